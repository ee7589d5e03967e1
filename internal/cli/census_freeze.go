package cli

import (
	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/internal/census"
	"github.com/mooring-mcp/mooring/internal/censusreport"
)

func (a *app) censusFreeze() *cobra.Command {
	var f censusFlags
	var output string
	cmd := &cobra.Command{
		Use: "freeze [flags] INPUT…", Short: "Count, and pin inputs and result",
		Long: `Count as "mooring census" does and write the record mooring.census_freeze.v2: the
SHA-256 of every input as it is stored, the result, and the SHA-256 of the result.
"mooring census verify" counts again and compares.

Exit status: 0 frozen; 2 an input is not there, or cannot be opened; 3 not
everything was read, or more lines than --max-bad were bad. Then the first of them
are listed, and nothing is written.`,
		Example: example("mooring census freeze --output census.freeze.json corpus/"),
		Args:    someInputs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.validate(); err != nil {
				return err
			}
			inputs, err := a.distinct(args, output)
			if err != nil {
				return err
			}
			result, err := a.count(cmd.Context(), inputs, f, nil)
			if err != nil {
				return err
			}
			if err := censusStatus(result, f.maxBad); err != nil {
				a.notCounted(result)
				return err
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

// notCounted lists the bad lines of a result that is written nowhere.
func (a *app) notCounted(r census.Result) {
	if r.Lines.Bad+r.Lines.BadItems > 0 {
		_ = censusreport.NotCounted(a.io.Stderr, r) // nobody can be told
	}
}
