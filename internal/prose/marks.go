package prose

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// mark is a kind of semantic marker, in the order in which the first that
// differs is named.
type mark uint8

const (
	hiddenMark mark = iota
	negationMark
	modalityMark
	numberMark
	identifierMark
	operatorMark
	addressMark
	codeMark
	markCount
)

var markNames = [markCount]string{
	hiddenMark:     "hidden or look-alike characters",
	negationMark:   "negation",
	modalityMark:   "modality",
	numberMark:     "numbers",
	identifierMark: "identifier",
	operatorMark:   "operator",
	addressMark:    "address",
	codeMark:       "code",
}

// marks counts the markers of a text, each kind apart.
type marks [markCount]map[string]int

func (r *reading) marks() *marks {
	if r.found != nil {
		return r.found
	}
	m := &marks{}
	r.found = m
	for i := range m {
		m[i] = map[string]int{}
	}
	m[hiddenMark], m[codeMark] = r.hidden, r.code
	for i, w := range r.words {
		switch w.kind {
		case number:
			m[numberMark][w.text+r.unit(i+1)]++
		case identifier:
			m[identifierMark][w.text]++
		case operator:
			m[operatorMark][w.text]++
		case address:
			m[addressMark][w.text]++
		case ordinary, symbolic:
			if kind, key, ok := lists().marker(w.text); ok {
				m[kind][key]++
			}
		}
	}
	if strings.ContainsFunc(r.text, isAgglutinative) {
		for _, s := range lists().substrings {
			if n := strings.Count(r.text, s.text); n > 0 {
				m[s.kind][s.text] += n
			}
		}
	}
	return m
}

// isAgglutinative reports the scripts whose markers are found within words.
func isAgglutinative(r rune) bool {
	return r >= 0x1100 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

// unit is the unit of the number before the word at i: one that is written onto
// it, or a known one that follows.
func (r *reading) unit(i int) string {
	if i >= len(r.words) {
		return ""
	}
	if w := r.words[i]; w.attached || lists().units[w.text] {
		if len(w.text) > 3 { // seconds are second
			return strings.TrimSuffix(w.text, "s")
		}
		return w.text
	}
	return ""
}

// differentMarks says which markers differ, "" if none does. Code spans are
// compared when both texts have some: marking code up is layout.
func differentMarks(a, b *reading) string {
	first, second := a.marks(), b.marks()
	for k := range markCount {
		if maps.Equal(first[k], second[k]) || k == codeMark && (len(a.code) == 0 || len(b.code) == 0) {
			continue
		}
		return becoming(markNames[k], surplus(first[k], second[k]), surplus(second[k], first[k]))
	}
	return ""
}

// surplus lists what a has more often than b, sorted.
func surplus(a, b map[string]int) []string {
	var out []string
	for key, n := range a {
		if n > b[key] {
			out = append(out, key)
		}
	}
	slices.Sort(out)
	return out
}

// becoming says what went and what came.
func becoming(name string, gone, came []string) string {
	show := list
	if name == markNames[numberMark] {
		show = func(items []string) string { return "[" + strings.Join(shorten(items, short), " ") + "]" }
	}
	switch {
	case len(gone) == 0:
		return fmt.Sprintf("%s %s added", name, show(came))
	case len(came) == 0:
		return fmt.Sprintf("%s %s removed", name, show(gone))
	}
	return fmt.Sprintf("%s %s became %s", name, show(gone), show(came))
}

const (
	longestList = 4  // items that a reason names
	longestItem = 32 // characters of an item
)

func list(items []string) string { return strings.Join(shorten(items, quote), ", ") }

func shorten(items []string, spell func(string) string) []string {
	var out []string
	for i, item := range items {
		if i == longestList {
			return append(out, fmt.Sprintf("and %d more", len(items)-i))
		}
		out = append(out, spell(item))
	}
	return out
}

// quote is a text in quotes, shortened, with hidden characters escaped.
func quote(text string) string {
	q := strconv.Quote(clipped(text)) // escapes what is not printed, but no selectors and fillers
	if !strings.ContainsFunc(q, isHidden) {
		return q
	}
	var b strings.Builder
	for _, r := range q {
		if isHidden(r) {
			fmt.Fprintf(&b, `\u%04x`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// short is [quote] without the quotes.
func short(text string) string {
	q := quote(text)
	return q[1 : len(q)-1]
}

func clipped(text string) string {
	n := 0
	for i := range text {
		if n == longestItem {
			return text[:i] + "\u2026"
		}
		n++
	}
	return text
}
