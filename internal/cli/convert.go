package cli

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/annotation"
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
		Example: example("mooring report convert --format markdown report.json", "mooring report convert --format sarif --output mooring.sarif report.json"),
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usagef(cmd.CommandPath()+" --help", "found %d arguments, want one REPORT.json", len(args))
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if err := out.validate(); err != nil {
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
			out.exitZero, out.locate = true, locateSaved(r)
			return a.report(out, r, nil)
		},
	}
	out.registerFormats(cmd)
	return cmd
}

// locateSaved finds a place for a report that was saved here: the lock of the project for
// a check, and what stands beside the sources for a diff.
func locateSaved(r check.Report) annotation.Locate {
	if r.Command != "check" {
		return locateFile("", ".")
	}
	path := filepath.Join(projectDir(), defaultLock)
	text, err := readFile(path, lockBytes)
	if err != nil {
		return nil
	}
	return locateInLock(path, text)
}
