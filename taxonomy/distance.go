package taxonomy

import "strings"

// rewritten reports a word distance of 0.20 or more between two texts (spec §2.4).
// Two texts without words have distance 0 (reading T13).
func rewritten(before, after string) bool {
	a, b := strings.Fields(before), strings.Fields(after) // White_Space, spec §2.3
	longest := max(len(a), len(b))
	limit := (longest + 4) / 5 // the least number of edits that is a fifth or more
	return longest > 0 && atLeast(a, b, limit)
}

// atLeast reports whether a and b are limit or more edits apart; limit is above 0.
func atLeast(a, b []string, limit int) bool {
	a, b = trimEqual(a, b)
	if max(len(a), len(b)) < limit {
		return false
	}
	if max(len(a), len(b))-min(len(a), len(b)) >= limit {
		return true
	}
	x, y, words := intern(a, b)
	if unmatched(x, y, words) >= limit {
		return true
	}
	return !withinEdits(x, y, words, limit-1)
}

// trimEqual leaves out equal words at both ends, which changes no distance.
func trimEqual(a, b []string) ([]string, []string) {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return a, b
}

// intern gives every distinct word a number, from 0 to words-1.
func intern(a, b []string) (x, y []int, words int) {
	ids := make(map[string]int, len(a))
	number := func(list []string) []int {
		out := make([]int, len(list))
		for i, word := range list {
			id, known := ids[word]
			if !known {
				id = len(ids)
				ids[word] = id
			}
			out[i] = id
		}
		return out
	}
	x, y = number(a), number(b)
	return x, y, len(ids)
}

// unmatched is the larger number of words that one side has more often than the
// other: no fewer edits can make up for them.
func unmatched(x, y []int, words int) int {
	balance := make([]int, words)
	for _, id := range x {
		balance[id]++
	}
	for _, id := range y {
		balance[id]--
	}
	more, less := 0, 0
	for _, n := range balance {
		more += max(n, 0)
		less += max(-n, 0)
	}
	return max(more, less)
}
