package spelling_test

import (
	"testing"

	"github.com/mooring-mcp/mooring/internal/spelling"
)

func TestEdits(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"dock", "dock", 0}, {"dock", "duck", 1}, {"dock", "docks", 1}, {"kitten", "sitting", 3}, {"ab", "ba", 2},
	} {
		if got, back := spelling.Edits(c.a, c.b), spelling.Edits(c.b, c.a); got != c.want || back != c.want {
			t.Errorf("Edits(%q, %q) = %d and %d, want %d", c.a, c.b, got, back, c.want)
		}
	}
}
