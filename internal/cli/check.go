package cli

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/lockfile"
	"github.com/mooring-mcp/mooring/internal/render/markdown"
	"github.com/mooring-mcp/mooring/internal/report"
	"github.com/mooring-mcp/mooring/taxonomy"
)

func (a *app) check() *cobra.Command {
	var flags targetFlags
	var where lockFlags
	var out reportFlags
	var base baselineFlags
	cmd := &cobra.Command{
		Use: "check [flags] [SERVER…] [-- COMMAND ARGS…]", Short: "Compare servers with their pins", GroupID: groupPin,
		Long: `Observe servers and compare each with what the lock pins. Any change of what an
agent is shown is refused (1), and so are a server that is not pinned, which is
not even started, and a launch that is not the pinned one. What could not be
observed, or not completely, or only under other circumstances than the pin, is
status 3: it is never "no change".

A declared manifest, from --declared-mcp-manifest or named in the policy, is a
second baseline for tools: it must agree with the lock, and it stands in for a
lock that does not name the server.`,
		Example: example(
			"mooring check harbor -- ./harbor",
			"mooring check --config .mcp.json",
			"mooring check --config .mcp.json --format json > report.json",
			"mooring check --declared-mcp-manifest harbor.declared.json harbor -- ./harbor",
		),
		ValidArgsFunction: a.completeServers(&flags, &where),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := out.validate(); err != nil {
				return err
			}
			j, err := base.read(a)
			if err != nil {
				return err
			}
			dash := cmd.ArgsLenAtDash()
			targets, err := a.targets(cmd.Context(), &flags, args, dash)
			if err != nil {
				return err
			}
			path, err := where.resolve()
			if err != nil {
				return err
			}
			c := checker{judge: j, weigher: j.set.Weigher("check", today()), how: newInvocation(cmd, &flags, where, args)}
			if err := c.prepare(path, targets); err != nil {
				return err
			}
			observations, err := a.observeAll(cmd.Context(), &flags, c.startable())
			if err != nil {
				return err
			}
			subjects, err := c.subjects(observations)
			if err != nil {
				return err
			}
			if dash < 0 && len(args) == 0 {
				subjects = append(subjects, unconfigured(c.lock, subjects, c.how)...)
			}
			return a.report(out, weighed("check", check.Lenses(), subjects, c.weigher), &c.how)
		},
	}
	flags.register(cmd)
	out.register(cmd)
	base.register(cmd)
	where.register(cmd)
	return cmd
}

// reportFlags are the flags of every command that ends in a report.
type reportFlags struct {
	format   string
	output   string // file for the report, "" for standard output
	exitZero bool
	// changelog says that the command also writes release notes.
	changelog bool
}

func (f *reportFlags) register(cmd *cobra.Command) {
	formats := "text for people, or json: the record mooring.report.v1"
	if f.changelog {
		formats = "text for people, json: the record mooring.report.v1, or changelog: release notes in Markdown"
	}
	cmd.Flags().StringVar(&f.format, "format", "text", formats)
	cmd.Flags().StringVar(&f.output, "output", "", "file that the report is written to, instead of standard output")
	cmd.Flags().BoolVar(&f.exitZero, "exit-zero", false, "end with status 0 whatever the report says")
}

func (f *reportFlags) validate() error {
	formats := []string{"text", "json"}
	if f.changelog {
		formats = append(formats, "changelog")
	}
	return oneOf("--format", f.format, formats...)
}

// report writes a report and ends with its status. how is for the hint that says
// what to type next; nil gives none.
func (a *app) report(f reportFlags, r check.Report, how *invocation) error {
	w := a.io.Stdout
	var file bytes.Buffer
	if f.output != "" {
		w = &file
	}
	if err := a.render(w, f.format, r, how); err != nil {
		return err
	}
	if f.output != "" {
		if err := writeFile(f.output, file.Bytes()); err != nil {
			return usage(fmt.Errorf("write report: %w", err), "")
		}
	}
	if f.exitZero {
		return nil
	}
	return quiet(statusOf(r.Verdict))
}

// render writes a report in a format.
func (a *app) render(w io.Writer, format string, r check.Report, how *invocation) error {
	switch format {
	case "json":
		_, err := w.Write(report.JSON(r))
		return err
	case "changelog":
		return report.Changelog(w, r)
	case "markdown":
		return markdown.Render(w, r, markdown.Options{})
	}
	o := report.Options{}
	if w == a.io.Stdout {
		o = a.textOptions()
	}
	if how != nil {
		accepting := *how
		accepting.templates = slices.ContainsFunc(r.Subjects, func(s check.Subject) bool { return len(s.Proposals) > 0 })
		accepting.alarms = slices.ContainsFunc(r.Subjects, alarming)
		o.Accept = func(servers []string) string { return accepting.line("accept", servers...) }
	}
	return report.Text(w, r, o)
}

func statusOf(v check.Verdict) int {
	return map[check.Verdict]int{check.Passed: statusPassed, check.Refused: statusRefused, check.Inconclusive: statusUnknown}[v]
}

func newSubject(id string) check.Subject {
	return check.Subject{Server: id, Changes: []check.Change{}, Findings: []check.Finding{}, Gaps: []check.Gap{}}
}

func serverFinding(rule string, action check.Action, message string) check.Finding {
	return check.Finding{Lens: "server", Rule: rule, Action: action, Kind: check.Server, Message: message}
}

// unconfigured tells of pins that the configuration does not name: a server that
// was renamed or taken out was not checked.
func unconfigured(lock lockfile.Lock, seen []check.Subject, how invocation) []check.Subject {
	var out []check.Subject
	for _, e := range lock.Servers {
		if slices.ContainsFunc(seen, func(s check.Subject) bool { return s.Server == e.ID }) {
			continue
		}
		s := newSubject(e.ID)
		s.Gaps = append(s.Gaps, check.Gap{Code: "not_configured", Detail: "server is pinned but not configured, so it was not checked; if it is gone: " + invocation{flags: &targetFlags{}, lock: how.lock}.line("lock", "--remove", e.ID)})
		s.Conclude()
		out = append(out, s)
	}
	return out
}

// alarming reports a subject of which the security lens says CRITICAL.
func alarming(s check.Subject) bool {
	return slices.ContainsFunc(s.Findings, func(f check.Finding) bool { return f.Severity == string(taxonomy.Critical) })
}
