package clientconfig

import (
	"slices"
	"strings"
)

// Scope says who wrote a file, and so whether its servers may be started
// without asking.
type Scope string

// The scopes. An explicitly named file of which only the content is known has
// none ("").
const (
	Managed Scope = "managed" // by an administrator, for every user of the machine
	User    Scope = "user"    // by the user, for all their projects or for one
	Project Scope = "project" // by whoever wrote the project's files
)

// Syntax is the language that a file is written in.
type Syntax string

// The syntaxes.
const (
	JSON  Syntax = "JSON"  // RFC 8259
	JSONC Syntax = "JSONC" // JSON with comments and trailing commas
	TOML  Syntax = "TOML"  // TOML 1.0
	YAML  Syntax = "YAML"  // one document of YAML 1.2
)

// Client is one row of the table: a program that starts MCP servers, and all
// that is known of how it is configured.
type Client struct {
	ID         string // as in "mooring servers --client ID"
	Name       string // for people
	Files      []File // where it is configured; empty when nowhere that can be read
	Shape      Shape
	Dialect    Dialect
	Filter     Filter
	Unseen     string // servers of the client that no file tells; "" for none known
	Unverified string // what of the row is not certain; "" when all of it is documented
	Source     string // where the row is from
}

// File is one place where a client is configured.
type File struct {
	// Systems are the values of GOOS on which the place exists, separated by
	// spaces; "" is all.
	Systems string
	Scope   Scope
	// Path starts with a root in braces, as {home} (see docs/clients.md), or with
	// a slash. Its elements are separated by slashes; an element may be a pattern
	// of [path.Match], or "**" for any folders.
	Path   string
	Syntax Syntax
	// Keys are the ways to the servers, each a list of member names; {project} in
	// one is the project's folder. All that exist are read.
	Keys [][]string
	// Also are the names of other clients that read the same file.
	Also []string
}

// Shape is how an entry is written; zero fields have the names that most
// clients use.
type Shape struct {
	Command       string // default "command"
	CommandList   bool   // the command may be a list with its arguments
	CommandObject bool   // the command may be an object of path, args and env
	Env           string // default "env"
	EnvNames      string // list of variables that are passed on
	Dir           string // default "cwd"
	URL           string // default "url"
	Headers       string // default "headers"
	HeaderEnv     string // object of header names to names of variables
	BearerEnv     string // name of the variable that holds the bearer token
	Off           string // "disabled" (true) or "enabled" (false); "" when a file cannot say it
	List          bool   // the servers may be a list, each with its name inside
	StdioOnly     bool   // the client starts no remote server of a file
}

// Filter are the ways to lists of server names that switch servers off.
type Filter struct{ Allowed, Excluded []string }

// Clients returns the table, sorted by ID. It is the caller's.
func Clients() []Client { return table() }

// ByID returns the row with an ID.
func ByID(id string) (Client, bool) {
	rows := table()
	i := slices.IndexFunc(rows, func(c Client) bool { return c.ID == id })
	if i < 0 {
		return Client{}, false
	}
	return rows[i], true
}

// On reports whether the place exists on an operating system.
func (f File) On(goos string) bool {
	return f.Systems == "" || slices.Contains(strings.Fields(f.Systems), goos)
}

// OnAny reports whether a client has a place that exists on an operating system.
func (c Client) OnAny(goos string) bool {
	return slices.ContainsFunc(c.Files, func(f File) bool { return f.On(goos) })
}

func (s Shape) withDefaults() Shape {
	for field, usual := range map[*string]string{&s.Command: "command", &s.Env: "env", &s.Dir: "cwd", &s.URL: "url", &s.Headers: "headers"} {
		if *field == "" {
			*field = usual
		}
	}
	return s
}
