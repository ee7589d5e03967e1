package censusgen

// The model is not exported, and this derives it; so the test is inside the package.

import (
	"encoding/json"
	"flag"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/consequence"
	"github.com/mooring-mcp/mooring/internal/thirdparty"
	"github.com/mooring-mcp/mooring/internal/word"
	"github.com/mooring-mcp/mooring/paramrisk"
)

var update = flag.Bool("update", false, "rewrite model.json from the real tools")

// realTool is a row of the corpus.
type realTool struct {
	Server string
	Tool   struct {
		Name, Description string
		Annotations       json.RawMessage
		OutputSchema      json.RawMessage
		InputSchema       struct {
			Schema      string `json:"$schema"`
			Properties  map[string]json.RawMessage
			Required    json.RawMessage
			Defs        json.RawMessage `json:"$defs"`
			Definitions json.RawMessage
		}
	}
}

// TestModel derives the model from real tools: numbers alone, no text of theirs.
func TestModel(t *testing.T) {
	path := thirdparty.Path(t, "data", "corpus", "all-tools.jsonl.gz")
	d := newDerivation()
	thirdparty.Lines(t, path, func(line []byte) {
		var r realTool
		if err := json.Unmarshal(line, &r); err == nil {
			d.tool(r, line)
		}
	})
	got, err := json.MarshalIndent(d.model(), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	if *update {
		if err := os.WriteFile("model.json", got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(modelText), string(got)); diff != "" {
		t.Errorf("model.json is not what the real tools are; run with -update (-want +got):\n%s", diff)
	}
}

// derivation counts what the model is made of.
type derivation struct {
	m                 model
	servers           map[string]int
	tools, properties int
	bytes, quotes     int
	lists             map[*[]int][]int
	types, keywords   map[string]int
	dialects, kinds   map[string]int
	plain, textless   int // properties without a form, and without one in their description
	sets              map[string]int
}

func newDerivation() *derivation {
	return &derivation{
		servers: map[string]int{}, lists: map[*[]int][]int{}, types: map[string]int{}, keywords: map[string]int{}, dialects: map[string]int{}, kinds: map[string]int{},
		sets: map[string]int{},
	}
}

func (d *derivation) list(to *[]int, n int) { d.lists[to] = append(d.lists[to], n) }

func words(name string) (n int) {
	for range word.Split(name) {
		n++
	}
	return n
}

func one(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

func (d *derivation) tool(r realTool, line []byte) {
	d.tools++
	d.servers[r.Server]++
	tool, schema := r.Tool, r.Tool.InputSchema
	d.list(&d.m.NameWords, words(tool.Name))
	d.list(&d.m.Description, len(tool.Description))
	d.m.OneLine += one(!strings.Contains(tool.Description, "\n"))
	d.bytes += len(tool.Description)
	d.quotes += strings.Count(tool.Description, `"`)
	d.m.NonASCII += one(strings.ContainsFunc(string(line), func(r rune) bool { return r > 0x7F }))
	d.m.Annotated += one(tool.Annotations != nil)
	d.m.Output += one(tool.OutputSchema != nil)
	d.m.Definitions += one(schema.Defs != nil || schema.Definitions != nil)
	verdict := consequence.Judge(tool.Name, tool.Description)
	d.m.Read += one(verdict.Read)
	for _, k := range verdict.Kinds.List() {
		d.kinds[string(k)]++
	}
	dialect := schema.Schema
	if dialect != "" && !strings.Contains(dialect, "json-schema.org/") {
		dialect = ""
	}
	d.dialects[dialect]++
	var required []string
	_ = json.Unmarshal(schema.Required, &required)
	plain, set := 0, []string{}
	for _, name := range slices.Sorted(keys(schema.Properties)) {
		if p := d.property(name, schema.Properties[name], slices.Contains(required, name)); p.plain {
			plain++
		} else {
			set = append(set, p.String())
		}
	}
	slices.Sort(set)
	d.sets[strings.Join(append([]string{strconv.Itoa(plain)}, set...), " ")]++
}

func keys[V any](m map[string]V) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

func (d *derivation) property(name string, schema json.RawMessage, required bool) parameter {
	d.properties++
	d.list(&d.m.PropertyNameWords, words(name))
	var p map[string]json.RawMessage
	_ = json.Unmarshal(schema, &p)
	var description, kind string
	_ = json.Unmarshal(p["description"], &description)
	_ = json.Unmarshal(p["type"], &kind)
	if !slices.Contains([]string{"string", "number", "integer", "boolean", "object", "array", "null"}, kind) {
		kind = ""
	}
	d.types[kind]++
	if description != "" {
		d.list(&d.m.PropertyDescription, len(description))
	}
	var values []any
	if json.Unmarshal(p["enum"], &values) == nil && len(values) > 0 {
		d.list(&d.m.EnumValues, len(values))
		d.keywords["enum"]++
	}
	for _, k := range keywordTexts {
		if p[k.keyword] != nil {
			d.keywords[k.keyword]++
		}
	}
	out := parameter{names: places(paramrisk.Label(name, "")), texts: places(paramrisk.Label("", description))}
	if out.texts == nil {
		d.textless++
		d.m.Described += one(description != "")
	}
	if out.names != nil || out.texts != nil {
		out.required = required
		return out
	}
	d.plain++
	d.m.Required += one(required)
	return parameter{plain: true}
}

func places(forms paramrisk.Forms) (out []int) {
	for i := range forms.Each() {
		out = append(out, i)
	}
	return out
}

func (d *derivation) model() model {
	m := &d.m
	for _, n := range d.servers {
		d.list(&m.ToolsPerServer, n)
	}
	for to, list := range d.lists {
		slices.Sort(list)
		*to = (*to)[:0]
		for p := range 101 {
			*to = append(*to, list[p*(len(list)-1)/100])
		}
	}
	for _, share := range []*float64{&m.OneLine, &m.NonASCII, &m.Read, &m.Annotated, &m.Output, &m.Definitions} {
		*share = round(*share / float64(d.tools))
	}
	m.Escapes = round(float64(d.quotes) / float64(d.bytes))
	m.Required, m.Described = round(m.Required/float64(d.plain)), round(m.Described/float64(d.textless))
	m.Types, m.Keywords, m.Dialects = shares(d.types, d.properties), shares(d.keywords, d.properties), shares(d.dialects, d.tools)
	m.Consequences = shares(d.kinds, d.tools)
	m.Sets = d.sets
	return *m
}

func shares(counts map[string]int, of int) map[string]float64 {
	out := map[string]float64{}
	for k, n := range counts {
		out[k] = round(float64(n) / float64(of))
	}
	return out
}

func round(x float64) float64 { return math.Round(x*1e6) / 1e6 }
