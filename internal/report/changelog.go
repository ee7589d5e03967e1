package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/contract"
	"github.com/mooring-mcp/mooring/internal/markup"
	"github.com/mooring-mcp/mooring/internal/rulebook"
	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/internal/wording"
	"github.com/mooring-mcp/mooring/surface"
)

// sections are those of release notes, by the severity whose facts they hold.
var sections = []struct {
	severity contract.Severity
	title    string
}{
	{contract.Breaking, "Breaking"},
	{contract.PotentiallyBreaking, "Changed for models"},
	{contract.NonBreaking, "Added"},
	{contract.Documentation, "Documentation"},
}

// Changelog writes release notes in Markdown: what changed for the callers of a
// server, one fact a line under the heading of its severity. Whatever a server said
// stands in code spans, where nothing is markup.
func Changelog(w io.Writer, r check.Report) error {
	var b strings.Builder
	for i, s := range r.Subjects {
		if i > 0 {
			b.WriteString("\n")
		}
		if len(r.Subjects) > 1 {
			fmt.Fprintf(&b, "## %s\n\n", code(s.Server))
		}
		changelog(&b, s)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func changelog(b *strings.Builder, s check.Subject) {
	bySeverity := map[contract.Severity][]fact{}
	var about []check.Finding
	for _, f := range s.Findings {
		if aboutContract(f) && f.Suppressed == nil {
			about = append(about, f)
		}
	}
	for _, f := range facts(about) {
		bySeverity[f.severity] = append(bySeverity[f.severity], f)
	}
	blank := ""
	for _, section := range sections {
		if len(bySeverity[section.severity]) == 0 {
			continue
		}
		fmt.Fprintf(b, "%s### %s\n\n", blank, section.title)
		for _, f := range bySeverity[section.severity] {
			entry(b, f)
		}
		blank = "\n"
	}
	switch {
	case s.Before == nil || s.After == nil:
		b.WriteString("Not compared.\n")
	case blank == "":
		b.WriteString("Nothing changed for callers.\n")
	}
	for _, g := range s.Gaps {
		if !g.Warning {
			fmt.Fprintf(b, "\n> Not everything was compared, so something may be missing here: %s\n", code(g.Code))
			break
		}
	}
}

// entry writes one fact, and what it shows below.
func entry(b *strings.Builder, f fact) {
	first := f.findings[0]
	if len(f.items) == 1 && len(f.findings) > 1 && !f.alike {
		var where []string
		for _, one := range f.findings {
			where = append(where, code(shortPointer(one.Pointer)))
		}
		what := words(f.rule, first.Kind) + fmt.Sprintf(" in %d places", len(f.findings))
		if f.ofTexts() {
			what = wording.Plural(len(f.findings), "text")
		}
		fmt.Fprintf(b, "- %s: %s: %s\n", subject(f), what, few(where))
		return
	}
	fmt.Fprintf(b, "- %s: %s%s", subject(f), words(f.rule, first.Kind), whereOf(f))
	if f.alike || len(f.findings) == 1 {
		b.WriteString(values(first))
	}
	b.WriteString("\n")
	if first.Witness != nil && len(f.findings) == 1 {
		fmt.Fprintf(b, "  - %s %s\n", wording.Witness(first), code(string(first.Witness)))
	}
}

// whereOf says where in its items a fact is, as far as its rule does not.
func whereOf(f fact) string {
	var list []string
	for _, one := range f.findings {
		said := one.Pointer == "" || namesOnly(one) || strings.Contains(f.rule, "."+strings.TrimPrefix(one.Pointer, "/")+".")
		if short := code(shortPointer(one.Pointer)); !said && !slices.Contains(list, short) {
			list = append(list, short)
		}
	}
	if len(list) == 0 {
		return ""
	}
	return " at " + few(list)
}

// subject names the items of a fact.
func subject(f fact) string {
	kind := f.findings[0].Kind
	var names []string
	for _, g := range f.findings {
		if g.Kind != kind {
			kind = ""
		}
		if name := code(g.Name); g.Name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	noun := strings.ReplaceAll(string(kind), "_", " ")
	switch {
	case kind == "" || len(names) == 0 && len(f.items) > 1:
		return wording.Plural(len(f.items), "item")
	case len(names) == 0:
		return noun
	case len(names) == 1:
		return noun + " " + names[0]
	}
	return wording.Plural(len(names), noun) + " (" + few(names) + ")"
}

// few is a list of names, the first shownItems of them.
func few(names []string) string {
	if n := len(names) - shownItems; n > 0 {
		return strings.Join(names[:shownItems], ", ") + fmt.Sprintf(" and %d more", n)
	}
	return strings.Join(names, ", ")
}

// words makes words of a rule's id: "tool.input.enum.narrowed" of a tool is "input
// enum narrowed".
func words(id string, kind check.Kind) string {
	first, rest, _ := strings.Cut(id, ".")
	about := map[string]check.Kind{"resourceTemplate": check.Kind(surface.ResourceTemplate)}[first]
	if rest == "" || kind != check.Server && kind != check.Kind(first) && kind != about {
		rest = id
	}
	return rulebook.Words(rest)
}

// values are both values of a finding where they are short and say something.
func values(f check.Finding) string {
	before, after := string(f.Before), string(f.After)
	if namesOnly(f) {
		return " " + code(f.Detail)
	}
	if len(before)+len(after) > longestValue || f.Pointer == "" && strings.HasPrefix(before+after, "{") {
		return "" // too long, or a whole item
	}
	switch {
	case before == "" && after == "":
		return ""
	case before == "":
		return ", now " + code(after)
	case after == "":
		return ", was " + code(before)
	}
	return ", " + code(before) + " → " + code(after)
}

func code(text string) string { return markup.Code(visible.Text(text)) }
