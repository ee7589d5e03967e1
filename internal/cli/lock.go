package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/firstsight"
	"github.com/mooring-mcp/mooring/internal/lockfile"
	"github.com/mooring-mcp/mooring/internal/report"
	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/surface"
	"github.com/mooring-mcp/mooring/taxonomy"
)

func (a *app) lock() *cobra.Command {
	var flags targetFlags
	var where lockFlags
	var why reasons
	var remove bool
	var repeat int
	var plugins []string
	cmd := &cobra.Command{
		Use: "lock [flags] [SERVER…] [-- COMMAND ARGS…]", Short: "Pin servers as they are now", GroupID: groupPin,
		Long: lockHelp,
		Example: example(
			"mooring lock harbor -- ./harbor",
			"mooring lock --config .mcp.json",
			"mooring lock files memory --config .mcp.json",
			"mooring lock --repeat 3 --template-reason 'build date' harbor -- ./harbor",
			"mooring lock --plugin examples/port-tools harbor -- examples/port-tools/harbor",
			"mooring lock --plugin examples/port-tools",
			"mooring lock --remove harbor",
		),
		ValidArgsFunction: a.completeServers(&flags, &where),
		RunE: func(cmd *cobra.Command, args []string) error {
			file, err := where.read(!remove)
			if err != nil {
				return err
			}
			switch {
			case remove && len(plugins) > 0:
				return usagef("", "--remove takes servers out of the lock, and --plugin pins what is declared of them")
			case remove:
				return a.unpin(file, args)
			case repeat < 1:
				return usagef("", "--repeat is %d, want at least 1", repeat)
			}
			if err := givenReason(cmd, why.alarm); err != nil {
				return err
			}
			p := pinning{file: file, repeat: repeat, why: why, how: newInvocation(cmd, &flags, where, args)}
			p.how.offers = true
			if len(plugins) > 0 {
				return a.lockDeclared(cmd, &flags, args, p, plugins)
			}
			targets, err := a.targets(cmd.Context(), &flags, args, cmd.ArgsLenAtDash())
			if err != nil {
				return err
			}
			return a.observeAndPin(cmd.Context(), &flags, targets, p)
		},
	}
	flags.register(cmd)
	where.register(cmd)
	cmd.Flags().IntVar(&repeat, "repeat", 1, "observe this often, to find texts that change by themselves")
	cmd.Flags().StringVar(&why.alarm, "alarm-reason", "", "pin a surface that alarms (R01, R02), for this reason")
	cmd.Flags().StringVar(&why.template, "template-reason", "", "pin texts that change by themselves as templates, for this reason")
	registerPlugin(cmd, &plugins, "whose declared bands are pinned beside its servers")
	cmd.Flags().BoolVar(&remove, "remove", false, "take the named servers out of the lock")
	return cmd
}

const lockHelp = `Observe servers and pin what they show in the lock file, which belongs into
version control. A server that was not observed completely is not pinned (3). A
server that is pinned already and shows something else is not touched (1): look
at it with check, and pin it with accept.

The lock is the file of --lock; with --user the one in your configuration folder;
else mooring.lock.json in the nearest folder, from here up to the top of the git
repository, that holds one or a mooring.yaml; else the one in your configuration
folder, if there is one; else a new one here.

Without a name a server is called after its program or package.

A surface that nobody has approved yet is looked at: when a tool hides text (R01)
or instructs the model (R02), the server is not pinned (1) unless --alarm-reason
says why it may be, which the lock keeps. See "mooring explain R01". A surface in
which two items of a kind have one name is never pinned (3): nobody could tell
which of the two a later change is about, whatever the reason.

--repeat observes several times. A text in which only dates, times, ids or numbers
differ is then pinned as a template with typed holes, if a reason is given; any
text outside its template is drift.

With --plugin, what an Agent Plugins package declares of the tools of servers, by the
names that its mcp.json has for them, is pinned beside them, in the same step as a server
that is named with its command or is not pinned yet. Without one, all that it declares of
pinned servers is pinned, and none is started. What it declares of its skills is pinned
beside each of its servers; a plugin without a server has no place in the lock. A band
that is lower than the pinned one, or gone, is not (1): see accept.

The lock holds names of variables and headers, never their values; arguments
that look like secrets are replaced.`

// givenReason refuses a --alarm-reason that says nothing.
func givenReason(cmd *cobra.Command, reason string) error {
	if cmd.Flags().Changed("alarm-reason") && strings.TrimSpace(reason) == "" {
		return usagef("", "--alarm-reason is blank, want the reason for which alarms may stand")
	}
	return nil
}

// reasons are why something may be pinned that is not as a matter of course.
type reasons struct {
	template string // for texts that change by themselves
	alarm    string // for a first look that alarms
}

