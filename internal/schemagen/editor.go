package schemagen

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// editor changes a copy of a schema.
type editor struct {
	*draw
	root     object
	old      bool
	uneval   bool // some unevaluated keyword looks at what others have evaluated
	shuffled bool
	applied  []string
}

// edit is a named change at one place; apply returns false, and changes nothing, where it does not fit.
type edit struct {
	name  string
	apply func(*editor, slot) bool
}

// slot is a place where a schema stands.
type slot struct {
	schema any
	set    func(any) // nil for the root, which stays an object
}

// keywords returns the schema at a slot, nil when it is a boolean.
func (s slot) keywords() object {
	m, _ := s.schema.(object)
	return m
}

func newEditor(d *draw, base object, old bool) *editor {
	root, _ := clone(base).(object)
	return &editor{draw: d, root: root, old: old, uneval: mentions(root, "unevaluated")}
}

// text spells the schema.
func (e *editor) text() []byte {
	root := e.root
	if e.old {
		root = draft07Schema(root)
		root["$schema"] = "http://json-schema.org/draft-07/schema#"
	}
	return appendJSON(nil, root, func(names []string) {
		if e.shuffled {
			e.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		}
	})
}

// many applies n edits, each at one of the places that where gives and it fits; fewer when few fit anywhere.
func (e *editor) many(n int, edits []edit, where func() []slot) {
	for _, i := range e.Perm(len(edits)) {
		if n == 0 {
			return
		}
		if e.somewhere(edits[i], where()) {
			e.applied = append(e.applied, edits[i].name)
			n--
		}
	}
}

func (e *editor) somewhere(one edit, slots []slot) bool {
	for _, at := range e.Perm(len(slots)) {
		if one.apply(e, slots[at]) {
			return true
		}
	}
	return false
}

// The keywords with schemas below them, by where those are.
var (
	inOne  = []string{"additionalProperties", "contains", "else", "if", "items", "not", "propertyNames", "then", "unevaluatedItems", "unevaluatedProperties"}
	inList = []string{"allOf", "anyOf", "oneOf", "prefixItems"}
	inMap  = []string{"$defs", "dependentSchemas", "patternProperties", "properties"}
)

// anywhere returns all places with a schema.
func (e *editor) anywhere() []slot {
	return e.below(slot{e.root, nil}, func(object, string) bool { return true })
}

// monotone returns the places where a wider schema can only make the whole wider: nothing above turns the sense
// around or counts matches, nor refers there from such a place.
func (e *editor) monotone() []slot {
	tainted := e.tainted()
	return e.below(slot{e.root, nil}, func(m object, key string) bool {
		if name, isDef := strings.CutPrefix(key, "$defs/"); isDef {
			return !tainted[name]
		}
		return keepsSense(m, key)
	})
}

func keepsSense(m object, key string) bool {
	_, counted := m["maxContains"]
	switch key {
	case "not", "oneOf", "if":
		return false
	case "contains":
		return !counted
	}
	return true
}

// below returns a place and those under it that follow lets through; it is asked with the keyword, and for a
// definition with "$defs/" and its name.
func (e *editor) below(at slot, follow func(m object, key string) bool) []slot {
	slots := []slot{at}
	m := at.keywords()
	if m == nil {
		return slots
	}
	for _, key := range inOne {
		if schema, exists := m[key]; exists && follow(m, key) {
			slots = append(slots, e.below(slot{schema, func(s any) { m[key] = s }}, follow)...)
		}
	}
	for _, key := range inList {
		branches, _ := m[key].([]any)
		for i, branch := range branches {
			if follow(m, key) {
				slots = append(slots, e.below(slot{branch, func(s any) { branches[i] = s }}, follow)...)
			}
		}
	}
	for _, key := range inMap {
		members, _ := m[key].(object)
		for _, name := range keys(members) {
			asked := key
			if key == "$defs" {
				asked += "/" + name
			}
			if follow(m, asked) {
				slots = append(slots, e.below(slot{members[name], func(s any) { members[name] = s }}, follow)...)
			}
		}
	}
	return slots
}

// tainted returns the definitions that something refers to from a place where the sense is turned around.
func (e *editor) tainted() map[string]bool {
	out := map[string]bool{}
	defs, _ := e.root["$defs"].(object)
	var visit func(node any, turned bool)
	visit = func(node any, turned bool) {
		switch node := node.(type) {
		case []any:
			for _, item := range node {
				visit(item, turned)
			}
		case object:
			ref, _ := node["$ref"].(string)
			if name := e.target(ref); turned && name != "" && !out[name] {
				out[name] = true
				visit(defs[name], true)
			}
			for key, value := range node {
				visit(value, turned || !keepsSense(node, key))
			}
		}
	}
	visit(e.root, false)
	return out
}

// target returns the name of the definition that a reference means, "" for none.
func (e *editor) target(ref string) string {
	if name, isDef := strings.CutPrefix(ref, "#/$defs/"); isDef {
		return name
	}
	defs, _ := e.root["$defs"].(object)
	for name, def := range defs {
		if m, _ := def.(object); m != nil && m["$anchor"] != nil && ref == fmt.Sprintf("#%s", m["$anchor"]) {
			return name
		}
	}
	return ""
}

// mentions reports whether a member name or text below a node starts with a prefix.
func mentions(node any, prefix string) bool {
	switch node := node.(type) {
	case object:
		for key, value := range node {
			if strings.HasPrefix(key, prefix) || mentions(value, prefix) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(node, func(item any) bool { return mentions(item, prefix) })
	case string:
		return strings.HasPrefix(node, prefix)
	}
	return false
}

func keys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
