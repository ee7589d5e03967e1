package jsonv_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// refused are texts that Parse must refuse, with the place. They also seed the
// fuzzers.
var refused = []struct {
	name, text string
	code       jsonv.Code
	offset     int
	pointer    string
}{
	{"empty", ``, jsonv.Syntax, 0, ""},
	{"white space only", " \t\r\n", jsonv.Syntax, 4, ""},
	{"byte order mark", "\ufeff{}", jsonv.Syntax, 0, ""},
	{"form feed is no white space", "\f1", jsonv.Syntax, 0, ""},
	{"no-break space is no white space", "\u00a01", jsonv.Syntax, 0, ""},
	{"stray byte outside a string", "\xff", jsonv.Syntax, 0, ""},
	{"NaN", `[NaN]`, jsonv.Syntax, 1, "/0"},
	{"Infinity", `{"a":-Infinity}`, jsonv.Syntax, 6, "/a"},
	{"literal cut short", `tru`, jsonv.Syntax, 0, ""},
	{"literal in capitals", `True`, jsonv.Syntax, 0, ""},
	{"literal that goes on", `truex`, jsonv.Trailing, 4, ""},
	{"single quotes", `{'a':1}`, jsonv.Syntax, 1, ""},
	{"comment", `[1/**/]`, jsonv.Syntax, 2, "/0"},

	{"array not closed", `[1`, jsonv.Syntax, 2, "/0"},
	{"array at its start", `[`, jsonv.Syntax, 1, "/0"},
	{"comma before the end", `[1,]`, jsonv.Syntax, 3, "/1"},
	{"comma at the start", `[,1]`, jsonv.Syntax, 1, "/0"},
	{"two commas", `[1,,2]`, jsonv.Syntax, 3, "/1"},
	{"no comma", `[1 2]`, jsonv.Syntax, 3, "/0"},
	{"wrong closing bracket", `[1}`, jsonv.Syntax, 2, "/0"},
	{"lone closing bracket", `]`, jsonv.Syntax, 0, ""},

	{"object not closed", `{"a":1`, jsonv.Syntax, 6, "/a"},
	{"object at its start", `{`, jsonv.Syntax, 1, ""},
	{"object after a comma", `{"a":1,`, jsonv.Syntax, 7, ""},
	{"object with a comma before the end", `{"a":1,}`, jsonv.Syntax, 7, ""},
	{"name without quotes", `{a:1}`, jsonv.Syntax, 1, ""},
	{"number as a name", `{"x":{1:1}}`, jsonv.Syntax, 6, "/x"},
	{"no colon", `{"a" 1}`, jsonv.Syntax, 5, "/a"},
	{"no value", `{"a":}`, jsonv.Syntax, 5, "/a"},
	{"wrong closing brace", `{"a":1]`, jsonv.Syntax, 6, "/a"},

	{"string not closed", `"abc`, jsonv.Syntax, 4, ""},
	{"string not closed after an escape", `"ab\"`, jsonv.Syntax, 5, ""},
	{"string ends in an escape", `"ab\`, jsonv.Syntax, 3, ""},
	{"raw control character", "[\"a\tb\"]", jsonv.Syntax, 3, "/0"},
	{"raw zero byte", "\"\x00\"", jsonv.Syntax, 1, ""},
	{"raw control character after another one", "\"é\n\"", jsonv.Syntax, 3, ""},
	{"unknown escape", `{"k":"a\x41"}`, jsonv.Syntax, 7, "/k"},
	{"unknown escape beyond ASCII", `"\é"`, jsonv.Syntax, 1, ""},
	{"short unicode escape", `"\u12"`, jsonv.Syntax, 1, ""},
	{"unicode escape at the end", `"\u`, jsonv.Syntax, 1, ""},
	{"unicode escape with a letter", `"\u00g0"`, jsonv.Syntax, 1, ""},
	{"unicode escape in capitals", `"\U0041"`, jsonv.Syntax, 1, ""},
	{"control character in a name", "{\"a\nb\":1}", jsonv.Syntax, 3, ""},

	{"plus sign", `+1`, jsonv.Syntax, 0, ""},
	{"minus alone", `[-]`, jsonv.Syntax, 2, "/0"},
	{"two minus signs", `--1`, jsonv.Syntax, 1, ""},
	{"leading zero", `{"x":01}`, jsonv.Syntax, 5, "/x"},
	{"leading zero after a minus", `[-01]`, jsonv.Syntax, 1, "/0"},
	{"leading zeros", `00`, jsonv.Syntax, 0, ""},
	{"no digit before the point", `.5`, jsonv.Syntax, 0, ""},
	{"no digit after the point", `[1.]`, jsonv.Syntax, 3, "/0"},
	{"exponent after the point", `1.e5`, jsonv.Syntax, 2, ""},
	{"no digit in the exponent", `1e`, jsonv.Syntax, 2, ""},
	{"sign alone in the exponent", `[1,1E+]`, jsonv.Syntax, 6, "/1"},
	{"hexadecimal", `0x10`, jsonv.Trailing, 1, ""},
	{"digit separator", `1_000`, jsonv.Trailing, 1, ""},

	{"repeated member", `{"a":1,"b":2,"a":3}`, jsonv.Duplicate, 13, ""},
	{"repeated member after unescaping", `{"x":1,"\u0078":2}`, jsonv.Duplicate, 7, ""},
	{"repeated member below", `[0,{"o":{"":1,"":1}}]`, jsonv.Duplicate, 14, "/1/o"},
	{"repeated member of many", `{` + strings.Join(names("n", 12), ":0,") + `:0,"n0":1}`, jsonv.Duplicate, 1 + 10*7 + 2*8, ""},
	{"repeated late member of many", `{` + strings.Join(names("n", 20), ":0,") + `:0,"n19":1}`, jsonv.Duplicate, 1 + 10*7 + 10*8, ""},

	{"byte 0xFF", "[\"a\xffb\"]", jsonv.UTF8, 3, "/0"},
	{"overlong slash", "\"\xc0\xaf\"", jsonv.UTF8, 1, ""},
	{"encoded surrogate", "\"\xed\xa0\x80\"", jsonv.UTF8, 1, ""},
	{"beyond U+10FFFF", "\"\xf4\x90\x80\x80\"", jsonv.UTF8, 1, ""},
	{"sequence cut by the quote", "{\"a\":\"\xe2\x82\"}", jsonv.UTF8, 6, "/a"},
	{"sequence cut by the end", "\"\xf0\x9f\x98", jsonv.UTF8, 1, ""},
	{"lone continuation", "\"\x80\"", jsonv.UTF8, 1, ""},
	{"in a name", "{\"\xff\":1}", jsonv.UTF8, 2, ""},

	{"high half alone", `"\ud800"`, jsonv.Surrogate, 1, ""},
	{"low half alone", `["x\udc00y"]`, jsonv.Surrogate, 3, "/0"},
	{"two high halves", `"\ud83d\ud83d\ude00"`, jsonv.Surrogate, 1, ""},
	{"halves in the wrong order", `"\ude00\ud83d"`, jsonv.Surrogate, 1, ""},
	{"high half and a letter", `"\uD83D\u0041"`, jsonv.Surrogate, 1, ""},
	{"high half and a broken escape", `"\ud83d\uzzzz"`, jsonv.Surrogate, 1, ""},
	{"high half at the end", `"\ud83d`, jsonv.Surrogate, 1, ""},
	{"half in a name", `{"t":{"\ud83d":1}}`, jsonv.Surrogate, 7, "/t"},

	{"beyond the largest double", `[1e400]`, jsonv.Range, 1, "/0"},
	{"beyond the smallest double", `{"x":-1e309}`, jsonv.Range, 5, "/x"},
	{"the first integer out of range", "1" + strings.Repeat("0", 309), jsonv.Range, 0, ""},
	{"half a unit over the largest double", `1.7976931348623159e308`, jsonv.Range, 0, ""},
	{"exponent beyond int", `1e99999999999999999999`, jsonv.Range, 0, ""},

	{"text after the value", `{} x`, jsonv.Trailing, 3, ""},
	{"two values", `1 2`, jsonv.Trailing, 2, ""},
	{"second bracket", `[]]`, jsonv.Trailing, 2, ""},
	{"zero byte after the value", "1\x00", jsonv.Trailing, 1, ""},
	{"stray byte after the value", "[] \xff", jsonv.Trailing, 3, ""},
}

// names returns n quoted names.
func names(prefix string, n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = `"` + prefix + itoa(i) + `"`
	}
	return out
}

