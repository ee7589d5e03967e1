// Package glob says whether two patterns of paths can match the same path: a word of a shell, which finds files, and
// a row of a table, which names places.
//
//	word ─ParseWord→ Path ┐
//	                      ├─Place.Meets→ Overlap
//	row ─ParsePlace→ Place┘
//
// The answer is exact for *, ? and classes in brackets, component by component, with the rule that a pattern has to
// match a leading dot by a dot. Case is ignored, as macOS and Windows do. What a path that matches both has to do with
// the letters of the word is the second half of the answer: * meets every name, and says nothing of any.
package glob

import (
	"strings"
	"unicode"
)

// Unknown stands in a word for text that is not known, a leading dot included.
const Unknown = '\x00'

// Name is one component of a path, which may be a pattern. The zero value is an empty name.
type Name struct {
	Begins bool // of a row: a word has to say how it begins

	tokens []token
	plain  string // folded; the name itself where it is no pattern
	wild   bool
	any    bool   // ** of a word: any number of components
	open   bool   // may begin with a dot that no letter of it shows
	stem   int    // token behind which there is nothing but an extension
	most   int    // letters behind one another that are most of the stem; 0 for a stem without letters
	least  int    // runes that it matches at least
	said   int    // letters, of which it says which they are
	pairs  uint64 // of these, those with nothing or a * in between, by six bits of each pair
	mask   uint64 // of its letters, by their last six bits
}

// someLetters say something of a longer name.
const someLetters = 5

// token matches one rune, or with star any number of them.
type token struct {
	letter rune // folded; 0 for a set
	star   bool
	except bool // all runes but those of the ranges; none are excepted for ? and *
	ranges [][2]rune
}

// maxTokens is how many runes a component can have at most: file systems end at 255 bytes.
const maxTokens = 255

// ParseName reads a component: *, ?, classes in brackets, and \ before what is meant as it is. ** in front of more is
// a * that matches a leading dot, as those of find do.
func ParseName(text string) Name {
	if !strings.ContainsAny(text, "*?[\\\x00") {
		return plainName(text)
	}
	n := Name{}
	n.any = strings.Trim(text, "*") == "" && len(text) > 1
	n.open = strings.HasPrefix(text, "**")
	runes := []rune(text)
	for i := 0; i < len(runes); i++ {
		switch r := runes[i]; {
		case r == '\\' && i+1 < len(runes):
			i++
			n.tokens = append(n.tokens, token{letter: foldRune(runes[i])})
			continue
		case r == '*' || r == Unknown:
			n.wild = true
			n.open = n.open || r == Unknown && len(n.tokens) == 0
			if len(n.tokens) == 0 || !n.tokens[len(n.tokens)-1].star {
				n.tokens = append(n.tokens, token{star: true, except: true})
			}
			continue
		case r == '?':
			n.wild = true
			n.tokens = append(n.tokens, token{except: true})
			continue
		case r == '[':
			if class, end := readClass(runes, i); end > 0 {
				if one := class.ranges; !class.except && len(one) == 1 && one[0][0] == one[0][1] && one[0][0] != '.' {
					class = token{letter: foldRune(one[0][0])}
				}
				n.wild = true
				n.tokens = append(n.tokens, class)
				i = end
				continue
			}
		}
		n.tokens = append(n.tokens, token{letter: foldRune(runes[i])})
	}
	n.finish()
	return n
}

// plainName is a component that is no pattern.
func plainName(text string) Name {
	n := Name{tokens: letters(Fold(text))}
	n.finish()
	return n
}

func letters(text string) []token {
	out := make([]token, 0, len(text))
	for _, r := range text {
		out = append(out, token{letter: r})
	}
	return out
}

// finish sets what is derived from the tokens.
func (n *Name) finish() {
	if !n.wild {
		var text strings.Builder
		for _, t := range n.tokens {
			text.WriteRune(t.letter)
		}
		n.plain = text.String()
	}
	last := rune(0)
	for _, t := range n.tokens {
		if !t.star {
			n.least++
			if last != 0 && t.letter != 0 {
				n.pairs |= 1 << ((last*5 + t.letter) & 63)
			}
			last = t.letter
		}
		if t.letter != 0 {
			n.mask |= 1 << (t.letter & 63)
			n.said++
		}
	}
	n.stem = len(n.tokens)
	for i := len(n.tokens) - 1; i > 0 && n.tokens[i].letter != 0; i-- {
		if n.tokens[i].letter == '.' {
			n.stem = i
			break
		}
	}
	for _, t := range n.tokens[:n.stem] {
		if t.letter != 0 && t.letter != '.' {
			n.most++
		}
	}
	n.most = min(n.most, max(someLetters, n.most*2/5), most)
	if first := n.first(); !first.star && !first.except && first.letter == 0 {
		n.open = n.open || first.has('.') // some shells match a dot by a class that names it
	}
}

