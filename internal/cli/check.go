package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/lockfile"
	"github.com/mooring-mcp/mooring/internal/report"
	"github.com/mooring-mcp/mooring/surface"
)

func (a *app) check() *cobra.Command {
	var flags targetFlags
	var path string
	var out reportFlags
	cmd := &cobra.Command{
		Use: "check [SERVER…] [-- COMMAND ARGS…]", Short: "Compare servers with their pins", GroupID: groupPin,
		Long: `Observe servers and compare each with what the lock pins. Any change of what an
agent is shown is refused (1), and so are a server that is not pinned, which is
not even started, and a launch that is not the pinned one. What could not be
observed, or not completely, or only under other circumstances than the pin, is
status 3: it is never "no change".`,
		Example: example(
			"mooring check harbor -- ./harbor",
			"mooring check --config .mcp.json",
			"mooring check --config .mcp.json --format json > report.json",
		),
		ValidArgsFunction: a.completeServers(&flags, &path),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := out.validate(); err != nil {
				return err
			}
			file, err := readLock(path, false)
			if err != nil {
				return err
			}
			dash := cmd.ArgsLenAtDash()
			targets, err := a.targets(&flags, args, dash)
			if err != nil {
				return err
			}
			subjects := a.unpinned(file.lock, &targets)
			observations, err := a.observeAll(cmd.Context(), &flags, targets)
			if err != nil {
				return err
			}
			for _, o := range observations {
				s, err := compareWithPin(file.lock, o)
				if err != nil {
					return err
				}
				subjects = append(subjects, s)
			}
			if dash < 0 && len(args) == 0 {
				subjects = append(subjects, unconfigured(file.lock, subjects)...)
			}
			return a.report(out, check.NewReport("check", check.Lenses(), subjects))
		},
	}
	flags.register(cmd)
	out.register(cmd)
	cmd.Flags().StringVar(&path, "lock", defaultLock, "lock file")
	return cmd
}

// reportFlags are the flags of every command that ends in a report.
type reportFlags struct {
	format   string
	exitZero bool
}

func (f *reportFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.format, "format", "text", "text for people, or json: the record mooring.report.v1")
	cmd.Flags().BoolVar(&f.exitZero, "exit-zero", false, "end with status 0 whatever the report says")
}

func (f *reportFlags) validate() error { return oneOf("--format", f.format, "text", "json") }

// report prints a report and ends with its status.
func (a *app) report(f reportFlags, r check.Report) error {
	if f.format == "json" {
		if _, err := a.io.Stdout.Write(report.JSON(r)); err != nil {
			return err
		}
	} else if err := report.Text(a.io.Stdout, r, a.textOptions()); err != nil {
		return err
	}
	if f.exitZero {
		return nil
	}
	return quiet(statusOf(r.Verdict))
}

func statusOf(v check.Verdict) int {
	return map[check.Verdict]int{check.Passed: statusPassed, check.Refused: statusRefused, check.Inconclusive: statusUnknown}[v]
}

// unpinned takes the servers that are not in the lock out of targets: what
// nobody approved is not started.
func (a *app) unpinned(lock lockfile.Lock, targets *[]target) []check.Subject {
	var out []check.Subject
	*targets = slices.DeleteFunc(*targets, func(t target) bool {
		if _, pinned := lock.Get(t.id); pinned {
			return false
		}
		s := newSubject(t.id)
		s.Add(serverFinding("server.unpinned", check.Fail, "server is not pinned, so it was not started; look at it with: mooring inspect, pin it with: mooring lock"))
		s.Conclude()
		out = append(out, s)
		return true
	})
	return out
}

func newSubject(id string) check.Subject {
	return check.Subject{Server: id, Changes: []check.Change{}, Findings: []check.Finding{}, Gaps: []check.Gap{}}
}

func serverFinding(rule string, action check.Action, message string) check.Finding {
	return check.Finding{Lens: "server", Rule: rule, Action: action, Kind: check.Server, Message: message}
}

// unconfigured warns of pins that the configuration does not name.
func unconfigured(lock lockfile.Lock, seen []check.Subject) []check.Subject {
	var out []check.Subject
	for _, e := range lock.Servers {
		if slices.ContainsFunc(seen, func(s check.Subject) bool { return s.Server == e.ID }) {
			continue
		}
		s := newSubject(e.ID)
		s.Add(serverFinding("server.unconfigured", check.Warn, "server is pinned but not configured, so it was not checked; if it is gone: mooring lock --remove "+e.ID))
		s.Conclude()
		out = append(out, s)
	}
	return out
}

// compareWithPin judges one observation against its entry in the lock.
func compareWithPin(lock lockfile.Lock, o observation) (check.Subject, error) {
	entry, _ := lock.Get(o.id)
	s := newSubject(o.id)
	switch {
	case o.err != nil:
		s.Gaps = append(s.Gaps, check.Gap{Code: "not_observed", Detail: o.err.Error()})
	case o.surface.Context != entry.Surface.Context:
		s.Gaps = append(s.Gaps, check.Gap{Code: "context_changed", Detail: contextText(entry.Surface.Context, o.surface.Context)})
	default:
		var err error
		s, err = check.Compare(o.id, pinnedSide(entry), check.Observation{Label: "observed now", Surface: o.surface}, check.Lenses())
		if err != nil {
			return s, err
		}
	}
	addLaunchFindings(&s, entry, o)
	s.Conclude()
	return s, nil
}

// addLaunchFindings reports every part of the launch that is not the pinned one.
func addLaunchFindings(s *check.Subject, entry lockfile.Entry, o observation) {
	for _, d := range entry.Surface.Server.Launch.Differences(o.launch) {
		f := serverFinding("server.launch_changed", check.Fail, fmt.Sprintf("launch differs in %s: pinned %s, now %s", d.Part, orNone(d.Before), orNone(d.After)))
		f.Pointer = "/launch/" + d.Part
		f.BeforeDigest, f.AfterDigest = check.TextDigest(d.Before), check.TextDigest(d.After)
		s.Add(f)
	}
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

func pinnedSide(e lockfile.Entry) check.Observation {
	return check.Observation{Label: "pinned", Surface: e.Surface}
}

func contextText(before, after surface.Context) string {
	var parts []string
	for _, d := range []struct{ part, before, after string }{
		{"era", before.Era, after.Era},
		{"protocol version", before.ProtocolVersion, after.ProtocolVersion},
		{"client", before.Client, after.Client},
		{"client capabilities", before.Capabilities, after.Capabilities},
	} {
		if d.before != d.after {
			parts = append(parts, fmt.Sprintf("%s pinned %q, now %q", d.part, d.before, d.after))
		}
	}
	return "observed under other circumstances than the pin, so nothing was compared: " + strings.Join(parts, "; ")
}
