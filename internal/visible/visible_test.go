package visible_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"github.com/mooring-mcp/mooring/internal/visible"
)

func TestText(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"plain", "dock a ship", "dock a ship"},
		{"accents and CJK", "é 日本語 ẞ", "é 日本語 ẞ"},
		{"zero width space", "a\u200Bb", "a<U+200B>b"},
		{"bidi override", "\u202Etxt", "<U+202E>txt"},
		{"escape sequence", "\x1b[31mred", "<U+001B>[31mred"},
		{"C1 control", "\u009B31m", "<U+009B>31m"},
		{"newline", "a\nb", "a<U+000A>b"},
		{"line separator", "a\u2028b", "a<U+2028>b"},
		{"tag characters", "x\U000E0041", "x<U+E0041>"},
		{"no-break space", "a\u00A0b", "a<U+00A0>b"},
		{"emoji keeps its selector", "⚠️ careful", "⚠️ careful"},
		{"selector behind a letter", "a\uFE0F", "a<U+FE0F>"},
		{"second selector behind an emoji", "⚠️\uFE0F", "⚠️<U+FE0F>"},
		{"invalid UTF-8", "a\xffb", "a<0xFF>b"},
		{"a real U+FFFD", "a\uFFFDb", "a\uFFFDb"},
		{"Hangul filler", "a\u3164", "a<U+3164>"},
		{"our own notation", "a<U+200B>b <0xFF> <b>", "a<U+003C>U+200B>b <U+003C>0xFF> <b>"},
		{"unassigned and drawn as nothing", "a\u2065\uFFF0\U000E0FFF", "a<U+2065><U+FFF0><U+E0FFF>"},
		{"selector behind punctuation", "a.\uFE0F", "a.<U+FE0F>"},
		{"delete", "a\x7f", "a<U+007F>"},
	} {
		if got := visible.Text(tt.in); got != tt.want {
			t.Errorf("%s: Text(%q) = %q, want %q", tt.name, tt.in, got, tt.want)
		}
	}
}

func TestBlockKeepsLines(t *testing.T) {
	if got, want := visible.Block("a\n\tb\r\u200B"), "a\n\tb<U+000D><U+200B>"; got != want {
		t.Errorf("Block = %q, want %q", got, want)
	}
}

func TestAppendJSONKeepsTheValue(t *testing.T) {
	for _, in := range []string{`"a"`, "{\"a\":\"\u200B\u202E\"}", "\"\U000E0041\U0001F600\"", "\"\x7f\u00A0é\"", "[1,\n 2]"} {
		got := visible.AppendJSON(nil, []byte(in))
		var before, after any
		if err := json.Unmarshal([]byte(in), &before); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(got, &after); err != nil {
			t.Fatalf("AppendJSON(%q) = %q: %v", in, got, err)
		}
		a, _ := json.Marshal(before)
		b, _ := json.Marshal(after)
		if string(a) != string(b) {
			t.Errorf("AppendJSON(%q) = %q, another value", in, got)
		}
	}
	if got, want := string(visible.AppendJSON(nil, []byte("\"a\U000E0041\""))), `"a\udb40\udc41"`; got != want {
		t.Errorf("AppendJSON = %s, want %s", got, want)
	}
}

func FuzzText(f *testing.F) {
	f.Add("a\u200Bb\xff\x1b")
	f.Fuzz(func(t *testing.T, s string) {
		before := ' '
		for _, r := range visible.Text(s) {
			if visible.Hidden(r) && r != 0xFE0F {
				t.Errorf("Text(%q) still shows %U behind %U", s, r, before)
			}
			before = r
		}
	})
}

func TestYAML(t *testing.T) {
	for in, want := range map[string]string{
		"":                 `""`,
		"dock":             `"dock"`,
		`a "b" \c`:         `"a \"b\" \\c"`,
		"a\nb\t":           `"a\x0ab\x09"`,
		"a\u200bb":         `"a\u200bb"`,
		"x\U000E0041":      `"x\U000e0041"`,
		"yes: [no] # é 日本": `"yes: [no] # é 日本"`,
	} {
		if got := visible.YAML(in); got != want {
			t.Errorf("YAML(%q) = %s, want %s", in, got, want)
		}
	}
}

// FuzzYAML demands that a reader of YAML gets the same value, and that nothing in
// the text is hidden.
func FuzzYAML(f *testing.F) {
	for _, seed := range []string{"a", "\x1b[31m\u202e\u0085\ufeff", "\\x41 \"", "\u2028\u2029", "\U0010FFFF\U000E0041", "\xff", "- a: b", " \t "} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		text := visible.YAML(s)
		var got map[string]string
		if err := yaml.Unmarshal([]byte("key: "+text+" # ok\n"), &got); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if want := strings.ToValidUTF8(s, "\uFFFD"); got["key"] != want {
			t.Errorf("%s is read as %q, want %q", text, got["key"], want)
		}
		if strings.ContainsFunc(text, visible.Hidden) {
			t.Errorf("%q holds a hidden character", text)
		}
	})
}
