package witness_test

import (
	"testing"

	"github.com/mooring-mcp/mooring/internal/witness"
)

// TestSearchAt asks for the witness of one change among several.
func TestSearchAt(t *testing.T) {
	const (
		before = `{"type":"object","properties":{"a":{"enum":["x","y"]},"b":{"type":"integer"}}}`
		after  = `{"type":"object","properties":{"a":{"enum":["x"]},"b":{"type":"integer","minimum":1}},"required":["b"]}`
	)
	for _, tt := range []struct {
		name, before, after, pointer string
		output                       bool
		want                         string // "" for none
		own                          bool
	}{
		{"a value of an enum", before, `{"type":"object","properties":{"a":{"enum":["x"]},"b":{"type":"integer","minimum":1}}}`, "/properties/a/enum", false, `{"a":"y"}`, true},
		{"a bound beside it", before, `{"type":"object","properties":{"a":{"enum":["x"]},"b":{"type":"integer","minimum":1}}}`, "/properties/b/minimum", false, `{"b":0}`, true},
		{"a keyword that came", before, after, "/required", false, `{}`, true},
		{"an item of a list", `{"anyOf":[{"const":1},{"const":2}]}`, `{"anyOf":[{"const":1},{"const":3}]}`, "/anyOf/1", false, `2`, false},
		{"a result", after, before, "/properties/a/enum", true, `{"a":"y","b":1}`, true},
		{"made up for elsewhere", `{"anyOf":[{"const":1},{"const":2}]}`, `{"anyOf":[{"const":2},{"const":1}]}`, "/anyOf/0", false, "", false},
		{"no such place", before, before, "/properties/c/enum", false, "", false},
		{"the whole", before, after, "", false, `{}`, false},
	} {
		got, own, tries, err := witness.SearchAt([]byte(tt.before), []byte(tt.after), tt.pointer, tt.output, witness.Options{Tries: 1000})
		switch {
		case err != nil:
			t.Errorf("%s: %v", tt.name, err)
		case (got == nil) != (tt.want == ""), got != nil && own != tt.own, tries > 1000, got == nil && tries != 1000:
			t.Errorf("%s: SearchAt = %s, own %t, %d tries, want %s, own %t", tt.name, got, own, tries, tt.want, tt.own)
		case tt.own && string(got) != tt.want:
			t.Errorf("%s: SearchAt = %s, want %s", tt.name, got, tt.want)
		}
	}
}
