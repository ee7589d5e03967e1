package yamlbound_test

import (
	"testing"

	"github.com/mooring-mcp/mooring/internal/yamlbound"
)

func TestExceeded(t *testing.T) {
	limits := yamlbound.Limits{Brackets: 2, Indent: 3, Marks: 2}
	for _, tt := range []struct {
		text  string
		line  int
		found string
	}{
		{"", 0, ""},
		{"a: [1, {b: c}]\n   - x\n- - y\n", 0, ""},
		{"a: [[[\n", 0, "3 opening brackets, over the limit of 2"},
		{"a: 1\n    b: 2\n", 2, "4 spaces of indentation, over the limit of 3"},
		{"a: 1\r\t\t\t\tb\n", 1, "4 spaces of indentation, over the limit of 3"},
		{"a\n\n- ? x:\n", 3, "3 YAML indicators in a row, over the limit of 2"},
		{"- x - y &z\n", 0, ""},
	} {
		if line, found := limits.Exceeded([]byte(tt.text)); line != tt.line || found != tt.found {
			t.Errorf("Exceeded(%q) = %d, %q, want %d, %q", tt.text, line, found, tt.line, tt.found)
		}
	}
}
