package shelltable

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/glob"
)

// Zone is a kind of place in the file system.
type Zone uint8

// The zones that the rows of data/paths.txt name.
const (
	ZoneRoot       Zone = iota // holds a system or homes: its loss is the loss of the machine
	ZoneCritical               // a file by which the system boots, or knows its users
	ZoneSystem                 // below the folders of the system
	ZoneDevice                 // a disk, or memory
	ZoneSink                   // takes everything and keeps nothing
	ZoneNetwork                // a connection that bash opens by a path
	ZoneCredential             // keys, tokens, passwords; its rows are those of package places
	ZoneOwn                    // what guards this decision; its rows are those of package places, class guard
	ZoneStartup                // run by a shell, a scheduler or git later on
	ZoneSocket                 // hands out control of the machine
	ZoneScratch                // thrown away anyhow
	ZoneArtefact               // made again by a build
)

var zoneNames = []string{
	"root", "critical", "system", "device", "sink", "network", "credential", "own", "startup", "socket", "scratch", "artefact",
}

// Zones are the zones of one path.
type Zones uint16

// Has reports whether a zone is among them.
func (s Zones) Has(z Zone) bool { return s&(1<<z) != 0 }

// With is the set with one more zone.
func (s Zones) With(z Zone) Zones { return s | 1<<z }

// Without is the set without a zone.
func (s Zones) Without(z Zone) Zones { return s &^ (1 << z) }

// Pattern is a row of data/paths.txt. The pattern is one of [path.Match] by folders; ** in front matches any folders,
// ** behind everything below, and the folder itself.
type Pattern struct {
	Zone    Zone
	Pattern string
	Place   glob.Place // the same, to be met by patterns
}

// Paths are all rows in the order of the data.
func Paths() []Pattern { return loaded().paths }

func parsePattern(f []string) (Pattern, error) {
	for i, name := range zoneNames {
		if name == f[0] && len(f) == 2 && f[1] != "" {
			return Pattern{Zone(i), f[1], placeOf(f[1])}, nil
		}
	}
	return Pattern{}, fmt.Errorf("unknown zone %q", f[0])
}

// placeOf reads a pattern as a place. One that is relative is taken as one that may be anywhere.
func placeOf(pattern string) glob.Place {
	text, below := strings.CutSuffix(pattern, "/**")
	word := glob.ParseWord(strings.TrimPrefix(text, "**/"))
	return glob.Place{Anchor: word.Anchor, Names: word.Names, Only: !below}
}

// ZonesOf are the zones of a clean path; ~ stands for a home. Its case does not count where it is the riskier side, as
// file systems of macOS and Windows ignore it: MOORING.yaml is a file of Mooring, and Build no artefact. O(n²) in its
// folders, of which at most four are seen together.
func ZonesOf(p string) Zones {
	all := loaded()
	if lower := small(p); lower != p {
		return all.zones.of(p) | all.folded.of(lower)&^harmless
	}
	return all.small.of(p)
}

// small ignores case as file systems do, that of ſ and K included.
func small(p string) string {
	for i := range len(p) {
		if p[i] >= 0x80 {
			return strings.ToLower(strings.ToUpper(p))
		}
	}
	return strings.ToLower(p)
}

// harmless are zones that make less of a change, so that a path has to be written as in its row.
const harmless = Zones(1<<ZoneSink | 1<<ZoneNetwork | 1<<ZoneScratch | 1<<ZoneArtefact)

// fold is rows in small letters.
func fold(rows []Pattern) []Pattern {
	out := make([]Pattern, len(rows))
	for i, row := range rows {
		out[i] = Pattern{row.Zone, small(row.Pattern), placeOf(small(row.Pattern))}
	}
	return out
}

// capital are the rows that are not in small letters, and count in them.
func capital(rows []Pattern) []Pattern {
	return slices.DeleteFunc(slices.Clone(rows), func(row Pattern) bool {
		return small(row.Pattern) == row.Pattern || harmless.Has(row.Zone)
	})
}

