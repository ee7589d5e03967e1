package codeowners_test

import (
	"slices"
	"testing"

	"github.com/mooring-mcp/mooring/internal/codeowners"
)

func TestOwners(t *testing.T) {
	for _, tt := range []struct {
		name, text, path string
		want             []string
	}{
		{"none", "", "a", nil},
		{"everything", "* @all\n", "deep/down/a.json", []string{"@all"}},
		{"last one counts", "* @all\n/mooring.yaml @us @them # why\n", "mooring.yaml", []string{"@us", "@them"}},
		{"last one names nobody", "* @all\n/mooring.yaml\n", "mooring.yaml", nil},
		{"anchored", "/mooring.yaml @us\n", "sub/mooring.yaml", nil},
		{"not anchored", "mooring.yaml @us\n", "sub/mooring.yaml", []string{"@us"}},
		{"extension", "*.json @us\r\n", "sub/mooring.lock.json", []string{"@us"}},
		{"extension of another", "*.json @us\n", "mooring.yaml", nil},
		{"folder", "sub/ @us\n", "top/sub/a/b", []string{"@us"}},
		{"folder is no file", "sub/ @us\n", "sub", nil},
		{"folder without a slash", "/sub @us\n", "sub/a", []string{"@us"}},
		{"files of a folder", "docs/* @us\n", "docs/a", []string{"@us"}},
		{"files of a folder, not below", "docs/* @us\n", "docs/b/a", nil},
		{"any folders", "/a/**/z @us\n", "a/b/c/z", []string{"@us"}},
		{"no folder between", "/a/**/z @us\n", "a/z", []string{"@us"}},
		{"everything below", "/a/** @us\n", "a/b/c", []string{"@us"}},
		{"anywhere", "**/z @us\n", "z", []string{"@us"}},
		{"one character", "/mooring.y?ml @us\n", "mooring.yaml", []string{"@us"}},
		{"dots are dots", "/mooring.yaml @us\n", "mooringxyaml", nil},
		{"space", "/a\\ b @us\n", "a b", []string{"@us"}},
		{"comment", "# /a @us\n", "a", nil},
		{"section", "[Pins] @us\n/a @them\n", "a", []string{"@them"}},
	} {
		if got := codeowners.Owners([]byte(tt.text), tt.path); !slices.Equal(got, tt.want) {
			t.Errorf("%s: Owners(%q, %q) = %q, want %q", tt.name, tt.text, tt.path, got, tt.want)
		}
	}
}

func FuzzOwners(f *testing.F) {
	f.Add("* @a\n", "x")
	f.Add("(/[a @b\n\\", "x\xff")
	f.Fuzz(func(t *testing.T, text, path string) {
		all := codeowners.Owners([]byte(text+"\n* @last\n"), path)
		if path != "" && !slices.Equal(all, []string{"@last"}) && !hasNewline(path) {
			t.Errorf("a last line for everything gives %q to %q", all, path)
		}
	})
}

func hasNewline(path string) bool { return slices.Contains([]byte(path), '\n') }
