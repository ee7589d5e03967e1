package cli

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/internal/census"
	"github.com/mooring-mcp/mooring/internal/censusreport"
	"github.com/mooring-mcp/mooring/internal/visible"
)

func (a *app) censusDiff() *cobra.Command {
	var format string
	var exitCode bool
	cmd := &cobra.Command{
		Use: "diff [flags] BEFORE AFTER", Short: "The figures in which two censuses differ",
		Long: `Compare two results, or frozen ones, figure by figure: before, after, the difference,
and what numbers of tools are in percent of all tools of their side. Figures that are
the same are left out.

Exit status: 0, and with --exit-code 1 when a figure differs.`,
		Example: example("mooring census diff 2026-10.json 2026-11.json", "mooring census diff --format json --exit-code a.json b.json"),
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 2 {
				return usagef(cmd.CommandPath()+" --help", "found %d arguments, want BEFORE and AFTER", len(args))
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if err := oneOf("--format", format, "text", "json"); err != nil {
				return err
			}
			before, err := readCensus(args[0])
			if err != nil {
				return err
			}
			after, err := readCensus(args[1])
			if err != nil {
				return err
			}
			a.warnOfRules(before, after)
			for i, r := range []census.Result{before, after} {
				if !r.Complete {
					fmt.Fprintf(a.io.Stderr, "mooring: warning: %q is not complete\n", args[i])
				}
			}
			changes := census.Compare(before, after)
			if err := a.writeChanges(changes, format); err != nil {
				return err
			}
			if exitCode && len(changes) > 0 {
				return quiet(statusRefused)
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "text for people, or json")
	cmd.Flags().BoolVar(&exitCode, "exit-code", false, "end with 1 when a figure differs")
	return cmd
}

// warnOfRules says that figures may differ for the rules that counted them.
func (a *app) warnOfRules(before, after census.Result) {
	warn := func(of, what, x, y string) {
		if x != y {
			fmt.Fprintf(a.io.Stderr, "mooring: warning: %scounted by rules %s and %s, which may differ in %s\n", of, visible.Text(x), visible.Text(y), what)
		}
	}
	warn("", "any label", before.Rules, after.Rules)
	rules := func(c census.Consequence) string {
		if c.Rules == "" {
			return "that are not named"
		}
		return c.Rules + " " + c.Words
	}
	warn("consequence: ", "any figure of it", rules(before.Consequence), rules(after.Consequence))
}

func (a *app) writeChanges(changes []census.Change, format string) error {
	if format == "json" {
		if changes == nil {
			changes = []census.Change{}
		}
		out := json.NewEncoder(a.io.Stdout)
		out.SetIndent("", "  ")
		return out.Encode(changes)
	}
	return censusreport.Changes(a.io.Stdout, changes)
}
