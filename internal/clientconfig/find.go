package clientconfig

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// The greatest numbers of files and folders looked at for one pattern of the table.
const (
	maxPatternFiles   = 200
	maxPatternFolders = 2000
	maxPatternDepth   = 8
)

// Source is one file that was found.
type Source struct {
	Client Client
	Scope  Scope
	Path   string   // native
	Also   []string // other clients that read the file
	// Servers are sorted by name; empty when the file names none.
	Servers []Server
	// Wrong holds an error for every entry that could not be read.
	Wrong []error
	// Err says why the file could not be read; nil when it could.
	Err error
}

// Find looks through the files of all clients and returns those that exist, in
// the order of the table, files of projects last. A path is returned once, for
// the first client and for the wider scope: what lies in the home folder is the
// user's, also when it is the project's folder. Errors hold no values.
func Find(env Env) []Source {
	f := finder{env: env}
	for _, scopes := range [][]Scope{{Managed, User}, {Project}} {
		for client, file := range files() {
			if slices.Contains(scopes, file.Scope) && file.On(env.OS) {
				f.look(client, file)
			}
		}
	}
	return f.found
}

// Place is where [Find] looks for a file, or with "*" for several.
type Place struct {
	Client Client
	Scope  Scope
	Path   string // native
}

// Places are all places where [Find] looks in an environment, in the order of the table.
func Places(env Env) []Place {
	var out []Place
	for client, file := range files() {
		if place, ok := env.place(file.Path); ok && file.On(env.OS) {
			out = append(out, Place{client, file.Scope, env.native(place)})
		}
	}
	return out
}

type finder struct {
	env   Env
	seen  []string // paths that were read
	found []Source
}

// look reads one place of a client.
func (f *finder) look(client Client, file File) {
	place, ok := f.env.place(file.Path)
	if !ok {
		return
	}
	if !strings.ContainsRune(place, '*') {
		f.read(client, file, place)
		return
	}
	paths, err := f.match(file, place)
	for _, p := range paths {
		f.read(client, file, p)
	}
	if err != nil {
		f.found = append(f.found, Source{Client: client, Scope: file.Scope, Path: f.env.native(place), Err: err})
	}
}

func (f *finder) read(client Client, file File, place string) {
	if slices.ContainsFunc(f.seen, func(p string) bool { return f.env.same(p, place) }) {
		return
	}
	native := f.env.native(place)
	text, err := f.env.Read(f.root(file), native)
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	f.seen = append(f.seen, place)
	s := Source{Client: client, Scope: file.Scope, Path: native, Also: file.Also, Err: err}
	if err == nil {
		r := reading{client: client, file: file, scope: file.Scope, path: native, project: f.env.Project}
		s.Servers, s.Wrong, s.Err = r.read(text, f.env)
		if errors.Is(s.Err, ErrNoServers) {
			s.Err = nil // most settings files name none
		}
	}
	f.found = append(f.found, s)
}

// root is the folder that a file must not lead out of.
func (f *finder) root(file File) string {
	if file.Scope == Project {
		return f.env.Project
	}
	return ""
}

// match lists the files that fit a pattern, sorted.
func (f *finder) match(file File, pattern string) ([]string, error) {
	elements := strings.Split(pattern, "/")
	first := slices.IndexFunc(elements, func(e string) bool { return strings.ContainsRune(e, '*') })
	w := walk{env: f.env, root: f.root(file)}
	w.into(strings.Join(elements[:first], "/"), elements[first:], 0)
	slices.Sort(w.files)
	return slices.Compact(w.files), w.err
}

// walk follows the elements of a pattern through folders. Links are not followed.
type walk struct {
	env     Env
	root    string
	folders int
	files   []string
	err     error // a limit that was reached
}

func (w *walk) into(folder string, elements []string, depth int) {
	if w.err != nil || depth > maxPatternDepth {
		return
	}
	if w.folders++; w.folders > maxPatternFolders {
		w.err = fmt.Errorf("found more folders than the limit of %d; not all were looked at", maxPatternFolders)
		return
	}
	entries, err := w.env.List(w.root, w.env.native(folder))
	if err != nil {
		return // there is no such folder, or it is not ours to see
	}
	for _, e := range entries {
		w.visit(folder, e, elements, depth)
	}
}

func (w *walk) visit(folder string, e Entry, elements []string, depth int) {
	below := folder + "/" + e.Name
	if elements[0] == "**" {
		if e.Folder {
			w.into(below, elements, depth+1)
		}
		elements = elements[1:]
	}
	if ok, err := path.Match(elements[0], e.Name); !ok || err != nil {
		return
	}
	switch {
	case len(elements) > 1 && e.Folder:
		w.into(below, elements[1:], depth+1)
	case len(elements) > 1 || e.Folder:
	case len(w.files) >= maxPatternFiles:
		w.err = fmt.Errorf("found more files than the limit of %d; not all were read", maxPatternFiles)
	default:
		w.files = append(w.files, below)
	}
}
