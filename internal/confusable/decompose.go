package confusable

import (
	"cmp"
	"slices"
)

// Hangul syllables decompose by arithmetic: the Unicode Standard §3.12.
const (
	hangulBase  rune = 0xAC00
	leadBase    rune = 0x1100
	vowelBase   rune = 0x1161
	trailBase   rune = 0x11A7 // the place before the first trailing consonant: there is none
	vowelCount  rune = 21
	trailCount  rune = 28
	hangulCount rune = 19 * vowelCount * trailCount
)

// decompose returns s in Normalization Form D (UAX #15). golang.org/x/text/unicode/norm would not do: it puts a
// U+034F into more than 30 marks in a row and orders what is on each side of it apart, so that two spellings of one
// text can differ; and its version of Unicode is that of Go.
func decompose(s string) []rune {
	out := make([]rune, 0, len(s))
	for _, r := range s {
		if i := r - hangulBase; i >= 0 && i < hangulCount {
			out = append(out, leadBase+i/(vowelCount*trailCount), vowelBase+i/trailCount%vowelCount)
			if i%trailCount != 0 {
				out = append(out, trailBase+i%trailCount)
			}
		} else if text := textOf(decompositions[:], r); text != "" {
			out = append(out, []rune(text)...)
		} else {
			out = append(out, r)
		}
	}
	order(out)
	return out
}

// order brings each run of combining marks into canonical order: the Unicode Standard §3.11.
func order(text []rune) {
	for start := 0; start < len(text); start++ {
		end := start
		for end < len(text) && class(text[end]) != 0 {
			end++
		}
		slices.SortStableFunc(text[start:end], func(a, b rune) int { return cmp.Compare(class(a), class(b)) })
		start = end
	}
}

// class returns the Canonical_Combining_Class of r.
func class(r rune) uint8 {
	if r < 0x300 { // the first that has one
		return 0
	}
	return valueAt(classes[:], r)
}

// textOf returns the text of r in a table such as [prototypes], "" if it has none.
func textOf(table []uint32, r rune) string {
	i, found := slices.BinarySearchFunc(table, r, func(entry uint32, r rune) int {
		return cmp.Compare(rune(entry>>indexBits), r)
	})
	if !found {
		return ""
	}
	return textAt(uint16(table[i] & (1<<indexBits - 1)))
}

// textAt returns one text of the [pool].
func textAt(index uint16) string {
	return pool[starts[index]:starts[index+1]]
}

// valueAt returns the value for r in a table such as [classes], whose first entry is for U+0000.
func valueAt(table []uint32, r rune) uint8 {
	next, _ := slices.BinarySearchFunc(table, r, func(entry uint32, r rune) int {
		if rune(entry>>8) <= r {
			return -1
		}
		return 1
	})
	return uint8(table[next-1])
}
