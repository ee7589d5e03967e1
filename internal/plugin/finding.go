package plugin

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"sort"
)

// Level is what a finding comes to.
type Level string

// The levels.
const (
	Error   Level = "error"   // a client rejects, skips or denies something, or a declaration counts for nothing
	Unknown Level = "unknown" // not read, so nothing is known of it
	Warning Level = "warning" // a client goes on; somebody should look
)

// Finding is one thing that is wrong, and where.
type Finding struct {
	Rule  string `json:"rule"`
	Level Level  `json:"level"`
	Place
	Found  string `json:"found"`            // never a value that may be secret
	Want   string `json:"want"`             //
	Effect string `json:"effect,omitempty"` // what a client does about it
	Do     string `json:"do"`               // what to do about it
}

// Place is where something stands.
type Place struct {
	File    string `json:"file"`              // slash-separated, from the root of the package
	Pointer string `json:"pointer,omitempty"` // RFC 6901, in a JSON file
	Line    int    `json:"line,omitempty"`    // from 1; 0 for the file as a whole
	Column  int    `json:"column,omitempty"`  // in bytes, from 1
}

// keptPerRule is how many findings of one rule are kept.
const keptPerRule = 100

type collector struct {
	findings []Finding
	counts   map[string]int
}

// add records a finding of a rule.
func (c *collector) add(rule string, at Place, found, want string) {
	if c.counts == nil {
		c.counts = map[string]int{}
	}
	if c.counts[rule]++; c.counts[rule] > keptPerRule {
		return
	}
	r := ruleByID[rule]
	c.findings = append(c.findings, Finding{Rule: rule, Level: r.Level, Place: at, Found: found, Want: want, Effect: r.Effect, Do: r.Fix})
}

// sorted returns the findings by file and place, and by rule how many are left out.
func (c *collector) sorted() ([]Finding, map[string]int) {
	slices.SortStableFunc(c.findings, func(a, b Finding) int {
		return cmp.Or(
			cmp.Compare(fileRank(a.File), fileRank(b.File)), cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line),
			cmp.Compare(a.Column, b.Column), cmp.Compare(a.Pointer, b.Pointer), cmp.Compare(a.Rule, b.Rule),
		)
	})
	omitted := maps.Clone(c.counts)
	maps.DeleteFunc(omitted, func(_ string, n int) bool { return n <= keptPerRule })
	for rule := range omitted {
		omitted[rule] -= keptPerRule
	}
	if len(omitted) == 0 {
		omitted = nil
	}
	return c.findings, omitted
}

// fileRank puts plugin.json first, and mcp.json next.
func fileRank(file string) int {
	switch file {
	case manifestFile:
		return 0
	case mcpFile:
		return 1
	}
	return 2
}

// Count returns how many findings of a level there are, those left out included.
func (p Package) Count(level Level) int {
	n := 0
	for _, f := range p.Findings {
		if f.Level == level {
			n++
		}
	}
	for rule, more := range p.Omitted {
		if ruleByID[rule].Level == level {
			n += more
		}
	}
	return n
}

// source is a text file with the offsets of its lines.
type source struct {
	file  string
	lines []int
}

func newSource(file string, text []byte) source {
	s := source{file: file, lines: []int{0}}
	for at := 0; ; {
		i := bytes.IndexByte(text[at:], '\n')
		if i < 0 {
			return s
		}
		at += i + 1
		s.lines = append(s.lines, at)
	}
}

// at is the place of a byte.
func (s source) at(offset int, pointer string) Place {
	line := sort.SearchInts(s.lines, offset+1)
	return Place{File: s.file, Pointer: pointer, Line: line, Column: offset - s.lines[line-1] + 1}
}
