package paramrisk

import "strings"

// The alphabet of tokens: a to z, 0 to 9 and _. Every other character is a boundary,
// but for the few beyond ASCII that Python's re.IGNORECASE folds into it (reading G02).
const (
	boundary = 0  // ends a token
	wide     = 63 // the first byte of a character beyond ASCII
	letters  = 64 // length of a row of the automaton
)

// symbols gives the letter of each byte, in either case.
var symbols = listSymbols()

func listSymbols() (out [256]uint8) {
	for c := range 26 {
		out['a'+c], out['A'+c] = uint8(1+c), uint8(1+c)
	}
	for c := range 10 {
		out['0'+c] = uint8(27 + c)
	}
	out['_'] = 37
	for c := 0x80; c < 0x100; c++ {
		out[c] = wide
	}
	return out
}

// automaton is a trie over tokens. State 0 is dead and state 1 is the start.
type automaton struct {
	next []uint16 // a row of letters a state
	ends []end    // by state
}

// end says what a whole token is.
type end struct {
	form   uint8 // place in allForms + 1; 0 for none
	first  uint8 // place + 1 of the phrase whose first word it is
	second uint8 // place + 1 of the phrase whose second word it is
	word   uint8 // place + 1 of the form with Unicode boundaries
}

const start = 1

// tokens decides about a whole token in one lookup a byte.
var tokens = buildAutomaton()

func buildAutomaton() automaton {
	a := automaton{next: make([]uint16, 2*letters), ends: make([]end, 2)}
	for i, f := range allForms {
		place := uint8(i + 1)
		first, second, phrase := strings.Cut(f.Text, " ")
		switch {
		case phrase:
			a.ends[a.state(first)].first = place
			a.ends[a.state(second)].second = place
		case f.Text == "monetary":
			a.ends[a.state(f.Text)].word = place
		default:
			a.ends[a.state(f.Text)].form = place
		}
	}
	return a
}

// state returns the state of a word, which it adds where it is new.
func (a *automaton) state(word string) uint16 {
	at := uint16(start)
	for i := range len(word) {
		place := int(at)*letters + int(symbols[word[i]])
		if a.next[place] == 0 {
			a.next[place] = uint16(len(a.ends))
			a.next = append(a.next, make([]uint16, letters)...)
			a.ends = append(a.ends, end{})
		}
		at = a.next[place]
	}
	return at
}
