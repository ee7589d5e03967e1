package jsonv_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// canonical are texts with their RFC 8785 form.
var canonical = []struct{ name, text, want string }{
	{"white space", " { \"b\" :\t[ 1 , null ] ,\r\n\"a\" : { } } ", `{"a":{},"b":[1,null]}`},
	{"empty containers", `{"s":"","o":{},"a":[]}`, `{"a":[],"o":{},"s":""}`},
	{"names that are prefixes", `{"abc":3,"":0,"ab":2,"a":1}`, `{"":0,"a":1,"ab":2,"abc":3}`},
	{"names by code unit, not by alphabet", `{"é":6,"b":5,"a":4,"_":3,"B":2,"1":1}`, `{"1":1,"B":2,"_":3,"a":4,"b":5,"é":6}`},
	{"names sorted after unescaping", `{"\u0062":1,"a":2}`, `{"a":2,"b":1}`},
	{"control characters in names", `{"a\nb":2,"a\u0001b":1}`, `{"a\u0001b":1,"a\nb":2}`},
	{"a surrogate pair sorts before U+E000", `{"\ue000":2,"😀":1}`, "{\"😀\":1,\"\ue000\":2}"},
	{"a surrogate pair sorts after U+D7FF", `{"😀":2,"\ud7ff":1}`, "{\"\ud7ff\":1,\"😀\":2}"},
	{"two surrogate pairs", `{"\udbff\udfff":2,"\ud800\udc00":1}`, "{\"\U00010000\":1,\"\U0010ffff\":2}"},
	{"surrogates behind a common prefix", `{"x\uffffz":3,"x😀":2,"x":1}`, "{\"x\":1,\"x😀\":2,\"x\uffffz\":3}"},
	{"arrays keep their order", `[{"b":1,"a":[3,1,2]},"z","a"]`, `[{"a":[3,1,2],"b":1},"z","a"]`},
	{"no Unicode normalisation", `{"\u00e9":1,"e\u0301":2}`, "{\"e\u0301\":2,\"é\":1}"},
	{"literals", `[null,true,false]`, `[null,true,false]`},
	{"root scalar", ` -0.0 `, `0`},
	{"many members", "{" + strings.Join(slices.Sorted(reversed(names("n", 40))), ":1,") + ":1}", ""},
}

// reversed yields the names back to front.
func reversed(s []string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for _, v := range slices.Backward(s) {
			if !yield(v) {
				return
			}
		}
	}
}

func TestCanonical(t *testing.T) {
	for _, tt := range canonical {
		want := tt.want
		if want == "" {
			want = tt.text
		}
		v := parse(t, tt.text)
		if got := doubles(v); got != want {
			t.Errorf("%s: Canonical(%s) = %s, want %s", tt.name, tt.text, got, want)
		}
		if got := string(jsonv.AppendCanonical([]byte("x"), v, jsonv.Source)); got != "x"+want {
			t.Errorf("%s: AppendCanonical(%s) = %s, want x%s", tt.name, tt.text, got, want)
		}
	}
}

// utf16Order are strings in the order of their UTF-16 code units.
var utf16Order = []string{
	"", "\x00", "\n", " ", "A", "a", "a\x00", "aa", "ab", "a😀", "a\ue000", "b", "\x7f", "\u0080", "\u07ff", "\u0800",
	"\ud7ff", "\U00010000", "\U00010000a", "😀", "\U0010ffff", "\ue000", "\ue000\U00010000", "\ue000\ue000", "\uf000", "\uffff",
}

func TestCompareUTF16(t *testing.T) {
	units := func(s string) []uint16 { return utf16.Encode([]rune(s)) }
	for i, x := range utf16Order {
		for j, y := range utf16Order {
			got, want := sign(jsonv.CompareUTF16(x, y)), slices.Compare(units(x), units(y))
			if got != want || want != sign(i-j) {
				t.Errorf("CompareUTF16(%q, %q) = %d, want %d", x, y, got, want)
			}
		}
	}
}

func sign(n int) int {
	return min(max(n, -1), 1)
}

func TestSortedMembers(t *testing.T) {
	v := parse(t, `{"\ue000":1,"b":2,"😀":3,"a":4}`)
	var names, values []string
	for name, member := range v.SortedMembers() {
		names, values = append(names, name), append(values, member.Raw())
	}
	if diff := cmp.Diff([]string{"a", "b", "😀", "\ue000"}, names); diff != "" {
		t.Errorf("SortedMembers mismatch (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"4", "2", "3", "1"}, values); diff != "" {
		t.Errorf("values of SortedMembers mismatch (-want +got):\n%s", diff)
	}
	names = nil
	for name := range v.Members() {
		names = append(names, name)
	}
	if diff := cmp.Diff([]string{"\ue000", "b", "😀", "a"}, names); diff != "" {
		t.Errorf("Members after SortedMembers mismatch (-want +got):\n%s", diff)
	}
}

func TestEqual(t *testing.T) {
	for _, tt := range []struct {
		before, after string
		want          bool
	}{
		{`null`, `null`, true},
		{`null`, `false`, false},
		{`true`, `true`, true},
		{`true`, `false`, false},
		{`"a"`, `"\u0061"`, true},
		{`"é"`, `"e\u0301"`, false},
		{`""`, `null`, false},
		{`[]`, `{}`, false},
		{`[1,2]`, ` [ 1 , 2.0 ] `, true},
		{`[1,2]`, `[2,1]`, false},
		{`[1]`, `[1,1]`, false},
		{`{"a":1,"b":[2]}`, `{"b":[2],"a":1}`, true},
		{`{"a":1,"b":2}`, `{"a":1,"b":3}`, false},
		{`{"a":1,"b":2}`, `{"a":1,"c":2}`, false},
		{`{"a":1}`, `{"a":1,"b":2}`, false},
		{`{"a":null}`, `{}`, false},
		{`{"a":null}`, `{"b":null}`, false},
		{`{"a":1,"b":2}`, `{"b":1,"a":2}`, false},
	} {
		before, after := parse(t, tt.before), parse(t, tt.after)
		if got := jsonv.Equal(before, after, jsonv.Source); got != tt.want {
			t.Errorf("Equal(%s, %s) = %v, want %v", tt.before, tt.after, got, tt.want)
		}
		if got := jsonv.Equal(after, before, jsonv.Doubles); got != tt.want {
			t.Errorf("Equal(%s, %s) = %v, want %v", tt.after, tt.before, got, tt.want)
		}
	}
	null := parse(t, "null")
	if jsonv.Equal(nil, null, jsonv.Doubles) || jsonv.Equal(null, nil, jsonv.Doubles) || !jsonv.Equal(nil, nil, jsonv.Doubles) {
		t.Error("absent is not told from null")
	}
}

func TestDigest(t *testing.T) {
	for text, want := range map[string]string{
		"":     "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
		"null": "sha256:74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b",
	} {
		if got := jsonv.Digest([]byte(text)); got != want || !jsonv.IsDigest(got) {
			t.Errorf("Digest(%q) = %s, IsDigest %v, want %s", text, got, jsonv.IsDigest(got), want)
		}
	}
	hex := strings.Repeat("0a", 32)
	for _, s := range []string{
		"", "sha256:", hex, "sha256:" + hex[1:], "sha256:" + hex + "0", "SHA256:" + hex, "sha512:" + hex,
		"sha256:" + strings.ToUpper(hex), "sha256:" + hex[:63] + "g", "sha256:" + hex[:63] + "\n",
	} {
		if jsonv.IsDigest(s) {
			t.Errorf("IsDigest(%q) = true", s)
		}
	}
}
