package schemawalk

import "strings"

func (w *walk) objectsHold(a, b *node) bool {
	most := int64(-1)
	for name := range b.required {
		if _, ok := a.required[name]; !ok {
			return false
		}
	}
	if !sizesHold(a, b, minProperties, most) && !w.closedWithin(a, b) {
		return false
	}
	if a.unreadable() || b.unreadable() {
		return sameFields(a, b) && w.namesHold(a, b) && w.dependenciesHold(a, b)
	}
	if x := a.sizes[maxProperties]; x.set && x.n == 0 {
		return w.namesHold(a, b) && w.dependenciesHold(a, b)
	}
	return w.propertiesHold(a, b) && w.namesHold(a, b) && w.dependenciesHold(a, b)
}

// closedWithin is the case that a has so few names that a maximum cannot matter.
func (w *walk) closedWithin(a, b *node) bool {
	for _, f := range a.fields {
		if len(f.patterns) == 0 && f.rest.v != nil && w.place(f.rest).never {
			return sizesHold(a, b, minProperties, int64(len(f.props)))
		}
	}
	return false
}

// propertiesHold compares what holds for each name: declared names one by one, all
// others by the patterns that they can match.
func (w *walk) propertiesHold(a, b *node) bool {
	for _, m := range []map[string]bool{b.propertyNames(), a.propertyNames()} {
		for _, name := range sorted(m) {
			if !w.subset(w.field(a, name), w.child(b.property(name))) {
				return false
			}
		}
	}
	open := w.child(a.remainder())
	for _, f := range b.fields {
		for _, p := range f.patterns {
			if !w.patternHolds(a, p, open) {
				return false
			}
		}
		if !w.restHolds(a, f, open) {
			return false
		}
	}
	return true
}

// patternHolds proves one pattern of b for undeclared names.
func (w *walk) patternHolds(a *node, p pattern, open *node) bool {
	if p.sub.v == nil {
		return true
	}
	if !w.spend(1 + len(a.fields)) {
		return false
	}
	want := w.place(p.sub)
	if only := a.only(p.text); only != nil && w.subset(w.child(only), want) {
		return true
	}
	if p.re == nil || w.namesAvoid(a, p) {
		return p.re != nil
	}
	if !w.subset(open, want) {
		return false
	}
	texts := a.patternTexts()
	if !w.spend(len(texts) / 4) {
		return false
	}
	for _, q := range sorted(texts) {
		if !w.subset(w.child(a.only(q)), want) {
			return false
		}
	}
	return true
}

// namesAvoid reports whether propertyNames of a leaves no name that p matches.
func (w *walk) namesAvoid(a *node, p pattern) bool {
	if len(a.names) == 0 {
		return false
	}
	names := w.child(a.names)
	if !names.finite {
		return false
	}
	for _, v := range names.values {
		if name, ok := v.Str(); ok && p.re.MatchString(name) {
			return false
		}
	}
	return true
}

// restHolds proves what b says about undeclared names that no pattern of it matches.
func (w *walk) restHolds(a *node, f fields, open *node) bool {
	if f.rest.v == nil {
		return true
	}
	want := w.place(f.rest)
	if len(a.names) > 0 {
		names := w.child(a.names)
		if names.never || names.finite && w.listed(a, f, names) {
			return true
		}
	}
	if !w.subset(open, want) {
		return false
	}
	own := map[string]bool{}
	for _, p := range f.patterns {
		own[p.text] = true
	}
	texts := a.patternTexts()
	if !w.spend(len(texts) / 4) {
		return false
	}
	for _, q := range sorted(texts) {
		if !own[q] && !w.subset(w.child(a.only(q)), want) {
			return false
		}
	}
	return true
}

// listed reports whether every name that propertyNames leaves is declared in f, or
// fits its rest.
func (w *walk) listed(a *node, f fields, names *node) bool {
	want := w.place(f.rest)
	for _, v := range names.values {
		name, ok := v.Str()
		if !ok {
			continue
		}
		if _, declared := f.props[name]; !declared && !w.subset(w.child(a.property(name)), want) {
			return false
		}
	}
	return true
}

func (w *walk) namesHold(a, b *node) bool {
	if len(b.names) == 0 {
		return true
	}
	want := w.child(b.names)
	if len(a.names) > 0 && w.subset(w.ofType(w.child(a.names), text), want) {
		return true
	}
	// A closed object has the names that it declares.
	for _, f := range a.fields {
		if f.rest.v == nil || !w.place(f.rest).never || len(f.patterns) > 0 {
			continue
		}
		held := true
		for _, name := range sorted(f.props) {
			held = held && (w.accepts(want.in, quoted(name)) == yes || w.forbidden(a, name))
		}
		if held {
			return true
		}
	}
	return w.trivial(want, text)
}

func (w *walk) dependenciesHold(a, b *node) bool {
	for _, name := range sorted(b.needs) {
		for _, needed := range sorted(b.needs[name]) {
			_, always := a.required[needed]
			_, same := a.needs[name][needed]
			if !always && !same && !w.forbidden(a, name) {
				return false
			}
		}
	}
	for _, name := range sorted(b.implies) {
		want := w.child(b.implies[name])
		if w.forbidden(a, name) || w.subset(a, want) {
			continue
		}
		got := a.implies[name]
		if got == nil || !w.subset(w.child(got), want) {
			return false
		}
	}
	return true
}

// unreadable reports a pattern that may match any name, or none.
func (n *node) unreadable() bool {
	for _, f := range n.fields {
		for _, p := range f.patterns {
			if p.re == nil {
				return true
			}
		}
	}
	return false
}

// sameFields reports whether properties and their neighbours are written the same,
// without a reference that could lead elsewhere.
func sameFields(a, b *node) bool {
	if len(a.fields) != len(b.fields) {
		return false
	}
	for i, f := range a.fields {
		for _, name := range []string{"properties", "patternProperties", f.keyword} {
			x, y := f.v.Get(name), b.fields[i].v.Get(name)
			if x.Exists() != y.Exists() || canonical(x) != canonical(y) || strings.Contains(x.Raw(), `Ref"`) || strings.Contains(x.Raw(), `$ref`) {
				return false
			}
		}
	}
	return true
}
