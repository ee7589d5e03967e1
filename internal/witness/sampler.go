package witness

import (
	"math/rand/v2"
	"regexp"
)

// The sampler's bounds: on nodes of one value, on nesting, and on schemas that apply to one value.
const (
	maxNodes     = 300
	maxDepth     = 7
	maxConjuncts = 48
)

// Samples returns n values to try on the schemas, which are decoded as [Judge.Accepts] says. Most are values of one
// of them; with two or more, many are values of one that break another. Values repeat. Equal arguments give equal
// values.
func Samples(seed uint64, n int, schemas ...any) [][]byte {
	if len(schemas) == 0 {
		return nil
	}
	s := newSampler(seed, schemas...)
	values := make([][]byte, n)
	for i := range values {
		values[i] = encode(s.next())
	}
	return values
}

// part is a schema with the document that its references mean.
type part struct {
	schema any
	doc    *document
}

// sampler draws values. It is not safe for concurrent use.
type sampler struct {
	rng      *rand.Rand
	sides    []part
	scalars  []any    // boundary values of all sides
	names    []string // of members: all that the sides speak of, and some they do not
	patterns map[string]*regexp.Regexp
	left     int // nodes that the value in work may still get
}

func newSampler(seed uint64, schemas ...any) *sampler {
	s := &sampler{
		rng:      rand.New(rand.NewPCG(seed, 0x6d6f6f72696e67)), //nolint:gosec // a repeatable sequence is the point
		patterns: map[string]*regexp.Regexp{},
	}
	p := newPool(s)
	for _, schema := range schemas {
		s.sides = append(s.sides, part{schema, newDocument(schema)})
		p.collect(schema)
	}
	s.scalars, s.names = p.values, p.names
	return s
}

// next draws one value.
func (s *sampler) next() any {
	s.left = maxNodes
	one := s.rng.IntN(len(s.sides))
	switch s.rng.IntN(16) {
	case 0:
		return s.plain()
	case 1, 2:
		return s.generate([]part{s.sides[one]}, 0)
	case 3, 4, 5, 6:
		return s.mutate(s.generate([]part{s.sides[one]}, 0))
	}
	other := s.sides[(one+1)%len(s.sides)]
	parts := []part{s.sides[one]}
	if breaking, possible := s.violate(other, s.sides[one], 0); possible {
		parts = append(parts, part{breaking, other.doc})
	}
	value := s.generate(parts, 0)
	if s.rng.IntN(6) == 0 {
		return s.mutate(value)
	}
	return value
}

// plain draws a value of the pool, bare or as the only thing in an object or array.
func (s *sampler) plain() any {
	value := s.scalar()
	switch s.rng.IntN(4) {
	case 0:
		return map[string]any{s.name(): value}
	case 1:
		return []any{value}
	case 2:
		return []any{value, value}
	}
	return value
}

func (s *sampler) scalar() any { return pick(s, s.scalars) }

func (s *sampler) name() string { return pick(s, s.names) }

// chance is true in one of n draws.
func (s *sampler) chance(n int) bool { return s.rng.IntN(n) == 0 }

// regexp compiles a pattern as the judge does; nil for one that it refuses.
func (s *sampler) regexp(pattern string) *regexp.Regexp {
	compiled, known := s.patterns[pattern]
	if !known {
		compiled, _ = regexp.Compile(pattern) // nil is remembered as well
		s.patterns[pattern] = compiled
	}
	return compiled
}

func (s *sampler) matches(pattern, text string) bool {
	compiled := s.regexp(pattern)
	return compiled != nil && compiled.MatchString(text)
}

func pick[T any](s *sampler, list []T) T { return list[s.rng.IntN(len(list))] }