func TestParseRefuses(t *testing.T) {
	for _, tt := range refused {
		t.Run(tt.name, func(t *testing.T) {
			v, err := jsonv.Parse([]byte(tt.text), jsonv.Limits{})
			var got *jsonv.Error
			if !errors.As(err, &got) || v != nil {
				t.Fatalf("Parse(%q) = %v, %v, want a *jsonv.Error alone", tt.text, v.Raw(), err)
			}
			want := &jsonv.Error{Code: tt.code, Offset: tt.offset, Pointer: tt.pointer}
			if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(jsonv.Error{}, "Detail")); diff != "" {
				t.Errorf("Parse(%q): %v, mismatch (-want +got):\n%s", tt.text, got, diff)
			}
		})
	}
}

func TestErrorText(t *testing.T) {
	long, wide := strings.Repeat("n", 100_000), strings.Repeat("埠", 100)
	for _, tt := range []struct{ name, text, want string }{
		{"place at the root", `1 2`, `found '2' after the end of the value at byte 2`},
		{"place below", `{"a":[1,x]}`, `found 'x', want a value at byte 8, in "/a/1"`},
		{"end of the text", `[`, `found the end of the text, want a value at byte 1, in "/0"`},
		{"byte order mark", "\uFEFF{}", `found a byte order mark (U+FEFF), want a value at byte 0`},
		{"stray byte", "[\xff]", `found byte 0xFF, want a value at byte 1, in "/0"`},
		{"invalid UTF-8", "\"\xff\"", `found byte 0xFF, which is not UTF-8 at byte 1`},
		{"surrogate", `"\ud800"`, `found the lone surrogate \ud800 at byte 1`},
		{"escape", `"\q"`, `found the unknown escape "\\q" at byte 1`},
		{"leading zero", `01`, `found a number with a leading zero at byte 0`},
		{"number", `1e999`, `number 1e999 is beyond the largest double at byte 0`},
		{"repeated member", `{"a":1,"a":2}`, `member "a" is repeated at byte 7`},
		{"long number", "1" + strings.Repeat("0", 400), "number 1" + strings.Repeat("0", 39) + "… is beyond the largest double at byte 0"},
		{"long name", `{"` + long + `":1,"` + long + `":2}`, `member "` + long[:40] + `…" is repeated at byte 100006`},
		{"long name of wide characters", `{"` + wide + `":1,"` + wide + `":2}`, `member "` + wide[:39] + `…" is repeated at byte 306`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := jsonv.Parse([]byte(tt.text), jsonv.Limits{})
			if err == nil || err.Error() != tt.want {
				t.Errorf("Parse(%.50q) = %.200v, want %s", tt.text, err, tt.want)
			}
		})
	}
}

