// Package pathop says what a path leads to: the workspace, somebody's home, the
// system, a store of credentials, something that runs later, a device, another
// machine.
//
//	text ─expand, resolve→ one or two paths ─package places, workspace, home→ Result
//
// Paths are resolved lexically: ".." takes a segment away, "~" and the usual
// variables stand for what they usually do, and no link is followed but those that
// every machine has (/proc/self/cwd), since nothing is read here. A link inside of
// the workspace can lead out of it; who opens the file has to look. Relative paths
// are taken as relative to the workspace. A pattern leads to all places that it may
// match, by what its letters say.
//
// The system that will open the path is not known. What is a separator, a drive or an
// encoding on one of them is read that way, too, and all places that any reading
// leads to count. Case is ignored, as macOS and Windows do.
package pathop

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/mooring-mcp/mooring/internal/glob"
	"github.com/mooring-mcp/mooring/internal/percent"
)

// Class says what a path leads to.
type Class string

// The classes, from least to most severe.
const (
	Workspace   Class = "workspace"   // below the workspace, or relative where none is given
	Harmless    Class = "harmless"    // such as /dev/null
	Temporary   Class = "temporary"   // scratch
	Home        Class = "home"        // below a home
	Outside     Class = "outside"     // anywhere else
	System      Class = "system"      // belongs to the machine
	Device      Class = "device"      // no file
	Persistence Class = "persistence" // runs later, or decides what runs
	Root        Class = "root"        // a file system, a home, or a folder with the workspace or a home in it
	Critical    Class = "critical"    // writing there breaks the machine, or who may log in
	Network     Class = "network"     // on another machine
	Credential  Class = "credential"  // holds secrets
	Unresolved  Class = "unresolved"  // depends on what is not known here
	Invalid     Class = "invalid"     // nothing that two programs read alike
	Guard       Class = "guard"       // guards this decision: Mooring's own, hooks and servers of clients
)

var classes = []Class{
	Workspace, Harmless, Temporary, Home, Outside, System, Device, Persistence, Root, Critical, Network, Credential, Unresolved, Invalid, Guard,
}

// Rank returns 0 for [Workspace] up to 14 for [Guard], and -1 for any other word.
func (c Class) Rank() int { return slices.Index(classes, c) }

// MaxBytes is the length up to which a path is judged; a longer one is [Invalid].
const MaxBytes = 32 << 10

// Place is where the paths are used. Both may be in the form of any system.
type Place struct {
	Workspace string // absolute; "" if it is not known
	Home      string // absolute; "" if it is not known
}

// Match is a place that a path leads to.
type Match struct {
	Class  Class
	Reason string // a clause
}

// Result is the answer about one path.
type Result struct {
	Class Class // of the first of Matches
	// Matches are all places that a reading of the path leads to, the most severe
	// first, one a class. Never empty.
	Matches []Match
	// Resolved is the path as it was read, absolute with forward slashes where it could
	// be; "" if it is [Invalid] or [Unresolved]. "~" in front stands for a home that is not known.
	Resolved string
	// Deciding is Resolved for the reading that leads to Class, the first of them: of a%2f..%2f..%2fb it is not what its
	// letters are, but what a program comes to that undoes the encoding.
	Deciding string
	Notes    []string // what was assumed in resolving, as clauses; nil for nothing
	// Pattern: the path holds * ? or [, so that it may stand for many.
	Pattern bool
	// Whole: the path is the workspace itself.
	Whole      bool
	Start, End int // byte range of the text that decided; all of it where no part did
}

// Reason is that of the most severe place.
func (r Result) Reason() string { return r.Matches[0].Reason }

