package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// The groups of help, in order.
const (
	groupStart    = "start"
	groupLook     = "look"
	groupPin      = "pin"
	groupWatch    = "watch"
	groupPlumbing = "plumbing"
)

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "mooring [command]",
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
		Version:       buildVersion(),
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
	a.wrapHelp(root)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return usage(flagError(err), cmd.CommandPath()+" --help")
	})
	root.PersistentFlags().StringVar(&a.color, "color", "auto", "colours in text: auto, always or never; NO_COLOR is obeyed")
	root.PersistentPreRunE = func(cmd *cobra.Command, args []string) error {
		if err := oneOf("--color", a.color, "auto", "always", "never"); err != nil {
			return err
		}
		return a.keepInputs(cmd, args)
	}
	root.AddGroup(
		&cobra.Group{ID: groupStart, Title: "Start:"},
		&cobra.Group{ID: groupLook, Title: "Look:"},
		&cobra.Group{ID: groupPin, Title: "Pin:"},
		&cobra.Group{ID: groupWatch, Title: "Watch:"},
		&cobra.Group{ID: groupPlumbing, Title: "Plumbing:"},
	)
	root.AddCommand(a.initialise(), a.doctor(), a.servers(), a.login(), a.logout(), a.inspect(), a.diff(), a.explain(), a.lock(), a.check(), a.accept(), a.census(), a.classify(), a.manifest(), a.plugin(), a.bands(), a.policy(), a.rules(), a.reports(), a.export(), a.version())
	root.SetHelpCommandGroupID(groupPlumbing)
	root.SetCompletionCommandGroupID(groupPlumbing)
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd("completion")
	for _, c := range root.Commands() {
		a.strict(c)
	}
	return root
}

// strict makes the commands that Cobra brings along refuse what they do not know,
// and gives them their example.
func (a *app) strict(c *cobra.Command) {
	c.DisableFlagsInUseLine = true
	for _, sub := range c.Commands() {
		a.strict(sub)
	}
	switch c.Name() {
	case "completion":
		c.Example = example("mooring completion bash > /etc/bash_completion.d/mooring", "mooring completion zsh --help")
		c.Args = unknownArgument("shell", "bash, zsh, fish or powershell")
		c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
		for _, shell := range c.Commands() {
			shell.Example = example("mooring completion " + shell.Name())
		}
	case "help":
		c.Example = example("mooring help check")
		help := c.Run
		c.Run = nil
		c.RunE = func(c *cobra.Command, args []string) error {
			if found, rest, err := c.Root().Find(args); err != nil || found == nil || len(rest) > 0 && found == c.Root() {
				return usagef("mooring help", "no help for %q, which is no command", strings.Join(args, " "))
			}
			help(c, args)
			return nil
		}
	}
}

// unknownArgument refuses an argument where a subcommand was wanted.
func unknownArgument(what, want string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return usagef(cmd.CommandPath()+" --help", "unknown %s %q, want %s", what, args[0], want)
		}
		return nil
	}
}

// oneOf refuses a flag's value that is none of the words.
func oneOf(flag, value string, words ...string) error {
	if slices.Contains(words, value) {
		return nil
	}
	return usagef("", "%s is %q, want one of %s", flag, value, strings.Join(words, ", "))
}

// atMost refuses too many arguments.
func atMost(n int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) <= n {
			return nil
		}
		found, want := fmt.Sprintf("%d arguments", len(args)), "at most "+what
		if len(args) == 1 {
			found = "1 argument"
		}
		if n == 0 {
			want = "none"
		}
		return usagef(cmd.CommandPath()+" --help", "found %s, want %s", found, want)
	}
}

func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usage(fmt.Errorf("found argument %q, want none", args[0]), cmd.CommandPath()+" --help")
	}
	return nil
}
