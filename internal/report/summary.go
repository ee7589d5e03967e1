package report

import (
	"fmt"
	"strings"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/visible"
)

// summary closes a report over several servers: how many came to what.
func (t *textWriter) summary(r check.Report) {
	counts := map[check.Verdict]int{}
	for _, s := range r.Subjects {
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
	t.line("")
	t.line("%s: %s", plural(len(r.Subjects), "server"), strings.Join(parts, ", "))
}

// next says how to go on after a check that found changed surfaces.
func (t *textWriter) next(r check.Report) {
	if r.Command != "check" {
		return
	}
	var changed []string
	for _, s := range r.Subjects {
		if s.Verdict == check.Refused && s.Before != nil {
			changed = append(changed, visible.Text(s.Server))
		}
	}
	if len(changed) > 0 {
		t.line("")
		t.line("%s", t.dim("if this is what you want: mooring accept "+strings.Join(changed, " ")))
	}
}
