// Package clientconfig knows how programs that start MCP servers are configured,
// and reads which servers their files name.
//
// Every client is one row of a table ([Clients]): where its files are on each
// operating system, in which syntax, under which members the servers stand, how
// an entry is written and which variables are replaced. [Find] looks through all
// of it; [Parse] reads one file that somebody names; [Named] picks one server out
// of what was found.
//
//	sources := clientconfig.Find(env)
//	found, err := clientconfig.Named(sources, "files")
//
// Nothing is executed and no other file is read: what an entry would take from a
// helper, an environment file or a person is named in [Server.Unresolved].
// Values of variables and headers stay inside [Server] until a server is
// started; [Server.Launch] and every error are free of them.
//
// Limits: 16 MiB a file (1 MiB of TOML, 128 KiB of YAML), 200 files and 2,000
// folders for a pattern of the table, 200 levels in TOML and YAML.
package clientconfig

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// Server is one configured server, its variables replaced.
type Server struct {
	Name   string
	Client string // ID of a row of the table; "" when only the file's content told its shape
	Scope  Scope
	File   string // path as it was read

	Transport string // "stdio", "http" or "sse"; "" when Blocked says why there is none
	Command   string
	Args      []string
	Dir       string   // working directory, "" for the caller's
	Env       []string // NAME=value, sorted by name; the values are secret
	Passed    []string // names, sorted, of variables that the client passes on when they are set; Env has those that are
	URL       string   // of a remote server; Command is then empty
	Headers   []NameValue
	BearerEnv string // name of the variable that holds the bearer token, "" for none

	// Written is the entry as it stands in the file, variables not replaced: what
	// may be shown, redacted, and pinned.
	Written Written
	// Disabled says that the client does not start the server.
	Disabled bool
	// Unresolved names, sorted, what the entry uses and is not known: variables
	// ("TOKEN"), what a person is asked for ("input:token", "secrets.token") and
	// files that were not read ("envFile"). Never a value.
	Unresolved []string
	// Blocked holds every reason why the server cannot be observed as the client
	// would start it; empty when it can be.
	Blocked []Block
}

// NameValue is a header. The value is secret.
type NameValue struct{ Name, Value string }

// Written is a launch before variables are replaced.
type Written struct {
	Command string
	Args    []string
	Dir     string
	URL     string
}

// Block is a reason why a server cannot be observed.
type Block string

// The reasons, in the order in which [Server.Blocked] holds them.
const (
	IsDisabled       Block = "disabled"          // the client does not start it
	AccountConnector Block = "account_connector" // the client reaches remote servers through the account only
	ClientBuiltin    Block = "client_builtin"    // part of the client or of an extension of it
	UnknownTransport Block = "unknown_transport" // a type that is none of ours
	NeedsInput       Block = "needs_input"       // a person or the client gives a value
	UnsetVariable    Block = "unset_variable"    // a variable is not set here
	UnreadSource     Block = "unread_source"     // a file or program gives values, and is not asked
)

// ErrNoServers is matched by the errors of [Parse] for a file that has no member
// under which its client keeps servers.
var ErrNoServers = errors.New("no servers")

// noServers is an error that matches [ErrNoServers] and says why in its own words.
type noServers string

func (e noServers) Error() string        { return string(e) }
func (e noServers) Is(target error) bool { return target == ErrNoServers }

// Parse reads a file that somebody names, and returns its servers sorted by
// name. The client is recognised by the path, which should be absolute, else by
// the members of the file; mcpServers in a file of no known name is read in the
// manner of most clients, with any form of variable. An entry that is wrong
// spoils the whole file. Errors name the place and the entry, never a value.
func Parse(text []byte, path string, env Env) ([]Server, error) {
	r := recognise(path, env)
	if r.client.ID == "" {
		doc, err := open(text, r.file.Syntax)
		if err != nil {
			return nil, err
		}
		if r, err = r.byMembers(doc); err != nil {
			return nil, err
		}
		return strict(r.servers(doc, env))
	}
	return strict(r.read(text, env))
}

// strict turns the first wrong entry into an error.
func strict(servers []Server, wrong []error, err error) ([]Server, error) {
	if err == nil && len(wrong) > 0 {
		err = wrong[0]
	}
	if err != nil {
		return nil, err
	}
	return servers, nil
}

// reading is one file, and as what it is read.
type reading struct {
	client  Client
	file    File
	scope   Scope
	path    string // native
	project string // folder of the project, native; "" when not known
}

