package pathop

import (
	_ "embed"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"
)

//go:embed places.txt
var placesText string

// pattern is a row of places.txt.
type pattern struct {
	class  Class // "ordinary" for a row that exempts from credential
	reason string
	anchor byte // '/' root, '~' home, '.' workspace, 0 none
	last   bool // nothing below it
	segs   []string
	wild   []bool // which of segs hold wildcards
}

const ordinary Class = "ordinary"

// table is places.txt by what a pattern begins with.
type table struct {
	anchored []pattern
	floating map[string][]pattern // by a first segment without wildcards
	wild     []pattern            // floating, the first segment has wildcards
	names    []pattern            // as wild, for the last segment alone
}

// rows parses places.txt once; the tests hold that it is well-formed.
var rows = sync.OnceValue(func() table {
	t, err := parsePlaces(placesText)
	if err != nil {
		panic(err) // the file is part of the program
	}
	return t
})

func parsePlaces(text string) (table, error) {
	t := table{floating: map[string][]pattern{}}
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
		class := Class(fields[0])
		if class.Rank() < 0 && class != ordinary {
			return t, fmt.Errorf("places.txt:%d: no class %q", n, class)
		}
		for _, text := range braces(fields[1]) {
			if err := t.add(class, text, strings.TrimSpace(reason)); err != nil {
				return t, fmt.Errorf("places.txt:%d: %w", n, err)
			}
		}
	}
	return t, nil
}

func (t *table) add(class Class, text, reason string) error {
	p := pattern{class: class, reason: reason}
	text, p.last = strings.CutSuffix(text, "!")
	switch {
	case strings.HasPrefix(text, "/"):
		p.anchor, text = '/', text[1:]
	case strings.HasPrefix(text, "~/"), strings.HasPrefix(text, "./"):
		p.anchor, text = text[0], text[2:]
	}
	p.segs = strings.Split(text, "/")
	for _, seg := range p.segs {
		if _, err := path.Match(seg, ""); err != nil || seg == "" || seg != strings.ToLower(seg) {
			return fmt.Errorf("segment %q", seg)
		}
		p.wild = append(p.wild, strings.ContainsAny(seg, "*?["))
	}
	switch {
	case p.anchor != 0:
		t.anchored = append(t.anchored, p)
	case p.wild[0] && p.last && len(p.segs) == 1:
		t.names = append(t.names, p)
	case p.wild[0]:
		t.wild = append(t.wild, p)
	default:
		t.floating[p.segs[0]] = append(t.floating[p.segs[0]], p)
	}
	return nil
}

// braces expands {a,b}.
func braces(text string) []string {
	head, rest, ok := strings.Cut(text, "{")
	if !ok {
		return []string{text}
	}
	inner, tail, _ := strings.Cut(rest, "}")
	var out []string
	for word := range strings.SplitSeq(inner, ",") {
		for _, end := range braces(tail) {
			out = append(out, head+word+end)
		}
	}
	return out
}

// places returns what a path leads to, in no order; never nothing.
func (s surroundings) places(p resolved) []Match {
	segs := folded(p.segs)
	var found []Match
	if p.problem.Class != "" {
		found = append(found, p.problem)
	} else {
		found = s.located(p)
	}
	exempt := false
	hit := func(q pattern) {
		if q.class == ordinary {
			exempt = true
			return
		}
		found = append(found, Match{q.class, q.reason})
	}
	t := rows()
	if p.host == "" && !p.loose && p.problem.Class == "" {
		s.anchored(segs, p.home, hit)
	}
	for i := range segs {
		for _, q := range t.floating[segs[i]] {
			if q.matches(segs[i:]) {
				hit(q)
			}
		}
		for _, q := range t.wild {
			if q.matches(segs[i:]) {
				hit(q)
			}
		}
	}
	if len(segs) > 0 {
		for _, q := range t.names {
			if q.matches(segs[len(segs)-1:]) {
				hit(q)
			}
		}
	}
	return settled(found, exempt)
}

// settled drops what a more precise place replaces.
func settled(found []Match, exempt bool) []Match {
	has := func(c Class) bool {
		return slices.ContainsFunc(found, func(m Match) bool { return m.Class == c })
	}
	drop := func(classes ...Class) {
		found = slices.DeleteFunc(found, func(m Match) bool { return slices.Contains(classes, m.Class) })
	}
	if exempt {
		drop(Credential)
	}
	if has(Harmless) {
		drop(Device, Outside)
	}
	if has(Temporary) {
		drop(System, Outside, Home)
	}
	if has(System) || has(Device) {
		drop(Outside)
	}
	return found
}

