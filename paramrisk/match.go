package paramrisk

import (
	"unicode"
	"unicode/utf8"
)

// Field is the part of a parameter in which a form was found.
type Field string

// The fields.
const (
	Name        Field = "name"
	Description Field = "description"
)

// Match is one form that was found.
type Match struct {
	Form
	Field      Field
	Start, End int    // byte range in the field's text
	Found      string // that range: the form, as the text spells it
}

// Label returns the forms that match a parameter by its name and description; ""
// stands for none. It allocates nothing. O(n) in bytes. Bytes that are no UTF-8 are
// boundaries.
//
// A form matches where Python's re.search with re.IGNORECASE finds the rule in
// (name + " : " + description).lower(), and in no other place: U+017F is an s, U+0131
// an i, U+212A a k, U+0130 an i that ends a token, and any other character beyond
// ASCII is a boundary.
func Label[T string | []byte](name, description T) Forms {
	var found Forms
	scan(name, func(form uint8, _, _ int) { found.add(form) })
	scan(description, func(form uint8, _, _ int) { found.add(form) })
	return found
}

// Explain returns the forms that [Label] returns, each with the first place in either
// field where it is found; nil for none. At most two matches a form.
func Explain(name, description string) []Match {
	var out []Match
	for _, field := range []struct {
		field Field
		text  string
	}{{Name, name}, {Description, description}} {
		var seen Forms
		scan(field.text, func(form uint8, from, to int) {
			known := seen
			if seen.add(form); seen != known {
				out = append(out, Match{allForms[form], field.field, from, to, field.text[from:to]})
			}
		})
	}
	return out
}

// scan calls hit for every form in a text, with its place in allForms.
//
// Name and description are scanned apart: no token and no phrase reaches across the
// " : " between them, and a blank before the description bounds as its start does.
func scan[T string | []byte](text T, hit func(form uint8, from, to int)) {
	var begun uint8 // phrase whose first word is the last token, 0 for none
	begunAt, begunEnd := 0, 0
	for i := 0; i < len(text); {
		symbol := symbols[text[i]]
		if symbol == boundary {
			i++
			continue
		}
		state, ended, from := uint(start), false, i
		for symbol != boundary && !ended {
			size := 1
			if symbol == wide {
				if symbol, size, ended = fold(text, i); symbol == boundary {
					break
				}
			}
			state = uint(tokens.next[state*letters+uint(symbol)])
			if i += size; i == len(text) {
				break
			}
			symbol = symbols[text[i]]
		}
		if i == from { // no letter beyond ASCII that counts
			_, size := decode(text, i)
			i += size
			continue
		}
		e := tokens.ends[state]
		if e.form != 0 {
			hit(e.form-1, from, i)
		}
		if e.word != 0 && !wordBefore(text, from) && !wordAfter(text, i, ended) {
			hit(e.word-1, from, i)
		}
		if e.second != 0 && e.second == begun && begunEnd+1 == from && text[begunEnd] == ' ' && !wordAfter(text, i, ended) {
			hit(e.second-1, begunAt, i)
		}
		begun = 0
		if e.first != 0 && !wordBefore(text, from) {
			begun, begunAt, begunEnd = e.first, from, i
		}
	}
}

// fold gives the letter that a character beyond ASCII is to Python's lower() and
// re.IGNORECASE, and its length; boundary for nearly all. ended says that it stands
// for a letter and a boundary behind it: U+0130 lowers to i and U+0307.
func fold[T string | []byte](text T, i int) (symbol uint8, size int, ended bool) {
	r, size := decode(text, i)
	switch r {
	case 'ſ': // U+017F
		return symbols['s'], size, false
	case 'ı': // U+0131
		return symbols['i'], size, false
	case '\u212A': // the Kelvin sign
		return symbols['k'], size, false
	case 'İ': // U+0130
		return symbols['i'], size, true
	}
	return boundary, size, false
}

// decode returns the character at i and its length.
func decode[T string | []byte](text T, i int) (rune, int) {
	if c := text[i]; c < utf8.RuneSelf {
		return rune(c), 1
	}
	var buf [utf8.UTFMax]byte
	n := copy(buf[:], text[i:])
	return utf8.DecodeRune(buf[:n])
}

// wordBefore reports that the character before i is one of Python's \w, which is the
// same for its lower case. U+0130 ends in a combining dot there, which is none.
func wordBefore[T string | []byte](text T, i int) bool {
	if i == 0 {
		return false
	}
	var buf [utf8.UTFMax]byte
	n := copy(buf[:], text[max(0, i-utf8.UTFMax):i])
	r, _ := utf8.DecodeLastRune(buf[:n])
	return r != 'İ' && isWord(r)
}

// wordAfter reports that the character at i is one of Python's \w; dotted says that the
// one before it ended in a combining dot.
func wordAfter[T string | []byte](text T, i int, dotted bool) bool {
	if i == len(text) || dotted {
		return false
	}
	r, _ := decode(text, i)
	return isWord(r)
}

func isWord(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) }
