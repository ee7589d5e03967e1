package schemawalk_test

import (
	"testing"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/schemawalk"
)

// BenchmarkRealPairs walks every pair of the git history of one real server, both
// sides; one operation is all of them.
func BenchmarkRealPairs(b *testing.B) {
	var pairs [][2]*jsonv.Value
	for _, r := range corpus(b)["real-github-mcp-server.jsonl"] {
		pairs = append(pairs, [2]*jsonv.Value{parse(b, string(r.Old)), parse(b, string(r.New))})
	}
	b.ReportAllocs()
	for b.Loop() {
		for _, p := range pairs {
			for _, output := range []bool{false, true} {
				schemawalk.Walk(p[0], p[1], schemawalk.Options{Output: output})
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(pairs)*2), "ns/pair")
}
