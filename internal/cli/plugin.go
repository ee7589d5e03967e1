package cli

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/internal/plugin"
)

func (a *app) plugin() *cobra.Command {
	cmd := &cobra.Command{
		Use: "plugin", Short: "Agent Plugins packages, and the bands that they declare", GroupID: groupPlumbing,
		Long: `Look at an Agent Plugins package (specification 1.0.0, and the draft of 1.1.0) where
it lies. Nothing of it is run or fetched. docs/plugins.md says what is read.

  lint      what a client would reject, skip or ignore, and declarations that are wrong
  summary   which bands it declares
  diff      which declarations a later version takes back

lock --plugin pins what a plugin declares of pinned servers.`,
		Example: example("mooring plugin lint examples/port-tools", "mooring plugin summary examples/port-tools", "mooring plugin diff examples/port-tools examples/port-tools-next"),
		Args:    unknownArgument("subcommand", "lint, summary or diff"),
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.pluginLint(), a.pluginSummary(), a.pluginDiff())
	return cmd
}

// readPlugin reads the package in a folder. Whatever its links say, no file outside of
// the folder is opened.
func readPlugin(dir string, o plugin.Options) (plugin.Package, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return plugin.Package{}, usage(err, "name the folder that holds plugin.json")
	}
	defer root.Close()
	p, err := plugin.Read(root.FS(), o)
	if errors.Is(err, plugin.ErrNone) {
		return p, usagef("name the folder that holds plugin.json", "%q is no plugin: %v", dir, err)
	}
	if err != nil {
		return p, usage(fmt.Errorf("read %q: %w, want a file that can be read", dir, err), "name the folder that holds plugin.json")
	}
	return p, nil
}

// exactly demands a number of arguments.
func exactly(n int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != n {
			return usagef(cmd.CommandPath()+" --help", "found %d arguments, want %s", len(args), what)
		}
		return nil
	}
}

// registerFormat adds the flag of commands that print text or a record.
func registerFormat(cmd *cobra.Command, format *string) {
	cmd.Flags().StringVar(format, "format", "text", "text for people, or json")
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions([]string{"text", "json"}, cobra.ShellCompDirectiveNoFileComp))
}
