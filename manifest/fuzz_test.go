package manifest_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/manifest"
	"github.com/mooring-mcp/mooring/surface"
)

// seeds are tools that start the fuzzers.
var seeds = []string{
	`{"name":"a"}`,
	`{"name":"github.add_deploy_key","description":"Add a deploy key","inputSchema":{"type":"object","required":["owner","repo"]}}`,
	`{"name":"n","inputSchema":{"enum":[1.0,-0,1E1,1e21,1e-7,0.5,9007199254740993,1e-400]},"input_schema":{"shadow":true}}`,
	`{"name":"\ud800\udc00","description":"é ` + "\u2028" + `\u001b\t\/","annotations":{"readOnlyHint":true,"":null,"\ue000":1,"\ud800\udc00":2}}`,
	`{"name":5,"outputSchema":[],"title":"t","_meta":{"a/b":{"c":[[],{}]}}}`,
	`{"name":"a","x":1,"x":2}`,
	`[1, 2]`,
	`null`,
	// What is near the edge of plain JSON.
	`{"name":"a","x":[1,]}`,
	`{"name":"a","x":{"y":1,}}`,
	`{"name":"a","x":01}`,
	`{"name":"a","x":-0}`,
	`{"name":"a","x":-}`,
	`{"name":"a","x":-1}`,
	`{"name":"a","x":[0,10,999999999999999,1000000000000000,9007199254740993]}`,
	`{"name":"a","x":1.0}`,
	`{"name":"a","x":1e2}`,
	`{"name":"a","x":"\"\\\b\f\n\r\t\/\u0041"}`,
	`{"name":"a\\","x":"\\\""}`,
	`{"name":"a\"}`,
	`{"name":"a","x":"\x"}`,
	`{"name":"a","x":tru}`,
	`{"name":"a","x":[true,false,null,nul]}`,
	`{"name":"a","x":{"y":1,"y":1}}`,
	`{"name":"a","x":{"y":1,"\u0079":1}}`,
	`{"name":"a","é":1,"z":{"b":{},"a":[],"":[[{}]]}}`,
	`{"name":"a","inputSchema":null,"input_schema":1}`,
	`{"name":"a","input_schema":[ 1 , { "b" : 2 , "a" : 1 } ]}`,
	` { "name" : "a" } `,
	`{"name":"a"}}`,
	`{"name":"a"`,
	`{"name":"a":1}`,
	`{"name" "a"}`,
	`{"name":"a";"b":1}`,
	`{"name":"a","x":[1}`,
	"{\"name\":\"a\tb\"}",
	"{\"name\":\t\"a\",\r\n\"x\":1}",
	"{\"name\":\"\xff\"}",
	"{\"name\":\"\u007f\u0080\"}",
	`{}`,
	``,
	`{"name":"deep","x":` + strings.Repeat("[", 199) + strings.Repeat("]", 199) + `}`,
	`{"name":"deep","x":` + strings.Repeat(`{"a":`, 300) + "1" + strings.Repeat("}", 300) + `}`,
	`{"name":"deep","x":` + strings.Repeat("[", 1000) + strings.Repeat("]", 1000) + `}`,
	`{"name":"long","description":"` + strings.Repeat("x", 1<<20) + `"}`,
}

// checkTool holds the digests of a text against those of its tree: DigestTool
// fails exactly where strict parsing does.
func checkTool(t *testing.T, raw []byte) (v *jsonv.Value, ok bool) {
	t.Helper()
	v, err := jsonv.Parse(raw, jsonv.Limits{})
	got, gotErr := manifest.DigestTool(raw)
	if err != nil || v.Kind() != jsonv.Object {
		if gotErr == nil {
			t.Errorf("DigestTool(%.200q) accepts what is no strict object", raw)
		}
		return v, false
	}
	if gotErr != nil {
		t.Fatalf("DigestTool(%.200q): %v", raw, gotErr)
	}
	if want := treeDigest(v); got.Digest != want {
		t.Errorf("DigestTool(%.200q) = %s, want %s", raw, got.Digest, want)
	}
	item := append(jsonv.AppendCanonical([]byte(`{"item":`), v, jsonv.Source), `,"kind":"tool","projection":"mooring.surface_item.v1"}`...)
	if got, want := projected(t, raw).Items[0].Digest, jsonv.Digest(item); got != want {
		t.Errorf("SurfaceDigest(%.200q) has item %s, want %s", raw, got, want)
	}
	return v, true
}

// treeDigest is the tool digest, written from the tree in the plainest way.
func treeDigest(tool *jsonv.Value) string {
	field := func(wire, snake string) string {
		v := tool.Get(wire)
		if !v.Exists() {
			v = tool.Get(snake)
		}
		if !v.Exists() {
			return "null"
		}
		return string(jsonv.Canonical(v, jsonv.Doubles))
	}
	name, _ := tool.Get("name").Str()
	return jsonv.Digest([]byte(`{"annotations":` + field("annotations", "annotations") +
		`,"description":` + field("description", "description") +
		`,"input_schema":` + field("inputSchema", "input_schema") +
		`,"name":` + string(jsonv.AppendQuoted(nil, name)) +
		`,"output_schema":` + field("outputSchema", "output_schema") + `}`))
}

