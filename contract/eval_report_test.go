package contract_test

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mooring-mcp/mooring/contract"
	"github.com/mooring-mcp/mooring/internal/docsection"
)

var update = flag.Bool("update", false, "write the tables of docs/evaluation.md")

var tables = docsection.Section{
	File: "../docs/evaluation.md", Begin: "<!-- tables, written by make eval -->\n", End: "<!-- end of the tables -->\n",
}

// report is one run of the evaluation.
type report struct {
	t                 *testing.T
	files             []fileCount
	falseBreaks       []falseBreak
	hard, hardRight   int
	prose, proseRight int
	real              []realCount
	rules             map[string]ruleCount
	provedEqual       int
}

// write puts the tables between the marks of the document.
func (r *report) write() {
	var b strings.Builder
	r.labelledTable(&b)
	fmt.Fprintf(&b, "\nHard cases: %d of %d. Prose cases: %d of %d.\n", r.hardRight, r.hard, r.proseRight, r.prose)
	r.timesTable(&b)
	r.falseTable(&b)
	r.realTable(&b)
	r.rulesTable(&b)
	tables.Write(r.t, b.String())
}

func (r *report) labelledTable(b *strings.Builder) {
	b.WriteString("\n### Labelled pairs\n\n" +
		"| file | pairs | side | proved incompatible | missed | compatible | false BREAKING | no label | of these BREAKING | BREAKING without witness | crashes |\n" +
		"|---|---|---|---|---|---|---|---|---|---|---|\n")
	total := [2]sideCount{}
	pairs, crashes := 0, 0
	row := func(name string, pairs, crashes int, side contract.Side, c sideCount) {
		share := ""
		if c.holds > 0 {
			share = fmt.Sprintf(" (%.1f %%)", 100*float64(c.rejected)/float64(c.holds))
		}
		fmt.Fprintf(b, "| %s | %d | %s | %d | %d | %d | %d%s | %d | %d | %d | %d |\n",
			name, pairs, side, c.broken, c.missed, c.holds, c.rejected, share, c.open, c.openBreak, c.unproved, crashes)
	}
	for _, f := range r.files {
		row(f.name, f.pairs, f.crashes, contract.Input, f.input)
		row(f.name, f.pairs, f.crashes, contract.Output, f.output)
		pairs, crashes = pairs+f.pairs, crashes+f.crashes
		for i, c := range []sideCount{f.input, f.output} {
			total[i].broken += c.broken
			total[i].missed += c.missed
			total[i].holds += c.holds
			total[i].rejected += c.rejected
			total[i].open += c.open
			total[i].openBreak += c.openBreak
			total[i].unproved += c.unproved
		}
	}
	row("all", pairs, crashes, contract.Input, total[0])
	row("all", pairs, crashes, contract.Output, total[1])
}

func (r *report) timesTable(b *strings.Builder) {
	b.WriteString("\n### Times\n\nMilliseconds for one side of a pair, and for a real tool with all that it has.\n\n" +
		"| file | p50 | p99 | max |\n|---|---|---|---|\n")
	var labelled, tools []time.Duration
	for _, f := range r.files {
		timesRow(b, f.name, f.times)
		labelled = append(labelled, f.times...)
	}
	timesRow(b, "all labelled", labelled)
	for _, f := range r.real {
		tools = append(tools, f.times...)
	}
	timesRow(b, "all real", tools)
}

func timesRow(b *strings.Builder, name string, times []time.Duration) {
	slices.Sort(times)
	at := func(share float64) float64 {
		return float64(times[int(share*float64(len(times)-1))].Microseconds()) / 1000
	}
	fmt.Fprintf(b, "| %s | %.2f | %.2f | %.2f |\n", name, at(0.5), at(0.99), at(1))
}

// falseTable groups the BREAKING findings about pairs labelled compatible by rule and reason.
func (r *report) falseTable(b *strings.Builder) {
	b.WriteString("\n### False BREAKING\n\n| rule | why | pairs |\n|---|---|---|\n")
	groups := map[string][]string{}
	var order []string
	for _, f := range r.falseBreaks {
		key := fmt.Sprintf("| `%s` | %s |", f.rule, cell(f.why))
		if groups[key] == nil {
			order = append(order, key)
		}
		groups[key] = append(groups[key], f.id)
	}
	slices.Sort(order)
	for _, key := range order {
		fmt.Fprintf(b, "%s %s |\n", key, strings.Join(compact(groups[key]), ", "))
	}
}

// compact writes ids of one file after the first without the file's name: apicurio-0001, 0007.
func compact(ids []string) []string {
	var out []string
	last := ""
	for _, id := range ids {
		file, number := id, ""
		if i := strings.LastIndex(id, "-"); i >= 0 {
			file, number = id[:i], id[i+1:]
		}
		if file == last {
			id = number
		}
		last = file
		if !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out
}

// cell makes a text fit one cell of a table.
func cell(text string) string {
	text = strings.ReplaceAll(strings.Join(strings.Fields(text), " "), "|", `\|`)
	if runes := []rune(text); len(runes) > 90 {
		text = string(runes[:90]) + "…"
	}
	return text
}

func (r *report) realTable(b *strings.Builder) {
	severities := []contract.Severity{contract.Breaking, contract.PotentiallyBreaking, contract.NonBreaking, contract.Documentation, contract.None}
	b.WriteString("\n### Real changes of tools\n\n| source | pairs |")
	for _, s := range severities {
		fmt.Fprintf(b, " %s |", s)
	}
	b.WriteString("\n|---|---|---|---|---|---|---|\n")
	total := realCount{name: "all", severity: map[contract.Severity]int{}}
	row := func(c realCount) {
		fmt.Fprintf(b, "| %s | %d |", c.name, c.pairs)
		for _, s := range severities {
			fmt.Fprintf(b, " %d |", c.severity[s])
		}
		b.WriteString("\n")
	}
	for _, c := range r.real {
		row(c)
		total.pairs += c.pairs
		for s, n := range c.severity {
			total.severity[s] += n
		}
	}
	row(total)
	fmt.Fprintf(b, "\nFindings in the list \"proved equal\": %d.\n", r.provedEqual)
}

func (r *report) rulesTable(b *strings.Builder) {
	b.WriteString("\n### Rules that fired on them\n\n| rule | severity | findings | tools |\n|---|---|---|---|\n")
	for _, key := range r.sorted() {
		rule, severity, _ := strings.Cut(key, "\x00")
		fmt.Fprintf(b, "| `%s` | %s | %d | %d |\n", rule, severity, r.rules[key].findings, r.rules[key].tools)
	}
}
