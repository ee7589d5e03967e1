// The shape of the module, kept by tests that need no tool: which package may import which, what the pure floors
// stay away from, modules that are not wanted, links in the documents. docs/adr/0001-packages-and-floors.md says why.

package mooring_test

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const modulePath = "github.com/mooring-mcp/mooring"

// floors holds every package of the module, by its folder. A package imports only packages of lower floors. A new
// package gets its line here in the commit that adds it; a package that goes takes its line with it.
var floors = map[string]int{
	".": 0, // documentation only

	"internal/codeowners": 0,
	"internal/confusable": 0,
	"internal/glob":       0,
	"internal/jsonv":      0,
	"internal/markup":     0,
	"internal/pagestyle":  0,
	"internal/percent":    0,
	"internal/prose":      0,
	"internal/spelling":   0,
	"internal/template":   0,
	"internal/word":       0,
	"internal/visible":    0,
	"internal/worddiff":   0,
	"internal/yamlbound":  0,

	"internal/jsondiff":   1,
	"internal/places":     1,
	"internal/schemaset":  1,
	"internal/schemawalk": 1,
	"internal/shelltable": 1,
	"internal/signal":     1,
	"internal/urlop":      1,
	"internal/wire":       1,
	"surface":             1,

	"band":                 2,
	"contract":             2,
	"internal/amountop":    2,
	"internal/compat":      2,
	"internal/consequence": 2,
	"internal/pathop":      2,
	"internal/shellop":     2,
	"internal/sqlread":     2,
	"internal/witness":     2,
	"manifest":             2,
	"paramrisk":            2,
	"taxonomy":             2,

	"check":              3,
	"internal/census":    3,
	"internal/censusgen": 3,
	"internal/lockfile":  3,
	"internal/operation": 3,
	"internal/plugin":    3,

	"internal/annotation":  4,
	"internal/classifiers": 4,
	"internal/allowlist":   4,
	"internal/axes":        4,
	"internal/filter":      4,
	"internal/firstsight":  4,
	"internal/policy":      4,
	"internal/rulebook":    4,
	"internal/wording":     4,

	"internal/censusreport":    5,
	"internal/render/github":   5,
	"internal/render/gitlab":   5,
	"internal/render/junit":    5,
	"internal/render/sarif":    5,
	"internal/report":          5,
	"internal/render/html":     5,
	"internal/render/markdown": 5,

	"internal/artifact":     6,
	"internal/clientconfig": 6,
	"internal/corpus":       6,
	"internal/oauth":        6,
	"internal/observe":      6,
	"internal/registry":     6,

	"internal/cli": 9,

	"cmd/mooring": 10,
}

// testOnly holds the packages that only _test.go files import, with the highest floor each may import itself; with
// -1 it stands apart from everything it helps to test.
var testOnly = map[string]int{
	"internal/docsection":        -1,
	"internal/nasty":             -1,
	"internal/oauth/oauthtest":   -1,
	"internal/schemagen":         2,
	"internal/report/reporttest": 4,
	"internal/thirdparty":        -1,
	"internal/sqlread/sqltest":   -1,
	"packaging/npm":              -1,
}

// examplesDir holds programs for readers: they are nobody's dependency and see of the module what a stranger sees.
const examplesDir = "examples/"

// pureFloor is the highest floor without effects.
const pureFloor = 5

// effects are the packages that no file of a pure floor imports, tests excepted.
var effects = []string{
	"database/sql", "log", "log/slog", "log/syslog", "net", "net/http", "net/rpc", "net/smtp",
	"os", "os/exec", "os/signal", "os/user", "syscall",
}

// bannedModules are not wanted in go.mod, for the reason given.
var bannedModules = map[string]string{
	"github.com/pkg/errors":       "errors and fmt do it",
	"github.com/spf13/viper":      "one strict policy file, flags, few names of variables",
	"github.com/stretchr/testify": "compare with go-cmp",
}

// imported is one import: by which file, of what, and whether the file is a test.
type imported struct {
	file, path string
	test       bool
}

func TestFloors(t *testing.T) {
	for _, problem := range floorProblems(modulePackages(t)) {
		t.Error(problem)
	}
}

