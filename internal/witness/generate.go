package witness

import (
	"slices"
)

// Keywords that only violate writes and only generate reads: what JSON Schema says through "not", said directly.
const (
	keyAbsent    = "\x00absent"    // names that an object lacks
	keyAvoid     = "\x00avoid"     // a pattern that a string does not match
	keyMisformat = "\x00misformat" // a format that a string does not have
	keyOffset    = "\x00offset"    // a number that divides with a rest
	keyRepeat    = "\x00repeat"    // an array with two equal items
)

// generate makes a value that tries to satisfy all parts at once. It may fail: the judge decides.
func (s *sampler) generate(parts []part, depth int) any {
	s.left--
	if s.left <= 0 || depth > maxDepth {
		return s.scalar()
	}
	all := s.flatten(parts)
	if value, chosen := s.given(all); chosen {
		return value
	}
	switch s.typeFor(all) {
	case "null":
		return nil
	case "boolean":
		return s.chance(2)
	case "integer":
		return s.number(all, true)
	case "number":
		return s.number(all, false)
	case "string":
		return s.text(all)
	case "array":
		return s.array(all, depth)
	case "object":
		return s.object(all, depth)
	}
	return s.scalar()
}

// flatten returns the object schemas that apply to one value together: each part with what it applies in place, one
// branch of an anyOf or oneOf, one side of a conditional.
func (s *sampler) flatten(parts []part) []part {
	var all []part
	hops := 0 // a reference of an old draft to itself adds nothing to all
	queue := slices.Clone(parts)
	for len(queue) > 0 && len(all) < maxConjuncts {
		p := queue[0]
		queue = queue[1:]
		m, isMap := p.schema.(map[string]any)
		if !isMap {
			continue
		}
		ref := false
		for _, key := range []string{"$ref", "$dynamicRef", "$recursiveRef"} {
			if name, isText := m[key].(string); isText {
				if target, known := p.doc.resolve(name); known {
					queue, ref = append(queue, part{target, p.doc}), true
				}
			}
		}
		if ref && p.doc.old {
			if hops++; hops > maxRefs {
				break
			}
			continue
		}
		all = append(all, p)
		queue = s.inPlace(queue, p, m)
	}
	return all
}

// inPlace appends what a schema applies to the same value.
func (s *sampler) inPlace(queue []part, p part, m map[string]any) []part {
	add := func(schema any) {
		if schema != nil {
			queue = append(queue, part{schema, p.doc})
		}
	}
	branches, _ := m["allOf"].([]any)
	for _, branch := range branches {
		add(branch)
	}
	for _, key := range []string{"anyOf", "oneOf"} {
		if branches, _ := m[key].([]any); len(branches) > 0 {
			add(pick(s, branches))
		}
	}
	if condition, exists := m["if"]; exists {
		breaking, possible := s.violate(part{condition, p.doc}, part{}, 0)
		if possible && s.chance(2) {
			add(breaking)
			add(m["else"])
		} else {
			add(condition)
			add(m["then"])
		}
	}
	for _, key := range []string{"dependentSchemas", "dependencies"} {
		dependents, _ := m[key].(map[string]any)
		for _, name := range sortedNames(dependents) {
			if _, isList := dependents[name].([]any); isList {
				continue
			}
			switch s.rng.IntN(3) {
			case 0:
				add(map[string]any{"required": []any{name}})
				add(dependents[name])
			case 1:
				add(map[string]any{keyAbsent: []any{name}})
			}
		}
	}
	if breaking, possible := s.violate(part{m["not"], p.doc}, part{}, 0); possible {
		add(breaking)
	}
	return queue
}

// given draws from const and enum: a value in all of them if there is one.
func (s *sampler) given(all []part) (any, bool) {
	var lists [][]any
	for _, p := range all {
		m := p.keywords()
		if value, exists := m["const"]; exists {
			lists = append(lists, []any{value})
		}
		if values, _ := m["enum"].([]any); len(values) > 0 {
			lists = append(lists, values)
		}
	}
	if len(lists) == 0 || s.chance(16) {
		return nil, false
	}
	types := allowed(all)
	var common []any
	for _, value := range lists[0] {
		everywhere := !slices.ContainsFunc(lists[1:], func(list []any) bool { return !contains(list, value) })
		if everywhere && types.has(typeOf(value)) {
			common = append(common, value)
		}
	}
	if len(common) == 0 {
		return pick(s, pick(s, lists)), true
	}
	return pick(s, common), true
}

func contains(list []any, value any) bool {
	key := string(encode(value))
	return slices.ContainsFunc(list, func(item any) bool { return string(encode(item)) == key })
}

// keywords returns the schema of a part that flatten gave.
func (p part) keywords() map[string]any {
	m, _ := p.schema.(map[string]any)
	return m
}
