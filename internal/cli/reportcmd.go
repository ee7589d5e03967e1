package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/check"
)

// reportBytes is what a saved report may have.
const reportBytes = 64 << 20

func (a *app) reports() *cobra.Command {
	cmd := &cobra.Command{
		Use: "report COMMAND", Short: "Work with saved reports", GroupID: groupPlumbing,
		Long: "Work with reports that were saved as JSON: the record mooring.report.v1.",
		Args: unknownArgument("command", "convert"),
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.convert())
	return cmd
}

func (a *app) convert() *cobra.Command {
	var out reportFlags
	cmd := &cobra.Command{
		Use: "convert [flags] REPORT.json", Short: "Write a saved report in another format",
		Long: `Read a report that was saved with --format json and write it in another format. The
verdict is the report's; the status is 0, since nothing is judged.`,
		Example: example("mooring report convert --format markdown report.json"),
		Args:    cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := oneOf("--format", out.format, "text", "json", "markdown", "changelog"); err != nil {
				return err
			}
			text, err := readFile(args[0], reportBytes)
			if err != nil {
				return err
			}
			r, err := check.ParseReport(text)
			if err != nil {
				return usage(fmt.Errorf("report %q: %w", args[0], placed(text, err)), "")
			}
			out.exitZero = true
			return a.report(out, r, nil)
		},
	}
	cmd.Flags().StringVar(&out.format, "format", "text", "text, json, markdown or changelog")
	cmd.Flags().StringVar(&out.output, "output", "", "file that is written, instead of standard output")
	return cmd
}
