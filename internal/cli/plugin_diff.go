package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/internal/plugin"
	"github.com/mooring-mcp/mooring/internal/report"
)

func (a *app) pluginDiff() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use: "diff [flags] OLD NEW", Short: "Which declarations a later version of a plugin takes back",
		Long: `Compare what two versions of a plugin declare. A band that is lowered, a declaration that
is gone and a never_allow that is taken back are breaking changes: who installed the
plugin was told of another risk. They ask for a major version; below 1.0.0 a minor one
is enough. A version that does not show that step is refused (1), and so are versions
that show none. What is raised or added passes. A version that goes down is refused,
whatever is declared, and so is one version for two contents: plugin.diff.version_down and
plugin.diff.version_reused.

A plugin that a client would reject declares nothing (1); status 3 is for one that could
not be read to its end; 2 for two different plugins. --format json prints
mooring.plugin_diff.v1.`,
		Example: example("mooring plugin diff examples/port-tools examples/port-tools-next", "mooring plugin diff --format json examples/port-tools examples/port-tools-next"),
		Args:    exactly(2, "OLD and NEW"),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := oneOf("--format", format, "text", "json"); err != nil {
				return err
			}
			before, err := readPlugin(args[0], plugin.Options{Content: true})
			if err != nil {
				return err
			}
			after, err := readPlugin(args[1], plugin.Options{Content: true})
			if err != nil {
				return err
			}
			d, err := plugin.Compare(before, after)
			if errors.Is(err, plugin.ErrRejected) {
				return rejected(args, before, after)
			}
			if err != nil {
				return usage(err, "name two versions of one plugin, the earlier one first")
			}
			if format == "json" {
				_, err = a.io.Stdout.Write(report.PluginDiffJSON(d))
			} else {
				err = report.PluginDiff(a.io.Stdout, d, a.textOptions())
			}
			if err != nil {
				return err
			}
			return quiet(diffStatus(d))
		},
	}
	registerFormat(cmd, &format)
	return cmd
}

func diffStatus(d plugin.Diff) int {
	switch {
	case !d.Enough || len(d.Findings) > 0:
		return statusRefused
	case !d.Complete:
		return statusUnknown
	}
	return statusPassed
}

// errUnjudged is about a plugin that is over a limit, or of a version that is not known.
var errUnjudged = errors.New("a plugin that could not be judged")

// rejected ends a run that reads plugins, of which a client would reject one, or nobody
// could judge it. The status is that of lint.
func rejected(folders []string, plugins ...plugin.Package) error {
	var out *exitError
	for i, p := range plugins {
		if !p.Rejected {
			continue
		}
		status, why := lintStatus(p.Lint().Counts, false), errUnjudged
		if status == statusRefused {
			why = plugin.ErrRejected
		}
		if out == nil || status == statusRefused && out.status != statusRefused {
			out = &exitError{status: status, err: fmt.Errorf("%q: %w", folders[i], why), hint: shellLine([]string{"mooring", "plugin", "lint", folders[i]})}
		}
	}
	return out
}
