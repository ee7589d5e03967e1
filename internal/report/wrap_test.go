package report_test

import (
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/report"
)

func TestWrap(t *testing.T) {
	for _, tt := range []struct {
		name, line    string
		width, indent int
		want          string
	}{
		{"unlimited", "one two three four five six seven", 0, 2, "one two three four five six seven"},
		{"fits", "one two three", 40, 2, "one two three"},
		{"no blank at the end of a part", "one two three four five six", 24, 2, "one two three four five\n  six"},
		{"blanks in the middle", "one    two    three    four    five", 24, 2, "one    two    three\n  four    five"},
		{"blanks in front", "    one two three four five six", 27, 4, "    one two three four five\n    six"},
		{"a long word stays whole", "one " + strings.Repeat("x", 40) + " two", 24, 2, "one\n  " + strings.Repeat("x", 40) + "\n  two"},
		{"a word too long for the indentation", "a.first.column  of " + strings.Repeat("x", 30) + " two", 41, 16, "a.first.column  of\n        " + strings.Repeat("x", 30) + "\n                two"},
		{"a word nearly as long as the line", "a.first.column  of " + strings.Repeat("x", 37) + " two", 41, 16, "a.first.column  of\n    " + strings.Repeat("x", 37) + "\n                two"},
		{"colours take no room", "\x1b[1mone\x1b[0m two three four five", 24, 2, "\x1b[1mone\x1b[0m two three four five"},
		{"a first column that leaves no room", "a.long.name.in.the.first.column  and what it says", 40, 33, "a.long.name.in.the.first.column  and\n        what it says"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := report.Wrap(tt.line, tt.width, tt.indent); got != tt.want {
				t.Errorf("Wrap(%q, %d, %d) = %q, want %q", tt.line, tt.width, tt.indent, got, tt.want)
			}
		})
	}
}
