package shellop

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"
)

// TestSimple is that the parser finds the same words, and nothing else, in each text that is taken apart without it.
func TestSimple(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	words := append(strings.Fields(`git status ls -la - -- a/b ./x +x @ @test %1 a,b : . in if[ 1 x:y env FOO sudo exec command builtin eval test time -p
		source if! end [ ] { } ! ~ = a=b a+=b # & ; | < > ( ) * ? $x "a" 'b' \ ^ é`), reserved...)
	blanks := []string{" ", "  ", "\t", " \t ", "\n", "\r"}
	taken := 0
	for range 40_000 {
		var b strings.Builder
		for range random.IntN(6) {
			b.WriteString(words[random.IntN(len(words))])
			b.WriteString(blanks[min(len(blanks)-1, random.IntN(40))&random.IntN(len(blanks))])
		}
		text := b.String()
		spans, ok := simple(text, nil)
		if !ok {
			continue
		}
		taken++
		for _, lang := range []syntax.LangVariant{syntax.LangBash, syntax.LangZsh, syntax.LangPOSIX} {
			if got := parsedWords(t, text, lang); !slices.Equal(got, spans) {
				t.Fatalf("%q is %v, and in %s %v", text, spans, lang, got)
			}
		}
	}
	if taken < 1000 {
		t.Errorf("%d texts were simple", taken)
	}
	for _, name := range reserved {
		if _, ok := simple(name+" x", nil); ok {
			t.Errorf("%q begins a simple command", name)
		}
	}
}

// parsedWords are the words of a text that the parser takes for one command; nil for any other text.
func parsedWords(t *testing.T, text string, lang syntax.LangVariant) []Span {
	t.Helper()
	file, err := syntax.NewParser(syntax.Variant(lang)).Parse(strings.NewReader(text), "")
	if err != nil || len(file.Stmts) != 1 {
		return nil
	}
	s := file.Stmts[0]
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(s.Redirs)+len(call.Assigns) > 0 || s.Background || s.Coprocess || s.Negated || s.Disown {
		return nil
	}
	var out []Span
	for _, word := range call.Args {
		span := Span{int(word.Pos().Offset()), int(word.End().Offset())}
		if word.Lit() != text[span.Start:span.End] {
			return nil
		}
		out = append(out, span)
	}
	return out
}
