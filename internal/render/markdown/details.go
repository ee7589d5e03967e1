package markdown

import (
	"fmt"
	"strings"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/markup"
	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/internal/wording"
)

// How much of one row is shown; the report has all of it.
const (
	shownFew      = 6    // places of a finding, findings of a reason
	shownFindings = 24   // of a row
	shownEdits    = 12   // of a row
	shownNames    = 60   // of a group
	shownValue    = 1500 // characters of a value
)

// details are those of each line, folded, and how many are left out.
func (p *page) details() (string, int) {
	var b strings.Builder
	for i, l := range p.lines {
		text := p.detail(l)
		if !p.fits(text) {
			return b.String(), len(p.lines) - i
		}
		b.WriteString(text)
	}
	return b.String(), 0
}

// detail is one line with all that is shown of it.
func (p *page) detail(l check.Line) string {
	var b strings.Builder
	first := l.Rows[0]
	fmt.Fprintf(&b, "<details>\n<summary>%s: %s", mark(l.Action()), what(l.Rows, markup.HTML))
	if len(p.report.Subjects) > 1 {
		b.WriteString(" in " + markup.HTML(wording.Cut(visible.Name(l.Subject.Server), shortText)))
	}
	b.WriteString("</summary>\n\n")
	if len(l.Rows) > 1 {
		b.WriteString("- " + names(l.Rows) + "\n")
	}
	for i, f := range first.Findings {
		if i == shownFindings {
			fmt.Fprintf(&b, "- and %d more\n", len(first.Findings)-i)
			break
		}
		p.finding(&b, f)
	}
	b.WriteString("\n")
	if first.Change != nil {
		edits(&b, first.Change.Edits)
	}
	return b.String() + "</details>\n\n"
}

func names(rows []check.Detail) string {
	var out []string
	for i, r := range rows {
		if i == shownNames {
			out = append(out, fmt.Sprintf("and %d more", len(rows)-i))
			break
		}
		out = append(out, name(r.Name))
	}
	return strings.Join(out, ", ")
}

// finding is one finding, with what it rests on below it. The rule's own sentence is
// prose; any other may quote a server.
func (p *page) finding(b *strings.Builder, f check.Finding) {
	action := mark(f.Action)
	if f.Suppressed != nil {
		action = "⚪ suppressed, would be " + action + ":"
	}
	fmt.Fprintf(b, "- %s %s", action, rule(f))
	if f.Overridden != "" {
		b.WriteString(" (was " + word(f.Overridden) + ")")
	}
	switch {
	case p.sentences[strings.TrimSuffix(f.Message, ".")]:
		b.WriteString(": " + markup.Prose(f.Message))
	case f.Message != "":
		b.WriteString(": " + code(f.Message))
	}
	b.WriteString("\n")
	if f.Suppressed != nil {
		fmt.Fprintf(b, "  - %s\n", markup.Code(wording.Cut(wording.Suppression(*f.Suppressed), longText)))
	}
	if f.Detail != "" {
		fmt.Fprintf(b, "  - %s\n", code(f.Detail))
	}
	for i, e := range f.Evidence {
		if i == shownFew {
			fmt.Fprintf(b, "  - and %d more\n", len(f.Evidence)-i+f.EvidenceOmitted)
			break
		}
		b.WriteString("  - ")
		if e.Text != "" {
			b.WriteString(code(e.Text) + ": ")
		}
		b.WriteString(markup.Code(wording.Cut(wording.Place(e), longText)) + "\n")
	}
	if f.Witness != nil {
		fmt.Fprintf(b, "  - %s %s\n", wording.Witness(f), code(string(f.Witness)))
	}
	if f.Note != "" {
		fmt.Fprintf(b, "  - note: %s\n", code(f.Note))
	}
}

// rule names a finding: the lens, its rule and the severity.
func rule(f check.Finding) string {
	text := word(f.Lens) + " " + name(f.Rule)
	if f.Severity != "" {
		text += " " + word(f.Severity)
	}
	return text
}

func edits(b *strings.Builder, list []check.Edit) {
	for i, e := range list {
		if i == shownEdits {
			fmt.Fprintf(b, "and %d more places\n\n", len(list)-i)
			return
		}
		where := "Whole item"
		if e.Pointer != "" {
			where = "At " + code(e.Pointer)
		}
		before, after := wording.Value(e.Before), wording.Value(e.After)
		if e.Op == check.Changed {
			before, after = wording.Differing(before, after)
		}
		fmt.Fprintf(b, "%s:\n\n%s\n", where, markup.Diff(wording.Cut(before, shownValue), wording.Cut(after, shownValue)))
	}
}
