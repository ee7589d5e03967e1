package contract_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/contract"
	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/thirdparty"
)

// TestSeveritiesFollowTheLaw: a rule with an effect has the severity that effect and
// side give (spec contract-severities, "Variance").
func TestSeveritiesFollowTheLaw(t *testing.T) {
	law := map[string]map[contract.Side]contract.Severity{
		"widens":   {contract.Input: contract.NonBreaking, contract.Output: contract.Breaking},
		"tightens": {contract.Input: contract.Breaking, contract.Output: contract.NonBreaking},
		"both":     {contract.Input: contract.Breaking, contract.Output: contract.Breaking},
		"none":     {contract.Input: contract.Documentation, contract.Output: contract.Documentation},
	}
	counted := map[string]int{}
	for _, r := range contract.Rules() {
		counted[r.Effect]++
		if r.Effect == "" {
			continue
		}
		if want := law[r.Effect][r.Side]; r.Severity != want {
			t.Errorf("%s: %s on %s is %s, want %s", r.ID, r.Effect, r.Side, r.Severity, want)
		}
	}
	t.Log(counted)
}

// TestPairedSides: what both sides have differs in nothing but the side.
func TestPairedSides(t *testing.T) {
	for _, r := range contract.Rules() {
		suffix, isInput := strings.CutPrefix(r.ID, "tool.input.")
		other, found := contract.FindRule("tool.output." + suffix)
		if isInput && found && (other.Effect != r.Effect || other.Keyword != r.Keyword) {
			t.Errorf("%s and %s: effects %q %q, keywords %q %q", r.ID, other.ID, r.Effect, other.Effect, r.Keyword, other.Keyword)
		}
	}
}

func TestRulesAreComplete(t *testing.T) {
	severities := map[contract.Severity]bool{
		contract.Documentation: true, contract.NonBreaking: true, contract.PotentiallyBreaking: true, contract.Breaking: true,
		contract.Prose: true,
	}
	last := ""
	for _, r := range contract.Rules() {
		if r.ID <= last {
			t.Errorf("%s follows %s", r.ID, last)
		}
		last = r.ID
		if !severities[r.Severity] || r.Keyword == "" {
			t.Errorf("%s: severity %q, keyword %q", r.ID, r.Severity, r.Keyword)
		}
		for _, text := range []string{r.Purpose, r.Condition} {
			if !strings.HasSuffix(text, ".") || strings.Contains(text, "  ") || len(text) < 12 {
				t.Errorf("%s: %q is no sentence", r.ID, text)
			}
		}
		side := map[bool]contract.Side{strings.HasPrefix(r.ID, "tool.input."): contract.Input, strings.HasPrefix(r.ID, "tool.output."): contract.Output}[true]
		if r.Side != side {
			t.Errorf("%s: side %q, want %q", r.ID, r.Side, side)
		}
		if r.Example.Of == "" && !strings.HasSuffix(r.ID, ".limit.exceeded") {
			t.Errorf("%s has no example", r.ID)
		}
	}
	if _, found := contract.FindRule("tool.input.type"); found {
		t.Error("FindRule finds the beginning of an id")
	}
}

// TestExamplesDiffer: an example is strict JSON, and both sides of it differ.
func TestExamplesDiffer(t *testing.T) {
	for _, r := range contract.Rules() {
		if r.Example.Of == "" {
			continue
		}
		before, err := jsonv.Parse(r.Example.Before, jsonv.Limits{})
		if err != nil {
			t.Errorf("%s: before: %v", r.ID, err)
		}
		after, err := jsonv.Parse(r.Example.After, jsonv.Limits{})
		if err != nil {
			t.Errorf("%s: after: %v", r.ID, err)
		}
		if jsonv.Equal(before, after, jsonv.Source) {
			t.Errorf("%s: both sides are %s", r.ID, r.Example.Before)
		}
	}
}

// TestSpecifiedRules holds what the specification itself names.
func TestSpecifiedRules(t *testing.T) {
	want := map[string]contract.Severity{
		"tool.input.type.widened":         contract.NonBreaking,
		"tool.output.type.widened":        contract.Breaking,
		"tool.output.enum.widened":        contract.Breaking,
		"tool.annotations.safetyWeakened": contract.PotentiallyBreaking,
		"tool.icons.changed":              contract.Documentation,
		"tool.description.changed":        contract.Prose,
		// "A JSON Schema keyword the engine does not model is reported as BREAKING."
		"tool.input.keyword.unmodelled":  contract.Breaking,
		"tool.output.keyword.unmodelled": contract.Breaking,
	}
	got := map[string]contract.Severity{}
	for id := range want {
		r, _ := contract.FindRule(id)
		got[id] = r.Severity
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestCatalogue compares the ids with the catalogue of the research, and the
// severities but for the one that a reading changed.
func TestCatalogue(t *testing.T) {
	text, err := os.ReadFile(thirdparty.Path(t, "data", "contract-rules.json"))
	if err != nil {
		t.Fatal(err)
	}
	var catalogue []struct{ ID, Severity string }
	if err := json.Unmarshal(text, &catalogue); err != nil {
		t.Fatal(err)
	}
	readings := map[string]contract.Severity{"protocol.version.changed": contract.Documentation} // C14
	for _, c := range catalogue {
		want := contract.Severity(c.Severity)
		if want == "BY_PROSE_CLASSIFIER" {
			want = contract.Prose
		}
		if by, read := readings[c.ID]; read {
			want = by
		}
		if r, found := contract.FindRule(c.ID); !found || r.Severity != want {
			t.Errorf("FindRule(%q) = %q, %v, want %q", c.ID, r.Severity, found, want)
		}
	}
}

func TestRuleSetDigest(t *testing.T) {
	if d := contract.RuleSetDigest(); !jsonv.IsDigest(d) || d != contract.RuleSetDigest() {
		t.Errorf("RuleSetDigest() = %q", d)
	}
}