// Classify judges a path, or a file URL.
func Classify(text string, at Place) Result {
	if reason, start, end := unreadable(text); reason != "" {
		return Result{Class: Invalid, Matches: []Match{{Invalid, reason}}, Start: start, End: end}
	}
	s := newSurroundings(at)
	out := Result{End: len(text), Pattern: strings.ContainsAny(text, "*?[") || glob.Braces(text, 2)[0] != text}
	worst, undone := -1, decoded(text)
	for i, reading := range readings(text) {
		p := s.resolve(reading)
		here := s.places(p)
		if p.either {
			for _, m := range s.places(resolved{}.with(nil, reading)) {
				out.add(m)
			}
		}
		if i == 0 {
			out.Resolved = p.text()
		}
		out.Whole = out.Whole || p.problem.Reason == "" && s.known && p.key() == s.workspace.key()
		for _, note := range p.notes {
			if !slices.Contains(out.Notes, note) {
				out.Notes = append(out.Notes, note)
			}
		}
		for _, m := range here {
			out.add(m)
		}
		if rank := highest(here); rank > worst {
			if worst, out.Deciding = rank, p.text(); i > 0 && reading == undone {
				out.Notes = append(out.Notes, "percent-encoding was undone")
			}
		}
	}
	slices.SortStableFunc(out.Matches, func(a, b Match) int { return b.Class.Rank() - a.Class.Rank() })
	out.Class = out.Matches[0].Class
	return out
}

// highest is the rank of the most severe place.
func highest(found []Match) int {
	rank := -1
	for _, m := range found {
		rank = max(rank, m.Class.Rank())
	}
	return rank
}

// add keeps the first match of a class.
func (r *Result) add(m Match) {
	same := func(have Match) bool { return have.Class == m.Class }
	if !slices.ContainsFunc(r.Matches, same) {
		r.Matches = append(r.Matches, m)
	}
}

// What a pattern may have at most; what it leads to is looked for in every row.
const (
	maxPattern = 256
	maxParts   = 10
)

// unreadable refuses text that programs cut, strip or show as something else.
func unreadable(text string) (reason string, start, end int) {
	switch {
	case strings.TrimSpace(text) == "":
		return "empty", 0, len(text)
	case len(text) > MaxBytes:
		return "longer than 32768 bytes", 0, len(text)
	case strings.ContainsAny(text, "*?[{") && (len(text) > maxPattern || strings.Count(text, "/") > maxParts):
		return "a pattern of more than 256 bytes or 10 folders", 0, len(text)
	case !utf8.ValidString(text):
		return "no valid UTF-8", 0, len(text)
	}
	for i, r := range text {
		n := utf8.RuneLen(r)
		switch {
		case r == 0:
			return "NUL: some programs end the path there", i, i + n
		case r < 0x20 || r >= 0x7f && r < 0xa0 || r == 0x2028 || r == 0x2029:
			return "control character", i, i + n
		case r == 0xad || r >= 0x200b && r <= 0x200f || r >= 0x202a && r <= 0x202e || r >= 0x2060 && r <= 0x206f || r == 0xfeff:
			return "hidden character: some file systems ignore it", i, i + n
		case strings.ContainsRune("／＼．：․⁄∕∖", r):
			return "character that some programs turn into a separator or dot", i, i + n
		}
	}
	return "", 0, 0
}

// readings are the ways in which programs read a text, the plain one first.
func readings(text string) []string {
	out := []string{text}
	if d := decoded(text); d != text && !isFileURL(text) {
		out = append(out, d)
	}
	for _, t := range out {
		if s := strings.ReplaceAll(t, `\`, "/"); s != t && !windows(t) {
			out = append(out, s)
		}
	}
	for _, t := range out {
		if words := glob.Braces(t, maxReadings); words[0] != t {
			out = append(out, words...)
		}
	}
	for _, t := range out {
		out = append(out, glob.Climbing(t)...)
	}
	return out
}

// maxReadings is how many words braces are expanded to.
const maxReadings = 64

// decoded undoes percent encoding, twice where it was done twice.
func decoded(text string) string { return percent.Decode(percent.Decode(text)) }
