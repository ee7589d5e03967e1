package shellop

import (
	"path"
	"strings"

	"github.com/mooring-mcp/mooring/internal/glob"
	"github.com/mooring-mcp/mooring/internal/places"
	"github.com/mooring-mcp/mooring/internal/shelltable"
)

// zoneOf is the zone of a class of package places; none for those that package shelltable has rows of its own for.
func zoneOf(class string) (shelltable.Zone, bool) {
	switch class {
	case places.Credential:
		return credential, true
	case "persistence":
		return startup, true
	case "guard":
		return own, true
	}
	return 0, false
}

// zonesOf are the zones of a clean path, by the rows of both tables.
func zonesOf(p string) shelltable.Zones {
	zones := shelltable.ZonesOf(p)
	exempt := false
	hit := func(q *places.Row) {
		if q.Class == places.Ordinary {
			exempt = true
		} else if zone, ok := zoneOf(q.Class); ok {
			zones = zones.With(zone)
		}
	}
	anchor, name := anchored(p)
	var few [8]string
	segs := few[:0]
	if name != "" {
		for seg := range strings.SplitSeq(name, "/") {
			segs = append(segs, seg)
		}
	}
	if anchor != glob.Loose {
		places.Anchored(anchor, segs, hit)
	}
	places.Floating(segs, hit)
	if exempt {
		zones = zones.Without(credential)
	}
	return zones
}

// anchored is where a clean path begins, and its folded name from there on.
func anchored(p string) (glob.Anchor, string) {
	anchor, name := glob.Loose, p
	switch {
	case strings.HasPrefix(p, "/private/"): // macOS keeps etc, tmp and var there
		anchor, name = glob.Root, strings.TrimPrefix(p, "/private/")
	case strings.HasPrefix(p, "/"):
		anchor, name = glob.Root, p[1:]
	case p == "~" || strings.HasPrefix(p, "~/"):
		anchor, name = glob.Home, strings.TrimPrefix(p[1:], "/")
	}
	return anchor, glob.Fold(name)
}

// guess adds zones that a pattern, or a path with an unknown part, may lead to.
func (p *place) guess(look string, dots bool) {
	for _, text := range readingsOf(look, dots) {
		p.guessOne(glob.ParseWord(text))
	}
}

// readingsOf are the patterns that a path stands for, with those in which * finds hidden files where it does.
func readingsOf(path string, dots bool) []string {
	text := pattern(path)
	out := []string{text}
	if dots {
		out = append(out, glob.Readings(text, func(part string) (string, bool) {
			return "." + part, part != "" && strings.ContainsAny(part[:1], "*?[")
		})...)
	}
	return out
}

func (p *place) guessOne(word glob.Path) {
	deep, below := word.Deep()
	silent := !word.Says()
	for _, row := range shelltable.Paths() {
		switch row.Zone {
		case artefact, scratch, sinkZone:
			continue
		case root:
			if !p.glob {
				continue
			}
		default:
		}
		if p.unknown && row.Place.Anchor != glob.Loose && len(word.Names) != len(row.Place.Names) {
			continue // what is not known could lead anywhere
		}
		p.met(row.Zone, p.touched(row.Zone, row.Place.Meets(word), word, &row.Place))
	}
	holds := below && places.HeldBy(deep, places.Credential)
	places.Meeting(word, func(q *places.Row, o glob.Overlap) {
		zone, ok := zoneOf(q.Class)
		if !ok || p.unknown && q.Anchor != glob.Loose && len(word.Names) != len(q.Names) {
			return
		}
		if silent && q.Anchor == glob.Home && zone == credential {
			p.tree = true // ~/*/* finds them among all else
			return
		}
		p.met(zone, p.touched(zone, o, word, &q.Place))
		p.tree = p.tree || holds && zone == credential
	})
}

// touched looks at what a pattern finds without saying it: it may spell the name all the same, and of what guards this
// decision it is enough that it does, where that usually is.
func (p *place) touched(zone shelltable.Zone, o glob.Overlap, word glob.Path, row *glob.Place) glob.Overlap {
	if o != glob.Touch || zone != own && zone != credential {
		return o
	}
	if word.Spells(row) {
		return glob.Named
	}
	_, deep := word.Deep()
	p.reach = p.reach || zone == own && len(row.Names) == 1 && row.Only && p.glob && !p.unknown && word.Anchor == glob.Loose && (len(word.Names) == 1 || deep && word.Names[0].Deep())
	return o
}

// met adds a zone that a pattern says something of. Of what it only says the folder, it is not taken to touch what
// guards this decision.
func (p *place) met(zone shelltable.Zone, o glob.Overlap) {
	switch {
	case o == glob.Hinted && zone == own:
		p.zones = p.zones.With(startup)
	case o == glob.Hinted || o == glob.Named:
		p.zones = p.zones.With(zone)
	}
}

// holds reports a folder with credentials somewhere below it.
func (p *place) holds() bool {
	if p.tree {
		return true
	}
	if p.unknown || p.sink {
		return false
	}
	if p.up && strings.Trim(p.path, "./") == "" && strings.Count(p.path, "..") >= manyUp {
		return true
	}
	for _, look := range p.looks() {
		switch look {
		case "/home", "/Users", "/root", "/private", "/private/etc", "/private/var":
			return true
		}
		if parent := path.Dir(look); parent == "/home" || parent == "/Users" {
			return true
		}
		if p.glob {
			if places.HeldBy(glob.ParseWord(pattern(look)), places.Credential) {
				return true
			}
		} else if anchor, name := anchored(look); places.Held(anchor, name, places.Credential) {
			return true
		}
	}
	return false
}

// manyUp is how far up a folder is taken to be a home, or above one.
const manyUp = 3

// looks are the names of a path: in the home of a user it is also one in a home.
func (p *place) looks() []string {
	out := []string{p.path}
	if alias := homeAlias(p.path); alias != "" {
		out = append(out, alias)
	}
	if p.path != "" && path.Base(p.path) == ".git" {
		out = append(out, p.path+"/config")
	}
	return out
}

// pattern is a path with marks as a pattern of package glob.
func pattern(p string) string { return globs.Replace(p) }

var globs = strings.NewReplacer(
	"*", `\*`, "?", `\?`, "[", `\[`, `\`, `\\`,
	"\x02", "*", "\x03", "?", "\x04", "[", "\x05", "[0-9]*", "\x06", "x", "\x01", "~",
)
