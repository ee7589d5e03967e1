package policy

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/check"
)

// Weigher decides about the findings of one run of a command. It remembers what it
// used, for [Weigher.Warnings]; it must not be used concurrently.
type Weigher struct {
	set     Set
	command string
	today   string
	preset  check.Preset
	ignored map[[2]int]bool
	servers []string
	any     bool // some finding was decided about
	// accepted are findings that the lock lets stand, by fingerprint.
	accepted map[string]check.Suppression
}

// Weigher returns what decides for a command on a day, given as YYYY-MM-DD.
func (s Set) Weigher(command, today string) *Weigher {
	w := &Weigher{set: s, command: command, today: today, preset: defaultPreset(command), ignored: map[[2]int]bool{}, accepted: map[string]check.Suppression{}}
	w.set.warnings = slices.Clone(s.warnings)
	said := check.Preset("")
	for _, l := range s.Layers {
		p, is := l.Policy.Preset.of(command)
		switch {
		case is && said == check.Consumer && p == check.Author:
			w.set.milder(l, "$.preset", "preset author is milder than consumer, which a higher policy sets")
		case is:
			said = p
		}
	}
	w.preset = cmp.Or(said, w.preset)
	return w
}

// Preset is the preset that the command starts from.
func (w *Weigher) Preset() check.Preset { return w.preset }

// Accept lets findings stand that the lock accepts, by fingerprint.
func (w *Weigher) Accept(fingerprint string, s check.Suppression) { w.accepted[fingerprint] = s }

// Weighing says by what is weighed.
func (w *Weigher) Weighing() check.Weighing {
	return check.Weighing{Preset: w.preset.String(), FailOn: w.set.Policy.FailOn, Layers: w.set.layers()}
}

// Warn adds a warning about the policy to those of the weigher.
func (w *Weigher) Warn(code, where, format string, args ...any) {
	w.set.warn(code, where, format, args...)
}

// Weigh decides about a subject.
func (w *Weigher) Weigh(s *check.Subject) {
	server := s.Server
	if s.Configuration != "" {
		server = strings.TrimSuffix(server, "["+s.Configuration+"]")
	}
	if !slices.Contains(w.servers, server) {
		w.servers = append(w.servers, server)
	}
	s.Decide(serverDecider{w, server}, w.set.Policy.FailOn)
}

type serverDecider struct {
	*Weigher

	server string
}

// Decide weighs one finding, from the highest layer down: by severity overrides, by
// levels, and by what sets it aside. What a layer says holds for those below.
func (d serverDecider) Decide(f check.Finding, accepted []string) check.Decision {
	d.any = true
	out := d.preset.Decide(f, d.autoAccepted(accepted))
	severity, floor := f.Severity, check.Action("")
	for n, l := range d.set.Layers {
		above := floor
		if said, key, from := d.said(l, f, severity); said != "" && above.Stricter(said) == said {
			out.Action, out.By, severity = said, key, from
			floor = said
		} else if said != "" {
			d.set.milder(l, keyPath(key), "%s: %s is milder than %s of a higher policy", key, said, above)
		}
		d.ignore(n, f, above, &out)
		if _, is := l.Policy.Preset.of(d.command); is {
			floor = floor.Stricter(out.Action)
		}
	}
	if s, is := d.accepted[f.Fingerprint]; is {
		out.Suppressed = &s
	}
	if severity != f.Severity {
		out.Severity = severity
	}
	return out
}

// said is what a layer says of a finding that has a severity by now; "" is nothing.
func (d serverDecider) said(l Layer, f check.Finding, severity string) (said check.Action, key, from string) {
	if o, is := l.Policy.SeverityOverrides[f.Rule]; is {
		g := f
		g.Severity = o.Severity
		severity, key = o.Severity, "severity_overrides."+f.Rule
		said = d.preset.Decide(g, nil).Action
	}
	if a, levels, is := l.Policy.Levels.of(d.command, f.Lens, severity); is {
		said, key = a, cmp.Or(key, levels)
	}
	return said, key, severity
}

// keyPath is the path of a key that decided, for a place in the file.
func keyPath(key string) string {
	head, rest, _ := strings.Cut(key, ".")
	if head == "severity_overrides" {
		return "$." + head + "." + quotePath(rest)
	}
	return "$." + key
}

// ignore sets a finding aside when an ignore of the layer matches, unless a higher
// layer says what becomes of it.
func (d serverDecider) ignore(n int, f check.Finding, above check.Action, out *check.Decision) {
	l := d.set.Layers[n]
	for i, ignore := range l.Policy.Ignore {
		if ignore.expired(d.today) || !ignore.matches(d.server, f) {
			continue
		}
		d.ignored[[2]int{n, i}] = true
		path := "$.ignore" + index(i)
		if above != "" && above != check.Pass {
			d.set.milder(l, path, "an ignore of %s has no effect: a higher policy says %s", f.Rule, above)
			continue
		}
		if out.Suppressed == nil {
			out.Suppressed = &check.Suppression{Source: check.SuppressedByPolicy, Where: l.where(path), Reason: ignore.Reason, Expires: ignore.Expires}
		}
	}
}

// autoAccepted leaves the rules by which a change passes only if the policy lets each
// of them.
func (d serverDecider) autoAccepted(rules []string) []string {
	if only := d.set.Policy.AutoAccept; only != nil {
		for _, id := range rules {
			if !slices.Contains(*only, id) {
				return nil
			}
		}
	}
	return rules
}

// Warnings says what somebody should look at in the policy, after all subjects are
// weighed: ignores that are over, without a reason, or that matched nothing although
// something was found about their servers, and what a higher layer forbids.
func (w *Weigher) Warnings() []check.Warning {
	for n, l := range w.set.Layers {
		for i, ignore := range l.Policy.Ignore {
			where := l.where("$.ignore" + index(i))
			switch about := ignore.about(); {
			case ignore.expired(w.today):
				w.set.warn("policy.ignore_expired", where, "the ignore of %s ended on %s", about, ignore.Expires)
			case w.any && !w.ignored[[2]int{n, i}] && slices.ContainsFunc(w.servers, func(id string) bool { return ignore.Server == "" || glob(ignore.Server, id) }):
				w.set.warn("policy.ignore_unmatched", where, "the ignore of %s matched nothing", about)
			}
			if blank(ignore.Reason) {
				w.set.warn("policy.ignore_without_reason", where, "the ignore of %s has no reason", ignore.about())
			}
		}
	}
	return w.set.warnings
}

// about names an ignore for people.
func (i Ignore) about() string {
	var parts []string
	if len(i.Rules) > 0 {
		parts = append(parts, strings.Join(i.Rules, ", "))
	}
	if i.Entity != "" {
		parts = append(parts, fmt.Sprintf("entity %q", i.Entity))
	}
	if i.Server != "" {
		parts = append(parts, fmt.Sprintf("server %q", i.Server))
	}
	return strings.Join(parts, " of ")
}
