package pathop

import (
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/glob"
	"github.com/mooring-mcp/mooring/internal/places"
)

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
	hit := func(q *places.Row) {
		if q.Class == places.Ordinary {
			exempt = true
			return
		}
		found = append(found, Match{Class(q.Class), q.Reason})
	}
	if p.host == "" && !p.loose && p.problem.Class == "" {
		s.anchored(segs, p.home, hit)
	}
	places.Floating(segs, hit)
	if exempt {
		found = slices.DeleteFunc(found, func(m Match) bool { return m.Class == Credential })
	}
	if p.foreign {
		found = append(found, Match{Credential, "file system of another process"})
	}
	if strings.ContainsAny(strings.Join(segs, ""), "*?[\x00") && p.problem.Class != Invalid {
		found = append(found, s.maybe(p, segs)...)
	}
	return settled(found)
}

// maybe is where a pattern may lead to beside what its letters are.
func (s surroundings) maybe(p resolved, segs []string) []Match {
	word := glob.ParseWord(strings.Join(segs, "/"))
	n := homeLen(segs)
	switch {
	case p.home:
		word.Anchor = glob.Home
	case p.loose || p.host != "":
	case s.known && p.within(s.workspace):
		word = glob.ParseWord(strings.Join(segs[len(s.workspace.segs):], "/"))
	case n > 0:
		word = glob.ParseWord("~/" + strings.Join(segs[n:], "/"))
	default:
		word.Anchor = glob.Root
	}
	var found []Match
	places.Meeting(word, func(q *places.Row, o glob.Overlap) {
		switch class := Class(q.Class); {
		case o == glob.Named:
			found = append(found, Match{class, q.Reason})
		case o == glob.Hinted && class == Credential:
			found = append(found, Match{Credential, q.Reason})
		case o == glob.Hinted:
			found = append(found, Match{Persistence, q.Reason})
		}
	})
	return found
}

// settled drops what a more precise place replaces.
func settled(found []Match) []Match {
	has := func(c Class) bool {
		return slices.ContainsFunc(found, func(m Match) bool { return m.Class == c })
	}
	drop := func(classes ...Class) {
		found = slices.DeleteFunc(found, func(m Match) bool { return slices.Contains(classes, m.Class) })
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
func (s surroundings) anchored(segs []string, unknownHome bool, hit func(*places.Row)) {
	if len(segs) > 1 && segs[0] == "private" { // macOS keeps etc, tmp and var there
		segs = segs[1:]
	}
	var workspace []string
	if s.known {
		workspace = folded(s.workspace.segs)
	}
	inside := workspace != nil && len(segs) >= len(workspace) && slices.Equal(segs[:len(workspace)], workspace)
	if !unknownHome {
		places.Anchored(glob.Root, segs, func(q *places.Row) {
			if !inside || !q.Matches(workspace) {
				hit(q)
			}
		})
	}
	if n := homeLen(segs); unknownHome {
		places.Anchored(glob.Home, segs, hit)
	} else if n > 0 {
		places.Anchored(glob.Home, segs[n:], hit)
	}
	if inside {
		places.Anchored(glob.Work, segs[len(workspace):], hit)
	}
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
		out[i] = glob.Fold(seg)
	}
	return out
}
