package schemawalk

import "github.com/mooring-mcp/mooring/internal/jsonv"

// seen is what the applicators of a schema evaluate, where that can be said without
// a value.
type seen struct {
	names    map[string]bool
	patterns map[string]bool
	props    bool // all properties
	prefix   int
	items    bool // all items
	// loose are applicators of which only a value tells whether they evaluate.
	looseProps, looseItems bool
}

// unevaluatedProperties is additionalProperties over all names that the schema and
// what is merged into it declare; with a dynamic applicator nobody knows.
func (b *builder) unevaluatedProperties(r ref, at place) {
	v := r.v.Get("unevaluatedProperties")
	if !v.Exists() || !keywords["unevaluatedProperties"].has(r.doc.dialect) || b.isTrue(r, v) {
		return
	}
	s := &seen{names: map[string]bool{}, patterns: map[string]bool{}}
	s.gather(r, true, map[*jsonv.Value]bool{})
	switch m := (mark{at.down("unevaluatedProperties"), "unevaluatedProperties", v, ""}); {
	case s.looseProps:
		b.n.opaque = append(b.n.opaque, mark{m.place, m.name, r.v, "depends on which branch holds"})
	case s.props:
	default:
		f := fields{v: r.v, keyword: m.name, rest: sub{ref: ref{r.doc, v}, at: m.place}, props: map[string]sub{}}
		for name := range s.names {
			f.props[name] = sub{}
		}
		for _, p := range sorted(s.patterns) {
			f.patterns = append(f.patterns, pattern{text: p, re: b.pattern(p)})
		}
		b.n.fields = append(b.n.fields, f)
	}
}

func (b *builder) unevaluatedItems(r ref, at place) {
	v := r.v.Get("unevaluatedItems")
	if !v.Exists() || !keywords["unevaluatedItems"].has(r.doc.dialect) || b.isTrue(r, v) {
		return
	}
	s := &seen{names: map[string]bool{}, patterns: map[string]bool{}}
	s.gather(r, true, map[*jsonv.Value]bool{})
	m := mark{at.down("unevaluatedItems"), "unevaluatedItems", r.v, "depends on which branch holds"}
	switch {
	case s.looseItems:
		b.n.opaque = append(b.n.opaque, m)
	case s.items:
	default:
		b.n.rows = append(b.n.rows, row{
			prefix: make([]sub, s.prefix), rest: sub{ref: ref{r.doc, v}, at: m.place}, keyword: m.name,
		})
	}
}

func (b *builder) isTrue(r ref, v *jsonv.Value) bool {
	return v.Bool() || v.Kind() == jsonv.Object && b.trivial(b.node(conj{refs: []ref{{r.doc, v}}}), anyType)
}

// gather adds what r evaluates. own leaves out the unevaluated* of r itself.
func (s *seen) gather(r ref, own bool, met map[*jsonv.Value]bool) {
	if r.v.Kind() != jsonv.Object || met[r.v] {
		return
	}
	met[r.v] = true
	s.direct(r, own)
	if target, ok := r.v.Get("$ref").Str(); ok {
		if t := r.doc.resolve(r.v, target); t != nil {
			s.gather(ref{r.doc, t}, false, met)
		} else {
			s.looseProps, s.looseItems = true, true
		}
	}
	for _, v := range r.v.Get("allOf").Items() {
		s.gather(ref{r.doc, v}, false, met)
	}
	if r.v.Get("$dynamicRef").Exists() || r.v.Get("$recursiveRef").Exists() {
		s.looseProps, s.looseItems = true, true
	}
	below(r.v, func(keyword, _ string, v *jsonv.Value) {
		switch keyword {
		case "anyOf", "oneOf", "if", "then", "else", "dependentSchemas":
			s.loosen(ref{r.doc, v}, met)
		}
	})
}

// loosen notes that what a branch evaluates depends on the value.
func (s *seen) loosen(r ref, met map[*jsonv.Value]bool) {
	x := &seen{names: map[string]bool{}, patterns: map[string]bool{}}
	x.gather(r, false, met)
	s.looseProps = s.looseProps || x.looseProps || x.props || len(x.names)+len(x.patterns) > 0
	s.looseItems = s.looseItems || x.looseItems || x.items || x.prefix > 0
}

func (s *seen) direct(r ref, own bool) {
	for name := range r.v.Get("properties").Members() {
		s.names[name] = true
	}
	for p := range r.v.Get("patternProperties").Members() {
		s.patterns[p] = true
	}
	s.props = s.props || r.v.Get("additionalProperties").Exists() || !own && r.v.Get("unevaluatedProperties").Exists()
	s.items = s.items || !own && r.v.Get("unevaluatedItems").Exists()
	items := r.v.Get("items")
	if items.Kind() == jsonv.Array {
		s.prefix = max(s.prefix, items.Len())
		s.items = s.items || r.v.Get("additionalItems").Exists()
	} else if items.Exists() {
		s.items = true
	}
	if r.doc.dialect == draft20 {
		s.prefix = max(s.prefix, r.v.Get("prefixItems").Len())
		s.looseItems = s.looseItems || r.v.Get("contains").Exists()
	}
}
