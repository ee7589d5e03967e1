package cli

import (
	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/internal/filter"
)

func (a *app) classifySQL() *cobra.Command {
	return &cobra.Command{
		Use: "sql [flags] [FILE]", Short: "Whether SQL is proved to only read",
		Long: `A line is

  {"sql": TEXT, "dialect": "postgres", "mysql", "mariadb", "sqlite", "tsql" or "generic"}
      answers {"band", "read_only", "sensitive", "reasons"}

The band is auto if every statement is proved to only read and none names a catalog
of passwords or keys, escalate otherwise; of the statements alone, whatever server
they go to. A reason has a code, the bytes of the text that decided, and a name. Without a
dialect the text has to be read-only in all of them. docs/sql.md says what is proved,
and what cannot be. Without FILE the lines come from standard input.`,
		Example: example(
			`echo '{"sql":"SELECT lo_unlink(7)","dialect":"postgres"}' | mooring classify sql`,
			"mooring classify sql statements.jsonl > answers.jsonl",
		),
		Args: atMost(1, "one FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.filter(cmd.Context(), args, filter.SQL)
		},
	}
}
