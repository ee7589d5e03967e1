package plugin_test

import (
	"errors"
	"io/fs"
	"os"
	"testing"
	"testing/fstest"

	"github.com/mooring-mcp/mooring/internal/docsection"
	"github.com/mooring-mcp/mooring/internal/plugin"
)

const (
	example     = "../../examples/port-tools"
	exampleNext = "../../examples/port-tools-next"
)

// TestDocument demands that docs/plugins.md shows plugin.json of the example, which has
// nothing wrong but that its server has to be built.
func TestDocument(t *testing.T) {
	text, err := os.ReadFile(example + "/plugin.json")
	if err != nil {
		t.Fatal(err)
	}
	document := docsection.Section{File: "../../docs/plugins.md", Begin: "namespace:\n\n```json\n", End: "```\n"}
	document.Compare(t, string(text), *update)
	p, err := plugin.Read(os.DirFS(example), plugin.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range p.Findings {
		if f.Rule != "plugin.server.command_missing" {
			t.Errorf("the example has a finding: %+v", f)
		}
	}
	next, err := plugin.Read(os.DirFS(exampleNext), plugin.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if d, err := plugin.Compare(p, next); err != nil || d.Enough || len(d.Moved) != 3 {
		t.Errorf("the examples differ in %+v, %v, want a declaration that is lowered, there and in an environment, and one that is gone, and no major step", d, err)
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
