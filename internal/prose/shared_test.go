package prose_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/prose"
	"github.com/mooring-mcp/mooring/internal/thirdparty"
)

// readJSON reads a file of third-party data.
func readJSON(t *testing.T, into any, parts ...string) {
	t.Helper()
	text, err := os.ReadFile(thirdparty.Path(t, parts...))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatalf("%s: %v", filepath.Join(parts...), err)
	}
}

// TestSharedCases runs the labelled cases of others. They name a step by its
// number and not by its letter; the rows here are answered otherwise on purpose.
func TestSharedCases(t *testing.T) {
	otherwise := map[string]prose.Result{
		// Byte-identical texts are no change at all.
		"p009": {Verdict: prose.Same},
		// The case of literals is looked at before step 1, as step 0.
		"p102": {Verdict: prose.PotentiallyBreaking, Step: "0"},
	}
	var rows []struct{ ID, Old, New, Expect, Step, Why string }
	readJSON(t, &rows, "data", "cases", "prose_cases.json")
	if len(rows) < 60 {
		t.Errorf("found %d cases, want at least 60", len(rows))
	}
	for _, row := range rows {
		got := prose.Classify(row.Old, row.New)
		want := prose.Result{Verdict: prose.Verdict(row.Expect), Step: row.Step}
		if other, ok := otherwise[row.ID]; ok {
			want = other
		}
		if got.Verdict != want.Verdict || !strings.HasPrefix(got.Step, want.Step) {
			t.Errorf("%s: Classify(%q, %q) = %v, want %v %v: %s", row.ID, row.Old, row.New, got, want.Verdict, want.Step, row.Why)
		}
	}
}

// TestRealEdits counts the steps over edits of real texts, which nobody labelled,
// and shows those of no consequence, for a person to disagree.
func TestRealEdits(t *testing.T) {
	var rows []struct{ Path, Old, New string }
	readJSON(t, &rows, "data", "cases", "prose_real.json")
	steps := map[string]int{}
	for _, row := range rows {
		got := prose.Classify(row.Old, row.New)
		steps[name(got)]++
		if got.Verdict == prose.Documentation {
			t.Logf("%s: %s: %s\n  %q\n  %q", row.Path, got.Step, got.Reason, row.Old, row.New)
		}
	}
	t.Log(tally(steps))
	if got := steps["NONE"]; got > 0 {
		t.Errorf("%d edits change nothing", got)
	}
}

// TestRealHistories does the same for every text of tools in the histories of
// published servers: each differing title or description at any depth, once.
func TestRealHistories(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(thirdparty.Path(t, "data", "corpus", "git"), "*.pairs.jsonl.gz"))
	if err != nil || len(files) == 0 {
		t.Fatalf("found no histories (%v)", err)
	}
	steps, seen, shown := map[string]int{}, map[[2]string]bool{}, map[string]int{}
	for _, file := range files {
		thirdparty.Lines(t, file, func(line []byte) {
			var row struct {
				Tool     string
				Old, New any
			}
			if err := json.Unmarshal(line, &row); err != nil {
				t.Fatal(err)
			}
			edits(row.Old, row.New, func(before, after string) {
				if before == after || seen[[2]string{before, after}] {
					return
				}
				seen[[2]string{before, after}] = true
				got := prose.Classify(before, after)
				if back := prose.Classify(after, before); back.Verdict != got.Verdict || back.Step != got.Step {
					t.Errorf("Classify(%q, %q) = %v, but back %v", before, after, got, back)
				}
				steps[name(got)]++
				if got.Verdict == prose.Documentation || shown[got.Step] < 12 {
					shown[got.Step]++
					t.Logf("%s: %s: %s\n  %.300q\n  %.300q", row.Tool, name(got), got.Reason, before, after)
				}
			})
		})
	}
	t.Logf("%d edits: %s", len(seen), tally(steps))
}

// edits finds the titles and descriptions at the same place of two tools.
func edits(before, after any, each func(before, after string)) {
	a, b := object(before), object(after)
	for name := range a {
		first, isText := a[name].(string)
		second, isTextToo := b[name].(string)
		_, there := b[name]
		switch {
		case (name == "title" || name == "description") && isText && (isTextToo || !there):
			each(first, second)
		case there:
			edits(a[name], b[name], each)
		}
	}
	for _, name := range []string{"title", "description"} {
		text, isText := b[name].(string)
		if _, there := a[name]; isText && !there && len(a) > 0 {
			each("", text)
		}
	}
}

func object(v any) map[string]any {
	switch v := v.(type) {
	case map[string]any:
		return v
	case []any:
		out := map[string]any{}
		for i := range v {
			out[fmt.Sprint(i)] = v[i]
		}
		return out
	}
	return nil
}

func name(r prose.Result) string { return strings.TrimSpace(string(r.Verdict) + " " + r.Step) }

func tally(counts map[string]int) string {
	var parts []string
	for _, key := range slices.Sorted(maps.Keys(counts)) {
		parts = append(parts, fmt.Sprintf("%s: %d", key, counts[key]))
	}
	return strings.Join(parts, ", ")
}

// TestRealTitles counts how many titles that real tools gained only repeat the
// name.
func TestRealTitles(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(thirdparty.Path(t, "data", "corpus", "git"), "*.pairs.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	all, repeat := 0, 0
	for _, file := range files {
		thirdparty.Lines(t, file, func(line []byte) {
			var row struct {
				Old, New struct {
					Name, Title string
					Annotations struct{ Title string }
				}
			}
			if err := json.Unmarshal(line, &row); err != nil {
				return
			}
			for _, titles := range [][2]string{{row.Old.Title, row.New.Title}, {row.Old.Annotations.Title, row.New.Annotations.Title}} {
				if titles[0] == "" && titles[1] != "" {
					all++
					if prose.Repeats(row.New.Name, titles[1]) {
						repeat++
					} else if testing.Verbose() {
						t.Logf("%q %q", row.New.Name, titles[1])
					}
				}
			}
		})
	}
	t.Logf("of %d titles that were added, %d repeat the name", all, repeat)
}