func (n *Name) first() token {
	if len(n.tokens) == 0 {
		return token{letter: ' '}
	}
	return n.tokens[0]
}

// Wild reports a pattern.
func (n Name) Wild() bool { return n.wild }

// dotted reports a name that shows its leading dot.
func (n *Name) dotted() bool { return n.first().letter == '.' }

// classes are the named ones of POSIX; those of letters hold all that is not ASCII.
var classes = map[string][][2]rune{
	"alpha": {{'A', 'Z'}, {'a', 'z'}, {0x80, unicode.MaxRune}}, "lower": {{'A', 'Z'}, {'a', 'z'}, {0x80, unicode.MaxRune}},
	"upper": {{'A', 'Z'}, {'a', 'z'}, {0x80, unicode.MaxRune}}, "digit": {{'0', '9'}}, "xdigit": {{'0', '9'}, {'A', 'F'}, {'a', 'f'}},
	"alnum": {{'0', '9'}, {'A', 'Z'}, {'a', 'z'}, {0x80, unicode.MaxRune}}, "word": {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}, {0x80, unicode.MaxRune}},
	"space": {{' ', ' '}, {'\t', '\r'}}, "blank": {{' ', ' '}, {'\t', '\t'}}, "cntrl": {{0, 0x1f}, {0x7f, 0x7f}},
	"punct": {{'!', '/'}, {':', '@'}, {'[', '`'}, {'{', '~'}}, "graph": {{'!', unicode.MaxRune}}, "print": {{' ', unicode.MaxRune}},
}

// readClass reads […] from at on, and is where it ends; 0 for brackets that are none. What looks like a named class and
// leaves the brackets open is none.
func readClass(runes []rune, at int) (token, int) {
	if t, end := parseClass(runes, at, true); end > 0 {
		return t, end
	}
	return parseClass(runes, at, false)
}

func parseClass(runes []rune, at int, named bool) (token, int) {
	var t token
	i := at + 1
	if i < len(runes) && (runes[i] == '!' || runes[i] == '^') {
		t.except = true
		i++
	}
	for begin := i; i < len(runes); {
		if runes[i] == ']' && i > begin {
			return t, i
		}
		if name, end := namedClass(runes, i); named && end > 0 {
			ranges, known := classes[name]
			if !known { // a collating symbol, or one of another locale
				ranges = [][2]rune{{0, unicode.MaxRune}}
				if t.except {
					ranges = nil
				}
			}
			t.ranges = append(t.ranges, ranges...)
			i = end + 1
			continue
		}
		low, next := classRune(runes, i)
		high := low
		if next+1 < len(runes) && runes[next] == '-' && runes[next+1] != ']' {
			high, next = classRune(runes, next+1)
		}
		t.ranges = append(t.ranges, [2]rune{low, high})
		i = next
	}
	return token{}, 0
}

// classRune is one rune of a class, and where the next one is.
func classRune(runes []rune, i int) (r rune, next int) {
	if runes[i] == '\\' && i+1 < len(runes) {
		i++
	}
	return runes[i], i + 1
}

// namedClass reads [:name:], [.x.] and [=x=].
func namedClass(runes []rune, i int) (name string, end int) {
	if runes[i] != '[' || i+1 >= len(runes) || !strings.ContainsRune(":.=", runes[i+1]) {
		return "", 0
	}
	for j := i + 2; j+1 < len(runes); j++ {
		if runes[j] == runes[i+1] && runes[j+1] == ']' {
			return string(runes[i+2 : j]), j + 1
		}
	}
	return "", 0
}

// has reports a rune of a set, in either case. What a set excepts is taken as written, since shells mind the case.
func (t token) has(r rune) bool {
	in := func(r rune) bool {
		for _, span := range t.ranges {
			if span[0] <= r && r <= span[1] {
				return true
			}
		}
		return false
	}
	upper := unicode.ToUpper(r)
	if t.except {
		return !in(r) || !in(upper)
	}
	return in(r) || in(upper)
}

// shares reports a rune that both match.
func (t token) shares(u token) bool {
	switch {
	case t.letter != 0 && u.letter != 0:
		return t.letter == u.letter
	case t.letter != 0:
		return u.has(t.letter)
	case u.letter != 0:
		return t.has(u.letter)
	case t.except && u.except:
		return true // no two classes except all there is
	case t.except:
		t, u = u, t
	}
	for _, span := range t.ranges {
		for r := span[0]; r <= span[1] && r-span[0] <= 0x250; r++ { // beyond, what the other excepts would be too long
			if u.has(foldRune(r)) {
				return true
			}
		}
	}
	return false
}

func foldRune(r rune) rune {
	if r < 0x80 {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}
	return unicode.ToLower(unicode.ToUpper(r))
}

// Fold is a text without case, that of ſ and K included.
func Fold(text string) string {
	for i := range len(text) {
		if text[i] >= 0x80 {
			return strings.Map(foldRune, text)
		}
	}
	return strings.ToLower(text)
}
