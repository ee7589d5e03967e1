package schemaset

import (
	"encoding/binary"
	"slices"
	"strconv"
)

// outcome is the answer about one sequent. A witness is a value of the left that
// seems to be none of the right; it is checked at the end.
type outcome struct {
	answer  Answer
	witness *candidate
	reason  string
}

var proved = outcome{answer: Yes}

// notProved is an answer without anything to show for it.
var notProved = outcome{answer: No}

func unknown(reason string) outcome { return outcome{answer: Unknown, reason: reason} }

func refuted(w *candidate) outcome { return outcome{answer: No, witness: w} }

// both needs two answers to be yes; of two others the one with a witness counts.
func both(a, b outcome) outcome {
	switch {
	case a.answer == Yes:
		return b
	case b.answer == Yes, a.witness != nil:
		return a
	case b.witness != nil || b.answer == No:
		return b
	}
	return a
}

// prover holds what one decision shares.
type prover struct {
	options  Options
	steps    int
	limit    string
	failedAt string
	ids      map[schema]int // numbers of schemas in keys
	memo     map[string]outcome
	open     map[string]int // sequents under way, by depth
	// lowest is the depth of the lowest open sequent that was assumed to hold since
	// the sequent under way began.
	lowest int
	// held are sequents that hold if open ones do, in the order in which that was
	// found; heldFor has the depth of the lowest of those by key.
	held    []string
	heldFor map[string]int
	regexps map[string]*automaton
}

// values asks about one value: is every value of all left schemas one of some right
// schema? No right schemas: is there no value of all left ones?
func (p *prover) values(left, right []schema, also ...formula) outcome {
	for _, r := range right {
		if trivial(r) || slices.ContainsFunc(left, func(l schema) bool { return l.v == r.v && l.doc == r.doc }) {
			return proved
		}
	}
	if len(also) == 0 {
		if out, decided := p.finite(left, right); decided {
			return out
		}
	}
	if len(p.open) >= maxDepth {
		p.limit = "depth"
		return unknown("values nest deeper than is looked at")
	}
	var key string
	if len(also) == 0 {
		key = p.keyOf(left) + "|" + p.keyOf(right)
		if out, known := p.memo[key]; known {
			return out
		}
		if depth, underWay := p.open[key]; underWay {
			p.lowest = min(p.lowest, depth)
			return proved
		}
		if depth, held := p.heldFor[key]; held {
			p.lowest = min(p.lowest, depth)
			return proved
		}
	} else {
		key = "?" + strconv.Itoa(len(p.open)) // only for the depth
	}
	depth := len(p.open)
	p.open[key] = depth
	g := goal{left: slices.Clone(also)}
	for _, l := range left {
		g.left = append(g.left, node(l))
	}
	for _, r := range right {
		g.right = append(g.right, node(r))
	}
	before, mark := p.lowest, len(p.held)
	p.lowest = depth
	out := p.prove(g)
	delete(p.open, key)
	p.settle(key, depth, mark, out, len(also) == 0)
	if p.lowest < depth { // it rests on a sequent that is still open
		before = min(before, p.lowest)
	}
	p.lowest = before
	return out
}

// settle remembers the answer about the sequent at a depth, and what becomes of
// those that were held while it was open, from mark on: with it they hold, or nobody
// knows. named is whether the sequent has a key by which it can be found again.
func (p *prover) settle(key string, depth, mark int, out outcome, named bool) {
	named = named && p.limit == ""
	switch {
	case out.answer != Yes:
		for _, k := range p.held[mark:] {
			delete(p.heldFor, k)
		}
		p.held = p.held[:mark]
		if named {
			p.memo[key] = out
		}
	case p.lowest >= depth:
		for _, k := range p.held[mark:] {
			delete(p.heldFor, k)
			if p.limit == "" {
				p.memo[k] = proved
			}
		}
		p.held = p.held[:mark]
		if named {
			p.memo[key] = out
		}
	default:
		for _, k := range p.held[mark:] {
			p.heldFor[k] = min(p.heldFor[k], p.lowest)
		}
		if named {
			p.held = append(p.held, key)
			p.heldFor[key] = p.lowest
		}
	}
}

// trivial reports a schema that accepts everything at a glance.
func trivial(s schema) bool {
	return s.v.Bool() || s.v.Len() == 0 && isSchema(s.v) && s.v.Raw() != "false"
}

// keyOf is the same for lists of the same schemas.
func (p *prover) keyOf(list []schema) string {
	ids := make([]int, len(list))
	for i, s := range list {
		id, known := p.ids[s]
		if !known {
			id = len(p.ids)
			p.ids[s] = id
		}
		ids[i] = id
	}
	slices.Sort(ids)
	var b []byte
	for _, id := range slices.Compact(ids) {
		b = binary.AppendUvarint(b, uint64(id))
	}
	return string(b)
}

// goal is a sequent about one value, partly taken apart.
type goal struct {
	left, right    []formula // to do
	ors            []formula // choices on the left, put off
	ands           []formula // demands on the right, put off
	atomsL, atomsR []atom
	seenL, seenR   []schema
}

func (g goal) clone() goal {
	return goal{
		slices.Clone(g.left), slices.Clone(g.right), slices.Clone(g.ors), slices.Clone(g.ands),
		slices.Clone(g.atomsL), slices.Clone(g.atomsR), slices.Clone(g.seenL), slices.Clone(g.seenR),
	}
}