func (r reading) read(text []byte, env Env) (servers []Server, wrong []error, err error) {
	doc, err := open(text, r.file.Syntax)
	if err != nil {
		return nil, nil, err
	}
	return r.servers(doc, env)
}

// servers returns the entries that can be read, sorted by name, and an error for
// each that cannot.
func (r reading) servers(doc document, env Env) (servers []Server, wrong []error, err error) {
	found := false
	for _, way := range r.file.Keys {
		p, err := doc.at(r.way(way))
		if err != nil {
			return nil, nil, err
		}
		if !p.value.Exists() {
			continue
		}
		found = true
		s, w, err := r.entries(doc, p, env)
		if err != nil {
			return nil, nil, fmt.Errorf("%s%q %w", doc.line(p, p.value), strings.Join(way, "."), err)
		}
		// What a user sets up for one project stands before what they set up for all.
		servers = slices.DeleteFunc(servers, func(has Server) bool { return named(s, has.Name) })
		servers, wrong = append(servers, s...), append(wrong, w...)
	}
	if !found {
		return nil, nil, noServers(fmt.Sprintf("no member %q found, under which %s names servers", strings.Join(r.file.Keys[0], "."), r.client.Name))
	}
	if err := r.filter(doc, servers); err != nil {
		return nil, nil, err
	}
	slices.SortStableFunc(servers, func(a, b Server) int { return cmp.Compare(a.Name, b.Name) })
	return servers, wrong, nil
}

func named(servers []Server, name string) bool {
	return slices.ContainsFunc(servers, func(s Server) bool { return s.Name == name })
}

func (r reading) way(way []string) []string {
	out := slices.Clone(way)
	for i := range out {
		out[i] = strings.ReplaceAll(out[i], "{project}", r.project)
	}
	return out
}

// entries reads one collection of servers: an object by name, or a list of
// entries that hold their names.
func (r reading) entries(doc document, p part, env Env) (servers []Server, wrong []error, err error) {
	add := func(name string, v *jsonv.Value) {
		s, err := r.server(name, v, env)
		if err != nil {
			wrong = append(wrong, fmt.Errorf("%sserver %q: %w", doc.line(p, v), name, err))
			return
		}
		servers = append(servers, s)
	}
	isList := r.client.Shape.List && p.value.Kind() == jsonv.Array
	switch {
	case p.value.Kind() == jsonv.Object:
		for name, v := range p.value.Members() {
			add(name, v)
		}
	case isList:
		for i, v := range p.value.Items() {
			name, _ := v.Get("name").Str()
			switch {
			case name == "":
				wrong = append(wrong, fmt.Errorf("%sserver %d of the list has no name", doc.line(p, v), i+1))
			case named(servers, name):
				wrong = append(wrong, fmt.Errorf("%sserver %q is repeated", doc.line(p, v), name))
			default:
				add(name, v)
			}
		}
	case p.value.Kind() == jsonv.Null:
	default:
		return nil, nil, fmt.Errorf("is %s, want an object of servers by name", p.value.Kind())
	}
	return servers, wrong, nil
}

// filter applies the lists of the file that switch servers off by name.
func (r reading) filter(doc document, servers []Server) error {
	allowed, hasAllowed, err := doc.nameList(r.client.Filter.Allowed)
	if err != nil {
		return err
	}
	excluded, _, err := doc.nameList(r.client.Filter.Excluded)
	if err != nil {
		return err
	}
	for i := range servers {
		s := &servers[i]
		if slices.Contains(excluded, s.Name) || hasAllowed && !slices.Contains(allowed, s.Name) {
			s.Disabled = true
			s.block(IsDisabled)
		}
	}
	return nil
}

// nameList is a list of names in the file; false when there is none.
func (d document) nameList(way []string) ([]string, bool, error) {
	if way == nil {
		return nil, false, nil
	}
	p, err := d.at(way)
	if err != nil || p.value.Kind() != jsonv.Array {
		return nil, false, err
	}
	var out []string
	for _, v := range p.value.Items() {
		name, _ := v.Str()
		out = append(out, name)
	}
	return out, true, nil
}

// blocks are all reasons, in their order.
var blocks = []Block{IsDisabled, AccountConnector, ClientBuiltin, UnknownTransport, NeedsInput, UnsetVariable, UnreadSource}

func (s *Server) block(why Block) {
	if !slices.Contains(s.Blocked, why) {
		s.Blocked = append(s.Blocked, why)
		slices.SortFunc(s.Blocked, func(a, b Block) int { return slices.Index(blocks, a) - slices.Index(blocks, b) })
	}
}
