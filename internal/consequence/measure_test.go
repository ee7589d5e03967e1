package consequence_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/consequence"
	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/thirdparty"
)

// labelled is a tool with the kinds that it was labelled with by hand.
type labelled struct {
	name, description string
	kinds             consequence.Set
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
		digest, kinds, _ := strings.Cut(strings.TrimSpace(line), "\t")
		places[digest] = len(out)
		out = append(out, labelled{kinds: setOf(t, kinds)})
	}
	found := map[string]bool{}
	thirdparty.Lines(t, thirdparty.Path(t, "data", "corpus", "all-tools.jsonl.gz"), func(line []byte) {
		raw := toolOf(t, line)
		sum := sha256.Sum256(raw)
		digest := hex.EncodeToString(sum[:])
		i, is := places[digest]
		if !is {
			return
		}
		found[digest] = true
		out[i].name, out[i].description = texts(t, raw)
	})
	if len(out) != 300 || len(found) != 300 {
		t.Fatalf("%d labels, of which the corpus has %d, want 300", len(out), len(found))
	}
	return out
}

func setOf(t *testing.T, kinds string) (s consequence.Set) {
	t.Helper()
	if kinds == "-" {
		return 0
	}
	for kind := range strings.SplitSeq(kinds, ",") {
		known := false
		for i, k := range consequence.Kinds() {
			if string(k) == kind {
				s |= 1 << i
				known = true
			}
		}
		if !known {
			t.Fatalf("no kind %q", kind)
		}
	}
	return s
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

func texts(t *testing.T, raw []byte) (name, description string) {
	t.Helper()
	var tool struct{ Name, Description any }
	if err := json.Unmarshal(raw, &tool); err != nil {
		t.Fatal(err)
	}
	name, _ = tool.Name.(string)
	description, _ = tool.Description.(string)
	return name, description
}

// score counts what the rule says beside the labels.
type score struct{ right, wrong, missed, none int }

func (s *score) add(said, is bool) {
	switch {
	case said && is:
		s.right++
	case said:
		s.wrong++
	case is:
		s.missed++
	default:
		s.none++
	}
}

// row writes a score for the document.
func (s score) row(what string) string {
	share := func(n, of int) string {
		if of == 0 {
			return "–"
		}
		return fmt.Sprintf("%d/%d (%.0f %%)", n, of, 100*float64(n)/float64(of))
	}
	return fmt.Sprintf("| %s | %d | %s | %s |\n", what, s.right+s.missed, share(s.right, s.right+s.wrong), share(s.right, s.right+s.missed))
}
