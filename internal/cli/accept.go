package cli

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/firstsight"
	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/lockfile"
	"github.com/mooring-mcp/mooring/internal/report"
	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/surface"
	"github.com/mooring-mcp/mooring/taxonomy"
)

func (a *app) accept() *cobra.Command {
	var flags targetFlags
	var where lockFlags
	var digest string
	var why reasons
	var yes bool
	var standing standingFlags
	var plugins []string
	cmd := &cobra.Command{
		Use: "accept [flags] [SERVER…] [-- COMMAND ARGS…]", Short: "Pin a changed surface after looking at it", GroupID: groupPin,
		Long: acceptHelp,
		Example: example(
			"mooring accept harbor -- ./harbor",
			"mooring accept files --config .mcp.json",
			"mooring accept --yes --digest sha256:… harbor -- ./harbor",
			"mooring accept --plugin examples/port-tools",
			"mooring accept --finding 3a861c61 --why 'wording agreed with the vendor' harbor -- ./harbor",
		),
		ValidArgsFunction: a.completeServers(&flags, &where),
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("digest") && !jsonv.IsDigest(digest) {
				return usagef("", "--digest is %q, want sha256: and 64 lower-case hexadecimal digits", digest)
			}
			if err := givenReason(cmd, why.alarm); err != nil {
				return err
			}
			if err := standing.validate(cmd); err != nil {
				return err
			}
			file, err := where.read(false)
			if err != nil {
				return err
			}
			if len(plugins) > 0 && !standing.given() {
				return a.acceptBands(cmd, file, args, plugins, yes)
			}
			targets, err := a.targets(cmd.Context(), &flags, args, cmd.ArgsLenAtDash())
			if err != nil {
				return err
			}
			if targets, err = pinnedTargets(file.lock, targets, len(args) > 0, newInvocation(cmd, &flags, where, args)); err != nil {
				return err
			}
			if standing.given() {
				if standing.bands, err = newBandChecks(file.lock, file.path, plugins); err != nil {
					return err
				}
				return a.acceptFindings(cmd.Context(), &flags, file, targets, standing)
			}
			observations, err := a.observeAll(cmd.Context(), &flags, targets)
			if err != nil {
				return err
			}
			acceptance := acceptance{app: a, flags: &flags, lock: where, digest: digest, why: why, yes: yes}
			status := statusPassed
			for _, o := range observations {
				s, err := acceptance.one(cmd, &file, o)
				if err != nil {
					return err
				}
				status = worseStatus(status, s)
			}
			return quiet(status)
		},
	}
	flags.register(cmd)
	where.register(cmd)
	cmd.Flags().StringVar(&digest, "digest", "", "pin only the surface with this digest")
	cmd.Flags().StringVar(&why.template, "template-reason", "", "pin texts that change by themselves as templates, for this reason")
	cmd.Flags().StringVar(&why.alarm, "alarm-reason", "", "pin a surface that alarms (R01, R02), for this reason")
	cmd.Flags().BoolVar(&yes, "yes", false, "do not ask")
	registerPlugin(cmd, &plugins, "whose declared bands are pinned, lowered ones too; no server is started")
	standing.register(cmd)
	return cmd
}

const acceptHelp = `Observe pinned servers, show what changed since the pin, ask, observe again, and
pin what was shown. When the second observation is not what was shown, nothing
is pinned (1). A server that was not observed completely is not pinned (3).

Axes of a tool that changed (mooring bands) hold for nothing from then on: its name is
said, and the command that proposes them anew.

--yes answers for scripts; --digest pins only the surface of that digest, as an
earlier check or inspect printed it.

Alarms of a first look (R01, R02) that the pinned surface did not have are shown,
and --yes does not answer for them (1) unless --alarm-reason says why they may
stand, which the lock keeps. The reason goes when the alarms go.

With --plugin no server is started: what a plugin declares of pinned servers and of
its skills is pinned, and what is lowered is shown and asked about first.

With --finding nothing is pinned: one finding of a check, named by its fingerprint
or the first eight or more of its digits, may stand from now on for the reason of
--why. The lock keeps fingerprint, who and why. It holds for this very change: when
either side changes again, the finding is another one.`

// pinnedTargets keeps the targets that are pinned; when they were named, one that
// is not is an error.
func pinnedTargets(lock lockfile.Lock, targets []target, named bool, how invocation) ([]target, error) {
	var out []target
	for _, t := range targets {
		entry, pinned := lock.Get(t.id)
		if !pinned && named {
			return nil, usagef(how.line("lock", t.id), "server %q is not pinned yet", t.id)
		}
		if pinned {
			out = append(out, t.like(entry))
		}
	}
	if len(out) == 0 {
		return nil, usagef(how.line("lock"), "none of these servers is pinned yet")
	}
	return out, nil
}

// acceptance is one run of accept.
type acceptance struct {
	*app

	flags  *targetFlags
	lock   lockFlags
	digest string
	why    reasons
	yes    bool
}

