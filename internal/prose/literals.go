package prose

import (
	"maps"
	"slices"
)

// maxQuoted is how many characters a quoted literal may have. A longer one is
// taken for two quotation marks that do not belong together.
const maxQuoted = 100

// segment is a stretch of a text: a code span, or what is between them.
type segment struct {
	runes []rune
	code  bool
}

// segments divides a text at its code spans: a run of backticks up to the next
// run of the same length (CommonMark 0.31 §6.1). Fenced blocks come out of the
// same rule.
func segments(text []rune) []segment {
	type ticks struct{ start, end, next int }
	var runs []ticks
	for i := 0; i < len(text); i++ {
		if text[i] != '`' {
			continue
		}
		start := i
		for i < len(text) && text[i] == '`' {
			i++
		}
		runs = append(runs, ticks{start, i, -1})
	}
	next := map[int]int{} // by length
	for i := range slices.Backward(runs) {
		length := runs[i].end - runs[i].start
		if j, ok := next[length]; ok {
			runs[i].next = j
		}
		next[length] = i
	}
	var out []segment
	at := 0
	for i := 0; i < len(runs); i++ {
		open := runs[i]
		if open.next < 0 {
			continue // a backtick on its own
		}
		end := runs[open.next]
		out = append(out, segment{text[at:open.start], false}, segment{text[open.end:end.start], true})
		at, i = end.end, open.next
	}
	return append(out, segment{text[at:], false})
}

// quoted calls each for every quoted literal. A quotation mark opens where no
// word is before it and closes where none follows, which an apostrophe does not.
func quoted(text []rune, each func(literal []rune)) {
	for i := 0; i < len(text); i++ {
		closing, ok := opens(text, i)
		if !ok {
			continue
		}
		for j := i + 1; j < len(text) && j <= i+maxQuoted && text[j] != '\n'; j++ {
			if text[j] == closing && j > i+1 && (closing > 0x80 || j+1 == len(text) || !isWordRune(text[j+1])) {
				each(text[i+1 : j])
				i = j
				break
			}
		}
	}
}

func opens(text []rune, i int) (closing rune, ok bool) {
	switch text[i] {
	case '"', '\'':
		return text[i], i == 0 || !isWordRune(text[i-1])
	case '\u300C', '\u300E': // corner brackets
		return text[i] + 1, true
	}
	return 0, false
}

// literals is step 0: a quoted string or code span that is only written in
// another case is another value.
func literals(a, b *reading) (Result, bool) {
	for _, folded := range slices.Sorted(maps.Keys(a.literals)) {
		first, second := a.literals[folded], b.literals[folded]
		if len(first) == len(second) && !slices.Equal(first, second) {
			i := 0
			for first[i] == second[i] {
				i++
			}
			return potentiallyBreaking("0", "literal %s became %s", quote(first[i]), quote(second[i]))
		}
	}
	return Result{}, false
}
