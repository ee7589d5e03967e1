// Package confusable answers two questions of UTS #39, Unicode Security Mechanisms, about names: which names look the
// same ([Skeleton]), and which are written in scripts that do not belong together ([MixedScript]).
//
// The algorithms are those of revision 28, of 2023, which first left out ignorable characters. The data is that of
// Unicode 15.0.0, compiled in: the answer does not change with the version of Go. A character that is newer counts
// as unassigned. Not here: the bidirectional skeleton of §4, which asks how a name looks once its right-to-left parts
// are laid out, and the restriction levels of §5.2.
//
// Bytes that are no UTF-8 count as U+FFFD. All functions are pure and safe for concurrent use.
package confusable

import (
	"strings"
	"unicode/utf8"
)

//go:generate go run _gen/main.go $UNICODE_FOLDER

// Skeleton returns a text that is the same for all names that look the same: two names are confusable if and only if
// their skeletons are equal (internalSkeleton of UTS #39 §4). It is for comparing only, never for showing: it spells
// "m" as "rn", and "0" as "O". Upper and lower case stay apart; where names are compared without regard to case, fold
// them first. An invisible name has the empty skeleton. Skeleton(Skeleton(s)) is Skeleton(s).
//
// In 13 characters it goes further than the standard, which maps once: "ǆ" becomes "dž", and there the standard
// stops, although "dž" has another skeleton. Here a prototype is mapped until it is its own skeleton. Names that are
// confusable by the standard are so here too.
func Skeleton(s string) string {
	size, same := 0, true
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return skeleton(s)
		}
		size++
		if text := asciiPrototypes[s[i]]; text != 0 {
			size += len(textAt(text)) - 1
			same = false
		}
	}
	if same {
		return s
	}
	var b strings.Builder
	b.Grow(size)
	for i := range len(s) {
		if text := asciiPrototypes[s[i]]; text != 0 {
			b.WriteString(textAt(text))
		} else {
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// skeleton is [Skeleton] for any text.
func skeleton(s string) string {
	decomposed := decompose(s)
	out := make([]rune, 0, len(decomposed))
	for _, r := range decomposed {
		if valueAt(ignorables[:], r) != 0 {
			continue
		}
		if prototype := textOf(prototypes[:], r); prototype != "" {
			out = append(out, []rune(prototype)...)
		} else {
			out = append(out, r)
		}
	}
	order(out) // all that NFD has left to do: each prototype is decomposed
	return string(out)
}
