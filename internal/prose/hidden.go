package prose

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Characters with a part in emoji.
const (
	joiner       = 0x200D
	textStyle    = 0xFE0E
	emojiStyle   = 0xFE0F
	brailleBlank = 0x2800
	invalidByte  = 0x10FF00 // bytes that are no UTF-8 go to the end of private use
)

// typography maps signs to the plain ones that people write for them.
var typography = map[rune]string{
	'\u2018': "'", '\u2019': "'", '\u201A': "'", '\u201B': "'", '\u2032': "'", '\u00B4': "'", '\u2039': "'", '\u203A': "'",
	'\u02BC': "'", '\uFF07': "'",
	'\u201C': `"`, '\u201D': `"`, '\u201E': `"`, '\u201F': `"`, '\u2033': `"`, '\u00AB': `"`, '\u00BB': `"`, '\uFF02': `"`,
	'\u2010': "-", '\u2011': "-", '\u2012': "-", '\u2013': "-", '\u2014': "-", '\u2015': "-", '\u2212': "-",
	'\uFE58': "-", '\uFE63': "-", '\uFF0D': "-",
	'\u2026': "...",
}

// plain is a text with its case and lines kept, in NFC and plain typography, and
// without what nobody sees.
type plain struct {
	runes  []rune
	hidden map[string]int // what nobody sees, each with the letters around it
}

// clean divides what is seen from what is not. NFC and not NFKC: letters of
// another width or style stay what they are.
func clean(text string) plain {
	text = norm.NFC.String(text)
	p := plain{runes: make([]rune, 0, len(text)), hidden: map[string]int{}}
	var run []rune // of hidden characters, until one is seen
	before := ' '
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && size == 1 {
			r = invalidByte + rune(text[i])
		}
		i += size
		switch {
		case ofEmoji(r, before, text[i:]):
		case isHidden(r):
			run = append(run, r)
		case len(run) > 0:
			p.note(run, r)
			run = run[:0]
			p.see(r)
		default:
			p.see(r)
		}
		before = r
	}
	if len(run) > 0 {
		p.note(run, ' ')
	}
	p.noteMixed()
	return p
}

func (p *plain) see(r rune) {
	if plain, ok := typography[r]; ok {
		p.runes = append(p.runes, []rune(plain)...)
		return
	}
	p.runes = append(p.runes, r)
}

// note counts a run of hidden characters together with its neighbours, so that
// moving it is a change.
func (p *plain) note(run []rune, next rune) {
	last := ' '
	if len(p.runes) > 0 {
		last = p.runes[len(p.runes)-1]
	}
	p.hidden[neighbour(last)+string(run)+neighbour(next)]++
}

func neighbour(r rune) string {
	if unicode.IsLetter(r) || unicode.IsDigit(r) {
		return fold(r)
	}
	return ""
}

// isHidden reports a character that shows nothing: a control other than white
// space, a format character (zero width, direction, tags), private use, a
// selector, a filler.
func isHidden(r rune) bool {
	switch {
	case r < 0x7F:
		return r < ' ' && !unicode.IsSpace(r)
	case unicode.IsSpace(r):
		return false
	}
	return r == brailleBlank || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Noncharacter_Code_Point,
		unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}

// ofEmoji reports a character that only says how the symbol before it is drawn,
// or joins it with the one that follows.
func ofEmoji(r, before rune, rest string) bool {
	switch r {
	case emojiStyle, textStyle:
		return unicode.IsSymbol(before) || strings.HasPrefix(rest, "\u20E3")
	case joiner:
		next, size := utf8.DecodeRuneInString(rest)
		return size > 1 && (unicode.IsSymbol(before) || before == emojiStyle) && unicode.IsSymbol(next)
	}
	return false
}

// alphabets have letters that look like those of another one.
var alphabets = []*unicode.RangeTable{
	unicode.Latin, unicode.Cyrillic, unicode.Greek, unicode.Armenian, unicode.Cherokee, unicode.Coptic, unicode.Lisu,
}

// noteMixed counts each word that has letters of two alphabets, or plain Latin
// letters beside ones of another width or style, as something that nobody sees.
func (p *plain) noteMixed() {
	start, found, odd := 0, 0, false
	for i := 0; i <= len(p.runes); i++ {
		if i < len(p.runes) && (unicode.In(p.runes[i], unicode.L, unicode.M, unicode.N) || isOdd(p.runes[i])) {
			alphabet, o := alphabetOf(p.runes[i])
			found, odd = found|alphabet, odd || o
			continue
		}
		const latin = 1
		if found&(found-1) != 0 || odd && found&latin != 0 {
			p.hidden[mixedKey(p.runes[start:i])]++
		}
		start, found, odd = i+1, 0, false
	}
}

// alphabetOf returns the alphabet of a letter as a bit, 0 for none of
// [alphabets]. An odd one is of none.
func alphabetOf(r rune) (bit int, odd bool) {
	switch {
	case 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z':
		return 1, false
	case r < 0x80:
		return 0, false
	case isOdd(r):
		return 0, true
	}
	for i, alphabet := range alphabets {
		if unicode.Is(alphabet, r) {
			return 1 << i, false
		}
	}
	return 0, false
}

// isOdd reports a letter that is a plain Latin one but for its width or style:
// full width, mathematical, long s, a ligature.
func isOdd(r rune) bool {
	if r < 0x80 || !unicode.In(r, unicode.Latin, unicode.Other_Lowercase, unicode.Other_Uppercase, unicode.Other_Math) &&
		(r < 0x1D400 || r > 0x1D7FF) {
		return false
	}
	compatible, _ := utf8.DecodeRuneInString(norm.NFKC.String(string(r)))
	return 'a' <= compatible && compatible <= 'z' || 'A' <= compatible && compatible <= 'Z'
}

// mixedKey is the word with the case of plain letters folded; that of the others
// stays, since "ſ" and "s" are one letter when folded.
func mixedKey(word []rune) string {
	var b strings.Builder
	for _, r := range word {
		if r < 0x80 {
			r = unicode.ToLower(r)
		}
		b.WriteRune(r)
	}
	return b.String()
}
