package schemaset_test

import (
	"testing"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/schemaset"
)

// FuzzDecide looks for a proof that a value refutes: whatever is proved holds of the
// value, and a schema is a subset of itself.
func FuzzDecide(f *testing.F) {
	f.Add(`{"type":"object","properties":{"a":{"type":"integer","minimum":1}},"required":["a"]}`, `{"properties":{"a":{"type":"number"}}}`, `{"a":1}`)
	f.Add(`{"anyOf":[{"const":1},{"type":"string","pattern":"^a+$"}]}`, `{"oneOf":[{"type":"number"},{"maxLength":3}]}`, `"aaaa"`)
	f.Add(`{"$ref":"#/$defs/n","$defs":{"n":{"properties":{"k":{"items":{"$ref":"#/$defs/n"}}}}}}`, `{"not":{"contains":{"uniqueItems":true}}}`, `{"k":[{}]}`)
	f.Add(`{"if":{"required":["a"]},"then":{"maxProperties":1},"else":false}`, `{"propertyNames":{"enum":["a"]},"unevaluatedProperties":false,"patternProperties":{"^a":true}}`, `{"a":[]}`)
	f.Fuzz(func(t *testing.T, a, b, value string) {
		x, err := jsonv.Parse([]byte(a), jsonv.Limits{})
		y, err2 := jsonv.Parse([]byte(b), jsonv.Limits{})
		v, err3 := jsonv.Parse([]byte(value), jsonv.Limits{})
		if err != nil || err2 != nil || err3 != nil {
			return
		}
		if schemaset.Decide(x, x, schemaset.Options{}).Answer != schemaset.Yes {
			t.Errorf("%s is no subset of itself", a)
		}
		if schemaset.Decide(x, y, schemaset.Options{}).Answer != schemaset.Yes {
			return
		}
		in, known := schemaset.Accepts(x, v, schemaset.Options{})
		in2, known2 := schemaset.Accepts(y, v, schemaset.Options{})
		if known && known2 && in && !in2 {
			t.Errorf("%s was proved to be a subset of %s, and %s is in one alone", a, b, value)
		}
	})
}
