// Package percent undoes percent encoding (RFC 3986 section 2.1) as lenient programs do.
package percent

import "strings"

// Decode undoes percent encoding, and leaves what is none: "%2e%" is ".%". It does so
// once.
func Decode(text string) string {
	if strings.IndexByte(text, '%') < 0 {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if c, is := At(text, i); is {
			b.WriteByte(c)
			i += 2
			continue
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// At is the byte that is encoded at i; false if none is.
func At(text string, i int) (byte, bool) {
	if text[i] != '%' || i+2 >= len(text) || !IsHex(text[i+1]) || !IsHex(text[i+2]) {
		return 0, false
	}
	return Value(text[i+1])<<4 | Value(text[i+2]), true
}

// IsHex reports a hexadecimal digit.
func IsHex(c byte) bool { return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f' }

// Value is that of a hexadecimal digit, 0 to 15.
func Value(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return c | 0x20 - 'a' + 10
}
