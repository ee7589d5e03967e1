package jsonv

import (
	"bytes"
	"math/bits"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

func itoa(i int) string { return strconv.Itoa(i) }

// plain reports a byte that stands for itself both in a JSON string and in its
// RFC 8785 form, and is ASCII.
func plain(c byte) bool { return 0x20 <= c && c < utf8.RuneSelf && c != '"' && c != '\\' }

// plainRun returns the number of bytes at the start of s that are plain. It
// looks at eight at a time.
func plainRun(s string) int {
	const (
		ones = 0x0101010101010101
		high = 0x80 * ones
	)
	i := 0
	for ; i+8 <= len(s); i += 8 {
		w := word(s[i:])
		// The high bit of a byte is set when it is not ASCII, below 0x20, a quote
		// or a backslash; above the first such byte a borrow may set others too.
		special := (w | (w - 0x20*ones) | (w ^ '"'*ones - ones) | (w ^ '\\'*ones - ones)) & high
		if special != 0 {
			return i + bits.TrailingZeros64(special)/8
		}
	}
	for i < len(s) && plain(s[i]) {
		i++
	}
	return i
}

// word returns the first eight bytes of s, the first one lowest.
func word(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// str is a string that was read.
type str struct {
	text      string // its value
	escaped   bool   // the source text between the quotes is not the value
	canonical bool   // the source text is its RFC 8785 form
}

// str reads the string that starts at pos.
func (p *parser) str() (s str, ok bool) {
	start := p.pos + 1
	mark, copied := p.text.Len(), start // where the value and the uncopied source start
	s.canonical = true
	for i := start; ; {
		i += plainRun(p.src[i:])
		if i >= len(p.src) {
			return s, p.fail(Syntax, i, "found the end of the text inside a string, want its closing quote")
		}
		switch c := p.src[i]; {
		case c == '"':
			p.pos = i + 1
			s.text = p.src[copied:i]
			if s.escaped {
				p.text.WriteString(s.text)
				s.text = p.text.String()[mark:]
			}
			return s, true
		case c == '\\':
			r, n, ok := p.escape(i)
			if !ok {
				return s, false
			}
			p.text.WriteString(p.src[copied:i])
			p.text.WriteRune(r)
			s.escaped = true
			s.canonical = s.canonical && isCanonicalEscape(p.src[i:i+n], r)
			i += n
			copied = i
		case c < 0x20:
			return s, p.fail(Syntax, i, "found control character U+%04X in a string, want an escape", c)
		default:
			r, n := utf8.DecodeRuneInString(p.src[i:])
			if r == utf8.RuneError && n == 1 {
				return s, p.fail(UTF8, i, "found byte 0x%02X, which is not UTF-8", c)
			}
			i += n
		}
	}
}

// escape decodes the escape at i and returns its length in the source.
func (p *parser) escape(i int) (r rune, n int, ok bool) {
	r, n = unescape(p.src[i:])
	switch {
	case n > 0 && !utf16.IsSurrogate(r):
		return r, n, true
	case n > 0:
		return 0, 0, p.fail(Surrogate, i, "found the lone surrogate \\u%04x", r)
	case i+1 >= len(p.src):
		return 0, 0, p.fail(Syntax, i, "found the end of the text in an escape")
	case p.src[i+1] == 'u':
		return 0, 0, p.fail(Syntax, i, "found an escape \\u without four hexadecimal digits")
	}
	_, n = utf8.DecodeRuneInString(p.src[i+1:])
	return 0, 0, p.fail(Syntax, i, "found the unknown escape %q", p.src[i:i+1+n])
}

// Unescape decodes the escape that a text starts with, its backslash included, and
// returns its length: 12 for a pair of surrogates. r is a surrogate where half of a pair
// stands alone. n is 0 where there is no escape of JSON.
func Unescape(text []byte) (r rune, n int) { return unescape(text) }

func unescape[T string | []byte](text T) (r rune, n int) {
	if len(text) < 2 || text[0] != '\\' {
		return 0, 0
	}
	if at := strings.IndexByte(`"\/bfnrt`, text[1]); at >= 0 {
		return rune("\"\\/\b\f\n\r\t"[at]), 2
	}
	r, ok := unit(text)
	if !ok {
		return 0, 0
	}
	if utf16.IsSurrogate(r) {
		if low, ok := unit(text[6:]); ok {
			if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
				return pair, 12
			}
		}
	}
	return r, 6
}

// AppendUnescaped appends the value of a string, whose text between the quotes is given,
// for readers that take what [Parse] refuses: half of a pair of surrogates becomes
// U+FFFD, and what is no escape of JSON stays as it is spelled.
func AppendUnescaped(dst, text []byte) []byte {
	for {
		at := bytes.IndexByte(text, '\\')
		if at < 0 {
			return append(dst, text...)
		}
		dst = append(dst, text[:at]...)
		text = text[at:]
		r, n := unescape(text)
		if n == 0 {
			dst, text = append(dst, '\\'), text[1:]
			continue
		}
		dst, text = utf8.AppendRune(dst, r), text[n:]
	}
}

// unit reads an escape \uXXXX.
func unit[T string | []byte](s T) (rune, bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	var r rune
	for i := 2; i < 6; i++ {
		c := s[i]
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		case 'A' <= c && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}

// Unquote returns the value of a JSON string literal, quotes included. It is
// "", false for anything that [Parse] would refuse.
func Unquote(raw []byte) (string, bool) {
	if len(raw) == 0 || raw[0] != '"' {
		return "", false
	}
	p := parser{src: string(raw)}
	s, ok := p.str()
	if !ok || p.pos != len(raw) {
		return "", false
	}
	return s.text, true
}

// AppendQuoted appends s as a JSON string in the form of RFC 8785 §3.2.2.2: only
// quote, backslash and C0 controls are escaped. s must be valid UTF-8.
func AppendQuoted(dst []byte, s string) []byte {
	dst = append(dst, '"')
	from := 0
	for i := plainRun(s); i < len(s); i += plainRun(s[i:]) {
		if s[i] < utf8.RuneSelf {
			dst = append(dst, s[from:i]...)
			dst = appendEscape(dst, s[i])
			from = i + 1
		}
		i++
	}
	dst = append(dst, s[from:]...)
	return append(dst, '"')
}

// appendEscape appends the RFC 8785 escape of a byte that needs one.
func appendEscape(dst []byte, c byte) []byte {
	if at := strings.IndexByte("\"\\\b\f\n\r\t", c); at >= 0 {
		return append(dst, '\\', `"\bfnrt`[at])
	}
	const hex = "0123456789abcdef"
	return append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
}

// isCanonicalEscape reports whether text, an escape of r, is the one that
// [AppendQuoted] writes.
func isCanonicalEscape(text string, r rune) bool {
	if r >= utf8.RuneSelf || plain(byte(r)) {
		return false
	}
	var buf [6]byte
	return string(appendEscape(buf[:0], byte(r))) == text
}
