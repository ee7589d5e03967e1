package check

import (
	"slices"

	"github.com/mooring-mcp/mooring/contract"
)

// Decider says what becomes of findings. A [Preset] is one.
type Decider interface {
	// Decide is asked about every finding. accepted holds the rules of [AcceptRules]
	// that together cover all of the finding's change, when what runs is known to be
	// another version of the same package; it is nil otherwise. It must not keep the
	// finding's slices.
	Decide(f Finding, accepted []string) Decision
}

// Decision is what becomes of one finding.
type Decision struct {
	Action Action
	By     string // what decided, for people: "preset consumer", "severity_overrides.R05"
	// Severity, unless "", is put in place of the lens's.
	Severity string
	// Suppressed, unless nil, takes the finding out of the verdict. It stays in the report.
	Suppressed *Suppression
}

// Suppression says who set a finding aside, and why.
type Suppression struct {
	Source  string `json:"source"` // [SuppressedByPolicy] or [SuppressedByLock]
	Where   string `json:"where,omitempty"`
	Who     string `json:"who,omitempty"`
	Reason  string `json:"reason,omitempty"`  // "" when nobody gave one
	Expires string `json:"expires,omitempty"` // the last day, as YYYY-MM-DD; "" for never
}

// The sources of a [Suppression].
const (
	SuppressedByPolicy = "policy" // an ignore of mooring.yaml
	SuppressedByLock   = "lock"   // accept --finding
)

// capAt makes a finding no stricter than an action, for a reason.
func (f *Finding) capAt(most Action, why string) {
	if f.AtMost == "" || f.AtMost.AtLeast(most) {
		f.AtMost, f.CappedBy = most, why
	}
}

// Decide has the subject weighed by a decider, from now on, and concludes. failOn is
// the mildest action that refuses, "" for [Review].
func (s *Subject) Decide(d Decider, failOn Action) {
	s.decider, s.failOn = d, failOn
	s.Conclude()
}

// decide gives every finding its action and sets those aside that are suppressed.
func (s *Subject) decide() {
	d := s.decider
	if d == nil {
		d = Consumer
	}
	accepted := s.acceptable()
	s.explain()
	for i := range s.Findings {
		f := &s.Findings[i]
		if f.Overridden != "" {
			f.Severity, f.Overridden = f.Overridden, ""
		}
		covered := accepted[f.item()]
		if f.Lens == LensBands {
			covered = nil // a plugin's declaration is no part of the item's change
		}
		got := d.Decide(*f, covered)
		f.Action, f.DecidedBy, f.Suppressed = got.Action, got.By, got.Suppressed
		if f.AtMost != "" && !f.AtMost.AtLeast(f.Action) {
			f.Action, f.DecidedBy = f.AtMost, f.CappedBy
		}
		if got.Severity != "" && got.Severity != f.Severity {
			f.Severity, f.Overridden = got.Severity, f.Severity
		}
	}
	s.accepted = accepted
}

// recount adds up the contract's severities once more, without what is set aside.
func (s *Subject) recount() {
	if s.Contract == nil {
		return
	}
	var list []contract.Finding
	counts, worst := map[string]int{}, contract.None
	for _, f := range s.Findings {
		if f.Lens == (Contract{}).ID() && f.Severity != "" && f.Suppressed == nil {
			counts[f.Severity]++
			worst = worst.Worse(contract.Severity(f.Severity))
			list = append(list, contract.Finding{Rule: f.Rule, Severity: contract.Severity(f.Severity)})
		}
	}
	s.Contract.Severity, s.Contract.Counts = string(worst), counts
	s.Contract.Bump = string(s.Contract.bumps.Bump(list, false))
}

// AllSuppressed reports that something would not have passed, and that all of it is
// set aside: the subject passed by decision and not because nothing was found.
func (s Subject) AllSuppressed() bool {
	open := slices.ContainsFunc(s.Findings, func(f Finding) bool { return f.Suppressed == nil && f.Action != Pass })
	aside := slices.ContainsFunc(s.Findings, func(f Finding) bool { return f.Suppressed != nil && f.Action != Pass })
	return aside && !open
}
