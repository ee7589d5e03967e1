package taxonomy

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/signal"
)

// MaxEvidence is how many places a classification names for one rule. It names
// fewer, but at least one, where they take more than 1 MiB; of each text it quotes
// at most MaxText bytes.
const (
	MaxEvidence      = 100
	MaxText          = 4 << 10
	maxEvidenceBytes = 1 << 20
)

// Evidence is one thing that made a rule fire.
type Evidence struct {
	Rule    string `json:"rule"`
	Pointer string `json:"pointer"` // RFC 6901, of the value in the tool after
	// Definition says what was looked for: a character, a phrase of the list, a
	// pattern of the specification, or a condition in words.
	Definition string `json:"definition"`
	// Text is what was found: the characters that matched, the name of a property,
	// a value. What is longer than [MaxText] is cut, with "…" behind it. Of a URL it is
	// the address, without the full stop, comma, bracket or quote behind it, which the
	// pattern takes along.
	Text string `json:"text"`
	// Start and End are the byte range of what was found in the string at Pointer,
	// also when Text is cut; both 0 where the evidence is no part of a string.
	Start int `json:"start"`
	End   int `json:"end"`
}

// collector takes up evidence, as much of each rule as is kept.
type collector struct {
	kept    []Evidence
	omitted map[string]int
	tallies map[string]tally
}

type tally struct{ count, bytes int }

// add takes e, whose pointer is path.
func (c *collector) add(e Evidence, path ...string) {
	e.Text = signal.Cut(e.Text, MaxText)
	size := len(e.Text)
	for _, token := range path {
		size += 1 + len(token)
	}
	t := c.tallies[e.Rule]
	if t.count > 0 && (t.count == MaxEvidence || t.bytes+size > maxEvidenceBytes) {
		if c.omitted == nil {
			c.omitted = map[string]int{}
		}
		c.omitted[e.Rule]++
		return
	}
	if c.tallies == nil {
		c.tallies = map[string]tally{}
	}
	c.tallies[e.Rule] = tally{t.count + 1, t.bytes + size}
	for _, token := range path {
		e.Pointer = jsonv.AppendPointer(e.Pointer, token)
	}
	c.kept = append(c.kept, e)
}

// sorted puts the evidence in the order of the rules.
func (c *collector) sorted() []Evidence {
	slices.SortStableFunc(c.kept, func(a, b Evidence) int { return cmp.Compare(a.Rule, b.Rule) })
	return c.kept
}

// reason is the line of a rationale, from the first evidence of a rule.
func (r Rule) reason(e Evidence) string {
	if e.Text == "" {
		return fmt.Sprintf("%s %s: %s at %s", r.ID, r.Title, e.Definition, e.Pointer)
	}
	return fmt.Sprintf("%s %s: %q (%s) at %s", r.ID, r.Title, e.Text, e.Definition, e.Pointer)
}
