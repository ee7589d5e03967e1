package witness

import (
	"maps"
	"slices"
	"strconv"
)

// maxItems is the most items made; a minItems up to maxNodes is still met.
const maxItems = 10

// array draws an array.
func (s *sampler) array(all []part, depth int) any {
	low, high := counts(all, "minItems", "maxItems")
	tuple := 0
	unique, repeats := false, false
	for _, p := range all {
		m := p.keywords()
		tuple = max(tuple, len(prefix(m)))
		unique = unique || m["uniqueItems"] == true
		repeats = repeats || m[keyRepeat] == true
	}
	n := s.length(low, high, max(maxItems, min(low, maxNodes)))
	if wanted := tuple + s.rng.IntN(3) - 1; wanted >= low && (high < 0 || wanted <= high) && tuple > 0 {
		n = wanted
	}
	if depth > 4 {
		n = min(low, maxItems)
	}
	items := make([]any, 0, n)
	for len(items) < n {
		item := s.generate(itemParts(all, len(items)), depth+1)
		for range 4 {
			if !unique || !contains(items, item) {
				break
			}
			item = s.mutate(item)
		}
		items = append(items, item)
	}
	items = s.contained(items, all, depth)
	if repeats && len(items) > 1 {
		items[len(items)-1] = items[0]
	}
	return items
}

// prefix returns the schemas of a tuple in either spelling.
func prefix(m map[string]any) []any {
	if list, isList := m["prefixItems"].([]any); isList {
		return list
	}
	list, _ := m["items"].([]any)
	return list
}

// itemParts returns what applies to item i.
func itemParts(all []part, i int) []part {
	var parts []part
	for _, p := range all {
		m := p.keywords()
		first := prefix(m)
		rest := m["items"]
		if _, isTuple := rest.([]any); isTuple {
			rest = m["additionalItems"]
		}
		switch {
		case i < len(first):
			parts = append(parts, part{first[i], p.doc})
		case rest != nil:
			parts = append(parts, part{rest, p.doc})
		case m["unevaluatedItems"] != nil:
			parts = append(parts, part{m["unevaluatedItems"], p.doc})
		}
	}
	return parts
}

// contained puts what contains asks for into the array: in the place of an item while there are any, else behind.
func (s *sampler) contained(items []any, all []part, depth int) []any {
	at := len(items)
	for _, p := range all {
		m := p.keywords()
		schema, exists := m["contains"]
		if !exists {
			continue
		}
		least, most := counts([]part{p}, "minContains", "maxContains")
		if _, said := m["minContains"]; !said {
			least = 1
		}
		for range min(pick(s, []int{least, least, least + 1, most}), maxItems) {
			parts := append(itemParts(all, max(at-1, 0)), part{schema, p.doc})
			if at > 0 {
				at--
				items[at] = s.generate(parts, depth+1)
			} else {
				items = append(items, s.generate(parts, depth+1))
			}
		}
	}
	return items
}

// object draws an object.
func (s *sampler) object(all []part, depth int) any {
	absent := map[string]bool{}
	wanted := map[string]bool{}
	for _, p := range all {
		m := p.keywords()
		for _, name := range texts(m[keyAbsent]) {
			absent[name] = true
		}
		for _, name := range texts(m["required"]) {
			wanted[name] = true
		}
	}
	s.optional(wanted, all, depth)
	low, high := counts(all, "minProperties", "maxProperties")
	for tries := 0; len(wanted) < min(low, maxNodes/2) && tries < 2*low; tries++ {
		name := s.freeName(all, depth)
		if wanted[name] {
			name = "n" + strconv.Itoa(tries)
		}
		wanted[name] = true
	}
	s.dependents(wanted, all)
	out := map[string]any{}
	for _, name := range s.shuffled(wanted, all) {
		if absent[name] || high >= 0 && len(out) >= high {
			continue
		}
		parts := s.memberParts(all, name)
		if forbidden(parts) && !s.chance(8) {
			continue
		}
		out[name] = s.generate(parts, depth+1)
	}
	return out
}

