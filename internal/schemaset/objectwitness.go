package schemaset

import (
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// someObject is an object that looks as if it violated all demands of the right.
func (p *prover) someObject(r record, right side) *candidate {
	members := map[string]*candidate{}
	for name := range r.required {
		members[name] = nil
	}
	avoid := map[string]bool{}
	byName := map[string][]schema{}
	for _, a := range right {
		switch a.kind {
		case aRequired:
			avoid[a.text] = true
		case aProperty:
			byName[a.text] = append(byName[a.text], a.value)
		case aPatternProperty, aAdditional:
			p.violate(r, a, members)
		case aNames:
			p.strange(r, a.value, members)
		default: // says nothing here
		}
	}
	for name, s := range byName {
		if out := p.values(p.of(r, name), s); out.witness != nil {
			members[name] = out.witness
		}
	}
	for _, name := range r.mentioned {
		if len(members) >= r.min {
			break
		}
		if _, has := members[name]; !has && !avoid[name] && p.absent(r, name).answer != Yes {
			members[name] = nil
		}
	}
	p.fill(r, members, r.min)
	return p.write(r, members)
}

// violate adds a member that a demand about many names does not accept.
func (p *prover) violate(r record, a atom, members map[string]*candidate) {
	rest := remainderOf(a)
	about := func(name string) bool {
		if a.kind == aPatternProperty {
			return p.fits(a.text, name) != isFalse
		}
		return p.left(rest, name) != isFalse
	}
	further := a.patterns
	if a.kind == aPatternProperty {
		further = []string{a.text}
	}
	for _, c := range p.classes(r, further) {
		if c.example == "" && len(c.matches) > 0 || !about(c.example) {
			continue
		}
		if out := p.values(c.schemas, []schema{a.value}); out.witness != nil {
			members[c.example] = out.witness
			return
		}
	}
	for _, name := range r.mentioned {
		if !about(name) {
			continue
		}
		if out := p.values(p.of(r, name), []schema{a.value}); out.witness != nil {
			members[name] = out.witness
			return
		}
	}
}

// strange adds a member with a name that a schema does not accept.
func (p *prover) strange(r record, s schema, members map[string]*candidate) {
	e := evaluator{steps: 5000}
	for _, name := range r.mentioned {
		if e.valid(s, stringCandidate(name).value()) == isFalse && p.absent(r, name).answer != Yes {
			members[name] = nil
			return
		}
	}
	isString := atomic(atom{kind: aType, types: tString}, falseSchema)
	if out := p.values(r.names, []schema{s}, isString); out.witness != nil {
		if name, ok := out.witness.value().Str(); ok {
			members[name] = nil
		}
	}
}

// fill adds members with names of no meaning until there are n.
func (p *prover) fill(r record, members map[string]*candidate, n int) {
	if n-len(members) > 50 {
		return
	}
	for _, c := range p.classes(r, nil) {
		if p.impossible(c.schemas).answer == Yes {
			continue
		}
		for i := 0; len(members) < n && i < 60; i++ {
			name := c.example + strings.Repeat("x", i)
			if _, has := members[name]; !has && !slices.Contains(r.mentioned, name) {
				members[name] = nil
			}
		}
	}
}

// write gives the members without a value one, and puts the object together.
func (p *prover) write(r record, members map[string]*candidate) *candidate {
	b := []byte{'{'}
	for i, name := range slices.Sorted(mapKeys(members)) {
		c := members[name]
		if c == nil {
			if c = p.impossible(p.of(r, name)).witness; c == nil {
				return nil
			}
		}
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(jsonv.AppendQuoted(b, name), ':'), c.text...)
	}
	return &candidate{append(b, '}')}
}
