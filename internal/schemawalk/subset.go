package schemawalk

import "math/big"

// proof is what is known of the question whether one node contains another.
type proof int8

const (
	open proof = iota + 1 // being proved: assumed, so that recursion ends
	proved
	failed // not proved; it may hold all the same
)

// maxSplits bounds how often a proof may fall into cases below each other.
const maxSplits = 3

// subset reports whether it is proved that every value of a is one of b. A pair
// that is met again inside its own proof is assumed to hold (coinduction); what was
// proved on an assumption that fails is forgotten.
func (w *walk) subset(a, b *node) bool {
	if a == b || a.never {
		return true
	}
	key := [2]int{a.id, b.id}
	if p := w.proofs[key]; p != 0 {
		return p != failed
	}
	if w.depth >= maxDepth {
		w.hit("depth")
		return false
	}
	if !w.spend(2) {
		return false
	}
	return w.settle(key, func() bool { return w.prove(a, b) })
}

// settle proves something once. Where that fails, what was proved on the way is
// forgotten, since it may rest on it.
func (w *walk) settle(key [2]int, prove func() bool) bool {
	w.proofs[key] = open
	start := len(w.trail)
	w.depth++
	ok := prove()
	w.depth--
	if ok {
		w.proofs[key] = proved
		w.trail = append(w.trail, key)
		return true
	}
	for _, k := range w.trail[start:] {
		delete(w.proofs, k)
	}
	w.trail = w.trail[:start]
	w.proofs[key] = failed
	return false
}

// relation returns the directions that a change from a to b can have.
func (w *walk) relation(a, b *node) mask {
	m := same
	if w.steps < 0 && a != b {
		return either
	}
	if !w.subset(a, b) {
		m |= tight
	}
	if !w.subset(b, a) {
		m |= widen
	}
	return m
}

func (w *walk) prove(a, b *node) bool {
	if b.never {
		return false
	}
	if a.finite && b.finite {
		for key, held := range a.keys {
			if held && !b.keys[key] {
				return false
			}
		}
		return w.spend(len(a.keys) / 16)
	}
	if a.finite {
		for _, v := range a.values {
			if w.accepts(b.in, v) != yes || w.breaksFormat(a, b) {
				return false
			}
		}
		return true
	}
	if b.finite || b.circular() || a.types&^b.types != 0 {
		return false
	}
	return w.direct(a, b) || w.split(a, b)
}

func (w *walk) breaksFormat(a, b *node) bool {
	return a.types&text != 0 && w.formatted(b) && !w.formatsHold(a, b)
}

// direct proves every keyword of b from a as a whole.
func (w *walk) direct(a, b *node) bool {
	if a.types&numeric != 0 && !numbersHold(a, b) {
		return false
	}
	if a.types&text != 0 && !w.textsHold(a, b) {
		return false
	}
	if !opaqueHold(a, b) {
		return false
	}
	if a.types&array != 0 && !w.arraysHold(a, b) {
		return false
	}
	if a.types&object != 0 && !w.objectsHold(a, b) {
		return false
	}
	return w.unionsHold(a, b) && w.notsHold(a, b) && w.condsHold(a, b)
}

func numbersHold(a, b *node) bool {
	if b.lower != nil && (a.lower == nil || b.lower.beyond(a.lower, 1)) {
		return false
	}
	if b.upper != nil && (a.upper == nil || b.upper.beyond(a.upper, -1)) {
		return false
	}
	if b.multiple == nil {
		return true
	}
	step := big.NewRat(1, 1)
	switch {
	case a.multiple != nil:
		step = a.multiple.at
	case a.types&fraction != 0:
		return false
	}
	return divides(b.multiple.at, step)
}

func (w *walk) textsHold(a, b *node) bool {
	if !sizesHold(a, b, minLength, -1) || !w.formatsHold(a, b) {
		return false
	}
	for _, p := range b.patterns {
		if !hasPattern(a, p) {
			return false
		}
	}
	return true
}

