package check

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/band"
	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/surface"
)

// The rules of the lens "bands": what a plugin declares of a server's tools, or of its own
// skills, is not what the lock pins of it.
const (
	RuleBandAdded   = "bands.declared.added"
	RuleBandLowered = "bands.declared.lowered"
	RuleBandRaised  = "bands.declared.raised"
	RuleBandRemoved = "bands.declared.removed"
)

// LensBands is the id of the lens of those rules. It is of declarations and not of surfaces, so
// that no [Lens] has it.
const LensBands = "bands"

// The severities of the lens "bands".
const (
	bandRaised  = "raised"
	bandLowered = "lowered"
)

// BandRules are those rules: id, severity and what each says.
func BandRules() [][3]string {
	return [][3]string{
		{RuleBandAdded, bandRaised, "the plugin declares a band for a tool or skill that had none when it was pinned"},
		{RuleBandLowered, bandLowered, "the plugin declares a lower band for a tool or skill than the pinned one"},
		{RuleBandRaised, bandRaised, "the plugin declares a higher band for a tool or skill than the pinned one"},
		{RuleBandRemoved, bandLowered, "the plugin no longer declares a band for a tool or skill"},
	}
}

// DeclaredBand is what a plugin declares of one tool or skill: a band that only raises, and
// whether it is never to be allowed, which is above every band.
type DeclaredBand struct {
	Band       band.Band `json:"band,omitempty"` // "" where never_allow is all that is declared
	NeverAllow bool      `json:"never_allow,omitempty"`
	// Environments holds what is declared for one environment beyond that, by its name.
	Environments map[string]DeclaredBand `json:"environments,omitempty"`
}

// Declared reports whether anything is.
func (d DeclaredBand) Declared() bool { return d.Band != band.None || d.NeverAllow }

// in is what is declared for an environment.
func (d DeclaredBand) in(environment string) DeclaredBand {
	if e, named := d.Environments[environment]; named {
		return e
	}
	return DeclaredBand{Band: d.Band, NeverAllow: d.NeverAllow}
}

// said is the declaration for people.
func (d DeclaredBand) said() string {
	if d.NeverAllow && d.Band != band.None {
		return fmt.Sprintf("never_allow (band %s)", d.Band)
	}
	return d.word()
}

// word is the declaration in words, which digests are made of.
func (d DeclaredBand) word() string {
	switch {
	case d.NeverAllow && d.Band != band.None:
		return "never_allow, " + string(d.Band)
	case d.NeverAllow:
		return "never_allow"
	case d.Band == band.None:
		return "none"
	}
	return string(d.Band)
}

// CompareBands returns the findings about what is declared of tools, by name, before
// and after. [Subject.Add] takes them.
func CompareBands(before, after map[string]DeclaredBand) []Finding {
	return compareBands(Finding{Kind: Kind(surface.Tool)}, before, after)
}

// skillPrefix begins the id of a skill in a plugin's declarations (spec risk-bands §3).
const skillPrefix = "skill:"

// CompareSkills returns the findings about what is declared of a plugin's skills, by name,
// before and after. A skill is no item of a surface: the finding is of the kind [Server] and
// named "skill:NAME", which no other finding about a server is.
func CompareSkills(before, after map[string]DeclaredBand) []Finding {
	return compareBands(Finding{Kind: Server, Name: skillPrefix}, before, after)
}

// SkillName is the name of the skill that a finding is about.
func (f Finding) SkillName() (name string, is bool) {
	name, is = strings.CutPrefix(f.Name, skillPrefix)
	return name, is && f.Kind == Server
}

// compareBands compares declarations, of whose findings about has the kind and the beginning
// of the name.
func compareBands(about Finding, before, after map[string]DeclaredBand) []Finding {
	names := map[string]bool{}
	for name := range before {
		names[name] = true
	}
	for name := range after {
		names[name] = true
	}
	var out []Finding
	for _, name := range slices.Sorted(maps.Keys(names)) {
		one := about
		one.Name += name
		out = append(out, compareBand(one, before[name], after[name])...)
	}
	return out
}

// compareBand compares what is declared everywhere, and then in each environment. What an
// environment has from everywhere on both sides is said once.
func compareBand(about Finding, before, after DeclaredBand) []Finding {
	var out []Finding
	if f, differs := bandFinding(about, "", before, after); differs {
		out = append(out, f)
	}
	if !before.Declared() || !after.Declared() {
		return out // in every environment
	}
	names := slices.Concat(slices.Collect(maps.Keys(before.Environments)), slices.Collect(maps.Keys(after.Environments)))
	slices.Sort(names)
	for _, environment := range slices.Compact(names) {
		b, a := before.in(environment), after.in(environment)
		if b.word() == before.word() && a.word() == after.word() {
			continue
		}
		if f, differs := bandFinding(about, environment, b, a); differs {
			out = append(out, f)
		}
	}
	return out
}

// bandFinding is what to say of two declarations, if anything.
func bandFinding(f Finding, environment string, before, after DeclaredBand) (Finding, bool) {
	f.Lens, f.Pointer, f.Severity, f.Action = LensBands, "/bands", bandLowered, Fail
	switch step := band.CompareDeclared(before.Band, before.NeverAllow, after.Band, after.NeverAllow); {
	case before.Declared() && !after.Declared():
		f.Rule = RuleBandRemoved
	case step > 0:
		f.Rule = RuleBandLowered
	case step == 0:
		return f, false
	default:
		f.Rule, f.Severity, f.Action = RuleBandRaised, bandRaised, Warn
		if !before.Declared() {
			f.Rule = RuleBandAdded
		}
	}
	where := ""
	if environment != "" {
		f.Pointer = jsonv.AppendPointer("/bands/environments", environment)
		where = fmt.Sprintf("in environment %q: ", environment)
	}
	f.Message = fmt.Sprintf("%spinned %s, now %s", where, before.said(), after.said())
	f.BeforeDigest, f.AfterDigest = TextDigest(before.word()), TextDigest(after.word())
	f.Before, f.After = JSONText(before.word()), JSONText(after.word())
	return f, true
}