func TestLimits(t *testing.T) {
	nest := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	for _, tt := range []struct {
		name, text string
		limits     jsonv.Limits
		want       string // part of the error; "" when the text is accepted
	}{
		{"bytes at the limit", `[1,2]`, jsonv.Limits{Bytes: 5}, ""},
		{"bytes over the limit", `[1,2] `, jsonv.Limits{Bytes: 5}, "text of 6 bytes is over the limit of 5 at byte 5"},
		{"depth at the limit", nest(3), jsonv.Limits{Depth: 3}, ""},
		{"depth over the limit", nest(4), jsonv.Limits{Depth: 3}, `nesting is over the limit of 3 at byte 3, in "/0/0/0"`},
		{"depth of objects", `{"a":{"b":{}}}`, jsonv.Limits{Depth: 2}, `nesting is over the limit of 2 at byte 10, in "/a/b"`},
		{"scalars nest nothing", `[1]`, jsonv.Limits{Depth: 1}, ""},
		{"default depth reached", nest(1000), jsonv.Limits{}, ""},
		{"default depth passed", nest(1001), jsonv.Limits{}, "nesting is over the limit of 1000 at byte 1000"},
		{"never closed", strings.Repeat("[", 1<<20), jsonv.Limits{}, "nesting is over the limit of 1000 at byte 1000"},
		{"nodes at the limit", `[1,{"a":2}]`, jsonv.Limits{Nodes: 3}, ""},
		{"nodes over the limit", `[1,{"a":2,"b":3}]`, jsonv.Limits{Nodes: 3}, `members and items are over the limit of 3 at byte 14, in "/1/b"`},
		{"items over the limit", `[1,2,3]`, jsonv.Limits{Nodes: 2}, `members and items are over the limit of 2 at byte 5, in "/2"`},
		{"root is no node", `1`, jsonv.Limits{Nodes: 1}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := jsonv.Parse([]byte(tt.text), tt.limits)
			switch {
			case tt.want == "" && err != nil:
				t.Errorf("Parse(%.40q) = %v, want no error", tt.text, err)
			case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
				t.Errorf("Parse(%.40q) = %v, want %q", tt.text, err, tt.want)
			}
		})
	}
}

