package cli

import (
	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/report"
	"github.com/mooring-mcp/mooring/manifest"
	"github.com/mooring-mcp/mooring/surface"
)

func (a *app) inspect() *cobra.Command {
	var flags targetFlags
	var show surfaceFlags
	cmd := &cobra.Command{
		Use: "inspect [flags] [SERVER] [-- COMMAND ARGS…]", Short: "Show what a server shows an agent", GroupID: groupLook,
		Long: `Observe one server and show its surface: tools, prompts, resources and
instructions with their sizes, what was odd about them, and the digests that a
lock would pin. No tool is ever called.

--format json prints the record mooring.surface.v1 with the exact bytes of every
item; --record assay prints assay.mcp_manifest_observed.v0, which holds digests
only. With several identities in --as the surfaces that they are shown are
compared: status 1 when they differ.

A surface that was not observed completely, or in which two items have one name,
ends with status 3.`,
		Example: example(
			"mooring inspect -- npx -y @modelcontextprotocol/server-everything",
			"mooring inspect files --config ~/.config/Claude/claude_desktop_config.json",
			"mooring inspect --format json -- ./harbor > harbor.surface.json",
			"mooring inspect --record assay harbor -- ./harbor",
			"mooring inspect --as bare,rich,claude-code -- ./harbor",
		),
		ValidArgsFunction: a.completeServers(&flags, nil),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := show.validate(); err != nil {
				return err
			}
			o, err := a.observeSingle(cmd, &flags, args)
			if err != nil {
				return err
			}
			return a.showObservation(o, show)
		},
	}
	flags.register(cmd)
	show.register(cmd)
	return cmd
}

// surfaceFlags say how a surface is shown.
type surfaceFlags struct {
	format, record string
	privileged     map[string]string
}

func (f *surfaceFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.format, "format", "text", "text for people, or json: the record mooring.surface.v1")
	cmd.Flags().StringVar(&f.record, "record", "", "print a record instead: surface or assay")
	registerPrivileged(cmd, &f.privileged)
}

func (f *surfaceFlags) validate() error {
	if err := oneOf("--format", f.format, "text", "json"); err != nil {
		return err
	}
	if f.record == "" {
		return nil
	}
	return oneOf("--record", f.record, "surface", "assay")
}

func (a *app) showObservation(o observation, f surfaceFlags) error {
	if o.err != nil {
		return o.failure()
	}
	if len(o.others) > 0 && f.record == "" {
		return a.showProfiles(o, f)
	}
	if err := a.showSurface(o.surface, f); err != nil {
		return err
	}
	if worst, _ := o.surface.Completeness(); worst != surface.Complete {
		return quiet(statusUnknown)
	}
	if _, ambiguous := o.surface.Ambiguous(); ambiguous {
		return quiet(statusUnknown)
	}
	return nil
}

// showProfiles reports in what the identities were shown different surfaces.
func (a *app) showProfiles(o observation, f surfaceFlags) error {
	first := check.Observation{Label: o.label(), Surface: o.surface}
	s, err := check.Compare(o.id, first, first, check.Options{})
	if err != nil {
		return err
	}
	if err := addProfiles(&s, o); err != nil {
		return err
	}
	return a.report(reportFlags{format: f.format}, check.NewReport("inspect", check.Lenses(), []check.Subject{s}), nil)
}

func (a *app) showSurface(s surface.Surface, f surfaceFlags) error {
	switch {
	case f.record == "assay":
		table, err := privileges(f.privileged)
		if err != nil {
			return err
		}
		observed, err := manifest.Observe(s, manifest.Options{FieldDigests: true, Privileges: table})
		if err != nil {
			return err
		}
		_, err = a.io.Stdout.Write(observed.Encode())
		return err
	case f.record == "surface" || f.format == "json":
		_, err := a.io.Stdout.Write(surface.Encode(s))
		return err
	}
	return report.Surface(a.io.Stdout, s, a.textOptions())
}
