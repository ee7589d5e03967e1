package cli

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/internal/corpus"
)

func (a *app) census() *cobra.Command {
	var f censusFlags
	var out censusOutput
	cmd := &cobra.Command{
		Use: "census [flags] INPUT…", Short: "Count parameter risk classes over many tools", GroupID: groupWatch,
		Long: `Count what the tools of many servers ask for: the five parameter risk classes and
both buckets by the specification's table, the forms that matched, keywords and
dialects of schemas, copies, hazards, and tools of high consequence.

An INPUT is a file of JSON Lines, plain or compressed with gzip or zstd, a folder of
such files (` + "`*.jsonl`, `*.ndjson`, with `.gz` or `.zst`" + `; links to folders in it are not
followed), or - for standard input. What is named twice, also by a link or by its
folder, is counted once, and a warning says so.

A line is a tool, a result of tools/list, a list of tools, or {"tool": TOOL} or
{"tools": […]} with {"server": NAME} in it; a line that names no server is one by
itself. A bad line is counted and named, and the run goes on.

An interrupt ends the reading; the result is written and says so. Labels are
advisory: they must not be the sole authorization decision.

Exit status: 0 counted; 2 an input is not there, or cannot be opened; 3 not
everything was read, or more lines than --max-bad were bad.`,
		Example: example(
			"mooring census tools.jsonl.gz",
			"mooring census --format html --output census.html corpus/",
			"mooring census --format json --parquet parameters.parquet corpus/ > census.json",
		),
		Args: someInputs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.validate(); err != nil {
				return err
			}
			if err := out.validate(); err != nil {
				return err
			}
			inputs, err := a.distinct(args, out.file, out.parquet)
			if err != nil {
				return err
			}
			rows, err := out.rows(inputs)
			if err != nil {
				return err
			}
			result, err := a.count(cmd.Context(), inputs, f, rows.write())
			if err := rows.close(err); err != nil {
				return usage(err, "")
			}
			if err := a.writeCensus(result, out); err != nil {
				return err
			}
			return censusStatus(result, f.maxBad)
		},
	}
	f.register(cmd)
	out.register(cmd)
	out.registerParquet(cmd)
	cmd.AddCommand(a.censusConvert(), a.censusFreeze(), a.censusVerify(), a.censusDiff(), a.censusGenerate())
	return cmd
}

// someInputs wants at least one.
func someInputs(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return usagef(cmd.CommandPath()+" --help", "found no INPUT, want a file, a folder, or - for standard input")
	}
	return nil
}

func (a *app) corpora(args []string) ([]corpus.Source, error) {
	inputs, err := corpus.Sources(args, a.io.Stdin)
	if err != nil {
		return nil, usage(err, "")
	}
	return inputs, nil
}

// distinct is corpora, each once. None of them may be one of the files to write: a folder
// is read however deep, which keepInputs does not look at.
func (a *app) distinct(args []string, outputs ...string) ([]corpus.Source, error) {
	inputs, err := a.corpora(args)
	for _, path := range outputs {
		out, missing := os.Stat(path)
		if missing != nil || !out.Mode().IsRegular() {
			continue
		}
		for _, in := range inputs {
			if in.Name != "-" && in.Reads(out) {
				return nil, usagef("name another file", "output %q is %q, which this run reads", path, in.Name)
			}
		}
	}
	once, repeats := corpus.Distinct(inputs)
	const most = 10
	for _, r := range repeats[:min(len(repeats), most)] {
		what := fmt.Sprintf("%q is %q", r.Name, r.First)
		if r.Name == r.First {
			what = fmt.Sprintf("%q was named before", r.Name)
		}
		fmt.Fprintf(a.io.Stderr, "mooring: warning: %s, and is counted once\n", what)
	}
	if more := len(repeats) - most; more > 0 {
		fmt.Fprintf(a.io.Stderr, "mooring: warning: %d more inputs were named before, and are counted once\n", more)
	}
	return once, err
}
