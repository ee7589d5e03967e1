package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/manifest"
)

func (a *app) manifestCandidate() *cobra.Command {
	var from, out string
	cmd := &cobra.Command{
		Use: "candidate [flags] --from-observed FILE", Short: "Make a candidate from an observed record",
		Long: `Make assay.mcp_manifest_candidate.v0 from an observed record that is complete and
unambiguous. A candidate is bound to the exact bytes of its source and is
approved by nobody: promote it after looking at it.`,
		Example: example("mooring manifest candidate --from-observed harbor.observed.json --out harbor.candidate.json"),
		Args:    noArgs,
		RunE: func(*cobra.Command, []string) error {
			text, err := readRecord("--from-observed", from)
			if err != nil {
				return err
			}
			c, err := manifest.Candidate(text)
			if err != nil {
				return usage(fmt.Errorf("observed record %q: %w", from, err), "")
			}
			return a.writeNew(out, c.Encode())
		},
	}
	cmd.Flags().StringVar(&from, "from-observed", "", "observed record (assay.mcp_manifest_observed.v0)")
	cmd.Flags().StringVar(&out, "out", "", "new file for the candidate; - is standard output, the default")
	return cmd
}

func (a *app) manifestPromote() *cobra.Command {
	var candidate, source, out string
	cmd := &cobra.Command{
		Use: "promote [flags] --candidate FILE --source FILE --out FILE", Short: "Declare what a candidate proposes",
		Long: `Make assay.declared_mcp_manifest.v0 of a candidate. Its source, the observed
record, is read again; the candidate is rebuilt from it, and every member must be
the same. An existing file is never overwritten.`,
		Example: example("mooring manifest promote --candidate harbor.candidate.json --source harbor.observed.json --out harbor.declared.json"),
		Args:    noArgs,
		RunE: func(*cobra.Command, []string) error {
			candidateText, err := readRecord("--candidate", candidate)
			if err != nil {
				return err
			}
			sourceText, err := readRecord("--source", source)
			if err != nil {
				return err
			}
			if out == "" {
				return usagef("", "--out is missing")
			}
			d, err := manifest.Promote(candidateText, sourceText)
			if err != nil {
				return usage(fmt.Errorf("candidate %q: %w", candidate, err), "make it again: mooring manifest candidate --from-observed "+source)
			}
			if err := a.writeNew(out, d.Encode()); err != nil {
				return err
			}
			fmt.Fprintf(a.io.Stdout, "declared: %q: %d tools, %s\n", d.ServerID, len(d.Tools), d.ManifestDigest)
			return nil
		},
	}
	cmd.Flags().StringVar(&candidate, "candidate", "", "candidate (assay.mcp_manifest_candidate.v0)")
	cmd.Flags().StringVar(&source, "source", "", "the observed record that the candidate was made from")
	cmd.Flags().StringVar(&out, "out", "", "new file for the declared manifest; - is standard output")
	return cmd
}

func (a *app) manifestExport() *cobra.Command {
	var where lockFlags
	var out string
	cmd := &cobra.Command{
		Use: "export [flags] SERVER", Short: "Write what the lock pins as a declared manifest",
		Long: `Write the tools of a server in the lock as assay.declared_mcp_manifest.v0, for
tools that read it. The lock stays the baseline of check.`,
		Example:           example("mooring manifest export harbor --out harbor.declared.json"),
		ValidArgsFunction: a.completeServers(&targetFlags{}, &where),
		Args:              exactlyOne("SERVER"),
		RunE: func(_ *cobra.Command, args []string) error {
			file, err := where.read(false)
			if err != nil {
				return err
			}
			entry, pinned := file.lock.Get(args[0])
			if !pinned {
				return usagef("mooring lock "+args[0], "server %q is not in %q", args[0], file.path)
			}
			o, err := manifest.Observe(entry.Surface, manifest.Options{FieldDigests: true})
			if err != nil {
				return err
			}
			d, err := manifest.Declare(o)
			if err != nil {
				return usage(fmt.Errorf("server %q: %w", args[0], err), "")
			}
			return a.writeNew(out, d.Encode())
		},
	}
	where.register(cmd)
	cmd.Flags().StringVar(&out, "out", "", "new file for the declared manifest; - is standard output, the default")
	return cmd
}

// exactlyOne demands one argument.
func exactlyOne(name string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != 1 {
			return usagef(cmd.CommandPath()+" --help", "found %d arguments, want one: %s", len(args), name)
		}
		return nil
	}
}
