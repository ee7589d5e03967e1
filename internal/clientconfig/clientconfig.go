// Package clientconfig reads the MCP servers that a client's configuration
// names. It executes nothing; values of variables and headers stay inside it
// until a server is started.
//
// This version reads the widest-spread form, a JSON object "mcpServers" (Claude
// Desktop, Claude Code and many others).
package clientconfig

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// Server is one configured server.
type Server struct {
	Name    string
	Command string
	Args    []string
	Dir     string   // "cwd"; "" for the caller's
	Env     []string // NAME=value, sorted by name
	URL     string   // of a remote server; Command is then empty

	// Written is the entry as it stands in the file, variables not replaced: what
	// may be shown and pinned.
	Written Written
	// Disabled says that the client does not start the server.
	Disabled bool
	// Unresolved names the variables that the entry uses and lookup did not know.
	Unresolved []string
}

// Written is a launch before variables are replaced.
type Written struct {
	Command string
	Args    []string
	Dir     string
	URL     string
}

// Lookup finds the value of an environment variable.
type Lookup func(name string) (string, bool)

// ErrNoServers is returned for JSON without an object "mcpServers".
var ErrNoServers = errors.New(`no member "mcpServers" found, want {"mcpServers": {NAME: {"command": …, "args": […]}}}`)

// Parse reads a configuration and returns its servers sorted by name. ${VAR} and
// ${VAR:-default} in command, args, env values, cwd and url are replaced through
// lookup, in the manner of Claude Code. Errors name the entry, never a value.
func Parse(text []byte, lookup Lookup) ([]Server, error) {
	v, err := jsonv.Parse(text, jsonv.Limits{Bytes: 16 << 20})
	if err != nil {
		return nil, err
	}
	servers := v.Get("mcpServers")
	if servers.Kind() != jsonv.Object {
		return nil, ErrNoServers
	}
	var out []Server
	for name, entry := range servers.Members() {
		s, err := server(name, entry, lookup)
		if err != nil {
			return nil, fmt.Errorf("server %q: %w", name, err)
		}
		out = append(out, s)
	}
	slices.SortFunc(out, func(a, b Server) int { return cmp.Compare(a.Name, b.Name) })
	return out, nil
}

func server(name string, v *jsonv.Value, lookup Lookup) (Server, error) {
	r := reader{entry: v, lookup: lookup}
	s := r.server(name)
	asWritten := reader{entry: v}
	w := asWritten.server(name)
	s.Written = Written{w.Command, w.Args, w.Dir, w.URL}
	s.Disabled = v.Get("disabled").Bool()
	switch {
	case r.err != nil:
		return s, r.err
	case v.Kind() != jsonv.Object:
		return s, fmt.Errorf("found %s, want an object", v.Kind())
	case s.Command == "" && s.URL == "":
		return s, errors.New("neither command nor url is set")
	}
	slices.Sort(r.unresolved)
	s.Unresolved = slices.Compact(r.unresolved)
	return s, nil
}

// reader takes members out of an entry, keeps the first error, and collects the
// variables that could not be resolved.
type reader struct {
	entry      *jsonv.Value
	lookup     Lookup // nil leaves variables as they are written
	unresolved []string
	err        error
}

func (r *reader) server(name string) Server {
	s := Server{Name: name, Command: r.text("command"), Args: r.list("args"), Dir: r.text("cwd"), URL: r.text("url"), Env: r.env()}
	if s.URL == "" {
		s.URL = r.text("serverUrl")
	}
	return s
}

func (r *reader) fail(member string, found *jsonv.Value, want string) {
	if r.err == nil {
		r.err = fmt.Errorf("%q is %s, want %s", member, found.Kind(), want)
	}
}

func (r *reader) text(member string) string {
	v := r.entry.Get(member)
	if !v.Exists() {
		return ""
	}
	s, ok := v.Str()
	if !ok {
		r.fail(member, v, "a string")
	}
	return r.expand(s)
}

func (r *reader) list(member string) []string {
	v := r.entry.Get(member)
	if v.Exists() && v.Kind() != jsonv.Array {
		r.fail(member, v, "an array of strings")
	}
	var out []string
	for _, item := range v.Items() {
		s, ok := item.Str()
		if !ok {
			r.fail(member, item, "strings")
		}
		out = append(out, r.expand(s))
	}
	return out
}

func (r *reader) env() []string {
	v := r.entry.Get("env")
	if v.Exists() && v.Kind() != jsonv.Object {
		r.fail("env", v, "an object of strings")
	}
	var out []string
	for name, value := range v.Members() {
		s, ok := value.Str()
		if !ok {
			r.fail("env "+name, value, "a string")
		}
		out = append(out, name+"="+r.expand(s))
	}
	slices.Sort(out)
	return out
}

// expand replaces ${VAR} and ${VAR:-default}. An unknown variable without a
// default stays as it is written and is noted. A bare $VAR is no variable.
func (r *reader) expand(s string) string {
	if r.lookup == nil {
		return s
	}
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(s, "${")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		body, after, closed := strings.Cut(rest, "}")
		if !closed {
			b.WriteString("${" + rest)
			return b.String()
		}
		b.WriteString(r.variable(body))
		s = after
	}
}

func (r *reader) variable(body string) string {
	name, fallback, has := strings.Cut(body, ":-")
	if value, ok := r.lookup(name); ok && (value != "" || !has) {
		return value
	}
	if has {
		return fallback
	}
	r.unresolved = append(r.unresolved, name)
	return "${" + body + "}"
}
