package schemaset

import (
	"math"
	"slices"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// record is what the left side says of objects.
type record struct {
	required   map[string]bool
	properties map[string][]schema
	patterns   []patterned
	additional []remainder
	names      []schema
	min, max   int
	mentioned  []string // names that either side speaks of, sorted
}

type patterned struct {
	pattern string
	s       schema
}

// remainder is a schema for names that are not among some.
type remainder struct {
	names    map[string]bool
	patterns []string
	s        schema
}

func remainderOf(a atom) remainder {
	r := remainder{names: map[string]bool{}, patterns: a.patterns, s: a.value}
	for _, name := range a.names {
		r.names[name] = true
	}
	return r
}

// falseSchema accepts nothing.
var falseSchema = func() schema {
	v, err := jsonv.Parse([]byte("false"), jsonv.Limits{})
	if err != nil {
		panic(err) // a constant
	}
	return schema{doc: &document{root: v}, v: v}
}()

func (p *prover) recordOf(left, right side, choices bool) record {
	r := record{required: map[string]bool{}, properties: map[string][]schema{}, max: math.MaxInt}
	declares, speaks := false, false
	var names []string
	for _, a := range left {
		switch a.kind {
		case aRequired:
			r.required[a.text] = true
		case aProperty:
			r.properties[a.text] = append(r.properties[a.text], a.value)
			names = append(names, a.text)
		case aDeclares:
			declares = declares || a.node.source
		case aPatternProperty:
			r.patterns = append(r.patterns, patterned{a.text, a.value})
			speaks = speaks || a.node.source
		case aAdditional:
			r.additional = append(r.additional, remainderOf(a))
		case aOpen:
			speaks = speaks || a.node.source && (!a.strict || !p.options.Invited)
		case aNames:
			r.names = append(r.names, a.value)
		case aMinProperties:
			r.min = max(r.min, a.count)
		case aMaxProperties:
			r.max = min(r.max, a.count)
		default: // says nothing here
		}
	}
	if p.options.Declared && declares && !speaks && !choices {
		r.additional = append(r.additional, remainderOf(atom{names: names, value: falseSchema}))
	}
	r.mentioned = mentioned(left, right)
	return r
}

// mentioned are the names that atoms speak of.
func mentioned(sides ...side) []string {
	set := map[string]bool{}
	for _, s := range sides {
		for _, a := range s {
			if a.kind == aRequired || a.kind == aProperty {
				set[a.text] = true
			}
			for _, name := range a.names {
				set[name] = true
			}
		}
	}
	out := make([]string, 0, len(set))
	for name := range set {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// fits reports whether a name matches a pattern; unknown patterns may.
func (p *prover) fits(pattern, name string) truth {
	m := p.automaton(pattern)
	if m == nil {
		return isUnknown
	}
	return truthOf(m.matches(name))
}

// of are the schemas that the value of a name has to satisfy, at least.
func (p *prover) of(r record, name string) []schema {
	out := slices.Clone(r.properties[name])
	for _, q := range r.patterns {
		if p.fits(q.pattern, name) == isTrue {
			out = append(out, q.s)
		}
	}
	for _, a := range r.additional {
		if p.left(a, name) == isTrue {
			out = append(out, a.s)
		}
	}
	return out
}

// left reports whether a name is in the remainder.
func (p *prover) left(a remainder, name string) truth {
	if a.names[name] {
		return isFalse
	}
	out := isTrue
	for _, pattern := range a.patterns {
		out = out.and(p.fits(pattern, name).not())
	}
	return out
}

// objects looks for an object of the left that is none of the right. With choices
// that are still open on the left, more names may be declared than are seen.
func (p *prover) objects(left, right side, choices bool) outcome {
	r := p.recordOf(left, right, choices)
	for _, a := range right { // what is none of the right has as few or many members as none allows
		switch a.kind {
		case aMinProperties:
			r.max = min(r.max, a.count-1)
		case aMaxProperties:
			r.min = max(r.min, a.count+1)
		default: // says nothing here
		}
	}
	if len(r.required) > r.max || r.min > r.max {
		return proved
	}
	out := p.objectDemands(r, right)
	if out.answer == Yes {
		return out
	}
	for _, name := range slices.Sorted(mapKeys(r.required)) {
		if p.absent(r, name).answer == Yes {
			return proved // a name that is required and cannot be
		}
	}
	if r.min > 0 && r.min > len(r.required) {
		if n, closed := p.namesLeft(r); closed && n < r.min {
			return proved
		}
	}
	out.witness = p.someObject(r, right)
	return out
}

func mapKeys[V any](m map[string]V) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// absent asks whether no object of the left has a name.
func (p *prover) absent(r record, name string) outcome {
	if !r.required[name] && r.full() {
		return proved
	}
	e := evaluator{steps: 5000}
	text := stringCandidate(name).value()
	for _, s := range r.names {
		if e.valid(s, text) == isFalse {
			return proved
		}
	}
	return p.impossible(p.of(r, name))
}

// full reports that the required names are all that an object may have.
func (r record) full() bool { return len(r.required) >= r.max }

// namesLeft counts the names that an object can have, if they are finitely many.
func (p *prover) namesLeft(r record) (n int, closed bool) {
	for _, c := range p.classes(r, nil) {
		if p.impossible(c.schemas).answer != Yes {
			return 0, false
		}
	}
	for _, name := range r.mentioned {
		if p.absent(r, name).answer != Yes {
			n++
		}
	}
	return n, true
}

// objectDemands tries to prove one of the demands of the right.
func (p *prover) objectDemands(r record, right side) outcome {
	wanted, byName := map[string]bool{}, map[string][]schema{}
	for _, a := range right {
		switch a.kind {
		case aRequired:
			wanted[a.text] = true
		case aProperty:
			byName[a.text] = append(byName[a.text], a.value)
		default: // says nothing here
		}
	}
	for name := range wanted {
		if r.required[name] || byName[name] != nil { // either it is not there, or it need not be
			return proved
		}
	}
	out := notProved
	for _, name := range slices.Sorted(mapKeys(byName)) {
		one := p.absentOr(r, name, byName[name])
		if one.answer == Yes {
			return one
		}
	}
	for _, a := range right {
		var one outcome
		switch a.kind {
		case aPatternProperty:
			one = p.everyName(r, func(name string) truth { return p.fits(a.text, name) }, []string{a.text}, nil, a.value)
		case aAdditional:
			rest := remainderOf(a)
			one = p.everyName(r, func(name string) truth { return p.left(rest, name) }, nil, a.patterns, a.value)
		case aNames:
			one = p.everyNameIs(r, a.value)
		default:
			continue
		}
		if one.answer == Yes {
			return one
		}
	}
	return out
}

// absentOr proves that a name is not there, or its value satisfies one of the
// schemas.
func (p *prover) absentOr(r record, name string, s []schema) outcome {
	if out := p.values(p.of(r, name), s); out.answer == Yes {
		return out
	}
	if len(r.names) > 0 || r.full() {
		return p.absent(r, name)
	}
	return notProved
}

// everyName proves of every name that a demand is about that its value satisfies s.
// with and without are patterns that such a name matches, and does not.
func (p *prover) everyName(r record, about func(string) truth, with, without []string, s schema) outcome {
	out := proved
	for _, name := range r.mentioned {
		if about(name) == isFalse {
			continue
		}
		if out = both(out, p.absentOr(r, name, []schema{s})); out.answer != Yes {
			return out
		}
	}
	for _, c := range p.classes(r, append(slices.Clone(with), without...)) {
		if !c.matchesAll(with) || c.matchesAny(without) {
			continue
		}
		if out = both(out, p.values(c.schemas, []schema{s})); out.answer != Yes {
			return out
		}
	}
	return out
}

// everyNameIs proves that every name satisfies a schema.
func (p *prover) everyNameIs(r record, s schema) outcome {
	e := evaluator{steps: 5000}
	out := proved
	for _, name := range r.mentioned {
		if e.valid(s, stringCandidate(name).value()) != isTrue {
			if out = both(out, p.absent(r, name)); out.answer != Yes {
				return out
			}
		}
	}
	for _, c := range p.classes(r, nil) {
		if p.impossible(c.schemas).answer == Yes {
			continue
		}
		isString := atomic(atom{kind: aType, types: tString}, falseSchema)
		like := []formula{isString}
		for _, pattern := range c.matches {
			like = append(like, atomic(atom{kind: aPattern, text: pattern}, falseSchema))
		}
		if out = both(out, p.values(r.names, []schema{s}, like...)); out.answer != Yes {
			return out
		}
	}
	return out
}
