package check

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/mooring-mcp/mooring/contract"
	"github.com/mooring-mcp/mooring/taxonomy"
)

// The rules of the contract lens that no change breaks by itself: what somebody
// intends or allows is exceeded.
const (
	RuleBumpExceeded    = "contract.bump.exceeded"
	RuleSurfaceTooLarge = "contract.surface.tooLarge"
)

// ContractGates are those rules, id and what each says.
func ContractGates() [][2]string {
	return [][2]string{
		{RuleBumpExceeded, "the change asks for a greater step of the version than is intended (diff --expect-bump)"},
		{RuleSurfaceTooLarge, "the surface has more bytes than the policy allows (max_surface_bytes)"},
	}
}

// Intended is the step of a version number that somebody means to make.
type Intended struct {
	contract.Step

	Source string `json:"source"` // where that was read, for people
	Enough bool   `json:"enough"` // set by [Subject.ExpectBump]: the change asks for no more
}

// ExpectBump weighs a subject by the version number that its change is released
// under. That it differs is then what is intended: of the lenses drift and contract
// every finding about a change passes, and one fails when the change asks for more
// than the step covers. What the security lens leaves to a review only warns, since
// whoever says what is intended has looked; what it fails, names listed twice, and
// whatever could not be told count as before. It has to be called once, after
// [Compare].
func (s *Subject) ExpectBump(intended Intended, table contract.BumpTable) {
	if s.Contract == nil {
		return
	}
	asked := contract.BumpLevel(s.Contract.Bump)
	intended.Enough = intended.Covers(asked)
	s.Contract.Intended = &intended
	for i, f := range s.Findings {
		if f.Lens == (Drift{}).ID() && f.Rule != RuleNameRepeated(f.Kind) || f.Lens == (Contract{}).ID() {
			s.Findings[i].capAt(Pass, "--expect-bump")
		} else if f.Lens == (Taxonomy{}).ID() && f.Severity != string(taxonomy.Critical) {
			s.Findings[i].capAt(Warn, "--expect-bump")
		}
	}
	if !intended.Enough {
		f := Finding{
			Lens: Contract{}.ID(), Rule: RuleBumpExceeded, Action: Fail, Kind: Server,
			Message:      fmt.Sprintf("asks for %s, intended %s: %s", asked, intended.Bump, because(s.Findings, intended.Step, table)),
			BeforeDigest: TextDigest(string(intended.Bump)), AfterDigest: TextDigest(string(asked)),
		}
		s.Add(f)
	}
	s.Conclude()
}

// because names the worst finding that a step does not cover, and counts the others.
func because(findings []Finding, step contract.Step, table contract.BumpTable) string {
	var over []Finding
	for _, f := range findings {
		one := contract.Finding{Rule: f.Rule, Severity: contract.Severity(f.Severity)}
		if f.Lens == (Contract{}).ID() && !step.Covers(table.Bump([]contract.Finding{one}, false)) {
			over = append(over, f)
		}
	}
	slices.SortStableFunc(over, func(a, b Finding) int {
		return cmp.Compare(contract.Severity(b.Severity).Rank(), contract.Severity(a.Severity).Rank())
	})
	if len(over) == 0 {
		return "nothing in particular" // the sum asks for what one of the parts asks for
	}
	text := "because of " + over[0].Rule
	if about := over[0].about(); about != "" {
		text += " of " + about
	}
	if n := len(over) - 1; n > 0 {
		text += fmt.Sprintf(" (and %d more)", n)
	}
	return text
}

// about names the item of a finding, "" for the server as a whole.
func (f Finding) about() string {
	switch {
	case f.Kind == Server:
		return ""
	case f.Name == "":
		return string(f.Kind)
	}
	return fmt.Sprintf("%s %q", f.Kind, f.Name)
}

// LimitSize fails a subject whose surface after has more than maxBytes; 0 is no
// limit. Of a surface that was seen in part, what was seen counts.
func (s *Subject) LimitSize(maxBytes int) {
	if maxBytes <= 0 || s.After == nil || s.After.Bytes <= maxBytes {
		return
	}
	message := fmt.Sprintf("the surface has %d bytes, and max_surface_bytes allows %d", s.After.Bytes, maxBytes)
	if l := s.After.Largest; l != nil {
		message += fmt.Sprintf("; the largest item is %s %q with %d", l.Kind, l.Name, l.Bytes)
	}
	s.Add(Finding{
		Lens: Contract{}.ID(), Rule: RuleSurfaceTooLarge, Action: Fail, Kind: Server, Message: message,
		AfterDigest: TextDigest(fmt.Sprint(s.After.Bytes)),
	})
	s.Conclude()
}