// pinning says where and how servers are pinned.
type pinning struct {
	file     lockFile
	repeat   int // how often each is observed, at least 1
	why      reasons
	how      invocation
	declared []declaring // plugins whose bands are pinned with the servers
}

// observeAndPin observes servers as the policy says, and pins what can be pinned.
func (a *app) observeAndPin(ctx context.Context, f *targetFlags, targets []target, p pinning) error {
	if err := a.heed(targets); err != nil {
		return err
	}
	observations, err := a.repeated(ctx, f, targets, p.repeat)
	if err != nil {
		return err
	}
	return a.pin(p, observations)
}

// pin adds what can be pinned, writes once, and ends with the worst status. When
// somebody else wrote meanwhile, their entries are read and ours added to them.
func (a *app) pin(p pinning, observations []observation) error {
	err := a.pinInto(p, observations)
	for range 50 {
		if !errors.Is(err, errChanged) {
			break
		}
		if p.file, err = readLock(p.file.path, true); err != nil {
			return err
		}
		err = a.pinInto(p, observations)
	}
	return err
}

func (a *app) pinInto(p pinning, observations []observation) error {
	status := statusPassed
	lock := p.file.lock
	var lines, fresh []string
	bands := newBandPinning(a, p.file, nil, a.leaveLowered)
	for _, o := range observations {
		entry, line, s := pinOne(p.file.lock, o, p.why, p.how)
		lines = append(lines, line)
		if s == statusPassed {
			beside, told, bandStatus, err := bands.pinDeclared(p.declared, entry)
			if err != nil {
				return err
			}
			lock, s, lines = lock.Put(beside), bandStatus, append(lines, told...)
			if _, pinned := p.file.lock.Get(o.id); !pinned && len(entry.Tools) > 0 {
				fresh = append(fresh, o.id)
			}
		}
		if o.observed() || !o.optional {
			status = worseStatus(status, s)
		}
	}
	if err := p.file.write(lock); err != nil {
		return err
	}
	if fresh = a.lackAxes(lock, fresh); p.how.offers && len(fresh) > 0 {
		lines = append(lines, visible.Block(offerBands(p.how.lock, fresh...)))
	}
	a.tell(lines)
	return quiet(status)
}

// pinDeclared puts what plugins declare of a server beside its pin.
func (p bandPinning) pinDeclared(plugins []declaring, entry lockfile.Entry) (_ lockfile.Entry, lines []string, status int, err error) {
	for _, d := range plugins {
		if !slices.Contains(d.concerned(), entry.ID) {
			continue
		}
		if d.displaces(entry) {
			return entry, nil, 0, d.displacing(entry)
		}
		after, told, s, err := p.beside(d, entry)
		if err != nil {
			return entry, nil, 0, err
		}
		entry, status = after, worseStatus(status, s)
		for _, line := range told {
			lines = append(lines, visible.Text(line))
		}
	}
	return entry, lines, status, nil
}

// heed has servers observed as the policy says.
func (a *app) heed(targets []target) error {
	set, _, err := a.policies("")
	p := set.Policy
	for i, t := range targets {
		targets[i].retries, targets[i].optional = p.Servers[t.id].Retries, p.Optional(t.id)
	}
	return err
}

// worseStatus returns the stronger of two exit statuses: 1 beats 3 beats 0.
func worseStatus(a, b int) int {
	rank := map[int]int{statusPassed: 0, statusUnknown: 1, statusRefused: 2}
	if rank[b] > rank[a] {
		return b
	}
	return a
}

// entryOf makes a lock entry of an observation, or says why that cannot be.
func entryOf(o observation) (entry lockfile.Entry, line string, status int) {
	if o.err != nil {
		line = "not pinned: " + o.failureText()
		if hint := o.failureHint(); hint != "" {
			line += "\n  " + hint
		}
		return entry, line, statusUnknown
	}
	s := o.surface
	s.Server.Artifact = o.artifact()
	entry, err := lockfile.Pin(s)
	if err != nil {
		return entry, "not pinned: " + err.Error(), statusUnknown
	}
	return entry, "", statusPassed
}

// pinOne decides about one server. The line is ready to be shown: hidden characters
// of whatever somebody else wrote are spelled out, once.
func pinOne(lock lockfile.Lock, o observation, why reasons, how invocation) (entry lockfile.Entry, line string, status int) {
	entry, line, status = entryOf(o)
	if status != statusPassed {
		return entry, visible.Block(line), status
	}
	if entry, line, status = settle(entry, o, why.template); status != statusPassed {
		return entry, visible.Block(line), status
	}
	if line, status, err := disagreement(o); err != nil || status != statusPassed {
		return entry, visible.Block(cmp.Or(line, fmt.Sprint(err))), cmp.Or(status, statusUnknown)
	}
	entry.Profiles = o.identities()
	old, pinned := lock.Get(o.id)
	switch {
	case !pinned:
		return pinNew(entry, o, why.alarm, how)
	case samePin(old, entry) || fitsTemplates(old, o):
		return old, visible.Block(fmt.Sprintf("unchanged: %s: %s", o.id, old.SurfaceDigest)), statusPassed
	}
	return entry, visible.Block(fmt.Sprintf("not pinned: server %q is pinned already and differs in %s\n  %s", o.id, differing(old, entry, o), whatHelps(old, entry, o, how))), statusRefused
}

