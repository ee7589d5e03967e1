package schemagen_test

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/schemagen"
	"github.com/mooring-mcp/mooring/internal/witness"
)

func TestPairsRepeat(t *testing.T) {
	one, other := schemagen.New(7), schemagen.New(7)
	var want schemagen.Pair
	for range 5 {
		want = one.Pair()
	}
	other.Skip(4)
	if diff := cmp.Diff(want, other.Pair()); diff != "" {
		t.Errorf("pair 5 of a seed, after four others and after Skip(4) (-after others +after Skip):\n%s", diff)
	}
}

// TestRelations holds what a pair promises against a validator: no value may contradict it. It is the test of the
// generator, of the sampler and of the validator against each other.
func TestRelations(t *testing.T) {
	pairs, tries := 150, 120
	if os.Getenv("MOORING_SOAK") != "" {
		pairs, tries = 20_000, 400
	}
	g := schemagen.New(20261129)
	edits, count := map[string]bool{}, map[string]int{}
	for i := range pairs {
		p := g.Pair()
		for _, edit := range p.Edits {
			edits[edit] = true
		}
		found, err := witness.Both(p.Before, p.After, witness.Options{Tries: tries, Seed: uint64(i)})
		if err != nil {
			t.Errorf("pair %d: %v\n%s\n%s", i, err, p.Before, p.After)
			continue
		}
		count[p.Relation]++
		if found.Lost != nil || found.Gained != nil {
			count[p.Relation+" witnessed"]++
		}
		if p.Relation == schemagen.Equal && (found.Lost != nil || found.Gained != nil) ||
			p.Relation == schemagen.Widened && found.Lost != nil ||
			p.Relation == schemagen.Tightened && found.Gained != nil {
			t.Errorf("pair %d is %s by %v, but lost %s and gained %s\n%s\n%s",
				i, p.Relation, p.Edits, found.Lost, found.Gained, p.Before, p.After)
		}
	}
	t.Logf("%d pairs, %d kinds of edits: %v", pairs, len(edits), count)
	changed := count[schemagen.Widened] + count[schemagen.Tightened]
	if got := count[schemagen.Widened+" witnessed"] + count[schemagen.Tightened+" witnessed"]; got*10 < changed*6 {
		t.Errorf("only %d of %d pairs with a weaker side are witnessed: the edits or the sampler are too tame", got, changed)
	}
}

func TestEditsAreUsed(t *testing.T) {
	seen := map[string]bool{}
	g := schemagen.New(1)
	for range 1500 {
		for _, edit := range g.Pair().Edits {
			seen[edit] = true
		}
	}
	if len(seen) < 60 {
		t.Errorf("1500 pairs use %d kinds of edits, want 60 or more: %v", len(seen), seen)
	}
}

func TestShrink(t *testing.T) {
	p := schemagen.Pair{
		Before: []byte(`{"type":"object","properties":{"a":{"anyOf":[{"type":"integer","minimum":1},{"type":"null"}]},"b":{"type":"string"}},
			"required":["a","b"],"not":{"required":["c"]}}`),
		After: []byte(`{"type":"object","properties":{"a":{"anyOf":[{"type":"integer","minimum":2},{"type":"null"}]},"b":{"type":"string","minLength":0}},
			"required":["a","b"],"not":{"required":["c"]}}`),
		Relation: schemagen.Siblings,
	}
	got := schemagen.Shrink(p, func(before, after []byte) bool {
		lost, _, err := witness.Search(before, after, false, witness.Options{Tries: 200})
		return err == nil && lost != nil && bytes.Contains(after, []byte(`"minimum"`))
	})
	want := schemagen.Pair{
		Before:   []byte(`{}`),
		After:    []byte(`{"properties":{"a":{"minimum":2}}}`),
		Relation: schemagen.Siblings,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Shrink (-want +got):\n%s", diff)
	}
}

func TestRead(t *testing.T) {
	lines := `{"id":"a-1","dialect":"draft-07","old":{"items":[true]},"new":true,"truth":{"backward":{"set_truth":true,"status":"agreed-true"},"forward":{"set_truth":false,"status":"proved-false","witness":0}}}
{"id":"a-2","dialect":"2020-12","old":{},"new":{"type":"string"},"expect_input":"BREAKING"}
{"id":"a-3","dialect":"draft-07","old":{"$schema":"x"},"new":{}}
`
	got, err := schemagen.Read(strings.NewReader(lines))
	if err != nil {
		t.Fatal(err)
	}
	yes, no := true, false
	const draft07 = `{"$schema":"http://json-schema.org/draft-07/schema#"`
	want := []schemagen.Labelled{
		{
			ID: "a-1", Before: json.RawMessage(draft07 + `,"items":[true]}`), After: json.RawMessage(`true`),
			Input:  schemagen.Truth{Contained: &yes, Status: "agreed-true"},
			Output: schemagen.Truth{Contained: &no, Status: "proved-false", Witness: json.RawMessage(`0`)},
		},
		{ID: "a-2", Before: json.RawMessage(`{}`), After: json.RawMessage(`{"type":"string"}`), ExpectInput: "BREAKING"},
		{ID: "a-3", Before: json.RawMessage(`{"$schema":"x"}`), After: json.RawMessage(draft07 + `}`)},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Read (-want +got):\n%s", diff)
	}
}
