package schemawalk

import (
	"cmp"
	"slices"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// site says where the schemas of a conjunction stand, by their index.
type site []string

func (s site) at(p place) string {
	if p.ref >= len(s) {
		return p.rel
	}
	return s[p.ref] + p.rel
}

// below returns the site of the node that child compiles of the same subs.
func (s site) below(subs []sub) site {
	var out site
	met := map[*jsonv.Value]bool{}
	for _, x := range subs {
		if x.v != nil && !met[x.v] {
			met[x.v] = true
			out = append(out, s.at(x.at))
		}
	}
	return out
}

// cut is a pair of nodes to compare: where they stand, and what a change between
// them can do to what they stand in.
type cut struct {
	a, b   *node
	sa, sb site
	m      mask
}

// emitter walks two documents and gathers events.
type emitter struct {
	*walk
	events []Event
	stack  map[[2]int]int  // pairs being walked, by how deep
	quiet  map[[3]int]bool // pairs with a mask that gave no event
	lowest int             // the least depth of a pair on the stack that ended the walk since the pair being walked began
	// held are pairs without events as long as the pairs on the stack that ended the
	// walk below them are there, in the order in which they were met; heldFor has the
	// least depth of those.
	held    [][3]int
	heldFor map[[3]int]int
	covered mask // what the events since the last reset say
	// widenAt and tightAt are the least depths of pairs on the stack of which a pair
	// below them is to be covered, for each direction.
	widenAt, tightAt int
	muted            bool // inside not and if: only what is no set event
}

func newEmitter(w *walk) *emitter {
	return &emitter{
		walk: w, stack: map[[2]int]int{}, quiet: map[[3]int]bool{}, heldFor: map[[3]int]int{}, lowest: beyond, widenAt: beyond, tightAt: beyond,
	}
}

// beyond is deeper than any pair.
const beyond = 1 << 30

// pair compares two nodes.
func (e *emitter) pair(c cut) {
	key := [2]int{c.a.id, c.b.id}
	if at := e.stack[key]; at > 0 {
		e.lowest = min(e.lowest, at)
		e.owe(c.m, at)
		return
	}
	c.m &= e.relation(c.a, c.b)
	silent := [3]int{c.a.id, c.b.id, int(c.m)}
	if e.muted {
		silent[2] = -1
	}
	if low, held := e.heldFor[silent]; held {
		e.lowest = min(e.lowest, low)
		return
	}
	if e.quiet[silent] || !e.spend(4) {
		return
	}
	depth := len(e.stack) + 1
	e.stack[key] = depth
	covered, n, mark, before := e.covered, len(e.events), len(e.held), e.lowest
	e.covered, e.lowest = same, beyond
	e.node(c)
	if rest := c.m &^ e.covered &^ e.owed(depth); rest != same {
		e.uncovered(c, rest)
	}
	e.covered |= covered
	delete(e.stack, key)
	e.settle(silent, depth, mark, len(e.events) == n, c.m == same)
	if e.lowest >= depth {
		e.lowest = beyond
	}
	e.lowest = min(e.lowest, before)
}

// settle remembers a pair without events, and what becomes of those that were held
// while it was on the stack, from mark on. equal is whether nothing about it is to
// be covered by a pair above.
func (e *emitter) settle(silent [3]int, depth, mark int, none, equal bool) {
	alone := e.lowest >= depth
	for _, k := range e.held[mark:] {
		switch {
		case none && alone:
			e.quiet[k] = true
			delete(e.heldFor, k)
		case none:
			e.heldFor[k] = min(e.heldFor[k], e.lowest)
		default:
			delete(e.heldFor, k)
		}
	}
	if alone || !none {
		e.held = e.held[:mark]
	}
	switch {
	case !none:
	case e.lowest == beyond, alone && equal:
		e.quiet[silent] = true
	case equal:
		e.held = append(e.held, silent)
		e.heldFor[silent] = e.lowest
	}
}

// owe notes that a recursive place is covered by the pair at a depth.
func (e *emitter) owe(m mask, at int) {
	if m&widen != 0 {
		e.widenAt = min(e.widenAt, at)
	}
	if m&tight != 0 {
		e.tightAt = min(e.tightAt, at)
	}
}

// owed returns what a pair above depth covers, and settles what this one does.
func (e *emitter) owed(depth int) (m mask) {
	if e.widenAt < depth {
		m |= widen
	} else {
		e.widenAt = beyond
	}
	if e.tightAt < depth {
		m |= tight
	} else {
		e.tightAt = beyond
	}
	return m
}

func (e *emitter) node(c cut) {
	e.notes(c)
	if e.single(c) {
		return
	}
	e.unknowns(c)
	e.types(c)
	e.enums(c)
	e.numeric(c)
	e.texts(c)
	e.sized(c)
	e.objects(c)
	e.arrays(c)
	e.unions(c)
	e.nots(c)
	e.conditionals(c)
}

// uncovered names what the keywords one by one did not: a change that only shows in
// how they work together.
func (e *emitter) uncovered(c cut, rest mask) {
	v := change{c: c, detail: "by keywords together"}
	if c.a.types != c.b.types {
		v.marks(c.a.typed, c.b.typed, "type")
		e.set(typeRules, rest, v)
		return
	}
	v.whole()
	e.set(wholeRules, rest, v)
}

// rules are the ids of one change by its effect. Without one for both directions,
// there are two events.
type rules struct{ widens, tightens, both string }

var (
	typeRules  = rules{"type.widened", "type.narrowed", "type.changed"}
	wholeRules = rules{"allOf.branchRemoved", "allOf.branchAdded", "composition.changed"}
)

// change is what an event says besides its rule.
type change struct {
	c             cut
	pointer       string
	before, after *jsonv.Value
	detail        string
}

// marks takes values and place of a keyword; either may be nil.
func (v *change) marks(a, b *mark, keyword string) {
	v.pointer = v.c.sb.at(place{}) + "/" + keyword
	if a != nil {
		v.before, v.pointer = a.v, v.c.sa.at(a.place)
	}
	if b != nil {
		v.after, v.pointer = b.v, v.c.sb.at(b.place)
	}
}

// subs takes schemas and their place; either may constrain nothing.
func (v *change) subs(a, b sub) {
	if a.v != nil {
		v.before, v.pointer = a.v, v.c.sa.at(a.at)
	}
	if b.v != nil {
		v.after, v.pointer = b.v, v.c.sb.at(b.at)
	}
}

// whole takes both schemas as they stand.
func (v *change) whole() {
	v.pointer = v.c.sb.at(place{})
	if len(v.c.a.in.refs) > 0 {
		v.before = v.c.a.in.refs[0].v
	}
	if len(v.c.b.in.refs) > 0 {
		v.after = v.c.b.in.refs[0].v
	}
}

// set emits a change of the set by what is left of its effect.
func (e *emitter) set(r rules, m mask, v change) {
	m &= v.c.m
	e.covered |= m
	switch {
	case m == same || e.muted:
	case m == widen:
		e.emit(r.widens, Widens, v)
	case m == tight:
		e.emit(r.tightens, Tightens, v)
	case r.both != "":
		e.emit(r.both, Both, v)
	default:
		e.emit(r.widens, Widens, v)
		e.emit(r.tightens, Tightens, v)
	}
}

func (e *emitter) emit(rule string, effect Effect, v change) {
	if rule == "" {
		rule = wholeRules.both // a direction that the rule does not have
	}
	if len(e.events) >= maxEvents {
		e.hit("events")
		return
	}
	e.events = append(e.events, Event{rule, v.pointer, v.before, v.after, effect, v.detail})
}

// result sorts the events and adds the one that says that a cap was hit.
func (e *emitter) result() Result {
	if e.limit != "" {
		e.modelled = false
		e.events = append(e.events, Event{Rule: "limit.exceeded", Effect: Both, Detail: e.limit})
	}
	slices.SortFunc(e.events, func(x, y Event) int {
		return cmp.Or(
			cmp.Compare(x.Pointer, y.Pointer),
			cmp.Compare(x.Rule, y.Rule),
			cmp.Compare(canonical(x.Before), canonical(y.Before)),
			cmp.Compare(canonical(x.After), canonical(y.After)),
			cmp.Compare(x.Detail, y.Detail),
		)
	})
	e.events = slices.CompactFunc(e.events, func(x, y Event) bool {
		return x.Pointer == y.Pointer && x.Rule == y.Rule && x.Effect == y.Effect && x.Detail == y.Detail &&
			jsonv.Equal(x.Before, y.Before, jsonv.Source) && jsonv.Equal(x.After, y.After, jsonv.Source)
	})
	return Result{Events: e.events, Limit: e.limit, Modelled: e.modelled}
}

// inOrder compares two lists one by one; the longer goes on beside zero values.
func inOrder[T any](gone, come []T, compare func(a, b T)) {
	for i := range max(len(gone), len(come)) {
		var a, b T
		if i < len(gone) {
			a = gone[i]
		}
		if i < len(come) {
			b = come[i]
		}
		compare(a, b)
	}
}