// anchored tries the patterns with a place to stand. One that holds the workspace as
// well says nothing about what is in the workspace.
//
// unknownHome says that segs begin below a home rather than at a root.
func (s surroundings) anchored(segs []string, unknownHome bool, hit func(pattern)) {
	if len(segs) > 1 && segs[0] == "private" { // macOS keeps etc, tmp and var there
		segs = segs[1:]
	}
	var workspace []string
	if s.known {
		workspace = folded(s.workspace.segs)
	}
	inside := workspace != nil && len(segs) >= len(workspace) && slices.Equal(segs[:len(workspace)], workspace)
	for _, q := range rows().anchored {
		from := segs
		switch q.anchor {
		case '/':
			if unknownHome || inside && q.matches(workspace) {
				continue
			}
		case '~':
			n := homeLen(segs)
			if n == 0 && !unknownHome {
				continue
			}
			if !unknownHome {
				from = segs[n:]
			}
		default:
			if !inside {
				continue
			}
			from = segs[len(workspace):]
		}
		if q.matches(from) {
			hit(q)
		}
	}
}

// matches reports that segs begin with the pattern.
func (q pattern) matches(segs []string) bool {
	if len(segs) < len(q.segs) || q.last && len(segs) != len(q.segs) {
		return false
	}
	for i, seg := range q.segs {
		if seg == segs[i] {
			continue
		}
		if !q.wild[i] {
			return false
		}
		if ok, err := path.Match(seg, segs[i]); err != nil || !ok {
			return false
		}
	}
	return true
}

// homeLen is how many segments of a path are a home: /home/X, /Users/X, /root; 0 for
// none.
func homeLen(segs []string) int {
	switch {
	case len(segs) >= 1 && segs[0] == "root":
		return 1
	case len(segs) >= 2 && (segs[0] == "home" || segs[0] == "users"):
		return 2
	case len(segs) >= 3 && segs[0] == "var" && segs[1] == "home":
		return 3
	}
	return 0
}

// located is where a path is among workspace, homes and machines.
func (s surroundings) located(p resolved) []Match {
	segs := folded(p.segs)
	n := homeLen(segs)
	switch {
	case p.host != "":
		return []Match{{Network, "on the machine " + p.host}}
	case p.loose && !p.climbed:
		return []Match{{Workspace, "relative"}}
	case p.loose:
		return []Match{{Outside, "leaves the folder that it is relative to"}}
	case s.above(p):
		return []Match{{Root, "a whole file system or home, or what holds one"}}
	case s.known && p.within(s.workspace):
		return []Match{{Workspace, "in the workspace"}}
	case p.home, s.knownHome && p.within(s.home):
		return []Match{{Home, "in the home"}}
	case n > 0:
		return []Match{{Home, "in a home"}}
	}
	return []Match{{Outside, "outside of workspace and home"}}
}

// above reports the root of a file system, a home, or a folder that holds the
// workspace or homes.
func (s surroundings) above(p resolved) bool {
	segs := folded(p.segs)
	switch {
	case p.loose:
		return false
	case p.host == "" && len(segs) == 0: // also a home that is not known
		return true
	case p.home:
		return false
	case len(segs) > 0 && homeLen(segs) == len(segs):
		return !s.known || !p.within(s.workspace)
	case len(segs) == 1 && (segs[0] == "home" || segs[0] == "users" || segs[0] == "mnt" || segs[0] == "volumes"):
		return true
	case s.known && p.key() != s.workspace.key() && s.workspace.within(p):
		return true
	}
	return s.knownHome && s.home.within(p) && (!s.known || p.key() != s.workspace.key())
}

// folded are segments as they are compared: without case, without what Windows takes
// off the end, without the name of a stream.
func folded(segs []string) []string {
	out := make([]string, len(segs))
	for i, seg := range segs {
		if name, _, ok := strings.Cut(seg, ":"); ok && name != "" {
			seg = name
		}
		if cut := strings.TrimRight(seg, ". "); cut != "" {
			seg = cut
		}
		out[i] = fold(seg)
	}
	return out
}

// fold ignores case, that of ſ and K included.
func fold(seg string) string {
	for i := range len(seg) {
		if seg[i] >= 0x80 {
			return strings.ToLower(strings.ToUpper(seg))
		}
	}
	return strings.ToLower(seg)
}
