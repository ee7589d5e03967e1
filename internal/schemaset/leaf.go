package schemaset

import (
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// leaf proves a sequent of atoms: finitely many values one by one, the rest type by
// type.
func (p *prover) leaf(g goal) outcome {
	p.steps -= (len(g.atomsL) + len(g.atomsR)) / 16
	if !p.step() {
		return unknown("more work than is allowed")
	}
	if g.sameElsewhere() || g.sameRequired() {
		return proved
	}
	types := allTypes
	var finite []*jsonv.Value
	enumerated := false
	for _, a := range g.atomsL {
		switch {
		case a.kind == aType:
			types &= a.types
		case a.kind == aEnum && (!enumerated || len(a.values) < len(finite)):
			finite, enumerated = a.values, true
		}
	}
	if enumerated {
		return p.oneByOne(g, finite)
	}
	for _, a := range g.atomsR {
		switch a.kind {
		case aType:
			types &^= a.types
		case aEnum, aUnmodelled:
		default: // true of values of other types
			types &= a.about()
		}
	}
	out := proved
	for _, t := range []typeSet{tNull, tBool, tNumber, tString, tArray, tObject} {
		if types&t == 0 {
			continue
		}
		if out = both(out, p.ofType(t, g)); out.answer != Yes && (out.witness != nil || p.limit != "") {
			break
		}
	}
	if out.answer != Yes && p.failedAt == "" {
		p.failedAt = blame(g)
	}
	return out
}

// elsewhere begins what is said of a reference to another document.
const elsewhere = "a reference to another document: "

// sameElsewhere reports that both sides refer to one schema that is not here.
func (g goal) sameElsewhere() bool {
	return slices.ContainsFunc(g.atomsR, func(a atom) bool {
		return strings.HasPrefix(a.text, elsewhere) && a.kind == aUnmodelled &&
			slices.ContainsFunc(g.atomsL, func(b atom) bool { return b.kind == aUnmodelled && b.text == a.text })
	})
}

// sameRequired reports a name that both sides require.
func (g goal) sameRequired() bool {
	return slices.ContainsFunc(g.atomsR, func(a atom) bool {
		return a.kind == aRequired && slices.ContainsFunc(g.atomsL, func(b atom) bool { return b.kind == aRequired && b.text == a.text })
	})
}

// blame is where the right side demands what the left does not promise.
func blame(g goal) string {
	for _, list := range [][]atom{g.atomsR, g.atomsL} {
		if len(list) > 0 {
			return place(list[len(list)-1].node)
		}
	}
	return ""
}

// oneByOne looks at each value that the left side can be.
func (p *prover) oneByOne(g goal, values []*jsonv.Value) outcome {
	e := evaluator{steps: 20_000}
	out := proved
	for _, v := range values {
		if !p.step() {
			return unknown("more work than is allowed")
		}
		left, right := isTrue, isFalse
		for _, a := range g.atomsL {
			left = left.and(e.atom(a, v))
		}
		if left == isFalse {
			continue
		}
		for _, a := range g.atomsR {
			right = right.or(e.atom(a, v))
		}
		switch right {
		case isTrue:
		case isFalse:
			out = both(out, refuted(candidateOf(v)))
		case isUnknown:
			out = both(out, unknown("a value of which one cannot tell whether it is accepted"))
		}
	}
	if out.answer != Yes && p.failedAt == "" {
		p.failedAt = blame(g)
	}
	return out
}

// finite decides by evaluating, when one of the left schemas lists its values:
// whole schemas say more than the atoms of which a proof is made.
func (p *prover) finite(left, right []schema) (out outcome, decided bool) {
	var values []*jsonv.Value
	for _, l := range left {
		if l.v.Get("$ref").Exists() && l.doc.dialectAt(l.v).refAlone {
			continue // what stands beside it does not count
		}
		if list := l.v.Get("enum"); list.Kind() == jsonv.Array && values == nil {
			for _, v := range list.Items() {
				values = append(values, v)
			}
		}
		if v := l.v.Get("const"); v.Exists() {
			values = []*jsonv.Value{v}
		}
	}
	if values == nil {
		return out, false
	}
	e := evaluator{steps: 50_000}
	out = proved
	for _, v := range values {
		in, also := isTrue, isFalse
		for _, l := range left {
			in = in.and(e.valid(l, v))
		}
		if in == isFalse {
			continue
		}
		for _, r := range right {
			also = also.or(e.valid(r, v))
		}
		switch also {
		case isTrue:
		case isFalse:
			out = both(out, refuted(candidateOf(v)))
		case isUnknown:
			return out, false
		}
	}
	if out.answer != Yes && p.failedAt == "" && len(right) > 0 {
		p.failedAt = place(right[0])
	}
	return out, true
}

// side holds the atoms about one type.
type side []atom

func (g goal) about(t typeSet) (left, right side) {
	pick := func(list []atom) side {
		var out side
		for _, a := range list {
			if a.about()&t != 0 && a.kind != aType || (a.kind == aOpen || a.kind == aDeclares) && t == tObject {
				out = append(out, a)
			}
		}
		return out
	}
	return pick(g.atomsL), pick(g.atomsR)
}

func (s side) unmodelled() (string, bool) {
	for _, a := range s {
		if a.kind == aUnmodelled {
			return a.text, true
		}
	}
	return "", false
}

// ofType proves the sequent for the values of one type.
func (p *prover) ofType(t typeSet, g goal) outcome {
	left, right := g.about(t)
	var out outcome
	switch t {
	case tNull:
		out = p.constants(right, "null")
	case tBool:
		out = p.constants(right, "true", "false")
	case tNumber:
		out = p.numbers(left, right)
	case tString:
		out = p.texts(left, right)
	case tArray:
		out = p.arrays(left, right)
	case tObject:
		out = p.objects(left, right, len(g.ors) > 0)
	default: // says nothing here
	}
	if out.answer == Yes {
		return out
	}
	for _, s := range []side{left, right} {
		if what, has := s.unmodelled(); has {
			out.reason = what
		}
	}
	return out
}

// constants proves it for values that no other keyword can tell apart.
func (p *prover) constants(right side, texts ...string) outcome {
	e := evaluator{steps: 1000}
	out := proved
	for _, text := range texts {
		c := &candidate{[]byte(text)}
		found := isFalse
		for _, a := range right {
			found = found.or(e.atom(a, c.value()))
		}
		if found != isTrue {
			out = both(out, refuted(c))
		}
	}
	return out
}
