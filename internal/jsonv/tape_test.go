package jsonv_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// taped writes a tape, an entry a word.
func taped(text string) (string, error) {
	tape, err := jsonv.AppendTape(nil, []byte(text))
	var out []string
	for _, e := range tape {
		out = append(out, fmt.Sprintf("%s:%s>%d", e.Kind, e.Of([]byte(text)), e.Next))
	}
	return strings.Join(out, "  "), err
}

func TestAppendTape(t *testing.T) {
	for text, want := range map[string]string{
		` 7 `:              `number:7>1`,
		`"x"`:              `string:"x">1`,
		`[]`:               `array:[]>1`,
		`{ }`:              `object:{ }>1`,
		`[1, [null],true]`: `array:[1, [null],true]>5  number:1>2  array:[null]>4  null:null>4  boolean:true>5`,
		`{"a":{"b":[]},"a":"\""}`: `object:{"a":{"b":[]},"a":"\""}>7  string:"a">2  object:{"b":[]}>5  string:"b">4  array:[]>5  ` +
			`string:"a">6  string:"\"">7`,
	} {
		got, err := taped(text)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("AppendTape(%s): %v (-want +got):\n%s", text, err, diff)
		}
	}
}

func TestAppendTapeRefuses(t *testing.T) {
	for text, want := range map[string]string{
		``:         "found the end of the text at byte 0, want a value",
		`[`:        "found the end of the text at byte 1, want a value",
		`[1`:       "found the end of the text at byte 2, want a comma",
		`[1}`:      "found '}' at byte 2, want a comma",
		`[1 2]`:    "found '2' at byte 3, want a comma",
		`{"a"}`:    "found '}' at byte 4, want a colon",
		`{a:1}`:    "found 'a' at byte 1, want a member name",
		`{"a":1,}`: "found '}' at byte 7, want a member name",
		`"a`:       "found the end of the text at byte 2, want a closing quote",
		`{} {}`:    "found '{' at byte 3, want nothing after the end",
		`{"a":?}`:  "found '?' at byte 5, want a value",
		"[\x80]":   "found byte 0x80 at byte 1, want a value",
	} {
		if _, err := taped(text); err == nil || err.Error() != want {
			t.Errorf("AppendTape(%q) = %v, want %q", text, err, want)
		}
	}
}

// FuzzTape: the tape of a text that is strict JSON leads to the values that Parse
// finds.
func FuzzTape(f *testing.F) {
	for _, s := range seeds() {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		before := []jsonv.Entry{{Kind: jsonv.Null, Next: 1}}
		tape, err := jsonv.AppendTape(before, text)
		v, bad := jsonv.Parse(text, jsonv.Limits{})
		if bad != nil {
			return
		}
		if err != nil {
			t.Fatalf("AppendTape(%q) = %v", text, err)
		}
		if end := sameAsTape(t, v, tape, 1, text); end != len(tape) {
			t.Errorf("AppendTape(%q) has %d entries, want %d", text, len(tape), end)
		}
	})
}

// sameAsTape compares a value with the tape from a place on, and returns where its
// entries end.
func sameAsTape(t *testing.T, v *jsonv.Value, tape []jsonv.Entry, at int, text []byte) int {
	t.Helper()
	e := tape[at]
	if e.Kind != v.Kind() || string(e.Of(text)) != v.Raw() {
		t.Fatalf("entry %d of %q is %s %q, want %s %q", at, text, e.Kind, e.Of(text), v.Kind(), v.Raw())
	}
	end := at + 1
	for _, item := range v.Items() {
		end = sameAsTape(t, item, tape, end, text)
	}
	for name, member := range v.Members() {
		n, ok := jsonv.Unquote(tape[end].Of(text))
		if !ok || n != name || !tape[end].Escaped && n != string(text[tape[end].Start+1:tape[end].End-1]) {
			t.Fatalf("entry %d of %q is the name %q, want %q", end, text, tape[end].Of(text), name)
		}
		end = sameAsTape(t, member, tape, end+1, text)
	}
	if int(e.Next) != end {
		t.Fatalf("entry %d of %q ends at %d, want %d", at, text, e.Next, end)
	}
	return end
}

func BenchmarkTape(b *testing.B) {
	text := largest(b)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	var tape []jsonv.Entry
	for b.Loop() {
		var err error
		if tape, err = jsonv.AppendTape(tape[:0], text); err != nil {
			b.Fatal(err)
		}
	}
}
