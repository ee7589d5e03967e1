package schemagen

import (
	"encoding/json"
	"slices"
	"strconv"
)

// widenings weaken one keyword. At a place of [editor.monotone] each gives a schema that accepts all that it did.
var widenings = []edit{
	{"minimum.lowered", shift(-3, "minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties", "minContains")},
	{"maximum.raised", shift(4, "maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties", "maxContains")},
	{"bound.removed", dropOne("minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "minLength", "maxLength")},
	{"length.removed", dropOne("minItems", "maxItems", "minProperties", "maxProperties", "maxContains")},
	{"text.removed", dropOne("pattern", "multipleOf", "uniqueItems", "format")},
	{"exclusive.closed", closeBound},
	{"pattern.weakened", weakenPattern},
	{"multipleOf.halved", halve},
	{"enum.widened", widenEnum},
	{"const.toEnum", constToEnum},
	{"type.widened", widenType},
	{"type.removed", dropOne("type")},
	{"required.removed", dropRequired},
	{"properties.opened", open},
	{"property.added", addToClosed},
	{"property.removed", removeFromOpen},
	{"condition.removed", dropCondition},
	{"anyOf.added", addBranch},
	{"allOf.removed", removeBranch},
	{"oneOf.toAnyOf", oneOfToAnyOf},
	{"schema.opened", openSchema},
	{"union.made", makeUnion},
}

// at adapts an edit of an object schema.
func at(apply func(e *editor, m object) bool) func(*editor, slot) bool {
	return func(e *editor, s slot) bool { return s.keywords() != nil && apply(e, s.keywords()) }
}

// shift moves one of the keywords that is there. A count stops at zero.
func shift(by int, among ...string) func(*editor, slot) bool {
	return at(func(e *editor, m object) bool {
		key, exists := e.oneOf(m, among)
		text, _ := m[key].(json.Number)
		n, err := strconv.Atoi(string(text))
		if !exists || err != nil {
			return false
		}
		n += by
		if key != "minimum" && key != "exclusiveMinimum" && key != "maximum" && key != "exclusiveMaximum" {
			n = max(n, 0)
		}
		changed := m[key] != number(n)
		m[key] = number(n)
		return changed
	})
}

// oneOf draws a keyword that a schema has.
func (e *editor) oneOf(m object, among []string) (string, bool) {
	var there []string
	for _, key := range among {
		if _, exists := m[key]; exists {
			there = append(there, key)
		}
	}
	if len(there) == 0 {
		return "", false
	}
	return pick(e.draw, there), true
}

func dropOne(among ...string) func(*editor, slot) bool {
	return func(e *editor, s slot) bool {
		key, exists := e.oneOf(s.keywords(), among)
		if !exists || key == "type" && s.set == nil { // a tool's root keeps its type
			return false
		}
		delete(s.keywords(), key)
		return true
	}
}

var closeBound = at(func(_ *editor, m object) bool {
	for _, bound := range [][2]string{{"exclusiveMinimum", "minimum"}, {"exclusiveMaximum", "maximum"}} {
		_, taken := m[bound[1]]
		if value, exists := m[bound[0]]; exists && !taken {
			delete(m, bound[0])
			m[bound[1]] = value
			return true
		}
	}
	return false
})

// weaker has a wider pattern for some.
var weaker = map[string]string{
	"^[a-z]+$":             "^[a-z]*$",
	"^(?:a|b)-[0-9]{1,3}$": "^[ab]-[0-9]+$",
	"^/":                   "/",
	"^x?y*$":               "^[xy]*$",
	"^[a-z0-9/~.$]*$":      "^[a-z0-9/~.$_-]*$",
	"^[^/]+/[^/]+$":        "/",
	"^[a-z0-9/~.$_-]*$":    "",
	"^[a-z]*$":             "",
	"^[ab]-[0-9]+$":        "^[ab]-",
}

var weakenPattern = at(func(_ *editor, m object) bool {
	pattern, _ := m["pattern"].(string)
	wider, known := weaker[pattern]
	if known {
		m["pattern"] = wider
	}
	return known
})

var halve = at(func(_ *editor, m object) bool {
	half := map[json.Number]json.Number{"2": "1", "10": "5", "5": "2.5", "0.5": "0.25"}
	whole, _ := m["multipleOf"].(json.Number)
	divisor, known := half[whole]
	if known {
		m["multipleOf"] = divisor
	}
	return known
})

var widenEnum = at(func(e *editor, m object) bool {
	values, listed := m["enum"].([]any)
	if !listed {
		return false
	}
	m["enum"] = slices.Insert(slices.Clone(values), e.IntN(len(values)+1), any("new"))
	return true
})

var constToEnum = at(func(_ *editor, m object) bool {
	value, fixed := m["const"]
	if _, listed := m["enum"]; !fixed || listed {
		return false
	}
	delete(m, "const")
	m["enum"] = list(any("other"), value)
	return true
})

func widenType(e *editor, s slot) bool {
	m := s.keywords()
	if s.set == nil {
		return false
	}
	switch t := m["type"].(type) {
	case string:
		if t == "integer" && e.one(2) {
			m["type"] = "number"
			return true
		}
		other := pick(e.draw, []string{"null", "boolean"})
		if t != other {
			m["type"] = list(t, other)
		}
		return t != other
	case []any:
		for _, name := range []any{"null", "string", "array"} {
			if !slices.Contains(t, name) {
				m["type"] = append(slices.Clone(t), name)
				return true
			}
		}
	}
	return false
}

var dropRequired = at(func(e *editor, m object) bool {
	required, _ := m["required"].([]any)
	if len(required) == 0 {
		return false
	}
	i := e.IntN(len(required))
	m["required"] = slices.Delete(slices.Clone(required), i, i+1)
	return true
})

// open lets other names or items in. Where something looks at what was evaluated, only its own keyword is touched.
var open = at(func(e *editor, m object) bool {
	key, exists := e.oneOf(m, []string{"additionalProperties", "unevaluatedProperties", "unevaluatedItems", "items"})
	if !exists || e.uneval && (key == "additionalProperties" || key == "items") {
		return false
	}
	if m[key] == false && e.one(3) {
		m[key] = object{"type": "string"}
		return true
	}
	delete(m, key)
	return true
})

var addToClosed = at(func(e *editor, m object) bool {
	own, _ := m["properties"].(object)
	if _, patterned := m["patternProperties"]; own == nil || m["additionalProperties"] != false || patterned || e.uneval {
		return false
	}
	name := pick(e.draw, []string{"added", "a/added", "~"})
	if _, taken := own[name]; taken {
		return false
	}
	own[name] = e.fresh()
	return true
})

// removeFromOpen takes a property whose name then falls to nothing that could refuse it.
func removeFromOpen(e *editor, s slot) bool {
	m := s.keywords()
	own, _ := m["properties"].(object)
	rest, said := m["additionalProperties"]
	if len(own) == 0 || said && rest != true || e.uneval {
		return false
	}
	name := pick(e.draw, keys(own))
	if s.set == nil && mentions(e.root, "#/properties/"+name) {
		return false
	}
	delete(own, name)
	return true
}

var dropCondition = at(func(e *editor, m object) bool {
	key, exists := e.oneOf(m, []string{
		"not", "if", "contains", "propertyNames", "dependentRequired", "dependentSchemas", "patternProperties", "then", "else",
	})
	_, closed := m["additionalProperties"]
	if !exists || e.uneval || key == "patternProperties" && closed {
		return false
	}
	delete(m, key)
	if key == "if" {
		delete(m, "then")
		delete(m, "else")
	}
	if key == "contains" {
		delete(m, "minContains")
		delete(m, "maxContains")
	}
	return true
})

var addBranch = at(func(e *editor, m object) bool {
	branches, _ := m["anyOf"].([]any)
	if len(branches) == 0 {
		return false
	}
	m["anyOf"] = slices.Insert(slices.Clone(branches), e.IntN(len(branches)+1), any(e.fresh()))
	return true
})

var removeBranch = at(func(e *editor, m object) bool {
	branches, _ := m["allOf"].([]any)
	if len(branches) < 2 || e.uneval {
		return false
	}
	i := e.IntN(len(branches))
	m["allOf"] = slices.Delete(slices.Clone(branches), i, i+1)
	return true
})

var oneOfToAnyOf = at(func(_ *editor, m object) bool {
	branches, exists := m["oneOf"]
	if _, taken := m["anyOf"]; !exists || taken {
		return false
	}
	delete(m, "oneOf")
	m["anyOf"] = branches
	return true
})

func openSchema(e *editor, s slot) bool {
	if s.set == nil || e.uneval || !e.one(4) || mentions(s.schema, "$anchor") {
		return false
	}
	s.set(pick(e.draw, []any{true, object{}}))
	return true
}

func makeUnion(e *editor, s slot) bool {
	if s.set == nil {
		return false
	}
	s.set(object{"anyOf": list(s.schema, any(e.fresh()))})
	return true
}

// fresh makes a scalar schema.
func (e *editor) fresh() object { return (&builder{draw: e.draw, old: e.old}).scalar() }
