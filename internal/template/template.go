// Package template recognises text that changes by itself: a build date, a
// session id, a counter. A [Template] is such a text with typed holes; a text
// that fills the holes with values of their types fits it, and any other text
// does not. Holes are short and plain, so that no instruction fits into one.
package template

import (
	"regexp"
	"strings"
)

// Type is what may stand in a hole.
type Type string

// The types, in the order in which they are looked for: a date is no number.
const (
	UUID     Type = "uuid"     // 8-4-4-4-12 hexadecimal digits
	DateTime Type = "datetime" // 2026-11-29T18:05:48Z, with or without fraction and zone
	Date     Type = "date"     // 2026-11-29
	Time     Type = "time"     // 18:05 or 18:05:48
	Hex      Type = "hex"      // 8 to 64 hexadecimal digits, at least one of them a digit
	Number   Type = "number"   // up to 20 digits, with a sign and a fraction
)

// patterns find the types; all are plain ASCII and at most 64 characters long.
var patterns = []struct {
	kind    Type
	pattern string
}{
	{UUID, `[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}`},
	{DateTime, `[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?`},
	{Date, `[0-9]{4}-[0-9]{2}-[0-9]{2}`},
	{Time, `[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?`},
	{Hex, `[0-9A-Fa-f]{8,64}`},
	{Number, `[0-9]{1,20}(?:\.[0-9]{1,20})?`},
}

var (
	anyType = regexp.MustCompile(alternatives())
	byType  = compiled()
)

func alternatives() string {
	parts := make([]string, len(patterns))
	for i, p := range patterns {
		parts[i] = "(" + p.pattern + ")"
	}
	return `\b(?:` + strings.Join(parts, "|") + `)\b`
}

func compiled() map[Type]*regexp.Regexp {
	out := map[Type]*regexp.Regexp{}
	for _, p := range patterns {
		out[p.kind] = regexp.MustCompile(`^(?:` + p.pattern + `)$`)
	}
	return out
}

// Part is a piece of a template: text that must stand as it is, or a hole.
type Part struct {
	Text string `json:"text,omitempty"`
	Hole Type   `json:"hole,omitempty"` // "" for text
}

// Template is a text with holes. Parts are never empty, and two texts never
// follow each other.
type Template []Part

// token is a piece of a text: a typed word, or what stands between two.
type token struct {
	text string
	kind Type // "" for text
}

// tokens cuts a text at its typed words.
func tokens(s string) []token {
	var out []token
	end := 0
	for _, at := range anyType.FindAllStringSubmatchIndex(s, -1) {
		kind, ok := kindOf(s, at)
		if !ok {
			continue
		}
		if at[0] > end {
			out = append(out, token{text: s[end:at[0]]})
		}
		out = append(out, token{s[at[0]:at[1]], kind})
		end = at[1]
	}
	if end < len(s) {
		out = append(out, token{text: s[end:]})
	}
	return out
}

// kindOf is the type of a match; a word of letters only is no hexadecimal number.
func kindOf(s string, at []int) (Type, bool) {
	for i, p := range patterns {
		if at[2+2*i] < 0 {
			continue
		}
		word := s[at[0]:at[1]]
		return p.kind, p.kind != Hex || strings.ContainsAny(word, "0123456789")
	}
	return "", false
}

// Derive returns the template of two texts that differ in typed words only, each
// in the same place and of the same type. ok is false when they differ in
// anything else, or in nothing.
func Derive(a, b string) (t Template, ok bool) {
	x, y := tokens(a), tokens(b)
	if a == b || len(x) != len(y) {
		return nil, false
	}
	for i := range x {
		switch {
		case x[i] == y[i]:
			t = t.text(x[i].text)
		case x[i].kind == "" || y[i].kind == "":
			return nil, false
		default:
			kind, ok := common(x[i].kind, y[i].kind)
			if !ok {
				return nil, false
			}
			t = append(t, Part{Hole: kind})
		}
	}
	return t, true
}

// common is the type that holds words of both: digits alone may be part of a
// hexadecimal number.
func common(a, b Type) (Type, bool) {
	if a == b {
		return a, true
	}
	if a == Hex && b == Number || a == Number && b == Hex {
		return Hex, true
	}
	return "", false
}

// text appends text to the part before it, or as a new part.
func (t Template) text(s string) Template {
	if n := len(t); n > 0 && t[n-1].Hole == "" {
		t[n-1].Text += s
		return t
	}
	return append(t, Part{Text: s})
}

// Matches reports whether a text is the template with its holes filled.
func (t Template) Matches(s string) bool {
	words := tokens(s)
	return len(t) > 0 && t.fits(words)
}

func (t Template) fits(words []token) bool {
	rest := words
	for _, p := range t {
		if p.Hole == "" {
			var ok bool
			if rest, ok = takeText(rest, p.Text); !ok {
				return false
			}
			continue
		}
		if len(rest) == 0 || rest[0].kind == "" || !p.Hole.holds(rest[0].text) {
			return false
		}
		rest = rest[1:]
	}
	return len(rest) == 0
}

// takeText takes text off the front of the words, which may be several of them.
func takeText(words []token, text string) ([]token, bool) {
	for text != "" {
		if len(words) == 0 || !strings.HasPrefix(text, words[0].text) {
			return nil, false
		}
		text = text[len(words[0].text):]
		words = words[1:]
	}
	return words, true
}

// holds reports whether a word is of the type.
func (k Type) holds(word string) bool {
	pattern, known := byType[k]
	if !known || len(word) > 64 {
		return false
	}
	if k == Hex {
		return pattern.MatchString(word) && strings.ContainsAny(word, "0123456789") || byType[Number].MatchString(word) && !strings.Contains(word, ".")
	}
	return pattern.MatchString(word)
}

// Valid reports whether a template that was read from a file is one.
func (t Template) Valid() bool {
	holes := 0
	for i, p := range t {
		switch {
		case (p.Text == "") == (p.Hole == ""):
			return false
		case p.Hole == "" && i > 0 && t[i-1].Hole == "":
			return false
		case p.Hole != "" && byType[p.Hole] == nil:
			return false
		case p.Hole != "":
			holes++
		}
	}
	return holes > 0
}

// String writes the template for people, with holes as «type».
func (t Template) String() string {
	var b strings.Builder
	for _, p := range t {
		if p.Hole != "" {
			b.WriteString("«" + string(p.Hole) + "»")
			continue
		}
		b.WriteString(p.Text)
	}
	return b.String()
}
