package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/internal/wording"
)

// rows writes one line a change, or a group of equal ones, before any detail: what
// becomes of it, what it is, and what each lens says.
func (t *textWriter) rows(s check.Subject, groups [][]check.Detail) {
	passing := 0
	for _, g := range groups {
		switch {
		case quiet(g):
			continue
		case g[0].Action == check.Pass && g[0].AcceptedBy == nil && g[0].Suppressed == 0:
			passing += len(g)
			continue
		}
		if g[0].Change == nil && !aboutContract(g[0].Findings[0]) {
			t.statements(g[0].Findings)
			continue
		}
		t.wrapped(11, "  %s %s", t.action(g[0].Action), t.row(g))
	}
	if passing > 0 {
		t.line("  %s %s", t.action(check.Pass), t.dim(wording.Plural(passing, "change")))
	}
	t.suppressed(s)
}

// quiet reports a statement about the server as a whole that passes; the account of
// its lens has it.
func quiet(g []check.Detail) bool {
	return g[0].Change == nil && g[0].Action == check.Pass && g[0].Kind == check.Server && g[0].Name == ""
}

// row says what a group of rows is, in one line.
func (t *textWriter) row(g []check.Detail) string {
	first := g[0]
	text := t.bold(wording.Group(g))
	var cells []string
	for _, c := range first.Cells {
		if c.Lens == (check.Drift{}).ID() && len(first.Cells) > 1 {
			continue // it speaks of every change, and is of interest where no other does
		}
		cells = append(cells, cell(c))
	}
	if len(cells) > 0 && first.Change != nil {
		text += "  " + t.dim(strings.Join(cells, "; "))
	} else if len(cells) > 0 {
		text += "  " + t.dim(first.Cells[0].Lens+" "+first.Cells[0].Severity)
	}
	if first.AcceptedBy != nil {
		text += t.dim("; " + strings.Join(first.AcceptedBy, ", "))
	}
	if first.Suppressed > 0 {
		text += t.dim(fmt.Sprintf("; %d suppressed", first.Suppressed))
	}
	return text
}

// statements writes findings about no change, each with its own words.
func (t *textWriter) statements(findings []check.Finding) {
	for _, f := range findings {
		if f.Suppressed != nil {
			continue
		}
		about := ""
		if f.Kind != check.Server || f.Name != "" {
			about = " " + t.bold(wording.Item(f.Kind, f.Name))
		}
		severity := ""
		if f.Severity != "" {
			severity = " " + f.Severity
		}
		t.wrapped(11, "  %s %s%s%s: %s%s", t.action(f.Action), f.Rule, severity, about, visible.Text(f.Message), t.fingerprint(f))
	}
}

// shownRules is how many rules of a lens are named in a row.
const shownRules = 4

// cell says what a lens says: "taxonomy HIGH R03, R05".
func cell(c check.Cell) string {
	text := strings.TrimSpace(c.Lens + " " + c.Severity)
	switch {
	case len(c.Rules) == 1 || c.Lens == (check.Taxonomy{}).ID() && len(c.Rules) <= shownRules:
		return text + " " + strings.Join(c.Rules, ", ")
	case len(c.Rules) > 1:
		return text + fmt.Sprintf(" %s and %d more", c.Rules[0], len(c.Rules)-1)
	}
	return text
}

// suppressed counts what is set aside, by who set it aside and why.
func (t *textWriter) suppressed(s check.Subject) {
	var order []string
	rules := map[string][]string{}
	for _, f := range s.Findings {
		if f.Suppressed == nil {
			continue
		}
		by := wording.Suppression(*f.Suppressed)
		if rules[by] == nil {
			order = append(order, by)
		}
		rules[by] = append(rules[by], f.Rule)
	}
	for _, by := range order {
		names := slices.Compact(slices.Sorted(slices.Values(rules[by])))
		t.wrapped(11, "  %s", t.dim(fmt.Sprintf("· %s suppressed by %s (%s)", wording.Plural(len(rules[by]), "finding"), by, strings.Join(names, ", "))))
	}
	if s.AllSuppressed() {
		t.line("  %s", t.yellow("! "+wording.AllSuppressed))
	}
}

// warnings writes what somebody should look at in the policy, those of ignores that
// matched nothing in this run on one line.
func (t *textWriter) warnings(list []check.Warning) {
	var idle []string
	for i, w := range list {
		if i == 0 {
			t.line("")
		}
		if w.Code == "policy.ignore_unmatched" {
			idle = append(idle, visible.Text(w.Where))
			continue
		}
		t.wrapped(4, "%s %s", t.yellow("!"), wording.Warning(w))
	}
	if len(idle) > 0 {
		t.wrapped(4, "%s", t.dim(fmt.Sprintf("· %s matched nothing: %s", wording.Plural(len(idle), "ignore"), strings.Join(idle, ", "))))
	}
}
