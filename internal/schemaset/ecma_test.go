package schemaset

import (
	"regexp"
	"testing"
)

// TestGoSyntax checks the translation on strings that tell the two dialects apart.
func TestGoSyntax(t *testing.T) {
	for _, c := range []struct {
		pattern       string
		match, differ []string
	}{
		{`^.$`, []string{"a", "\t", "\U0001f600", "\u0085"}, []string{"\n", "\r", "\u2028", "\u2029", ""}},
		{`^\s$`, []string{" ", "\u00a0", "\ufeff", "\u2003", "\v", "\u2028"}, []string{"a", "\u0085", "\u200b"}},
		{`^\S$`, []string{"a", "\u0085", "\u200b"}, []string{" ", "\u00a0", "\ufeff"}},
		{`^[\sx]$`, []string{"x", "\u3000"}, []string{"s", "\u0085"}},
		{`^[^\s]$`, []string{"x"}, []string{"\u00a0", "\n"}},
		{`^\d\w$`, []string{"1_"}, []string{"\u0661_", "1\u00e9"}},
		{`^\ud83d\ude00$`, []string{"\U0001f600"}, []string{"\ufffd"}},
		{`^[\u{1f600}-\u{1f64f}]$`, []string{"\U0001f601"}, []string{"u", "1"}},
		{`^\x41\0\cJ$`, []string{"A\x00\n"}, nil},
		{`^[a[b]$`, []string{"[", "a", "b"}, []string{"]"}},
		{`^[[:alpha:]$`, []string{"[", ":", "a"}, []string{"z"}},
		{`^[\b]$`, []string{"\b"}, []string{"b"}},
		{`^(?<year>\d{4})(?:-)\/$`, []string{"2025-/"}, []string{"2025-"}},
		{`^\p{Lu}\p{Letter}\P{Nd}$`, []string{"\u00c4a\u00e9"}, []string{"aaa", "Aa1"}},
		{`^\@\"\_\ $`, []string{`@"_ `}, nil},
		{`^a{,2}$`, []string{"a{,2}"}, []string{"a", "aa"}},
	} {
		out, ok := goSyntax(c.pattern)
		if !ok {
			t.Errorf("%s is not translated", c.pattern)
			continue
		}
		re, err := regexp.Compile(out)
		if err != nil {
			t.Errorf("%s: %v", c.pattern, err)
			continue
		}
		for _, s := range c.match {
			if !re.MatchString(s) {
				t.Errorf("%s as %s does not match %q", c.pattern, out, s)
			}
		}
		for _, s := range c.differ {
			if re.MatchString(s) {
				t.Errorf("%s as %s matches %q", c.pattern, out, s)
			}
		}
	}
	for _, pattern := range []string{
		`\Aa`, `a\z`, `\Qa\E`, `\a`, `(?i)a`, `(?i:a)`, `(?P<n>a)`, `(?=a)`, `(?!a)`, `(?<=a)`, `(?<!a)`, `(a)\1`, `\k<n>`,
		`\ud83d`, `\ude00`, `\ud83d\u0041`, `\u12`, `\u{110000}`, `\x4`, `\p{Greek}`, `\pL`, `\p{Script=Greek}`, `[]a]`, `[^]`, `[\S]`, `[a`, `a\`, `\00`, `\c1`,
	} {
		if out, ok := goSyntax(pattern); ok {
			t.Errorf("%s is translated as %s", pattern, out)
		}
	}
}
