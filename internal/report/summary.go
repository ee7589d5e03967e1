package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/internal/wording"
)

// summary closes a report over several servers: how many came to what.
func (t *textWriter) summary(r check.Report) {
	counts, absent := map[check.Verdict]int{}, 0
	for _, s := range r.Subjects {
		if missing(s) {
			absent++
			continue
		}
		counts[s.Verdict]++
	}
	if len(r.Subjects) == 0 {
		t.line("nothing to compare")
		return
	}
	var parts []string
	for _, v := range []check.Verdict{check.Refused, check.Inconclusive, check.Passed} {
		if counts[v] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", counts[v], t.verdict(v)))
		}
	}
	if absent > 0 {
		parts = append(parts, fmt.Sprintf("%d %s", absent, t.yellow("missing")))
	}
	t.line("")
	t.line("%s: %s", wording.Plural(len(r.Subjects), "server"), strings.Join(parts, ", "))
}

// next says how to go on after a check that found changed surfaces which could
// be pinned.
func (t *textWriter) next(r check.Report, accept func([]string) string) {
	changed := Acceptable(r)
	if len(changed) > 0 && accept != nil {
		t.line("")
		t.line("%s", t.dim("if this is what you want: "+visible.Text(accept(changed))))
	}
}

// Acceptable are the servers of a report whose surface changed and could be pinned as
// it is.
func Acceptable(r check.Report) []string {
	var out []string
	for _, s := range r.Subjects {
		if acceptable(s) {
			out = append(out, s.Server)
		}
	}
	return out
}

// acceptable reports a changed surface that was observed completely. One that is
// only too large stays so when it is pinned, and so does what a plugin declares of it.
func acceptable(s check.Subject) bool {
	if !slices.ContainsFunc(s.Findings, func(f check.Finding) bool {
		return (f.Action == check.Fail || f.Action == check.Review) && f.Rule != check.RuleSurfaceTooLarge && f.Rule != check.RulePluginLaunch && f.Lens != check.LensBands
	}) {
		return false
	}
	told := !slices.ContainsFunc(s.Gaps, func(g check.Gap) bool { return !g.Warning })
	pinned := s.Before != nil && s.Before.SurfaceDigest != ""
	return s.Verdict == check.Refused && told && pinned && s.After != nil
}
