package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/annotation"
	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/surface"
)

// locateInLock finds items in the lock that pins them. A server without an entry is at
// the first line.
func locateInLock(path string, text []byte) annotation.Locate {
	v, err := jsonv.Parse(text, jsonv.Unlimited())
	if err != nil {
		return nil
	}
	file := fromRepository(path)
	return func(server string, kind check.Kind, name string) (string, int) {
		entry := v.Get("servers").Get(server)
		at := entry
		if skill, is := (check.Finding{Kind: kind, Name: name}).SkillName(); is {
			at = pinnedSkill(entry, skill)
		}
		if slices.Contains(surface.Kinds(), surface.Kind(kind)) {
			member := surface.Kind(kind).Plural()
			if kind == check.Kind(surface.ResourceTemplate) {
				member = "resource_templates"
			}
			if item := pinnedItem(entry.Get(member), surface.Kind(kind), name); item != nil {
				at = item
			}
		}
		if !at.Exists() {
			return file, 1
		}
		return file, 1 + bytes.Count(text[:at.Span().Start], []byte("\n"))
	}
}

// pinnedSkill is what an entry of the lock pins of a skill, or else the least that holds it.
func pinnedSkill(entry *jsonv.Value, skill string) *jsonv.Value {
	bands := entry.Get("bands")
	for _, at := range []*jsonv.Value{bands.Get("skills").Get(skill), bands.Get("skills"), bands} {
		if at.Exists() {
			return at
		}
	}
	return entry
}

// pinnedItem is the item of a name in a list of the lock; nil where there is none.
func pinnedItem(list *jsonv.Value, kind surface.Kind, name string) *jsonv.Value {
	for i := range list.Len() {
		item := list.Index(i).Get("item")
		if surface.NewItem(kind, []byte(item.Raw())).Name == name {
			return item
		}
	}
	return nil
}

// manifests are files of which one stands beside the sources of most servers.
var manifests = []string{"package.json", "pyproject.toml", "go.mod", "Cargo.toml", "pom.xml", "build.gradle.kts", "build.gradle"}

// locateFile is a place for what no file of the repository shows: the file that was
// compared, or the manifest of the package in a folder, or a file that most have.
func locateFile(compared, dir string) annotation.Locate {
	file := ""
	if info, err := os.Stat(compared); compared != "" && err == nil && info.Mode().IsRegular() {
		file = compared
	}
	for _, name := range manifests {
		if path := filepath.Join(dir, name); file == "" && exists(path) {
			file = path
		}
	}
	for _, name := range []string{defaultPolicy, "README.md", "README"} {
		if file == "" && exists(name) {
			file = name
		}
	}
	if file == "" {
		return nil
	}
	file = fromRepository(file)
	return func(string, check.Kind, string) (string, int) { return file, 1 }
}

// fromRepository is a path from the top of its repository, with forward slashes; where
// it is in none it stays as it is.
func fromRepository(path string) string {
	rel, err := filepath.Rel(inRepository(), absolute(path))
	if inRepository() == "" || err != nil || !filepath.IsLocal(rel) {
		return filepath.ToSlash(path)
	}
	return filepath.ToSlash(rel)
}
