package cli

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/internal/census"
	"github.com/mooring-mcp/mooring/internal/censusreport"
)

func (a *app) censusFreeze() *cobra.Command {
	var f censusFlags
	var output string
	cmd := &cobra.Command{
		Use: "freeze [flags] INPUT…", Short: "Count, and pin inputs and result",
		Long: `Count as "mooring census" does and write the record mooring.census_freeze.v1: the
SHA-256 of every input as it is stored, the result, and the SHA-256 of the result.
"mooring census verify" counts again and compares.

Exit status: 0 frozen; 3 not everything was read, or too many lines were bad, and
nothing was written.`,
		Example: example("mooring census freeze --output census.freeze.json corpus/"),
		Args:    someInputs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.validate(); err != nil {
				return err
			}
			inputs, err := a.corpora(args)
			if err != nil {
				return err
			}
			result, err := a.count(cmd.Context(), inputs, f, nil)
			if err != nil {
				return err
			}
			if err := censusStatus(result, f.maxBad); err != nil {
				return errors.Join(censusreport.NotCounted(a.io.Stderr, result), err)
			}
			frozen, err := census.NewFreeze(result, f.options())
			if err != nil {
				return &exitError{status: statusUnknown, err: err}
			}
			return a.writeOutput("frozen census", output, census.EncodeFreeze(frozen))
		},
	}
	f.register(cmd)
	cmd.Flags().StringVar(&output, "output", "", "file to write, whole, in place of standard output")
	return cmd
}
