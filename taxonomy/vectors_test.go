package taxonomy_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/thirdparty"
	"github.com/mooring-mcp/mooring/taxonomy"
)

// vector is a row of taxonomy-pairs.
type vector struct {
	ID       string
	Old, New json.RawMessage
	Want     struct {
		Severity taxonomy.Severity
		Rules    []string
	}
	Diff []taxonomy.Change
}

// vectorClassifier uses the list that the vectors were made with.
func vectorClassifier(tb testing.TB) *taxonomy.Classifier {
	tb.Helper()
	text, err := os.ReadFile(thirdparty.Path(tb, "data", "vectors", "taxonomy-imperatives.txt"))
	if err != nil {
		tb.Fatal(err)
	}
	phrases, err := taxonomy.ParsePhrases(text)
	if err != nil {
		tb.Fatal(err)
	}
	return taxonomy.New(phrases)
}

func TestVectors(t *testing.T) {
	c := vectorClassifier(t)
	rows, wrong := 0, 0
	thirdparty.Lines(t, thirdparty.Path(t, "data", "vectors", "taxonomy-pairs.jsonl.gz"), func(line []byte) {
		var v vector
		if err := json.Unmarshal(line, &v); err != nil {
			t.Fatal(err)
		}
		rows++
		got, err := c.Classify(v.Old, v.New)
		if err != nil {
			t.Fatalf("%s: %v", v.ID, err)
		}
		byPath := func(a, b taxonomy.Change) int { return strings.Compare(a.Path, b.Path) }
		slices.SortFunc(got.Diff, byPath)
		slices.SortFunc(v.Diff, byPath)
		diff := cmp.Diff(v.Want.Rules, got.Rules) + cmp.Diff(v.Want.Severity, got.Severity) + cmp.Diff(v.Diff, got.Diff)
		if diff != "" && wrong < 10 {
			wrong++
			t.Errorf("%s (-want +got):\n%s\nold %s\nnew %s", v.ID, diff, v.Old, v.New)
		}
	})
	if rows != 20_041 {
		t.Errorf("%d rows, want 20,041", rows)
	}
}
