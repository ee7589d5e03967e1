package censusgen_test

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"testing"

	"github.com/mooring-mcp/mooring/internal/census"
	"github.com/mooring-mcp/mooring/internal/censusgen"
)

func corpus(t *testing.T, seed uint64, tools, servers int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := censusgen.Write(&b, seed, tools, servers); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestSeed(t *testing.T) {
	if !bytes.Equal(corpus(t, 1, 300, 20), corpus(t, 1, 300, 20)) {
		t.Error("the same seed gives other bytes")
	}
	if bytes.Equal(corpus(t, 1, 300, 20), corpus(t, 2, 300, 20)) {
		t.Error("another seed gives the same bytes")
	}
}

func TestNumbers(t *testing.T) {
	for _, c := range []struct{ tools, servers int }{{1, 1}, {50, 50}, {1000, 57}, {1001, 7}} {
		r := counted(t, corpus(t, 1, c.tools, c.servers))
		if r.Tools != int64(c.tools) || r.Servers != int64(c.servers) {
			t.Errorf("%d tools on %d servers give %d and %d", c.tools, c.servers, r.Tools, r.Servers)
		}
	}
	for _, c := range []struct{ tools, servers int }{{0, 0}, {1, 2}, {5, 0}, {-1, -1}, {math.MaxInt, 1}, {math.MaxInt, math.MaxInt}} {
		if err := censusgen.Write(io.Discard, 1, c.tools, c.servers); err == nil {
			t.Errorf("%d tools on %d servers are no error", c.tools, c.servers)
		}
	}
}

// counted is the census of a corpus; every line of it is strict JSON.
func counted(t *testing.T, corpus []byte) census.Result {
	t.Helper()
	s, tally := census.NewScanner(census.Options{}), census.NewTally(census.Options{})
	p := s.Part()
	line := int64(0)
	for text := range bytes.Lines(corpus) {
		line++
		if !json.Valid(text) {
			t.Fatalf("line %d: %s", line, text)
		}
		s.Line(p, text, census.Place{Line: line})
	}
	tally.Add(p, 0)
	return tally.Result([]census.Input{{}}, "")
}

// TestLikeReal holds a corpus to what the real tools have. The shares of classes are those
// of internal/cli/testdata/census/real.json; they need that the parameters of a tool are
// drawn together.
func TestLikeReal(t *testing.T) {
	r := counted(t, corpus(t, 1, 9000, 780))
	n := float64(r.Tools)
	for _, c := range []struct {
		what           string
		got, low, high float64
	}{
		{"bytes a tool", float64(r.Shape.Bytes) / n, 700, 1500},
		{"parameters a tool", float64(r.Direct.Properties) / n, 3, 4.5},
		{"required parameters", float64(r.Direct.RequiredProperties) / float64(r.Direct.Properties), 0.3, 0.5},
		{"tools with a credential", float64(r.Direct.Classes[0].Tools) / n, 0.036, 0.048},
		{"tools with a path", float64(r.Direct.Classes[1].Tools) / n, 0.097, 0.117},
		{"tools with a required path", float64(r.Direct.Classes[1].Required) / n, 0.067, 0.087},
		{"tools with a command", float64(r.Direct.Classes[2].Tools) / n, 0.089, 0.109},
		{"tools with money", float64(r.Direct.Classes[3].Tools) / n, 0.008, 0.016},
		{"tools with an endpoint", float64(r.Direct.Classes[4].Tools) / n, 0.072, 0.09},
		{"tools with an account", float64(r.Direct.Buckets[0].Tools) / n, 0.43, 0.475},
		{"tools with raw content", float64(r.Direct.Buckets[1].Tools) / n, 0.155, 0.195},
		{"tools that read", float64(r.Consequence.Read) / n, 0.4, 0.55},
		{"tools of high consequence", float64(r.Consequence.Tools) / n, 0.02, 0.1},
		{"tools with draft-07", float64(r.Dialects[3].Tools) / n, 0.35, 0.47},
		{"largest tool", float64(r.Shape.LargestTool), 10_000, 200_000},
	} {
		if c.got < c.low || c.got > c.high {
			t.Errorf("%s: %.3f, want %.3f to %.3f", c.what, c.got, c.low, c.high)
		}
	}
}
