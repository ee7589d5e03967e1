package paramrisk

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// appendUnescaped appends the value of a JSON string without its quotes. A lone
// surrogate becomes U+FFFD, and what is no escape of JSON stays as it is.
func appendUnescaped(dst, text []byte) []byte {
	for {
		at := bytes.IndexByte(text, '\\')
		if at < 0 || at+1 == len(text) {
			return append(dst, text...)
		}
		var n int
		dst, n = appendEscape(append(dst, text[:at]...), text[at:])
		text = text[at+n:]
	}
}

// appendEscape appends what the escape at the start of a text stands for, and returns
// its length. Behind the backslash stands at least one byte.
func appendEscape(dst, text []byte) ([]byte, int) {
	if i := strings.IndexByte(`"\/bfnrt`, text[1]); i >= 0 {
		return append(dst, "\"\\/\b\f\n\r\t"[i]), 2
	}
	r, ok := unit(text)
	if !ok {
		return append(dst, text[0]), 1
	}
	if utf16.IsSurrogate(r) {
		low, _ := unit(text[6:])
		if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
			return utf8.AppendRune(dst, pair), 12
		}
	}
	return utf8.AppendRune(dst, r), 6
}

// unit reads an escape \uXXXX.
func unit(text []byte) (rune, bool) {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(text[2:6]), 16, 16)
	return rune(n), err == nil
}

// appendToken appends a token to an RFC 6901 pointer.
func appendToken(path, token []byte) []byte {
	path = append(path, '/')
	for _, c := range token {
		switch c {
		case '~':
			path = append(path, "~0"...)
		case '/':
			path = append(path, "~1"...)
		default:
			path = append(path, c)
		}
	}
	return path
}
