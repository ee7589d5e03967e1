package witness_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/schemagen"
	"github.com/mooring-mcp/mooring/internal/thirdparty"
	"github.com/mooring-mcp/mooring/internal/witness"
)

func ExampleSearch() {
	before := []byte(`{"type":"object","properties":{"limit":{"type":"integer"}}}`)
	after := []byte(`{"type":"object","properties":{"limit":{"type":"integer","maximum":100}}}`)
	call, _, err := witness.Search(before, after, false, witness.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("accepted before, rejected now: %s\n", call)
	// Output: accepted before, rejected now: {"limit":101}
}

const draft07 = `"$schema":"http://json-schema.org/draft-07/schema#"`

// narrowings have a value that only the first schema accepts; each needs another keyword to be met.
var narrowings = []struct{ name, before, after string }{
	{"type", `{}`, `{"type":"string"}`},
	{"number to integer", `{"type":"number"}`, `{"type":"integer"}`},
	{"enum", `{"enum":["a","b"]}`, `{"enum":["a"]}`},
	{"const in a union", `{"anyOf":[{"const":[1,{"a":2}]},{"type":"null"}]}`, `{"type":"null"}`},
	{"minimum", `{"type":"number","minimum":3}`, `{"type":"number","minimum":3.001}`},
	{"exclusive", `{"type":"number","maximum":3}`, `{"type":"number","exclusiveMaximum":3}`},
	{"far bound", `{"type":"integer","maximum":9007199254740993}`, `{"type":"integer","maximum":9007199254740992}`},
	{"multipleOf", `{"type":"number","multipleOf":2}`, `{"type":"number","multipleOf":6}`},
	{"length in characters", `{"type":"string","maxLength":40}`, `{"type":"string","maxLength":39}`},
	{"pattern", `{"type":"string","pattern":"^[a-z]{3}$"}`, `{"type":"string","pattern":"^[a-y]{3}$"}`},
	{"pattern added", `{"type":"string"}`, `{"type":"string","pattern":"^x"}`},
	{"format in draft-07", `{` + draft07 + `,"type":"string"}`, `{` + draft07 + `,"type":"string","format":"date"}`},
	{"format and pattern", `{` + draft07 + `,"format":"date","pattern":"^2026"}`, `{` + draft07 + `,"format":"date","pattern":"^2026-02-28"}`},
	{"required", `{"type":"object","properties":{"a":{}}}`, `{"type":"object","properties":{"a":{}},"required":["a"]}`},
	{"nested property", `{"properties":{"a":{"properties":{"b":{"properties":{"c":{"type":["string","null"]}},"required":["c"]}},"required":["b"]}},"required":["a"]}`, `{"properties":{"a":{"properties":{"b":{"properties":{"c":{"type":"string"}},"required":["c"]}},"required":["b"]}},"required":["a"]}`},
	{"hard names", `{"properties":{"a/b":{"properties":{"x~y":{"type":"integer"}}}}}`, `{"properties":{"a/b":{"properties":{"x~y":{"type":"integer","minimum":0}}}}}`},
	{"closed", `{"properties":{"a":{}}}`, `{"properties":{"a":{}},"additionalProperties":false}`},
	{"map", `{"additionalProperties":{"type":"string"}}`, `{"additionalProperties":{"type":"string","minLength":2}}`},
	{"patternProperties", `{}`, `{"patternProperties":{"^x-[0-9]+$":{"type":"string"}}}`},
	{"propertyNames", `{"type":"object"}`, `{"type":"object","propertyNames":{"pattern":"^[a-z]+$"}}`},
	{"minProperties", `{"type":"object"}`, `{"type":"object","maxProperties":43}`},
	{"dependentRequired", `{}`, `{"dependentRequired":{"a":["b"]}}`},
	{"dependencies", `{` + draft07 + `}`, `{` + draft07 + `,"dependencies":{"a":{"required":["b"]}}}`},
	{"unevaluatedProperties", `{"allOf":[{"properties":{"a":{}}}]}`, `{"allOf":[{"properties":{"a":{}}}],"unevaluatedProperties":false}`},
	{"items", `{"items":{"type":["string","null"]}}`, `{"items":{"type":"string"}}`},
	{"tuple", `{"prefixItems":[{},{}]}`, `{"prefixItems":[{},{"type":"string"}]}`},
	{"draft-07 tuple", `{` + draft07 + `,"items":[{},{}]}`, `{` + draft07 + `,"items":[{},{}],"additionalItems":false}`},
	{"contains", `{"type":"array","items":{"type":"integer"}}`, `{"type":"array","items":{"type":"integer"},"contains":{"minimum":5}}`},
	{"maxContains", `{"contains":{"type":"integer"}}`, `{"contains":{"type":"integer"},"maxContains":2}`},
	{"uniqueItems", `{"type":"array","items":{"type":"string"}}`, `{"type":"array","items":{"type":"string"},"uniqueItems":true}`},
	{"oneOf overlap", `{"oneOf":[{"type":"string"}]}`, `{"oneOf":[{"type":"string"},{"type":"string","maxLength":5}]}`},
	{"not", `{"not":{"const":"a"}}`, `{"not":{"enum":["a","b"]}}`},
	{"if", `{"type":"object","properties":{"kind":{"enum":["a","b"]}}}`, `{"type":"object","properties":{"kind":{"enum":["a","b"]}},"if":{"properties":{"kind":{"const":"b"}},"required":["kind"]},"then":{"required":["path"]}}`},
	{"$ref with sibling", `{"$ref":"#/$defs/a","$defs":{"a":{"type":"string"}}}`, `{"$ref":"#/$defs/a","maxLength":3,"$defs":{"a":{"type":"string"}}}`},
	{"$anchor", `{"properties":{"p":{"$ref":"#n"}},"$defs":{"a":{"$anchor":"n","type":"string"}}}`, `{"properties":{"p":{"$ref":"#n"}},"$defs":{"a":{"$anchor":"n","type":"string","minLength":1}}}`},
	{"recursive leaf", `{"properties":{"v":{"type":["string","null"]},"kids":{"type":"array","items":{"$ref":"#"}}},"required":["v"],"type":"object"}`, `{"properties":{"v":{"type":"string"},"kids":{"type":"array","items":{"$ref":"#"}}},"required":["v"],"type":"object"}`},
	{"boolean schemas", `{"properties":{"a":true}}`, `{"properties":{"a":false}}`},
}

func TestSearch(t *testing.T) {
	for _, tt := range narrowings {
		t.Run(tt.name, func(t *testing.T) {
			before, after := []byte(tt.before), []byte(tt.after)
			lost, tries, err := witness.Search(before, after, false, witness.Options{})
			if err != nil || lost == nil {
				t.Fatalf("Search(before, after, input): witness %s in %d tries, error %v", lost, tries, err)
			}
			gained, _, err := witness.Search(after, before, true, witness.Options{})
			if err != nil || gained == nil {
				t.Errorf("Search(after, before, output): witness %s, error %v", gained, err)
			}
			for _, value := range [][]byte{lost, gained} {
				if !accepts(t, before, value) || accepts(t, after, value) {
					t.Errorf("%s is no witness", value)
				}
			}
			if lost, _, _ := witness.Search(before, before, false, witness.Options{Tries: 100}); lost != nil {
				t.Errorf("Search(before, before): witness %s", lost)
			}
		})
	}
}

func accepts(t *testing.T, schema, value []byte) bool {
	t.Helper()
	judge, err := witness.NewJudge(schema)
	if err != nil {
		t.Fatal(err)
	}
	yes, err := judge.AcceptsJSON(value)
	if err != nil {
		t.Fatal(err)
	}
	return yes
}

// TestDeclared shows which witnesses a caller that sends only declared names can give (reading C01).
func TestDeclared(t *testing.T) {
	tests := []struct {
		name, before, after string
		want                bool
	}{
		{"a new name in an object that is open by default", `{"properties":{"a":{}}}`, `{"properties":{"a":{},"b":{"type":"string"}}}`, false},
		{"a new name where any is invited", `{"properties":{"a":{}},"additionalProperties":true}`, `{"properties":{"a":{},"b":{"type":"string"}},"additionalProperties":true}`, true},
		{"a new name in a map", `{"type":"object"}`, `{"type":"object","properties":{"b":{"type":"string"}}}`, true},
		{"a declared name", `{"properties":{"a":{}}}`, `{"properties":{"a":{"type":"string"}}}`, true},
		{"names of all branches are declared", `{"allOf":[{"properties":{"a":{}}},{"properties":{"b":{}}}]}`, `{"allOf":[{"properties":{"a":{}}},{"properties":{"b":{"type":"string"}}}]}`, true},
		{"another name beside branches", `{"allOf":[{"properties":{"a":{}}},{"properties":{"b":{}}}]}`, `{"allOf":[{"properties":{"a":{}}},{"properties":{"b":{}}}],"properties":{"c":{"type":"string"}}}`, false},
		{"behind a reference", `{"properties":{"p":{"$ref":"#/$defs/d"}},"$defs":{"d":{"properties":{"a":{}}}}}`, `{"properties":{"p":{"$ref":"#/$defs/d"}},"$defs":{"d":{"properties":{"a":{},"b":{"type":"string"}}}}}`, false},
		{"draft-07, composed", `{` + draft07 + `,"properties":{"a":{"$ref":"#/definitions/d"}},"dependencies":{"a":["a"]},"definitions":{"d":{"properties":{"x":{}}}}}`, `{` + draft07 + `,"properties":{"a":{"$ref":"#/definitions/d"},"b":{"type":"string"}},"definitions":{"d":{"properties":{"x":{},"y":{"type":"string"}}}}}`, false},
		{"draft-07", `{` + draft07 + `,"properties":{"a":{}}}`, `{` + draft07 + `,"properties":{"a":{},"b":{"type":"string"}}}`, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			before, after := []byte(tt.before), []byte(tt.after)
			got, _, err := witness.Search(before, after, false, witness.Options{Declared: true})
			if err != nil || (got != nil) != tt.want {
				t.Errorf("Search of declared names: witness %s, error %v; want a witness: %t", got, err, tt.want)
			}
			if got, _, _ := witness.Search(before, after, false, witness.Options{}); got == nil {
				t.Error("Search of all names: no witness, so that the case shows nothing")
			}
		})
	}
}