// TestFloorProblems shows that each kind of wrong import is found.
func TestFloorProblems(t *testing.T) {
	const self = modulePath + "/"
	tests := []struct {
		name string
		in   map[string][]imported
		want []string
	}{
		{"downward", map[string][]imported{"manifest": {{"m.go", self + "surface", false}}}, nil},
		{
			"upward",
			map[string][]imported{"surface": {{"s.go", self + "manifest", false}}},
			[]string{"s.go: surface (floor 1) imports manifest (floor 2)"},
		},
		{
			"sideways",
			map[string][]imported{"surface": {{"s.go", self + "internal/wire", false}}},
			[]string{"s.go: surface (floor 1) imports internal/wire (floor 1)"},
		},
		{"upward in a test", map[string][]imported{"surface": {{"s_test.go", self + "manifest", true}}}, nil},
		{
			"unlisted",
			map[string][]imported{"internal/helper": nil},
			[]string{"internal/helper: not listed; give it a floor in floors_test.go"},
		},
		{
			"import of unlisted",
			map[string][]imported{"manifest": {{"m.go", self + "helper", false}}},
			[]string{"m.go: manifest (floor 2) imports helper, which is not listed"},
		},
		{
			"effect",
			map[string][]imported{"check": {{"c.go", "net/http", false}}},
			[]string{"c.go: check (floor 3) imports net/http; floors up to 5 have no effects"},
		},
		{"effect above", map[string][]imported{"internal/cli": {{"c.go", "os", false}}}, nil},
		{"effect in a test", map[string][]imported{"check": {{"c_test.go", "os", true}}}, nil},
		{"test support in a test", map[string][]imported{"internal/cli": {{"c_test.go", self + "internal/nasty", true}}}, nil},
		{
			"test support elsewhere",
			map[string][]imported{"internal/cli": {{"c.go", self + "internal/nasty", false}}},
			[]string{"c.go: internal/cli (floor 9) imports internal/nasty, which is for _test.go files only"},
		},
		{
			"test support looks in",
			map[string][]imported{"internal/nasty": {{"n.go", self + "internal/jsonv", false}}},
			[]string{"n.go: internal/nasty imports internal/jsonv, above floor -1"},
		},
		{"example", map[string][]imported{"examples/harbor": {{"h.go", self + "surface", false}}}, nil},
		{
			"example looks in",
			map[string][]imported{"examples/harbor": {{"h.go", self + "internal/wire", false}}},
			[]string{"h.go: examples/harbor imports internal/wire; an example uses public packages only"},
		},
		{
			"example as a dependency",
			map[string][]imported{"internal/cli": {{"c_test.go", self + "examples/harbor", true}}},
			[]string{"c_test.go: internal/cli imports examples/harbor; an example is nobody's dependency"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, importProblems(tt.in)); diff != "" {
				t.Errorf("importProblems (-want +got):\n%s", diff)
			}
		})
	}
}

// TestFloorProblemsMissing shows that a listed package has to exist.
func TestFloorProblemsMissing(t *testing.T) {
	packages := map[string][]imported{}
	for _, listed := range []map[string]int{floors, testOnly} {
		for dir := range listed {
			packages[dir] = nil
		}
	}
	delete(packages, "cmd/mooring")
	want := []string{"cmd/mooring: listed in floors_test.go, but there is no such package"}
	if diff := cmp.Diff(want, floorProblems(packages)); diff != "" {
		t.Errorf("floorProblems without cmd/mooring (-want +got):\n%s", diff)
	}
}

func TestModuleBans(t *testing.T) {
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	for word := range strings.FieldsSeq(string(mod)) {
		if why, banned := bannedModules[word]; banned {
			t.Errorf("go.mod names %s: %s", word, why)
		}
	}
}

// TestLocalLinks follows every link of a document to a file or folder of the repository.
func TestLocalLinks(t *testing.T) {
	links := regexp.MustCompile(`\]\(([^()\s]+)[^()]*\)`)
	code := regexp.MustCompile("(?ms)^[ \t]*```.*?^[ \t]*```|`[^`\n]*`")
	walk(t, func(name string) {
		if path.Ext(name) != ".md" {
			return
		}
		text, err := os.ReadFile(filepath.FromSlash(name))
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range links.FindAllSubmatch(code.ReplaceAll(text, nil), -1) {
			target, _, _ := strings.Cut(string(match[1]), "#")
			if target == "" || strings.Contains(target, ":") {
				continue
			}
			file := path.Join(path.Dir(name), target)
			if _, err := os.Stat(filepath.FromSlash(file)); err != nil || !filepath.IsLocal(file) {
				t.Errorf("%s: link to %q: no such file in the repository", name, target)
			}
		}
	})
}

func TestChangelogIsOpen(t *testing.T) {
	text, err := os.ReadFile("CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`(?m)^## \[Unreleased\]$`).Match(text) {
		t.Error(`CHANGELOG.md: no line "## [Unreleased]"`)
	}
}

