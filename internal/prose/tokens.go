package prose

import (
	"strings"
	"unicode"
)

// Signs, by what they may do in a word besides standing within it.
const (
	opening  = "/.$@#%&\\~^+*"    // may begin one: /etc, .env, $HOME, @user, #1, %s, ~/x, +5
	trailing = "/%+$#*\u00B0"     // may end one: dir/, 5%, c++, c#
	inside   = "/.$@#%&\\~^+*:'," // may stand within one
	dropped  = ".:@&\\~^',"       // stand at its end as punctuation
)

// tokenizer collects the words of a text, segment by segment. What it passes
// over is layout: bullets, numbers of a list, headings, emphasis, punctuation,
// brackets, emoji.
type tokenizer struct {
	words []word
	lists map[int]int // the last number of the list at an indentation
	began bool        // a line began before this segment

	text []rune // the segment
	at   int
	word []rune // under way
}

// code takes a code span: only white space divides it, and nothing is dropped.
func (t *tokenizer) code(text []rune) {
	for w := range strings.FieldsSeq(string(text)) {
		t.emit(w)
	}
	t.began = true
}

// prose takes a segment between code spans.
func (t *tokenizer) prose(text []rune) {
	t.text, t.at = text, 0
	if !t.began {
		t.line()
	}
	t.began = true
	for t.at < len(t.text) {
		r := t.text[t.at]
		switch {
		case r == '\n':
			t.end()
			t.at++
			t.line()
		case isWordRune(r):
			t.take(1)
		case isUnspaced(r):
			t.end()
			t.take(1)
			t.end()
		default:
			t.sign(r)
		}
	}
	t.end()
}

// line passes over the mark of a list item at the beginning of a line. A number
// is one if it is 1 or follows that of the item before: in a text that was broken
// into lines, a line may begin with a number that means something.
func (t *tokenizer) line() {
	at := t.at
	for at < len(t.text) && t.text[at] != '\n' && unicode.IsSpace(t.text[at]) {
		at++
	}
	indent, n := at-t.at, 0
	start := at
	for at < len(t.text) && at < start+3 && isASCIIDigit(t.text[at]) {
		n = 10*n + int(t.text[at]-'0')
		at++
	}
	mark := t.peek(at)
	switch {
	case !unicode.IsSpace(t.peek(at + 1)):
	case at == start && mark == '+':
		t.at = at + 1
	case at > start && (mark == '.' || mark == ')') && (n == 1 || n == t.lists[indent]+1):
		t.lists[indent] = n
		t.at = at + 1
	}
}

// peek returns the character at a place, a space beyond the ends.
func (t *tokenizer) peek(at int) rune {
	if at < 0 || at >= len(t.text) {
		return ' '
	}
	return t.text[at]
}

// take appends characters to the word.
func (t *tokenizer) take(n int) {
	t.word = append(t.word, t.text[t.at:t.at+n]...)
	t.at += n
}

// end ends the word under way.
func (t *tokenizer) end() {
	if len(t.word) > 0 {
		t.emit(strings.TrimRight(string(t.word), dropped))
		t.word = t.word[:0]
	}
}

// run is the length of the run of one character that starts at the place.
func (t *tokenizer) run() int {
	n := 1
	for t.at+n < len(t.text) && t.text[t.at+n] == t.text[t.at] {
		n++
	}
	return n
}

// sign decides about a character that is no letter.
func (t *tokenizer) sign(r rune) {
	if text, n := t.operator(); n > 0 {
		t.end()
		t.at += n
		if text != "" {
			t.words = append(t.words, word{text: text, kind: operator})
		}
		return
	}
	n := t.run()
	after := t.peek(t.at + n)
	switch {
	case r == ':' && n == 1 && after == '/' && t.peek(t.at+2) == '/' && len(t.word) > 0:
		t.address()
	case r == '-':
		t.hyphen(n, after)
	case n == 1 && strings.ContainsRune("([{", r) && len(t.word) > 0 && after == closingOf(r):
		t.take(2)
	case t.within(r, n, after):
		t.take(n)
	case r == '&' && n == 1 && len(t.word) == 0:
		t.words = append(t.words, word{text: "and"})
		t.at++
	default:
		t.end()
		t.at += n
	}
}

func closingOf(r rune) rune {
	if r == '(' {
		return ')'
	}
	return r + 2
}

// hyphen divides a word, or begins one as a sign or flag.
func (t *tokenizer) hyphen(n int, after rune) {
	begins := len(t.word) == 0 && isWordRune(after) && !isWordRune(t.peek(t.at-1))
	t.end()
	if begins {
		t.take(n)
		return
	}
	t.at += n
}

