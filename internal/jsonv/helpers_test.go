package jsonv_test

import (
	"testing"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// parse is Parse of a text that must be accepted.
func parse(tb testing.TB, text string) *jsonv.Value {
	tb.Helper()
	v, err := jsonv.Parse([]byte(text), jsonv.Limits{})
	if err != nil {
		tb.Fatalf("Parse(%q): %v", text, err)
	}
	return v
}

// doubles and source are the two canonical forms as strings.
func doubles(v *jsonv.Value) string { return string(jsonv.Canonical(v, jsonv.Doubles)) }
func source(v *jsonv.Value) string  { return string(jsonv.Canonical(v, jsonv.Source)) }
