package cli

import (
	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/internal/lockfile"
	"github.com/mooring-mcp/mooring/internal/plugin"
	"github.com/mooring-mcp/mooring/internal/report"
	"github.com/mooring-mcp/mooring/surface"
)

func (a *app) pluginLint() *cobra.Command {
	var format, lock string
	var strict bool
	cmd := &cobra.Command{
		Use: "lint [flags] DIR", Short: "What is wrong with a plugin",
		Long: `Hold plugin.json, mcp.json, skills and file names of the package in DIR against the
specification, and its declared bands against their axes, its servers and its skills.

Status 1 is for errors: what a client rejects, skips or denies, a secret, a declaration
that counts for nothing; 3 for what could not be read; a warning refuses with --strict
alone. A folder without plugin.json is status 2. "mooring explain RULE" says what a
rule means.

With --lock the declared tools are looked for in the pinned servers of the same names,
and a server that starts something else than what is pinned under its name is told.
--format json prints mooring.plugin_lint.v1.`,
		Example: example("mooring plugin lint examples/port-tools", "mooring plugin lint --strict --lock mooring.lock.json examples/port-tools"),
		Args:    exactly(1, "DIR"),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := oneOf("--format", format, "text", "json"); err != nil {
				return err
			}
			var o plugin.Options
			if lock != "" {
				file, err := readLock(lock, false)
				if err != nil {
					return err
				}
				o.Tools = toolsOf(file.lock)
				o.Pinned = pinsOf(file, args[0])
			}
			p, err := readPlugin(args[0], o)
			if err != nil {
				return err
			}
			l := p.Lint()
			if format == "json" {
				_, err = a.io.Stdout.Write(report.PluginLintJSON(l))
			} else {
				err = report.PluginLint(a.io.Stdout, l, a.textOptions())
			}
			if err != nil {
				return err
			}
			return quiet(lintStatus(l.Counts, strict))
		},
	}
	registerFormat(cmd, &format)
	cmd.Flags().BoolVar(&strict, "strict", false, "refuse for warnings, too")
	cmd.Flags().StringVar(&lock, "lock", "", "lock file with whose servers those of the plugin are compared")
	return cmd
}

func lintStatus(c plugin.Counts, strict bool) int {
	switch {
	case c.Error > 0 || strict && c.Warning > 0:
		return statusRefused
	case c.Unknown > 0:
		return statusUnknown
	}
	return statusPassed
}

// toolsOf knows the tools of the servers that a lock pins.
func toolsOf(lock lockfile.Lock) func(server string) ([]string, bool) {
	return func(server string) ([]string, bool) {
		entry, pinned := lock.Get(server)
		if !pinned {
			return nil, false
		}
		var names []string
		for _, item := range entry.Surface.Listing(surface.Tool).Items {
			names = append(names, item.Name)
		}
		return names, true
	}
}

// pinsOf knows the launches that a lock pins, for the plugin in a folder.
func pinsOf(file lockFile, folder string) func(server string) (plugin.Pin, bool) {
	return func(server string) (plugin.Pin, bool) {
		entry, pinned := file.lock.Get(server)
		if !pinned || entry.Surface.Server.Launch.Transport == "" {
			return plugin.Pin{}, false
		}
		return pinOf(entry, folder, file.path), true
	}
}
