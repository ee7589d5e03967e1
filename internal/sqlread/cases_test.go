package sqlread_test

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"github.com/mooring-mcp/mooring/internal/sqlread"
	"github.com/mooring-mcp/mooring/internal/thirdparty"
)

// sharedCase is a line of data/cases/sql_cases.jsonl.
type sharedCase struct {
	SQL, Dialect, Expect, Why string
}

// sharedCases reads the labelled cases, or skips.
func sharedCases(tb testing.TB) []sharedCase {
	tb.Helper()
	var all []sharedCase
	data, err := os.ReadFile(thirdparty.Path(tb, "data", "cases", "sql_cases.jsonl"))
	if err != nil {
		tb.Fatal(err)
	}
	for line := range bytes.Lines(data) {
		var c sharedCase
		if err := json.Unmarshal(line, &c); err != nil {
			tb.Fatal(err)
		}
		all = append(all, c)
	}
	return all
}

// proved is the band word of the cases: auto for a batch that is proved and names no
// catalog of credentials.
func proved(v sqlread.Verdict) string {
	if v.ReadOnly && !v.Sensitive {
		return "auto"
	}
	return "escalate"
}

func TestSharedCases(t *testing.T) {
	low, high := 0, 0
	for _, c := range sharedCases(t) {
		d, err := sqlread.ParseDialect(c.Dialect)
		if err != nil {
			t.Fatal(err)
		}
		v := sqlread.Classify(t.Context(), c.SQL, d)
		switch got := proved(v); got {
		case c.Expect:
		case "auto":
			low++
			t.Errorf("%s %q: auto, want escalate: %s", c.Dialect, c.SQL, c.Why)
		default:
			high++
			t.Errorf("%s %q: %v, want auto: %s", c.Dialect, c.SQL, v.Reasons, c.Why)
		}
	}
	t.Logf("too low %d, too high %d", low, high)
}
