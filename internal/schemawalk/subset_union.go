package schemawalk

// unionsHold wants one branch of each anyOf of b to contain a; of a oneOf, besides,
// no other to touch it.
func (w *walk) unionsHold(a, b *node) bool {
	for _, u := range b.unions {
		if !w.unionHolds(a, u) {
			return false
		}
	}
	return true
}

func (w *walk) unionHolds(a *node, u union) bool {
	apart := !u.one || w.exclusive(u)
	for i, x := range u.nodes {
		if w.subset(a, x) && (apart || w.alone(a, u, i)) {
			return true
		}
	}
	for _, x := range a.unions {
		if apart && w.covered(x.nodes, u.nodes) || u.one && x.one && w.paired(x.nodes, u.nodes) {
			return true
		}
	}
	return false
}

// covered reports whether each of a lies in one of b.
func (w *walk) covered(a, b []*node) bool {
	for _, x := range a {
		held := false
		for _, y := range b {
			if held = w.subset(x, y); held {
				break
			}
		}
		if !held {
			return false
		}
	}
	return true
}

// paired reports whether a and b are the same branches in some order.
func (w *walk) paired(a, b []*node) bool {
	if len(a) != len(b) {
		return false
	}
	taken := make([]bool, len(b))
	for _, x := range a {
		held := false
		for j, y := range b {
			if !taken[j] && w.relation(x, y) == same {
				taken[j], held = true, true
				break
			}
		}
		if !held {
			return false
		}
	}
	return true
}

// alone reports whether a touches no branch but i.
func (w *walk) alone(a *node, u union, i int) bool {
	for j, x := range u.nodes {
		if j != i && !w.disjoint(a, x) {
			return false
		}
	}
	return true
}

// maxExclusive is how many branches are compared pair by pair.
const maxExclusive = 24

// exclusive reports whether no two branches share a value.
func (w *walk) exclusive(u union) bool {
	if len(u.nodes) > maxExclusive {
		return false
	}
	for i, x := range u.nodes {
		for _, y := range u.nodes[:i] {
			if !w.disjoint(x, y) {
				return false
			}
		}
	}
	return true
}

// disjoint reports whether it is proved that no value is in both.
func (w *walk) disjoint(a, b *node) bool {
	if a.types&b.types == 0 {
		return true
	}
	if w.steps < 0 {
		return false
	}
	if a.finite && b.finite {
		for key, held := range a.keys {
			if held && b.keys[key] {
				return false
			}
		}
		return true
	}
	if a.finite || b.finite {
		if !a.finite {
			a, b = b, a
		}
		for _, v := range a.values {
			if w.accepts(b.in, v) != no {
				return false
			}
		}
		return true
	}
	return w.both(a, b).never
}

func (w *walk) notsHold(a, b *node) bool {
	for _, s := range b.nots {
		inner := w.place(s)
		held := w.disjoint(a, inner)
		for _, x := range a.nots {
			held = held || w.subset(inner, w.place(x))
		}
		if !held {
			return false
		}
	}
	return true
}

func (w *walk) condsHold(a, b *node) bool {
	for _, c := range b.conds {
		if !w.condHolds(a, c) {
			return false
		}
	}
	return true
}

func (w *walk) condHolds(a *node, c conditional) bool {
	cond, then, otherwise := w.place(c.cond), w.place(c.then), w.place(c.otherwise)
	for _, x := range a.conds {
		if w.relation(w.place(x.cond), cond) == same &&
			w.subset(w.place(x.then), then) && w.subset(w.place(x.otherwise), otherwise) {
			return true
		}
	}
	holds := w.disjoint(a, cond) || w.subset(a, then) || w.subset(w.both(a, cond), then)
	return holds && (w.subset(a, otherwise) || w.subset(a, cond))
}

// place compiles a schema that stands in place; one without a value accepts all.
func (w *walk) place(s sub) *node { return w.child([]sub{s}) }
