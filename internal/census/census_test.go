package census_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/census"
	"github.com/mooring-mcp/mooring/internal/thirdparty"
	"github.com/mooring-mcp/mooring/paramrisk"
)

// counted is the census of lines, as one part.
func counted(o census.Options, lines ...string) census.Result {
	s, t := census.NewScanner(o), census.NewTally(o)
	p := s.Part()
	for i, line := range lines {
		s.Line(p, []byte(line), census.Place{Line: int64(i + 1)})
	}
	t.Add(p, 0)
	return t.Result([]census.Input{{Name: "x", SHA256: strings.Repeat("0", 64)}}, "")
}

// tool is one with the property url.
const tool = `{"name":"a","inputSchema":{"properties":{"url":{}}}}`

func TestLines(t *testing.T) {
	for _, c := range []struct {
		line                string
		tools, bad, badItem int64
	}{
		{tool, 1, 0, 0},
		{` {"tool" : ` + tool + `} `, 1, 0, 0},
		{`{"server":"s","tools":[` + tool + `,` + tool + `]}`, 2, 0, 0},
		{`{"jsonrpc":"2.0","id":7,"result":{"tools":[` + tool + `]}}`, 1, 0, 0},
		{`[` + tool + `]`, 1, 0, 0},
		{`{"tools":[]}`, 0, 0, 0},
		{`{"tools":[1,` + tool + `,null]}`, 1, 0, 2},
		{`{"name":"a"}`, 1, 0, 0},
		{`{"name":"a","inputSchema":true}`, 1, 0, 0},
		{`{"name":"a","inputSchema":{"properties":[]}}`, 1, 0, 0},
		{`{"server":"down","error":"timeout"}`, 0, 1, 0},
		{`{"name":"a"`, 0, 1, 0},
		{`{"name":"a"}}`, 0, 1, 0},
		{`{"name":a b}`, 0, 1, 0},
		{`7`, 0, 1, 0},
		{``, 0, 1, 0},
		{strings.Repeat("[", 100_000), 0, 1, 0},
		{`{"name":"a","x":` + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + `}`, 1, 0, 0},
		{`{"name":"a","inputSchema":` + strings.Repeat(`{"not":`, 100_000) + `{}` + strings.Repeat("}", 100_000) + `}`, 1, 0, 0},
	} {
		r := counted(census.Options{List: 3}, c.line)
		if r.Tools != c.tools || r.Lines.Bad != c.bad || r.Lines.BadItems != c.badItem {
			t.Errorf("%.80s: %d tools, %d bad lines, %d bad items, want %d, %d, %d", c.line, r.Tools, r.Lines.Bad, r.Lines.BadItems, c.tools, c.bad, c.badItem)
		}
		if n := int64(len(r.Lines.First)); n != c.bad+c.badItem {
			t.Errorf("%.80s: lists %v", c.line, r.Lines.First)
		}
	}
}

