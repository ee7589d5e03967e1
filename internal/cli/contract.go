package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/contract"
)

// contractFlags say how the contract lens judges.
type contractFlags struct {
	profile string
	all     bool
	bumps   map[string]string
}

func (f *contractFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.profile, "contract-profile", string(contract.Declared), "whose calls are judged: declared, strict or runtime")
	cmd.Flags().BoolVar(&f.all, "no-equivalence", false, "also show changes of schemas that are proved to accept the same values")
	cmd.Flags().StringToStringVar(&f.bumps, "bump-table", nil, "which step a severity asks for instead of the default, as POTENTIALLY_BREAKING=patch (may be repeated)")
}

// lens is the contract lens as the flags say.
func (f *contractFlags) lens() (check.Contract, error) {
	o, err := contractOptions("--contract-profile", f.profile)
	if err != nil {
		return check.Contract{}, err
	}
	table, err := f.table()
	return check.Contract{Options: o, KeepEqual: f.all, Bumps: table}, err
}

// table reads --bump-table.
func (f *contractFlags) table() (contract.BumpTable, error) {
	severities := []string{string(contract.Breaking), string(contract.PotentiallyBreaking), string(contract.NonBreaking), string(contract.Documentation)}
	levels := []string{string(contract.BumpNone), string(contract.BumpPatch), string(contract.BumpMinor), string(contract.BumpMajor)}
	var table contract.BumpTable
	for severity, level := range f.bumps {
		severity = strings.ToUpper(severity)
		if !slices.Contains(severities, severity) {
			return nil, usagef("", "--bump-table names the severity %q, want one of %s", severity, strings.Join(severities, ", "))
		}
		if err := oneOf("--bump-table: "+severity, level, levels...); err != nil {
			return nil, err
		}
		if table == nil {
			table = contract.BumpTable{}
		}
		table[contract.Severity(severity)] = contract.BumpLevel(level)
	}
	return table, nil
}

// lensesWith are all lenses with these two.
func lensesWith(drift check.Drift, judged check.Contract) []check.Lens {
	list := check.LensesWith(drift)
	for i, lens := range list {
		if _, is := lens.(check.Contract); is {
			list[i] = judged
		}
	}
	return list
}

// contractOptions reads a profile of the contract lens.
func contractOptions(flag, profile string) (contract.Options, error) {
	words := []string{string(contract.Declared), string(contract.Strict), string(contract.Runtime)}
	if err := oneOf(flag, profile, words...); err != nil {
		return contract.Options{}, err
	}
	return contract.Options{Profile: contract.Profile(profile)}, nil
}
