package plugin

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/mooring-mcp/mooring/band"
	"github.com/mooring-mcp/mooring/contract"
)

// DiffSchema is the id of the record that a [Diff] is.
const DiffSchema = "mooring.plugin_diff.v1"

// Change is what became of a declaration.
type Change string

// The changes. Lowered and Removed break: the risk that an installing user was told of
// is not that of the new version (spec risk-bands §6.3).
const (
	Lowered Change = "lowered"
	Removed Change = "removed"
	Raised  Change = "raised"
	Added   Change = "added"
	Altered Change = "changed" // other axes, the same band
)

// Breaks reports a change that asks for a major version, or for a minor one below 1.0.0.
func (c Change) Breaks() bool { return c == Lowered || c == Removed }

// Moved is one operation whose declaration differs.
type Moved struct {
	ID string `json:"id"`
	// Environment is where it differs; "" for everywhere.
	Environment string `json:"environment,omitempty"`
	Change      Change `json:"change"`
	Before      *Said  `json:"before"` // null for none
	After       *Said  `json:"after"`
}

// Diff is what differs between the declarations of two versions of a plugin.
type Diff struct {
	Schema string  `json:"schema"` // always [DiffSchema]
	Before Named   `json:"before"`
	After  Named   `json:"after"`
	Moved  []Moved `json:"operations"` // by id and environment
	// Findings are about the versions by themselves: one that goes down, or is that of
	// another content.
	Findings []Finding `json:"findings"`
	// Asks is the step of the version that the change asks for: none, or major, or minor
	// where the version before is below 1.0.0.
	Asks contract.BumpLevel `json:"asks"`
	// Step is the step between the versions, "" where they show none, for the reason in
	// StepError.
	Step      contract.BumpLevel `json:"step,omitempty"`
	StepError string             `json:"step_error,omitempty"`
	// Enough reports that the versions show the step that is asked for.
	Enough bool `json:"enough"`
	// Complete is false where a side was not read to its end, or where both have one version
	// and it is not known whether they are the same.
	Complete bool `json:"complete"`
}

// ErrOther says that two packages are not versions of one plugin.
var ErrOther = errors.New("two different plugins")

// ErrRejected says that a side is no plugin that a client would load, or could not be
// judged.
var ErrRejected = errors.New("not a plugin that a client would load")

// Compare compares the declarations of two versions of a plugin. The error wraps
// [ErrOther] or [ErrRejected].
func Compare(before, after Package) (Diff, error) {
	for i, p := range []Package{before, after} {
		if p.Rejected {
			return Diff{}, fmt.Errorf("%s: %w", []string{"before", "after"}[i], ErrRejected)
		}
	}
	if before.Manifest.Name != after.Manifest.Name {
		return Diff{}, fmt.Errorf("%q and %q: %w", before.Manifest.Name, after.Manifest.Name, ErrOther)
	}
	d := Diff{
		Schema: DiffSchema, Before: before.named(), After: after.named(), Moved: moved(before.Declared, after.Declared), Asks: contract.BumpNone,
		Complete: before.Count(Unknown)+after.Count(Unknown) == 0,
	}
	if slices.ContainsFunc(d.Moved, func(m Moved) bool { return m.Change.Breaks() }) {
		d.Asks = breakingStep(before.Manifest.Version)
	}
	d.weigh()
	var known bool
	d.Findings, known = versionFindings(before, after)
	d.Complete = d.Complete && known
	return d, nil
}

// breakingStep is what a break asks for after a version. Below 1.0.0, where the major
// number stands still, the minor one tells of it (SemVer 2.0.0 §4).
func breakingStep(version string) contract.BumpLevel {
	if same, err := contract.StepBetween(version, version); err == nil && same.Unstable {
		return contract.BumpMinor
	}
	return contract.BumpMajor
}

// weigh holds what is asked for against the versions. Versions that show no step show
// none that is enough for a break.
func (d *Diff) weigh() {
	step, err := stepBetween(d.Before.Version, d.After.Version)
	if err != nil {
		d.StepError, d.Enough = err.Error(), d.Asks == contract.BumpNone
		return
	}
	d.Step, d.Enough = step.Bump, step.Covers(d.Asks)
}

func moved(before, after []Operation) []Moved {
	sides := map[string][2]*Operation{}
	for side, list := range [][]Operation{before, after} {
		for i := range list {
			both := sides[list[i].ID]
			both[side] = &list[i]
			sides[list[i].ID] = both
		}
	}
	out := []Moved{}
	for _, id := range slices.Sorted(maps.Keys(sides)) {
		out = append(out, movedOne(id, sides[id][0], sides[id][1])...)
	}
	return out
}

// movedOne compares an operation, and then each environment of either side, for which
// a side that does not name it has what holds everywhere. What an environment has from
// everywhere on both sides is said once.
func movedOne(id string, before, after *Operation) []Moved {
	var out []Moved
	everywhere := change(declarationOf(before), declarationOf(after))
	if everywhere != "" {
		out = append(out, Moved{ID: id, Change: everywhere, Before: saidOf(declarationOf(before)), After: saidOf(declarationOf(after))})
	}
	if before == nil || after == nil {
		return out
	}
	var names []string
	for _, e := range slices.Concat(before.Environments, after.Environments) {
		names = append(names, e.Name)
	}
	slices.SortFunc(names, cmp.Compare)
	for _, name := range slices.Compact(names) {
		b, a := before.in(name), after.in(name)
		if b.word() == before.word() && a.word() == after.word() && everywhere != "" {
			continue
		}
		if c := change(&b, &a); c != "" && (c != Altered || everywhere != Altered) {
			out = append(out, Moved{ID: id, Environment: name, Change: c, Before: saidOf(&b), After: saidOf(&a)})
		}
	}
	return out
}

// word is a declaration in words: never_allow, the band that holds, or both.
func (d Declaration) word() string {
	if d.NeverAllow {
		return "never_allow " + string(d.Band)
	}
	return string(d.Band)
}

func declarationOf(op *Operation) *Declaration {
	if op == nil {
		return nil
	}
	return &op.Declaration
}

func saidOf(d *Declaration) *Said {
	if d == nil {
		return nil
	}
	s := d.said()
	return &s
}

// in is what an operation declares in an environment.
func (o Operation) in(environment string) Declaration {
	if i, named := o.environment(environment); named {
		return o.Environments[i].Declaration
	}
	return o.Declaration
}

// change says what became of a declaration, "" for nothing.
func change(before, after *Declaration) Change {
	switch {
	case before == nil && after == nil:
		return ""
	case before == nil:
		return Added
	case after == nil:
		return Removed
	}
	switch step := band.CompareDeclared(before.Band, before.NeverAllow, after.Band, after.NeverAllow); {
	case step > 0:
		return Lowered
	case step < 0:
		return Raised
	case before.Axes != after.Axes || before.Declared != after.Declared:
		return Altered
	}
	return ""
}

// Rank orders declarations: 0 to 2 by band, 3 for never_allow, -1 for none.
func (s *Said) Rank() int {
	switch {
	case s == nil:
		return -1
	case s.NeverAllow:
		return band.Escalate.Rank() + 1
	}
	return s.Band.Rank()
}

// Word is a declaration in one word: its band, "never_allow", or "undeclared".
func (s *Said) Word() string {
	switch {
	case s == nil:
		return "undeclared"
	case s.NeverAllow:
		return "never_allow"
	case s.Band == band.None:
		return "undeclared"
	}
	return string(s.Band)
}
