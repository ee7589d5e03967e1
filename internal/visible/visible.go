// Package visible makes text of a server safe and honest to look at: characters
// that a person cannot see, or that steer a terminal or the direction of
// writing, are spelled out. Every output for people goes through it.
package visible

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Hidden reports whether a character shows nothing of its own or changes how
// others are shown: controls, format characters (zero-width, bidirectional,
// tags), line and paragraph separators, variation selectors, fillers, private
// use and noncharacters. Space is not hidden; newline and tab are.
func Hidden(r rune) bool {
	if r < 0x7F {
		return r < 0x20
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co, unicode.Variation_Selector, unicode.Noncharacter_Code_Point) ||
		unicode.Is(fillers, r)
}

// fillers are letters and marks that are drawn as nothing, and spaces of
// unusual width, which look like a plain space and are none.
var fillers = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x00A0, Hi: 0x00A0, Stride: 1}, // no-break space
		{Lo: 0x034F, Hi: 0x034F, Stride: 1}, // combining grapheme joiner
		{Lo: 0x115F, Hi: 0x1160, Stride: 1}, // Hangul fillers
		{Lo: 0x1680, Hi: 0x1680, Stride: 1}, // Ogham space
		{Lo: 0x17B4, Hi: 0x17B5, Stride: 1}, // Khmer inherent vowels
		{Lo: 0x2000, Hi: 0x200A, Stride: 1}, // en quad … hair space
		{Lo: 0x202F, Hi: 0x202F, Stride: 1}, // narrow no-break space
		{Lo: 0x205F, Hi: 0x205F, Stride: 1}, // mathematical space
		{Lo: 0x2065, Hi: 0x2065, Stride: 1}, // unassigned, drawn as nothing
		{Lo: 0x2800, Hi: 0x2800, Stride: 1}, // blank Braille pattern
		{Lo: 0x3000, Hi: 0x3000, Stride: 1}, // ideographic space
		{Lo: 0x3164, Hi: 0x3164, Stride: 1}, // Hangul filler
		{Lo: 0xFFA0, Hi: 0xFFA0, Stride: 1}, // halfwidth Hangul filler
		{Lo: 0xFFF0, Hi: 0xFFFC, Stride: 1}, // unassigned, drawn as nothing; object replacement
	},
	R32: []unicode.Range32{
		{Lo: 0xE0000, Hi: 0xE0FFF, Stride: 1}, // tags, selectors, and unassigned ones drawn as nothing
	},
}

// Text returns s on one line with every hidden character as <U+XXXX> and bytes
// that are no UTF-8 as <0xXX>. An emoji's own variation selector stays.
func Text(s string) string {
	return spell(s, func(r rune) string { return fmt.Sprintf("<U+%04X>", r) })
}

// Block is [Text] that keeps newlines and tabs, for text shown over several lines.
func Block(s string) string {
	return spell(s, func(r rune) string {
		if r == '\n' || r == '\t' {
			return string(r)
		}
		return fmt.Sprintf("<U+%04X>", r)
	})
}

// Name is [Text] in quotes, unless the text is one plain word: so that a name
// with spaces does not look like more than a name.
func Name(s string) string {
	plain := s != "" && !strings.ContainsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || r == '"' })
	if plain {
		return Text(s)
	}
	return `"` + strings.ReplaceAll(Text(s), `"`, `\"`) + `"`
}

func spell(s string, hidden func(rune) string) string {
	if !anyHidden(s) {
		return s
	}
	var b strings.Builder
	before := ' '
	for i, r := range s {
		switch {
		case r == utf8.RuneError && isBadByte(s[i:]):
			fmt.Fprintf(&b, "<0x%02X>", s[i])
		case Hidden(r) && !emojiSelector(before, r):
			b.WriteString(hidden(r))
		case r == '<' && (strings.HasPrefix(s[i:], "<U+") || strings.HasPrefix(s[i:], "<0x")):
			b.WriteString("<U+003C>") // text that looks like our notation
		default:
			b.WriteRune(r)
		}
		before = r
	}
	return b.String()
}

func anyHidden(s string) bool {
	for _, r := range s {
		if r == utf8.RuneError || Hidden(r) {
			return true
		}
	}
	return strings.Contains(s, "<U+") || strings.Contains(s, "<0x")
}

func isBadByte(s string) bool {
	_, n := utf8.DecodeRuneInString(s)
	return n == 1
}

// emojiSelector reports U+FE0F behind a symbol, where it only asks for colour.
func emojiSelector(before, r rune) bool {
	return r == 0xFE0F && (unicode.In(before, unicode.So, unicode.Sm) || before == '‼' || before == '⁉')
}

// AppendJSON appends JSON text with every hidden character inside its strings
// written as a \u escape: the same value, visible to whoever reviews it. White
// space between values stays.
func AppendJSON(dst, json []byte) []byte {
	for i := 0; i < len(json); {
		c := json[i]
		if c < utf8.RuneSelf {
			if c == 0x7F {
				dst = append(dst, `\u007f`...)
			} else {
				dst = append(dst, c)
			}
			i++
			continue
		}
		r, n := utf8.DecodeRune(json[i:])
		switch {
		case !Hidden(r):
			dst = append(dst, json[i:i+n]...)
		case r > 0xFFFF:
			r -= 0x10000
			dst = fmt.Appendf(dst, `\u%04x\u%04x`, 0xD800+r>>10, 0xDC00+r&0x3FF)
		default:
			dst = fmt.Appendf(dst, `\u%04x`, r)
		}
		i += n
	}
	return dst
}

// YAML writes s as one double-quoted scalar of YAML 1.2, hidden characters as
// escapes: the same value, visible to whoever reviews it. Bytes that are no UTF-8
// become U+FFFD, since YAML has no way to write them.
func YAML(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range strings.ToValidUTF8(s, "\uFFFD") {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r <= 0xFF && (Hidden(r) || r == 0x7F):
			fmt.Fprintf(&b, `\x%02x`, r)
		case r <= 0xFFFF && (Hidden(r) || r == 0xFEFF):
			fmt.Fprintf(&b, `\u%04x`, r)
		case Hidden(r):
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
