package consequence_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/consequence"
	"github.com/mooring-mcp/mooring/internal/docsection"
	"github.com/mooring-mcp/mooring/internal/thirdparty"
)

var update = flag.Bool("update", false, "write the tables of docs/evaluation.md")

var tables = docsection.Section{
	File: "../../docs/evaluation.md", Begin: "<!-- consequences, written by make eval -->\n", End: "<!-- end of the consequences -->\n",
}

// TestEvaluation measures the rule on tools labelled by hand, and compares with
// the document or writes it.
func TestEvaluation(t *testing.T) {
	var halves [2]score
	kinds := make([]score, len(consequence.Kinds()))
	for i, l := range sample(t) {
		got := consequence.Judge(l.name, l.description).Kinds
		halves[i%2].add(got != 0, l.kinds != 0)
		for n, k := range consequence.Kinds() {
			kinds[n].add(got.Has(k), l.kinds.Has(k))
		}
	}
	var b strings.Builder
	b.WriteString("| | so labelled | precision | recall |\n|---|---|---|---|\n")
	b.WriteString(halves[0].row("150 tools to tune on, any kind"))
	b.WriteString(halves[1].row("150 tools held out, any kind"))
	for n, k := range consequence.Kinds() {
		b.WriteString(kinds[n].row("all 300, " + string(k)))
	}
	b.WriteString("\n" + surfaces(t))
	tables.Compare(t, "\n"+b.String()+"\n", *update)
}

// surfaces counts what the rule says of the whole corpus.
func surfaces(t *testing.T) string {
	t.Helper()
	var all, high, outbound, both, read int
	thirdparty.Lines(t, thirdparty.Path(t, "data", "corpus", "all-tools.jsonl.gz"), func(line []byte) {
		v := consequence.Judge(texts(t, toolOf(t, line)))
		all++
		for is, n := range map[*int]bool{&high: v.Kinds != 0, &outbound: v.Outbound, &both: v.Kinds != 0 && v.Outbound, &read: v.Read} {
			if n {
				*is++
			}
		}
	})
	return fmt.Sprintf("Of all %d tools, %d are of high consequence by this rule, %d speak of an outbound network, %d do both, and %d read.\n", all, high, outbound, both, read)
}
