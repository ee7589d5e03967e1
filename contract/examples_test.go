package contract_test

import (
	"slices"
	"testing"

	"github.com/mooring-mcp/mooring/contract"
)

// TestSchemaExamples runs the example of every rule about tools and their schemas:
// its rule fires, and no other but those that have to fire with it.
func TestSchemaExamples(t *testing.T) {
	for _, rule := range contract.Rules() {
		e := rule.Example
		var got contract.Comparison
		var err error
		switch e.Of {
		case "inputSchema":
			got, err = contract.CompareSchema(contract.Input, e.Before, e.After, contract.Options{})
		case "outputSchema":
			got, err = contract.CompareSchema(contract.Output, e.Before, e.After, contract.Options{})
		case "tool":
			got, err = contract.CompareTool(e.Before, e.After, contract.Options{})
		default:
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", rule.ID, err)
			continue
		}
		var found []string
		for _, f := range got.Findings {
			if !slices.Contains(found, f.Rule) {
				found = append(found, f.Rule)
			}
		}
		want := append([]string{rule.ID}, e.Beside...)
		slices.Sort(want)
		slices.Sort(found)
		if !slices.Equal(found, want) {
			t.Errorf("%s: %s → %s\ngives %q, want %q", rule.ID, e.Before, e.After, rulesOf(got.Findings), want)
		}
	}
}
