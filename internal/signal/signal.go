// Package signal finds in one text of a server what the security lens looks for:
// hidden characters and comments, instructions to a model, places (addresses and
// paths) and references to other tools. It finds and judges nothing: whether a
// match is new, and what that means, is for package taxonomy and for first sight
// to say.
//
// Every finder takes a decoded string and returns matches in order, with byte
// offsets into that string. The regular expressions of spec taxonomy-v1 §4 are
// written out as scanners with RE2's meaning (reading T04): \b, \w and \d are
// ASCII, \s is tab, newline, form feed, carriage return and space, and (?i) is
// simple case folding, so that U+017F and U+212A pass for s and k. Each is one
// pass over the text, whatever the text holds.
//
// All functions are safe for concurrent use.
package signal

import "unicode/utf8"

// Match is one place in a text.
type Match struct {
	// Definition names what matched: a character ("U+200B ZERO WIDTH SPACE"), a
	// phrase in its folded spelling, or a pattern ("URL").
	Definition string
	Start, End int // byte offsets in the text
}

// Of returns the matched part of the text.
func (m Match) Of(text string) string { return text[m.Start:m.End] }

// within reports that m lies inside n.
func (m Match) within(n Match) bool { return n.Start <= m.Start && m.End <= n.End }

// Cut returns text as it is when it has at most n bytes, else its start, up to a
// whole character, with "…" behind it: what a record quotes of a text without end.
func Cut(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n] + "…"
}
