package cli

import (
	"encoding/json"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/internal/census"
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
			if before.Rules != after.Rules {
				fmt.Fprintf(a.io.Stderr, "mooring: warning: counted by rules %s and %s, which may differ in any label\n", before.Rules, after.Rules)
			}
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

func (a *app) writeChanges(changes []census.Change, format string) error {
	if format == "json" {
		if changes == nil {
			changes = []census.Change{}
		}
		out := json.NewEncoder(a.io.Stdout)
		out.SetIndent("", "  ")
		return out.Encode(changes)
	}
	if len(changes) == 0 {
		_, err := fmt.Fprintln(a.io.Stdout, "no figure differs")
		return err
	}
	w := tabwriter.NewWriter(a.io.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	section := ""
	for _, c := range changes {
		if c.Section != section {
			section = c.Section
			fmt.Fprintf(w, "%s\t\t\t\t\n", section)
		}
		fmt.Fprintf(w, "  %-34s\t%d\t→ %d\t%+d\t%s\n", label(c), c.Before, c.After, c.After-c.Before, percents(c))
	}
	return w.Flush()
}

func label(c census.Change) string {
	if c.Name == "" {
		return c.Measure
	}
	return c.Name + " " + c.Measure
}

func percents(c census.Change) string {
	if c.BeforePercent == nil {
		return ""
	}
	return fmt.Sprintf("%s %% → %s %%", c.BeforePercent, c.AfterPercent)
}
