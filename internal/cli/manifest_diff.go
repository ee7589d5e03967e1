package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/manifest"
)

func (a *app) manifestVerify() *cobra.Command {
	return &cobra.Command{
		Use: "verify FILE", Short: "Check a declared manifest by the strict rules",
		Long: `Read a declared manifest by the rules that enforcement has: no unknown or repeated
member, full digests, at least one tool, no name twice, at most 1 MiB, and the
manifest digest computed again from the tools.`,
		Example: example("mooring manifest verify harbor.declared.json"),
		Args:    exactlyOne("FILE"),
		RunE: func(_ *cobra.Command, args []string) error {
			d, err := readDeclared(args[0])
			if err != nil {
				return err
			}
			fmt.Fprintf(a.io.Stdout, "valid: %q: %d tools, %s\n", d.ServerID, len(d.Tools), d.ManifestDigest)
			return nil
		},
	}
}

func (a *app) manifestDiff() *cobra.Command {
	var observed string
	var base baselineFlags
	var out reportFlags
	cmd := &cobra.Command{
		Use: "diff [flags] --observed FILE", Short: "Compare an observed record with what is declared",
		Long: `Compare an observed record with a declared manifest, tool by tool and field by
field, or with the digest that the policy pins for its server. Status 1 when
something drifted; 3 when nobody can tell, which is never "no drift".`,
		Example: example(
			"mooring manifest diff --observed harbor.observed.json --declared-mcp-manifest harbor.declared.json",
			"mooring manifest diff --observed harbor.observed.json --policy mooring.yaml --format json",
		),
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error {
			if err := out.validate(); err != nil {
				return err
			}
			j, err := base.read(a)
			if err != nil {
				return err
			}
			text, err := readRecord("--observed", observed)
			if err != nil {
				return err
			}
			o, err := manifest.ParseObserved(text)
			if err != nil {
				return usage(fmt.Errorf("observed record %q: %w", observed, err), "")
			}
			b, err := j.baseline(o.ServerID, true)
			if err != nil {
				return err
			}
			if b.IsZero() {
				return usagef("name a file with --declared-mcp-manifest, or a policy with --policy", "nothing is declared of server %q", o.ServerID)
			}
			s := check.CompareObserved(observed, o, b, j.profile, j.policy.Partial())
			return a.report(out, weighed("manifest diff", []check.Lens{check.Drift{}}, []check.Subject{s}, j.set.Weigher("check", today())), nil)
		},
	}
	base.register(cmd)
	out.register(cmd)
	cmd.Flags().StringVar(&observed, "observed", "", "observed record (assay.mcp_manifest_observed.v0)")
	return cmd
}
