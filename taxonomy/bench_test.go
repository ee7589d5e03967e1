package taxonomy_test

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"github.com/mooring-mcp/mooring/internal/thirdparty"
	"github.com/mooring-mcp/mooring/taxonomy"
)

// BenchmarkRealPairs classifies the changes of real tools that git histories hold.
func BenchmarkRealPairs(b *testing.B) {
	type pair struct{ Old, New json.RawMessage }
	var pairs []pair
	bytes := 0
	files, err := filepath.Glob(filepath.Join(thirdparty.Path(b, "data", "corpus", "git"), "*.pairs.jsonl.gz"))
	if err != nil {
		b.Fatal(err)
	}
	for _, file := range files {
		thirdparty.Lines(b, file, func(line []byte) {
			var p pair
			if err := json.Unmarshal(line, &p); err != nil {
				b.Fatal(err)
			}
			pairs = append(pairs, p)
			bytes += len(p.Old) + len(p.New)
		})
	}
	c := taxonomy.New(taxonomy.Imperatives())
	b.SetBytes(int64(bytes) / int64(len(pairs)))
	n := 0
	for b.Loop() {
		p := pairs[n%len(pairs)]
		n++
		if _, err := c.Classify(p.Old, p.New); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "pairs/s")
}
