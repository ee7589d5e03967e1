package clientconfig

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// urlNames are the members in which clients name a remote server. Each client
// has one; the others are read too, so that a server is seen rather than missed.
var urlNames = []string{"url", "serverUrl", "httpUrl", "uri"}

// helpers are members that name a file or a program that gives values.
var helpers = []string{"envFile", "headersHelper"}

// transports are the words of the member "type". A word that is missing here is
// [UnknownTransport]; "" is part of the client.
var transports = map[string]string{
	"stdio": "stdio", "local": "stdio",
	"http": "http", "remote": "http", "streamable-http": "http", "streamable_http": "http", "streamablehttp": "http",
	"sse":     "sse",
	"builtin": "", "frontend": "", "inline_python": "", "platform": "", // Goose
}

// server reads one entry, replaced and as it is written.
func (r reading) server(name string, v *jsonv.Value, env Env) (Server, error) {
	if v.Kind() != jsonv.Object {
		return Server{}, fmt.Errorf("found %s, want an object", v.Kind())
	}
	x := &expander{dialect: r.client.Dialect, env: env, project: r.project}
	if strings.Contains(r.file.Path, "**") {
		x.plugin = env.native(path.Dir(env.slashed(r.path)))
	}
	e := entry{shape: r.client.Shape.withDefaults(), v: v, x: x}
	asWritten := entry{shape: e.shape, v: v}
	s, w := e.server(), asWritten.server()
	s.Name, s.Client, s.Scope, s.File = name, r.client.ID, r.scope, r.path
	if e.err != nil {
		return s, e.err
	}
	if err := e.transport(&s); err != nil {
		return s, err
	}
	if s.Transport == "stdio" {
		s.URL, w.URL = "", ""
	} else {
		w.Command, w.Args = "", nil
	}
	s.Written = Written{w.Command, w.Args, w.Dir, w.URL}
	e.unresolved(&s)
	return s, nil
}

// entry takes members out of an entry and keeps the first error.
type entry struct {
	shape Shape
	v     *jsonv.Value
	x     *expander // nil leaves variables as they are written
	err   error
}

func (e *entry) server() Server {
	s := Server{Dir: e.text(e.v, e.shape.Dir), Disabled: e.disabled()}
	env := e.pairs(e.v, e.shape.Env)
	s.Command, s.Args = e.command(&env)
	for _, name := range append([]string{e.shape.URL}, urlNames...) {
		if s.URL == "" {
			s.URL = e.text(e.v, name)
		}
	}
	s.Passed = e.list(e.v, e.shape.EnvNames)
	slices.Sort(s.Passed)
	for _, p := range e.fromNames(s.Passed) {
		if !slices.ContainsFunc(env, func(has NameValue) bool { return has.Name == p.Name }) {
			env = append(env, p)
		}
	}
	for _, p := range env {
		s.Env = append(s.Env, p.Name+"="+p.Value)
	}
	slices.Sort(s.Env)
	s.Headers = append(e.pairs(e.v, e.shape.Headers), e.headersFromEnv()...)
	slices.SortFunc(s.Headers, func(a, b NameValue) int { return strings.Compare(a.Name, b.Name) })
	if e.shape.BearerEnv != "" {
		s.BearerEnv = e.plain(e.shape.BearerEnv)
	}
	return s
}

// command is the program and its arguments, which some clients write as a list
// or as an object of its own.
func (e *entry) command(env *[]NameValue) (command string, args []string) {
	v := e.v.Get(e.shape.Command)
	switch {
	case e.shape.CommandList && v.Kind() == jsonv.Array:
		words := e.list(e.v, e.shape.Command)
		if len(words) == 0 {
			return "", nil
		}
		return words[0], words[1:]
	case e.shape.CommandObject && v.Kind() == jsonv.Object:
		*env = append(*env, e.pairs(v, "env")...)
		return e.text(v, "path"), append(e.list(v, "args"), e.list(e.v, "args")...)
	}
	return e.text(e.v, e.shape.Command), e.list(e.v, "args")
}

func (e *entry) disabled() bool {
	switch e.shape.Off {
	case "":
		return false
	case "enabled":
		v := e.v.Get("enabled")
		return v.Kind() == jsonv.Bool && !v.Bool()
	}
	return e.v.Get(e.shape.Off).Bool()
}

