package check_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/surface"
)

// manyTools is a surface of n tools of about 1.4 kB each.
func manyTools(b *testing.B, n int, word string) check.Observation {
	b.Helper()
	var tools []string
	for i := range n {
		var properties []string
		for p := range 12 {
			properties = append(properties, fmt.Sprintf(`"p%d":{"type":"string","description":"Property %d of %d, %s.","maxLength":%d}`, p, p, i, word, 10+p))
		}
		tools = append(tools, fmt.Sprintf(`{"name":"tool_%d","description":"Does thing %d, %s.","inputSchema":{"type":"object","properties":{%s},"required":["p0","p1"]}}`, i, i, word, strings.Join(properties, ",")))
	}
	s, err := surface.Read("x", []byte(`{"tools":[`+strings.Join(tools, ",")+`]}`))
	if err != nil {
		b.Fatal(err)
	}
	return check.Observation{Label: "bench", Surface: s, Vouched: true}
}

// BenchmarkCompare compares two surfaces of 200 tools: digests, changes, edits
// and findings.
func BenchmarkCompare(b *testing.B) {
	before := manyTools(b, 200, "as before")
	for name, after := range map[string]check.Observation{"equal": before, "all-changed": manyTools(b, 200, "as never before")} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := check.Compare("x", before, after, check.Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
