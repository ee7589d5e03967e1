package urlop_test

import (
	"testing"

	"github.com/mooring-mcp/mooring/internal/urlop"
)

// TestCodes: each class has a meaning, in the order of the classes.
func TestCodes(t *testing.T) {
	for i, c := range urlop.Codes {
		if c.Class.Rank() != i || c.Meaning == "" {
			t.Errorf("code %d is %q of rank %d, meaning %q", i, c.Class, c.Class.Rank(), c.Meaning)
		}
	}
	if last := urlop.Codes[len(urlop.Codes)-1].Class; last != urlop.Metadata {
		t.Errorf("the last code is %q", last)
	}
}
