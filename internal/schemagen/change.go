package schemagen

import (
	"maps"
	"slices"
)

// changes are edits that promise nothing, at any place; some tighten, some widen, some do both.
var changes = append([]edit{
	{"schema.replaced", replaceSchema},
	{"property.renamed", renameProperty},
	{"property.dropped", dropProperty},
	{"property.put", putProperty},
	{"required.toggled", toggleRequired},
	{"maximum.lowered", shift(-2, "maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties", "maxContains")},
	{"minimum.raised", shift(2, "minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties", "minContains")},
	{"enum.changed", changeEnum},
	{"properties.toggled", toggleOpen},
	{"branch.dropped", dropBranch},
	{"branch.put", putBranch},
	{"branches.turned", turnBranches},
	{"condition.put", putCondition},
	{"tuple.made", makeTuple},
	{"keyword.dropped", dropAny},
}, widenings...)

func replaceSchema(e *editor, s slot) bool {
	if s.set == nil || mentions(s.schema, "$anchor") {
		return false
	}
	b := &builder{draw: e.draw, old: e.old, defs: object{}}
	if schema := b.any(1); len(b.defs) == 0 {
		s.set(schema)
		return true
	}
	return false
}

var renameProperty = at(func(e *editor, m object) bool {
	own, _ := m["properties"].(object)
	if len(own) == 0 || mentions(e.root, "#/properties/") {
		return false
	}
	name := pick(e.draw, keys(own))
	own[name+"_id"] = own[name]
	delete(own, name)
	return true
})

var dropProperty = at(func(e *editor, m object) bool {
	own, _ := m["properties"].(object)
	if len(own) == 0 || mentions(e.root, "#/properties/") {
		return false
	}
	delete(own, pick(e.draw, keys(own)))
	return true
})

var putProperty = at(func(e *editor, m object) bool {
	own, _ := m["properties"].(object)
	if own == nil {
		return false
	}
	own[pick(e.draw, []string{"x-put", "put", "9"})] = e.fresh()
	return true
})

var toggleRequired = at(func(e *editor, m object) bool {
	own, _ := m["properties"].(object)
	if len(own) == 0 {
		return false
	}
	name := any(pick(e.draw, keys(own)))
	required, _ := m["required"].([]any)
	if i := slices.Index(required, name); i >= 0 {
		m["required"] = slices.Delete(slices.Clone(required), i, i+1)
	} else {
		m["required"] = append(slices.Clone(required), name)
	}
	return true
})

var changeEnum = at(func(e *editor, m object) bool {
	values, _ := m["enum"].([]any)
	if len(values) == 0 {
		return false
	}
	values = slices.Clone(values)
	if i := e.IntN(len(values)); len(values) > 1 && e.one(2) {
		m["enum"] = slices.Delete(values, i, i+1)
	} else {
		values[i] = "changed"
		m["enum"] = values
	}
	return true
})

var toggleOpen = at(func(e *editor, m object) bool {
	if m["type"] != "object" {
		return false
	}
	if _, said := m["additionalProperties"]; said {
		delete(m, "additionalProperties")
	} else {
		m["additionalProperties"] = pick(e.draw, []any{false, false, object{"type": "string"}})
	}
	return true
})

var dropBranch = at(func(e *editor, m object) bool {
	key, exists := e.oneOf(m, []string{"anyOf", "oneOf", "allOf", "prefixItems"})
	branches, _ := m[key].([]any)
	if !exists || len(branches) < 2 {
		return false
	}
	i := e.IntN(len(branches))
	m[key] = slices.Delete(slices.Clone(branches), i, i+1)
	return true
})

var putBranch = at(func(e *editor, m object) bool {
	key, exists := e.oneOf(m, []string{"anyOf", "oneOf", "allOf", "prefixItems"})
	branches, _ := m[key].([]any)
	if !exists {
		return false
	}
	m[key] = append(slices.Clone(branches), any(e.fresh()))
	return true
})

var turnBranches = at(func(_ *editor, m object) bool {
	for _, turn := range [][2]string{{"anyOf", "oneOf"}, {"oneOf", "allOf"}, {"allOf", "anyOf"}} {
		_, taken := m[turn[1]]
		if branches, exists := m[turn[0]]; exists && !taken {
			delete(m, turn[0])
			m[turn[1]] = branches
			return true
		}
	}
	return false
})

var putCondition = at(func(e *editor, m object) bool {
	conditions := []object{
		{"not": e.fresh()},
		{"if": object{"minProperties": number(2)}, "then": object{"required": list("query")}},
		{"propertyNames": object{"maxLength": number(6)}},
		{"contains": e.fresh()},
		{"minProperties": number(1)},
		{"maxItems": number(1)},
		{"patternProperties": object{"^[a-m]": e.fresh()}},
	}
	if !e.old {
		conditions = append(conditions,
			object{"dependentRequired": object{"query": list("limit")}}, object{"unevaluatedProperties": false},
			object{"unevaluatedItems": false})
	}
	maps.Copy(m, pick(e.draw, conditions))
	return true
})

var makeTuple = at(func(_ *editor, m object) bool {
	items, exists := m["items"]
	if _, taken := m["prefixItems"]; !exists || taken {
		return false
	}
	m["prefixItems"] = list(items)
	delete(m, "items")
	return true
})

func dropAny(e *editor, s slot) bool {
	m := s.keywords()
	if len(m) < 2 || s.set == nil || mentions(m, "$anchor") {
		return false
	}
	delete(m, pick(e.draw, keys(m)))
	return true
}
