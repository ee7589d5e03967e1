package witness

import (
	"encoding/json"
	"math/big"
	"reflect"
)

// violate returns a schema whose values break p in one place, with references into p's document; false where it finds
// none. against is what the value satisfies otherwise (the zero part for nothing): where both say the same, breaking
// it would contradict that, so other places are tried first.
func (s *sampler) violate(p, against part, depth int) (any, bool) {
	if depth > maxDepth || p.schema == nil {
		return nil, false
	}
	m, isMap := p.schema.(map[string]any)
	if !isMap {
		return map[string]any{}, p.schema == false
	}
	other := against.keywords()
	if ref, isText := m["$ref"].(string); isText && (p.doc.old || s.chance(2) || len(m) == 1) {
		target, known := p.doc.resolve(ref)
		if !known {
			return nil, false
		}
		return s.violate(part{target, p.doc}, against.followed(), depth+1)
	}
	keys := sortedNames(m)
	s.rng.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	for _, same := range []bool{false, true} {
		for _, key := range keys {
			if reflect.DeepEqual(m[key], other[key]) != same || same && against.schema != nil && !s.chance(3) {
				continue
			}
			v := violation{s, p, m, part{other[key], against.doc}, depth + 1}
			if schema, possible := v.of(key, m[key]); possible {
				return schema, true
			}
		}
	}
	return nil, false
}

// followed is what a part refers to, if it only refers.
func (p part) followed() part {
	m := p.keywords()
	ref, isText := m["$ref"].(string)
	if !isText || p.doc == nil {
		return p
	}
	target, _ := p.doc.resolve(ref)
	return part{target, p.doc}
}

// violation breaks one keyword of a schema.
type violation struct {
	s       *sampler
	p       part
	m       map[string]any
	against part // what the other schema has at the keyword
	depth   int
}

// child breaks a subschema; key leads to its counterpart.
func (v violation) child(schema any, key string) (any, bool) {
	counterpart := part{v.against.keywords()[key], v.against.doc}
	return v.s.violate(part{schema, v.p.doc}, counterpart, v.depth)
}

// same breaks a subschema whose counterpart stands at the same keyword.
func (v violation) same(schema any) (any, bool) {
	return v.s.violate(part{schema, v.p.doc}, v.against, v.depth)
}

func (v violation) of(key string, value any) (any, bool) {
	switch key {
	case "type":
		return v.otherType(value)
	case "const":
		return map[string]any{"type": typeOf(value)}, true
	case "enum":
		values, _ := value.([]any)
		if len(values) == 0 {
			return map[string]any{}, true
		}
		return map[string]any{"type": typeOf(pick(v.s, values))}, true
	case "minimum":
		return numeric("exclusiveMaximum", value)
	case "maximum":
		return numeric("exclusiveMinimum", value)
	case "exclusiveMinimum":
		return numeric("maximum", value)
	case "exclusiveMaximum":
		return numeric("minimum", value)
	case "multipleOf":
		return numeric(keyOffset, value)
	case "pattern":
		return map[string]any{"type": "string", keyAvoid: value}, true
	case "format":
		return map[string]any{"type": "string", keyMisformat: value}, true
	case "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties":
		return v.count(key, value)
	}
	switch speaksOf[key] {
	case "array":
		return v.ofArray(key, value)
	case "object":
		return v.ofObject(key, value)
	}
	return v.ofComposition(key, value)
}

func numeric(key string, value any) (any, bool) {
	return map[string]any{"type": "number", key: value}, rational(value) != nil
}

// counted says what each bound counts, and which bound breaks it by how much.
var counted = map[string]struct {
	of, by string
	delta  int64
}{
	"minLength": {"string", "maxLength", -1}, "maxLength": {"string", "minLength", 1},
	"minItems": {"array", "maxItems", -1}, "maxItems": {"array", "minItems", 1},
	"minProperties": {"object", "maxProperties", -1}, "maxProperties": {"object", "minProperties", 1},
}

