package report_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/mooring-mcp/mooring/internal/report"
	"github.com/mooring-mcp/mooring/internal/rulebook"
)

// TestRulesFit: no line of the list is wider than the terminal.
func TestRulesFit(t *testing.T) {
	for _, width := range []int{80, 100, 160} {
		var b strings.Builder
		if err := report.Rules(&b, rulebook.Rules(), report.Options{Width: width}); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(b.String()) {
			if line = strings.TrimSuffix(line, "\n"); utf8.RuneCountInString(line) > width || strings.HasSuffix(line, " ") {
				t.Errorf("at %d columns: %q", width, line)
			}
		}
	}
}
