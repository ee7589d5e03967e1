package schemawalk

import (
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// noteRules are the annotations: keywords that leave the set as it is.
var noteRules = map[string]string{
	"$anchor": "identifier.changed", "$comment": "comment.changed", "$id": "identifier.changed",
	"contentEncoding": "content", "contentMediaType": "content", "contentSchema": "content",
	"default": "default.changed", "deprecated": "deprecated", "description": "property.description.changed",
	"discriminator": "openapiKeyword.changed", "example": "examples.changed", "examples": "examples.changed",
	"externalDocs": "openapiKeyword.changed", "id": "identifier.changed", "nullable": "openapiKeyword.changed",
	"readOnly": "access.changed", "title": "property.title.changed", "writeOnly": "access.changed",
	"xml": "openapiKeyword.changed",
}

const headerKeyword = "x-mcp-header"

func isNote(name string) bool {
	return noteRules[name] != "" || strings.HasPrefix(name, "x-")
}

// notes names the annotations that changed.
func (e *emitter) notes(c cut) {
	names := sorted(c.a.notes)
	for name := range c.b.notes {
		if _, met := c.a.notes[name]; !met {
			names = append(names, name)
		}
	}
	for _, name := range names {
		if name == headerKeyword && !e.Output {
			continue
		}
		a, b := c.a.note(name), c.b.note(name)
		if noteEqual(name, a, b) {
			continue
		}
		v := change{c: c}
		v.marks(a, b, name)
		rule, effect := noteRule(name, a, b)
		e.emit(rule, effect, v)
	}
}

func (n *node) note(name string) *mark {
	if m, ok := n.notes[name]; ok {
		return &m
	}
	return nil
}

func noteEqual(name string, a, b *mark) bool {
	switch name {
	case "deprecated", "readOnly", "writeOnly", "nullable":
		return a.value().Bool() == b.value().Bool()
	case "examples":
		return slices.Equal(itemSet(a.value()), itemSet(b.value()))
	}
	return a != nil && b != nil && jsonv.Equal(a.v, b.v, jsonv.Source)
}

func (m *mark) value() *jsonv.Value {
	if m == nil {
		return nil
	}
	return m.v
}

// itemSet returns the canonical items of an array without order and repetition.
func itemSet(v *jsonv.Value) []string {
	if v.Exists() && v.Kind() != jsonv.Array {
		return []string{canonical(v)}
	}
	var items []string
	for _, item := range v.Items() {
		items = append(items, canonical(item))
	}
	slices.Sort(items)
	return slices.Compact(items)
}

func noteRule(name string, a, b *mark) (string, Effect) {
	rule, known := noteRules[name]
	switch {
	case !known:
		return "extension.changed", Neutral
	case rule == "deprecated" && b.value().Bool():
		return "deprecated.added", Neutral
	case rule == "deprecated":
		return "deprecated.removed", Neutral
	case rule != "content":
		return rule, Neutral
	case a == nil:
		return "content.added", Neutral
	case b == nil:
		return "content.removed", Neutral
	}
	return "content.changed", Both
}

// unknowns names what the walk does not know: keywords, and references to nowhere.
func (e *emitter) unknowns(c cut) {
	by := map[string][2][]mark{}
	for i, n := range []*node{c.a, c.b} {
		for _, m := range n.unmodelled {
			l := by[m.name]
			l[i] = append(l[i], m)
			by[m.name] = l
		}
	}
	for _, name := range sorted(by) {
		e.lists("keyword.unmodelled", by[name], c)
	}
	var refs [2][]mark
	for i, n := range []*node{c.a, c.b} {
		for _, m := range n.opaque {
			if m.name == "$ref" {
				refs[i] = append(refs[i], m)
			}
		}
	}
	e.lists("ref.unresolvable", refs, c)
	e.unevaluated(c, "unevaluatedProperties")
	e.unevaluated(c, "unevaluatedItems")
}

// lists emits an event that nobody can judge when the values differ.
func (e *emitter) lists(rule string, l [2][]mark, c cut) {
	gone, come := unmatched(l[0], l[1]), unmatched(l[1], l[0])
	if len(gone)+len(come) == 0 {
		return
	}
	v := change{c: c}
	v.marks(first(gone), first(come), "")
	if m := first(come); m != nil {
		v.detail = m.detail
	} else {
		v.detail = gone[0].detail
	}
	e.covered |= either
	e.emit(rule, Both, v)
}

func first(l []mark) *mark {
	if len(l) == 0 {
		return nil
	}
	return &l[0]
}

// unevaluated compares unevaluated* that depend on the value.
func (e *emitter) unevaluated(c cut, name string) {
	a, b := c.a.hidden(name), c.b.hidden(name)
	v := change{c: c}
	v.marks(a, b, name)
	v.before, v.after = v.before.Get(name), v.after.Get(name)
	m := either
	switch {
	case a == nil && b == nil, a != nil && b != nil && jsonv.Equal(a.v, b.v, jsonv.Source):
		return
	case a == nil:
		m = tight
	case b == nil:
		m = widen
	default:
		v.detail = b.detail
	}
	e.set(rules{name + ".opened", name + ".closed", name + ".changed"}, m, v)
}

func (n *node) hidden(name string) *mark {
	for i, m := range n.opaque {
		if m.name == name {
			return &n.opaque[i]
		}
	}
	return nil
}

// documents names what concerns both documents as a whole.
func (e *emitter) documents(a, b *document) {
	v := change{
		pointer: "/$schema", before: a.root.Get("$schema"), after: b.root.Get("$schema"),
	}
	switch {
	case !a.known || !b.known:
		e.modelled = false
		e.emit("dialect.unsupported", Both, v)
	case a.dialect != b.dialect && (!a.sameMeaning(b.dialect) || !b.sameMeaning(a.dialect)):
		e.emit("dialect.changed", Neutral, v)
	}
	before, after := a.dynamicRef(), b.dynamicRef()
	if before == nil && after == nil {
		return
	}
	e.modelled = false
	v = change{detail: "what it leads to depends on the whole document"}
	v.c = cut{sa: site{""}, sb: site{""}}
	v.marks(before, after, "")
	e.emit("dynamicRef.changed", Both, v)
}

// dynamicRef returns the first reference of the document that only a value resolves.
func (doc *document) dynamicRef() *mark {
	if !doc.dynamic {
		return nil
	}
	return findDynamic(doc.root, "", doc.dialect)
}

func findDynamic(v *jsonv.Value, at string, d dialect) (found *mark) {
	if v.Kind() != jsonv.Object {
		return nil
	}
	for _, name := range []string{"$dynamicRef", "$recursiveRef"} {
		if m := v.Get(name); m.Exists() && keywords[name].has(d) {
			return &mark{place: place{rel: at + "/" + name}, name: name, v: m}
		}
	}
	var best *mark
	below(v, func(_, pointer string, s *jsonv.Value) {
		if m := findDynamic(s, at+pointer, d); m != nil && (best == nil || m.rel < best.rel) {
			best = m
		}
	})
	return best
}
