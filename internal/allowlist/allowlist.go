// Package allowlist turns a lock into the lists by which clients decide which MCP
// servers may run.
//
// A list knows servers by how they are started or reached: the exact command with
// its arguments, or the address. It cannot know what a server shows; that is what
// check is for. What the lock has and a list cannot say is told in notes.
//
//	lock ─[Of]→ entries and notes ─[List.JSON]→ the file of the client
//
// docs/export.md quotes the documentation of each client.
package allowlist

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/lockfile"
	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/surface"
)

// Client is whose list is made.
type Client string

// The clients.
const (
	ClaudeManaged Client = "claude-managed" // managed settings of Claude Code
	VSCode        Client = "vscode"         // managed settings of Copilot in VS Code
)

// Entry is one server that may run: exactly one field is set.
type Entry struct {
	ServerCommand []string `json:"serverCommand,omitempty"` // program and arguments, each exactly
	ServerURL     string   `json:"serverUrl,omitempty"`
}

// Note is something that a list cannot say of a server.
type Note struct {
	Server string
	Left   bool // the server is not in the list at all, so that the client blocks it
	Detail string
}

// String returns one line.
func (n Note) String() string {
	text := fmt.Sprintf("server %q: %s", n.Server, n.Detail)
	if n.Left {
		text = fmt.Sprintf("server %q is left out, and so blocked: %s", n.Server, n.Detail)
	}
	return visible.Text(text)
}

// List is what a client is given.
type List struct {
	Client  Client
	Entries []Entry // in the order of the lock, equal ones once
	Notes   []Note  // in the same order
}

// Of makes the list of a client. A server whose launch the client would not match,
// or would take for more than is pinned, is left out with a note.
func Of(lock lockfile.Lock, client Client) List {
	l := List{Client: client, Entries: []Entry{}}
	for _, e := range lock.Servers {
		l.add(e.ID, e.Surface.Server.Launch)
	}
	return l
}

func (l *List) add(id string, launch surface.Launch) {
	entry, why := entryOf(launch)
	if why == "" {
		why = l.unmatched(entry)
	}
	if why != "" {
		l.Notes = append(l.Notes, Note{id, true, why})
		return
	}
	for _, unsaid := range l.unsaid(entry, launch) {
		l.Notes = append(l.Notes, Note{id, false, unsaid})
	}
	if !slices.ContainsFunc(l.Entries, entry.equal) {
		l.Entries = append(l.Entries, entry)
	}
}

func (e Entry) equal(f Entry) bool {
	return e.ServerURL == f.ServerURL && slices.Equal(e.ServerCommand, f.ServerCommand)
}

func (e Entry) texts() []string {
	if e.ServerURL != "" {
		return []string{e.ServerURL}
	}
	return e.ServerCommand
}

// entryOf is the entry of a launch, or why there is none.
func entryOf(l surface.Launch) (e Entry, why string) {
	switch {
	case l.URL != "":
		e.ServerURL = l.URL
	case l.Command != "":
		e.ServerCommand = append([]string{l.Command}, l.Args...)
	default:
		return e, "the lock does not say how it is launched"
	}
	if slices.ContainsFunc(e.texts(), func(s string) bool { return strings.Contains(s, surface.Secret) }) {
		return e, "its launch has a secret, which the lock does not hold; write its entry by hand, or take the secret from a variable"
	}
	if strings.ContainsRune(e.ServerURL, '*') {
		return e, "its address has a *, which a list takes for any text"
	}
	return e, ""
}

// The forms of variables. Claude Code expands those of claudeVariable on both sides
// before it compares; no other form is documented, and for VS Code none is.
var (
	anyVariable    = regexp.MustCompile(`\$\{[^}]*\}`)
	claudeVariable = regexp.MustCompile(`^\$\{[A-Za-z_][A-Za-z0-9_]*(:-[^}]*)?\}$`)
)

// unmatched says why a client would not match an entry.
func (l *List) unmatched(e Entry) string {
	for _, s := range e.texts() {
		for _, v := range anyVariable.FindAllString(s, -1) {
			if l.Client == VSCode {
				return v + " is not expanded before lists are compared"
			}
			if !claudeVariable.MatchString(v) {
				return v + " is no variable of Claude Code's, and its value is not in the lock"
			}
			if e.ServerURL != "" {
				return v + " in an address: Claude Code ignores an entry that a variable may send elsewhere"
			}
		}
	}
	return ""
}

// relative reports a path from the folder that a server is started in: with a separator,
// and not from the root, a drive or a variable. A bare word is found in the PATH, and
// the address or name of a package is no path.
func relative(word string) bool {
	switch {
	case strings.HasPrefix(word, "./"), strings.HasPrefix(word, "../"), strings.HasPrefix(word, `.\`), strings.HasPrefix(word, `..\`):
		return true
	case strings.HasPrefix(word, "/"), strings.HasPrefix(word, "-"), strings.HasPrefix(word, "@"), strings.HasPrefix(word, "$"), strings.ContainsAny(word, ":@ "):
		return false
	}
	return scriptFile.MatchString(word)
}

// scriptFile is a file that an interpreter is given.
var scriptFile = regexp.MustCompile(`\.(c?js|mjs|m?ts|py|rb|php|pl|sh|jar|exe|dll)$`)

// unsaid is what the lock pins of a launch and a list does not compare.
func (l *List) unsaid(e Entry, launch surface.Launch) []string {
	var out []string
	if slices.ContainsFunc(e.ServerCommand, relative) {
		out = append(out, "its command has a path that is not absolute, so that the folder it is started in says what runs")
	}
	if slices.ContainsFunc(e.ServerCommand, anyVariable.MatchString) {
		out = append(out, "its command has a variable, so that who sets it says what may run")
	}
	if launch.Dir != "" {
		out = append(out, fmt.Sprintf("its working directory, %q, is not compared", launch.Dir))
	}
	if len(launch.Env) > 0 {
		out = append(out, "its variables are not compared: "+strings.Join(launch.Env, ", "))
	}
	if len(launch.Headers) > 0 {
		out = append(out, "its headers are not compared: "+strings.Join(launch.Headers, ", "))
	}
	if l.Client == ClaudeManaged && e.ServerURL != "" && !hasPath(e.ServerURL) {
		out = append(out, "its address has no path, which Claude Code takes for any path of the host")
	}
	return out
}

func hasPath(address string) bool {
	_, rest, _ := strings.Cut(address, "://")
	return strings.ContainsRune(rest, '/')
}

// JSON returns the client's file, indented, with an end of line. Hidden characters
// of texts are escapes.
func (l List) JSON() []byte {
	var file any = struct {
		Allowed []Entry `json:"allowedMcpServers"`
	}{l.Entries}
	if l.Client == ClaudeManaged {
		file = struct {
			Only    bool    `json:"allowManagedMcpServersOnly"`
			Allowed []Entry `json:"allowedMcpServers"`
		}{true, l.Entries}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(file); err != nil {
		panic(err) // texts alone
	}
	return visible.AppendJSON(nil, b.Bytes())
}
