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

func TestCases(t *testing.T) {
	for _, c := range cases(t) {
		got := shellop.Classify(c.Cmd, shellop.Options{})
		if got.Band != c.Expect {
			kind := "HIGH"
			if got.Band.Less(c.Expect) {
				kind = "LOW"
			}
			t.Errorf("%s Classify(%q) = %s, want %s (%s): %+v", kind, c.Cmd, got.Band, c.Expect, c.Why, got.Reasons)
		}
	}
}
