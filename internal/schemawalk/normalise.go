package schemawalk

import (
	"math/big"
	"slices"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// merge takes in what turns out to hold without a condition. It reports whether
// there was any, and is called until there is none.
func (b *builder) merge() bool {
	n := b.n
	n.types &= anyType
	for _, m := range n.enums {
		var t types
		values := []*jsonv.Value{m.v}
		if m.name == "enum" {
			values = values[:0]
			for _, v := range m.v.Items() {
				values = append(values, v)
			}
		}
		for _, v := range values {
			t |= typeOf(v)
		}
		n.types &= t
	}
	if n.never || n.types == 0 {
		return false
	}
	b.negations()
	return b.mergeUnions() || b.mergeConditionals() || b.mergeDependencies()
}

// mergeUnions drops branches that cannot hold, and takes in the last one.
func (b *builder) mergeUnions() bool {
	n := b.n
	for i, u := range n.unions {
		left := union{one: u.one, mark: u.mark}
		var t types
		whole := false
		for j, s := range u.branches {
			x := b.inPlace(s)
			if x.never || x.types&n.types == 0 {
				continue
			}
			t |= x.types
			whole = whole || b.trivial(x, n.types)
			left.branches = append(left.branches, u.branches[j])
			left.nodes = append(left.nodes, x)
		}
		n.types &= t
		switch {
		case len(left.branches) == 0:
			n.never = true
			return false
		case len(left.branches) == 1:
			n.unions = slices.Delete(slices.Clone(n.unions), i, i+1)
			b.take(left.branches[0])
			return true
		case whole && !u.one:
			n.unions = slices.Delete(slices.Clone(n.unions), i, i+1)
			return true
		}
		n.unions[i] = left
	}
	return false
}

// negations cuts the types off that a not leaves nothing of.
func (b *builder) negations() {
	n := b.n
	left := n.nots[:0:0]
	for _, s := range n.nots {
		x := b.inPlace(s)
		for _, t := range []types{null, boolean, integer, fraction, text, array, object} {
			if n.types&t != 0 && b.trivial(x, t) {
				n.types &^= t
			}
		}
		if !x.never && x.types&n.types != 0 {
			left = append(left, s)
		}
	}
	n.nots = left
}

func (b *builder) mergeConditionals() bool {
	n := b.n
	for i, c := range n.conds {
		x := b.inPlace(c.cond)
		taken := c.then
		switch {
		case b.trivial(x, n.types):
		case x.never || x.types&n.types == 0:
			taken = c.otherwise
		default:
			continue
		}
		n.conds = slices.Delete(slices.Clone(n.conds), i, i+1)
		if taken.v != nil {
			b.take(taken)
		}
		return true
	}
	return false
}

// mergeDependencies takes in what a required name needs.
func (b *builder) mergeDependencies() bool {
	n := b.n
	changed := false
	if n.types != object {
		return false
	}
	for _, name := range sorted(n.needs) {
		if _, ok := n.required[name]; !ok {
			continue
		}
		for _, needed := range sorted(n.needs[name]) {
			changed = b.require(needed, n.needs[name][needed]) || changed
		}
		delete(n.needs, name)
	}
	for _, name := range sorted(n.implies) {
		if _, ok := n.required[name]; !ok {
			continue
		}
		for _, s := range n.implies[name] {
			b.take(s)
		}
		delete(n.implies, name)
		changed = true
	}
	return changed
}

// descend compiles what else applies to the same value, to find out whether the
// node contains itself.
func (b *builder) descend() {
	for _, c := range b.n.conds {
		for _, s := range []sub{c.then, c.otherwise} {
			if s.v != nil {
				b.inPlace(s)
			}
		}
	}
	for _, name := range sorted(b.n.implies) {
		for _, s := range b.n.implies[name] {
			b.inPlace(s)
		}
	}
}

// finish works out what the gathered keywords come to.
func (b *builder) finish() {
	n := b.n
	b.descend()
	if !n.never {
		b.numbers()
		b.texts()
		b.arrays()
		b.objects()
	}
	if n.types == 0 {
		n.never = true
	}
	if !n.never {
		b.enumerate()
	}
	if n.never {
		n.types, n.finite, n.values = 0, true, nil
	}
}

func (b *builder) drop(t types) { b.n.types &^= t }

func (b *builder) numbers() {
	n := b.n
	if n.multiple != nil && n.multiple.at.IsInt() {
		b.drop(fraction)
	}
	if n.types&fraction == 0 && n.types&integer != 0 {
		b.wholeNumbers()
	}
	if n.types&numeric == 0 {
		n.lower, n.upper, n.multiple = nil, nil, nil
		return
	}
	if n.multiple != nil {
		n.lower.align(n.multiple.at, ceil, 1)
		n.upper.align(n.multiple.at, floor, -1)
	}
	if n.lower != nil && n.upper != nil {
		c := n.lower.at.Cmp(n.upper.at)
		if c > 0 || c == 0 && (n.lower.strict || n.upper.strict) {
			b.drop(numeric)
		}
	}
}

// wholeNumbers rewrites bounds of integers without strictness, and multipleOf as a
// multiple of 1.
func (b *builder) wholeNumbers() {
	n := b.n
	one := big.NewRat(1, 1)
	n.lower.align(one, ceil, 1)
	n.upper.align(one, floor, -1)
	if n.multiple != nil {
		at := lcm(n.multiple.at, one)
		n.multiple = &bound{at: at, mark: n.multiple.mark}
		if at.Cmp(one) == 0 {
			n.multiple = nil
		}
	}
	if n.lower != nil && n.lower.at.Cmp(new(big.Rat).Neg(safe)) == 0 {
		n.range2[0] = &n.lower.mark
	}
	if n.upper != nil && n.upper.at.Cmp(safe) == 0 {
		n.range2[1] = &n.upper.mark
	}
	if !b.Strict && n.range2[0] != nil {
		n.lower = nil
	}
	if !b.Strict && n.range2[1] != nil {
		n.upper = nil
	}
}

// align moves a bound to the next multiple of step.
func (x *bound) align(step *big.Rat, round func(*big.Rat) *big.Rat, sign int64) {
	if x == nil {
		return
	}
	k := round(new(big.Rat).Quo(x.at, step))
	at := new(big.Rat).Mul(k, step)
	if x.strict && at.Cmp(x.at) == 0 {
		at.Add(at, new(big.Rat).Mul(step, big.NewRat(sign, 1)))
	}
	x.at, x.strict = at, false
}

func (n *node) empty(low int, most int64) bool {
	high := n.sizes[low+1]
	return high.set && n.least(low) > high.n || most >= 0 && n.least(low) > most
}

func (b *builder) texts() {
	n := b.n
	if n.empty(minLength, -1) {
		b.drop(text)
	}
	if n.types&text == 0 {
		n.sizes[minLength], n.sizes[maxLength], n.patterns = limit{}, limit{}, nil
	}
}

func (b *builder) arrays() {
	n := b.n
	if n.types&array != 0 {
		n.most = b.longest()
		if n.empty(minItems, n.most) {
			b.drop(array)
		}
	}
	if n.types&array != 0 {
		b.containment()
	}
	if n.types&array == 0 {
		n.sizes[minItems], n.sizes[maxItems], n.rows, n.contains, n.unique = limit{}, limit{}, nil, nil, nil
	}
}

// longest returns how many items the item schemas and maxItems leave, -1 for any
// number.
func (b *builder) longest() int64 {
	most := int64(-1)
	if x := b.n.sizes[maxItems]; x.set {
		most = x.n
	}
	for _, r := range b.n.rows {
		for i := 0; i <= len(r.prefix); i++ {
			s := r.rest
			if i < len(r.prefix) {
				s = r.prefix[i]
			}
			if (most < 0 || int64(i) < most) && s.v != nil && b.child([]sub{s}).never {
				most = int64(i)
			}
		}
	}
	return most
}

// containment drops arrays that a contains leaves nothing of, and contains without
// an effect.
func (b *builder) containment() {
	n := b.n
	left := n.contains[:0:0]
	for _, c := range n.contains {
		x := b.child([]sub{c.sub})
		switch {
		case x.never && c.min.n > 0:
			b.drop(array)
		case x.never:
		case c.max.set && c.min.n > c.max.n, n.most >= 0 && c.min.n > n.most:
			b.drop(array)
		default:
			left = append(left, c)
		}
	}
	n.contains = left
}

func (b *builder) objects() {
	n := b.n
	if n.types&object != 0 {
		most := int64(-1)
		for _, f := range n.fields {
			if len(f.patterns) == 0 && f.rest.v != nil && b.child([]sub{f.rest}).never {
				if most < 0 || int64(len(f.props)) < most {
					most = int64(len(f.props))
				}
			}
		}
		if n.empty(minProperties, most) {
			b.drop(object)
		}
	}
	for _, name := range sorted(n.required) {
		if n.types&object != 0 && b.forbidden(n, name) {
			b.drop(object)
		}
	}
	if n.types&object == 0 {
		n.sizes[minProperties], n.sizes[maxProperties] = limit{}, limit{}
		n.required, n.fields, n.names, n.needs, n.implies = nil, nil, nil, nil, nil
	}
}