// one shows, asks for, and pins one server; it returns the exit status.
func (a acceptance) one(cmd *cobra.Command, file *lockFile, o observation) (int, error) {
	entry, line, status := entryOf(o)
	if status != statusPassed {
		a.say("%s", line)
		return status, nil
	}
	if a.digest != "" && a.digest != entry.SurfaceDigest {
		a.say("not pinned: server %q shows %s, want %s", o.id, entry.SurfaceDigest, a.digest)
		return statusRefused, nil
	}
	old, _ := file.lock.Get(o.id)
	entry.Profiles = o.identities()
	if samePin(old, entry) {
		a.say("unchanged: %s: %s", o.id, entry.SurfaceDigest)
		return statusPassed, nil
	}
	s, err := a.show(old, o)
	if err != nil {
		return 0, err
	}
	if line, status, err := disagreement(o); err != nil || status != statusPassed {
		a.say("%s", line)
		return cmp.Or(status, statusUnknown), err
	}
	entry.Templates, entry.Profiles, entry.Bands = old.Templates, o.identities(), old.Bands
	if a.why.template != "" {
		entry.Templates = mergeTemplates(old.Templates, s.Proposals, a.why.template)
	}
	var alarms []string
	entry.AlarmReason, alarms = alarmsAnew(old, o.surface, a.why.alarm)
	if alarms != nil {
		fmt.Fprintln(a.io.Stdout, below(visible.Block(fmt.Sprintf("alarms that the pinned surface of %q did not have:", o.id)), alarms))
	}
	if a.yes && alarms != nil && a.why.alarm == "" {
		a.say("not pinned: %s: --yes does not answer for alarms; pin it with: --alarm-reason TEXT", o.id)
		return statusRefused, nil
	}
	if !a.yes {
		yes, err := a.ask(cmd.Context(), fmt.Sprintf("Pin %s as %s?", visible.Text(o.id), entry.SurfaceDigest))
		if err != nil {
			return 0, err
		}
		if !yes {
			a.say("not pinned: %s", o.id)
			return statusRefused, nil
		}
	}
	return a.pinShown(cmd, file, o, entry)
}

// alarmsAnew returns the reason to keep for the alarms of a surface, "" when it has
// none, and in lines those that the pinned one did not have.
func alarmsAnew(old lockfile.Entry, s surface.Surface, reason string) (kept string, lines []string) {
	sight := firstsight.Look(s, taxonomy.Imperatives())
	if len(sight.Alarms) == 0 {
		return "", nil
	}
	omitted, had := 0, map[firstsight.Signal]bool{}
	for _, alarm := range firstsight.Look(old.Surface, taxonomy.Imperatives()).Alarms {
		had[sameAlarm(alarm)] = true
	}
	for rule := range rulesOf(sight.Alarms) {
		omitted += sight.Omitted[rule]
	}
	sight.Alarms = slices.DeleteFunc(sight.Alarms, func(alarm firstsight.Signal) bool { return had[sameAlarm(alarm)] })
	sight.Omitted = nil
	if lines = report.AlarmLines(sight); omitted > 0 { // any of them may be new
		lines = append(lines, fmt.Sprintf("further alarms, too many to compare: %d", omitted))
	}
	return cmp.Or(reason, old.AlarmReason), lines
}

// sameAlarm is what an alarm has in common with itself after an edit elsewhere in
// the text: the rules go by place and definition (spec taxonomy-v1 §4.1, §4.2).
func sameAlarm(s firstsight.Signal) firstsight.Signal {
	s.Text, s.Start, s.End = "", 0, 0
	return s
}

func rulesOf(signals []firstsight.Signal) map[string]bool {
	out := map[string]bool{}
	for _, s := range signals {
		out[s.Rule] = true
	}
	return out
}

// pinShown observes once more and pins if that is what was shown.
func (a acceptance) pinShown(cmd *cobra.Command, file *lockFile, o observation, shown lockfile.Entry) (int, error) {
	again, err := a.observeAll(cmd.Context(), a.flags, []target{o.target})
	if err != nil {
		return 0, err
	}
	entry, line, status := entryOf(again[0])
	if status != statusPassed {
		a.say("%s", line)
		return status, nil
	}
	entry.Profiles = again[0].identities()
	if !samePin(shown, entry) && !fitsTemplates(shown, again[0]) {
		a.say("not pinned: server %q showed %s when asked again, which is not what was shown above; run accept again", o.id, entry.SurfaceDigest)
		return statusRefused, nil
	}
	lock := file.lock.Put(shown)
	if err := file.write(lock); err != nil {
		return 0, err
	}
	written, err := readLock(file.path, false)
	if err != nil {
		return 0, err
	}
	*file = written
	a.say("pinned: %s: %s, %s", o.id, contents(shown.Surface), shown.SurfaceDigest)
	return statusPassed, a.tellAxes(shown)
}

func (a acceptance) say(format string, args ...any) {
	fmt.Fprintln(a.io.Stdout, visible.Block(fmt.Sprintf(format, args...)))
}

// show prints what accepting would change.
func (a acceptance) show(old lockfile.Entry, o observation) (check.Subject, error) {
	s, err := check.Compare(o.id, pinnedSide(old), check.Observation{Label: "observed now", Surface: o.surface}, check.Options{Templates: templatesOf(old)})
	if err != nil {
		return s, err
	}
	if before, after := old.Surface.Context, o.surface.Context; before != after {
		s.Gaps = append(s.Gaps, check.Gap{Code: "context_changed", Detail: contextText(before, after), Warning: true})
	}
	addLaunchFindings(&s, old, o)
	addCause(&s, old, o)
	set, _, err := a.policies("")
	if err != nil {
		return s, err
	}
	r := weighed("accept", check.Lenses(), []check.Subject{s}, set.Weigher("check", today()))
	return r.Subjects[0], report.Text(a.io.Stdout, r, a.textOptions())
}
