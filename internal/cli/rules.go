package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/internal/report"
	"github.com/mooring-mcp/mooring/internal/rulebook"
)

func (a *app) rules() *cobra.Command {
	cmd := &cobra.Command{
		Use: "rules", Short: "The rules of all lenses", GroupID: groupPlumbing,
		Long:    `Rules of all lenses. "mooring explain ID" says what one of them means.`,
		Example: example("mooring rules list"),
		Args:    unknownArgument("subcommand", "list"),
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.rulesList())
	return cmd
}

func (a *app) rulesList() *cobra.Command {
	var lens, format string
	cmd := &cobra.Command{
		Use: "list", Short: "List the rules with lens and severity",
		Long: `One line a rule: id, lens, severity in the words of the lens, and what it is. With
--format json the whole table, near misses and sources included.`,
		Example: example("mooring rules list", "mooring rules list --lens taxonomy", "mooring rules list --format json > rules.json"),
		Args:    atMost(0, "no arguments"),
		RunE: func(*cobra.Command, []string) error {
			if err := oneOf("--format", format, "text", "json"); err != nil {
				return err
			}
			if lens != "" {
				if err := oneOf("--lens", lens, rulebook.Lenses()...); err != nil {
					return err
				}
			}
			list := []rulebook.Rule{}
			for _, r := range rulebook.Rules() {
				if lens == "" || r.Lens == lens {
					list = append(list, r)
				}
			}
			if format == "json" {
				_, err := a.io.Stdout.Write(report.RulesJSON(list))
				return err
			}
			return report.Rules(a.io.Stdout, list, a.textOptions())
		},
	}
	cmd.Flags().StringVar(&lens, "lens", "", "only the rules of this lens: "+strings.Join(rulebook.Lenses(), ", "))
	cmd.Flags().StringVar(&format, "format", "text", "text for people, or json")
	return cmd
}
