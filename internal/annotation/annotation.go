// Package annotation holds what the renderers for CI systems share: how bad an action
// is in their words, and which line of the repository it is shown at. What is said there
// comes from package wording.
package annotation

import (
	"cmp"
	"slices"

	"github.com/mooring-mcp/mooring/check"
)

// Level is how bad something is, in the words of SARIF.
type Level string

// The levels.
const (
	Error   Level = "error"   // it refuses
	Warning Level = "warning" // somebody should look, and nothing hangs on it
	Note    Level = "note"
)

// Of returns the level of an action where failOn is the mildest action that refuses, ""
// for [check.Review]. So an error is what makes the exit status 1, whatever the policy
// calls it, and a CI system that blocks on errors agrees with mooring.
func Of(a, failOn check.Action) Level {
	switch {
	case a.AtLeast(cmp.Or(failOn, check.Review)):
		return Error
	case a == check.Pass:
		return Note
	}
	return Warning
}

// OfGap returns the level of a gap: an error when it makes the verdict inconclusive.
func OfGap(g check.Gap) Level {
	if g.Warning {
		return Note
	}
	return Error
}

// Complete reports that nothing kept the comparison from telling.
func Complete(r check.Report) bool {
	return !slices.ContainsFunc(r.Subjects, func(s check.Subject) bool {
		return slices.ContainsFunc(s.Gaps, func(g check.Gap) bool { return !g.Warning })
	})
}

// SetAside reports a row that passes because findings are suppressed.
func SetAside(d check.Detail) bool {
	return d.Action == check.Pass && slices.ContainsFunc(d.Findings, func(f check.Finding) bool {
		return f.Suppressed != nil && f.Action != check.Pass
	})
}