// within reports that a run of a sign belongs to the word under way, or begins
// one.
func (t *tokenizer) within(r rune, n int, after rune) bool {
	follows, underway := isWordRune(after), len(t.word) > 0
	switch {
	case r == '*': // of a pattern of paths, not emphasis
		return after == '/' || t.peek(t.at-1) == '/' ||
			after == '.' && !underway && unicode.IsLetter(t.peek(t.at+n+1))
	case r == '.' && n > 1:
		return after == '/'
	case r == ':':
		return underway && (unicode.IsLetter(after) || after == '/' || after == '\\')
	case r == ',':
		return n == 1 && t.digits(t.at, -1) <= 3 && t.digits(t.at, 1) == 3
	case r == '\'':
		return n == 1 && underway && unicode.IsLetter(after)
	case r == '%' && !underway && !follows:
		return true // a unit apart from its number
	case r != '$' && unicode.Is(unicode.Sc, r):
		return underway || unicode.IsDigit(after)
	case underway && strings.ContainsRune(trailing, r):
		return true
	case underway:
		return strings.ContainsRune(inside, r) && (follows || strings.ContainsRune("/.~$", after))
	}
	return strings.ContainsRune(opening, r) && (follows || r != after && strings.ContainsRune("/.$", after)) && n <= 2
}

// digits counts the digits before or behind a place, up to 4. None before counts
// as 4: 1,000 has some on either side.
func (t *tokenizer) digits(at, direction int) int {
	n := 0
	for n < 4 && isASCIIDigit(t.peek(at+direction*(n+1))) {
		n++
	}
	if n == 0 {
		return 4
	}
	return n
}

// address takes a URL whose scheme is the word under way.
func (t *tokenizer) address() {
	for t.at < len(t.text) && !unicode.IsSpace(t.text[t.at]) && !isUnspaced(t.text[t.at]) &&
		!strings.ContainsRune("<>\"'()[]{}|", t.text[t.at]) {
		t.take(1)
	}
	t.words = append(t.words, word{text: strings.TrimRight(string(t.word), stops+"*_"), kind: address})
	t.word = t.word[:0]
}

// operators are those that begin with a character, the longest first.
var operators = map[rune][]struct{ sign, text string }{
	'=': {{"===", "==="}, {"==>", "->"}, {"==", "=="}, {"=>", "->"}, {"=", "="}},
	'!': {{"!==", "!=="}, {"!=", "!="}},
	'<': {{"<--", "<-"}, {"<=", "<="}, {"<-", "<-"}},
	'>': {{">=", ">="}},
	'-': {{"-->", "->"}, {"->", "->"}},
	':': {{":=", ":="}},
	'&': {{"&&", "&&"}},
	'|': {{"||", "||"}},

	'\u2264': {{"\u2264", "<="}},
	'\u2265': {{"\u2265", ">="}},
	'\u2260': {{"\u2260", "!="}},
	'\u2248': {{"\u2248", "~"}},
	'\u00B1': {{"\u00B1", "\u00B1"}},
	'\u00D7': {{"\u00D7", "\u00D7"}},
	'\u2192': {{"\u2192", "->"}},
	'\u21D2': {{"\u21D2", "->"}},
	'\u2190': {{"\u2190", "<-"}},
	'\u21D0': {{"\u21D0", "<-"}},
}

// longestOperator is the length of the longest sign; a longer run of one
// character is a line that was drawn.
const longestOperator = 3

// operator returns the operator at the place and the length of its sign, 0 for
// none.
func (t *tokenizer) operator() (text string, n int) {
	r := t.text[t.at]
	if n := t.run(); n > longestOperator && len(operators[r]) > 0 {
		return "", n
	}
	for _, o := range operators[r] {
		if n := t.reads(o.sign); n > 0 {
			return o.text, n
		}
	}
	before, after := t.peek(t.at-1), t.peek(t.at+1)
	lone := unicode.IsSpace(before) && unicode.IsSpace(after)
	switch {
	case (r == '<' || r == '>') && (lone || unicode.IsDigit(after) || isWordRune(before) && isWordRune(after)):
		return string(r), 1
	case r == '~' && unicode.IsDigit(after), r == '+' && lone, r == '!' && isWordRune(after) && !isWordRune(before):
		return string(r), 1
	}
	return "", 0
}

// reads returns how many characters the sign at the place has, 0 if it is
// another one.
func (t *tokenizer) reads(sign string) int {
	n := 0
	for _, r := range sign {
		if t.peek(t.at+n) != r {
			return 0
		}
		n++
	}
	return n
}
