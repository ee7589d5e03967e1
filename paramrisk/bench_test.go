package paramrisk_test

import (
	"testing"

	"github.com/mooring-mcp/mooring/internal/thirdparty"
	"github.com/mooring-mcp/mooring/paramrisk"
)

// corpus is the real tools, and their size.
func corpus(b *testing.B) (tools [][]byte, size int64) {
	b.Helper()
	thirdparty.Lines(b, thirdparty.Path(b, "data", "corpus", "all-tools.jsonl.gz"), func(line []byte) {
		tool := append([]byte(nil), toolOf(b, line)...)
		tools = append(tools, tool)
		size += int64(len(tool))
	})
	return tools, size
}

// BenchmarkLabel labels the real parameters, which are found beforehand.
func BenchmarkLabel(b *testing.B) {
	tools, _ := corpus(b)
	var texts [][2][]byte
	var size int64
	var s paramrisk.Scanner
	for _, tool := range tools {
		_ = s.Scan(tool, func(f paramrisk.Found) {
			texts = append(texts, [2][]byte{append([]byte(nil), f.Name...), append([]byte(nil), f.Description...)})
			size += int64(len(f.Name) + len(f.Description))
		})
	}
	b.SetBytes(size)
	b.ReportAllocs()
	labelled := 0
	for b.Loop() {
		for _, t := range texts {
			if paramrisk.Label(t[0], t[1]) != (paramrisk.Forms{}) {
				labelled++
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(texts)), "ns/property")
}

// BenchmarkScan finds and labels the parameters of the real tools.
func BenchmarkScan(b *testing.B) {
	tools, size := corpus(b)
	for _, deep := range []bool{false, true} {
		name := "canonical"
		if deep {
			name = "deep"
		}
		b.Run(name, func(b *testing.B) {
			s := paramrisk.Scanner{Deep: deep}
			b.SetBytes(size)
			b.ReportAllocs()
			properties := 0
			for b.Loop() {
				for _, tool := range tools {
					if err := s.Scan(tool, func(paramrisk.Found) { properties++ }); err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(properties), "ns/property")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(tools)), "ns/tool")
		})
	}
}

// BenchmarkClassify adds matches and hints.
func BenchmarkClassify(b *testing.B) {
	tools, size := corpus(b)
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		for _, tool := range tools {
			if _, err := paramrisk.Classify(tool, paramrisk.Options{}); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(tools)), "ns/tool")
}

func TestLabelAllocatesNothing(t *testing.T) {
	tool := []byte(`{"name":"a","inputSchema":{"properties":{"a":{"description":"x\ny"},"\u0062":{}},"required":["a"],"$defs":{"A":{"properties":{"c":{}}}}}}`)
	var s paramrisk.Scanner
	_ = s.Scan(tool, func(paramrisk.Found) {})
	name, description := []byte("webhook_url"), []byte("where the token is sent to, U\u0131\u212A")
	if n := testing.AllocsPerRun(100, func() { paramrisk.Label(name, description) }); n != 0 {
		t.Errorf("Label allocates %v times", n)
	}
	if n := testing.AllocsPerRun(100, func() { _ = s.Scan(tool, func(paramrisk.Found) {}) }); n != 0 {
		t.Errorf("Scan allocates %v times", n)
	}
}
