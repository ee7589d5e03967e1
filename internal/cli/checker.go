package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/lockfile"
	"github.com/mooring-mcp/mooring/internal/policy"
	"github.com/mooring-mcp/mooring/surface"
)

// checker compares observations with every baseline there is: the lock, and what
// is declared.
type checker struct {
	judge

	weigher   *policy.Weigher
	how       invocation
	bands     bandChecks
	lock      lockfile.Lock
	lockText  []byte
	targets   []target
	baselines map[string]check.Baseline // by server; zero when nothing is declared
}

// prepare reads the lock and the declared manifests. A lock that is missing is
// no error when every server is declared.
func (c *checker) prepare(path string, targets []target) error {
	c.targets, c.baselines = targets, map[string]check.Baseline{}
	alone, used := len(targets) == 1, false
	undeclared := false
	for _, t := range targets {
		b, err := c.baseline(t.id, alone)
		if err != nil {
			return err
		}
		c.baselines[t.id] = b
		used = used || b.Declared != nil && b.Declared == c.declared
		undeclared = undeclared || b.IsZero()
	}
	if c.declared != nil && !used {
		return usagef("", "the declared manifest is of server %q, which is not among those to check", c.declared.ServerID)
	}
	file, err := readLock(path, !undeclared)
	c.lock, c.lockText = file.lock, file.text
	return err
}

// startable are the servers that somebody approved: pinned, or declared.
func (c *checker) startable() []target {
	out := slices.DeleteFunc(slices.Clone(c.targets), func(t target) bool {
		_, pinned := c.lock.Get(t.id)
		return !pinned && c.baselines[t.id].IsZero()
	})
	for i, t := range out {
		out[i].retries = c.policy.Servers[t.id].Retries
		if entry, pinned := c.lock.Get(t.id); pinned {
			out[i] = out[i].like(entry)
		}
	}
	return out
}

// subjects judges every server: what was observed, and what was not started.
func (c *checker) subjects(observations []observation) ([]check.Subject, error) {
	var out []check.Subject
	for _, o := range observations {
		s, err := c.compare(o)
		if err != nil {
			return nil, err
		}
		s.LimitSize(c.policy.SizeLimit(o.id))
		out = append(out, s)
	}
	c.bands.addAll(out, c.lock)
	for _, t := range c.targets {
		if slices.ContainsFunc(observations, func(o observation) bool { return o.id == t.id }) {
			continue
		}
		s := newSubject(t.id)
		s.Add(serverFinding(check.RuleUnpinned, check.Fail, "server is not pinned, so it was not started; look at it with: "+c.how.line("inspect", t.id)+"; pin it with: "+c.how.line("lock", t.id)))
		s.Conclude()
		out = append(out, s)
	}
	return out, nil
}

// compare judges one observation against its entry in the lock, or against what
// is declared when the lock does not name the server.
func (c *checker) compare(o observation) (check.Subject, error) {
	entry, pinned := c.lock.Get(o.id)
	now := check.Observation{Label: "observed now", Surface: o.surface}
	b := c.baselines[o.id]
	for _, accepted := range entry.Accepted {
		c.weigher.Accept(accepted.Fingerprint, check.Suppression{Source: check.SuppressedByLock, Who: accepted.Who, Reason: accepted.Why})
	}
	switch {
	case !o.observed():
		s := newSubject(o.id)
		s.Gaps = append(s.Gaps, check.Gap{Code: "not_observed", Detail: o.reasonAndHint(), Warning: c.policy.Optional(o.id)})
		return concluded(s, entry, pinned, o), nil
	case !pinned:
		return check.CompareDeclared(o.id, b, now, c.lens(b), c.policy.Partial())
	case o.surface.Context != entry.Surface.Context:
		s := newSubject(o.id)
		s.Gaps = append(s.Gaps, check.Gap{Code: "context_changed", Detail: contextText(entry.Surface.Context, o.surface.Context)})
		return concluded(s, entry, pinned, o), nil
	}
	options := c.compareOptions(b)
	options.Templates = templatesOf(entry)
	s, err := check.Compare(o.id, pinnedSide(entry), now, options)
	if err != nil {
		return s, err
	}
	addCause(&s, entry, o)
	s.Gaps = append(append(s.Gaps, notAskedAs(entry, o)...), unasked(o)...)
	if err := addProfiles(&s, o); err != nil {
		return s, err
	}
	return concluded(s, entry, pinned, o), nil
}

// notAskedAs names the identities of the pin under which nobody asked now.
func notAskedAs(entry lockfile.Entry, o observation) []check.Gap {
	var out []check.Gap
	for _, name := range entry.Profiles {
		if name != o.profile.name && !slices.Contains(o.identities(), name) {
			out = append(out, check.Gap{Code: "not_asked_as", Detail: "the pin was made as " + name + ", too, which was not asked as now", Warning: true})
		}
	}
	return out
}

// unasked names the clients that start the server and whose identity is not known.
func unasked(o observation) []check.Gap {
	var out []check.Gap
	for _, client := range o.strangers {
		out = append(out, check.Gap{Code: "not_asked_as", Detail: client + " names the server, too; how it presents itself is not known, so nobody asked as it", Warning: true})
	}
	return out
}

// addCause says why a changed surface may have changed. Where the launch alone differs nothing
// has to be explained, but that another version of the package runs, which a policy may let pass.
func addCause(s *check.Subject, entry lockfile.Entry, o observation) {
	cause := check.CauseOf(entry.Surface.Server.Artifact, o.artifact())
	relaunched := len(entry.Surface.Server.Launch.Differences(o.launch)) > 0
	if len(s.Changes) > 0 || relaunched && cause.Code == check.CausePackage {
		s.Cause = &cause
	}
}

func concluded(s check.Subject, entry lockfile.Entry, pinned bool, o observation) check.Subject {
	if pinned {
		addLaunchFindings(&s, entry, o)
	}
	s.Conclude()
	return s
}

// addLaunchFindings reports every part of the launch that is not the pinned one.
func addLaunchFindings(s *check.Subject, entry lockfile.Entry, o observation) {
	for _, d := range entry.Surface.Server.Launch.Differences(o.launch) {
		f := serverFinding(check.RuleLaunchChanged, check.Fail, fmt.Sprintf("launch differs in %s: pinned %s, now %s", d.Part, orNone(d.Before), orNone(d.After)))
		f.Pointer = "/launch/" + d.Part
		f.BeforeDigest, f.AfterDigest = check.TextDigest(d.Before), check.TextDigest(d.After)
		f.Before, f.After = check.JSONText(d.Before), check.JSONText(d.After)
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
	return check.Observation{Label: "pinned", Surface: e.Surface, Unordered: true}
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