func TestSearchErrors(t *testing.T) {
	tests := []struct{ name, before, after, want string }{
		{"no JSON", `{`, `{}`, "schema before: parse: "},
		{"no schema", `{}`, `{"type":"text"}`, "schema after: compile: "},
		{"another document", `{"$ref":"https://schemas.example/a.json"}`, `{}`, "is another document, and none is fetched"},
		{"a file", `{"$ref":"file:///etc/hostname"}`, `{}`, "is another document, and none is fetched"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, _, err := witness.Search([]byte(tt.before), []byte(tt.after), false, witness.Options{})
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Search: error %v, want one with %q", err, tt.want)
			}
		})
	}
}

func TestSamplesRepeat(t *testing.T) {
	var before, after any
	for _, s := range []struct {
		text string
		to   *any
	}{{narrowings[15].before, &before}, {narrowings[15].after, &after}} {
		if err := json.Unmarshal([]byte(s.text), s.to); err != nil {
			t.Fatal(err)
		}
	}
	one := witness.Samples(3, 200, before, after)
	if diff := cmp.Diff(one, witness.Samples(3, 200, before, after)); diff != "" {
		t.Errorf("Samples, twice (-first +second):\n%s", diff)
	}
	for _, value := range one {
		if !json.Valid(value) || bytes.ContainsRune(value, 0) {
			t.Errorf("Samples: %q", value)
		}
	}
	if got := witness.Samples(3, 5); got != nil {
		t.Errorf("Samples of no schema: %q", got)
	}
}