func TestTooLong(t *testing.T) {
	o := census.Options{List: 1}
	s, tally := census.NewScanner(o), census.NewTally(o)
	p := s.Part()
	s.TooLong(p, census.Place{Line: 9, Offset: 80}, 5)
	tally.Add(p, 0)
	got := tally.Result([]census.Input{{Name: "x"}}, "").Lines
	want := census.Lines{Read: 1, Bad: 1, First: []census.BadLine{{LinePlace: census.LinePlace{Input: "x", Line: 9, Offset: 80}, Reason: "longer than the limit of 5 bytes"}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestParts: cut anywhere, and counted by other scanners, the lines give the same.
func TestParts(t *testing.T) {
	lines := fileLines(t, "data", "vectors", "gg-tools.jsonl.gz")[:600]
	o := census.Options{Deep: true, List: 5}
	var want []byte
	for _, size := range []int{600, 1, 7, 250} {
		tally := census.NewTally(o)
		scanners := []*census.Scanner{census.NewScanner(o), census.NewScanner(o)}
		for i := 0; i < len(lines); i += size {
			s := scanners[i/size%2]
			p := s.Part()
			for n := i; n < min(i+size, len(lines)); n++ {
				s.Line(p, []byte(lines[n]), census.Place{Line: int64(n + 1)})
			}
			tally.Add(p, 0)
		}
		got := census.Encode(tally.Result([]census.Input{{Name: "x", SHA256: strings.Repeat("0", 64)}}, ""))
		if want == nil {
			want = got
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("in parts of %d lines (-want +got):\n%s", size, diff)
		}
	}
}

func TestServers(t *testing.T) {
	for _, c := range []struct {
		name   string
		lines  []string
		member string
		want   int64
	}{
		{"by name", []string{`{"server":"a","tool":{}}`, `{"server":"a","tool":{}}`, `{"server":"b","tool":{}}`}, "", 2},
		{"escaped is the same", []string{`{"server":"a","tool":{}}`, `{"server":"\u0061","tool":{}}`}, "", 1},
		{"of an object", []string{`{"server":{"id":"a","name":"x"},"tool":{}}`, `{"server":{"id":"a","name":"y"},"tool":{}}`, `{"server":{"url":"a"},"tool":{}}`}, "", 1},
		{"a number", []string{`{"server":7,"tool":{}}`, `{"server":8,"tool":{}}`}, "", 2},
		{"one a line without", []string{`{"tool":{}}`, `{"tool":{}}`, `{"server":null,"tool":{}}`, `{"server":"","tool":{}}`}, "", 4},
		{"without tools", []string{`{"server":"a","tools":[]}`}, "", 1},
		{"another member", []string{`{"host":"a","server":"1","tool":{}}`, `{"host":"a","server":"2","tool":{}}`}, "host", 1},
		{"bad lines are of nobody", []string{`{"server":"a"}`, `{"server":"b","tool":`}, "", 0},
	} {
		if r := counted(census.Options{ServerMember: c.member}, c.lines...); r.Servers != c.want {
			t.Errorf("%s: %d servers, want %d", c.name, r.Servers, c.want)
		}
	}
}

func TestHazards(t *testing.T) {
	long := `{"name":"a","x":{`
	for i := range 40 {
		long += fmt.Sprintf(`"k%d":1,`, i)
	}
	for _, c := range []struct{ name, line, want string }{
		{"none", tool, ""},
		{"repeated member", `{"name":"a","inputSchema":{"type":"object","type":"string"}}`, "duplicate_members 1"},
		{"repeated, once escaped", `{"name":"a","b":1,"\u0062":2}`, "duplicate_members 1"},
		{"repeated among many", long + `"k3":2}}`, "duplicate_members 1"},
		{"many", long + `"z":2}}`, ""},
		{"outside of the tool", `{"a":1,"a":2,"tool":` + tool + `}`, "duplicate_members 0 of 1 lines"},
		{"one tool of two", `{"tools":[{"name":"a","name":"b"},` + tool + `]}`, "duplicate_members 1"},
		{"zero width", "{\"name\":\"a\u200b\"}", "hidden_characters 1"},
		{"zero width, escaped", `{"name":"a","description":"a\u200Bb"}`, "hidden_characters 1"},
		{"tag, escaped", `{"name":"a","description":"\udb40\udc41"}`, "hidden_characters 1"},
		{"line feeds, wide spaces, emoji, other scripts", "{\"name\":\"a\",\"description\":\"\\n\\t a\u00a0\u3000 ☀\ufe0f größe 港\"}", ""},
		{"bytes", "{\"name\":\"a\xff\"}", "invalid_utf8 1"},
		{"surrogate", `{"name":"a\ud800"}`, "lone_surrogates 1"},
		{"low one first", `{"name":"a\udc00\ud800"}`, "lone_surrogates 1"},
		{"raw tab", "{\"name\":\"a\tb\"}", "loose_syntax 1"},
		{"escape", `{"name":"a\x"}`, "loose_syntax 1"},
		{"NaN", `{"name":"a","x":NaN}`, "loose_syntax 1"},
		{"literal", `{"name":"a","x":nul}`, "loose_syntax 1"},
		{"leading zero", `{"name":"a","x":007}`, "loose_syntax 1"},
		{"numbers", `{"name":"a","x":[0,-0,1.5,-2e3,1E+2,9007199254740993,1e-400,123456789012345678901]}`, ""},
		{"beyond", `{"name":"a","x":1e400}`, "number_beyond_double 1"},
		{"no name", `{"tool":{"name":7}}`, "no_name 1"},
		{"same name twice", `{"tools":[{"name":"a"},{"name":"\u0061"},{"name":"b"}]}`, "repeated_name 1"},
	} {
		var got []string
		for _, h := range counted(census.Options{List: 1}, c.line).HazardCounts {
			switch {
			case h.Tools > 0:
				got = append(got, fmt.Sprint(h.Hazard, " ", h.Tools))
			case h.Lines > 0:
				got = append(got, fmt.Sprint(h.Hazard, " 0 of ", h.Lines, " lines"))
			}
		}
		if diff := cmp.Diff(c.want, strings.Join(got, ", ")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestRepeatedNamesAreOfServers(t *testing.T) {
	r := counted(census.Options{List: 9}, `{"server":"a","tool":{"name":"x"}}`, `{"server":"b","tool":{"name":"x"}}`, `{"server":"a","tool":{"name":"x"}}`)
	h := r.HazardCounts[len(r.HazardCounts)-1]
	want := census.HazardRow{Hazard: census.RepeatedName, Tools: 1, First: []census.LinePlace{{Input: "x", Line: 3}}}
	if diff := cmp.Diff(want, h); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestCopies(t *testing.T) {
	r := counted(census.Options{}, tool, strings.ReplaceAll(tool, ":", " :\t"), `{"name":"a b"}`, `{"name":"ab"}`, `[ `+tool+` ]`)
	if diff := cmp.Diff(census.Duplicates{Distinct: 3, Repeated: 1, Most: 3}, r.Duplicates); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestSchemas(t *testing.T) {
	r := counted(census.Options{},
		`{"name":"a","inputSchema":{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"type":{"type":"string","x-own":1},"b":true},"allOf":[{"items":[{"minimum":1}]},{"items":{"minimum":2}}],"const":{"type":"no schema"}}}`,
		`{"name":"b","input_schema":{"$schema":"https://json-schema.org/draft/2020-12/schema"},"outputSchema":{"pattern":"x"}}`,
		`{"name":"c","inputSchema":{"$schema":"https://example.test/own"}}`,
		`{"name":"d","inputSchema":null}`, `{"name":"e"}`)
	got := map[string][2]int64{}
	for _, k := range r.Keywords {
		got[k.Keyword] = [2]int64{k.Tools, k.Uses}
	}
	want := map[string][2]int64{
		"$schema": {3, 3}, "type": {1, 2}, "properties": {1, 1}, "allOf": {1, 1}, "items": {1, 2}, "minimum": {1, 2}, "const": {1, 1}, "other": {1, 1},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("keywords (-want +got):\n%s", diff)
	}
	for _, d := range r.Dialects {
		if want := map[string]int64{"draft-07": 1, "2020-12": 1, "other": 1}[d.Name]; d.Tools != want {
			t.Errorf("dialect %s: %d, want %d", d.Name, d.Tools, want)
		}
	}
	if s := r.Shape; s.WithInputSchema != 3 || s.InputSchemaNotObj != 1 || s.WithOutputSchema != 1 {
		t.Errorf("shape %+v", s)
	}
}

func TestPercent(t *testing.T) {
	for text, ok := range map[string]bool{"13.889": true, "0.000": true, "100.000": true, "1.5": false, "1": false, "-1.000": false, "01.000": false, `"1.000"`: false} {
		var p census.Percent
		if err := json.Unmarshal([]byte(text), &p); (err == nil) != ok {
			t.Errorf("Unmarshal(%s): %v", text, err)
		} else if ok && p.String() != text {
			t.Errorf("%s is read as %s", text, p)
		}
	}
	// Half of a thousandth goes up: 1 of 64 is 1.5625 %.
	for of, want := range map[int]string{1: "100.000", 3: "33.333", 6: "16.667", 64: "1.563"} {
		lines := []string{tool}
		for len(lines) < of {
			lines = append(lines, `{"name":"b"}`)
		}
		if got := counted(census.Options{}, lines...).Direct.Classes[4].Percent.String(); got != want {
			t.Errorf("1 of %d is %s %%, want %s", of, got, want)
		}
	}
}

// TestLabels pins the order of classes and buckets in the record to the sets.
func TestLabels(t *testing.T) {
	for i, c := range paramrisk.Classes() {
		form := ""
		for _, f := range paramrisk.AllForms() {
			if f.Class == c && form == "" {
				form = f.Text
			}
		}
		r := counted(census.Options{}, `{"name":"a","inputSchema":{"properties":{"`+form+`":{}},"required":["`+form+`"]}}`)
		for n, l := range r.Direct.Classes {
			if want := map[bool]int64{true: 1}[n == i]; l.ID != string(paramrisk.Classes()[n]) || l.Tools != want || l.Required != want || l.Servers != want || l.Properties != want {
				t.Errorf("%s gives %+v", form, l)
			}
		}
	}
	for i, b := range paramrisk.Buckets() {
		form := map[paramrisk.Bucket]string{paramrisk.AccountIdentity: "iban", paramrisk.RawContentBlob: "payload"}[b]
		if l := counted(census.Options{}, `{"name":"a","inputSchema":{"properties":{"`+form+`":{}}}}`).Direct.Buckets[i]; l.ID != string(b) || l.Tools != 1 {
			t.Errorf("%s gives %+v", form, l)
		}
	}
}

// vectorLabel is a row of gg-census.json.
type vectorLabel struct {
	Percent                  json.Number
	Required, Servers, Tools int64
}

// TestVectors compares with the census of an implementation of its own.
func TestVectors(t *testing.T) {
	text, err := os.ReadFile(thirdparty.Path(t, "data", "vectors", "gg-census.json"))
	if err != nil {
		t.Fatal(err)
	}
	var want map[string]struct {
		Buckets, Classes           map[string]vectorLabel
		Properties, Servers, Tools int64
	}
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	r := counted(census.Options{Deep: true}, fileLines(t, "data", "vectors", "gg-tools.jsonl.gz")...)
	for name, e := range map[string]census.Enumeration{"direct": r.Direct, "deep": *r.Deep} {
		w := want[name]
		if r.Tools != w.Tools || r.Servers != w.Servers || e.Properties != w.Properties {
			t.Errorf("%s: %d tools, %d servers, %d properties, want %d, %d, %d", name, r.Tools, r.Servers, e.Properties, w.Tools, w.Servers, w.Properties)
		}
		for _, l := range append(e.Classes, e.Buckets...) {
			of := w.Classes
			if _, bucket := w.Buckets[l.ID]; bucket {
				of = w.Buckets
			}
			got := vectorLabel{json.Number(strings.TrimRight(strings.TrimRight(l.Percent.String(), "0"), ".")), l.Required, l.Servers, l.Tools}
			if diff := cmp.Diff(of[l.ID], got); diff != "" {
				t.Errorf("%s %s (-want +got):\n%s", name, l.ID, diff)
			}
		}
	}
}

func fileLines(tb testing.TB, parts ...string) (out []string) {
	tb.Helper()
	thirdparty.Lines(tb, thirdparty.Path(tb, parts...), func(line []byte) { out = append(out, string(line)) })
	return out
}

// FuzzLine: a line is counted the same way alone, with white space around, and in a
// listing with others; what is no JSON at all is bad; and no line ends the run.
func FuzzLine(f *testing.F) {
	for _, seed := range []string{
		tool, `{"tools":[` + tool + `]}`, `{"tool":` + tool + `,"server":{"id":"a"}}`, "{\"name\":\"\xff\\ud800\",\"name\":NaN}", `[[[`, `{"name":"a","inputSchema":{"$defs":{"A":{"properties":{"b":{"description":"a token"}},"required":["b"]}}}}`,
	} {
		f.Add(seed)
	}
	o := census.Options{Deep: true, Rows: true, List: 4}
	f.Fuzz(func(t *testing.T, line string) {
		if strings.ContainsAny(line, "\n") {
			return
		}
		alone, spaced := counted(o, line), counted(o, " "+line+"\t")
		whole := alone
		spaced.Lines, alone.Lines = census.Lines{}, census.Lines{Bad: alone.Lines.Bad}
		bad := alone.Lines.Bad
		alone.Lines = census.Lines{}
		if diff := cmp.Diff(string(census.Encode(alone)), string(census.Encode(spaced))); diff != "" {
			t.Errorf("with white space (-alone +spaced):\n%s", diff)
		}
		if json.Valid([]byte(line)) && bad > 0 && strings.HasPrefix(strings.TrimSpace(line), "[") {
			t.Errorf("a list of JSON is bad")
		}
		twice := counted(o, line, line)
		if twice.Tools != 2*alone.Tools || twice.Direct.Properties != 2*alone.Direct.Properties || twice.Duplicates.Distinct != alone.Duplicates.Distinct {
			t.Errorf("twice: %+v", twice)
		}
		again, err := census.Decode(census.Encode(whole))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(census.Encode(again), census.Encode(whole)) {
			t.Error("the record is not what it was read from")
		}
	})
}

func TestRows(t *testing.T) {
	o := census.Options{Rows: true, Deep: true}
	s := census.NewScanner(o)
	p := s.Part()
	s.Line(p, []byte(`{"server":"dock","tool":{"name":"pay_invoice","inputSchema":{"properties":{"url":{},"x":{"description":"a token"}},"required":["url"],"$defs":{"A":{"items":{"properties":{"path":{}}}}}}}}`), census.Place{Line: 7})
	var got []string
	for _, r := range p.Rows {
		got = append(got, fmt.Sprintln(r.Line, r.Server, r.Tool, r.In, r.Name, r.Required, r.Deep, r.Labels.Classes(), r.Signals.Kinds.List(), r.Signals.Outbound, len(r.ToolDigest)))
	}
	want := []string{
		"7 dock pay_invoice  url true false [gg:url-endpoint] [payment] true 32\n",
		"7 dock pay_invoice  x false false [gg:credential-value] [payment] true 32\n",
		"7 dock pay_invoice /$defs/A/items path false true [gg:filesystem-path] [payment] true 32\n",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestDecodeExact shows that a member in another case hides nothing.
func TestDecodeExact(t *testing.T) {
	text := string(census.Encode(counted(census.Options{}, tool)))
	if _, err := census.Decode([]byte(text)); err != nil {
		t.Fatal(err)
	}
	for _, edit := range [][2]string{
		{`"complete": true,`, `"complete": true, "Complete": false,`},
		{`"tools": 1,`, `"Tools": 1,`},
		{`"tools": 1,`, `"tools": 1, "more": 2,`},
	} {
		if !strings.Contains(text, edit[0]) {
			t.Fatalf("no %s in the record", edit[0])
		}
		if _, err := census.Decode([]byte(strings.Replace(text, edit[0], edit[1], 1))); err == nil {
			t.Errorf("%s is read", edit[1])
		}
	}
}
