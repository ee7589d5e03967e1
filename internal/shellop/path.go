package shellop

import (
	"path"
	"strings"

	"github.com/mooring-mcp/mooring/internal/glob"
	"github.com/mooring-mcp/mooring/internal/places"
	"github.com/mooring-mcp/mooring/internal/shelltable"
)

// place is what is known of a path, by its letters alone: no link is followed.
type place struct {
	path    string // clean; "~" in front of a home; relative to where the text began if it is not absolute
	unknown bool   // a part may be anything
	glob    bool
	whole   bool // a pattern for all that is in a folder
	zones   shelltable.Zones
	home    bool // below a home
	up      bool // begins with ..
	outside bool // of a workspace that is known
	sink    bool
	astray  bool // behind a link of which nobody knows where it leads
	tree    bool // a pattern for what is anywhere below a folder with credentials
	asks    bool // a pattern with a word for secrets
	blank   bool // nothing at all is known of it
	reach   bool // a pattern that finds what guards this decision among others
}

// Short names of the zones.
const (
	own        = shelltable.ZoneOwn
	device     = shelltable.ZoneDevice
	network    = shelltable.ZoneNetwork
	sinkZone   = shelltable.ZoneSink
	critical   = shelltable.ZoneCritical
	root       = shelltable.ZoneRoot
	credential = shelltable.ZoneCredential
	startup    = shelltable.ZoneStartup
	socket     = shelltable.ZoneSocket
	system     = shelltable.ZoneSystem
	scratch    = shelltable.ZoneScratch
	artefact   = shelltable.ZoneArtefact
)

// A path that is longer than systems open (PATH_MAX of Linux), or a pattern of more folders than anybody has, is not
// looked at, and may lead anywhere.
const (
	maxPath  = 4096
	maxParts = 32
)

// place resolves a word as a path, where the shell is.
func (w *walker) place(st *state, v word) place {
	if p, ok := w.inside(st, v); ok {
		return p
	}
	return w.anywhere(st, v)
}

// inside is the place of a relative path that is all letters and leads down, which most are; it is what anywhere finds
// with more effort.
func (w *walker) inside(st *state, v word) (place, bool) {
	dir, ok := w.dirBelow(st.dir)
	text := v.text
	if !ok || v.doubt || v.split || text == "" || text[0] == '/' || len(text) > maxPath || has(text, allMarks) ||
		len(text) > 1 && text[1] == ':' || strings.Contains(text, "..") || strings.Contains(text, ".git") || strings.HasPrefix(text, "file:") {
		return place{}, false
	}
	if dir != "" {
		text = dir + "/" + text
	}
	name := path.Clean(text)
	if name[0] == '~' {
		return place{}, false
	}
	p := place{path: name, zones: zonesOf(name)}
	p.settle()
	return p, true
}

// dirBelow is a folder by its letters, from where the text began or from the workspace on; "" for that itself.
func (w *walker) dirBelow(dir string) (string, bool) {
	if dir == "." {
		return "", true
	}
	if !w.plain {
		return "", false
	}
	rest, ok := strings.CutPrefix(dir, w.options.Workspace)
	if !ok || rest != "" && rest[0] != '/' || has(rest, allMarks) || strings.Contains(rest, "..") || strings.Contains(rest, ".git") {
		return "", false
	}
	return strings.TrimPrefix(rest, "/"), true
}

// anywhere resolves any word.
func (w *walker) anywhere(st *state, v word) place {
	text := v.text
	if len(text) > maxPath || v.glob() && strings.Count(text, "/") > maxParts {
		return place{path: string(markUnknown), unknown: true, astray: true}
	}
	p := place{unknown: strings.ContainsRune(text, markUnknown) || v.split || v.doubt, glob: v.glob()}
	p.path = w.resolve(st.dir, text)
	if !strings.HasPrefix(text, "/") && !strings.HasPrefix(text, string(markHome)) {
		matched := has(st.dir, globMarks) // the folder is one that a pattern finds
		p.glob = p.glob || matched
		p.unknown = p.unknown || matched || strings.ContainsRune(st.dir, markUnknown)
	}
	p.astray = strings.HasPrefix(p.path, astray)
	p.unknown = p.unknown || p.astray
	base := path.Base(p.path)
	p.whole = base == string(markStar) || base == "."+string(markStar) || base == string(markStar)+string(markStar)
	p.blank = p.unknown && strings.Trim(text, string(markUnknown)+"/") == ""
	p.asks = p.glob && asks(p.path)
	w.zone(st, &p)
	w.linked(st, text, &p)
	if p.glob {
		for _, text := range climbing(text) {
			other := place{path: w.resolve(st.dir, text), glob: true, unknown: p.unknown}
			w.zone(st, &other)
			p.zones |= other.zones
		}
	}
	return p
}

// climbing are the readings of a word in which a pattern finds the folder above.
func climbing(text string) []string {
	return glob.Readings(text, func(part string) (string, bool) {
		if !strings.HasPrefix(part, ".") || !has(part, globMarks) {
			return "", false
		}
		return "..", len(glob.Climbing(pattern(part))) > 0
	})
}

