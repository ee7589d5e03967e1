package prose

import (
	"strings"
	"unicode"
)

// Letters that fold to more than one character and occur in words.
const (
	sharpS        = '\u00DF'
	capitalSharpS = '\u1E9E'
	dottedI       = '\u0130'
)

// fold returns a character without its case: simple case folding, and
// that of the letters above.
func fold(r rune) string {
	switch r {
	case sharpS, capitalSharpS:
		return "ss"
	case dottedI:
		return "i\u0307"
	}
	return string(foldOne(r))
}

func foldOne(r rune) rune {
	if r < 0x80 {
		return unicode.ToLower(r)
	}
	least := r
	for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
		least = min(least, next)
	}
	return unicode.ToLower(least)
}

func foldRunes(text []rune) []rune {
	out := make([]rune, 0, len(text))
	for _, r := range text {
		switch r {
		case sharpS, capitalSharpS, dottedI:
			out = append(out, []rune(fold(r))...)
		default:
			out = append(out, foldOne(r))
		}
	}
	return out
}

// stops end a text without a meaning of their own.
const stops = ".!?;:,\u3002\uFF01\uFF1F\uFF1B\uFF1A\uFF0C\u3001\uFF0E\uFF61\uFF64\u061F\u060C\u061B\u0964"

// normalise is what step 1 compares: folded, one space between words, no stops
// at the end.
func normalise(folded []rune) string {
	return strings.TrimRight(strings.Join(strings.Fields(string(folded)), " "), stops+" ")
}

// isUnspaced reports letters of scripts that write no space between words. Each
// is a word of its own here.
func isUnspaced(r rune) bool {
	if r < 0x0E00 {
		return false
	}
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) ||
		r == '\u30FC' // the mark of a long vowel
}

// isWordRune reports what words are made of, in scripts with spaces.
func isWordRune(r rune) bool {
	switch {
	case r < 0x80:
		return r == '_' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
	case isUnspaced(r):
		return false
	}
	return unicode.In(r, unicode.L, unicode.M, unicode.N)
}

func isASCIIDigit(r rune) bool { return '0' <= r && r <= '9' }
