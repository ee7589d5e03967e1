package rulebook_test

import (
	"encoding/json"
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/rulebook"
	"github.com/mooring-mcp/mooring/taxonomy"
)

var update = flag.Bool("update", false, "rewrite what is made from the tables and fixtures")

const (
	fixtures     = "../../testdata/taxonomy"
	examplesPath = "examples.json"
	documentPath = "../../docs/rules.md"
)

// TestExamplesAreFixtures makes the examples from the first fixture of each rule
// in which it fires alone.
func TestExamplesAreFixtures(t *testing.T) {
	want := map[string]rulebook.Example{}
	for _, rule := range taxonomy.Rules() {
		folders, err := filepath.Glob(filepath.Join(fixtures, rule.ID+"_*"))
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(folders)
		i := slices.IndexFunc(folders, func(folder string) bool { return firesAlone(t, folder, rule.ID) })
		if i < 0 {
			t.Fatalf("%s: no fixture in which it fires alone", rule.ID)
		}
		want[rule.ID] = rulebook.Example{
			Name: filepath.Base(folders[i]), Old: compact(t, folders[i], "old.json"), New: compact(t, folders[i], "new.json"),
		}
	}
	text, err := json.MarshalIndent(want, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, examplesPath, append(text, '\n'))
}

func firesAlone(t *testing.T, folder, id string) bool {
	t.Helper()
	var want struct{ Rules []string }
	read(t, filepath.Join(folder, "want.json"), &want)
	return slices.Equal(want.Rules, []string{id})
}

func compact(t *testing.T, folder, name string) json.RawMessage {
	t.Helper()
	var raw json.RawMessage
	read(t, filepath.Join(folder, name), &raw)
	return raw
}

func read(t *testing.T, path string, into any) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

func TestDocument(t *testing.T) { golden(t, documentPath, rulebook.Markdown()) }

func golden(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s is not what the tables say; run: make update (-want +got):\n%s", path, diff)
	}
}

func TestEveryRuleSaysWhatItIs(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range rulebook.Rules() {
		if seen[r.ID] {
			t.Errorf("two rules %q", r.ID)
		}
		seen[r.ID] = true
		if r.Title == "" || len(r.Sources) == 0 || !slices.Contains(rulebook.Lenses(), r.Lens) {
			t.Errorf("rule %q has no title, source or lens", r.ID)
		}
		if found, known := rulebook.Find(strings.ToUpper(r.ID)); !known || found.ID != r.ID {
			t.Errorf("Find(%q) = %q, %v", strings.ToUpper(r.ID), found.ID, known)
		}
	}
}

func TestNear(t *testing.T) {
	for wrong, want := range map[string]string{"R5": "R05", "array_items": "compat.array_items", "mcp_tool_aded": "mcp_tool_added"} {
		if near := rulebook.Near(wrong); !slices.Contains(near, want) {
			t.Errorf("Near(%q) = %q, want %q among them", wrong, near, want)
		}
	}
	for _, wrong := range []string{"something else entirely, and long", ""} {
		if near := rulebook.Near(wrong); near != nil {
			t.Errorf("Near(%q) = %q, want nothing", wrong, near)
		}
	}
}

// TestAnchors looks for the heading of each rule in the document, as GitHub addresses it.
func TestAnchors(t *testing.T) {
	punctuation := regexp.MustCompile(`[^\p{L}\p{N} _-]`)
	headings := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^##+ (.*)$`).FindAllStringSubmatch(string(rulebook.Markdown()), -1) {
		fragment := strings.ReplaceAll(punctuation.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-")
		if first, repeated := headings[fragment]; repeated {
			t.Errorf("%q and %q have one fragment", first, m[1])
		}
		headings[fragment] = m[1]
	}
	for _, r := range rulebook.Rules() {
		if heading := headings[r.Anchor()]; heading != r.Lens && !strings.HasPrefix(heading, r.ID+":") {
			t.Errorf("%s: anchor %q leads to %q", r.ID, r.Anchor(), heading)
		}
	}
	if got := (rulebook.Rule{ID: "x", Lens: "nobody's"}).Anchor(); got != "" {
		t.Errorf("a rule of a lens that is not there: %q, want none", got)
	}
}
