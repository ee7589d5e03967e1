package cli

import (
	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/internal/visible"
)

// completeServers completes SERVER: the names of --config and of the lock. lock
// is nil for a command without one.
func (a *app) completeServers(f *targetFlags, lock *lockFlags) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		// Cobra puts a "--" of its own behind what was typed.
		if dash := cmd.ArgsLenAtDash(); dash >= 0 && dash < len(args) {
			return nil, cobra.ShellCompDirectiveDefault
		}
		var names []string
		if f.config != "" {
			servers, err := a.readConfig(f.config)
			if err != nil {
				return nil, cobra.ShellCompDirectiveError
			}
			for _, s := range servers {
				names = append(names, visible.Text(s.Name))
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		}
		if lock != nil {
			path, err := lock.resolve()
			if err != nil {
				return nil, cobra.ShellCompDirectiveError
			}
			if file, err := readLock(path, true); err == nil {
				for _, e := range file.lock.Servers {
					names = append(names, visible.Text(e.ID))
				}
			}
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}
}
