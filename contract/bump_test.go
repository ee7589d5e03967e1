package contract_test

import (
	"testing"

	"github.com/mooring-mcp/mooring/contract"
)

func TestBump(t *testing.T) {
	of := func(severities ...contract.Severity) []contract.Finding {
		var out []contract.Finding
		for _, s := range severities {
			out = append(out, contract.Finding{Rule: "tool.x", Severity: s})
		}
		return out
	}
	version := contract.Finding{Rule: "server.version.changed", Severity: contract.Documentation}
	for _, c := range []struct {
		name        string
		table       contract.BumpTable
		findings    []contract.Finding
		versionOnly bool
		want        contract.BumpLevel
	}{
		{"nothing", nil, nil, false, contract.BumpNone},
		{"documentation", nil, of(contract.Documentation), false, contract.BumpPatch},
		{"additive", nil, of(contract.Documentation, contract.NonBreaking), false, contract.BumpMinor},
		{"perhaps", nil, of(contract.PotentiallyBreaking), false, contract.BumpMinor},
		{"breaking", nil, of(contract.Breaking, contract.Documentation), false, contract.BumpMajor},
		{"only the version", nil, []contract.Finding{version}, false, contract.BumpNone},
		{"the version and prose", nil, append(of(contract.Documentation), version), false, contract.BumpPatch},
		{"versions in prose", nil, of(contract.PotentiallyBreaking, contract.Documentation), true, contract.BumpNone},
		{"versions do not excuse a break", nil, of(contract.Breaking), true, contract.BumpMajor},
		{"versions do not excuse a new tool", nil, of(contract.NonBreaking), true, contract.BumpMinor},
		{"unknown severity", nil, of("TERRIBLE"), false, contract.BumpMajor},
		{"own table", contract.BumpTable{contract.PotentiallyBreaking: contract.BumpMajor}, of(contract.PotentiallyBreaking), false, contract.BumpMajor},
		{"own table leaves the rest", contract.BumpTable{contract.PotentiallyBreaking: contract.BumpMajor}, of(contract.NonBreaking), false, contract.BumpMinor},
		{"own table with a wrong word", contract.BumpTable{contract.Documentation: "tiny"}, of(contract.Documentation), false, contract.BumpMajor},
	} {
		if got := c.table.Bump(c.findings, c.versionOnly); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	if got := contract.Bump(of(contract.Breaking), false); got != contract.BumpMajor {
		t.Errorf("Bump = %q, want major", got)
	}
}

func TestAtLeast(t *testing.T) {
	if !contract.BumpMinor.AtLeast(contract.BumpPatch) || !contract.BumpMinor.AtLeast(contract.BumpMinor) || contract.BumpNone.AtLeast(contract.BumpPatch) {
		t.Error("the order of levels is wrong")
	}
	if contract.BumpLevel("huge").AtLeast(contract.BumpNone) || contract.BumpMajor.AtLeast("huge") {
		t.Error("a word that is no level is enough, or has enough")
	}
}
