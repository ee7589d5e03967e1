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
	ZoneOwn                    // files of Mooring, and hooks of clients that call it
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
	found := all.zones.of(p)
	if lower := small(p); lower != p {
		return found | all.folded.of(lower)&^harmless
	}
	return found | all.capitals.of(p)&^harmless // the other rows are those of zones
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

// capital are the rows that are not in small letters.
func capital(rows []Pattern) []Pattern {
	return slices.DeleteFunc(slices.Clone(rows), func(row Pattern) bool { return small(row.Pattern) == row.Pattern })
}

// zoneIndex finds the rows of a path without asking each of them.
type zoneIndex struct {
	exact, under map[string]Zones // of the whole path; of a folder around it
	tail, tailed map[string]Zones // the same of its last folders
	longest      int              // folders in the keys of tail and tailed
	wild         []wildRow        // what is left
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
	x := zoneIndex{exact: map[string]Zones{}, under: map[string]Zones{}, tail: map[string]Zones{}, tailed: map[string]Zones{}}
	for _, row := range rows {
		text, below := strings.CutSuffix(row.Pattern, "/**")
		text, anywhere := strings.CutPrefix(text, "**/")
		if strings.ContainsAny(text, "*?[") {
			x.wild = append(x.wild, newWildRow(row))
			continue
		}
		into := x.exact
		switch {
		case anywhere && below:
			into = x.tailed
		case anywhere:
			into = x.tail
		case below:
			into = x.under
		}
		if anywhere {
			x.longest = max(x.longest, strings.Count(text, "/")+1)
		}
		into[text] = into[text].With(row.Zone)
	}
	return x
}

func (x *zoneIndex) of(p string) Zones {
	found := x.exact[p] | x.tails(x.tail, p)
	for at := p; at != ""; {
		found |= x.under[at] | x.tails(x.tailed, at)
		i := strings.LastIndexByte(at, '/')
		if i < 0 {
			break
		}
		at = at[:i]
	}
	for _, row := range x.wild {
		if strings.HasPrefix(p, row.head) && strings.HasSuffix(p, row.tail) && !found.Has(row.Zone) && matches(row.Pattern.Pattern, p) {
			found = found.With(row.Zone)
		}
	}
	return found
}

// tails looks the last folders of a path up, up to the longest key.
func (x *zoneIndex) tails(in map[string]Zones, p string) Zones {
	var found Zones
	end := len(p)
	for range x.longest {
		i := strings.LastIndexByte(p[:end], '/')
		found |= in[p[i+1:]]
		if i < 0 {
			break
		}
		end = i
	}
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
