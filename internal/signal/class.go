package signal

import (
	"strings"
	"unicode/utf8"
)

// The two characters beyond ASCII that (?i) lets pass for a letter, as UTF-8.
const (
	longS  = "\u017F" // s
	kelvin = "\u212A" // k
)

// isWord is \w: ASCII letters, digits and the underscore.
func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func isLetter(c byte) bool { c |= 0x20; return c >= 'a' && c <= 'z' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// isSpace is \s.
func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' && c != '\v' }

// boundary is \b at offset i.
func boundary(s string, i int) bool {
	before := i > 0 && isWord(s[i-1])
	after := i < len(s) && isWord(s[i])
	return before != after
}

// foldedLetter returns the length of a letter that stands for an ASCII one beyond
// ASCII at offset i, 0 when there is none.
func foldedLetter(s string, i int) int {
	if s[i] < utf8.RuneSelf {
		return 0
	}
	for _, letter := range []string{longS, kelvin} {
		if strings.HasPrefix(s[i:], letter) {
			return len(letter)
		}
	}
	return 0
}

// foldedLetterBefore is foldedLetter for the character that ends at offset i.
func foldedLetterBefore(s string, i int) int {
	if i == 0 || s[i-1] < utf8.RuneSelf {
		return 0
	}
	for _, letter := range []string{longS, kelvin} {
		if strings.HasSuffix(s[:i], letter) {
			return len(letter)
		}
	}
	return 0
}

// letter returns the length of [a-z] under (?i) at offset i, 0 when there is none.
func letter(s string, i int) int {
	if i >= len(s) {
		return 0
	}
	if isLetter(s[i]) {
		return 1
	}
	return foldedLetter(s, i)
}
