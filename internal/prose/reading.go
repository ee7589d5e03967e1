package prose

import "strings"

// reading is what the steps compare of one text.
type reading struct {
	text     string              // normalised: step 1
	words    []word              // without layout: steps 1b to 5c
	literals map[string][]string // quoted or code, by their folded text, in order: step 0
	code     map[string]int      // code spans, folded
	hidden   map[string]int      // what nobody sees

	counts map[string]int // of words; filled by count
	found  *marks         // filled by marks
}

// word is one word in its canonical spelling.
type word struct {
	text string
	kind kind
	// attached is set for a unit that is written onto its number: 10MB.
	attached bool
}

// kind is what a word is besides its letters.
type kind uint8

const (
	ordinary   kind = iota
	symbolic        // letters with signs between them: snake_case, a path, a placeholder
	number          // 10, -1, 1.2
	identifier      // a word with digits in it: v2, sha256
	address         // a URL or e-mail address
	operator        // a comparison or an arrow
)

func read(text string) *reading {
	seen := clean(text)
	folded := foldRunes(seen.runes)
	r := &reading{
		text:     normalise(folded),
		literals: map[string][]string{},
		code:     map[string]int{},
		hidden:   seen.hidden,
	}
	for _, s := range segments(seen.runes) {
		if s.code {
			r.literal(s.runes)
			continue
		}
		quoted(s.runes, r.literal)
	}
	t := tokenizer{lists: map[int]int{}}
	for _, s := range segments(folded) {
		if s.code {
			r.code[spaced(s.runes)]++
			t.code(s.runes)
			continue
		}
		t.prose(s.runes)
	}
	r.words = t.words
	return r
}

// count returns how often each word occurs.
func (r *reading) count() map[string]int {
	if r.counts == nil {
		r.counts = make(map[string]int, min(len(r.words), 1024))
		for _, w := range r.words {
			r.counts[w.text]++
		}
	}
	return r.counts
}

func (r *reading) literal(text []rune) {
	exact := spaced(text)
	folded := string(foldRunes([]rune(exact)))
	r.literals[folded] = append(r.literals[folded], exact)
}

// spaced is the text with one space for all white space.
func spaced(text []rune) string { return strings.Join(strings.Fields(string(text)), " ") }
