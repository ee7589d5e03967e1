package schemawalk

import "github.com/mooring-mcp/mooring/internal/jsonv"

// strangers finds every keyword of a document that is not modelled, whether or not
// it stands where it can matter, by name and value. Definitions count when
// something refers to them.
func (w *walk) strangers(doc *document) map[string]mark {
	if !doc.known {
		w.modelled = false
	}
	found := map[string]mark{}
	w.strange(doc, doc.root, "", found, map[*jsonv.Value]bool{})
	return found
}

func (w *walk) strange(doc *document, v *jsonv.Value, at string, found map[string]mark, met map[*jsonv.Value]bool) {
	if v.Kind() != jsonv.Object || met[v] || len(met) > maxSteps {
		return
	}
	met[v] = true
	for name, m := range v.Members() {
		if containers[name] || isNote(name) {
			continue
		}
		if k, ok := keywords[name]; ok && k.has(doc.dialect) {
			w.modelled = w.modelled && name != "$dynamicRef" && name != "$recursiveRef"
			continue
		}
		w.modelled = false
		if key := name + " " + canonical(m); found[key].v == nil {
			found[key] = mark{place: place{rel: jsonv.AppendPointer(at, name)}, name: name, v: m}
		}
	}
	if target, ok := v.Get("$ref").Str(); ok {
		s := doc.resolve(v, target)
		if s == nil {
			w.modelled = false
		}
		w.strange(doc, s, at, found, met)
	}
	under := map[string]*jsonv.Value{}
	below(v, func(keyword, pointer string, s *jsonv.Value) {
		if !containers[keyword] {
			under[pointer] = s
		}
	})
	for _, pointer := range sorted(under) { // by name, so that member order does not matter
		w.strange(doc, under[pointer], at+pointer, found, met)
	}
}

// leftOut names keywords that are not modelled and stand where the walk did not
// come: below a type that cannot be, in a branch that cannot hold.
func (e *emitter) leftOut(a, b *document) {
	before, after := e.strangers(a), e.strangers(b)
	named := map[string]bool{}
	for _, v := range e.events {
		if v.Rule == "keyword.unmodelled" {
			named[canonical(v.Before)], named[canonical(v.After)] = true, true
		}
	}
	for i, list := range []map[string]mark{before, after} {
		other := []map[string]mark{after, before}[i]
		for _, key := range sorted(list) {
			m := list[key]
			if _, both := other[key]; both || named[canonical(m.v)] {
				continue
			}
			v := change{pointer: m.rel, before: m.v}
			if i == 1 {
				v.before, v.after = nil, m.v
			}
			e.emit("keyword.unmodelled", Both, v)
		}
	}
}
