package worddiff_test

import (
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/worddiff"
)

// marked writes parts with what changed in brackets.
func marked(parts []worddiff.Part) string {
	var b strings.Builder
	for _, p := range parts {
		if p.Changed {
			b.WriteString("[" + p.Text + "]")
			continue
		}
		b.WriteString(p.Text)
	}
	return b.String()
}

func TestTexts(t *testing.T) {
	long := strings.Repeat("x ", 3000)
	for _, tt := range []struct{ name, before, after, wantBefore, wantAfter string }{
		{"equal", "dock a ship", "dock a ship", "dock a ship", "dock a ship"},
		{"nothing", "", "a b", "", "[a b]"},
		{"one word", "dock a ship", "dock the ship", "dock [a] ship", "dock [the] ship"},
		{"inserted", "list. The", "list. Copy the keys. The", "list. The", "list. [Copy the keys. ]The"},
		{"in the middle of a word", "berths", "berth", "[berths]", "[berth]"},
		{"two places", "a big red ship", "a small red boat", "a [big] red [ship]", "a [small] red [boat]"},
		{"a space alone joins nothing", "one two", "three four", "[one two]", "[three four]"},
		{"hidden character", "obey", "<U+202E>obey", "obey", "[<U+202E>]obey"},
		{"numbers", `"maximum": 40`, `"maximum": 20`, `"maximum": [40]`, `"maximum": [20]`},
		{"no Latin", "船を 停める", "船を 出す", "船を [停める]", "船を [出す]"},
		{"bad bytes", "a\xff", "a\xfe", "a[\xff]", "a[\xfe]"},
		{"beyond the cap", "a 1 " + long + "2", "a 3 " + long[:2000] + "y y" + long + "4", "a [1 " + long + "2]", "a [3 " + long[:2000] + "y y" + long + "4]"},
	} {
		before, after := worddiff.Texts(tt.before, tt.after)
		if got := marked(before); got != tt.wantBefore {
			t.Errorf("%s: before is %q, want %q", tt.name, got, tt.wantBefore)
		}
		if got := marked(after); got != tt.wantAfter {
			t.Errorf("%s: after is %q, want %q", tt.name, got, tt.wantAfter)
		}
	}
}

// FuzzTexts: parts are the texts, they alternate, and of equal texts nothing changed.
func FuzzTexts(f *testing.F) {
	f.Add("dock a ship", "dock the ship")
	f.Add("", "\xff")
	f.Fuzz(func(t *testing.T, before, after string) {
		b, a := worddiff.Texts(before, after)
		for i, parts := range [][]worddiff.Part{b, a} {
			whole := ""
			for j, p := range parts {
				if whole += p.Text; p.Text == "" || j > 0 && p.Changed == parts[j-1].Changed {
					t.Errorf("Texts(%q, %q): part %d of %v", before, after, j, parts)
				}
				if before == after && p.Changed {
					t.Errorf("Texts(%q) of equal texts: %v", before, parts)
				}
			}
			if want := []string{before, after}[i]; whole != want {
				t.Errorf("Texts(%q, %q): parts of %q", before, after, whole)
			}
		}
	})
}