func (w *walk) formatsHold(a, b *node) bool {
	for _, m := range b.formats {
		held := !w.asserted(b, m)
		for _, x := range a.formats {
			held = held || x.v.Text() == m.v.Text()
		}
		if !held {
			return false
		}
	}
	return true
}

func hasPattern(n *node, p mark) bool {
	for _, x := range n.patterns {
		if includes(x.v.Text(), p.v.Text()) {
			return true
		}
	}
	return false
}

// sizesHold compares a minimum and the maximum beside it; most is what a leaves by
// other means, -1 for no limit.
func sizesHold(a, b *node, low int, most int64) bool {
	if b.sizes[low].set && b.sizes[low].n > a.least(low) {
		return false
	}
	high := b.sizes[low+1]
	if x := a.sizes[low+1]; x.set && (most < 0 || x.n < most) {
		most = x.n
	}
	return !high.set || most >= 0 && most <= high.n
}

// opaqueHold wants everything that nobody knows of b to stand in a, too.
func opaqueHold(a, b *node) bool {
	for _, m := range b.opaque {
		held := false
		for _, x := range a.opaque {
			held = held || m.name != cycle && x.name == m.name && canonical(x.v) == canonical(m.v)
		}
		if !held {
			return false
		}
	}
	return true
}

func (w *walk) arraysHold(a, b *node) bool {
	if !sizesHold(a, b, minItems, a.most) || b.unique != nil && a.unique == nil && (a.most < 0 || a.most > 1) {
		return false
	}
	last := max(a.prefixLen(), b.prefixLen())
	for i := 0; i <= last; i++ {
		if a.most >= 0 && int64(i) >= a.most {
			break
		}
		if !w.subset(w.child(a.item(i)), w.child(b.item(i))) {
			return false
		}
	}
	for _, c := range b.contains {
		if !w.containsHold(a, c) {
			return false
		}
	}
	return true
}

func (w *walk) containsHold(a *node, c containing) bool {
	want := w.child([]sub{c.sub})
	low, high := c.min.n == 0, !c.max.set || a.most >= 0 && a.most <= c.max.n
	for _, x := range a.contains {
		got := w.child([]sub{x.sub})
		low = low || x.min.n >= c.min.n && w.subset(got, want)
		high = high || x.max.set && x.max.n <= c.max.n && w.subset(want, got)
	}
	if !low {
		low = w.certainItems(a, want) >= c.min.n
	}
	return low && high
}

// certainItems counts the items that every array of a has and that are in want.
func (w *walk) certainItems(a, want *node) int64 {
	n := int64(0)
	last := int64(a.prefixLen())
	for i := range min(a.least(minItems), last) {
		if w.subset(w.child(a.item(int(i))), want) {
			n++
		}
	}
	if rest := a.least(minItems) - last; rest > 0 && w.subset(w.child(a.item(int(last))), want) {
		n += rest
	}
	return n
}

// split proves by cases: the types of a, or the branches of one of its unions.
func (w *walk) split(a, b *node) bool {
	if w.splits >= maxSplits || len(b.opaque) > len(a.opaque) {
		return false
	}
	w.splits++
	defer func() { w.splits-- }()
	parts := w.byType(a)
	if len(parts) > 1 && len(b.unions)+len(b.conds)+len(b.nots)+len(a.unions) > 0 && w.covered(parts, []*node{b}) {
		return true
	}
	for _, u := range a.unions {
		cases := make([]*node, len(u.branches))
		for i := range u.branches {
			cases[i] = w.branch(a, u, i)
		}
		if w.covered(cases, []*node{b}) {
			return true
		}
	}
	return false
}

func (w *walk) byType(n *node) []*node {
	var parts []*node
	for _, t := range groups {
		if n.types&t != 0 {
			parts = append(parts, w.ofType(n, t))
		}
	}
	return parts
}
