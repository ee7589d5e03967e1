package signal

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// folded is a text by simple case folding (reading T03), with the way back to the
// offsets of the text that it came from.
type folded struct {
	text   string
	origin string
	moved  bool // some character is longer or shorter when folded
}

func fold(s string) folded {
	f := folded{text: s, origin: s}
	i := 0
	for i < len(s) && s[i] < utf8.RuneSelf && (s[i] < 'A' || s[i] > 'Z') {
		i++
	}
	if i == len(s) {
		return f
	}
	var b strings.Builder
	b.Grow(len(s))
	b.WriteString(s[:i])
	for i < len(s) {
		if c := s[i]; c < utf8.RuneSelf {
			b.WriteByte(lower(c))
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		q := foldRune(r)
		if utf8.RuneLen(q) != n {
			f.moved = true
		}
		b.WriteRune(q)
		i += n
	}
	f.text = b.String()
	return f
}

// unfold turns offsets of matches in the folded text into those of the origin. One
// pass over the text, however many matches there are.
func (f folded) unfold(matches []Match) {
	if !f.moved || len(matches) == 0 {
		return
	}
	offsets := make([]*int, 0, 2*len(matches))
	for i := range matches {
		offsets = append(offsets, &matches[i].Start, &matches[i].End)
	}
	slices.SortFunc(offsets, func(a, b *int) int { return *a - *b })
	from, to := 0, 0 // in the origin, in the folded text
	for _, offset := range offsets {
		for to < *offset && from < len(f.origin) {
			r, n := utf8.DecodeRuneInString(f.origin[from:])
			from += n
			to += utf8.RuneLen(foldRune(r))
		}
		*offset = from
	}
}

// foldRune returns the one character that stands for all that fold to each other:
// a lower-case ASCII letter where there is one, else the smallest.
func foldRune(r rune) rune {
	if r < utf8.RuneSelf {
		return rune(lower(byte(r)))
	}
	least := r
	for q := unicode.SimpleFold(r); q != r; q = unicode.SimpleFold(q) {
		least = min(least, q)
	}
	if least < utf8.RuneSelf {
		return rune(lower(byte(least)))
	}
	return least
}

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + ('a' - 'A')
	}
	return c
}
