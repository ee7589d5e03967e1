package schemawalk

import (
	"math/big"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// types names a change of what type says. What enum or a union does to the types is
// named there.
func (e *emitter) types(c cut) {
	if c.a.declared == c.b.declared {
		return
	}
	m := same
	if c.b.types&^c.a.types != 0 {
		m |= widen
	}
	if c.a.types&^c.b.types != 0 {
		m |= tight
	}
	v := change{c: c}
	v.marks(c.a.typed, c.b.typed, "type")
	e.set(typeRules, m, v)
}

// listing returns the values that enum and const leave, nil without one.
func (n *node) listing() map[string]bool {
	if len(n.enums) == 0 {
		return nil
	}
	list := map[string]bool{}
	values := n.values
	if !n.finite {
		for _, v := range n.enums[0].v.Items() {
			if typeOf(v)&n.types != 0 {
				values = append(values, v)
			}
		}
		if n.enums[0].name == "const" {
			values = []*jsonv.Value{n.enums[0].v}
		}
	}
	for _, v := range values {
		list[canonical(v)] = true
	}
	return list
}

func (e *emitter) enums(c cut) {
	a, b := c.a.listing(), c.b.listing()
	if a == nil && b == nil || c.a.types&c.b.types == 0 && (a == nil || b == nil) {
		return
	}
	v := change{c: c}
	switch {
	case a == nil:
		v.marks(nil, &c.b.enums[0], "enum")
		e.set(rules{"enum.widened", c.b.enums[0].name + ".added", "enum.changed"}, tight, v)
	case b == nil:
		v.marks(&c.a.enums[0], nil, "enum")
		e.set(rules{c.a.enums[0].name + ".removed", "enum.narrowed", "enum.changed"}, widen, v)
	default:
		v.marks(&c.a.enums[0], &c.b.enums[0], "enum")
		changed := "enum.changed"
		if c.a.enums[0].name == "const" && c.b.enums[0].name == "const" {
			changed = "const.changed"
		}
		e.set(rules{"enum.widened", "enum.narrowed", changed}, missing(a, b)*widen|missing(b, a)*tight, v)
	}
}

// missing is 1 when b has something that a lacks.
func missing(a, b map[string]bool) mask {
	for key := range b {
		if !a[key] {
			return 1
		}
	}
	return 0
}

func (e *emitter) numeric(c cut) {
	if c.a.types&c.b.types&numeric == 0 {
		return
	}
	e.end(c, c.a.lower, c.b.lower, 0)
	e.end(c, c.a.upper, c.b.upper, 1)
	e.multipleOf(c)
}

// end compares one end of the range.
func (e *emitter) end(c cut, a, b *bound, i int) {
	sign := 1 - 2*i
	m := same
	if b != nil && (a == nil || b.beyond(a, sign)) {
		m |= tight
	}
	if a != nil && (b == nil || a.beyond(b, sign)) {
		m |= widen
	}
	before, after := bounding(a, c.a.range2[i]), bounding(b, c.b.range2[i])
	v := change{c: c}
	v.marks(before, after, "")
	if (a == nil || c.a.range2[i] != nil) && (b == nil || c.b.range2[i] != nil) {
		e.interoperable(m, v)
		return
	}
	keyword := before
	if after != nil {
		keyword = after
	}
	if m != same {
		e.set(rules{keyword.name + ".loosened", keyword.name + ".tightened", ""}, m, v)
	}
}

func bounding(x *bound, span *mark) *mark {
	if span != nil || x == nil {
		return span
	}
	return &x.mark
}

// interoperable is a bound that only writes the range of integers down that every
// reader of JSON understands (reading C08).
func (e *emitter) interoperable(m mask, v change) {
	if (v.before == nil) == (v.after == nil) {
		return
	}
	const rule = "bounds.interoperable"
	if e.Strict {
		e.set(rules{rule, rule, rule}, m, v)
	} else if !e.muted {
		e.emit(rule, Neutral, v)
	}
}

func (e *emitter) multipleOf(c cut) {
	a, b := c.a.step(), c.b.step()
	var before, after *mark
	if c.a.multiple != nil {
		before = &c.a.multiple.mark
	}
	if c.b.multiple != nil {
		after = &c.b.multiple.mark
	}
	if before == nil && after == nil {
		return
	}
	m := either
	switch {
	case a == nil, b != nil && divides(a, b):
		m = tight
		if a != nil && b != nil && divides(b, a) {
			m = same
		}
	case b == nil, divides(b, a):
		m = widen
	}
	v := change{c: c}
	v.marks(before, after, "multipleOf")
	e.set(rules{"multipleOf.loosened", "multipleOf.tightened", "multipleOf.changed"}, m, v)
}

// step is what numbers of the node are multiples of, nil for nothing.
func (n *node) step() *big.Rat {
	switch {
	case n.multiple != nil:
		return n.multiple.at
	case n.types&fraction == 0:
		return big.NewRat(1, 1)
	}
	return nil
}

// sized compares the counted keywords.
func (e *emitter) sized(c cut) {
	for i, t := range [sizeCount]types{text, text, array, array, object, object} {
		if c.a.types&c.b.types&t == 0 {
			continue
		}
		x, y := c.a.sizes[i], c.b.sizes[i]
		m := same
		if i%2 == 0 {
			if y.n > c.a.least(i) {
				m |= tight
			}
			if x.n > c.b.least(i) {
				m |= widen
			}
		} else {
			m = fewer(x, y)*widen | fewer(y, x)*tight
		}
		e.count(c, sizeNames[i], [2]limit{x, y}, m)
	}
}

// fewer is 1 when x is a stricter maximum than y.
func fewer(x, y limit) mask {
	if x.set && (!y.set || x.n < y.n) {
		return 1
	}
	return 0
}

func (e *emitter) count(c cut, name string, limits [2]limit, m mask) {
	v := change{c: c}
	v.marks(limits[0].written(), limits[1].written(), name)
	e.set(rules{name + ".loosened", name + ".tightened", ""}, m, v)
}

func (l *limit) written() *mark {
	if !l.set {
		return nil
	}
	return &l.mark
}

func (e *emitter) texts(c cut) {
	e.format(c)
	if c.a.types&c.b.types&text == 0 {
		return
	}
	gone, come := unmatched(c.a.patterns, c.b.patterns), unmatched(c.b.patterns, c.a.patterns)
	if len(gone) == 1 && len(come) == 1 {
		v := change{c: c}
		v.marks(&gone[0], &come[0], "pattern")
		e.set(rules{"pattern.widened", "pattern.narrowed", "pattern.changed"}, either, v)
		return
	}
	for i := range come {
		v := change{c: c}
		v.marks(nil, &come[i], "pattern")
		e.set(rules{"pattern.widened", "pattern.added", "pattern.changed"}, tight, v)
	}
	for i := range gone {
		v := change{c: c}
		v.marks(&gone[i], nil, "pattern")
		e.set(rules{"pattern.removed", "pattern.narrowed", "pattern.changed"}, widen, v)
	}
}

// unmatched returns what of x does not stand in y.
func unmatched(x, y []mark) (out []mark) {
	for _, m := range x {
		found := false
		for _, o := range y {
			found = found || canonical(m.v) == canonical(o.v)
		}
		if !found {
			out = append(out, m)
		}
	}
	return out
}

// format is an annotation to some validators and an assertion to others. So one
// that comes or goes is not judged by the set but in strict, where a draft asserts it.
func (e *emitter) format(c cut) {
	a, b := formatOf(c.a), formatOf(c.b)
	v := change{c: c}
	v.marks(a, b, "format")
	switch {
	case a == nil && b == nil, a != nil && b != nil && a.v.Text() == b.v.Text(), e.muted:
	case a == nil:
		e.graded("format.added", tight, e.asserted(c.b, *b), v)
	case b == nil:
		e.graded("format.removed", widen, e.asserted(c.a, *a), v)
	default:
		e.covered |= either
		e.emit("format.changed", Both, v)
	}
}

func (e *emitter) graded(rule string, m mask, asserted bool, v change) {
	effect := Neutral
	if asserted {
		m &= v.c.m
		e.covered |= m
		effect = m.effect()
	}
	e.emit(rule, effect, v)
}

// formatOf returns the format that says something about the node's types.
func formatOf(n *node) *mark {
	for i, m := range n.formats {
		if n.types&text != 0 || !stringFormats[m.v.Text()] {
			return &n.formats[i]
		}
	}
	return nil
}

// quoteAll lists names for people.
func quoteAll(names []string) string {
	const most = 20
	var b strings.Builder
	for i, name := range names {
		if i == most {
			b.WriteString(", ...")
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		b.Write(jsonv.AppendQuoted(nil, name))
	}
	return b.String()
}
