package schemawalk

import (
	"slices"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

func (e *emitter) unions(c cut) {
	gone, come := slices.Clone(c.a.unions), slices.Clone(c.b.unions)
	for i := 0; i < len(gone); i++ {
		for j, u := range come {
			if gone[i].one == u.one && e.paired(gone[i].nodes, u.nodes) {
				e.branches(c, gone[i], u)
				gone, come = slices.Delete(gone, i, i+1), slices.Delete(come, j, j+1)
				i--
				break
			}
		}
	}
	for len(gone) > 0 && len(come) > 0 {
		e.union(c, gone[0], come[0])
		gone, come = gone[1:], come[1:]
	}
	for _, u := range gone {
		v := change{c: c, detail: u.mark.name + " removed"}
		v.marks(&u.mark, nil, "")
		e.set(wholeRules, widen, v)
	}
	for _, u := range come {
		v := change{c: c, detail: u.mark.name + " added"}
		v.marks(nil, &u.mark, "")
		e.set(wholeRules, tight, v)
	}
}

// single is a schema that becomes, or was, one branch among others: a nullable
// spelled as a union. The union has to be all that its side says.
func (e *emitter) single(c cut) bool {
	wrap := func(n *node, u union) (union, bool) {
		fits := func(x *node) bool { return e.subset(x, n) || e.subset(n, x) }
		return union{one: u.one, nodes: []*node{n}, mark: u.mark, branches: []sub{{}}}, slices.ContainsFunc(u.nodes, fits)
	}
	switch {
	case len(c.a.unions) == 0 && c.b.bare():
		if u, ok := wrap(c.a, c.b.unions[0]); ok {
			e.union(c, u, c.b.unions[0])
			return true
		}
	case len(c.b.unions) == 0 && c.a.bare():
		if u, ok := wrap(c.b, c.a.unions[0]); ok {
			e.union(c, c.a.unions[0], u)
			return true
		}
	}
	return false
}

// union compares two unions that are not the same.
func (e *emitter) union(c cut, a, b union) {
	loose := a.one && !e.exclusive(a) || b.one && !e.exclusive(b)
	v := change{c: c}
	v.marks(&a.mark, &b.mark, "")
	switch {
	case !loose:
		e.matched(c, a, b)
	case a.one && !b.one && e.paired(a.nodes, b.nodes):
		e.set(rules{"union.oneOfToAnyOf", "oneOf.branchRemoved", "composition.changed"}, widen, v)
		e.branches(c, a, b)
	case !a.one && b.one && e.paired(a.nodes, b.nodes):
		e.set(rules{"anyOf.branchAdded", "union.anyOfToOneOf", "composition.changed"}, tight, v)
		e.branches(c, a, b)
	case a.one && b.one:
		e.overlapping(c, a, b)
	default:
		v.detail = "branches that can overlap"
		r := rules{"anyOf.branchAdded", "union.anyOfToOneOf", "composition.changed"}
		if a.one {
			r = rules{"union.oneOfToAnyOf", "anyOf.branchRemoved", "composition.changed"}
		}
		e.set(r, either, v)
	}
}

func unionRules(name string) rules {
	return rules{name + ".branchAdded", name + ".branchRemoved", "composition.changed"}
}

// match is which branch of a belongs to which of b, -1 for none.
type match struct{ ab, ba []int }

func newMatch(a, b int) match {
	m := match{make([]int, a), make([]int, b)}
	for i := range m.ab {
		m.ab[i] = -1
	}
	for j := range m.ba {
		m.ba[j] = -1
	}
	return m
}

// add pairs what is free and fits.
func (m match) add(fits func(i, j int) bool) {
	for i := range m.ab {
		for j := range m.ba {
			if m.ab[i] < 0 && m.ba[j] < 0 && fits(i, j) {
				m.ab[i], m.ba[j] = j, i
			}
		}
	}
}

// spelledAlike reports branches that are the same text, annotations included.
func spelledAlike(a, b union) func(i, j int) bool {
	return func(i, j int) bool {
		x, y := a.branches[i].v, b.branches[j].v
		return x != nil && y != nil && jsonv.Equal(x, y, jsonv.Source)
	}
}

// fit pairs branches: the same ones, one that contains the other, and then the
// likeliest.
func (e *emitter) fit(a, b union) match {
	m := newMatch(len(a.nodes), len(b.nodes))
	m.add(spelledAlike(a, b))
	m.add(func(i, j int) bool { return e.relation(a.nodes[i], b.nodes[j]) == same })
	m.add(func(i, j int) bool { return e.relation(a.nodes[i], b.nodes[j]) != either })
	for least := 3; least >= 1; least-- {
		m.add(func(i, j int) bool { return e.likeness(a.nodes[i], b.nodes[j]) >= least })
	}
	return m
}

// likeness is 0 for branches that share no value, and more the more they share.
func (e *emitter) likeness(a, b *node) int {
	if e.disjoint(a, b) && (a.types|b.types)&object != 0 || a.types&b.types == 0 {
		return 0
	}
	if !e.spend(1 + len(a.fields) + len(b.fields)) {
		return 0
	}
	n := 1
	names, shared := a.propertyNames(), 0
	for name := range b.propertyNames() {
		if names[name] {
			shared++
		}
	}
	if shared > 0 && 2*shared >= max(len(names), len(b.propertyNames())) {
		n++
	}
	if t := a.note("title"); t != nil && canonical(t.v) == canonical(b.note("title").value()) {
		n++
	}
	return n
}

func branchCut(c cut, a, b union, i, j int) cut {
	x := cut{a: a.nodes[i], b: b.nodes[j], sa: c.sa.below(a.branches[i : i+1]), sb: c.sb.below(b.branches[j : j+1]), m: c.m}
	if a.branches[i].v == nil {
		x.sa = c.sa
	}
	if b.branches[j].v == nil {
		x.sb = c.sb
	}
	return x
}

// branches walks equal branches for what else changed in them.
func (e *emitter) branches(c cut, a, b union) {
	m := newMatch(len(a.nodes), len(b.nodes))
	m.add(spelledAlike(a, b))
	m.add(func(i, j int) bool { return e.relation(a.nodes[i], b.nodes[j]) == same })
	for i, j := range m.ab {
		if j >= 0 {
			x := branchCut(c, a, b, i, j)
			x.m = same
			e.pair(x)
		}
	}
}

// matched compares unions of which any branch suffices.
func (e *emitter) matched(c cut, a, b union) {
	m := e.fit(a, b)
	name := b.mark.name
	for i, j := range m.ab {
		switch {
		case j >= 0 && a.branches[i].v == nil, j >= 0 && b.branches[j].v == nil:
			e.wrapped(branchCut(c, a, b, i, j))
		case j >= 0:
			e.pair(branchCut(c, a, b, i, j))
		case !e.covered1(a.nodes[i], b.nodes):
			v := change{c: c, pointer: c.sb.at(place{})}
			v.subs(a.branches[i], sub{})
			e.set(unionRules(name), tight, v)
		}
	}
	for j, i := range m.ba {
		if i < 0 && !e.covered1(b.nodes[j], a.nodes) {
			v := change{c: c, pointer: c.sb.at(place{})}
			v.subs(sub{}, b.branches[j])
			e.set(unionRules(name), widen, v)
		}
	}
}

func (e *emitter) covered1(x *node, by []*node) bool { return e.walk.covered([]*node{x}, by) }

// wrapped compares a schema with itself as a branch. Annotations were compared
// where it stood.
func (e *emitter) wrapped(x cut) {
	n := len(e.events)
	e.pair(x)
	kept := e.events[:n]
	for _, v := range e.events[n:] {
		if v.Effect != Neutral {
			kept = append(kept, v)
		}
	}
	e.events = kept
}

// overlapping compares two oneOf of which branches can share values: then a change
// of one branch can go both ways.
func (e *emitter) overlapping(c cut, a, b union) {
	m := newMatch(len(a.nodes), len(b.nodes))
	m.add(func(i, j int) bool { return e.relation(a.nodes[i], b.nodes[j]) == same })
	same := slices.Clone(m.ab)
	for least := 3; least >= 1; least-- {
		m.add(func(i, j int) bool { return e.likeness(a.nodes[i], b.nodes[j]) >= least })
	}
	for i, j := range m.ab {
		v := change{c: c, pointer: c.sb.at(place{})}
		switch {
		case j < 0:
			v.subs(a.branches[i], sub{})
			e.lone(a, i, v, rules{"oneOf.branchAdded", "oneOf.branchRemoved", "oneOf.branchRemovedOverlapping"}, tight)
		case same[i] == j && (a.branches[i].v == nil || b.branches[j].v == nil):
			e.wrapped(branchCut(c, a, b, i, j))
		case same[i] == j:
			e.pair(branchCut(c, a, b, i, j))
		default:
			v.subs(a.branches[i], b.branches[j])
			v.detail = "a branch that can overlap with others changed"
			e.entangled(branchCut(c, a, b, i, j), v)
		}
	}
	for j, i := range m.ba {
		if i < 0 {
			v := change{c: c, pointer: c.sb.at(place{})}
			v.subs(sub{}, b.branches[j])
			e.lone(b, j, v, rules{"oneOf.branchAdded", "oneOf.branchRemoved", "oneOf.branchAddedOverlapping"}, widen)
		}
	}
}

// entangled is a branch that changed where others can overlap with it: whichever way
// it changed, the union can have changed in both. What no declared caller notices is
// not worse here.
func (e *emitter) entangled(x cut, v change) {
	n := len(e.events)
	covered := e.covered
	x.m = either
	e.pair(x)
	e.covered = covered
	kept := e.events[:n]
	for _, y := range e.events[n:] {
		if y.Effect == Neutral {
			kept = append(kept, y)
		}
	}
	if len(kept) == len(e.events) && n < len(kept) {
		e.covered |= v.c.m
		return
	}
	e.events = kept
	e.set(unionRules("oneOf"), either, v)
}

// lone is a branch that only one side has.
func (e *emitter) lone(u union, i int, v change, r rules, m mask) {
	if !e.alone(u.nodes[i], u, i) {
		m = either
	}
	e.set(r, m, v)
}

func (e *emitter) nots(c cut) {
	gone, come := slices.Clone(c.a.nots), slices.Clone(c.b.nots)
	for i := 0; i < len(gone); i++ {
		for j := range come {
			if e.relation(e.place(gone[i]), e.place(come[j])) == same {
				e.not(c, gone[i], come[j])
				gone, come = slices.Delete(gone, i, i+1), slices.Delete(come, j, j+1)
				i--
				break
			}
		}
	}
	inOrder(gone, come, func(a, b sub) { e.not(c, a, b) })
}

// not compares what may not be: variance flips.
func (e *emitter) not(c cut, a, b sub) {
	v := change{c: c}
	v.subs(a, b)
	r := rules{"not.widened", "not.narrowed", "not.changed"}
	switch {
	case a.v == nil:
		e.set(r, tight, v)
	case b.v == nil:
		e.set(r, widen, v)
	default:
		x := cut{a: e.place(a), b: e.place(b), sa: c.sa.below([]sub{a}), sb: c.sb.below([]sub{b})}
		m := e.relation(x.a, x.b)
		e.set(r, m&widen*tight|m>>1, v)
		e.aside(x)
	}
}

func (e *emitter) conditionals(c cut) {
	gone, come := slices.Clone(c.a.conds), slices.Clone(c.b.conds)
	for i := 0; i < len(gone); i++ {
		for j := range come {
			if e.relation(e.place(gone[i].cond), e.place(come[j].cond)) == same {
				e.outcome(c, gone[i], come[j])
				gone, come = slices.Delete(gone, i, i+1), slices.Delete(come, j, j+1)
				i--
				break
			}
		}
	}
	v := change{c: c}
	for len(gone) > 0 && len(come) > 0 {
		v.subs(gone[0].cond, come[0].cond)
		e.set(rules{"conditional.widened", "conditional.narrowed", "conditional.ifChanged"}, either, v)
		gone, come = gone[1:], come[1:]
	}
	for _, x := range gone {
		v := change{c: c}
		v.subs(x.cond, sub{})
		e.set(rules{"conditional.widened", "", ""}, widen, v)
	}
	for _, x := range come {
		v := change{c: c}
		v.subs(sub{}, x.cond)
		e.set(rules{"", "conditional.narrowed", ""}, tight, v)
	}
}

// outcome compares then and else below the same if.
func (e *emitter) outcome(c cut, a, b conditional) {
	for _, p := range [][2]sub{{a.then, b.then}, {a.otherwise, b.otherwise}} {
		if p[0].v == nil && p[1].v == nil {
			continue
		}
		x := cut{a: e.place(p[0]), b: e.place(p[1]), sa: c.sa.below(p[:1]), sb: c.sb.below(p[1:])}
		v := change{c: c}
		v.subs(p[0], p[1])
		e.set(rules{"conditional.widened", "conditional.narrowed", ""}, e.relation(x.a, x.b), v)
		e.aside(x)
	}
}
