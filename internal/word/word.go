// Package word splits names into words, as people read them: "clientSecret" and
// "client_secret" and "Client-Secret" are client, secret.
package word

import (
	"iter"
	"strings"
	"unicode"
)

// Split yields the words of a name or text in lower case. A word is a run of letters,
// or of digits; a new one starts where a lower-case letter is followed by an upper-case
// one, and before the last of several upper-case letters that is followed by a
// lower-case one ("HTTPServer" is http, server). Everything else stands between words.
// O(n) in bytes.
func Split(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		start, last, before := -1, other, other // of the word at hand; kinds of the last two characters
		from := 0                               // where the last character starts
		for i, r := range text {
			k := kindOf(r)
			cut := start
			switch {
			case start < 0:
			case k == other || (k == digit) != (last == digit):
				cut = i
			case k == upper && last == lower:
				cut = i
			case k == lower && last == upper && before == upper:
				cut = from
			}
			if cut > start {
				if !yield(strings.ToLower(text[start:cut])) {
					return
				}
				start = cut
			}
			switch {
			case k == other:
				start = -1
			case start < 0:
				start = i
			}
			before, last, from = last, k, i
		}
		if start >= 0 {
			yield(strings.ToLower(text[start:]))
		}
	}
}

type kind uint8

const (
	other kind = iota
	lower      // and letters without case
	upper
	digit
)

// asciiKinds are the kinds of the characters of ASCII.
var asciiKinds = func() (out [unicode.MaxASCII + 1]kind) {
	for c := range out {
		out[c] = kindOfRune(rune(c))
	}
	return out
}()

func kindOf(r rune) kind {
	if r <= unicode.MaxASCII {
		return asciiKinds[r]
	}
	return kindOfRune(r)
}

func kindOfRune(r rune) kind {
	switch {
	case unicode.IsUpper(r):
		return upper
	case unicode.IsLetter(r) || unicode.IsMark(r):
		return lower
	case unicode.IsDigit(r):
		return digit
	}
	return other
}
