package schemagen

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// equalEdits say the same in other words, at any place.
var equalEdits = []edit{
	{"members.shuffled", func(e *editor, _ slot) bool { e.shuffled = true; return true }},
	{"lists.shuffled", shuffleList},
	{"allOf.wrapped", wrap("allOf")},
	{"anyOf.wrapped", wrap("anyOf")},
	{"oneOf.wrapped", wrap("oneOf")},
	{"defs.extracted", extract},
	{"defs.inlined", inline},
	{"defs.renamed", renameDefs},
	{"defs.unused", addDef},
	{"bound.redundant", addBound},
	{"bound.open", openIntegerBound},
	{"bound.split", splitBound},
	{"type.listed", listType},
	{"type.split", splitType},
	{"type.null", splitNull},
	{"integer.multiple", integerAsNumber},
	{"const.enum", swapConst},
	{"enum.untyped", untypeEnum},
	{"enum.impossible", addImpossible},
	{"boolean.object", booleanAsObject},
	{"keyword.foreign", addForeign},
	{"anyOf.doubled", doubleBranch},
	{"then.dead", addDeadThen},
	{"number.spelt", respellNumber},
	{"not.twice", negateTwice},
	{"default.spelt", spellDefault},
}

func shuffleList(e *editor, s slot) bool {
	m := s.keywords()
	key, exists := e.oneOf(m, []string{"enum", "required", "type", "anyOf", "oneOf", "allOf"})
	items, isList := m[key].([]any)
	if !exists || !isList || len(items) < 2 {
		return false
	}
	items = slices.Clone(items)
	e.Shuffle(len(items), func(i, j int) { items[i], items[j] = items[j], items[i] })
	m[key] = items
	return true
}

func wrap(key string) func(*editor, slot) bool {
	return func(_ *editor, s slot) bool {
		if s.set == nil {
			return false
		}
		s.set(object{key: list(s.schema)})
		return true
	}
}

// defs returns the definitions, made on demand.
func (e *editor) defs() object {
	defs, _ := e.root["$defs"].(object)
	if defs == nil {
		defs = object{}
		e.root["$defs"] = defs
	}
	return defs
}

func extract(e *editor, s slot) bool {
	if s.set == nil {
		return false
	}
	name := fmt.Sprintf("New/%d", len(e.defs()))
	if e.defs()[name] != nil {
		return false
	}
	s.set(object{"$ref": "#/$defs/" + escape(name)})
	e.defs()[name] = s.schema
	return true
}

func inline(e *editor, s slot) bool {
	ref, isRef := s.keywords()["$ref"].(string)
	target := e.defs()[e.target(ref)]
	if !isRef || target == nil || len(s.keywords()) > 1 || s.set == nil || mentions(target, "$anchor") {
		return false
	}
	s.set(clone(target))
	return true
}

// renameDefs gives one definition another name, everywhere.
func renameDefs(e *editor, _ slot) bool {
	if len(e.defs()) == 0 {
		delete(e.root, "$defs")
		return false
	}
	name := pick(e.draw, keys(e.defs()))
	other := "Renamed" + strconv.Itoa(len(e.applied))
	from, to := "#/$defs/"+escape(name), "#/$defs/"+other
	for _, at := range e.anywhere() {
		if m := at.keywords(); m != nil && m["$ref"] == from {
			m["$ref"] = to
		}
	}
	e.defs()[other] = e.defs()[name]
	delete(e.defs(), name)
	return true
}

func addDef(e *editor, _ slot) bool {
	e.defs()[fmt.Sprintf("Unused%d", len(e.applied))] = e.fresh()
	return true
}

// addBound adds a bound that another one implies, or that all values keep.
var addBound = at(func(e *editor, m object) bool {
	low, err := integerAt(m, "minimum")
	_, taken := m["exclusiveMinimum"]
	if err == nil && !taken {
		m["exclusiveMinimum"] = number(low - 1 - e.IntN(3))
		return true
	}
	for _, least := range [][2]string{{"string", "minLength"}, {"array", "minItems"}, {"object", "minProperties"}} {
		if _, taken := m[least[1]]; m["type"] == least[0] && !taken {
			m[least[1]] = number(0)
			return true
		}
	}
	return false
})

func integerAt(m object, key string) (int, error) {
	text, _ := m[key].(json.Number)
	return strconv.Atoi(string(text))
}

var openIntegerBound = at(func(_ *editor, m object) bool {
	low, err := integerAt(m, "minimum")
	if _, taken := m["exclusiveMinimum"]; err != nil || taken || m["type"] != "integer" {
		return false
	}
	delete(m, "minimum")
	m["exclusiveMinimum"] = number(low - 1)
	return true
})

// splitBound moves a keyword that stands for itself into an allOf.
var splitBound = at(func(e *editor, m object) bool {
	key, exists := e.oneOf(m, []string{"minimum", "maximum", "minLength", "maxLength", "pattern", "minItems", "required", "not"})
	_, taken := m["allOf"]
	_, alone := m["$ref"]
	if !exists || taken || alone && e.old {
		return false
	}
	m["allOf"] = list(any(object{key: m[key]}))
	delete(m, key)
	return true
})

func listType(_ *editor, s slot) bool {
	m := s.keywords()
	kind, single := m["type"].(string)
	if !single || s.set == nil {
		return false
	}
	m["type"] = list(kind)
	return true
}

