package check

import (
	"maps"
	"strings"

	"github.com/mooring-mcp/mooring/contract"
	"github.com/mooring-mcp/mooring/taxonomy"
)

// Action is what becomes of a finding.
type Action string

// The actions, from mild to strict.
const (
	Pass   Action = "pass"
	Warn   Action = "warn"
	Review Action = "review" // somebody has to look and accept
	Fail   Action = "fail"
)

// Actions are all actions, from mild to strict.
func Actions() []Action { return []Action{Pass, Warn, Review, Fail} }

var strictness = map[Action]int{Fail: 0, Review: 1, Warn: 2, Pass: 3}

// AtLeast reports whether an action is as strict as another, or stricter.
func (a Action) AtLeast(b Action) bool { return strictness[a] <= strictness[b] }

// Stricter returns the stricter of two actions; "" is milder than every other.
func (a Action) Stricter(b Action) Action {
	if a == "" || b != "" && b.AtLeast(a) {
		return b
	}
	return a
}

// Levels say which action a severity has, by lens and by the lens's own word for
// the severity, such as "taxonomy" and "HIGH". Where there is no entry, a finding
// keeps the action that its lens gives it.
type Levels map[string]map[string]Action

// Action looks a severity up.
func (l Levels) Action(lens, severity string) (Action, bool) {
	a, known := l[lens][severity]
	return a, known
}

// Preset is a complete set of answers to the question what becomes of a finding.
type Preset string

// The presets. The zero value is [Consumer]: who says nothing about a surface is
// shown every change of it.
const (
	// Author asks whether a change breaks callers or attacks: contract BREAKING and
	// taxonomy CRITICAL fail, the other warnings of the specifications warn, and a signal
	// that a rule of [AcceptRules] explains passes.
	Author Preset = "author"
	// Consumer asks whether the surface is the approved one: every change is for
	// review, attack signals fail, and a closed list passes ([AcceptRules]).
	Consumer Preset = "consumer"
)

// Presets are all presets.
func Presets() []Preset { return []Preset{Author, Consumer} }

// Levels returns the levels of a preset, which the caller may change. The keys
// "params" and "bands" are of the lenses for parameters and risk bands.
func (p Preset) Levels() Levels {
	l := consumerLevels
	if p == Author {
		l = authorLevels
	}
	out := Levels{}
	for lens, levels := range l {
		out[lens] = maps.Clone(levels)
	}
	return out
}

var authorLevels = Levels{
	"drift":    {"low": Pass, "medium": Pass, "high": Pass},
	"taxonomy": taxonomyLevels(Warn, Warn, Warn, Fail),
	"contract": contractLevels(Pass, Pass, Warn, Fail),
	"params":   {"gained": Warn},
	"bands":    {"raised": Pass, "lowered": Fail},
}

var consumerLevels = Levels{
	"drift":    {"low": Review, "medium": Review, "high": Review},
	"taxonomy": taxonomyLevels(Review, Review, Review, Fail),
	"contract": contractLevels(Pass, Pass, Review, Review),
	"params":   {"gained": Warn},
	"bands":    {"raised": Warn, "lowered": Fail},
}

func taxonomyLevels(low, medium, high, critical Action) map[string]Action {
	return map[string]Action{
		string(taxonomy.None): Pass, string(taxonomy.Low): low, string(taxonomy.Medium): medium, string(taxonomy.High): high, string(taxonomy.Critical): critical,
	}
}

func contractLevels(documentation, nonBreaking, potentially, breaking Action) map[string]Action {
	return map[string]Action{
		string(contract.Documentation): documentation, string(contract.NonBreaking): nonBreaking,
		string(contract.PotentiallyBreaking): potentially, string(contract.Breaking): breaking,
	}
}

// ruleListingInvalid is of a listing whose input schemas were no schemas of MCP before
// either.
const ruleListingInvalid = "tool.listing.invalid"

// rule is what a preset says of one rule, whatever its severity.
func (p Preset) rule(f Finding) (Action, bool) {
	switch {
	case f.Rule == RuleNameRepeated(f.Kind):
		return Fail, true // nobody can tell which of the two is meant
	case f.Rule == ruleListingInvalid:
		return Warn, true // a standing warning (reading C13)
	case p != Author && f.Kind == Server && strings.HasPrefix(f.Pointer, "/serverInfo/") && f.Severity != string(contract.Documentation):
		return Warn, true // what a server says of itself is shown, not gated
	case p == Author && strings.HasSuffix(f.Rule, ".safetyStrengthened"):
		return Pass, true // reading C12
	}
	return "", false
}

// Decide gives a finding the action of the preset; see [Decider].
func (p Preset) Decide(f Finding, accepted []string) Decision {
	return p.With(nil).Decide(f, accepted)
}

// With returns a decider by the preset, in which levels, where they have an entry,
// stand instead of the preset's.
func (p Preset) With(levels Levels) Decider { return presetDecider{p, p.Levels(), levels} }

type presetDecider struct {
	preset Preset
	base   Levels
	levels Levels
}

func (d presetDecider) Decide(f Finding, accepted []string) Decision {
	if len(accepted) > 0 && d.preset != Author {
		return Decision{Action: Pass, By: strings.Join(accepted, ", ")}
	}
	if a, known := d.levels.Action(f.Lens, f.Severity); known {
		return Decision{Action: a, By: "levels." + f.Lens + "." + f.Severity}
	}
	if d.preset == Author && f.ExplainedBy != "" {
		return Decision{Action: Pass, By: f.ExplainedBy}
	}
	if a, known := d.preset.rule(f); known {
		return Decision{Action: a, By: "preset " + d.preset.String()}
	}
	if a, known := d.base.Action(f.Lens, f.Severity); known {
		return Decision{Action: a, By: "preset " + d.preset.String()}
	}
	return Decision{Action: f.own, By: "rule"}
}

// String is the preset's name, also of the zero value.
func (p Preset) String() string {
	if p == "" {
		return string(Consumer)
	}
	return string(p)
}
