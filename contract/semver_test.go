package contract_test

import (
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/contract"
)

func TestStepBetween(t *testing.T) {
	for _, tt := range []struct {
		before, after string
		want          contract.BumpLevel
		unstable      bool
	}{
		{"1.4.0", "1.4.0", contract.BumpNone, false},
		{"1.4.0", "1.4.1", contract.BumpPatch, false},
		{"1.4.9", "1.5.0", contract.BumpMinor, false},
		{"1.4.0", "1.14.1", contract.BumpMinor, false},
		{"1.4.0", "10.0.0", contract.BumpMajor, false},
		{"v1.4.0", "2.0.0", contract.BumpMajor, false},
		{"0.3.1", "0.3.2", contract.BumpPatch, true},
		{"0.3.1", "0.4.0", contract.BumpMinor, true},
		{"0.3.1", "1.0.0", contract.BumpMajor, false},
		{"1.4.0", "2.0.0-rc.1", contract.BumpMajor, false},
		{"2.0.0-rc.1", "2.0.0-rc.2", contract.BumpMajor, false},
		{"2.0.0-rc.2", "2.0.0", contract.BumpMajor, false},
		{"2.1.0-rc.2", "2.1.0", contract.BumpMinor, false},
		{"2.1.1-rc.2", "2.1.1", contract.BumpPatch, false},
		{"2.1.1-rc.2", "2.1.2", contract.BumpPatch, false},
		{"1.0.0+a", "1.0.0+b", contract.BumpNone, false},
		{"1.0.0-1", "1.0.0-1+b", contract.BumpMajor, false},
		// The order of Semantic Versioning 2.0.0 §11.
		{"1.0.1-alpha", "1.0.1-alpha.1", contract.BumpPatch, false},
		{"1.0.1-alpha.1", "1.0.1-alpha.beta", contract.BumpPatch, false},
		{"1.0.1-beta.2", "1.0.1-beta.11", contract.BumpPatch, false},
		{"1.0.1-999999999999999999999", "1.0.1-1000000000000000000000", contract.BumpPatch, false},
	} {
		got, err := contract.StepBetween(tt.before, tt.after)
		if want := (contract.Step{Bump: tt.want, Unstable: tt.unstable}); err != nil || got != want {
			t.Errorf("StepBetween(%q, %q) = %+v, %v, want %+v", tt.before, tt.after, got, err, want)
		}
		if tt.before == tt.after || strings.ContainsAny(tt.before+tt.after, "+") {
			continue
		}
		if back, err := contract.StepBetween(tt.after, tt.before); err == nil {
			t.Errorf("StepBetween(%q, %q) = %+v, want an error", tt.after, tt.before, back)
		}
	}
	for _, text := range []string{"", "1", "1.0", "1.0.0.0", "01.0.0", "1.0.x", "1.0.0-", "1.0.0-01", "1.0.0-a..b", "1.0.0+", " 1.0.0", "1.0.0\n", "latest", "9999999999999999999.0.0"} {
		if step, err := contract.StepBetween(text, "2.0.0"); err == nil {
			t.Errorf("StepBetween(%q, 2.0.0) = %+v, want an error", text, step)
		}
	}
}

func TestStepCovers(t *testing.T) {
	levels := []contract.BumpLevel{contract.BumpNone, contract.BumpPatch, contract.BumpMinor, contract.BumpMajor}
	for _, unstable := range []bool{false, true} {
		for i, step := range levels {
			for j, asked := range levels {
				want := i >= j || unstable && i >= 2
				if got := (contract.Step{Bump: step, Unstable: unstable}).Covers(asked); got != want {
					t.Errorf("%s, unstable %t, covers %s: %t, want %t", step, unstable, asked, got, want)
				}
			}
		}
	}
	if (contract.Step{Bump: contract.BumpMajor, Unstable: true}).Covers("huge") || (contract.Step{Bump: "huge"}).Covers(contract.BumpNone) {
		t.Error("a word that is no level covers, or is covered")
	}
}
