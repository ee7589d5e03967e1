package cli

import (
	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/contract"
)

// contractFlags say how the contract lens judges.
type contractFlags struct {
	profile string
	all     bool
}

func (f *contractFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.profile, "contract-profile", string(contract.Declared), "whose calls are judged: declared, strict or runtime")
	cmd.Flags().BoolVar(&f.all, "no-equivalence", false, "also show changes of schemas that are proved to accept the same values")
}

// lenses are all lenses, with the contract lens as the flags say.
func (f *contractFlags) lenses(drift check.Drift) ([]check.Lens, error) {
	o, err := contractOptions("--contract-profile", f.profile)
	if err != nil {
		return nil, err
	}
	list := check.LensesWith(drift)
	for i, lens := range list {
		if _, is := lens.(check.Contract); is {
			list[i] = check.Contract{Options: o, KeepEqual: f.all}
		}
	}
	return list, nil
}

// contractOptions reads a profile of the contract lens.
func contractOptions(flag, profile string) (contract.Options, error) {
	words := []string{string(contract.Declared), string(contract.Strict), string(contract.Runtime)}
	if err := oneOf(flag, profile, words...); err != nil {
		return contract.Options{}, err
	}
	return contract.Options{Profile: contract.Profile(profile)}, nil
}
