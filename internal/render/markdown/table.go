package markdown

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/markup"
	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/internal/wording"
)

// table is one row a line of the report, and how many are left out.
func (p *page) table() (string, int) {
	if len(p.lines) == 0 {
		return "", 0
	}
	columns := p.columns()
	head := []string{"", "what"}
	if len(p.report.Subjects) > 1 {
		head = append(head, "server")
	}
	for _, c := range columns {
		head = append(head, cellWord(c))
	}
	top := row(head) + "|" + strings.Repeat("---|", len(head)) + "\n"
	if !p.fits(top + "\n") {
		return "", len(p.lines)
	}
	var b strings.Builder
	b.WriteString(top)
	for i, l := range p.lines {
		text := row(p.cells(l, columns))
		if !p.fits(text) {
			return b.String() + "\n", len(p.lines) - i
		}
		b.WriteString(text)
	}
	return b.String() + "\n", 0
}

func row(cells []string) string { return "| " + strings.Join(cells, " | ") + " |\n" }

// lensServer has no column: its rules name their rows.
const lensServer = "server"

// columns are the lenses that say something of some row, in the order of rows.
func (p *page) columns() []string {
	var out []string
	for _, lens := range p.report.Lenses {
		if slices.ContainsFunc(p.lines, func(l check.Line) bool { return says(l, lens) }) {
			out = append(out, lens)
		}
	}
	for _, l := range p.lines {
		for _, c := range l.Rows[0].Cells {
			if c.Lens != lensServer && !slices.Contains(out, c.Lens) {
				out = append(out, c.Lens)
			}
		}
	}
	return out
}

func says(l check.Line, lens string) bool {
	return slices.ContainsFunc(l.Rows[0].Cells, func(c check.Cell) bool { return c.Lens == lens })
}

func (p *page) cells(l check.Line, columns []string) []string {
	what := what(l.Rows, markup.Cell)
	if n := l.Suppressed(); n > 0 {
		what += fmt.Sprintf(", %d suppressed", n)
	}
	if by := l.Rows[0].AcceptedBy; len(by) > 0 {
		what += ", by " + markup.Cell(wording.Cut(visible.Text(strings.Join(by, ", ")), shortText))
	}
	out := []string{strings.Replace(mark(l.Action()), " ", "&nbsp;", 1), what}
	if len(p.report.Subjects) > 1 {
		out = append(out, markup.Cell(wording.Cut(visible.Name(l.Subject.Server), shortText)))
	}
	for _, lens := range columns {
		at := slices.IndexFunc(l.Rows[0].Cells, func(c check.Cell) bool { return c.Lens == lens })
		if at < 0 {
			out = append(out, "")
			continue
		}
		out = append(out, cell(l.Rows[0].Cells[at]))
	}
	return out
}

// what says what happened to the item of a row, or to the items of a group, with text
// of others in containers.
func what(rows []check.Detail, container func(string) string) string {
	r := rows[0]
	if len(r.Configurations) > 0 {
		in := container(wording.Cut(visible.Text(strings.Join(r.Configurations, ", ")), shortText))
		rows = slices.Clone(rows)
		rows[0].Configurations = nil
		return what(rows, container) + ", in: " + in
	}
	kind, ours := wording.Kind(r.Kind), slices.Contains(kinds, r.Kind) && slices.Contains(ops, r.Op)
	switch {
	case !ours:
		return container(wording.Cut(wording.Group(rows), shortText))
	case len(rows) > 1:
		return wording.Group(rows)
	case r.Name == "":
		return kind + " " + string(r.Op)
	}
	return kind + " " + container(wording.Cut(visible.Name(r.Name), shortText)) + " " + string(r.Op)
}

var (
	kinds = []check.Kind{check.Instructions, check.Capabilities, "tool", "prompt", "resource", "resource_template"}
	ops   = []check.Op{check.Added, check.Removed, check.Changed}
)

// cell is the severity with the strictest rule, and with others as far as they are short.
// The codes of drift say little more than the details.
func cell(c check.Cell) string {
	const wide = 24
	text, length := "", 0
	if c.Severity != "" {
		text = cellWord(c.Severity)
	}
	if c.Lens == (check.Drift{}).ID() && text != "" {
		return text
	}
	for i, id := range c.Rules {
		if length += len(id); i > 0 && length > wide {
			text += fmt.Sprintf(" and %d more", len(c.Rules)-i)
			break
		}
		text += " " + markup.Cell(wording.Cut(visible.Text(id), shortText))
	}
	return strings.TrimSpace(text)
}

// cellWord is a word of ours as it is, and any other text in a span.
func cellWord(text string) string {
	if isWord(text) {
		return text
	}
	return markup.Cell(wording.Cut(visible.Text(text), shortText))
}

// word is cellWord outside of a table.
func word(text string) string {
	if isWord(text) {
		return text
	}
	return name(text)
}

// ours are the words for severities, steps and lenses that lenses of ours use. A word
// of anybody else is in a span.
var ours = []string{
	"low", "medium", "high", "NONE", "LOW", "MEDIUM", "HIGH", "CRITICAL", "DOCUMENTATION", "NON_BREAKING", "POTENTIALLY_BREAKING", "BREAKING",
	"none", "patch", "minor", "major", "server", "drift", "taxonomy", "contract", "params", "bands", "gained", "raised", "lowered",
}

func isWord(text string) bool { return slices.Contains(ours, text) }
