// Package places is the list of places of a machine: where credentials are, what runs later, what belongs to the
// system, what is Mooring's own.
//
//	places.txt ─→ rows ─┬─ At: the rows of a path
//	                    ├─ Meeting: those that a pattern may lead to
//	                    └─ Held: whether a folder has one somewhere below it
//
// What judges paths and what judges the paths in texts for shells have this list in common, so that no name is a
// secret for one and a file like any other for the other.
package places

import (
	_ "embed"
	"fmt"
	"path"
	"strings"
	"sync"

	"github.com/mooring-mcp/mooring/internal/glob"
)

//go:embed places.txt
var text string

// Ordinary is the class of rows that exempt from [Credential].
const Ordinary = "ordinary"

// Credential is the class of what holds secrets.
const Credential = "credential"

// Classes are the words of places.txt, from least to most severe.
var Classes = []string{Ordinary, "harmless", "temporary", "system", "device", "persistence", "critical", Credential, "guard"}

// Row is a row of places.txt.
type Row struct {
	Class  string // one of Classes
	Reason string // a clause
	glob.Place
	segs []string
	wild []pattern // of segs that hold wildcards; the zero value for the others
}

// pattern is a segment with wildcards, and what it begins and ends with.
type pattern struct {
	head, tail string
	star       bool // nothing but a * stands between them
}

func newPattern(seg string) pattern {
	first, last := strings.IndexAny(seg, "*?"), strings.LastIndexAny(seg, "*?")
	return pattern{seg[:first], seg[last+1:], first == last && seg[first] == '*'}
}

// matches is [path.Match] of seg, which most names fail by their ends.
func (p pattern) matches(seg, name string) bool {
	if len(name) < len(p.head)+len(p.tail) || !strings.HasPrefix(name, p.head) || !strings.HasSuffix(name, p.tail) {
		return false
	}
	if p.star {
		return true
	}
	ok, err := path.Match(seg, name)
	return err == nil && ok
}

// table is places.txt, with what finds the rows of a path without asking each of them.
type table struct {
	all      []*Row
	anchored [glob.Work + 1]byName // by where they begin
	floating byName
	names    byEnd // floating, of one segment with wildcards, for the last segment alone
	held     map[string]*holding
}

// rows parses places.txt once; the tests hold that it is well-formed.
var rows = sync.OnceValue(func() *table {
	t, err := parse(text)
	if err != nil {
		panic(err) // the file is part of the program
	}
	return t
})

func parse(text string) (*table, error) {
	t := &table{held: map[string]*holding{}}
	n := 0
	for line := range strings.Lines(text) {
		n++
		row, reason, _ := strings.Cut(strings.TrimSpace(line), " # ")
		if row == "" || row[0] == '#' {
			continue
		}
		fields := strings.Fields(row)
		if len(fields) != 2 || strings.TrimSpace(reason) == "" {
			return t, fmt.Errorf("places.txt:%d: found %q, want CLASS PATTERN # REASON", n, line)
		}
		if rank(fields[0]) < 0 {
			return t, fmt.Errorf("places.txt:%d: no class %q", n, fields[0])
		}
		for _, text := range glob.Braces(fields[1], maxBraces) {
			if err := t.add(fields[0], text, strings.TrimSpace(reason)); err != nil {
				return t, fmt.Errorf("places.txt:%d: %w", n, err)
			}
		}
	}
	return t, nil
}

const maxBraces = 64 // patterns that one row stands for

func rank(class string) int {
	for i, c := range Classes {
		if c == class {
			return i
		}
	}
	return -1
}

func (t *table) add(class, text, reason string) error {
	r := &Row{Class: class, Reason: reason}
	text, begins := strings.CutSuffix(text, "=")
	text, r.Only = strings.CutSuffix(text, "!")
	switch {
	case strings.HasPrefix(text, "/"):
		r.Anchor, text = glob.Root, text[1:]
	case strings.HasPrefix(text, "~/"):
		r.Anchor, text = glob.Home, text[2:]
	case strings.HasPrefix(text, "./"):
		r.Anchor, text = glob.Work, text[2:]
	}
	r.segs = strings.Split(text, "/")
	for _, seg := range r.segs {
		if _, err := path.Match(seg, ""); err != nil || seg == "" || seg != strings.ToLower(seg) || strings.ContainsAny(seg, `[\`) {
			return fmt.Errorf("segment %q", seg)
		}
		name := glob.ParseName(seg)
		name.Begins = begins
		r.Names = append(r.Names, name)
		p := pattern{}
		if name.Wild() {
			p = newPattern(seg)
		}
		r.wild = append(r.wild, p)
	}
	t.all = append(t.all, r)
	switch {
	case r.Anchor != glob.Loose:
		t.anchored[r.Anchor].add(r)
	case r.Names[0].Wild() && r.Only && len(r.segs) == 1:
		t.names.add(r)
	default:
		t.floating.add(r)
	}
	if t.held[class] == nil {
		t.held[class] = newHolding()
	}
	t.held[class].add(r)
	return nil
}

// Rows are all rows in the order of the list.
func Rows() []*Row { return rows().all }

// String is the pattern as the list has it, without what closes it below.
func (q *Row) String() string {
	text := strings.Join(q.segs, "/")
	switch q.Anchor {
	case glob.Root:
		return "/" + text
	case glob.Home:
		return "~/" + text
	case glob.Work:
		return "./" + text
	default:
		return text
	}
}

// Anchored are the rows with a place to stand that a path of folded segments begins with, below an anchor that is not
// [glob.Loose].
func Anchored(anchor glob.Anchor, segs []string, hit func(*Row)) {
	rows().anchored[anchor].each(segs, hit)
}

// Floating are the rows that may stand anywhere in a path of folded segments.
func Floating(segs []string, hit func(*Row)) {
	t := rows()
	for i := range segs {
		t.floating.each(segs[i:], hit)
	}
	if len(segs) > 0 {
		t.names.each(segs[len(segs)-1:], hit)
	}
}

// Matches reports that folded segments begin with those of the row.
func (q *Row) Matches(segs []string) bool {
	if len(segs) < len(q.segs) || q.Only && len(segs) != len(q.segs) {
		return false
	}
	for i, seg := range q.segs {
		if seg == segs[i] {
			continue
		}
		if !q.Names[i].Wild() || !q.wild[i].matches(seg, segs[i]) {
			return false
		}
	}
	return true
}

// Meeting are the rows that a pattern may lead to. Those that exempt are left out: where a template and what it is a
// template of both match, the pattern may find either.
func Meeting(p glob.Path, hit func(*Row, glob.Overlap)) {
	for _, q := range rows().all {
		if q.Class == Ordinary {
			continue
		}
		if o := q.Meets(p); o != glob.Apart {
			hit(q, o)
		}
	}
}
