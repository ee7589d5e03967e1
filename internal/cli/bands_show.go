package cli

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/band"
	"github.com/mooring-mcp/mooring/internal/lockfile"
	"github.com/mooring-mcp/mooring/internal/policy"
	"github.com/mooring-mcp/mooring/internal/report"
	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/internal/wording"
	"github.com/mooring-mcp/mooring/surface"
)

func (a *app) bandsShow() *cobra.Command {
	var where lockFlags
	var path, format string
	cmd := &cobra.Command{
		Use: "show [flags] [SERVER…]", Short: "Which axes and bands of pinned tools hold",
		Long: `One line a tool of the pinned servers: its band, what decided it, and what is known.

  accepted     the policy has axes of the tool as it is pinned
  stale        the policy has axes of the tool as it was; they hold for nothing
  declared     a plugin declares a band (mooring lock --plugin), which can only raise:
               without accepted axes the tool is undeclared, at least that band
  undeclared   nobody said anything; there is no band, and by default a call asks a
               person unless what it holds is proved; mooring bands propose proposes axes

The band is that of the tool by itself. What a call holds, and what the run has read,
can raise it. --format json prints mooring.bands.v1.`,
		Example:           example("mooring bands show", "mooring bands show harbor", "mooring bands show --format json"),
		ValidArgsFunction: a.completeServers(&targetFlags{}, &where),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := oneOf("--format", format, "text", "json"); err != nil {
				return err
			}
			file, err := where.read(false)
			if err != nil {
				return err
			}
			entries, err := pinnedEntries(file, args)
			if err != nil {
				return err
			}
			set, _, err := a.policies(path)
			if err != nil {
				return err
			}
			a.warnMisfits(entries, set.Policy)
			record := report.Bands{Schema: report.BandsSchema, Servers: []report.ServerBands{}}
			for _, e := range entries {
				rows, err := toolBands(e, set.Policy)
				switch {
				case err != nil:
					return err
				case format == "json":
					record.Servers = append(record.Servers, report.ServerBands{Server: e.ID, Tools: recordsOf(rows)})
				default:
					a.showBands(e, rows)
					a.showGap(where, axesGapOf(e, set.Policy), rows)
				}
			}
			if format == "json" {
				_, err = a.io.Stdout.Write(report.BandsJSON(record))
			}
			return err
		},
	}
	where.register(cmd)
	registerFormat(cmd, &format)
	cmd.Flags().StringVar(&path, "policy", "", "policy file (default "+defaultPolicy+" of the project, where there is one)")
	return cmd
}

// toolBand is what is known of one tool.
type toolBand struct {
	name, digest string
	state        string // in words
	axes         string // report.AxesAccepted and the like
	accepted     *band.Axes
	declared     *report.Declared
	neverAllow   bool
	band.Result
}

func toolBands(e lockfile.Entry, p policy.Policy) (rows []toolBand, err error) {
	digests := toolDigests(e)
	for i, item := range e.Surface.Listing(surface.Tool).Items {
		row, err := bandOf(e, p, item.Name, digests[i])
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}

func (a *app) showBands(e lockfile.Entry, rows []toolBand) {
	fmt.Fprintln(a.io.Stdout, visible.Text(e.ID))
	if len(rows) == 0 {
		return
	}
	width := len("TOOL")
	for _, r := range rows {
		width = max(width, len([]rune(visible.Text(r.name))))
	}
	fmt.Fprintf(a.io.Stdout, "  %-*s  %-11s  %-17s  %s\n", width, "TOOL", "BAND", "DECIDED BY", "WHAT IS KNOWN")
	for _, r := range rows {
		line := fmt.Sprintf("  %-*s  %-11s  %-17s  ", width, visible.Text(r.name), r.word(), r.source())
		fmt.Fprintln(a.io.Stdout, report.Wrap(line+r.told(), a.textOptions().Width, len([]rune(line))))
	}
}

// showGap says what to do about tools without accepted axes.
func (a *app) showGap(where lockFlags, gap axesGap, rows []toolBand) {
	if n := len(gap.stale) + len(gap.without); n > 0 {
		fmt.Fprintf(a.io.Stdout, "  %s without accepted axes; to propose some, and with --write add them: %s\n", wording.Plural(n, "tool"), proposeLine(where, gap.server))
	}
	var byCall []string
	for _, r := range rows {
		if r.axes == report.AxesNone && !slices.Contains(gap.without, r.name) {
			byCall = append(byCall, r.name)
		}
	}
	if len(byCall) > 0 {
		fmt.Fprintln(a.io.Stdout, report.Wrap("  judged by each call, without axes: "+visible.Text(strings.Join(byCall, ", ")), a.textOptions().Width, 4))
	}
}

// recordsOf are the rows as a record has them.
func recordsOf(rows []toolBand) []report.ToolBand {
	out := []report.ToolBand{}
	for _, r := range rows {
		t := report.ToolBand{
			Name: r.name, Digest: r.digest, DecidedBy: r.DecidedBy, Why: r.Why(), NeverAllow: r.neverAllow,
			State: r.axes, Axes: r.accepted, Declared: r.declared,
		}
		switch {
		case r.AtLeast():
			t.AtLeast, t.DecidedBy = r.Band, band.Undeclared
		case r.Band != band.None:
			t.Band = &r.Band
		}
		out = append(out, t)
	}
	return out
}

// word is the band as it is shown, "-" for none.
func (r toolBand) word() string {
	switch {
	case r.neverAllow:
		return string(band.NeverAllow)
	case r.Band == band.None || r.AtLeast():
		return "-"
	}
	return string(r.Band)
}

// source says what decided.
func (r toolBand) source() string {
	switch {
	case r.neverAllow:
		return "declared"
	case r.AtLeast():
		return string(band.Undeclared)
	}
	return string(r.DecidedBy)
}

// told is what is known, and what follows of it.
func (r toolBand) told() string {
	switch {
	case r.neverAllow:
		return r.state + ": never to be allowed"
	case r.Band == band.None:
		return r.state
	case r.AtLeast():
		return fmt.Sprintf("%s: at least %s, which is no permission", r.state, r.Band)
	}
	return r.state + ": " + r.Why()
}

// bandOf is the band of a tool by itself: its accepted axes, and the declared band.
func bandOf(e lockfile.Entry, p policy.Policy, name, digest string) (toolBand, error) {
	row := toolBand{name: name, digest: digest, state: "undeclared", axes: report.AxesNone}
	var in band.Input
	entry, stale, found := p.AxesOf(e.ID, name, digest)
	switch {
	case stale:
		row.state, row.axes = "stale", report.AxesStale
	case found:
		filled := entry.Axes().Filled()
		row.state, row.axes, row.accepted, in.Axes = "accepted", report.AxesAccepted, &filled, entry.Axes()
	}
	if e.Bands != nil {
		if declared, is := e.Bands.Tools[name]; is {
			in.Declared, row.neverAllow = declared.Band, declared.NeverAllow
			row.declared = &report.Declared{Plugin: e.Bands.Plugin, Band: declared.Band, NeverAllow: declared.NeverAllow}
			if found {
				row.state += ", declared"
			} else {
				row.state = "declared"
			}
		}
	}
	var err error
	row.Result, err = band.Decide(in)
	return row, err
}

func sortedNames[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
