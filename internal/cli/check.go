package cli

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/lockfile"
)

func (a *app) check() *cobra.Command {
	var flags targetFlags
	var where lockFlags
	var out reportFlags
	var base baselineFlags
	var plugins []string
	cmd := &cobra.Command{
		Use: "check [flags] [SERVER…] [-- COMMAND ARGS…]", Short: "Compare servers with their pins", GroupID: groupPin,
		Long: `Observe servers and compare each with what the lock pins. A change of what an agent
is shown is for review and refused (1), apart from a closed list that passes when
another version of the same package runs (preset consumer; mooring.yaml says
otherwise, docs/policy.md has all of it). Refused as well are a server that is not
pinned, which is not even started, and a launch that is not the pinned one. What
could not be observed, or not completely, or only under other circumstances than the
pin, is status 3: it is never "no change".

A declared manifest, from --declared-mcp-manifest or named in the policy, is a
second baseline for tools: it must agree with the lock, and it stands in for a
lock that does not name the server.

Where the lock has bands that a plugin declared (lock --plugin), of tools and of skills,
they are compared with what it declares now, in the folder that the lock names or that
of --plugin: a lower one is refused, and so is a plugin that starts something else under
the server's name than what is pinned. A plugin that is not found is status 3.`,
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
			if c.bands, err = newBandChecks(c.lock, path, plugins); err != nil {
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
			out.locate = locateInLock(path, c.lockText)
			return a.report(out, weighed("check", check.Lenses(), subjects, c.weigher), &c.how)
		},
	}
	flags.register(cmd)
	out.register(cmd)
	base.register(cmd)
	where.register(cmd)
	registerPlugin(cmd, &plugins, "whose declared bands are compared with the pinned ones, where the lock does not know its folder")
	return cmd
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
