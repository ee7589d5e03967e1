package sqlread

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// executable are the starts of comments that MySQL, MariaDB or TiDB run.
var executable = []string{"/*!", "/*M!", "/*m!", "/*T!", "/*t!"}

// precheck refuses what no dialect needs and some layer reads in another way, be it
// in a string: text that shows differently from how it runs, and comments that run.
func precheck(text string) *Reason {
	for _, start := range executable {
		if at := strings.Index(text, start); at >= 0 {
			return &Reason{Executable, Span{at, at + len(start)}, start}
		}
	}
	for i := 0; i < len(text); {
		if c := text[i]; c >= ' ' && c < 0x7f {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if odd(text, i, r, size) {
			return &Reason{OddCharacter, Span{i, i + size}, ""}
		}
		i += size
	}
	return nil
}

// odd reports whether a rune is refused wherever it stands. A carriage return alone
// ends a line comment in PostgreSQL and none in MySQL and SQLite.
func odd(text string, at int, r rune, size int) bool {
	switch {
	case r == '\t' || r == '\n':
		return false
	case r == '\r':
		return !strings.HasPrefix(text[at+1:], "\n")
	case r == utf8.RuneError && size == 1:
		return true
	case r == '\u2028' || r == '\u2029' || r == '\ufeff':
		return true
	}
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
}

// outsideQuotes reports whether a rune beyond ASCII may be part of a name that is not
// quoted: a letter, mark or digit, never a blank or something unseen, nor one that is
// an ASCII letter in another width or in lower case.
func outsideQuotes(r rune) bool {
	if r >= '\uff00' && r <= '\uffef' || r == '\u212a' {
		return false
	}
	return unicode.IsLetter(r) || unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Mc, r) || unicode.IsDigit(r)
}