func (v violation) count(key string, value any) (any, bool) {
	rule := counted[key]
	at := rational(value)
	if at == nil {
		return nil, false
	}
	at = new(big.Rat).Add(at, big.NewRat(rule.delta, 1))
	return map[string]any{"type": rule.of, rule.by: number(at)}, at.Sign() >= 0
}

func (v violation) otherType(value any) (any, bool) {
	left := named(value)
	others := allTypes &^ left
	if left.has("integer") && !left.has("number") && (others == setOf("number") || v.s.chance(3)) {
		return map[string]any{"type": "number", keyOffset: json.Number("1")}, true
	}
	if !left.has("number") {
		others &^= setOf("number") // an integer would come of it
	}
	var names []any
	for _, name := range others.names() {
		names = append(names, name)
	}
	return map[string]any{"type": names}, len(names) > 0
}

func (v violation) ofArray(key string, value any) (any, bool) {
	switch key {
	case "uniqueItems":
		return map[string]any{"type": "array", "minItems": json.Number("2"), keyRepeat: true}, value == true
	case "prefixItems":
		return v.ofTuple(value)
	case "items":
		if _, isList := value.([]any); isList {
			return v.ofTuple(value)
		}
		return v.ofRest(value)
	case "additionalItems", "unevaluatedItems":
		return v.ofRest(value)
	case "contains":
		if most, bounded := natural(v.m["maxContains"]); bounded && v.s.chance(2) {
			least := number(big.NewRat(int64(most)+1, 1))
			return map[string]any{"type": "array", "contains": value, "minContains": least}, true
		}
		broken, possible := v.same(value)
		if value == true {
			return map[string]any{"type": "array", "maxItems": json.Number("0")}, true
		}
		return map[string]any{"type": "array", "items": broken}, possible
	}
	return nil, false
}

func (v violation) ofTuple(value any) (any, bool) {
	items, _ := value.([]any)
	if len(items) == 0 {
		return nil, false
	}
	at := v.s.rng.IntN(len(items))
	counterpart, _ := v.against.schema.([]any)
	against := part{nil, v.against.doc}
	if at < len(counterpart) {
		against.schema = counterpart[at]
	}
	broken, possible := v.s.violate(part{items[at], v.p.doc}, against, v.depth)
	return tupleAt(at, broken), possible
}

// ofRest breaks what applies behind the tuple.
func (v violation) ofRest(value any) (any, bool) {
	broken, possible := v.same(value)
	return tupleAt(len(prefix(v.m))+v.s.rng.IntN(2), broken), possible
}

// tupleAt is an array whose item at an index is of a schema.
func tupleAt(at int, schema any) any {
	items := make([]any, at+1)
	for i := range at {
		items[i] = true
	}
	items[at] = schema
	return map[string]any{"type": "array", "minItems": number(big.NewRat(int64(at)+1, 1)), "prefixItems": items}
}

func (v violation) ofObject(key string, value any) (any, bool) {
	m, _ := value.(map[string]any)
	switch key {
	case "required":
		names := texts(value)
		if len(names) == 0 {
			return nil, false
		}
		return map[string]any{"type": "object", keyAbsent: []any{pick(v.s, names)}}, true
	case "properties":
		return v.ofMember(m, func(name string) (string, bool) { return name, true })
	case "patternProperties":
		return v.ofMember(m, v.s.textFor)
	case "additionalProperties", "unevaluatedProperties":
		broken, possible := v.same(value)
		return member(v.unknownName(), broken), possible
	case "propertyNames":
		return v.ofName(value)
	case "dependentRequired", "dependencies", "dependentSchemas":
		return v.ofDependents(m)
	}
	return nil, false
}

// member is an object with a member of a schema.
func member(name string, schema any) any {
	return map[string]any{"type": "object", "required": []any{name}, "properties": map[string]any{name: schema}}
}

