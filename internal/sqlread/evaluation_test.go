package sqlread_test

import (
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mooring-mcp/mooring/internal/docsection"
	"github.com/mooring-mcp/mooring/internal/sqlread"
)

var update = flag.Bool("update", false, "write the tables of docs/evaluation.md")

var tables = docsection.Section{
	File: "../../docs/evaluation.md", Begin: "<!-- SQL tables, written by make eval -->\n", End: "<!-- end of the SQL tables -->\n",
}

// tally counts the cases of a dialect.
type tally struct {
	unsafe, passed, harmless, prompts int
	times                             []time.Duration
}

// TestEvaluation counts on the labelled cases what is wrong in either direction: no
// unsafe batch may pass, and at most 2 % of the harmless ones may prompt. With
// -update it writes the tables.
func TestEvaluation(t *testing.T) {
	cases := sharedCases(t)
	sqlread.Warm()
	tallies := map[sqlread.Dialect]*tally{}
	codes := map[sqlread.Code]int{}
	var all tally
	for _, c := range cases {
		d, err := sqlread.ParseDialect(c.Dialect)
		if err != nil {
			t.Fatal(err)
		}
		if tallies[d] == nil {
			tallies[d] = &tally{}
		}
		start := time.Now()
		v := sqlread.Classify(t.Context(), c.SQL, d)
		took := time.Since(start)
		if c.Expect == "escalate" {
			codes[v.Reasons[len(v.Reasons)-1].Code]++
		}
		for _, n := range []*tally{tallies[d], &all} {
			n.add(c.Expect, proved(v), took)
		}
	}
	if all.passed > 0 || all.prompts*50 > all.harmless {
		t.Errorf("%d of %d unsafe pass, %d of %d harmless prompt", all.passed, all.unsafe, all.prompts, all.harmless)
	}
	if *update {
		writeTables(t, tallies, &all, codes)
	}
}

func (n *tally) add(want, got string, took time.Duration) {
	n.times = append(n.times, took)
	if want == "auto" {
		n.harmless++
		if got != want {
			n.prompts++
		}
		return
	}
	n.unsafe++
	if got != want {
		n.passed++
	}
}

func (n *tally) row(name string) string {
	slices.Sort(n.times)
	p50, last := n.times[len(n.times)/2], n.times[len(n.times)-1]
	return fmt.Sprintf("| %s | %d | %d | %d | %d | %.1f | %.1f |\n", name, n.unsafe, n.passed, n.harmless, n.prompts,
		float64(p50)/float64(time.Microsecond), float64(last)/float64(time.Microsecond))
}

// writeTables puts the tables between the marks of the document.
func writeTables(t *testing.T, tallies map[sqlread.Dialect]*tally, all *tally, codes map[sqlread.Code]int) {
	t.Helper()
	var b strings.Builder
	b.WriteString("\n| dialect | unsafe | passed as auto | harmless | that prompt | p50 µs | max µs |\n|---|---|---|---|---|---|---|\n")
	for _, d := range allDialects {
		if n := tallies[d]; n != nil {
			b.WriteString(n.row(string(d)))
		}
	}
	b.WriteString(all.row("all"))
	b.WriteString("\n| what kept an unsafe batch from being proved | batches |\n|---|---|\n")
	for _, code := range slices.Sorted(maps.Keys(codes)) {
		fmt.Fprintf(&b, "| `%s` | %d |\n", code, codes[code])
	}
	tables.Write(t, b.String()+"\n")
}
