package operation

import (
	"slices"
	"testing"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/thirdparty"
	"github.com/mooring-mcp/mooring/internal/word"
)

// TestBesideOfRealTools: of real tools whose name suffices for a proof, at most one other
// argument in ten keeps a call from it by its name.
func TestBesideOfRealTools(t *testing.T) {
	listed, all := 0, 0
	thirdparty.Lines(t, thirdparty.Path(t, "data", "corpus", "all-tools.jsonl.gz"), func(line []byte) {
		v, err := jsonv.Parse(line, jsonv.Unlimited())
		if err != nil || !OnlyRuns("", v.Get("tool").Get("name").Text()) {
			return
		}
		tool := v.Get("tool").Get("name").Text()
		properties := v.Get("tool").Get("inputSchema").Get("properties")
		var kind Kind
		for name := range properties.Members() {
			if k := Expects(tool, name, false, nil); k == SQLKind || k == ShellKind {
				kind = k
			}
		}
		for name := range properties.Members() {
			if kind == "" || Expects(tool, name, false, nil) == kind {
				continue
			}
			all++
			if Beside(kind, slices.Collect(word.Split(name))) {
				listed++
			} else {
				t.Logf("%s: %s beside %s", tool, name, kind)
			}
		}
	})
	t.Logf("%d of %d arguments are known", listed, all)
	if all == 0 || 10*listed < 9*all {
		t.Errorf("%d of %d arguments are known, want nine in ten", listed, all)
	}
}

// TestBesideRows: words that say more of a name are of names that pass.
func TestBesideRows(t *testing.T) {
	for _, row := range []string{"qualifier", "prose", "url.prose", "amount.prose"} {
		for w := range besides[row] {
			if !slices.ContainsFunc([]Kind{SQLKind, ShellKind, URLKind, PathKind, AmountKind}, func(k Kind) bool { return Beside(k, []string{w}) }) {
				t.Errorf("%s: %q is in no row of beside", row, w)
			}
		}
	}
}