// optional adds some of the names that are spoken of, and sometimes another one.
func (s *sampler) optional(wanted map[string]bool, all []part, depth int) {
	odds := 2
	if depth > 3 {
		odds = 6
	}
	for _, p := range all {
		properties, _ := p.keywords()["properties"].(map[string]any)
		for _, name := range sortedNames(properties) {
			if s.chance(odds) {
				wanted[name] = true
			}
		}
		patterns, _ := p.keywords()["patternProperties"].(map[string]any)
		for _, pattern := range sortedNames(patterns) {
			if name, possible := s.textFor(pattern); possible && s.chance(odds) {
				wanted[name] = true
			}
		}
	}
	if s.chance(4) {
		wanted[s.freeName(all, depth)] = true
	}
}

// freeName draws a name that propertyNames allows, if there is one.
func (s *sampler) freeName(all []part, depth int) string {
	var parts []part
	for _, p := range all {
		if schema, exists := p.keywords()["propertyNames"]; exists {
			parts = append(parts, part{schema, p.doc}, part{map[string]any{"type": "string"}, p.doc})
		}
	}
	if len(parts) > 0 && !s.chance(4) {
		if name, isText := s.generate(parts, depth+1).(string); isText {
			return name
		}
	}
	if s.chance(6) {
		return "n" + strconv.Itoa(s.rng.IntN(40))
	}
	return s.name()
}

// dependents adds the names that others bring with them.
func (s *sampler) dependents(wanted map[string]bool, all []part) {
	for range 3 {
		before := len(wanted)
		for _, p := range all {
			for _, key := range []string{"dependentRequired", "dependencies"} {
				m, _ := p.keywords()[key].(map[string]any)
				for _, name := range sortedNames(m) {
					if wanted[name] {
						for _, other := range texts(m[name]) {
							wanted[other] = true
						}
					}
				}
			}
		}
		if len(wanted) == before {
			return
		}
	}
}

// shuffled orders names: required ones first, so that a limit drops others.
func (s *sampler) shuffled(wanted map[string]bool, all []part) []string {
	names := sortedNames(wanted)
	s.rng.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	required := map[string]bool{}
	for _, p := range all {
		for _, name := range texts(p.keywords()["required"]) {
			required[name] = true
		}
	}
	slices.SortStableFunc(names, func(a, b string) int {
		switch {
		case required[a] == required[b]:
			return 0
		case required[a]:
			return -1
		}
		return 1
	})
	return names
}

// memberParts returns what applies to the member called name.
func (s *sampler) memberParts(all []part, name string) []part {
	var parts []part
	known := false // to some properties of the object, as far as unevaluatedProperties goes
	for _, p := range all {
		m := p.keywords()
		own := false
		properties, _ := m["properties"].(map[string]any)
		if schema, exists := properties[name]; exists {
			parts, own = append(parts, part{schema, p.doc}), true
		}
		patterns, _ := m["patternProperties"].(map[string]any)
		for _, pattern := range sortedNames(patterns) {
			if s.matches(pattern, name) {
				parts, own = append(parts, part{patterns[pattern], p.doc}), true
			}
		}
		if schema, exists := m["additionalProperties"]; exists && !own {
			parts, own = append(parts, part{schema, p.doc}), true
		}
		known = known || own
	}
	for _, p := range all {
		if schema, exists := p.keywords()["unevaluatedProperties"]; exists && !known {
			parts = append(parts, part{schema, p.doc})
		}
	}
	return parts
}

func forbidden(parts []part) bool {
	return slices.ContainsFunc(parts, func(p part) bool { return p.schema == false })
}

func texts(value any) []string {
	list, _ := value.([]any)
	var out []string
	for _, item := range list {
		out = appendText(out, item)
	}
	return out
}

// without is a copy of an object that lacks one member.
func without(m map[string]any, name string) map[string]any {
	out := maps.Clone(m)
	delete(out, name)
	return out
}