// ofMember breaks a property: one whose counterpart differs, if there is one.
func (v violation) ofMember(m map[string]any, nameFor func(string) (string, bool)) (any, bool) {
	keys := sortedNames(m)
	v.s.rng.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	others := v.against.keywords()
	for _, same := range []bool{false, true} {
		for _, key := range keys {
			if reflect.DeepEqual(m[key], others[key]) != same {
				continue
			}
			broken, possible := v.child(m[key], key)
			name, named := nameFor(key)
			if possible && named {
				return member(name, broken), true
			}
		}
	}
	return nil, false
}

// unknownName draws a name that neither properties nor patternProperties of the schema speak of.
func (v violation) unknownName() string {
	properties, _ := v.m["properties"].(map[string]any)
	patterns, _ := v.m["patternProperties"].(map[string]any)
	name := v.s.name()
	for range 8 {
		_, known := properties[name]
		for pattern := range patterns {
			known = known || v.s.matches(pattern, name)
		}
		if !known {
			return name
		}
		name = v.s.name()
	}
	return "unheard-of"
}

func (v violation) ofName(value any) (any, bool) {
	broken, possible := v.same(value)
	if !possible {
		return nil, false
	}
	text := part{map[string]any{"type": "string"}, v.p.doc}
	name, isText := v.s.generate([]part{{broken, v.p.doc}, text}, maxDepth-1).(string)
	return map[string]any{"type": "object", "required": []any{name}}, isText
}

func (v violation) ofDependents(m map[string]any) (any, bool) {
	if len(m) == 0 {
		return nil, false
	}
	name := pick(v.s, sortedNames(m))
	trigger := map[string]any{"type": "object", "required": []any{name}}
	if names := texts(m[name]); len(names) > 0 {
		trigger[keyAbsent] = []any{pick(v.s, names)}
		return trigger, true
	}
	broken, possible := v.child(m[name], name)
	trigger["allOf"] = []any{broken}
	return trigger, possible
}

func (v violation) ofComposition(key string, value any) (any, bool) {
	branches, _ := value.([]any)
	switch key {
	case "allOf":
		if len(branches) == 0 {
			return nil, false
		}
		at := v.s.rng.IntN(len(branches))
		return v.branch(branches, at)
	case "oneOf":
		if len(branches) > 1 && v.s.chance(2) {
			order := v.s.rng.Perm(len(branches))
			return map[string]any{"allOf": []any{branches[order[0]], branches[order[1]]}}, true
		}
		return v.allBroken(branches)
	case "anyOf":
		return v.allBroken(branches)
	case "not":
		return value, true
	case "if":
		return v.ofConditional(value)
	}
	return nil, false
}

func (v violation) branch(branches []any, at int) (any, bool) {
	counterparts, _ := v.against.schema.([]any)
	against := part{nil, v.against.doc}
	if at < len(counterparts) {
		against.schema = counterparts[at]
	}
	return v.s.violate(part{branches[at], v.p.doc}, against, v.depth)
}

func (v violation) allBroken(branches []any) (any, bool) {
	broken := make([]any, len(branches))
	for i := range branches {
		var possible bool
		if broken[i], possible = v.branch(branches, i); !possible {
			return nil, false
		}
	}
	return map[string]any{"allOf": broken}, true
}

func (v violation) ofConditional(condition any) (any, bool) {
	none := violation{v.s, v.p, v.m, part{}, v.depth}
	if consequence, exists := v.m["then"]; exists && v.s.chance(2) {
		broken, possible := none.same(consequence)
		return map[string]any{"allOf": []any{condition, broken}}, possible
	}
	consequence, exists := v.m["else"]
	unmet, possible := none.same(condition)
	if !exists || !possible {
		return nil, false
	}
	broken, possible := none.same(consequence)
	return map[string]any{"allOf": []any{unmet, broken}}, possible
}
