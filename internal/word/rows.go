package word

import (
	"iter"
	"strings"
)

// Rows yields the lines of a word list: the first word of each, and the rest of the line without space around it. Empty
// lines, and those that begin with #, are left out. O(n) in bytes.
func Rows(text string) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for line := range strings.Lines(text) {
			first, rest := strings.TrimSpace(line), ""
			if first == "" || first[0] == '#' {
				continue
			}
			if i := strings.IndexAny(first, " \t"); i >= 0 {
				first, rest = first[:i], first[i:]
			}
			if !yield(first, strings.TrimSpace(rest)) {
				return
			}
		}
	}
}