// try is an attempt whose failure says nothing about where the sequent fails.
func (p *prover) try(attempt func() outcome) outcome {
	at := p.failedAt
	out := attempt()
	p.failedAt = at
	return out
}

// step spends some of the work that is allowed.
func (p *prover) step() bool {
	if p.steps--; p.steps < 0 {
		p.limit = "steps"
	}
	return p.limit == ""
}

func (p *prover) prove(g goal) outcome {
	if !p.step() {
		return unknown("more work than is allowed")
	}
	if p.flatten(&g) {
		return proved
	}
	switch {
	case len(g.ands) == 0 && len(g.ors) == 0:
		return p.leaf(g)
	case len(g.ands) == 0:
		if out := p.try(func() outcome { return p.leaf(g) }); out.answer == Yes {
			return out
		}
		return p.choices(g)
	case len(g.ands) == 1:
		return p.demands(g)
	case len(g.ors) > 0:
		return p.choices(g)
	}
	return p.several(g)
}

// flatten takes apart what needs no choice; true means that the sequent holds.
func (p *prover) flatten(g *goal) bool {
	for len(g.left)+len(g.right) > 0 {
		if !p.step() {
			return false
		}
		if n := len(g.left); n > 0 {
			f := g.left[n-1]
			g.left = g.left[:n-1]
			if p.takeLeft(g, f) {
				return true
			}
			continue
		}
		n := len(g.right)
		f := g.right[n-1]
		g.right = g.right[:n-1]
		if p.takeRight(g, f) {
			return true
		}
	}
	return false
}

func (p *prover) takeLeft(g *goal, f formula) (holds bool) {
	switch f.op {
	case isNode:
		if slices.ContainsFunc(g.seenR, func(s schema) bool { return s.v == f.node.v && s.doc == f.node.doc }) {
			return true
		}
		if !slices.Contains(g.seenL, f.node) {
			g.seenL = append(g.seenL, f.node)
			g.left = append(g.left, compile(f.node, true))
		}
	case isAtom:
		g.atomsL = append(g.atomsL, f.atom)
	case isNot:
		g.right = append(g.right, f.parts[0])
	case isAnd:
		g.left = append(g.left, f.parts...)
	case isOr:
		switch len(f.parts) {
		case 0:
			return true
		case 1:
			g.left = append(g.left, f.parts[0])
		default:
			g.ors = append(g.ors, f)
		}
	}
	return false
}

func (p *prover) takeRight(g *goal, f formula) (holds bool) {
	switch f.op {
	case isNode:
		if slices.ContainsFunc(g.seenL, func(s schema) bool { return s.v == f.node.v && s.doc == f.node.doc }) {
			return true
		}
		if !slices.Contains(g.seenR, f.node) {
			g.seenR = append(g.seenR, f.node)
			g.right = append(g.right, compile(f.node, false))
		}
	case isAtom:
		g.atomsR = append(g.atomsR, f.atom)
	case isNot:
		g.left = append(g.left, f.parts[0])
	case isOr:
		g.right = append(g.right, f.parts...)
	case isAnd:
		switch len(f.parts) {
		case 0:
			return true
		case 1:
			g.right = append(g.right, f.parts[0])
		default:
			g.ands = append(g.ands, f)
		}
	}
	return false
}

// choices proves the sequent for each part of one choice on the left.
func (p *prover) choices(g goal) outcome {
	f := g.ors[len(g.ors)-1]
	g.ors = g.ors[:len(g.ors)-1]
	return p.each(f.parts, func(part formula) goal {
		h := g.clone()
		h.left = append(h.left, part)
		return h
	})
}

// demands proves the sequent for each part of one demand on the right.
func (p *prover) demands(g goal) outcome {
	f := g.ands[len(g.ands)-1]
	g.ands = g.ands[:len(g.ands)-1]
	return p.each(f.parts, func(part formula) goal {
		h := g.clone()
		h.right = append(h.right, part)
		return h
	})
}

// each proves the goals of all parts, up to the first that is refuted.
func (p *prover) each(parts []formula, of func(formula) goal) outcome {
	out := proved
	for _, part := range parts {
		if out = both(out, p.prove(of(part))); out.answer != Yes && (out.witness != nil || p.limit != "") {
			break
		}
	}
	return out
}

// several has more than one demand on the right, one of which has to hold. Each is
// tried alone, and those that no value of the left meets are dropped, before the
// product of all is taken.
func (p *prover) several(g goal) outcome {
	for _, f := range g.ands {
		h := g.clone()
		h.ands, h.right = nil, []formula{f}
		if out := p.try(func() outcome { return p.prove(h) }); out.answer == Yes {
			return out
		}
	}
	var kept []formula
	for _, f := range g.ands {
		h := g.clone()
		h.ands, h.atomsR, h.seenR, h.left = nil, nil, nil, append(h.left, f)
		if out := p.try(func() outcome { return p.prove(h) }); out.answer != Yes {
			kept = append(kept, f)
		}
	}
	if len(kept) == 0 {
		g.ands = nil
		return p.leaf(g)
	}
	g.ands = kept
	return p.demands(g)
}
