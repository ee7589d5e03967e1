package sqlread_test

import (
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/sqlread"
)

// TestComments is that a batch is proved with many comments, and not with more than the grammar is asked to read.
func TestComments(t *testing.T) {
	for n, want := range map[int]bool{1000: true, 1001: false} {
		v := sqlread.Classify(t.Context(), "SELECT 1"+strings.Repeat("/**/", n), sqlread.Postgres)
		if v.ReadOnly != want || !want && v.Reasons[0].Code != sqlread.TooDeep {
			t.Errorf("%d comments: %v %v, want %v", n, v.ReadOnly, v.Reasons, want)
		}
	}
}
