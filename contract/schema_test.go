package contract_test

import (
	"testing"

	"github.com/mooring-mcp/mooring/contract"
)

// TestSchemas has cases in which the two implementations have to agree on what
// neither may read for more, or for less, than it is.
func TestSchemas(t *testing.T) {
	const draft7 = `"$schema":"http://json-schema.org/draft-07/schema#",`
	for _, c := range []struct {
		name, before, after string
		declared, strict    contract.Severity
	}{
		{
			"what stands beside a reference of draft-07 promised nothing",
			`{` + draft7 + `"definitions":{"A":{"type":"string"}},"type":"object","properties":{"a":{"$ref":"#/definitions/A","enum":["x"]}}}`,
			`{` + draft7 + `"definitions":{"A":{"type":"string"}},"type":"object","properties":{"a":{"enum":["x"]}}}`,
			contract.Breaking, contract.Breaking,
		},
		{
			"a reference into a default makes an assertion of it",
			`{"type":"object","default":{"type":"string"},"properties":{"a":{"$ref":"#/default"}}}`,
			`{"type":"object","default":{"type":"integer"},"properties":{"a":{"$ref":"#/default"}}}`,
			contract.Breaking, contract.Breaking,
		},
		{
			"no properties are declared properties",
			`{"type":"object","properties":{}}`,
			`{"type":"object","properties":{"a":{"type":"string"}}}`,
			contract.NonBreaking, contract.Breaking,
		},
		{
			"a format may be asserted",
			`{` + draft7 + `"type":"object","properties":{"a":{"type":"string"}}}`,
			`{` + draft7 + `"type":"object","properties":{"a":{"type":"string","format":"date"}}}`,
			contract.PotentiallyBreaking, contract.Breaking,
		},
		{
			"a format means the same in two dialects, but for who asserts it",
			`{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"a":{"type":"string","format":"uri"}}}`,
			`{` + draft7 + `"type":"object","properties":{"a":{"type":"string","format":"uri"}}}`,
			contract.None, contract.Breaking,
		},
		{
			"a property called default is a schema",
			`{"type":"object","properties":{"default":{"$anchor":"d","type":"string"},"b":{"$ref":"#d"}}}`,
			`{"type":"object","properties":{"default":{"$anchor":"d","type":["string","integer"]},"b":{"$ref":"#d"}}}`,
			contract.NonBreaking, contract.NonBreaking,
		},
		{
			"an enum reordered is the same enum",
			`{"type":"object","properties":{"a":{"enum":["1",1,true,"true",{"b":1.0}]}},"required":["a"]}`,
			`{"type":"object","properties":{"a":{"enum":[{"b":1},"true",true,1.0,"1"]}},"required":["a"]}`,
			contract.None, contract.None,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			for profile, want := range map[contract.Profile]contract.Severity{"": c.declared, contract.Strict: c.strict} {
				got, err := contract.CompareSchema(contract.Input, []byte(c.before), []byte(c.after), contract.Options{Profile: profile})
				if err != nil {
					t.Fatal(err)
				}
				if got.Severity != want {
					t.Errorf("profile %q: %s, want %s: %+v", profile, got.Severity, want, got.Findings)
				}
			}
		})
	}
}
