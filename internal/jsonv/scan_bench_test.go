package jsonv_test

import (
	"testing"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

func BenchmarkScanObject(b *testing.B) {
	text := largest(b)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if err := jsonv.ScanObject(text, func(jsonv.Span, jsonv.Span) bool { return true }); err != nil {
			b.Fatal(err)
		}
	}
}
