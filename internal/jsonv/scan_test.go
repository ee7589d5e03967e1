package jsonv_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// scanned are texts with what a scan reports before it ends, and its error.
var scanned = []struct {
	name, text string
	parts      []string
	wantErr    string
}{
	{"empty object", `{}`, nil, ""},
	{"empty object with white space", " \t{ \r\n} ", nil, ""},
	{"members", `{"a":1, "b" : [2, {"c":"}"}] ,"c":"x"}`, []string{`"a"=1`, `"b"=[2, {"c":"}"}]`, `"c"="x"`}, ""},
	{"repeated members", `{"a":1,"a":2,"\u0061":3}`, []string{`"a"=1`, `"a"=2`, `"\u0061"=3`}, ""},
	{"number out of range", `{"a":1e400,"b":01}`, []string{`"a"=1e400`, `"b"=01`}, ""},
	{"lone surrogate and control character", "{\"\\ud800\":\"\t\"}", []string{"\"\\ud800\"=\"\t\""}, ""},
	{"bytes that are not UTF-8", "{\"\xff\":\"\xfe\"}", []string{"\"\xff\"=\"\xfe\""}, ""},
	{"words that are no literals", `{"a":NaN,"b":-Infinity,"c":nul}`, []string{`"a"=NaN`, `"b"=-Infinity`, `"c"=nul`}, ""},
	{"escaped quotes", `{"a\"b":"\\","c":"\"}"}`, []string{`"a\"b"="\\"`, `"c"="\"}"`}, ""},
	{"errors below are not looked at", `{"a":[1 2,,],"b":{x}}`, []string{`"a"=[1 2,,]`, `"b"={x}`}, ""},
	{"object cut in a value", `{"a":1,"b":"x`, []string{`"a"=1`}, `found the end of the text at byte 13, want a closing quote`},
	{"object cut in an escape", `{"a":"x\`, nil, `found the end of the text at byte 8, want a closing quote`},
	{"object cut after a value", `{"a":1`, []string{`"a"=1`}, `found the end of the text at byte 6, want a comma`},
	{"object cut after a name", `{"a"`, nil, `found the end of the text at byte 4, want a colon`},
	{"object cut in a name", `{"a`, nil, `found the end of the text at byte 3, want a member name`},
	{"object cut in a container", `{"a":[{"b":1}`, nil, `found the end of the text at byte 13, want the end of a container`},
	{"object cut in a string of a container", `{"a":["x]}`, nil, `found the end of the text at byte 10, want the end of a container`},
	{"no comma", `{"a":1 "b":2}`, []string{`"a"=1`}, `found '"' at byte 7, want a comma`},
	{"comma before the end", `{"a":1,}`, []string{`"a"=1`}, `found '}' at byte 7, want a member name`},
	{"comma at the start", `{,}`, nil, `found ',' at byte 1, want a member name`},
	{"no value", `{"a":}`, nil, `found '}' at byte 5, want a value`},
	{"crossed brackets", `{"a":[}]}`, nil, `found '}' at byte 6, want the end of a container`},
	{"text after the end", `{"a":1} x`, []string{`"a"=1`}, `found 'x' at byte 8, want nothing after the end`},
	{"empty text", ``, nil, `found the end of the text at byte 0, want '{'`},
	{"another kind", `[1]`, nil, `found '[' at byte 0, want '{'`},
	{"a byte that is no text", "{\"a\":\xff}", nil, `found byte 0xFF at byte 5, want a value`},
	{"a byte order mark", "\uFEFF{}", nil, `found a byte order mark (U+FEFF) at byte 0, want '{'`},
	{"a zero byte", "{\"a\":\x00}", nil, `found '\x00' at byte 5, want a value`},
}

func scanObject(text string) (parts []string, err error) {
	raw := []byte(text)
	err = jsonv.ScanObject(raw, func(name, value jsonv.Span) bool {
		parts = append(parts, string(name.Of(raw))+"="+string(value.Of(raw)))
		return true
	})
	return parts, err
}

func scanArray(text string) (parts []string, err error) {
	raw := []byte(text)
	err = jsonv.ScanArray(raw, func(value jsonv.Span) bool {
		parts = append(parts, string(value.Of(raw)))
		return true
	})
	return parts, err
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestScanObject(t *testing.T) {
	for _, tt := range scanned {
		parts, err := scanObject(tt.text)
		if diff := cmp.Diff(tt.parts, parts); diff != "" {
			t.Errorf("%s: ScanObject(%q) mismatch (-want +got):\n%s", tt.name, tt.text, diff)
		}
		if message(err) != tt.wantErr {
			t.Errorf("%s: ScanObject(%q) = %q, want %q", tt.name, tt.text, message(err), tt.wantErr)
		}
	}
}

func TestScanArray(t *testing.T) {
	for _, tt := range []struct {
		text    string
		parts   []string
		wantErr string
	}{
		{`[]`, nil, ""},
		{` [ ] `, nil, ""},
		{`[1, "a" ,[2,[]], {"a":[]},null]`, []string{`1`, `"a"`, `[2,[]]`, `{"a":[]}`, `null`}, ""},
		{`[{"a":1,"a":2},null,{"n":1e400}]`, []string{`{"a":1,"a":2}`, `null`, `{"n":1e400}`}, ""},
		{`["]","\"]"]`, []string{`"]"`, `"\"]"`}, ""},
		{`[1,`, []string{`1`}, `found the end of the text at byte 3, want a value`},
		{`[1`, []string{`1`}, `found the end of the text at byte 2, want a comma`},
		{`[1,]`, []string{`1`}, `found ']' at byte 3, want a value`},
		{`[1 2]`, []string{`1`}, `found '2' at byte 3, want a comma`},
		{`[[1]`, []string{`[1]`}, `found the end of the text at byte 4, want a comma`},
		{`[[1`, nil, `found the end of the text at byte 3, want the end of a container`},
		{`[1]]`, []string{`1`}, `found ']' at byte 3, want nothing after the end`},
		{`{}`, nil, `found '{' at byte 0, want '['`},
		{"\ufeff[]", nil, `found a byte order mark (U+FEFF) at byte 0, want '['`},
	} {
		parts, err := scanArray(tt.text)
		if diff := cmp.Diff(tt.parts, parts); diff != "" {
			t.Errorf("ScanArray(%q) mismatch (-want +got):\n%s", tt.text, diff)
		}
		if message(err) != tt.wantErr {
			t.Errorf("ScanArray(%q) = %q, want %q", tt.text, message(err), tt.wantErr)
		}
	}
}

func TestScanStops(t *testing.T) {
	n := 0
	err := jsonv.ScanObject([]byte(`{"a":1,"b":2,!`), func(_, _ jsonv.Span) bool { n++; return n < 2 })
	if n != 2 || err != nil {
		t.Errorf("ScanObject stopped after %d members, %v, want 2 and no error", n, err)
	}
	n = 0
	err = jsonv.ScanArray([]byte(`[1,2,!`), func(jsonv.Span) bool { n++; return n < 2 })
	if n != 2 || err != nil {
		t.Errorf("ScanArray stopped after %d items, %v, want 2 and no error", n, err)
	}
}

// Depth costs no stack, and a text that never closes no more than its length.
func TestScanDeep(t *testing.T) {
	const depth = 1 << 20
	deep := strings.Repeat("[", depth) + strings.Repeat("]", depth)
	parts, err := scanArray("[" + deep + "]")
	if err != nil || len(parts) != 1 || parts[0] != deep {
		t.Errorf("ScanArray of %d levels = %d parts, %v, want one", depth, len(parts), err)
	}
	if _, err := scanArray(strings.Repeat("[", depth)); err == nil {
		t.Error("ScanArray of brackets that never close gives no error")
	}
}

// Spans cannot be used to write past their end.
func TestSpanOf(t *testing.T) {
	raw := []byte(`[1,2]`)
	part := jsonv.Span{Start: 1, End: 2}.Of(raw)
	_ = append(part, 'x')
	if string(raw) != `[1,2]` {
		t.Errorf("append to a span changed the text to %s", raw)
	}
}
