// Package spelling measures how far two short words are apart.
package spelling

import (
	"cmp"
	"slices"
	"strings"
)

// Edits is Levenshtein's distance in bytes: the least number of insertions,
// deletions and replacements. Its time is the product of both lengths, so it is for
// ids and names, not for text.
func Edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j]+1, row[j+1]+1, diagonal+cost)
		}
	}
	return row[len(b)]
}

// Nearest returns up to most of the words that a wrong one may have been meant for,
// the likeliest first: those in which it stands, and those that differ, or begin with
// what differs, in at most a third of their bytes, whatever the case. It is nil when none is like it, and for "",
// which all are like.
func Nearest(wrong string, words []string, most int) []string {
	if wrong == "" {
		return nil
	}
	edits := make(map[string]int, len(words))
	var out []string
	wrong = strings.ToLower(wrong)
	for _, word := range words {
		right := strings.ToLower(word)
		n := Edits(wrong, right)
		near := n <= max(1, len(right)/3)
		if begin := right[:min(len(right), len(wrong))]; !near && len(wrong) > 3 {
			n = Edits(wrong, begin)
			near = n <= len(wrong)/3
		}
		if strings.Contains(right, wrong) {
			n, near = 0, true
		}
		if _, seen := edits[word]; !seen && near {
			edits[word] = n
			out = append(out, word)
		}
	}
	slices.SortStableFunc(out, func(a, b string) int { return cmp.Compare(edits[a], edits[b]) })
	return out[:min(most, len(out))]
}
