package wording_test

import (
	"testing"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/contract"
	"github.com/mooring-mcp/mooring/internal/wording"
)

func TestWording(t *testing.T) {
	tool := check.Kind("tool")
	group := []check.Detail{{Row: check.Row{Op: check.Changed, Kind: tool, Name: "a"}}, {Row: check.Row{Op: check.Changed, Kind: tool, Name: "b"}}}
	for _, tt := range []struct{ got, want string }{
		{wording.Plural(1, "tool"), "1 tool"},
		{wording.Plural(0, "tool"), "0 tools"},
		{wording.Size(999), "999 B"},
		{wording.Size(3449), "3.4 kB"},
		{wording.Size(1_000_000), "1.0 MB"},
		{wording.Item("resource_template", "x y"), `resource template "x y"`},
		{wording.Item(tool, ""), "tool (without a name)"},
		{wording.Item(check.Instructions, ""), "instructions"},
		{wording.Item(check.Server, "skill:berths"), "skill:berths"},
		{wording.Row(check.Row{Op: check.Added, Kind: tool, Name: "a\u202e"}), "tool a<U+202E> added"},
		{wording.Row(check.Row{Kind: check.Server, Cells: []check.Cell{{Rules: []string{"server.unpinned"}}}}), "server: server.unpinned"},
		{wording.Group(group), "2 tools changed alike"},
		{wording.Group(group[:1]), "tool a changed"},
		{wording.Finding(check.Finding{Rule: "R04", Severity: "LOW", Overridden: "HIGH", Message: "new required input", Detail: "a\nb"}), "R04 LOW (was HIGH): new required input a<U+000A>b"},
		{wording.Suppression(check.Suppression{Source: "policy", Where: "mooring.yaml:12", Expires: "2026-12-31", Reason: "churn"}), "policy mooring.yaml:12, until 2026-12-31: churn"},
		{wording.Suppression(check.Suppression{Source: "lock", Who: "kay"}), "lock, kay: no reason given"},
		{wording.Counts(check.Counts{}), "no changes"},
		{wording.Counts(check.Counts{Fail: 1, Review: 2, Warn: 1, Pass: 4, Suppressed: 1}), "1 fails, 2 for review, 1 warns, 4 pass; 1 finding suppressed"},
		{wording.Warning(check.Warning{Code: "x", Detail: "y", Where: "mooring.yaml:3"}), "mooring.yaml:3: x: y"},
		{wording.Cut("äöü", 2), "äö… (2 more bytes)"},
		{wording.Cut("äöü", 3), "äöü"},
		{wording.Value([]byte("\"a\u202eb\"")), `"a<U+202E>b"`},
		{wording.Place(check.Evidence{Definition: "domain", Pointer: "/title", Start: 2, End: 9}), "domain in /title, bytes 2 to 9"},
		{wording.Witness(check.Finding{Rule: "tool.output.type.widened"}), "may be returned now, and was not before:"},
		{wording.Bump(check.ContractRecord{Severity: "BREAKING", Bump: "major", Intended: &check.Intended{Step: contract.Step{Bump: contract.BumpMinor}, Source: "package.json"}}), "BREAKING, asks for: major; intended: minor (package.json), which is too little"},
		{wording.Bump(check.ContractRecord{Severity: "NONE", Bump: "none"}), "NONE, asks for: none"},
	} {
		if tt.got != tt.want {
			t.Errorf("%q, want %q", tt.got, tt.want)
		}
	}
}
