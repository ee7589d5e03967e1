package witness

import "slices"

// typeNames are the types of JSON Schema. An integer is a number, too, but drawn on its own.
var typeNames = []string{"null", "boolean", "integer", "number", "string", "array", "object"}

// typeSet is a set of them, by index.
type typeSet uint8

const allTypes = typeSet(1<<7 - 1)

func setOf(name string) typeSet {
	i := slices.Index(typeNames, name)
	if i < 0 {
		return 0
	}
	return 1 << i
}

func (t typeSet) has(name string) bool { return t&setOf(name) != 0 }

func (t typeSet) names() []string {
	var names []string
	for i, name := range typeNames {
		if t&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return names
}

// typeOf names the type of a decoded value.
func typeOf(value any) string {
	switch value.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case []any:
		return "array"
	case map[string]any:
		return "object"
	}
	if r := rational(value); r != nil && r.IsInt() {
		return "integer"
	}
	return "number"
}

// allowed returns the types that all parts leave.
func allowed(all []part) typeSet {
	left := allTypes
	for _, p := range all {
		if said, exists := p.keywords()["type"]; exists {
			left &= named(said)
		}
	}
	return left
}

// named returns the types that the value of a type keyword stands for.
func named(value any) typeSet {
	var set typeSet
	switch t := value.(type) {
	case string:
		set = setOf(t)
	case []any:
		for _, name := range t {
			if text, isText := name.(string); isText {
				set |= setOf(text)
			}
		}
	}
	if set.has("number") {
		set |= setOf("integer")
	}
	return set
}

// speaksOf is the type that a keyword is about.
var speaksOf = map[string]string{
	"additionalItems": "array", "contains": "array", "items": "array", "maxItems": "array", "minItems": "array",
	"prefixItems": "array", "unevaluatedItems": "array", "uniqueItems": "array", keyRepeat: "array",
	"additionalProperties": "object", "dependencies": "object", "dependentRequired": "object",
	"dependentSchemas": "object", "maxProperties": "object", "minProperties": "object", "patternProperties": "object",
	"properties": "object", "propertyNames": "object", "required": "object", "unevaluatedProperties": "object",
	keyAbsent:          "object",
	"exclusiveMaximum": "number", "exclusiveMinimum": "number", "maximum": "number", "minimum": "number",
	"multipleOf": "number", keyOffset: "number",
	"format": "string", "maxLength": "string", "minLength": "string", "pattern": "string", keyAvoid: "string",
	keyMisformat: "string",
}

// typeFor draws a type: one that is allowed, and most often one that keywords speak of.
func (s *sampler) typeFor(all []part) string {
	open := allowed(all)
	var about typeSet
	for _, p := range all {
		for key := range p.keywords() {
			about |= setOf(speaksOf[key])
		}
	}
	spoken := open & about
	switch {
	case spoken != 0 && (spoken == open || !s.chance(4)):
		return pick(s, spoken.names())
	case open != 0:
		return pick(s, open.names())
	}
	return pick(s, typeNames)
}
