package plugin_test

import (
	"errors"
	"io/fs"
	"os"
	"regexp"
	"testing"
	"testing/fstest"

	"github.com/mooring-mcp/mooring/internal/plugin"
)

// TestDocument reads the example of docs/plugins.md.
func TestDocument(t *testing.T) {
	text, err := os.ReadFile("../../docs/plugins.md")
	if err != nil {
		t.Fatal(err)
	}
	example := regexp.MustCompile("(?s)```json\n(.*?)```").FindSubmatch(text)
	if example == nil {
		t.Fatal("no example")
	}
	p := read(t, map[string]string{
		"plugin.json": string(example[1]), "mcp.json": servers(`"harbor":{"type":"stdio","command":"harbor"}`),
		"skills/notes/SKILL.md": "---\nname: notes\ndescription: Keeps notes.\n---\nCall publish_note.\n",
	}, plugin.Options{})
	const want = "declares two escalate operations, one external, one of no declared scope; one soft-ack operation, shared-remote"
	if got := p.Summary().Sentence; len(p.Findings) != 0 || got != want {
		t.Errorf("the example has findings %+v and %q, want %q", p.Findings, got, want)
	}
}

// unreadable is a package in which one file cannot be opened.
type unreadable struct {
	fstest.MapFS

	name string
}

func (u unreadable) Open(name string) (fs.File, error) {
	if name == u.name {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return u.MapFS.Open(name)
}

func (u unreadable) ReadDir(name string) ([]fs.DirEntry, error) {
	if name == u.name {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return u.MapFS.ReadDir(name)
}

func TestUnreadable(t *testing.T) {
	files := fstest.MapFS{
		"plugin.json": {Data: []byte(base)}, "mcp.json": {Data: []byte(servers(""))}, "docs/x": {},
		"skills/a/SKILL.md": {Data: []byte("---\nname: a\ndescription: x\n---\n")},
	}
	for _, name := range []string{"mcp.json", "skills/a/SKILL.md", "docs", "skills"} {
		p, err := plugin.Read(unreadable{files, name}, plugin.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if p.Count(plugin.Unknown) == 0 || p.Findings[0].Rule != "plugin.file.unreadable" || p.Findings[0].File != name || p.Summary().Complete {
			t.Errorf("%s cannot be opened: findings %+v, want plugin.file.unreadable", name, p.Findings)
		}
	}
	if _, err := plugin.Read(unreadable{files, "plugin.json"}, plugin.Options{}); err == nil || errors.Is(err, plugin.ErrNone) {
		t.Errorf("plugin.json cannot be opened: %v, want an error", err)
	}
}
