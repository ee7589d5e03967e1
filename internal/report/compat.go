package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/compat"
	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/internal/wording"
	"github.com/mooring-mcp/mooring/surface"
)

// How much of a rule is shown in a block; the rest is counted.
const (
	compatNames  = 8
	compatPlaces = 3
)

// Compat writes what clients may mind about a surface for people: one block a
// rule, the costliest effect first, with what each client does, the items it is
// about, the fix and the sources. It never says that a surface is compatible: only
// how many rules were tried.
func Compat(w io.Writer, findings []compat.Finding, o Options) error {
	t := textWriter{palette: palette{o.Color}, width: o.Width}
	rules := compat.Rules()
	tried := len(rules)
	by := map[string][]compat.Finding{}
	for _, f := range findings {
		by[f.Rule] = append(by[f.Rule], f)
	}
	rules = slices.DeleteFunc(rules, func(r compat.Rule) bool { return len(by[r.ID]) == 0 })
	if len(rules) == 0 {
		t.line("%s tried, nothing found", wording.Plural(tried, "rule"))
	} else {
		slices.SortStableFunc(rules, func(a, b compat.Rule) int { return cmp.Compare(a.Effect.Rank(), b.Effect.Rank()) })
		for _, r := range rules {
			t.compatRule(r, by[r.ID])
			t.line("")
		}
		t.line("%d of %s found something: %s", len(rules), wording.Plural(tried, "rule"), tallyPlaces(findings))
	}
	_, err := io.WriteString(w, t.b.String())
	return err
}

func (t *textWriter) compatRule(r compat.Rule, found []compat.Finding) {
	t.wrapped(4, "%s  %s  %s", t.effect(r), t.bold(r.Title), t.dim(r.ID))
	for _, row := range clients(r.Sources) {
		t.wrapped(29, "    %-23s  %s", row[0], row[1])
	}
	t.wrapped(6, "    %s%s", tallyPlaces(found), itemNames(found))
	for _, f := range found[:min(len(found), compatPlaces)] {
		where := strings.TrimSpace(nameOf(f) + " " + visible.Text(f.Pointer))
		t.wrapped(8, "      %s %s: %s", t.dim("·"), where, visible.Text(f.Detail))
	}
	if more := places(found) - compatPlaces; more > 0 {
		t.line("      %s", t.dim(fmt.Sprintf("… and %s", wording.Plural(more, "more place"))))
	}
	t.wrapped(11, "%s", t.dim("    fix    "+r.Fix))
	sources := make([]string, len(r.Sources))
	for i, s := range r.Sources {
		sources[i] = fmt.Sprintf("%s: %s (%s)", s.Client, s.Where, s.Date)
	}
	t.wrapped(11, "%s", t.dim("    source "+strings.Join(sources, "; ")))
}

// effect draws how much a rule costs.
func (t *textWriter) effect(r compat.Rule) string {
	word := string(r.Effect)
	switch {
	case !slices.ContainsFunc(r.Sources, func(s compat.Source) bool { return s.Effect == r.Effect && !s.May }):
		return t.yellow("! maybe " + word)
	case r.Effect.Rank() <= compat.ToolDropped.Rank():
		return t.red("✗ " + word)
	case r.Effect.Rank() <= compat.Confused.Rank():
		return t.yellow("! " + word)
	}
	return t.dim("· " + word)
}

// clients pairs what clients do with their names, in the order of the sources.
func clients(sources []compat.Source) [][2]string {
	var rows [][2]string
	var names [][]string
	for _, s := range sources {
		i := slices.IndexFunc(rows, func(row [2]string) bool { return row[0] == s.Does() })
		if i < 0 {
			i = len(rows)
			rows, names = append(rows, [2]string{s.Does()}), append(names, nil)
		}
		if !slices.Contains(names[i], s.Client) {
			names[i] = append(names[i], s.Client)
		}
	}
	for i := range rows {
		rows[i][1] = strings.Join(names[i], ", ")
	}
	return rows
}

// itemsOf returns the first finding of each item that findings are about.
func itemsOf(findings []compat.Finding) []compat.Finding {
	type id struct {
		kind  surface.Kind
		index int
	}
	seen := map[id]bool{}
	var out []compat.Finding
	for _, f := range findings {
		if at := (id{f.Kind, f.Index}); f.Index >= 0 && !seen[at] {
			seen[at] = true
			out = append(out, f)
		}
	}
	return out
}

// places counts what findings stand for.
func places(findings []compat.Finding) int {
	n := len(findings)
	for _, f := range findings {
		n += f.More
	}
	return n
}

// tallyPlaces counts items by kind, and places: "2 tools, 5 places". Items that a cap
// left out are not known by number.
func tallyPlaces(findings []compat.Finding) string {
	counts := map[surface.Kind]int{}
	for _, f := range itemsOf(findings) {
		counts[f.Kind]++
	}
	rules := map[string]int{}
	about := ""
	for _, f := range findings {
		if rules[f.Rule]++; rules[f.Rule] >= compat.PerRule {
			about = "at least "
		}
	}
	var parts []string
	for _, kind := range surface.Kinds() {
		if n := counts[kind]; n > 0 {
			parts = append(parts, about+wording.Plural(n, strings.ReplaceAll(string(kind), "_", " ")))
		}
	}
	return strings.Join(append(parts, wording.Plural(places(findings), "place")), ", ")
}

// itemNames lists the items, and counts those that do not fit.
func itemNames(findings []compat.Finding) string {
	items := itemsOf(findings)
	if len(items) == 0 {
		return ""
	}
	names := make([]string, 0, compatNames)
	for _, f := range items[:min(len(items), compatNames)] {
		names = append(names, nameOf(f))
	}
	text := ": " + strings.Join(names, ", ")
	if more := len(items) - len(names); more > 0 {
		text += fmt.Sprintf(" … and %d more", more)
	}
	return text
}

// nameOf is how an item is called in a block.
func nameOf(f compat.Finding) string {
	switch {
	case f.Index < 0:
		return "list of " + f.Kind.Plural()
	case f.Name == "":
		return fmt.Sprintf("%s %d (without a name)", strings.ReplaceAll(string(f.Kind), "_", " "), f.Index+1)
	}
	return visible.Name(f.Name)
}

// CompatJSON renders findings as a JSON array, indented.
func CompatJSON(findings []compat.Finding) []byte {
	return encode(append([]compat.Finding{}, findings...))
}
