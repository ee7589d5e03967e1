package plugin

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// concealed finds the first character that nobody sees and that is not part of an
// emoji, or -1. Spaces of unusual width are seen, if not for what they are.
func concealed(text string) (at int, r rune) {
	before := ' '
	for i, r := range text {
		if r >= 0x80 || r < ' ' || r == 0x7F {
			if hides(r) && !joinsEmoji(before, r, text[i+max(1, utf8.RuneLen(r)):]) {
				return i, r
			}
		}
		before = r
	}
	return -1, 0
}

func hides(r rune) bool {
	switch r {
	case '\n', '\r', '\t', 0xFE0F:
		return false
	case 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0:
		return true // fillers
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Noncharacter_Code_Point) || 0xE0000 <= r && r <= 0xE0FFF
}

// joinsEmoji reports a zero width joiner between two pictures.
func joinsEmoji(before, r rune, rest string) bool {
	after, _ := utf8.DecodeRuneInString(rest)
	picture := func(c rune) bool { return unicode.Is(unicode.So, c) || c == 0xFE0F || 0x1F3FB <= c && c <= 0x1F3FF }
	return r == 0x200D && picture(before) && picture(after)
}

// hidden reports a JSON text in which something is concealed.
func (r *reader) hidden(src source, v *jsonv.Value, pointer string) {
	if at, c := concealed(v.Text()); at >= 0 {
		r.add(ruleHidden, src.at(v.Span().Start, pointer), fmt.Sprintf("U+%04X", c), "a text that is all to be seen")
	}
}

// hiddenIn reports the first concealed character of a file. A byte order mark at its
// start is none.
func (r *reader) hiddenIn(src source, text string) {
	start := len(text) - len(strings.TrimPrefix(text, "\uFEFF"))
	if at, c := concealed(text[start:]); at >= 0 {
		r.add(ruleHidden, src.at(start+at, ""), fmt.Sprintf("U+%04X", c), "a text that is all to be seen")
	}
}

// hiddenInMatter reports members of front matter in which something is concealed by an
// escape of YAML.
func (r *reader) hiddenInMatter(src source, matter frontMatter) {
	for _, name := range slices.Sorted(maps.Keys(matter)) {
		m := matter[name]
		if at, c := concealed(m.text); at >= 0 {
			r.add(ruleHidden, Place{File: src.file, Line: m.line, Column: 1}, fmt.Sprintf("U+%04X in %s", c, quoted(name)), "a text that is all to be seen")
		}
	}
}
