package cli

import (
	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/internal/classifiers"
	"github.com/mooring-mcp/mooring/internal/filter"
)

func (a *app) classifyShell() *cobra.Command {
	return &cobra.Command{
		Use: "shell [flags] [FILE]", Short: "Bands of texts for a shell",
		Long: `A line is

  {"cmd": TEXT, "shell": NAME, "workspace": FOLDER, "home": FOLDER, "dir": FOLDER}
      answers {"band", "axes", "reasons", "commands"}; all but cmd may be left out

The band is auto, soft-ack, escalate or deny, which means never allowed. A reason
has a code, the band that it asks for, and the span of the text that decided, in
bytes. Commands are all that were found, behind wrappers and in nested sources.
shell is bash, zsh or sh; without it a text has to be harmless in each of them.
dir is where the text runs, by default the workspace. docs/shell.md says what is
decided how. Without FILE the lines come from standard input.`,
		Example: example(
			`echo '{"cmd":"git log | head; rm -rf \"$HOME\""}' | mooring classify shell`,
			"mooring classify shell commands.jsonl > answers.jsonl",
		),
		Args: atMost(1, "one FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.filter(cmd.Context(), args, filter.Shell(classifiers.ReadsOnly))
		},
	}
}
