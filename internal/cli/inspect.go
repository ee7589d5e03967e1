package cli

import (
	"bytes"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/compat"
	"github.com/mooring-mcp/mooring/internal/firstsight"
	"github.com/mooring-mcp/mooring/internal/report"
	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/manifest"
	"github.com/mooring-mcp/mooring/surface"
	"github.com/mooring-mcp/mooring/taxonomy"
)

func (a *app) inspect() *cobra.Command {
	var flags targetFlags
	var show surfaceFlags
	cmd := &cobra.Command{
		Use: "inspect [flags] [SERVER] [-- COMMAND ARGS…]", Short: "Show what a server shows an agent", GroupID: groupLook,
		Long: `Observe one server and show its surface: tools, prompts, resources and
instructions with their sizes, what was odd about them, and the digests that a
lock would pin. No tool is ever called.

It ends with a first look at texts that nobody has approved yet: hidden text (R01),
instructions to a model (R02) and repeated names are alarms (status 1); hosts, paths
and references (R03, R05) are counted; advisories, outside of R01 to R09, tell of
look-alike names, tag characters and signals where the rules do not look. Then come
the parameters of tools by risk class: which take secrets, paths, commands, money,
endpoints, and with "?" which only look like it. These labels are advisory. "mooring
explain R01" or "gg:url-endpoint" says what a rule or class means.

--compat tells instead what real clients and model APIs were seen to mind about
such a surface: a tool or a whole list dropped, a request refused, a name changed.
Each rule names the clients, what they do, and the report with its month; a client
may have been mended since, and one that is not named was not looked at. Nothing
found never means that every client takes the surface.

--format json prints the record mooring.surface.v1 with the exact bytes of every
item; --record assay prints assay.mcp_manifest_observed.v0, which holds digests
only; --record sight prints the first look as mooring.first_sight.v1. These and
--compat, but for the first look, do not alarm.

With several identities in --as the surfaces that they are shown are compared:
status 1 when they differ. What the first of them is shown gets the first look.

A surface that was not observed completely, or in which two items have one name,
ends with status 3 where nothing alarms; since a repeated name does, that is where
no first look is printed.`,
		Example: example(
			"mooring inspect -- npx -y @modelcontextprotocol/server-everything",
			"mooring inspect files --config ~/.config/Claude/claude_desktop_config.json",
			"mooring inspect --format json -- ./harbor > harbor.surface.json",
			"mooring inspect --record assay harbor -- ./harbor",
			"mooring inspect --compat -- ./harbor",
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
	output         string // file for what is shown, "" for standard output
	compat         bool
	privileged     map[string]string
}

func (f *surfaceFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.format, "format", "text", "text for people, or json: the record mooring.surface.v1")
	cmd.Flags().StringVar(&f.record, "record", "", "print a record instead: surface, assay or sight")
	cmd.Flags().BoolVar(&f.compat, "compat", false, "show what MCP clients and model APIs are known to drop or refuse")
	cmd.Flags().StringVar(&f.output, "output", "", "file that what is shown is written to; - is standard output, the default")
	registerPrivileged(cmd, &f.privileged)
}

func (f *surfaceFlags) validate() error {
	if err := oneOf("--format", f.format, "text", "json"); err != nil {
		return err
	}
	if f.output == toStdout {
		f.output = ""
	}
	if f.record == "" {
		return nil
	}
	if f.compat {
		return usagef("mooring inspect --help", "--compat and --record %s were both given, want one of them", f.record)
	}
	return oneOf("--record", f.record, "surface", "assay", "sight")
}

func (a *app) showObservation(o observation, f surfaceFlags) error {
	if o.err != nil {
		return o.failure()
	}
	out := &shownSurface{w: a.io.Stdout, options: a.textOptions(), surfaceFlags: f}
	var file bytes.Buffer
	if f.output != "" {
		out.w, out.options = &file, report.Options{}
	}
	status, err := a.showAll(o, out)
	if err != nil {
		return err
	}
	if f.output != "" {
		if err := a.writeOutput("surface", f.output, file.Bytes()); err != nil {
			return err
		}
	}
	return quiet(status)
}

// shownSurface is how and where a surface is shown.
type shownSurface struct {
	surfaceFlags

	w       io.Writer
	options report.Options
}

// showAll shows what was observed, and returns the exit status.
func (a *app) showAll(o observation, f *shownSurface) (int, error) {
	if len(o.others) > 0 && f.record == "" {
		return a.showProfiles(o, f)
	}
	alarmed, err := showSurface(o.surface, f)
	if err != nil {
		return 0, err
	}
	worst, _ := o.surface.Completeness()
	_, ambiguous := o.surface.Ambiguous()
	switch {
	case alarmed:
		return statusRefused, nil
	case worst != surface.Complete, ambiguous:
		return statusUnknown, nil
	}
	return statusPassed, nil
}

// showProfiles reports in what the identities were shown different surfaces, and the
// alarms of a first look at what the first one was shown.
func (a *app) showProfiles(o observation, f *shownSurface) (int, error) {
	first := check.Observation{Label: o.label(), Surface: o.surface}
	s, err := check.Compare(o.id, first, first, check.Options{})
	if err != nil {
		return 0, err
	}
	if err := addProfiles(&s, o); err != nil {
		return 0, err
	}
	r := check.NewReport("inspect", check.Lenses(), []check.Subject{s}, check.Weighing{})
	status := statusOf(r.Verdict)
	if err := a.render(f.w, reportFlags{format: f.format}, r, nil); err != nil || f.format == "json" || f.compat {
		return status, err
	}
	alarms := report.AlarmLines(firstsight.Look(o.surface, taxonomy.Imperatives()))
	if alarms == nil {
		return status, nil
	}
	_, err = fmt.Fprintln(f.w, below(visible.Block(fmt.Sprintf("alarms at first sight of %q:", o.id)), alarms))
	return statusRefused, err
}

// showSurface prints a surface or a record of it; alarmed says that what was
// printed alarms. A first look is taken where it is printed.
func showSurface(s surface.Surface, f *shownSurface) (alarmed bool, err error) {
	look := func() firstsight.Sight {
		sight := firstsight.Look(s, taxonomy.Imperatives())
		alarmed = len(sight.Alarms) > 0
		return sight
	}
	var text []byte
	switch {
	case f.compat:
		return false, showCompat(s, f)
	case f.record == "sight":
		text = report.SightJSON(look())
	case f.record == "assay":
		if text, err = assayRecord(s, f.surfaceFlags); err != nil {
			return false, err
		}
	case f.record == "surface" || f.format == "json":
		text = surface.Encode(s)
	default:
		err = report.Surface(f.w, s, look(), f.options)
		return alarmed, err
	}
	_, err = f.w.Write(text)
	return alarmed, err
}

func assayRecord(s surface.Surface, f surfaceFlags) ([]byte, error) {
	table, err := privileges(f.privileged)
	if err != nil {
		return nil, err
	}
	observed, err := manifest.Observe(s, manifest.Options{FieldDigests: true, Privileges: table})
	if err != nil {
		return nil, err
	}
	return observed.Encode(), nil
}

// showCompat prints what clients are known to mind about a surface.
func showCompat(s surface.Surface, f *shownSurface) error {
	findings := compat.Check(s)
	if f.format == "json" {
		_, err := f.w.Write(report.CompatJSON(findings))
		return err
	}
	for _, l := range s.Listings {
		if l.Completeness != surface.Complete {
			fmt.Fprintf(f.w, "%s: not observed completely (%s), so rules may have missed something\n", l.Kind.Plural(), l.Reason)
		}
	}
	return report.Compat(f.w, findings, f.options)
}
