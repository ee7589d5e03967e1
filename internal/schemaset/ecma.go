package schemaset

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// goSyntax rewrites a regular expression of ECMA-262, with the flag u, as one of
// RE2 that accepts the same strings; ok is false when it has none, or when it is
// written in a way that the two read differently.
func goSyntax(pattern string) (out string, ok bool) {
	t := translation{rest: pattern}
	for t.rest != "" {
		if !t.next() {
			return "", false
		}
	}
	return t.out.String(), !t.class
}

// translation is how far a pattern has been rewritten.
type translation struct {
	out   strings.Builder
	rest  string
	class bool // within brackets
}

const (
	lineTerminators = `\n\r\x{2028}\x{2029}`
	// whiteSpace is what \s matches: WhiteSpace and LineTerminator.
	whiteSpace = `\t\v\f \x{a0}\x{1680}\x{2000}-\x{200a}\x{202f}\x{205f}\x{3000}\x{feff}` + lineTerminators
)

// next rewrites one character, escape or opening.
func (t *translation) next() bool {
	switch c := t.rest[0]; {
	case c == '\\':
		return t.escape()
	case t.class:
		return t.inClass(c)
	case c == '.':
		t.emit(1, `[^`+lineTerminators+`]`)
	case c == '(':
		return t.group()
	case c == '[':
		return t.openClass()
	default:
		t.copy()
	}
	return true
}

// emit writes text in the place of n bytes of the pattern.
func (t *translation) emit(n int, text string) {
	t.out.WriteString(text)
	t.rest = t.rest[n:]
}

// copy takes one character as it is.
func (t *translation) copy() {
	_, n := utf8.DecodeRuneInString(t.rest)
	t.emit(n, t.rest[:n])
}

// group opens a group: plain, (?: or (?<name>. Assertions are not RE2's.
func (t *translation) group() bool {
	switch r := t.rest; {
	case !strings.HasPrefix(r, "(?"):
		t.emit(1, "(")
	case strings.HasPrefix(r, "(?:"):
		t.emit(3, "(?:")
	case strings.HasPrefix(r, "(?<") && !strings.HasPrefix(r, "(?<=") && !strings.HasPrefix(r, "(?<!"):
		name, _, closed := strings.Cut(r, ">")
		if !closed {
			return false
		}
		t.emit(len(name)+1, "(")
	default:
		return false
	}
	return true
}

// openClass opens brackets. A ] that follows at once closes them in ECMA-262, and
// is a character in RE2.
func (t *translation) openClass() bool {
	n := 1
	if strings.HasPrefix(t.rest, "[^") {
		n = 2
	}
	if strings.HasPrefix(t.rest[n:], "]") {
		return false
	}
	t.class = true
	t.emit(n, t.rest[:n])
	return true
}

func (t *translation) inClass(c byte) bool {
	switch c {
	case ']':
		t.class = false
		t.emit(1, "]")
	case '[', '^':
		t.emit(1, `\`+string(c))
	default:
		t.copy()
	}
	return true
}

// escape rewrites what begins with a backslash.
func (t *translation) escape() bool {
	if len(t.rest) < 2 {
		return false
	}
	switch c := t.rest[1]; c {
	case 'd', 'D', 'w', 'W', 'n', 'r', 't', 'f', 'v':
		t.emit(2, t.rest[:2])
	case 's':
		t.emit(2, t.bracketed(whiteSpace))
	case 'S':
		if t.class {
			return false
		}
		t.emit(2, `[^`+whiteSpace+`]`)
	case 'b', 'B':
		if t.class && c == 'B' {
			return false
		}
		if t.class {
			t.emit(2, `\x{8}`)
		} else {
			t.emit(2, t.rest[:2])
		}
	case 'u', 'x', 'c', '0':
		r, n := character(t.rest)
		if n == 0 {
			return false
		}
		t.emit(n, `\x{`+strconv.FormatInt(int64(r), 16)+`}`)
	case 'p', 'P':
		return t.category()
	default:
		if c >= utf8.RuneSelf || 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' {
			return false // a back reference, or what RE2 alone means something by
		}
		t.emit(2, `\`+string(c))
	}
	return true
}

func (t *translation) bracketed(set string) string {
	if t.class {
		return set
	}
	return `[` + set + `]`
}

// category takes a General_Category by its short or long name; scripts and other
// properties are spelt otherwise in RE2.
func (t *translation) category() bool {
	name, _, closed := strings.Cut(t.rest[2:], "}")
	if !closed || !strings.HasPrefix(name, "{") {
		return false
	}
	short := name[1:]
	if alias, ok := unicode.CategoryAliases[short]; ok {
		short = alias
	}
	if _, ok := unicode.Categories[short]; !ok {
		return false
	}
	t.emit(len(name)+3, t.rest[:2]+"{"+short+"}")
	return true
}

// character reads the escape of one character at the start of s: \uXXXX, two of them
// that are a surrogate pair, \u{X}, \xXX, \cX, \0. n is how long it is; 0 for none,
// and for half of a pair.
func character(s string) (r rune, n int) {
	switch s[1] {
	case '0':
		if len(s) > 2 && s[2] >= '0' && s[2] <= '9' {
			return 0, 0
		}
		return 0, 2
	case 'c':
		if len(s) < 3 || (s[2]|0x20) < 'a' || (s[2]|0x20) > 'z' {
			return 0, 0
		}
		return rune(s[2] % 32), 3
	case 'x':
		return hex(s, 2, 4)
	}
	if digits, _, closed := strings.Cut(s[2:], "}"); closed && strings.HasPrefix(digits, "{") {
		r, n = hex(s, 3, 2+len(digits))
		if n == 0 || r > utf8.MaxRune || utf16.IsSurrogate(r) {
			return 0, 0
		}
		return r, n + 1
	}
	r, n = hex(s, 2, 6)
	if n == 0 || !utf16.IsSurrogate(r) {
		return r, n
	}
	if low, m := hex(s, 8, 12); m > 0 && s[6:8] == `\u` {
		if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
			return r, 12
		}
	}
	return 0, 0
}

// hex reads hexadecimal digits of s; n is to, or 0 when there are none.
func hex(s string, from, to int) (r rune, n int) {
	if to > len(s) || to <= from {
		return 0, 0
	}
	v, err := strconv.ParseUint(s[from:to], 16, 32)
	if err != nil || v > utf8.MaxRune {
		return 0, 0
	}
	return rune(v), to
}
