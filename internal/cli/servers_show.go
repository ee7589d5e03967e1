package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"

	"github.com/mooring-mcp/mooring/internal/clientconfig"
	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/surface"
)

// writeText lists servers for people, each file once above its servers. width is
// that of the terminal, 0 for none.
func (l serverListing) writeText(w io.Writer, width int) error {
	var b strings.Builder
	for _, s := range l.sources {
		l.writeSource(&b, s, width)
	}
	b.WriteString(l.summary())
	_, err := io.WriteString(w, b.String())
	return err
}

func (l serverListing) writeSource(b *strings.Builder, s clientconfig.Source, width int) {
	head := []string{s.Client.Name}
	for _, id := range s.Also {
		if c, ok := clientconfig.ByID(id); ok {
			head = append(head, c.Name)
		}
	}
	if s.Scope != "" {
		head = append(head, string(s.Scope))
	}
	fmt.Fprintf(b, "%s: %s\n", strings.Join(head, ", "), visible.Text(l.short(s.Path)))
	if s.Err != nil {
		fmt.Fprintf(b, "  not read: %s\n", visible.Text(s.Err.Error()))
	}
	for _, err := range s.Wrong {
		fmt.Fprintf(b, "  not read: %s\n", visible.Text(err.Error()))
	}
	if len(s.Servers) == 0 && s.Err == nil && len(s.Wrong) == 0 {
		b.WriteString("  no servers\n")
	}
	if s.Scope == clientconfig.Project && len(s.Servers) > 0 {
		b.WriteString("  project: not started without --trust-project\n")
	}
	writeRows(b, s.Servers, width)
	if s.Client.Unseen != "" && s.Scope == clientconfig.User {
		fmt.Fprintf(b, "  not seen: %s\n", s.Client.Unseen)
	}
	b.WriteByte('\n')
}

// writeRows lays out name, transport and state in columns; the launch comes last
// and is what is cut to the width.
func writeRows(b *strings.Builder, servers []clientconfig.Server, width int) {
	rows := make([][]string, len(servers))
	widths := make([]int, 3)
	for i, s := range servers {
		rows[i] = []string{visible.Text(s.Name), transportWord(s.Transport), visible.Text(state(s)), visible.Text(launchLine(s.Launch()))}
		for n := range widths {
			widths[n] = max(widths[n], utf8.RuneCountInString(rows[i][n]))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for n, cell := range row[:3] {
			line.WriteString("  " + cell + strings.Repeat(" ", widths[n]-utf8.RuneCountInString(cell)))
		}
		line.WriteString("  " + row[3])
		b.WriteString(cut(strings.TrimRight(line.String(), " "), width) + "\n")
	}
}

func transportWord(transport string) string {
	if transport == "" {
		return "-"
	}
	return transport
}

// cut shortens a line to the width of the terminal, 0 for none.
func cut(line string, width int) string {
	runes := []rune(line)
	if width <= 0 || len(runes) <= width {
		return line
	}
	return string(runes[:width-1]) + "…"
}

// launchLine is a launch as one would type it.
func launchLine(l surface.Launch) string {
	if l.Transport != "stdio" {
		return l.URL
	}
	words := append([]string{l.Command}, l.Args...)
	for i, word := range words {
		if word == surface.Secret || strings.Trim(word, "${}_ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789@%+=:,./<>-") == "" && word != "" {
			continue
		}
		if quoted, err := syntax.Quote(word, syntax.LangBash); err == nil {
			words[i] = quoted
		}
	}
	return strings.Join(words, " ")
}

// short writes a path in the home folder with a tilde.
func (l serverListing) short(path string) string {
	rest, inHome := strings.CutPrefix(path, l.env.Home)
	if l.env.Home == "" || !inHome || rest == "" || !strings.ContainsAny(rest[:1], `/\`) {
		return path
	}
	return "~" + rest
}

func (l serverListing) summary() string {
	found := map[string]bool{}
	servers, observable := 0, 0
	for _, s := range l.sources {
		for _, id := range append([]string{s.Client.ID}, s.Also...) {
			if slices.Contains(clientIDs(l.looked), id) {
				found[id] = true
			}
		}
		servers += len(s.Servers)
		for _, server := range s.Servers {
			if len(server.Blocked) == 0 {
				observable++
			}
		}
	}
	counts := fmt.Sprintf("%s, %d observable", plural(servers, "server"), observable)
	switch {
	case l.looked == nil:
		return counts + "\n"
	case len(l.sources) == 0:
		return fmt.Sprintf("no configuration was found: %s looked for\n", plural(len(l.looked), "client"))
	}
	return fmt.Sprintf("%s looked for, %d found: %s\n", plural(len(l.looked), "client"), len(found), counts)
}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

// The record mooring.servers.v1.
type (
	serversRecord struct {
		Schema    string       `json:"schema"`
		LookedFor []string     `json:"looked_for"`
		Files     []fileRecord `json:"files"`
	}
	fileRecord struct {
		Client  string         `json:"client,omitempty"` // "" for a file of no known client
		Also    []string       `json:"also,omitempty"`   // other clients that read the file
		Scope   string         `json:"scope,omitempty"`
		File    string         `json:"file"`
		Trust   bool           `json:"needs_trust"`      // --trust-project starts its servers
		Error   string         `json:"error,omitempty"`  // why the file was not read
		Wrong   []string       `json:"wrong,omitempty"`  // why entries were not read
		Unseen  string         `json:"unseen,omitempty"` // servers of the client that no file tells
		Servers []serverRecord `json:"servers"`
	}
	serverRecord struct {
		Name       string   `json:"name"`
		Transport  string   `json:"transport,omitempty"`
		Command    string   `json:"command,omitempty"`
		Args       []string `json:"args,omitempty"`
		Dir        string   `json:"cwd,omitempty"`
		Env        []string `json:"env,omitempty"` // names
		URL        string   `json:"url,omitempty"`
		Headers    []string `json:"headers,omitempty"` // names
		Observable bool     `json:"observable"`
		Blocked    []string `json:"blocked,omitempty"`
		Unresolved []string `json:"unresolved,omitempty"` // names
	}
)

func (l serverListing) writeJSON(w io.Writer) error {
	record := serversRecord{Schema: "mooring.servers.v1", LookedFor: clientIDs(l.looked), Files: []fileRecord{}}
	for _, s := range l.sources {
		f := fileRecord{
			Client: s.Client.ID, Also: s.Also, Scope: string(s.Scope), File: s.Path, Trust: s.Scope == clientconfig.Project,
			Unseen: s.Client.Unseen, Servers: []serverRecord{},
		}
		if s.Err != nil {
			f.Error = s.Err.Error()
		}
		for _, err := range s.Wrong {
			f.Wrong = append(f.Wrong, err.Error())
		}
		for _, server := range s.Servers {
			f.Servers = append(f.Servers, newServerRecord(server))
		}
		record.Files = append(record.Files, f)
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(record); err != nil {
		return err
	}
	_, err := w.Write(visible.AppendJSON(nil, b.Bytes()))
	return err
}

func newServerRecord(s clientconfig.Server) serverRecord {
	l := s.Launch()
	r := serverRecord{
		Name: s.Name, Transport: s.Transport, Command: l.Command, Args: l.Args, Dir: l.Dir, Env: l.Env, URL: l.URL, Headers: l.Headers,
		Observable: len(s.Blocked) == 0, Unresolved: s.Unresolved,
	}
	for _, b := range s.Blocked {
		r.Blocked = append(r.Blocked, string(b))
	}
	return r
}