// floorProblems returns what is wrong with the packages, given by folder, and with the list; sorted.
func floorProblems(packages map[string][]imported) []string {
	problems := importProblems(packages)
	for _, listed := range []map[string]int{floors, testOnly} {
		for dir := range listed {
			if _, exists := packages[dir]; !exists {
				problems = append(problems, dir+": listed in floors_test.go, but there is no such package")
			}
		}
	}
	slices.Sort(problems)
	return problems
}

// importProblems returns the packages that are not listed and the imports that are not allowed; sorted.
func importProblems(packages map[string][]imported) []string {
	var problems []string
	for dir, imports := range packages {
		check := floorProblem
		_, hasFloor := floors[dir]
		_, support := testOnly[dir]
		switch {
		case strings.HasPrefix(dir, examplesDir):
			check = exampleProblem
		case support:
			check = supportProblem
		case !hasFloor:
			problems = append(problems, dir+": not listed; give it a floor in floors_test.go")
			continue
		}
		for _, imp := range imports {
			if problem := check(dir, imp); problem != "" {
				problems = append(problems, fmt.Sprintf("%s: %s %s", imp.file, dir, problem))
			}
		}
	}
	slices.Sort(problems)
	return problems
}

// floorProblem says what is wrong with one import of a package that has a floor, "" if nothing is. Tests import what
// they like, since nothing can depend on them, but not examples.
func floorProblem(dir string, imp imported) string {
	floor := floors[dir]
	target, local := localDir(imp.path)
	targetFloor, listed := floors[target]
	_, support := testOnly[target]
	switch {
	case strings.HasPrefix(target, examplesDir):
		return fmt.Sprintf("imports %s; an example is nobody's dependency", target)
	case imp.test:
		return ""
	case !local && floor <= pureFloor && slices.Contains(effects, imp.path):
		return fmt.Sprintf("(floor %d) imports %s; floors up to %d have no effects", floor, imp.path, pureFloor)
	case !local:
		return ""
	case support:
		return fmt.Sprintf("(floor %d) imports %s, which is for _test.go files only", floor, target)
	case !listed:
		return fmt.Sprintf("(floor %d) imports %s, which is not listed", floor, target)
	case targetFloor >= floor:
		return fmt.Sprintf("(floor %d) imports %s (floor %d)", floor, target, targetFloor)
	}
	return ""
}

// supportProblem is floorProblem for a package that only tests import.
func supportProblem(dir string, imp imported) string {
	target, local := localDir(imp.path)
	targetFloor, listed := floors[target]
	if !local || imp.test || listed && targetFloor <= testOnly[dir] {
		return ""
	}
	return fmt.Sprintf("imports %s, above floor %d", target, testOnly[dir])
}

// exampleProblem is floorProblem for an example.
func exampleProblem(_ string, imp imported) string {
	target, local := localDir(imp.path)
	if local && strings.Contains("/"+target+"/", "/internal/") {
		return fmt.Sprintf("imports %s; an example uses public packages only", target)
	}
	return ""
}

// localDir returns the folder of a package of this module, false for any other import path.
func localDir(importPath string) (string, bool) {
	if importPath == modulePath {
		return ".", true
	}
	return strings.CutPrefix(importPath, modulePath+"/")
}

// modulePackages parses the imports of every Go file of the module, whatever system it is for, by folder.
func modulePackages(t *testing.T) map[string][]imported {
	t.Helper()
	packages := map[string][]imported{}
	walk(t, func(name string) {
		if path.Ext(name) != ".go" {
			return
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.FromSlash(name), nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		imports := packages[path.Dir(name)]
		for _, spec := range file.Imports {
			importPath, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatalf("%s: import %s: %v", name, spec.Path.Value, err)
			}
			imports = append(imports, imported{name, importPath, strings.HasSuffix(name, "_test.go")})
		}
		packages[path.Dir(name)] = imports
	})
	return packages
}

// walk calls visit with the slash-separated name of each file that belongs to the module: not in testdata, installed
// packages, or a folder that the go command ignores too.
func walk(t *testing.T, visit func(name string)) {
	t.Helper()
	err := fs.WalkDir(os.DirFS("."), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if !entry.IsDir() {
			visit(name)
			return nil
		}
		base := entry.Name()
		if name != "." && (base == "testdata" || base == "node_modules" || base[0] == '.' || base[0] == '_') {
			return fs.SkipDir
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
