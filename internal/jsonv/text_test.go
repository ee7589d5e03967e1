package jsonv_test

import (
	"bytes"
	"testing"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// quoted are string literals with their value and their RFC 8785 form.
var quoted = []struct{ literal, value, canonical string }{
	{`""`, "", `""`},
	{`"a"`, "a", `"a"`},
	{`"\""`, `"`, `"\""`},
	{`"\\"`, `\`, `"\\"`},
	{`"\/"`, `/`, `"/"`},
	{`"\b\f\n\r\t"`, "\b\f\n\r\t", `"\b\f\n\r\t"`},
	{`"\u0008\u000c\u000a\u000d\u0009"`, "\b\f\n\r\t", `"\b\f\n\r\t"`},
	{`"\u0000\u000F\u001f"`, "\x00\x0f\x1f", `"\u0000\u000f\u001f"`},
	{`"\u0022\u005C"`, `"\`, `"\"\\"`},
	{`"\u0041\u00e9\u20AC"`, "Aé€", `"Aé€"`},
	{`"<>&'"`, "<>&'", `"<>&'"`},
	{"\"\x7f\u0080\u2028\u2029\ufeff\uffff\"", "\x7f\u0080\u2028\u2029\ufeff\uffff", "\"\x7f\u0080\u2028\u2029\ufeff\uffff\""},
	{`"\u2028\ufffd"`, "\u2028\ufffd", "\"\u2028\ufffd\""},
	{`"\ud83d\ude00"`, "😀", `"😀"`},
	{`"\uD800\uDC00\uDBFF\uDFFF"`, "\U00010000\U0010ffff", "\"\U00010000\U0010ffff\""},
	{`"é\n😀"`, "é\n😀", `"é\n😀"`},
	{`"e\u0301"`, "e\u0301", "\"e\u0301\""}, // not composed
	{`"a\\u0041"`, `a\u0041`, `"a\\u0041"`},
	{`"tail\\"`, `tail\`, `"tail\\"`},
}

func TestStrings(t *testing.T) {
	for _, tt := range quoted {
		if got := parse(t, tt.literal).Text(); got != tt.value {
			t.Errorf("Parse(%s).Text() = %q, want %q", tt.literal, got, tt.value)
		}
		if got, ok := jsonv.Unquote([]byte(tt.literal)); !ok || got != tt.value {
			t.Errorf("Unquote(%s) = %q, %v, want %q", tt.literal, got, ok, tt.value)
		}
		if got := doubles(parse(t, tt.literal)); got != tt.canonical {
			t.Errorf("Canonical(%s) = %s, want %s", tt.literal, got, tt.canonical)
		}
		if got := string(jsonv.AppendQuoted([]byte("x"), tt.value)); got != "x"+tt.canonical {
			t.Errorf("AppendQuoted(%q) = %s, want x%s", tt.value, got, tt.canonical)
		}
	}
}

// TestUnescaped reads what Parse refuses, too, and what it does not refuse as it does.
func TestUnescaped(t *testing.T) {
	for _, tt := range quoted {
		if got := string(jsonv.AppendUnescaped(nil, []byte(tt.literal[1:len(tt.literal)-1]))); got != tt.value {
			t.Errorf("AppendUnescaped(%s) = %q, want %q", tt.literal, got, tt.value)
		}
	}
	for _, tt := range []struct{ text, want string }{
		{`\ud800`, "\ufffd"},
		{`a\udc00\ud800b`, "a\ufffd\ufffdb"},
		{`\ud800\ud83d\ude00`, "\ufffd😀"},
		{`\ud800\u0041`, "\ufffdA"},
		{`\x\u12\u00g0\`, `\x\u12\u00g0\`},
		{`\x\n`, "\\x\n"},
		{"a\xff\t", "a\xff\t"},
	} {
		if got := string(jsonv.AppendUnescaped([]byte("="), []byte(tt.text))); got != "="+tt.want {
			t.Errorf("AppendUnescaped(%s) = %q, want %q", tt.text, got, "="+tt.want)
		}
	}
}

func TestUnescape(t *testing.T) {
	for _, tt := range []struct {
		text string
		r    rune
		n    int
	}{
		{`\n`, '\n', 2},
		{`\u00e9x`, 'é', 6},
		{`\ud83d\ude00`, '😀', 12},
		{`\ud83dx`, 0xD83D, 6},
		{`\ude00\ud83d`, 0xDE00, 6},
		{`\x`, 0, 0},
		{`\u12`, 0, 0},
		{`\`, 0, 0},
		{``, 0, 0},
		{`n`, 0, 0},
	} {
		if r, n := jsonv.Unescape([]byte(tt.text)); r != tt.r || n != tt.n {
			t.Errorf("Unescape(%s) = %U, %d, want %U, %d", tt.text, r, n, tt.r, tt.n)
		}
	}
}

func TestAppendQuotedOfEveryControl(t *testing.T) {
	for c := range rune(0x20) {
		literal := string(jsonv.AppendQuoted(nil, string(c)))
		if got, ok := jsonv.Unquote([]byte(literal)); !ok || got != string(c) {
			t.Errorf("Unquote(%s) = %q, %v, want %q", literal, got, ok, c)
		}
	}
}

// Strings are read eight bytes at a time: every byte must be seen in every
// place, also behind bytes that look like others.
func TestEveryByteInEveryPlace(t *testing.T) {
	for _, filler := range []byte{' ', '!', '#', '[', ']', 'a', 0x7e, 0x7f} {
		for c := range 256 {
			for at := range 20 {
				text := bytes.Repeat([]byte{filler}, 20)
				text[at] = byte(c)
				literal := `"` + string(text) + `"`
				want := 0x20 <= c && c < 0x80 && c != '"' && c != '\\'
				if got, ok := jsonv.Unquote([]byte(literal)); ok != want || ok && got != string(text) {
					t.Fatalf("Unquote(%q) = %q, %v, want %v", literal, got, ok, want)
				}
				if c >= 0x80 {
					continue
				}
				quoted := jsonv.AppendQuoted(nil, string(text))
				if got, ok := jsonv.Unquote(quoted); !ok || got != string(text) || want != (string(quoted) == literal) {
					t.Fatalf("AppendQuoted(%q) = %s", text, quoted)
				}
			}
		}
	}
}

func TestUnquoteRefuses(t *testing.T) {
	for _, literal := range []string{
		"", `"`, `a`, `'a'`, `"a`, `"a" `, ` "a"`, `"a""`, `"a\"`, `"\`, `"\x"`, `"\u12"`, `"\ud800"`, `"\udc00\ud800"`,
		"\"\n\"", "\"\x00\"", "\"\xff\"", "\"\xed\xa0\x80\"", "null", "1", "[]",
	} {
		if got, ok := jsonv.Unquote([]byte(literal)); ok || got != "" {
			t.Errorf("Unquote(%q) = %q, %v, want a refusal", literal, got, ok)
		}
	}
}
