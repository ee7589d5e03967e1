package schemaset

import (
	"slices"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// class is a set of names that nobody mentions: those that match some patterns and
// no others.
type class struct {
	matches []string
	schemas []schema
	example string
}

func (c class) matchesAll(patterns []string) bool {
	return !slices.ContainsFunc(patterns, func(p string) bool { return !slices.Contains(c.matches, p) })
}

func (c class) matchesAny(patterns []string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return slices.Contains(c.matches, p) })
}

// maxPatterns bounds the patterns whose combinations are looked at.
const maxPatterns = 6

// classes are the classes of names that an object of the left can have.
func (p *prover) classes(r record, further []string) []class {
	if r.full() {
		return nil
	}
	patterns := slices.Clone(further)
	for _, q := range r.patterns {
		patterns = append(patterns, q.pattern)
	}
	for _, a := range r.additional {
		patterns = append(patterns, a.patterns...)
	}
	slices.Sort(patterns)
	patterns = slices.Compact(patterns)
	if len(patterns) > maxPatterns {
		p.limit = "patterns"
		patterns = patterns[:maxPatterns]
	}
	var out []class
	for set := range 1 << len(patterns) {
		c := class{}
		names := []formula{atomic(atom{kind: aType, types: tString}, falseSchema)}
		for i, pattern := range patterns {
			f := atomic(atom{kind: aPattern, text: pattern}, falseSchema)
			if set>>i&1 == 1 {
				c.matches = append(c.matches, pattern)
			} else {
				f = not(f)
			}
			names = append(names, f)
		}
		if example, possible := p.nameLike(r, names); possible {
			c.example = example
			c.schemas = p.ofClass(r, c)
			out = append(out, c)
		}
	}
	return out
}

// nameLike asks for a name that is like something, and that nobody mentions.
func (p *prover) nameLike(r record, like []formula) (example string, possible bool) {
	if len(r.mentioned) > 0 {
		var list []*jsonv.Value
		for _, name := range r.mentioned {
			list = append(list, stringCandidate(name).value())
		}
		like = append(like, not(atomic(atom{kind: aEnum, values: list}, falseSchema)))
	}
	out := p.try(func() outcome { return p.values(r.names, nil, like...) })
	if out.answer == Yes {
		return "", false
	}
	if out.witness == nil {
		return "", true
	}
	text, _ := out.witness.value().Str()
	return text, true
}

// ofClass are the schemas for the values of a class of names.
func (p *prover) ofClass(r record, c class) []schema {
	var out []schema
	for _, q := range r.patterns {
		if slices.Contains(c.matches, q.pattern) {
			out = append(out, q.s)
		}
	}
	for _, a := range r.additional {
		if !c.matchesAny(a.patterns) {
			out = append(out, a.s)
		}
	}
	return out
}
