package shellop

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/shelltable"
)

// recording are commands that take files into the history of a repository, from where they go wherever it goes.
var recording = []string{"git add", "git stage", "git commit", "git update-index", "hg add", "hg commit", "svn add", "jj commit", "jj describe"}

// recorded looks at what goes into the history: a file that holds secrets by its name, or all that git ignores.
func (w *walker) recorded(p *parsed, st *state, at Span) {
	if !slices.Contains(recording, p.name) || p.has("-n", "--dry-run") {
		return
	}
	forced := p.has("-f", "--force")
	all := p.has("-A", "--all")
	for _, v := range p.operands {
		pl := w.place(st, v.member())
		all = all || pl.path == "." || pl.whole || strings.HasSuffix(v.text, "/")
		if pl.zones.Has(credential) {
			w.path(shelltable.Reveal, "path-credential", "takes into the history", v, p, at)
		}
	}
	if forced && all {
		w.add(shelltable.Reveal, "option", fmt.Sprintf("%s takes into the history what is ignored, which may hold secrets", p.name), at)
	}
}

// member is a word that a program takes for a pattern itself, as git does of paths and unzip of what is in an archive.
func (v word) member() word {
	if rest, ok := strings.CutPrefix(v.text, ":"); ok { // magic of git: from the top
		if _, behind, long := strings.Cut(rest, ")"); long && strings.HasPrefix(rest, "(") {
			rest = behind
		}
		v.text = strings.TrimLeft(rest, "/!^")
	}
	v.text = asPattern.Replace(v.text)
	return v
}

// packedEndings are extensions that a program takes off when it unpacks a file in its place.
var packedEndings = []string{".br", ".bz2", ".gz", ".lz4", ".lzma", ".xz", ".z", ".zst"}

// unpacksInPlace looks at the files that stand in the place of packed ones: gunzip mooring.yaml.gz writes mooring.yaml.
func (w *walker) unpacksInPlace(name string, argv []word, st *state, at Span) {
	if strings.HasSuffix(name, "cat") || slices.ContainsFunc(argv, func(v word) bool { // to its output, or to look
		return v.text == "--stdout" || v.text == "--list" || v.text == "--test" || strings.HasPrefix(v.text, "-") && !strings.HasPrefix(v.text, "--") && strings.ContainsAny(v.text, "cltp")
	}) {
		return
	}
	for _, v := range argv[1:] {
		if ending := path.Ext(v.text); slices.Contains(packedEndings, strings.ToLower(ending)) {
			v.text = strings.TrimSuffix(v.text, ending)
			if effect, code := w.place(st, v).write(false); bandOf(profile(effect)) == Deny {
				w.path(effect, code, "unpacks", v, &parsed{name: name}, at)
			}
		}
	}
}
