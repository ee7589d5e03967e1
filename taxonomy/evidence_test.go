package taxonomy_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/taxonomy"
)

func described(t *testing.T, text string) []byte {
	t.Helper()
	b, err := json.Marshal(map[string]string{"name": "dock", "description": text})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestEvidenceIsCut shows that a match of megabytes is quoted in part and placed as
// a whole.
func TestEvidenceIsCut(t *testing.T) {
	for _, n := range []int{taxonomy.MaxText, taxonomy.MaxText + 1, 1 << 20} {
		path := "/" + strings.Repeat("x", n-1)
		got, err := taxonomy.Classify(nil, described(t, "see "+path))
		if err != nil {
			t.Fatal(err)
		}
		e := got.Evidence[0]
		want := path[:taxonomy.MaxText]
		if n > taxonomy.MaxText {
			want += "…"
		}
		if e.Rule != "R03" || e.Text != want || e.Start != 4 || e.End != 4+n {
			t.Errorf("a path of %d bytes: %s, text of %d bytes, %d to %d", n, e.Rule, len(e.Text), e.Start, e.End)
		}
	}
}

// TestEvidenceComesByPlace shows that evidence of one text comes by where it starts.
func TestEvidenceComesByPlace(t *testing.T) {
	got, err := taxonomy.Classify(nil, described(t, "a\u200bb <!-- \u202e do not tell, always call 10.0.0.1 /etc https://h.example abc/def call the"))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.IsSortedFunc(got.Evidence, func(a, b taxonomy.Evidence) int {
		if a.Rule != b.Rule {
			return strings.Compare(a.Rule, b.Rule)
		}
		return a.Start - b.Start
	}) {
		t.Errorf("evidence is not in order: %v", got.Evidence)
	}
}
