package cli

import (
	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/internal/plugin"
	"github.com/mooring-mcp/mooring/internal/report"
)

func (a *app) pluginSummary() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use: "summary [flags] DIR", Short: "Which bands a plugin declares",
		Long: `Say what the package in DIR declares, as in "declares three escalate operations, all
external", one line an operation with what decided its band, and which servers and
skills have no declaration. A band is the higher of the declared one and of that of the
axes. What is not declared has no band, and is never taken for harmless.

A plugin that a client would reject declares nothing (1); status 3 is for one that could
not be read to its end. --format json prints mooring.plugin_summary.v1.`,
		Example: example("mooring plugin summary examples/port-tools", "mooring plugin summary --format json examples/port-tools"),
		Args:    exactly(1, "DIR"),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := oneOf("--format", format, "text", "json"); err != nil {
				return err
			}
			p, err := readPlugin(args[0], plugin.Options{})
			if err != nil {
				return err
			}
			s := p.Summary()
			if p.Rejected {
				return rejected(args, p)
			}
			if format == "json" {
				_, err = a.io.Stdout.Write(report.PluginSummaryJSON(s))
			} else {
				err = report.PluginSummary(a.io.Stdout, s, a.textOptions())
			}
			if err == nil && !s.Complete {
				err = quiet(statusUnknown)
			}
			return err
		},
	}
	registerFormat(cmd, &format)
	return cmd
}
