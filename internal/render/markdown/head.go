package markdown

import (
	"fmt"
	"strings"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/contract"
	"github.com/mooring-mcp/mooring/internal/markup"
	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/internal/wording"
)

// How many characters of a text are shown: of a name, and of a sentence.
const (
	shortText = 80
	longText  = 400
)

// code is raw text in a code span.
func code(text string) string { return markup.Code(wording.Cut(visible.Text(text), longText)) }

// name is a raw name in a code span.
func name(text string) string { return markup.Code(wording.Cut(visible.Name(text), shortText)) }

var marks = map[check.Action]string{check.Fail: "🔴", check.Review: "🟠", check.Warn: "🟡", check.Pass: "⚪"}

func mark(a check.Action) string { return marks[a] + " " + string(a) }

// verdict is the first line that is seen.
func (p page) verdict() string {
	m := map[check.Verdict]string{check.Passed: "🟢", check.Refused: "🔴", check.Inconclusive: "🟠"}[p.report.Verdict]
	counts := wording.Counts(p.report.Counts)
	if n := len(p.report.Subjects); n != 1 {
		counts = wording.Plural(n, "server") + ": " + counts
	}
	text := fmt.Sprintf("%s **Mooring: %s.** %s", m, wording.Verdict(p.report.Verdict), capital(counts))
	set := 0
	for _, s := range p.report.Subjects {
		if s.AllSuppressed() {
			set++
		}
	}
	switch {
	case set > 0 && len(p.report.Subjects) == 1:
		text += "; " + wording.AllSuppressed
	case set > 0:
		text += fmt.Sprintf("; in %s %s", wording.Plural(set, "server"), wording.AllSuppressed)
	}
	return text + ".\n\n"
}

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// gaps are what made a verdict inconclusive, an item each.
func (p page) gaps() []string {
	var out []string
	for _, s := range p.report.Subjects {
		for _, g := range s.Gaps {
			if g.Warning {
				continue
			}
			out = append(out, fmt.Sprintf("- %s%s\n", p.of(s), gap(g)))
		}
	}
	return out
}

// of names a server in front of what is said of it, where there are several.
func (p page) of(s check.Subject) string {
	if len(p.report.Subjects) == 1 {
		return ""
	}
	return name(s.Server) + ": "
}

// gap is a gap with what it says, such as the last words of a server, on one line.
func gap(g check.Gap) string {
	lines := strings.ReplaceAll(visible.Block(strings.TrimRight(g.Detail, "\n")), "\n", " ⏎ ")
	return code(g.Code) + " " + markup.Code(wording.Cut(strings.ReplaceAll(lines, "\t", " "), longText))
}

func commands(next []string) []string {
	var out []string
	for _, command := range next {
		out = append(out, "- "+markup.Code(visible.Text(command))+"\n")
	}
	return out
}

func (p page) warnings() []string {
	var out []string
	for _, w := range p.report.Warnings {
		out = append(out, "- "+markup.Code(wording.Cut(wording.Warning(w), longText))+"\n")
	}
	return out
}

// servers say why surfaces may have changed, and what the changes ask for.
func (p page) servers() []string {
	var out []string
	for _, s := range p.report.Subjects {
		var parts []string
		if c := s.Contract; c != nil && (len(s.Changes) > 0 && c.Severity != string(contract.None) || c.Intended != nil) {
			parts = append(parts, "contract "+bump(*c))
		}
		if s.Cause != nil && s.Cause.Code != check.CauseUnknown {
			parts = append(parts, "cause "+code(s.Cause.Code)+" "+code(s.Cause.Detail))
		}
		if parts != nil {
			out = append(out, "- "+p.of(s)+strings.Join(parts, "; ")+"\n")
		}
	}
	return out
}

// bump are the contract lens's own words, and what somebody intends.
func bump(c check.ContractRecord) string {
	text := word(c.Severity) + ", asks for **" + word(c.Bump) + "**"
	if c.Intended != nil {
		text += "; " + markup.Code(wording.Cut(wording.Intended(*c.Intended, c.Bump), longText))
	}
	return text
}

// suppressed are the findings that are set aside, those with one reason together.
func (p page) suppressed() []string {
	counts, first, order := map[string]int{}, map[string]string{}, []string{}
	for _, s := range p.report.Subjects {
		for _, f := range s.Findings {
			if f.Suppressed == nil {
				continue
			}
			reason := wording.Suppression(*f.Suppressed)
			if counts[reason]++; counts[reason] == 1 {
				order = append(order, reason)
			}
			if counts[reason] <= shownFew {
				first[reason] += fmt.Sprintf("  - %s%s %s, would be %s\n", p.of(s), markup.Code(wording.Cut(wording.Item(f.Kind, f.Name), shortText)), rule(f), mark(f.Action))
			}
		}
	}
	var out []string
	for _, reason := range order {
		text := fmt.Sprintf("- %s %s\n%s", wording.Plural(counts[reason], "finding"), markup.Code(wording.Cut(reason, longText)), first[reason])
		if more := counts[reason] - shownFew; more > 0 {
			text += fmt.Sprintf("  - and %d more\n", more)
		}
		out = append(out, text)
	}
	return out
}