var splitType = at(func(_ *editor, m object) bool {
	kinds, several := m["type"].([]any)
	if _, taken := m["anyOf"]; !several || taken {
		return false
	}
	var branches []any
	for _, kind := range kinds {
		branches = append(branches, object{"type": kind})
	}
	delete(m, "type")
	m["anyOf"] = branches
	return true
})

// splitNull turns a nullable scalar into a union with null. Only keywords that say nothing about null may be there.
func splitNull(_ *editor, s slot) bool {
	m := s.keywords()
	kinds, _ := m["type"].([]any)
	at := slices.Index(kinds, any("null"))
	if len(kinds) != 2 || at < 0 || s.set == nil {
		return false
	}
	harmless := []string{"type", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "pattern", "format"}
	for key := range m {
		if !slices.Contains(harmless, key) {
			return false
		}
	}
	other, _ := clone(m).(object)
	other["type"] = kinds[1-at]
	s.set(object{"anyOf": list[any](object{"type": "null"}, other)})
	return true
}

func integerAsNumber(_ *editor, s slot) bool {
	m := s.keywords()
	_, taken := m["multipleOf"]
	switch {
	case m["type"] == "integer" && !taken:
		m["type"], m["multipleOf"] = "number", number(1)
		return true
	case m["type"] == "number" && m["multipleOf"] == number(1):
		m["type"] = "integer"
		delete(m, "multipleOf")
		return true
	}
	return false
}

var swapConst = at(func(_ *editor, m object) bool {
	value, fixed := m["const"]
	values, listed := m["enum"].([]any)
	switch {
	case fixed && !listed:
		delete(m, "const")
		m["enum"] = list(value)
		return true
	case listed && !fixed && len(values) == 1:
		delete(m, "enum")
		m["const"] = values[0]
		return true
	}
	return false
})

// untypeEnum drops a type that all values have anyway.
var untypeEnum = at(func(_ *editor, m object) bool {
	values, listed := m["enum"].([]any)
	if !listed || m["type"] != "string" || slices.ContainsFunc(values, func(v any) bool { _, ok := v.(string); return !ok }) {
		return false
	}
	delete(m, "type")
	return true
})

// addImpossible adds a value that the type excludes.
var addImpossible = at(func(_ *editor, m object) bool {
	values, listed := m["enum"].([]any)
	if !listed || m["type"] != "string" {
		return false
	}
	m["enum"] = append(slices.Clone(values), number(17))
	return true
})

func booleanAsObject(_ *editor, s slot) bool {
	m, isObject := s.schema.(object)
	switch {
	case s.set == nil:
		return false
	case s.schema == true:
		s.set(object{})
	case s.schema == false:
		s.set(object{"not": object{}})
	case isObject && len(m) == 0:
		s.set(true)
	default:
		return false
	}
	return true
}

// addForeign adds a keyword for values of a type that the schema does not allow.
var addForeign = at(func(e *editor, m object) bool {
	kind, _ := m["type"].(string)
	foreign := map[string][]string{
		"string": {"minimum", "minItems"}, "integer": {"minLength", "minProperties"}, "boolean": {"maxLength", "maximum"},
		"object": {"minLength"}, "array": {"maximum"},
	}[kind]
	if len(foreign) == 0 {
		return false
	}
	key := pick(e.draw, foreign)
	_, taken := m[key]
	if !taken {
		m[key] = number(3)
	}
	return !taken
})

var doubleBranch = at(func(e *editor, m object) bool {
	branches, _ := m["anyOf"].([]any)
	if len(branches) == 0 || mentions(m, "$anchor") {
		return false
	}
	m["anyOf"] = append(slices.Clone(branches), clone(pick(e.draw, branches)))
	return true
})

var addDeadThen = at(func(e *editor, m object) bool {
	_, live := m["if"]
	if _, taken := m["then"]; live || taken {
		return false
	}
	m["then"] = e.fresh()
	return true
})

var respellNumber = at(func(e *editor, m object) bool {
	key, exists := e.oneOf(m, []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "const"})
	n, err := integerAt(m, key)
	if !exists || err != nil || n == 0 {
		return false
	}
	m[key] = json.Number(pick(e.draw, []string{fmt.Sprintf("%d.0", n), fmt.Sprintf("%de0", n)}))
	return true
})

func negateTwice(e *editor, s slot) bool {
	if s.set == nil || e.uneval {
		return false
	}
	for _, noted := range []string{"format", "properties", "$ref"} { // below a not, what these note is lost
		if mentions(s.schema, noted) {
			return false
		}
	}
	s.set(object{"not": object{"not": s.schema}})
	return true
}

// spellDefault writes out what an absent keyword means.
var spellDefault = at(func(e *editor, m object) bool {
	var key string
	var value any
	switch {
	case m["type"] == "array" && m["uniqueItems"] == nil:
		key, value = "uniqueItems", false
	case m["contains"] != nil && m["minContains"] == nil && !e.old:
		key, value = "minContains", number(1)
	case m["type"] == "object" && m["required"] == nil:
		key, value = "required", []any{}
	case m["type"] == "object" && m["properties"] == nil:
		key, value = "properties", object{}
	case m["type"] == "array" && m["items"] == nil && m["prefixItems"] == nil && !e.uneval:
		key, value = "items", true
	default:
		return false
	}
	m[key] = value
	return true
})

// escape writes a name as a token of a JSON Pointer in a reference.
func escape(name string) string { return strings.NewReplacer("~", "~0", "/", "~1").Replace(name) }
