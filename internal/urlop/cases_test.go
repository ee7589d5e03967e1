package urlop_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/thirdparty"
	"github.com/mooring-mcp/mooring/internal/urlop"
)

type urlCase struct {
	URL    string      `json:"url"`
	Expect urlop.Class `json:"expect"`
	Why    string      `json:"why"`
}

// cases are the labelled cases.
func cases(tb testing.TB) []urlCase {
	tb.Helper()
	text, err := os.ReadFile(thirdparty.Path(tb, "data", "cases", "url_cases.jsonl"))
	if err != nil {
		tb.Fatal(err)
	}
	var out []urlCase
	for line := range strings.Lines(string(text)) {
		var c urlCase
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			tb.Fatal(err)
		}
		out = append(out, c)
	}
	return out
}

// TestCases: no answer about the labelled cases is too low, and at most 2 % are too high.
func TestCases(t *testing.T) {
	n, low, high := 0, 0, 0
	for _, c := range cases(t) {
		n++
		got := urlop.Classify(c.URL)
		disguised := strings.HasPrefix(c.Why, "DISGUISED")
		switch local := c.Expect == urlop.Loopback || c.Expect == urlop.Private; {
		case got.Class.Rank() < c.Expect.Rank():
			low++
			t.Errorf("Classify(%q) = %s (%s), too low, want %s: %s", c.URL, got.Class, got.Reason, c.Expect, c.Why)
		case local && disguised && !got.Disguised && got.Class == c.Expect:
			low++
			t.Errorf("Classify(%q) = %s, not disguised, want it disguised: %s", c.URL, got.Class, c.Why)
		case got.Class.Rank() > c.Expect.Rank():
			high++
			t.Logf("Classify(%q) = %s (%s), too high, want %s: %s", c.URL, got.Class, got.Reason, c.Expect, c.Why)
		}
	}
	if n == 0 || 50*high > n {
		t.Errorf("%d of %d cases answered too high, want at most 2 %%", high, n)
	}
	t.Logf("%d cases, %d too low, %d too high", n, low, high)
}
