package percent_test

import (
	"testing"

	"github.com/mooring-mcp/mooring/internal/percent"
)

func TestDecode(t *testing.T) {
	for text, want := range map[string]string{
		"":          "",
		"a/b":       "a/b",
		"%2e%2E/":   "../",
		"%252e":     "%2e",
		"%":         "%",
		"a%2":       "a%2",
		"%zz%2f%0":  "%zz/%0",
		"%ff%C3%A4": "\xffä",
	} {
		if got := percent.Decode(text); got != want {
			t.Errorf("Decode(%q) = %q, want %q", text, got, want)
		}
	}
}
