package cli

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/internal/census"
	"github.com/mooring-mcp/mooring/internal/censusreport"
	"github.com/mooring-mcp/mooring/internal/consequence"
	"github.com/mooring-mcp/mooring/internal/corpus"
	"github.com/mooring-mcp/mooring/internal/visible"
)

func (a *app) censusVerify() *cobra.Command {
	var published bool
	var dir string
	f := censusFlags{serverMember: "server", list: 10}
	cmd := &cobra.Command{
		Use: "verify [flags] FREEZE [INPUT…]", Short: "Count again and compare with what was pinned",
		Long: `Read the inputs of a frozen census again, compare their SHA-256, count, and compare
every figure, and the rules that counted. Without INPUT the inputs have the names that
FREEZE holds, in --dir. One of mooring.census_freeze.v1 does not pin the rules of
consequence; a warning says so.

With --published there is no FREEZE, and INPUT… are the files of the snapshot that
the specification of the parameter classes counted. Their SHA-256 are compared with
its three pins, and the census of server_tools.jsonl.gz with its figures. Those that
its own rules decide must be the same; buckets, consequence and read tools rest on
lists that only the archived suite has, and are shown beside ours. That suite is the
specification's tie-breaker and was not available; where it differs, it is right.

Exit status: 0 the same; 1 a digest or a figure differs; 3 could not tell, since
something was not at hand or not read to its end.`,
		Example: example(
			"mooring census verify census.freeze.json",
			"mooring census verify --published snapshot/server_tools.jsonl.gz snapshot/servers.jsonl.gz",
		),
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 && !published {
				return usagef(cmd.CommandPath()+" --help", "found no FREEZE, want the file that mooring census freeze wrote")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.validate(); err != nil {
				return err
			}
			if published {
				return a.verifyPublished(cmd.Context(), f, args)
			}
			return a.verifyFreeze(cmd.Context(), f, args[0], dir, args[1:])
		},
	}
	cmd.Flags().BoolVar(&published, "published", false, "compare with the pins and figures of the specification")
	cmd.Flags().StringVar(&dir, "dir", "", "folder that the names in FREEZE are relative to (default the current one)")
	cmd.Flags().StringVar(&f.serverMember, "server-member", "server", "with --published, member of a line that says which server it is of")
	cmd.Flags().IntVar(&f.workers, "workers", 0, "how many lines are counted at a time (default one a processor)")
	return cmd
}

func (a *app) verifyFreeze(ctx context.Context, f censusFlags, file, dir string, args []string) error {
	text, err := readFile(file, lockBytes)
	if err != nil {
		return err
	}
	frozen, err := census.DecodeFreeze(text)
	if err != nil {
		return usage(fmt.Errorf("frozen census %q: %w", file, placed(text, err)), "")
	}
	if len(args) == 0 {
		for _, in := range frozen.Result.Inputs {
			name := filepath.FromSlash(in.Name)
			if name != "-" && !filepath.IsAbs(name) {
				name = filepath.Join(dir, name)
			}
			if info, err := os.Stat(name); name != "-" && err == nil && !info.Mode().IsRegular() { // it may not end, or have an effect
				return &exitError{status: statusUnknown, err: fmt.Errorf("%q is %s, want a regular file, or INPUT in its place", name, fileKind(info.Mode()))}
			}
			args = append(args, name)
		}
	}
	inputs, err := a.corpora(args)
	if err != nil {
		return &exitError{status: statusUnknown, err: err}
	}
	o := frozen.Options
	f.deep, f.serverMember, f.list, f.maxBad = o.Deep, o.ServerMember, o.List, 100
	again, err := a.count(ctx, inputs, f, nil)
	if err != nil {
		return err
	}
	if err := censusStatus(again, f.maxBad); err != nil {
		return err
	}
	if !frozen.PinsConsequence() {
		fmt.Fprintf(a.io.Stderr, "mooring: warning: %q does not pin the rules of consequence; its figures of them are compared with those of %s\n", file, consequence.Version)
	}
	problems := frozen.Verify(again)
	for _, p := range problems {
		fmt.Fprintf(a.io.Stdout, "%s: want %s, found %s\n", visible.Text(p.What), p.Want, p.Got)
	}
	if len(problems) > 0 {
		return quiet(statusRefused)
	}
	fmt.Fprintf(a.io.Stdout, "verified: %d inputs, %d tools, result sha256:%s\n", len(again.Inputs), again.Tools, frozen.ResultSHA256)
	return nil
}

func (a *app) verifyPublished(ctx context.Context, f censusFlags, args []string) error {
	digests, result, err := a.readPublished(ctx, f, args)
	if err != nil {
		return err
	}
	list := census.ComparePublished(digests, result)
	if err := censusreport.Published(a.io.Stdout, list); err != nil {
		return err
	}
	status := statusPassed
	for _, c := range list {
		switch {
		case c.Exact && c.Ours != "" && !c.Same:
			return quiet(statusRefused)
		case c.Ours == "":
			status = statusUnknown
		}
	}
	return quiet(status)
}

// readPublished reads all files that are at hand, and counts the one with the tools.
func (a *app) readPublished(ctx context.Context, f censusFlags, args []string) (digests map[string]string, result *census.Result, err error) {
	digests = map[string]string{}
	inputs, err := a.corpora(args)
	if err != nil {
		return nil, nil, err
	}
	f.maxBad = 100
	for _, in := range inputs {
		r, err := a.count(ctx, []corpus.Source{in}, f, nil)
		if err != nil {
			return nil, nil, err
		}
		if err := censusStatus(r, f.maxBad); err != nil {
			return nil, nil, err
		}
		digests[in.Name] = r.Inputs[0].SHA256
		if path.Base(in.Name) == census.PublishedFile {
			result = &r
		}
	}
	return digests, result, nil
}
