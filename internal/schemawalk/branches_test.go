package schemawalk_test

import (
	"testing"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/schemawalk"
)

// TestBranchesInAnotherOrder swaps branches that differ in an annotation alone, so
// that each could be taken for the other.
func TestBranchesInAnotherOrder(t *testing.T) {
	const one, other = `{"type":["string","null"]}`, `{"type":["string","null"],"format":"email","title":"Mail"}`
	for _, keyword := range []string{"anyOf", "oneOf", "allOf"} {
		schema := func(a, b string) *jsonv.Value {
			v, err := jsonv.Parse([]byte(`{"`+keyword+`":[`+a+`,`+b+`]}`), jsonv.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		if got := schemawalk.Walk(schema(one, other), schema(other, one), schemawalk.Options{}); len(got.Events) > 0 {
			t.Errorf("%s in another order gives %v", keyword, got.Events)
		}
	}
}
