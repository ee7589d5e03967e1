package schemawalk

func (e *emitter) arrays(c cut) {
	if c.a.types&c.b.types&array == 0 {
		return
	}
	last := max(c.a.prefixLen(), c.b.prefixLen())
	for i := range last {
		e.position(c, i)
	}
	e.items(c, last)
	e.containing(c)
	v := change{c: c}
	v.marks(c.a.unique, c.b.unique, "uniqueItems")
	switch {
	case (c.a.unique == nil) == (c.b.unique == nil):
	case c.a.unique == nil:
		e.set(rules{"", "uniqueItems.added", ""}, tight, v)
	default:
		e.set(rules{"uniqueItems.removed", "", ""}, widen, v)
	}
}

// position compares one position of a tuple.
func (e *emitter) position(c cut, i int) {
	a, b := c.a.item(i), c.b.item(i)
	x := cut{a: e.child(a), b: e.child(b), sa: c.sa.below(a), sb: c.sb.below(b), m: c.m}
	if i < c.a.prefixLen() && i < c.b.prefixLen() {
		e.pair(x)
		return
	}
	v := change{c: c, pointer: index(c.sb.at(place{})+"/prefixItems", i)}
	v.subs(firstSub(a), firstSub(b))
	m := e.relation(x.a, x.b)
	if i >= c.b.prefixLen() && firstSub(b).v != nil {
		v.pointer = c.sa.at(firstSub(a).at) // a place that is gone: the rest does not stand for it
	}
	e.set(rules{"prefixItems.removed", "prefixItems.added", "prefixItems.changed"}, m, v)
}

// items compares what holds behind the tuples.
func (e *emitter) items(c cut, last int) {
	a, b := c.a.item(last), c.b.item(last)
	before, after := firstSub(a), firstSub(b)
	x := cut{a: e.child(a), b: e.child(b), sa: c.sa.below(a), sb: c.sb.below(b), m: c.m}
	m := e.relation(x.a, x.b)
	v := change{c: c}
	v.subs(before, after)
	keyword := c.b.restKeyword()
	if after.v == nil {
		keyword = c.a.restKeyword()
	}
	switch {
	case isSchema(before.v) && isSchema(after.v) && !x.a.never && !x.b.never, m == same:
		e.pair(x)
	case keyword == "unevaluatedItems":
		e.set(rules{keyword + ".opened", keyword + ".closed", keyword + ".changed"}, m, v)
	case x.a.never:
		e.set(rules{"items.opened", "", ""}, m, v)
	case x.b.never:
		e.set(rules{"", "items.closed", ""}, m, v)
	default:
		e.set(rules{"items.widened", "items.narrowed", ""}, m, v)
	}
}

func (n *node) restKeyword() string {
	for _, r := range n.rows {
		if r.rest.v != nil {
			return r.keyword
		}
	}
	return "items"
}

// containing compares contains: pairs first those with the same schema.
func (e *emitter) containing(c cut) {
	gone, come := append([]containing(nil), c.a.contains...), append([]containing(nil), c.b.contains...)
	for i := 0; i < len(gone); i++ {
		for j := range come {
			x := cut{a: e.place(gone[i].sub), b: e.place(come[j].sub), sa: c.sa.below([]sub{gone[i].sub}), sb: c.sb.below([]sub{come[j].sub})}
			if e.relation(x.a, x.b) != same {
				continue
			}
			e.counts(c, gone[i], come[j])
			e.aside(x)
			gone, come = append(gone[:i], gone[i+1:]...), append(come[:j], come[j+1:]...)
			i--
			break
		}
	}
	inOrder(gone, come, func(a, b containing) { e.contains(c, a, b) })
}

// counts compares minContains and maxContains of the same contains.
func (e *emitter) counts(c cut, a, b containing) {
	m := same
	if a.min.n < b.min.n {
		m = tight
	} else if a.min.n > b.min.n {
		m = widen
	}
	e.count(c, "minContains", [2]limit{a.min, b.min}, m)
	e.count(c, "maxContains", [2]limit{a.max, b.max}, fewer(a.max, b.max)*widen|fewer(b.max, a.max)*tight)
}

// contains compares two different ones; either may be missing.
func (e *emitter) contains(c cut, a, b containing) {
	v := change{c: c}
	v.subs(a.sub, b.sub)
	m := either
	switch {
	case a.max.set || b.max.set:
	case a.sub.v == nil:
		m = tight
	case b.sub.v == nil:
		m = widen
	case a.min.n == b.min.n:
		m = e.relation(e.place(a.sub), e.place(b.sub))
	}
	e.set(rules{"contains.widened", "contains.narrowed", "contains.changed"}, m, v)
}
