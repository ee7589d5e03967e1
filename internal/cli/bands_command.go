package cli

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/internal/lockfile"
)

func (a *app) bands() *cobra.Command {
	cmd := &cobra.Command{
		Use: "bands", Short: "The bands of ordinary tools: propose axes, show what is accepted", GroupID: groupPlumbing,
		Long: `Most tools hold no statement, command or URL, and nobody declared a band of them. Their
band is that of axes which somebody reviewed, in mooring.yaml. docs/bands.md says how.

  propose   write proposed axes and rules, with reasons, for review
  show      which axes and bands hold, tool by tool`,
		Example: example("mooring bands propose harbor", "mooring bands propose harbor --write", "mooring bands show"),
		Args:    unknownArgument("subcommand", "propose or show"),
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.bandsPropose(), a.bandsShow())
	return cmd
}

// pinnedEntries are the named servers of a lock, or all of them; one that is named twice
// is there once.
func pinnedEntries(file lockFile, names []string) ([]lockfile.Entry, error) {
	if len(names) == 0 {
		return file.lock.Servers, nil
	}
	var out []lockfile.Entry
	for _, name := range unique(names) {
		entry, pinned := file.lock.Get(name)
		if !pinned {
			return nil, usagef("pin it first: mooring lock", "server %q is not in %q", name, file.path)
		}
		out = append(out, entry)
	}
	return out, nil
}

// unique are names in their order, each once: who names a server twice means it once.
func unique(names []string) []string {
	var out []string
	for _, name := range names {
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// proposeLine is the command that proposes axes of servers in a lock.
func proposeLine(lock lockFlags, names ...string) string {
	return invocation{flags: &targetFlags{}, lock: lock}.line("bands propose", names...)
}