func TestSeeds(t *testing.T) {
	for _, s := range seeds {
		checkTool(t, []byte(s))
	}
}

// respell writes v in another spelling of the same value: members in another
// order, white space, escapes, exact numbers in another form.
func respell(b *strings.Builder, r *rand.Rand, v *jsonv.Value) {
	space := func() { b.WriteString([]string{"", "", " ", "\t", "\r\n"}[r.IntN(5)]) }
	space()
	switch v.Kind() {
	case jsonv.Object:
		var names []string
		for name := range v.SortedMembers() {
			names = append(names, name)
		}
		r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		sep := "{"
		for _, name := range names {
			b.WriteString(sep)
			space()
			escape(b, r, name)
			space()
			b.WriteString(":")
			respell(b, r, v.Get(name))
			sep = ","
		}
		if len(names) == 0 {
			b.WriteString("{")
		}
		b.WriteString("}")
	case jsonv.Array:
		b.WriteString("[")
		for i, e := range v.Items() {
			if i > 0 {
				b.WriteString(",")
			}
			respell(b, r, e)
		}
		b.WriteString("]")
	case jsonv.String:
		escape(b, r, v.Text())
	case jsonv.Number:
		b.WriteString(v.Text())
		if !v.Inexact() && !strings.ContainsAny(v.Text(), "eE") {
			b.WriteString([]string{"", "e0", "E+00", "e-0"}[r.IntN(4)])
		}
	default:
		b.WriteString(v.Raw())
	}
	space()
}

func escape(b *strings.Builder, r *rand.Rand, s string) {
	b.WriteByte('"')
	for _, c := range s {
		if r.IntN(3) > 0 && c >= 0x20 && c != '"' && c != '\\' {
			b.WriteRune(c)
			continue
		}
		if high, low := utf16.EncodeRune(c); c > 0xFFFF {
			fmt.Fprintf(b, `\u%04x\u%04X`, high, low)
			continue
		}
		fmt.Fprintf(b, `\u%04X`, c)
	}
	b.WriteByte('"')
}

// FuzzSpelling: no digest depends on how a tool is spelled.
func FuzzSpelling(f *testing.F) {
	for i, s := range seeds {
		f.Add([]byte(s), uint64(i))
	}
	f.Fuzz(func(t *testing.T, raw []byte, seed uint64) {
		v, ok := checkTool(t, raw)
		if !ok {
			return
		}
		var other strings.Builder
		respell(&other, rand.New(rand.NewPCG(seed, 1)), v)
		before, after := digestTool(t, string(raw)), digestTool(t, other.String())
		if diff := cmp.Diff(before, after); diff != "" {
			t.Errorf("DigestTool(%q) and DigestTool(%q) differ:\n%s", raw, other.String(), diff)
		}
		if diff := cmp.Diff(projected(t, raw), projected(t, []byte(other.String()))); diff != "" {
			t.Errorf("SurfaceDigest(%q) and SurfaceDigest(%q) differ:\n%s", raw, other.String(), diff)
		}
	})
}

// projected is the projection of a surface of one tool.
func projected(t *testing.T, raw []byte) manifest.Projection {
	t.Helper()
	item := surface.NewItem(surface.Tool, raw)
	p, err := manifest.SurfaceDigest(surface.Surface{Listings: []surface.Listing{{
		Kind: surface.Tool, Status: surface.Observed, Completeness: surface.Unknown, Items: []surface.Item{item},
	}}})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// FuzzObserve: whatever a page holds, the record is JSON of its schema id,
// counts every listed item, says the same twice and with field digests, and has
// a manifest digest only if no item is unreadable.
func FuzzObserve(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(`{"tools":[` + s + `]}`))
	}
	f.Add([]byte(`{"tools":[` + strings.Join(seeds, ",") + `],"nextCursor":""}`))
	f.Fuzz(func(t *testing.T, page []byte) {
		s := paged("s", []string{string(page)}, "")
		both, err := manifest.Digest(s, withFields)
		if err != nil {
			t.Fatal(err)
		}
		again, plain := observe(t, s, withFields), observe(t, s, manifest.Options{})
		if diff := cmp.Diff(both.Observed, again); diff != "" {
			t.Errorf("Observe(%q) differs from Digest:\n%s", page, diff)
		}
		for i := range again.Tools {
			again.Tools[i].Fields = manifest.FieldDigests{}
		}
		if !bytes.Equal(again.Append(nil), plain.Append(nil)) {
			t.Errorf("Observe(%q) differs with field digests", page)
		}
		l := s.Listing(surface.Tool)
		if l.Status == surface.Observed && plain.ToolsListObserved && plain.ToolCount != len(l.Items) {
			t.Errorf("Observe(%q) counts %d tools, want %d", page, plain.ToolCount, len(l.Items))
		}
		if len(plain.Tools) < plain.ToolCount && plain.ManifestDigest != "" {
			t.Errorf("Observe(%q) has a manifest digest without all tools", page)
		}
		record, err := jsonv.Parse(plain.Encode(), jsonv.Limits{})
		if err != nil || record.Get("schema").Text() != manifest.ObservedSchema {
			t.Errorf("record of %q is not strict JSON of its schema (%v)", page, err)
		}
	})
}