// zoneIndex finds the rows of a path without asking each of them.
type zoneIndex struct {
	named   map[string]named
	longest int          // folders in the names that are a tail
	wild    [2][]wildRow // what is left: that may be anywhere, and that begins at the root
}

// named are the zones of rows without wildcards, by what the name is of a path.
type named struct {
	whole, under Zones // the path itself; a folder around it
	tail, tailed Zones // its last folders; those of a folder around it
}

// wildRow is a pattern with what a path has to begin and end with.
type wildRow struct {
	Pattern
	head, tail string
}

func newWildRow(row Pattern) wildRow {
	w := wildRow{Pattern: row}
	if !strings.HasPrefix(row.Pattern, "**/") {
		w.head = row.Pattern[:strings.IndexAny(row.Pattern, "*?[")]
	}
	if !strings.HasSuffix(row.Pattern, "/**") {
		w.tail = row.Pattern[strings.LastIndexAny(row.Pattern, "*?]")+1:]
	}
	return w
}

func indexZones(rows []Pattern) zoneIndex {
	x := zoneIndex{named: map[string]named{}}
	for _, row := range rows {
		text, below := strings.CutSuffix(row.Pattern, "/**")
		text, anywhere := strings.CutPrefix(text, "**/")
		if strings.ContainsAny(text, "*?[") {
			at := absolute(row.Pattern)
			x.wild[at] = append(x.wild[at], newWildRow(row))
			continue
		}
		n := x.named[text]
		switch {
		case anywhere && below:
			n.tailed = n.tailed.With(row.Zone)
		case anywhere:
			n.tail = n.tail.With(row.Zone)
		case below:
			n.under = n.under.With(row.Zone)
		default:
			n.whole = n.whole.With(row.Zone)
		}
		if anywhere {
			x.longest = max(x.longest, strings.Count(text, "/")+1)
		}
		x.named[text] = n
	}
	return x
}

func absolute(p string) int {
	if strings.HasPrefix(p, "/") {
		return 1
	}
	return 0
}

func (x *zoneIndex) of(p string) Zones {
	n := x.tails(p)
	found := n.whole | n.under | n.tail | n.tailed
	for i := strings.LastIndexByte(p, '/'); i >= 0; i = strings.LastIndexByte(p[:i], '/') {
		n = x.tails(p[:i])
		found |= n.under | n.tailed
	}
	for at := range absolute(p) + 1 {
		for i := range x.wild[at] {
			row := &x.wild[at][i]
			if strings.HasPrefix(p, row.head) && strings.HasSuffix(p, row.tail) && !found.Has(row.Zone) && matches(row.Pattern.Pattern, p) {
				found = found.With(row.Zone)
			}
		}
	}
	return found
}

// tails looks a path up, and its last folders up to the longest name.
func (x *zoneIndex) tails(p string) named {
	if p == "" {
		return named{}
	}
	var found named
	end := len(p)
	for range x.longest {
		i := strings.LastIndexByte(p[:end], '/')
		n := x.named[p[i+1:]]
		if i < 0 {
			found.whole, found.under = n.whole, n.under
		}
		found.tail |= n.tail
		found.tailed |= n.tailed
		if i < 0 {
			return found
		}
		end = i
	}
	n := x.named[p]
	found.whole, found.under = n.whole, n.under
	return found
}

func matches(pattern, p string) bool {
	if open, ok := strings.CutSuffix(pattern, "/**"); ok {
		for ; p != "." && p != "/" && p != ""; p = path.Dir(p) {
			if matches(open, p) {
				return true
			}
			if !strings.Contains(p, "/") {
				return false
			}
		}
		return false
	}
	if tail, ok := strings.CutPrefix(pattern, "**/"); ok {
		start := len(p)
		for range strings.Count(tail, "/") + 1 {
			if start < 0 {
				return false
			}
			start = strings.LastIndexByte(p[:start], '/')
		}
		pattern, p = tail, p[start+1:]
	}
	ok, err := path.Match(pattern, p)
	return err == nil && ok
}
