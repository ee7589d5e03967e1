package shellop_test

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"github.com/mooring-mcp/mooring/internal/shellop"
	"github.com/mooring-mcp/mooring/internal/thirdparty"
)

type labelled struct {
	Cmd    string       `json:"cmd"`
	Expect shellop.Band `json:"expect"`
	Why    string       `json:"why"`
}

func cases(tb testing.TB) []labelled {
	tb.Helper()
	text, err := os.ReadFile(thirdparty.Path(tb, "data", "cases", "shell_cases.jsonl"))
	if err != nil {
		tb.Fatal(err)
	}
	var out []labelled
	for line := range bytes.Lines(text) {
		var c labelled
		if err := json.Unmarshal(line, &c); err != nil {
			tb.Fatal(err)
		}
		out = append(out, c)
	}
	return out
}

// TestCases: no answer may be too low, and at most 2 % too high.
func TestCases(t *testing.T) {
	high, all := 0, cases(t)
	for _, c := range all {
		got := shellop.Classify(c.Cmd, shellop.Options{SQL: selects})
		checkVerdict(t, c.Cmd, got)
		switch {
		case got.Band.Less(c.Expect):
			t.Errorf("Classify(%q) = %s, want %s (%s): %+v", c.Cmd, got.Band, c.Expect, c.Why, got.Reasons)
		case c.Expect.Less(got.Band):
			high++
			t.Logf("too high: Classify(%q) = %s, want %s (%s): %+v", c.Cmd, got.Band, c.Expect, c.Why, got.Reasons)
		}
	}
	if high*50 > len(all) {
		t.Errorf("%d of %d are too high, want at most 2 %%", high, len(all))
	}
}
