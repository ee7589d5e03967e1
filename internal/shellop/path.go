package shellop

import (
	"path"
	"regexp"
	"strings"

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

// place resolves a word as a path, where the shell is.
func (w *walker) place(st *state, v word) place {
	text := v.text
	if (strings.HasPrefix(text, "./") || !strings.Contains(text, "/")) && st.dir == "." && v.known() && !v.doubt && !v.glob() &&
		!strings.HasPrefix(text, string(markHome)) && text != "" && text != "." && text != ".." && !strings.Contains(text, "..") {
		name := path.Clean(text)
		p := place{path: name, zones: shelltable.ZonesOf(name)}
		return p
	}
	p := place{unknown: strings.ContainsRune(text, markUnknown) || v.split || v.doubt, glob: v.glob()}
	p.path = w.resolve(st.dir, text)
	if strings.ContainsRune(st.dir, markUnknown) && !strings.HasPrefix(text, "/") && !strings.HasPrefix(text, string(markHome)) {
		p.unknown = true
	}
	base := path.Base(p.path)
	p.whole = base == string(markStar) || base == "."+string(markStar) || base == string(markStar)+string(markStar)
	w.zone(&p)
	return p
}

// resolve makes a path clean, from dir when it is not absolute.
func (w *walker) resolve(dir, text string) string {
	text = strings.TrimPrefix(text, "file://")
	switch {
	case strings.HasPrefix(text, string(markHome)):
		text = "~" + text[1:]
		if clean := path.Clean(text); strings.HasPrefix(clean, "~") {
			return clean
		}
		return path.Clean("/home/" + strings.TrimPrefix(text, "~/"))
	case strings.HasPrefix(text, "/"):
		return w.homely(path.Clean(text))
	case strings.HasPrefix(dir, "/") || strings.HasPrefix(dir, "~"):
		return w.homely(path.Clean(dir + "/" + text))
	case len(text) > 2 && text[1] == ':' && (text[2] == '\\' || text[2] == '/'):
		return path.Clean("/mnt/c/" + strings.ReplaceAll(text[3:], `\`, "/"))
	}
	return path.Clean(dir + "/" + text)
}

// procRoot is the root as a process sees it, by way of /proc.
var procRoot = regexp.MustCompile(`^/proc/[^/]+(/task/[^/]+)?/root(/|$)`)

// homely writes the home as ~.
func (w *walker) homely(p string) string {
	for strings.HasPrefix(p, "/proc/") && procRoot.MatchString(p) {
		p = path.Clean("/" + procRoot.ReplaceAllString(p, ""))
	}
	if home := w.options.Home; home != "" && home != "/" {
		if rest, ok := strings.CutPrefix(p, path.Clean(home)); ok && (rest == "" || rest[0] == '/') {
			return "~" + rest
		}
	}
	return p
}

// zone finds the zones of a path.
func (w *walker) zone(p *place) {
	if rel, ok := w.inWorkspace(p.path); ok {
		p.path = rel
	} else if w.options.Workspace != "" && (strings.HasPrefix(p.path, "/") || strings.HasPrefix(p.path, "~") || strings.HasPrefix(p.path, "..")) {
		p.outside = true
	}
	p.up = p.path == ".." || strings.HasPrefix(p.path, "../")
	p.home = strings.HasPrefix(p.path, "~")
	looks := []string{strings.TrimSuffix(p.path, "\x00")}
	if alias := homeAlias(p.path); alias != "" {
		looks = append(looks, alias)
	}
	if p.path != "" && path.Base(p.path) == ".git" {
		looks = append(looks, p.path+"/config")
	}
	for _, look := range looks {
		zones := shelltable.ZonesOf(look)
		if look != p.path { // /home/x is a root of its own, below it nothing is
			zones = zones.Without(root)
		}
		p.zones |= zones
	}
	if p.glob || p.unknown {
		p.guess()
	}
	if p.zones.Has(scratch) {
		p.zones = p.zones.Without(system)
	}
	p.sink = p.zones.Has(sinkZone) && !p.glob
	if p.sink {
		p.zones = p.zones.Without(system).Without(device)
	}
	if strings.HasPrefix(p.path, "/dev/fd/"+string(markName)) {
		p.sink = true
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

// guess adds zones that a pattern, or a path with an unknown part, may lead to.
func (p *place) guess() {
	pattern := strings.ToLower(plainGlob.Replace(p.path))
	for _, row := range shelltable.Paths() {
		at := row.Zone
		if at == artefact || at == scratch || at == sinkZone || at == root && !p.glob {
			continue
		}
		target := strings.TrimSuffix(row.Pattern, "/**")
		target = strings.NewReplacer("*", "x", "?", "x").Replace(strings.ToLower(strings.TrimPrefix(target, "**/")))
		n := strings.Count(target, "/") + 1
		parts := strings.Split(pattern, "/")
		if strings.HasPrefix(row.Pattern, "**/") {
			if len(parts) < n || !wild(parts[len(parts)-n:], target) {
				continue
			}
			p.zones = p.zones.With(at)
		} else if strings.ContainsAny(pattern, "*?[") {
			if ok, err := path.Match(pattern, target); err == nil && ok && !p.whole {
				p.zones = p.zones.With(at)
			}
		}
	}
}

// wild reports a tail of a pattern that matches a target and says at least something of it.
func wild(parts []string, target string) bool {
	tail := strings.Join(parts, "/")
	base := parts[len(parts)-1]
	if strings.Trim(base, "*?") == "" || !strings.ContainsAny(tail, "*?[") || strings.HasPrefix(base, "*.") {
		return false
	}
	ok, err := path.Match(tail, target)
	return err == nil && ok
}

var plainGlob = strings.NewReplacer("\x00", "*", "\x02", "*", "\x03", "?", "\x04", "[", "\x05", "1", "\x06", "x", "\x01", "~")

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
	}
	return shelltable.Read, "path-local"
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
	case adds:
		return shelltable.Make, "path-local"
	}
	return shelltable.Edit, "path-local"
}

// made is the effect of creating it, or of changing how it may be used.
func (p place) made() (shelltable.Effect, string) {
	if p.unknown && !p.zones.Has(own) && !p.zones.Has(startup) && !p.zones.Has(system) {
		return shelltable.Make, "path-unknown"
	}
	return p.write(true)
}

// gone is the effect of removing it.
func (p place) gone(recursive bool) (shelltable.Effect, string) {
	var parent shelltable.Zones
	if p.whole {
		parent = shelltable.ZonesOf(path.Dir(p.path))
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

// maxUp is how far up a path may lead before it counts as the root.
const maxUp = 4

func scratchRoot(p string) bool { return p == "/tmp" || p == "/var/tmp" || p == "/private/tmp" }
