package sqlread_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/mooring-mcp/mooring/internal/sqlread"
)

// sharedCase is a line of data/cases/sql_cases.jsonl.
type sharedCase struct {
	SQL, Dialect, Expect, Why string
}

// sharedCases reads the labelled cases, or skips.
func sharedCases(t testing.TB) []sharedCase {
	t.Helper()
	dir := os.Getenv("MOORING_SHARED")
	if dir == "" {
		dir = "../../../shared"
	}
	data, err := os.ReadFile(filepath.Join(dir, "data", "cases", "sql_cases.jsonl"))
	if err != nil {
		t.Skipf("no third-party data: %v; set MOORING_SHARED", err)
	}
	var all []sharedCase
	lines := bufio.NewScanner(bytes.NewReader(data))
	for lines.Scan() {
		var c sharedCase
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
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
		switch got := proved(v); {
		case got == c.Expect:
		case got == "auto":
			low++
			t.Errorf("%s %q: auto, want escalate: %s", c.Dialect, c.SQL, c.Why)
		default:
			high++
			t.Errorf("%s %q: %v, want auto: %s", c.Dialect, c.SQL, v.Reasons, c.Why)
		}
	}
	t.Logf("too low %d, too high %d", low, high)
}