// TestLabelledPairs measures the search on pairs that others have labelled: it refutes none that holds, and finds nearly
// all that do not. One pair in ten in an ordinary run.
func TestLabelledPairs(t *testing.T) {
	every := 10
	if os.Getenv("MOORING_SOAK") != "" {
		every = 1
	}
	files, err := filepath.Glob(filepath.Join(thirdparty.Path(t, "data", "schema-pairs"), "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	broken, found, refuted := 0, 0, 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		pairs, err := schemagen.Read(bytes.NewReader(text))
		if err != nil {
			t.Fatalf("%s: %v", filepath.Base(file), err)
		}
		for i := 0; i < len(pairs); i += every {
			p := pairs[i]
			got, err := witness.Both(p.Before, p.After, witness.Options{Tries: 400})
			if err != nil {
				continue // schemas that the validator refuses are in some files on purpose
			}
			for _, side := range []struct {
				truth   schemagen.Truth
				witness json.RawMessage
			}{{p.Input, got.Lost}, {p.Output, got.Gained}} {
				switch {
				case !side.truth.Holds() || side.witness == nil:
				case bytes.Contains(side.witness, []byte(`\n`)):
					refuted++ // the label forgets that a dot of a pattern matches no line feed
				default:
					t.Errorf("%s: label %q is refuted by %s", p.ID, side.truth.Status, side.witness)
				}
				if side.truth.Broken() {
					broken++
					if side.witness != nil {
						found++
					}
				}
			}
		}
	}
	t.Logf("found %d of %d, refuted %d labels by line feeds", found, broken, refuted)
	if found*100 < broken*98 {
		t.Errorf("found %d of %d witnesses, want 98 %%", found, broken)
	}
}

// FuzzSearch shows that any two schemas end a search, and that what it finds is a witness.
func FuzzSearch(f *testing.F) {
	for _, tt := range narrowings {
		f.Add(tt.before, tt.after, uint64(1))
	}
	f.Fuzz(func(t *testing.T, before, after string, seed uint64) {
		found, err := witness.Both([]byte(before), []byte(after), witness.Options{Tries: 30, Seed: seed})
		if err != nil {
			return
		}
		if found.Lost != nil && (!accepts(t, []byte(before), found.Lost) || accepts(t, []byte(after), found.Lost)) {
			t.Errorf("lost %s is no witness", found.Lost)
		}
		if found.Gained != nil && (accepts(t, []byte(before), found.Gained) || !accepts(t, []byte(after), found.Gained)) {
			t.Errorf("gained %s is no witness", found.Gained)
		}
	})
}

func BenchmarkSearch(b *testing.B) {
	b.ReportAllocs()
	same := []byte(`{"type":"object","properties":{"owner":{"type":"string","minLength":1},"limit":{"type":"integer","maximum":100},"tags":{"type":"array","items":{"enum":["a","b"]}}},"required":["owner"]}`)
	for b.Loop() {
		if _, _, err := witness.Search(same, same, false, witness.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
