package cli

import (
	"fmt"
	"io"
	"os"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/internal/filter"
	"github.com/mooring-mcp/mooring/manifest"
)

func (a *app) classify() *cobra.Command {
	cmd := &cobra.Command{
		Use: "classify", Short: "Reach an engine as a filter over JSON Lines", GroupID: groupPlumbing,
		Long: `Every engine is also a filter: JSON Lines in, one JSON answer a line out, in the
same order, with the id of the line when it has one, on all cores and in flat
memory. A line that cannot be judged answers {"error": …}, the rest goes on, and
the run ends with status 3.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usagef("mooring classify --help", "unknown engine %q, want digest", args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.classifyDigest())
	return cmd
}

func (a *app) classifyDigest() *cobra.Command {
	var privileged map[string]string
	cmd := &cobra.Command{
		Use: "digest [FILE]", Short: "Digests of tools, observed records of pages",
		Long: `A line is one of

  {"tool": TOOL}
      answers {"tool_digest", "field_digests"}
  {"pages": [RESULT…], "server": ID, "completeness": "complete", "partial", "unknown" or null}
      answers the record assay.mcp_manifest_observed.v0; without pages nothing was
      observed, and a given completeness wins over what the pages show

Text with repeated members, lone surrogates or numbers beyond a double is an
error. Without FILE the lines come from standard input.`,
		Example: example(
			`echo '{"tool":{"name":"dock","description":"Dock a ship"}}' | mooring classify digest`,
			"mooring classify digest tools.jsonl > digests.jsonl",
		),
		Args: atMost(1, "one FILE"),
		RunE: func(_ *cobra.Command, args []string) error {
			table, err := privileges(privileged)
			if err != nil {
				return err
			}
			in := a.io.Stdin
			if len(args) == 1 {
				f, err := os.Open(args[0])
				if err != nil {
					return usage(err, "")
				}
				defer f.Close()
				in = f
			}
			return a.filter(in, filter.Digest(table))
		},
	}
	registerPrivileged(cmd, &privileged)
	return cmd
}

// registerPrivileged adds the flag that extends the table of privileged tools.
func registerPrivileged(cmd *cobra.Command, rows *map[string]string) {
	cmd.Flags().StringToStringVar(rows, "privileged", nil, "also count tools of this name as privileged, as NAME=ACTION_CLASS (may be repeated)")
}

func privileges(rows map[string]string) (manifest.Privileges, error) {
	table, err := manifest.Privileges{}.With(rows)
	if err != nil {
		return table, usage(fmt.Errorf("--privileged: %w", err), "")
	}
	return table, nil
}

// filter runs an engine over lines and ends with 3 when one was not judged.
func (a *app) filter(in io.Reader, judge filter.Judge) error {
	failed, err := filter.Run(in, a.io.Stdout, judge, runtime.GOMAXPROCS(0))
	if err != nil {
		return usage(err, "")
	}
	if failed > 0 {
		return &exitError{status: statusUnknown, err: fmt.Errorf("%d lines could not be judged", failed)}
	}
	return nil
}
