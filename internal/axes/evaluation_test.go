package axes_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/band"
	"github.com/mooring-mcp/mooring/internal/axes"
	"github.com/mooring-mcp/mooring/internal/docsection"
	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/thirdparty"
)

var update = flag.Bool("update", false, "write the tables of docs/evaluation.md")

var tables = docsection.Section{
	File: "../../docs/evaluation.md", Begin: "<!-- proposed axes, written by make eval -->\n", End: "<!-- end of the proposed axes -->\n",
}

// labelled is a tool with the axes that it was labelled with by hand.
type labelled struct {
	raw  []byte
	want band.Axes
}

// sample are the labelled tools, in their order.
func sample(t *testing.T) []labelled {
	t.Helper()
	text, err := os.ReadFile("testdata/labels.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var out []labelled
	places := map[string]int{}
	for line := range strings.Lines(string(text)) {
		if line[0] == '#' {
			continue
		}
		row := strings.Fields(line)
		want := band.Axes{Reversibility: band.Reversibility(row[1]), Scope: band.Scope(row[2])}
		if err := want.Check(); err != nil {
			t.Fatalf("%s: %v", row[0], err)
		}
		places[row[0]] = len(out)
		out = append(out, labelled{want: want})
	}
	found := map[string]bool{}
	thirdparty.Lines(t, thirdparty.Path(t, "data", "corpus", "all-tools.jsonl.gz"), func(line []byte) {
		raw := toolOf(t, line)
		sum := sha256.Sum256(raw)
		digest := hex.EncodeToString(sum[:])
		if i, is := places[digest]; is && !found[digest] {
			found[digest] = true
			out[i].raw = bytes.Clone(raw)
		}
	})
	if len(out) != 300 || len(found) != 300 {
		t.Fatalf("%d labels, of which the corpus has %d, want 300", len(out), len(found))
	}
	return out
}

func toolOf(t *testing.T, line []byte) (tool []byte) {
	t.Helper()
	err := jsonv.ScanObject(line, func(name, value jsonv.Span) bool {
		if string(name.Of(line)) == `"tool"` {
			tool = value.Of(line)
		}
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	return tool
}

// score counts proposals beside labels.
type score struct{ same, low, high int }

func (s *score) add(got, want int) {
	switch {
	case got == want:
		s.same++
	case got < want:
		s.low++
	default:
		s.high++
	}
}

// half is the scores of one half of the sample.
type half struct {
	reversibility, scope, band score
	operation                  int
}

func (h *half) add(p axes.Proposal, want band.Axes) {
	if p.Operation != "" {
		h.operation++
		return
	}
	h.reversibility.add(p.Axes.Reversibility.Rank(), want.Reversibility.Rank())
	h.scope.add(p.Axes.Scope.Rank(), want.Scope.Rank())
	h.band.add(bandOf(p.Axes).Rank(), bandOf(want).Rank())
}

// bandOf is the band of reversibility and scope, as if the parameters were trusted.
func bandOf(a band.Axes) band.Band {
	a.Trust = band.Trusted
	return band.Project(a).Band
}

func (s score) row(what string) string {
	n := s.same + s.low + s.high
	share := func(k int) string { return fmt.Sprintf("%d (%.1f %%)", k, 100*float64(k)/float64(n)) }
	return fmt.Sprintf("| %s | %d | %s | %s | %s |\n", what, n, share(s.same), share(s.low), share(s.high))
}

// TestEvaluation measures proposals on tools labelled by hand, and compares with the
// document or writes it.
func TestEvaluation(t *testing.T) {
	var halves [2]half
	perBand := map[band.Band]*score{band.Auto: {}, band.SoftAck: {}, band.Escalate: {}}
	for i, l := range sample(t) {
		p, err := axes.Propose(l.raw, axes.Options{})
		if err != nil {
			t.Fatal(err)
		}
		halves[i%2].add(p, l.want)
		if p.Operation == "" {
			perBand[bandOf(l.want)].add(bandOf(p.Axes).Rank(), bandOf(l.want).Rank())
		}
	}
	var b strings.Builder
	b.WriteString("| | tools | as labelled | too low | too high |\n|---|---|---|---|---|\n")
	for n, name := range []string{"150 to tune on", "150 held out"} {
		b.WriteString(halves[n].reversibility.row(name + ", reversibility"))
		b.WriteString(halves[n].scope.row(name + ", scope"))
		b.WriteString(halves[n].band.row(name + ", band"))
	}
	for _, name := range band.Bands() {
		b.WriteString(perBand[name].row("all 300, labelled " + string(name)))
	}
	fmt.Fprintf(&b, "\nLeft to the operation in each call: %d and %d tools of the halves.\n", halves[0].operation, halves[1].operation)
	tables.Compare(t, "\n"+b.String()+"\n", *update)
}