func TestLimitCodes(t *testing.T) {
	for code, limits := range map[jsonv.Code]jsonv.Limits{
		jsonv.TooLarge: {Bytes: 4}, jsonv.TooDeep: {Depth: 1}, jsonv.TooMany: {Nodes: 1},
	} {
		_, err := jsonv.Parse([]byte(`[[1],[2]]`), limits)
		var got *jsonv.Error
		if !errors.As(err, &got) || got.Code != code {
			t.Errorf("Parse with %+v = %v, want code %s", limits, err, code)
		}
	}
}

// A hostile text must not make the pointer of its error cost more than the text.
func TestErrorPointerOfLongPath(t *testing.T) {
	const depth = 900
	name := strings.Repeat("~", 20_000)
	text := strings.Repeat(`{"`+name+`":`, depth) + "!"
	_, err := jsonv.Parse([]byte(text), jsonv.Limits{})
	var got *jsonv.Error
	if !errors.As(err, &got) || len(got.Pointer) != depth*(1+2*len(name)) {
		t.Errorf("Parse of %d levels: pointer of %d bytes, want %d", depth, len(got.Pointer), depth*(1+2*len(name)))
	}
}

func TestParseKeepsTheSource(t *testing.T) {
	text := []byte(" {\"b\" : [1.0, \"\\u00e9\"],\n \"a\":{}} ")
	v, err := jsonv.Parse(text, jsonv.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	type row struct {
		Pointer, Kind, Raw, Text string
		Span                     jsonv.Span
	}
	var got []row
	v.Walk(func(pointer string, v *jsonv.Value) bool {
		got = append(got, row{pointer, v.Kind().String(), v.Raw(), v.Text(), v.Span()})
		if raw := string(v.Span().Of(text)); raw != v.Raw() {
			t.Errorf("Span of %q covers %q, want %q", pointer, raw, v.Raw())
		}
		return true
	})
	want := []row{
		{"", "object", "{\"b\" : [1.0, \"\\u00e9\"],\n \"a\":{}}", "", jsonv.Span{Start: 1, End: 33}},
		{"/b", "array", `[1.0, "\u00e9"]`, "", jsonv.Span{Start: 8, End: 23}},
		{"/b/0", "number", `1.0`, "1.0", jsonv.Span{Start: 9, End: 12}},
		{"/b/1", "string", `"\u00e9"`, "é", jsonv.Span{Start: 14, End: 22}},
		{"/a", "object", `{}`, "", jsonv.Span{Start: 30, End: 32}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Walk mismatch (-want +got):\n%s", diff)
	}
	clear(text)
	if got, want := v.Get("b").Index(1).Text(), "é"; got != want {
		t.Errorf("text after the source was overwritten = %q, want %q", got, want)
	}
}
