package operation

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mooring-mcp/mooring/internal/amountop"
	"github.com/mooring-mcp/mooring/internal/docsection"
	"github.com/mooring-mcp/mooring/internal/pathop"
	"github.com/mooring-mcp/mooring/internal/thirdparty"
	"github.com/mooring-mcp/mooring/internal/urlop"
)

var tables = docsection.Section{
	File: "../../docs/evaluation.md", Begin: "<!-- operations, written by make eval -->\n", End: "<!-- end of operations -->\n",
}

// TestEvaluation counts what the classifiers of URLs and the shapes of texts get
// wrong on third-party data. Only -update writes, since times differ.
func TestEvaluation(t *testing.T) {
	var b strings.Builder
	urlTable(t, &b)
	textsTable(t, &b)
	timesTable(&b)
	if *update {
		tables.Write(t, b.String())
	}
}

// urlTable judges the labelled URLs. An answer that is milder than the label is too
// low, as is a disguise that was not seen.
func urlTable(t *testing.T, b *strings.Builder) {
	t.Helper()
	text, err := os.ReadFile(thirdparty.Path(t, "data", "cases", "url_cases.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	type count struct{ n, low, high int }
	counts := map[urlop.Class]*count{}
	classes := []urlop.Class{urlop.Loopback, urlop.Private, urlop.External, urlop.Invalid, urlop.Metadata}
	for _, c := range classes {
		counts[c] = &count{}
	}
	var all count
	for line := range strings.Lines(string(text)) {
		var row struct {
			URL    string      `json:"url"`
			Expect urlop.Class `json:"expect"`
			Why    string      `json:"why"`
		}
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatal(err)
		}
		got, c := urlop.Classify(row.URL), counts[row.Expect]
		local := row.Expect == urlop.Loopback || row.Expect == urlop.Private
		hidden := local && strings.HasPrefix(row.Why, "DISGUISED") && got.Class == row.Expect && !got.Disguised
		c.n++
		switch rank := got.Class.Rank(); {
		case rank < row.Expect.Rank() || hidden:
			c.low++
			t.Errorf("%q is %s, too low, want %s: %s", row.URL, got.Class, row.Expect, row.Why)
		case rank > row.Expect.Rank():
			c.high++
		}
	}
	b.WriteString("\n### URLs\n\n| labelled | cases | too low | too high |\n|---|---|---|---|\n")
	for _, class := range classes {
		c := counts[class]
		fmt.Fprintf(b, "| %s | %d | %d | %d |\n", class, c.n, c.low, c.high)
		all.n, all.low, all.high = all.n+c.n, all.low+c.low, all.high+c.high
	}
	fmt.Fprintf(b, "| all | %d | %d | %d |\n", all.n, all.low, all.high)
	if all.n == 0 || 50*all.high > all.n {
		t.Errorf("%d of %d URLs are answered too high, want at most 2 %%", all.high, all.n)
	}
}

// textsTable counts the harmless texts that a classifier of programs is asked about.
func textsTable(t *testing.T, b *strings.Builder) {
	t.Helper()
	values, prose := harmless(t)
	b.WriteString("\n### Texts of which no name says what they are\n\n| texts | different | shape of SQL | shape of a command |\n|---|---|---|---|\n")
	for _, row := range []struct {
		name  string
		texts map[string]bool
	}{{"examples, defaults, choices", values}, {"descriptions, their lines and sentences", prose}} {
		sql, shell, _ := asked(row.texts)
		fmt.Fprintf(b, "| %s | %d | %d | %d |\n", row.name, len(row.texts), sql, shell)
	}
}

// timesTable measures typical texts.
func timesTable(b *strings.Builder) {
	at := pathop.Place{Workspace: "/home/mo/harbor", Home: "/home/mo"}
	fields := []amountop.Field{{Name: "amount", Text: "1200", Number: true}, {Name: "unit", Text: "cents"}, {Name: "currency", Text: "EUR"}}
	b.WriteString("\n### Times\n\nMicroseconds for one typical text, median and 99th percentile.\n\n| what | p50 | p99 |\n|---|---|---|\n")
	for _, row := range []struct {
		name string
		run  func()
	}{
		{"URL", func() { urlop.Classify("https://api.example.com/v1/items?limit=20") }},
		{"path", func() { pathop.Classify("internal/cli/classify.go", at) }},
		{"amount", func() { amountop.Find(fields) }},
	} {
		p50, p99 := times(row.run)
		fmt.Fprintf(b, "| %s | %.2f | %.2f |\n", row.name, p50, p99)
	}
}

// times are microseconds of run, from 200 batches of 50.
func times(run func()) (p50, p99 float64) {
	var all []float64
	for range 200 {
		start := time.Now()
		for range 50 {
			run()
		}
		all = append(all, float64(time.Since(start).Nanoseconds())/50/1000)
	}
	slices.Sort(all)
	return all[len(all)/2], all[len(all)*99/100]
}
