package axes_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/axes"
	"github.com/mooring-mcp/mooring/internal/docsection"
	"github.com/mooring-mcp/mooring/internal/operation"
	"github.com/mooring-mcp/mooring/internal/thirdparty"
)

var rulesTable = docsection.Section{
	File: "../../docs/evaluation.md", Begin: "<!-- proposed rules, written by make eval -->\n", End: "<!-- end of the proposed rules -->\n",
}

// judged are the proposals that somebody read, by the digest of the tool: right or wrong.
func judged(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("testdata/rules.tsv")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if line[0] != '#' {
			row := strings.Fields(line)
			out[row[0]] = row[1]
		}
	}
	return out
}

// TestRulesEvaluation counts the rules that are proposed for real tools, of which each has
// to be one that somebody read.
func TestRulesEvaluation(t *testing.T) {
	read := judged(t)
	type row struct{ tools, named, rules, right, doubts int }
	rows := map[operation.Kind]*row{operation.SQLKind: {}, operation.ShellKind: {}, operation.CodeKind: {}, operation.URLKind: {}}
	all := 0
	thirdparty.Lines(t, thirdparty.Path(t, "data", "corpus", "all-tools.jsonl.gz"), func(line []byte) {
		raw := toolOf(t, line)
		p, err := axes.Propose(raw, axes.Options{})
		if all++; err != nil || p.Operation == "" {
			return
		}
		r := rows[p.Operation]
		r.tools++
		switch {
		case len(p.Rules) > 0:
			r.rules++
			sum := sha256.Sum256(raw)
			switch digest := hex.EncodeToString(sum[:]); read[digest] {
			case "right":
				r.right++
			case "wrong":
			default:
				t.Errorf("nobody read the rules for %s: %v of\n%s", digest, p.Rules, raw)
			}
		case strings.Contains(p.Doubt, "name alone"):
			r.named++
		default:
			r.doubts++
		}
	})
	var b strings.Builder
	fmt.Fprintf(&b, "| an argument holds | tools of %d | the name suffices | a rule is proposed | of these right, as read | a doubt |\n|---|---|---|---|---|---|\n", all)
	for _, kind := range []operation.Kind{operation.SQLKind, operation.ShellKind, operation.URLKind, operation.CodeKind} {
		r := rows[kind]
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d |\n", kind, r.tools, r.named, r.rules, r.right, r.doubts)
	}
	rulesTable.Compare(t, "\n"+b.String()+"\n", *update)
}