// transport decides how the server is reached.
func (e *entry) transport(s *Server) error {
	kind := strings.ToLower(e.plain("type"))
	word, known := transports[kind]
	switch {
	case e.err != nil:
		return e.err
	case kind == "" && s.Command != "":
		word, known = "stdio", true
	case kind == "" && s.URL != "":
		word, known = "http", true
	case kind == "" && (e.v.Get("settings").Exists() || e.shape.CommandObject && s.Disabled):
		known = true // Zed keeps the settings of an extension's server here
	case kind == "":
		return fmt.Errorf("neither %s nor %s is set", e.shape.Command, e.shape.URL)
	}
	switch {
	case !known && kind == "claudeai-proxy":
		s.block(AccountConnector)
	case !known:
		s.block(UnknownTransport)
	case word == "":
		s.block(ClientBuiltin)
	case word == "stdio" && s.Command == "":
		return fmt.Errorf("type is stdio, and %s is not set", e.shape.Command)
	case word != "stdio" && s.URL == "":
		return fmt.Errorf("type is %s, and %s is not set", word, e.shape.URL)
	case word != "stdio" && e.shape.StdioOnly:
		s.block(AccountConnector)
	}
	s.Transport = word
	if word != "stdio" {
		s.Command, s.Args = "", nil
	}
	return nil
}

// unresolved notes what is missing to start the server.
func (e *entry) unresolved(s *Server) {
	if s.BearerEnv != "" {
		if value, ok := e.x.env.lookup(s.BearerEnv); !ok || value == "" {
			e.x.unset = append(e.x.unset, s.BearerEnv)
		}
	}
	for _, name := range helpers {
		if e.v.Get(name).Exists() {
			e.x.sources = append(e.x.sources, name)
		}
	}
	for _, part := range []struct {
		names []string
		why   Block
	}{{e.x.inputs, NeedsInput}, {e.x.unset, UnsetVariable}, {e.x.sources, UnreadSource}} {
		if len(part.names) > 0 {
			s.Unresolved = append(s.Unresolved, part.names...)
			s.block(part.why)
		}
	}
	slices.Sort(s.Unresolved)
	s.Unresolved = slices.Compact(s.Unresolved)
	if s.Disabled {
		s.block(IsDisabled)
	}
}

func (e *entry) fail(member string, found *jsonv.Value, want string) {
	if e.err == nil {
		e.err = fmt.Errorf("%q is %s, want %s", member, found.Kind(), want)
	}
}

func (e *entry) expand(s string) string {
	if strings.ContainsRune(s, 0) && e.err == nil {
		e.err = errors.New("a text holds a NUL character, which no argument or variable can")
	}
	if e.x == nil {
		return s
	}
	return e.x.expand(s)
}

// plain is a text in which nothing is replaced.
func (e *entry) plain(member string) string {
	v := e.v.Get(member)
	s, ok := v.Str()
	if !ok && v.Exists() && !v.IsNull() {
		e.fail(member, v, "a string")
	}
	return s
}

func (e *entry) text(of *jsonv.Value, member string) string {
	v := of.Get(member)
	if !v.Exists() || v.IsNull() {
		return ""
	}
	s, ok := v.Str()
	if !ok {
		e.fail(member, v, "a string")
	}
	return e.expand(s)
}

func (e *entry) list(of *jsonv.Value, member string) []string {
	if member == "" {
		return nil
	}
	v := of.Get(member)
	if v.Exists() && !v.IsNull() && v.Kind() != jsonv.Array {
		e.fail(member, v, "an array of strings")
	}
	var out []string
	for _, item := range v.Items() {
		s, ok := item.Str()
		if !ok {
			e.fail(member, item, "strings")
		}
		out = append(out, e.expand(s))
	}
	return out
}

func (e *entry) pairs(of *jsonv.Value, member string) []NameValue {
	v := of.Get(member)
	if v.Exists() && !v.IsNull() && v.Kind() != jsonv.Object {
		e.fail(member, v, "an object of strings")
	}
	var out []NameValue
	for name, value := range v.Members() {
		s, ok := value.Str()
		if !ok {
			e.fail(member+" "+name, value, "a string")
		}
		out = append(out, NameValue{name, e.expand(s)})
	}
	return out
}

// fromNames takes variables that the client passes on. One that is not set is
// not passed on, as by the client.
func (e *entry) fromNames(names []string) []NameValue {
	var out []NameValue
	for _, name := range names {
		if e.x == nil {
			continue
		}
		if value, ok := e.x.env.lookup(name); ok {
			out = append(out, NameValue{name, value})
		}
	}
	return out
}

// headersFromEnv takes headers whose values are in variables.
func (e *entry) headersFromEnv() []NameValue {
	if e.shape.HeaderEnv == "" {
		return nil
	}
	var out []NameValue
	for header, v := range e.v.Get(e.shape.HeaderEnv).Members() {
		name, ok := v.Str()
		if !ok {
			e.fail(e.shape.HeaderEnv+" "+header, v, "the name of a variable")
		}
		if e.x != nil {
			out = append(out, NameValue{header, e.x.variable(name, "")})
		}
	}
	return out
}
