package manifest

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
)

// Severity says how soon a finding wants a reviewer. It is no measure of malice.
type Severity string

// The severities.
const (
	Low    Severity = "low"
	Medium Severity = "medium"
	High   Severity = "high"
)

// SeverityRule gives the findings of one code on privileged tools, or on others,
// their severity.
type SeverityRule struct {
	Code       string
	Privileged bool // the finding's, see [DriftFinding]
	Severity   Severity
}

// severityKey is what severities hang on.
type severityKey struct {
	code       string
	privileged bool
}

// severities holds every code that a finding can have with every privilege that
// it can have; spec manifest-drift, "Per-tool finding matrix" and "Severity".
// Where the matrix says only "lower" it is medium (reading A09). Sorted by code.
var severities = [...]SeverityRule{
	{CodeNewPrivilegedTool, true, High},     // an action of a privileged class became possible
	{CodePrivilegedToolChanged, true, High}, // nobody knows in which field
	{CodePrivilegedToolRemoved, true, High}, // a privileged action has another name now, or none
	{CodeToolAdded, false, Medium},          // something new that an agent may choose
	{CodeAnnotationsChanged, false, Low},    // hints that the server gives of itself
	{CodeAnnotationsChanged, true, Medium},  // hints that the server gives of itself
	{CodeToolChanged, false, Medium},        // nobody knows in which field
	{CodeDescriptionChanged, false, Medium}, // what an agent reads before it calls
	{CodeDescriptionChanged, true, High},    // what an agent reads before it calls
	{CodeInputSchemaChanged, false, Medium}, // what an agent may send
	{CodeInputSchemaChanged, true, High},    // what an agent may send
	{CodeOutputSchemaChanged, false, Low},   // what a client expects back
	{CodeOutputSchemaChanged, true, Medium}, // what a client expects back
	{CodeToolRemoved, false, Medium},        // calls of it will fail
}

// Profile is a review profile: it decides with which severity a finding is
// reported, never whether or by which code. The zero value is the profile
// "default", which has the severities of the specification. A Profile is
// immutable and safe for concurrent use.
type Profile struct {
	changed map[severityKey]Severity
}

// NamedProfile returns the profile "default" or "strict". In "strict" a changed
// description of a tool that is not privileged is high, since an agent reads it
// whatever the tool can do.
func NamedProfile(name string) (Profile, error) {
	switch name {
	case "default":
		return Profile{}, nil
	case "strict":
		return Profile{}.With(SeverityRule{CodeDescriptionChanged, false, High})
	}
	return Profile{}, fmt.Errorf("review profile %q, want %q or %q", name, "default", "strict")
}

// With returns the profile with other severities for some findings; of two rules
// for the same findings the later one holds. A code that no finding has, a
// privilege that its findings never have, and a severity that is none of the
// three words are errors.
func (p Profile) With(rules ...SeverityRule) (Profile, error) {
	changed := make(map[severityKey]Severity, len(p.changed)+len(rules))
	maps.Copy(changed, p.changed)
	for _, r := range rules {
		if err := r.check(); err != nil {
			return p, err
		}
		changed[severityKey{r.Code, r.Privileged}] = r.Severity
	}
	return Profile{changed}, nil
}

func (r SeverityRule) check() error {
	known := func(with func(SeverityRule) bool) bool { return slices.ContainsFunc(severities[:], with) }
	switch {
	case !known(func(s SeverityRule) bool { return s.Code == r.Code }):
		return fmt.Errorf("severity of %q: no finding has this code", r.Code)
	case !known(func(s SeverityRule) bool { return s.Code == r.Code && s.Privileged == r.Privileged }):
		return fmt.Errorf("severity of %q: privileged %t, but its findings are only privileged %t", r.Code, r.Privileged, !r.Privileged)
	case r.Severity != Low && r.Severity != Medium && r.Severity != High:
		return fmt.Errorf("severity of %q: %q, want %q, %q or %q", r.Code, r.Severity, Low, Medium, High)
	}
	return nil
}

// Severity returns the severity of a finding, [High] for a code that no finding
// has.
func (p Profile) Severity(code string, privileged bool) Severity {
	return cmp.Or(p.changed[severityKey{code, privileged}], defaultSeverity(code, privileged))
}

func defaultSeverity(code string, privileged bool) Severity {
	for _, s := range severities {
		if s.Code == code && s.Privileged == privileged {
			return s.Severity
		}
	}
	return High
}

// SeverityRules returns every pair of code and privilege that a finding can
// have, with the severity of the profile, in a fixed order.
func (p Profile) SeverityRules() []SeverityRule {
	rules := slices.Clone(severities[:])
	for i, r := range rules {
		rules[i].Severity = p.Severity(r.Code, r.Privileged)
	}
	return rules
}
