package witness

import (
	"regexp/syntax"
	"strings"
	"unicode"
	"unicode/utf8"
)

// textFor makes a text that a pattern matches; false when the pattern is not one or none was found.
func (s *sampler) textFor(pattern string) (string, bool) {
	tree, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return "", false
	}
	for range 4 {
		var b strings.Builder
		s.expand(&b, tree)
		text := b.String()
		if s.chance(4) { // a pattern is not anchored by itself
			if padded := pick(s, []string{"_", " ", "0", "Z"}) + text; s.matches(pattern, padded) {
				text = padded
			}
		}
		if s.matches(pattern, text) {
			return text, true
		}
	}
	return "", false
}

// expand writes one text of the language of a syntax tree, near its shortest ones.
func (s *sampler) expand(b *strings.Builder, tree *syntax.Regexp) {
	if b.Len() > maxLength {
		return
	}
	switch tree.Op {
	case syntax.OpLiteral:
		b.WriteString(string(tree.Rune))
	case syntax.OpCharClass:
		b.WriteRune(s.runeOf(tree.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteRune(pick(s, []rune{'a', 'Z', '0', '_', '-', ' ', 'é', '€', '\r'}))
	case syntax.OpConcat, syntax.OpCapture:
		for _, sub := range tree.Sub {
			s.expand(b, sub)
		}
	case syntax.OpAlternate:
		s.expand(b, pick(s, tree.Sub))
	case syntax.OpStar:
		s.repeat(b, tree.Sub[0], 0, 3)
	case syntax.OpPlus:
		s.repeat(b, tree.Sub[0], 1, 4)
	case syntax.OpQuest:
		s.repeat(b, tree.Sub[0], 0, 1)
	case syntax.OpRepeat:
		most := tree.Max
		if most < 0 || most > tree.Min+3 && !s.chance(4) {
			most = tree.Min + 3
		}
		s.repeat(b, tree.Sub[0], tree.Min, most)
	default: // anchors and word boundaries take no character; what they forbid, the match afterwards finds
	}
}

func (s *sampler) repeat(b *strings.Builder, tree *syntax.Regexp, least, most int) {
	for range least + s.rng.IntN(most-least+1) {
		s.expand(b, tree)
	}
}

// runeOf draws from a character class given as ranges: printable ASCII three times out of four, if there is any.
func (s *sampler) runeOf(ranges []rune) rune {
	if len(ranges) == 0 {
		return utf8.RuneError
	}
	if !s.chance(4) {
		var printable []rune
		for c := rune(' '); c < unicode.MaxASCII; c++ {
			if in(ranges, c) {
				printable = append(printable, c)
			}
		}
		if len(printable) > 0 {
			return pick(s, printable)
		}
	}
	i := s.rng.IntN(len(ranges)/2) * 2
	low, high := ranges[i], ranges[i+1]
	for _, c := range []rune{pick(s, []rune{low, high}), low, high, 'é'} {
		if utf8.ValidRune(c) && in(ranges, c) {
			return c
		}
	}
	return low
}

func in(ranges []rune, c rune) bool {
	for i := 0; i+1 < len(ranges); i += 2 {
		if ranges[i] <= c && c <= ranges[i+1] {
			return true
		}
	}
	return false
}

// fit brings a text to a length in characters, by cutting or by repeating its last character.
func fit(text string, length int) string {
	runes := []rune(text)
	if len(runes) >= length {
		return string(runes[:length])
	}
	last := "a"
	if len(runes) > 0 {
		last = string(runes[len(runes)-1])
	}
	return text + strings.Repeat(last, length-len(runes))
}
