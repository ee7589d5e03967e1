package jsondiff_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/jsondiff"
	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// tools writes the listing of n tools of about 1.5 kB each. Every tool has a
// description of its own version.
func tools(n int, version string) string {
	var b strings.Builder
	b.WriteString(`{"tools":[`)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"name":"berth_%d","title":"Berth %d","description":"Assigns berth %d to a ship, version %s. `, i, i, i, version)
		b.WriteString(strings.Repeat("The harbour master confirms it by radio. ", 8))
		b.WriteString(`","inputSchema":{"type":"object","properties":{`)
		for p := range 10 {
			fmt.Fprintf(&b, `"field_%d":{"type":"string","description":"Field %d of the ship's papers","maxLength":%d},`, p, p, 100+p)
		}
		b.WriteString(`"draft":{"type":"number","minimum":0.5}},"required":["field_0","field_1"],"additionalProperties":false},`)
		b.WriteString(`"annotations":{"readOnlyHint":false,"destructiveHint":true}}`)
	}
	b.WriteString(`]}`)
	return b.String()
}

// BenchmarkDiff compares two surfaces of 200 tools.
func BenchmarkDiff(b *testing.B) {
	one, two := parse(b, tools(200, "1")), parse(b, tools(200, "2"))
	shifted := parse(b, `{"tools":[0,`+strings.TrimPrefix(tools(200, "1"), `{"tools":[`))
	for _, bench := range []struct {
		name  string
		after *jsonv.Value
	}{{"equal", parse(b, tools(200, "1"))}, {"every-tool-changed", two}, {"every-tool-shifted", shifted}} {
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(one.Raw())))
			for b.Loop() {
				jsondiff.Diff(one, bench.after, jsonv.Source)
			}
		})
	}
}