// astray is in front of a path behind a link that leads anywhere.
const astray = "\x00\x06"

// resolve makes a path clean, from dir when it is not absolute.
func (w *walker) resolve(dir, text string) string {
	text = strings.TrimPrefix(text, "file://")
	switch {
	case strings.HasPrefix(text, string(markHome)):
		text = "~" + text[1:]
		if clean := path.Clean(text); strings.HasPrefix(clean, "~") {
			return clean
		}
		return w.follow("/home/" + strings.TrimPrefix(text, "~/"))
	case strings.HasPrefix(text, "/"):
		return w.homely(w.follow(text))
	case strings.HasPrefix(dir, "/"):
		return w.homely(w.follow(dir + "/" + text))
	case strings.HasPrefix(dir, "~"):
		return w.homely(path.Clean(dir + "/" + text))
	case strings.HasPrefix(dir, astray):
		return astray + path.Clean("/"+strings.TrimPrefix(dir, astray)+"/"+text)
	case len(text) > 2 && text[1] == ':' && (text[2] == '\\' || text[2] == '/'):
		return path.Clean("/mnt/c/" + strings.ReplaceAll(text[3:], `\`, "/"))
	}
	return path.Clean(dir + "/" + text)
}

// follow makes an absolute path clean, through the links that every machine has.
func (w *walker) follow(text string) string {
	f := places.Follow(text, pattern)
	tail := strings.Join(f.Segs, "/")
	switch {
	case !f.Linked:
		return path.Clean(text)
	case f.Begin == places.FromUnknown:
		return astray + "/" + tail
	case f.Begin == places.FromCurrent:
		return w.resolve(newState(w.options).dir, "./"+tail)
	}
	return "/" + tail
}

// linked adds the zones of a path that a link may not have led to, or that led to what is of another process.
func (w *walker) linked(st *state, text string, p *place) {
	if !strings.HasPrefix(text, "/") && strings.HasPrefix(st.dir, "/") {
		text = st.dir + "/" + text
	}
	if !strings.HasPrefix(text, "/") {
		return
	}
	f := places.Follow(text, pattern)
	if f.Either {
		other := place{path: path.Clean(text), glob: p.glob, unknown: p.unknown}
		w.zone(st, &other)
		p.zones |= other.zones
	}
	if f.Foreign {
		p.zones = p.zones.With(credential)
	}
}

// homely writes the home as ~.
func (w *walker) homely(p string) string {
	if home := w.options.Home; home != "" && home != "/" {
		if rest, ok := strings.CutPrefix(p, path.Clean(home)); ok && (rest == "" || rest[0] == '/') {
			return "~" + rest
		}
	}
	return p
}

// zone finds the zones of a path.
func (w *walker) zone(st *state, p *place) {
	if rel, ok := w.inWorkspace(p.path); ok {
		p.path = rel
	} else if w.options.Workspace != "" && (strings.HasPrefix(p.path, "/") || strings.HasPrefix(p.path, "~") || strings.HasPrefix(p.path, "..")) {
		p.outside = true
	}
	p.up = p.path == ".." || strings.HasPrefix(p.path, "../")
	p.home = strings.HasPrefix(p.path, "~")
	for _, look := range p.looks() {
		zones := zonesOf(strings.TrimSuffix(look, "\x00"))
		if look != p.path { // /home/x is a root of its own, below it nothing is
			zones = zones.Without(root)
		}
		p.zones |= zones
		if p.glob || p.unknown {
			p.guess(look, st.hidden())
		}
	}
	p.settle()
	if strings.HasPrefix(p.path, "/dev/fd/"+string(markName)) {
		p.sink = true
	}
}

// settle drops zones that a more precise one replaces.
func (p *place) settle() {
	if p.zones.Has(scratch) {
		p.zones = p.zones.Without(system)
	}
	p.sink = p.zones.Has(sinkZone) && !p.glob
	if p.sink {
		p.zones = p.zones.Without(system).Without(device)
	}
}

func (w *walker) inWorkspace(p string) (string, bool) {
	if w.options.Workspace == "" {
		return "", false
	}
	rest, ok := strings.CutPrefix(p, w.homely(path.Clean(w.options.Workspace)))
	if !ok || rest != "" && rest[0] != '/' {
		return "", false
	}
	return path.Clean("./" + rest), true
}

// homeAlias is a path in the home of a user as one in a home.
func homeAlias(p string) string {
	for _, prefix := range []string{"/home/", "/Users/"} {
		if rest, ok := strings.CutPrefix(p, prefix); ok {
			if _, below, ok := strings.Cut(rest, "/"); ok {
				return "~/" + below
			}
			return ""
		}
	}
	if rest, ok := strings.CutPrefix(p, "/root/"); ok {
		return "~/" + rest
	}
	return ""
}

// key is the path as a key of files that the text writes; "" when it is not one file.
func (p place) key() string {
	if p.unknown || p.glob || p.sink {
		return ""
	}
	return p.path
}

// read is the effect of reading it, and the code of the reason.
func (p place) read() (shelltable.Effect, string) {
	switch {
	case p.zones.Has(network):
		return shelltable.Leak, "path-network"
	case p.sink:
		return shelltable.Read, "path-sink"
	case p.zones.Has(credential):
		return shelltable.Secret, "path-credential"
	case p.zones.Has(device) || p.zones.Has(socket):
		return shelltable.Secret, "path-device"
	case p.astray:
		return shelltable.Secret, "path-unknown"
	case p.asks:
		return shelltable.Reveal, "path-asks"
	case p.tree:
		return shelltable.Reveal, "path-tree"
	case p.blank:
		return shelltable.Reveal, "path-unknown"
	case namesSecret(p.path):
		return shelltable.Reveal, "path-named"
	}
	return shelltable.Read, "path-local"
}

// readTree is the effect of reading it with all that is below it.
func (p place) readTree() (shelltable.Effect, string) {
	effect, code := p.read()
	if effect == shelltable.Read && p.holds() {
		return shelltable.Reveal, "path-tree"
	}
	return effect, code
}

// write is the effect of writing it. What is only added to is easily undone.
func (p place) write(adds bool) (shelltable.Effect, string) {
	switch {
	case p.zones.Has(own):
		return shelltable.Tamper, "own-files"
	case p.zones.Has(network):
		return shelltable.Leak, "path-network"
	case p.sink:
		return shelltable.Read, "path-sink"
	case p.zones.Has(device):
		return shelltable.Ruin, "path-device"
	case p.zones.Has(critical):
		return shelltable.Ruin, "path-critical"
	case p.zones.Has(startup):
		return shelltable.Exec, "path-startup"
	case p.zones.Has(root) || p.zones.Has(system) || p.zones.Has(socket):
		return shelltable.State, "path-system"
	case p.zones.Has(credential) && (p.home || strings.HasPrefix(p.path, "/")):
		return shelltable.State, "path-credential"
	case p.unknown:
		return shelltable.State, "path-unknown"
	case p.outside && !p.zones.Has(scratch):
		return shelltable.State, "path-outside"
	case p.searchesSystem():
		return shelltable.State, "path-system"
	case p.reach:
		return shelltable.State, "own-reach"
	case adds:
		return shelltable.Make, "path-local"
	}
	return shelltable.Edit, "path-local"
}

// made is the effect of creating it, or of changing how it may be used.
func (p place) made() (shelltable.Effect, string) {
	if p.unknown && !p.astray && !p.zones.Has(own) && !p.zones.Has(startup) && !p.zones.Has(system) {
		return shelltable.Make, "path-unknown"
	}
	p.reach = false // what is in it stays
	return p.write(true)
}

// gone is the effect of removing it.
func (p place) gone(recursive bool) (shelltable.Effect, string) {
	var parent shelltable.Zones
	if p.whole {
		parent = zonesOf(path.Dir(p.path))
	}
	switch {
	case p.zones.Has(own):
		return shelltable.Tamper, "own-files"
	case p.zones.Has(device) || p.zones.Has(critical):
		return shelltable.Ruin, "path-critical"
	case p.zones.Has(root) && recursive:
		return shelltable.Ruin, "path-root"
	case p.up && recursive && strings.Trim(p.path, "./") == "" && strings.Count(p.path, "..") > maxUp:
		return shelltable.Ruin, "path-root"
	case p.whole && (recursive || strings.HasSuffix(p.path, foundMark)) && (parent.Has(root) || parent.Has(critical)):
		return shelltable.Ruin, "path-root"
	case p.zones.Has(root) || p.zones.Has(system) && !p.zones.Has(scratch):
		return shelltable.Destroy, "path-system"
	case p.unknown:
		return shelltable.Destroy, "path-unknown"
	case p.zones.Has(credential) || p.zones.Has(startup):
		return shelltable.Destroy, "path-credential"
	case p.path == "." || p.up:
		return shelltable.Destroy, "path-folder"
	case p.zones.Has(artefact) && !strings.HasPrefix(p.path, "/") && !p.home:
		return shelltable.Edit, "path-artefact"
	case p.zones.Has(scratch):
		if scratchRoot(p.path) || p.whole && scratchRoot(path.Dir(p.path)) {
			return shelltable.Destroy, "path-folder"
		}
		return shelltable.Edit, "path-scratch"
	case recursive || p.glob:
		return shelltable.Destroy, "deletes-many"
	case p.outside:
		return shelltable.Destroy, "path-outside"
	}
	return shelltable.Edit, "path-local"
}

// searchesSystem reports what a search comes upon in all of a home or a system.
func (p place) searchesSystem() bool {
	start, _, deep := strings.Cut(p.path, "/"+foundMark)
	if !deep || !p.glob || strings.HasPrefix(start, ".") {
		return false
	}
	zones := zonesOf(start)
	return start == "" || zones.Has(root) || zones.Has(system)
}

// maxUp is how far up a path may lead before it counts as the root.
const maxUp = 4

func scratchRoot(p string) bool { return p == "/tmp" || p == "/var/tmp" || p == "/private/tmp" }
