package schemaset

import (
	"math"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// language is what a set of strings is made of.
type language struct {
	min, max int // length in characters
	all      []*automaton
	none     []*automaton
	excluded []string
}

// constraints is what is known of strings, and whether all of it is in the
// language.
type constraints struct {
	language

	formats map[string]bool
	certain bool
}

// texts looks for a string of the left that is none of the right.
func (p *prover) texts(left, right side) outcome {
	c := constraints{language: language{max: math.MaxInt}, formats: map[string]bool{}, certain: true}
	p.demanded(&c, left)
	if p.refused(&c, left, right) || c.min > c.max {
		return proved
	}
	found, text, known := p.search(c.language)
	switch {
	case known && !found:
		return proved
	case found && c.certain:
		return refuted(stringCandidate(text))
	case found:
		out := unknown("a format or pattern that is not compared")
		out.witness = stringCandidate(text)
		return out
	}
	return unknown("patterns that take too long to compare")
}

// demanded takes in what the left side says.
func (p *prover) demanded(c *constraints, left side) {
	for _, a := range left {
		switch a.kind {
		case aMinLength:
			c.min = max(c.min, a.count)
		case aMaxLength:
			c.max = min(c.max, a.count)
		case aPattern:
			c.take(&c.all, p.automaton(a.text))
		case aFormat:
			c.formats[a.text] = true
			c.certain = false
		case aUnmodelled:
			c.certain = false
		default: // says nothing here
		}
	}
}

// refused takes in that the string is to be none of the right; true means that
// there is no such string.
func (p *prover) refused(c *constraints, left, right side) bool {
	for _, a := range right {
		switch a.kind {
		case aMinLength:
			c.max = min(c.max, a.count-1)
		case aMaxLength:
			c.min = max(c.min, a.count+1)
		case aPattern:
			if hasPattern(left, a.text) {
				return true
			}
			c.take(&c.none, p.automaton(a.text))
		case aFormat:
			for f := range c.formats {
				if implies(f, a.text) {
					return true
				}
			}
			c.certain = false
		case aEnum:
			for _, v := range a.values {
				if text, ok := v.Str(); ok {
					c.excluded = append(c.excluded, text)
				}
			}
		case aUnmodelled:
			c.certain = false
		default: // says nothing here
		}
	}
	return false
}

// take adds a pattern's automaton to a list, if there is one.
func (c *constraints) take(list *[]*automaton, m *automaton) {
	if m == nil {
		c.certain = false
		return
	}
	*list = append(*list, m)
}

func hasPattern(list side, pattern string) bool {
	for _, a := range list {
		if a.kind == aPattern && a.text == pattern {
			return true
		}
	}
	return false
}

func stringCandidate(text string) *candidate { return &candidate{jsonv.AppendQuoted(nil, text)} }

// widerFormats are formats that accept all that another one does (RFC 3986, 3987,
// 5890, 6531).
var widerFormats = map[string][]string{
	"uri":           {"uri-reference", "iri", "iri-reference"},
	"uri-reference": {"iri-reference"},
	"iri":           {"iri-reference"},
	"email":         {"idn-email"},
	"hostname":      {"idn-hostname"},
}

func implies(format, wider string) bool {
	if format == wider {
		return true
	}
	return slices.Contains(widerFormats[format], wider)
}

// search looks for a shortest string of a language; known is false when it gave up.
func (p *prover) search(l language) (found bool, text string, known bool) {
	if len(l.all)+len(l.none) == 0 {
		return plainText(l)
	}
	return p.breadthFirst(l)
}

// plainText finds a string by length alone.
func plainText(l language) (found bool, text string, known bool) {
	if l.min > 10_000 {
		return true, "", true // too long to show
	}
	excluded := map[string]bool{}
	for _, e := range l.excluded {
		excluded[e] = true
	}
	for length := l.min; length <= l.max && length <= l.min+2; length++ {
		for _, c := range "axq0ZÄ中" {
			if text := strings.Repeat(string(c), length); !excluded[text] {
				return true, text, true
			}
		}
	}
	if l.max == 0 {
		return false, "", true // only the empty string, and it is excluded
	}
	return false, "", false
}
