package cli

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"
)

// The groups of help, in order.
const (
	groupLook     = "look"
	groupPin      = "pin"
	groupPlumbing = "plumbing"
)

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "mooring",
		Short: "Keep the tools an AI agent trusts from drifting",
		Long: `Mooring observes what an MCP server shows an agent, pins it, and says exactly
what changed. Everything it decides is deterministic: no model decides anything.

Exit status: 0 passed; 1 refused; 2 wrong usage, configuration or input;
3 could not tell (not observed, or not completely). 1 beats 3 beats 0.`,
		Example: example(
			"mooring inspect -- npx -y @modelcontextprotocol/server-everything",
			"mooring lock harbor -- ./harbor",
			"mooring check harbor -- ./harbor",
		),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			hint := "mooring help"
			if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
				hint = "mooring " + near[0]
			}
			return usagef(hint, "unknown command %q", args[0])
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SuggestionsMinimumDistance = 2
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return usage(err, cmd.CommandPath()+" --help")
	})
	root.PersistentFlags().StringVar(&a.color, "color", "auto", "colours in text: auto, always or never; NO_COLOR is obeyed")
	root.PersistentPreRunE = func(*cobra.Command, []string) error {
		return oneOf("--color", a.color, "auto", "always", "never")
	}
	root.AddGroup(
		&cobra.Group{ID: groupLook, Title: "Look:"},
		&cobra.Group{ID: groupPin, Title: "Pin:"},
		&cobra.Group{ID: groupPlumbing, Title: "Plumbing:"},
	)
	root.AddCommand(a.inspect(), a.diff(), a.lock(), a.check(), a.accept(), a.classify(), a.version())
	root.SetHelpCommandGroupID(groupPlumbing)
	root.SetCompletionCommandGroupID(groupPlumbing)
	root.CompletionOptions.HiddenDefaultCmd = false
	return root
}

// oneOf refuses a flag's value that is none of the words.
func oneOf(flag, value string, words ...string) error {
	if slices.Contains(words, value) {
		return nil
	}
	return usagef("", "%s is %q, want one of %q", flag, value, words)
}

// atMost refuses too many arguments.
func atMost(n int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > n {
			return usagef(cmd.CommandPath()+" --help", "found %d arguments, want at most %s", len(args), what)
		}
		return nil
	}
}

func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usage(fmt.Errorf("found argument %q, want none", args[0]), cmd.CommandPath()+" --help")
	}
	return nil
}
