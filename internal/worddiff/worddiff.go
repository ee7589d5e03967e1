// Package worddiff compares two texts word by word, for showing what changed in a
// sentence: which parts of either text the other one does not have.
package worddiff

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Part is a piece of a text. The parts of a text put together are the text.
type Part struct {
	Text    string
	Changed bool // the other text does not have it here
}

// mostCells bounds time and memory: the words of one text times those of the other,
// equal ends left out. Texts beyond it differ as a whole between their equal ends.
const mostCells = 1 << 20

// word is what is compared: a run of letters, marks and digits, a run of white space, a
// hidden character as package visible spells it, or any other character.
var word = regexp.MustCompile(`[\pL\pM\pN]+|\s+|<U\+[0-9A-F]{4,6}>|<0x[0-9A-F]{2}>|(?s:.)`)

// Texts splits two texts into parts. It finds a longest common subsequence of their
// words; of several, the one that has equal words as early in before as can be.
func Texts(before, after string) (ofBefore, ofAfter []Part) {
	b, a := word.FindAllString(before, -1), word.FindAllString(after, -1)
	head := 0
	for head < min(len(b), len(a)) && b[head] == a[head] {
		head++
	}
	tail := 0
	for tail < min(len(b), len(a))-head && b[len(b)-1-tail] == a[len(a)-1-tail] {
		tail++
	}
	equal := common(b[head:len(b)-tail], a[head:len(a)-tail])
	return parts(b, head, tail, equal[0]), parts(a, head, tail, equal[1])
}

// common marks the words of both texts that belong to the common subsequence.
func common(b, a []string) [2][]bool {
	equal := [2][]bool{make([]bool, len(b)), make([]bool, len(a))}
	if len(b) == 0 || len(a) == 0 || len(b) > mostCells/len(a) {
		return equal
	}
	// longest[i][j] is the length for b[i:] and a[j:].
	longest := make([][]int32, len(b)+1)
	for i := range longest {
		longest[i] = make([]int32, len(a)+1)
	}
	for i, ofBefore := range slices.Backward(b) {
		for j, ofAfter := range slices.Backward(a) {
			if ofBefore == ofAfter {
				longest[i][j] = longest[i+1][j+1] + 1
			} else {
				longest[i][j] = max(longest[i+1][j], longest[i][j+1])
			}
		}
	}
	for i, j := 0, 0; i < len(b) && j < len(a); {
		switch {
		case b[i] == a[j]:
			equal[0][i], equal[1][j] = true, true
			i, j = i+1, j+1
		case longest[i][j+1] >= longest[i+1][j]:
			j++
		default:
			i++
		}
	}
	return equal
}

// parts joins words. White space and punctuation between changed words belongs to
// them: a lone equal space in a rewritten sentence says nothing.
func parts(words []string, head, tail int, equal []bool) []Part {
	equal = slices.Clone(equal)
	for i, last := 0, -1; i < len(equal); i++ {
		if equal[i] {
			continue
		}
		if last >= 0 && !strings.ContainsFunc(strings.Join(words[head+last+1:head+i], ""), isLetter) {
			for k := last + 1; k < i; k++ {
				equal[k] = false
			}
		}
		last = i
	}
	changed := func(i int) bool { return i >= head && i < len(words)-tail && !equal[i-head] }
	var out []Part
	for from := 0; from < len(words); {
		to, is := from, changed(from)
		for to < len(words) && changed(to) == is {
			to++
		}
		out = append(out, Part{strings.Join(words[from:to], ""), is})
		from = to
	}
	return out
}

func isLetter(r rune) bool { return unicode.In(r, unicode.L, unicode.M, unicode.N) }