// pinNew decides about a surface that nobody has approved, after a first look.
func pinNew(entry lockfile.Entry, o observation, reason string, how invocation) (_ lockfile.Entry, line string, status int) {
	sight := firstsight.Look(o.surface, taxonomy.Imperatives())
	see := how.line("inspect", o.id)
	alarms := report.AlarmLines(sight)
	if alarms != nil && reason == "" {
		head := visible.Block(fmt.Sprintf("not pinned: server %q alarms at first sight:", o.id))
		tail := []string{"see all of it with: " + visible.Block(see), "pin it nevertheless with: --alarm-reason TEXT"}
		return entry, below(head, slices.Concat(alarms, tail)), statusRefused
	}
	if alarms != nil {
		entry.AlarmReason = reason
	}
	head := visible.Block(fmt.Sprintf("pinned: %s: %s, %s", o.id, contents(entry.Surface), entry.SurfaceDigest))
	notes := slices.Concat(hazardNotes(o.surface), unpinnedNote(entry.Surface.Server.Artifact), unaskedNotes(o), report.SightCounts(sight, see))
	return entry, below(head, notes), statusPassed
}

// below writes notes below a line.
func below(line string, notes []string) string {
	return strings.Join(append([]string{line}, notes...), "\n  ")
}

// samePin reports whether a new entry says what the old one says. What the
// server calls itself may differ.
func samePin(old, entry lockfile.Entry) bool {
	return slices.Equal(old.Profiles, entry.Profiles) && old.SurfaceDigest == entry.SurfaceDigest && old.Surface.Context == entry.Surface.Context &&
		len(old.Surface.Server.Launch.Differences(entry.Surface.Server.Launch)) == 0
}

// fitsTemplates reports whether a surface differs from its pin only in texts that
// have a template there.
func fitsTemplates(old lockfile.Entry, o observation) bool {
	if len(old.Templates) == 0 || old.Surface.Context != o.surface.Context || len(old.Surface.Server.Launch.Differences(o.launch)) > 0 {
		return false
	}
	s, err := check.Compare(o.id, pinnedSide(old), check.Observation{Surface: o.surface}, check.Options{Templates: templatesOf(old)})
	return err == nil && s.Verdict == check.Passed
}

// contents counts the items of a surface: "4 tools, 1 prompt".
func contents(s surface.Surface) string {
	var parts []string
	for _, l := range s.Listings {
		switch n := len(l.Items); {
		case n == 1:
			parts = append(parts, "1 "+strings.TrimSuffix(l.Kind.Plural(), "s"))
		case n > 1 || l.Kind == surface.Tool:
			parts = append(parts, fmt.Sprintf("%d %s", n, l.Kind.Plural()))
		}
	}
	return strings.Join(parts, ", ")
}

// unaskedNotes name the clients that start the server and cannot be asked as.
func unaskedNotes(o observation) []string {
	var out []string
	for _, gap := range unasked(o) {
		out = append(out, visible.Block("note: "+gap.Detail))
	}
	return out
}

// unpinnedNote warns of a launch that takes what is newest.
func unpinnedNote(a surface.Artifact) []string {
	if !a.Launched() || a.Pinned() {
		return nil
	}
	return []string{visible.Block(fmt.Sprintf("warning: the launch takes whatever version of %s is newest; name an exact one, so that a change has a cause", a))}
}

func hazardNotes(s surface.Surface) []string {
	var out []string
	for _, h := range s.Hazards {
		out = append(out, fmt.Sprintf("hazard %s %s %s", h.Code, visible.Text(h.Where), visible.Text(h.Detail)))
	}
	return out
}

func (a *app) unpin(file lockFile, names []string) error {
	if len(names) == 0 {
		return usagef("mooring lock --remove NAME", "no server is named")
	}
	lock := file.lock
	names = unique(names)
	for _, name := range names {
		if _, pinned := lock.Get(name); !pinned {
			return usagef("", "server %q is not in %q", name, file.path)
		}
		lock = lock.Remove(name)
	}
	if err := file.write(lock); err != nil {
		return err
	}
	for _, name := range names {
		fmt.Fprintf(a.io.Stdout, "removed: %s\n", visible.Text(name))
	}
	return nil
}
