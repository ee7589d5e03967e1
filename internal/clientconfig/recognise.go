package clientconfig

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// recognise finds the row whose file has a path: at the very place where the
// client looks on this machine, in a project elsewhere, or by its last folders,
// as in a copy of somebody's home. Scope is known in the first two cases only.
func recognise(native string, env Env) reading {
	r := reading{path: native, project: env.Project, file: File{Syntax: syntaxOf(native)}}
	name := env.slashed(native)
	for _, scope := range []Scope{Managed, User, Project} {
		for c, f := range files() {
			place, ok := env.place(f.Path)
			if ok && f.Scope == scope && f.On(env.OS) && matches(env, path.Clean(place), name) {
				r.client, r.file, r.scope = c, f, scope
				return r
			}
		}
	}
	// A copy may come from any system, whatever separates its folders.
	name = slashes(native)
	for c, f := range files() {
		tail, ok := strings.CutPrefix(f.Path, "{project}/")
		if !ok {
			continue
		}
		if folder, ok := endsIn(env, name, tail); ok {
			r.client, r.file, r.scope, r.project = c, f, Project, env.native(folder)
			return r
		}
	}
	for c, f := range files() {
		if f.Scope == Project {
			continue
		}
		if _, ok := endsIn(env, name, telling(f.Path)); ok {
			r.client, r.file = c, f
			return r
		}
	}
	return r
}

// files are all files of all clients, in the order of the table.
func files() func(yield func(Client, File) bool) {
	return func(yield func(Client, File) bool) {
		for _, c := range table() {
			for _, f := range c.Files {
				if !yield(c, f) {
					return
				}
			}
		}
	}
}

// plainNames are names of files that say nothing by themselves.
var plainNames = []string{"config.toml", "config.yaml", "default.json", "mcp.json", "mcp_config.json", "settings.json"}

// telling is the end of a path that tells the client: a name that only it uses,
// or the name with its folders.
func telling(file string) string {
	_, tail, found := strings.Cut(file, "/")
	if !found {
		return ""
	}
	base := path.Base(tail)
	if slices.Contains(plainNames, base) || strings.ContainsRune(tail, '*') {
		if !strings.Contains(tail, "/") {
			return "" // {codex}/config.toml: its folder has any name
		}
		return tail
	}
	return base
}

// endsIn reports whether a path ends in the elements of a pattern, and the
// folder before them.
func endsIn(env Env, name, pattern string) (folder string, ok bool) {
	elements, wanted := strings.Split(name, "/"), strings.Split(pattern, "/")
	n := len(elements) - len(wanted)
	if pattern == "" || n < 0 || !matches(env, pattern, strings.Join(elements[n:], "/")) {
		return "", false
	}
	return strings.Join(elements[:n], "/"), true
}

// matches reports whether a path fits a pattern in which "**" is any number of
// folders. The patterns are ours and short.
func matches(env Env, pattern, name string) bool {
	left, right, deep := strings.Cut(pattern, "/**/")
	if deep {
		if len(name) < len(left)+1 || !env.same(name[:len(left)+1], left+"/") {
			return false
		}
		_, ok := endsIn(env, name[len(left)+1:], right)
		return ok
	}
	if env.same("A", "a") {
		pattern, name = strings.ToLower(pattern), strings.ToLower(name)
	}
	if !strings.ContainsAny(pattern, "*") {
		return pattern == name
	}
	ok, err := path.Match(pattern, name)
	return ok && err == nil
}

// generic is how an entry of an unknown client under mcpServers is read.
func generic() Client {
	return Client{Name: "a client", Shape: Shape{Off: "disabled"}, Dialect: AnyBraces}
}

// byMembers recognises a file by the members of its top level. Where several
// clients share a member, the way in which its entries are written decides.
func (r reading) byMembers(doc document) (reading, error) {
	for _, try := range []struct {
		client string
		way    []string
		fits   func(*jsonv.Value) bool
	}{
		{"continue", []string{"mcpServers"}, func(v *jsonv.Value) bool { return v.Kind() == jsonv.Array && r.file.Syntax == YAML }},
		{"", []string{"mcpServers"}, isObject},
		{"zed", []string{"context_servers"}, isObject},
		{"codex", []string{"mcp_servers"}, isObject},
		{"mistral-vibe", []string{"mcp_servers"}, func(v *jsonv.Value) bool { return v.Kind() == jsonv.Array }},
		{"amp", []string{"amp.mcpServers"}, isObject},
		{"vscode", []string{"mcp", "servers"}, isObject},
		{"vscode", []string{"servers"}, holdsObjects},
		{"opencode", []string{"mcp"}, holdsObjects},
		{"goose", []string{"extensions"}, holdsObjects},
	} {
		p, err := doc.at(try.way)
		if err != nil {
			return r, fmt.Errorf("%q: %w", strings.Join(try.way, "."), err)
		}
		if !try.fits(p.value) {
			continue
		}
		r.client = generic()
		if c, ok := ByID(try.client); ok {
			r.client = c
		}
		r.client.ID = "" // only the shape is known
		r.file.Keys = [][]string{try.way}
		return r, nil
	}
	return r, noServers(`no member "mcpServers" found, want {"mcpServers": {NAME: {"command": …, "args": […]}}} or a file of a client that docs/clients.md lists`)
}

func isObject(v *jsonv.Value) bool { return v.Kind() == jsonv.Object }

func holdsObjects(v *jsonv.Value) bool {
	for _, member := range v.Members() {
		if member.Kind() != jsonv.Object {
			return false
		}
	}
	return v.Kind() == jsonv.Object && v.Len() > 0
}
