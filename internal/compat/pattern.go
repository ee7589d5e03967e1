package compat

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// pattern is what the rules ask of a regular expression.
type pattern struct {
	problem    string // why ECMAScript with the u flag does not compile it, "" when it does
	lookaround string // the first of "(?=", "(?!", "(?<=", "(?<!"
	property   string // the first \p{…} or \P{…}
	bracket    bool   // a "[" inside a character class that no backslash escapes
}

// scanPattern reads a regular expression as ECMAScript does with the u flag, which
// is how validators built on Ajv compile a pattern (ECMA-262, Patterns). It does not
// know the names of Unicode properties. O(n).
func scanPattern(text string) pattern {
	s := patternScanner{rest: text, length: len(text), scopes: []scope{{open: -1, bar: -1}}}
	s.scan()
	if len(s.scopes) > 1 {
		s.fail("%q is not closed", "(")
	}
	if s.backReference > s.groups {
		s.fail("\\%d refers to no group", s.backReference)
	}
	if s.namedReference != "" {
		if _, declared := s.names[s.namedReference]; !declared {
			s.fail("\\k<…> refers to no group")
		}
	}
	return s.pattern
}

type patternScanner struct {
	pattern

	rest           string
	length         int     // of the whole pattern
	scopes         []scope // the pattern and the groups that are open
	groups         int     // capturing groups
	repeatable     bool    // whether a quantifier may follow
	backReference  int
	namedReference string
	names          map[string]int // of groups, and where the last one of each name began
}

// scope is the pattern or an open group in it.
type scope struct {
	open  int  // where it began
	bar   int  // where its last "|" stands, -1 for none
	looks bool // ahead or behind
}

// at is how much of the pattern was read.
func (s *patternScanner) at() int { return s.length - len(s.rest) }

func (s *patternScanner) fail(format string, args ...any) {
	if s.problem == "" {
		s.problem = fmt.Sprintf(format, args...)
	}
	s.rest = ""
}

// take consumes a prefix.
func (s *patternScanner) take(prefix string) bool {
	rest, ok := strings.CutPrefix(s.rest, prefix)
	s.rest = rest
	return ok
}

// char consumes one character.
func (s *patternScanner) char() rune {
	r, size := utf8.DecodeRuneInString(s.rest)
	s.rest = s.rest[size:]
	return r
}

func (s *patternScanner) scan() {
	for s.rest != "" {
		switch r := s.char(); r {
		case '\\':
			s.repeatable = s.escape(false) != assertion
		case '[':
			s.class()
			s.repeatable = true
		case '(':
			s.group()
		case ')':
			s.closeGroup()
		case '*', '+', '?':
			s.quantifier(string(r))
		case '{':
			s.braces()
		case '}', ']':
			s.fail("a lone %q needs a backslash", r)
		case '|':
			s.scopes[len(s.scopes)-1].bar = s.at()
			s.repeatable = false
		case '^', '$':
			s.repeatable = false
		default:
			s.repeatable = true
		}
	}
}

func (s *patternScanner) quantifier(text string) {
	if !s.repeatable {
		s.fail("%q repeats nothing", text)
		return
	}
	s.take("?")
	s.repeatable = false
}

// braces reads what follows "{": a number, or two with a comma.
func (s *patternScanner) braces() {
	inner, rest, closed := strings.Cut(s.rest, "}")
	low, high, ranged := strings.Cut(inner, ",")
	if !closed || !digits(low) || ranged && high != "" && !digits(high) {
		s.fail("a lone %q needs a backslash", "{")
		return
	}
	if ranged && high != "" && less(high, low) {
		s.fail("{%s} is out of order", clip(inner))
		return
	}
	s.rest = rest
	s.quantifier("{" + clip(inner) + "}")
}

// less compares two runs of digits as numbers.
func less(a, b string) bool {
	a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
	return len(a) < len(b) || len(a) == len(b) && a < b
}

func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// clip bounds a part of a pattern for a message.
func clip(s string) string { return cutRunes(s, 20) }

func (s *patternScanner) group() {
	s.scopes = append(s.scopes, scope{open: s.at(), bar: -1})
	s.repeatable = false
	if !s.take("?") {
		s.groups++
		return
	}
	mark := "(?" + clip(s.rest)
	switch {
	case s.take(":"):
	case s.take("="), s.take("!"), s.take("<="), s.take("<!"):
		s.scopes[len(s.scopes)-1].looks = true
		if s.lookaround == "" {
			s.lookaround = mark[:strings.IndexAny(mark, "=!")+1]
		}
	case s.take("<"):
		s.groups++
		s.name(true)
	default:
		s.fail("%q begins no group", cutRunes(mark, 4))
	}
}

func (s *patternScanner) closeGroup() {
	last := len(s.scopes) - 1
	if last == 0 {
		s.fail("a lone %q needs a backslash", ")")
		return
	}
	s.repeatable = !s.scopes[last].looks // what looks around cannot be repeated with the u flag
	s.scopes = s.scopes[:last]
}

// name reads a group's name behind "<".
func (s *patternScanner) name(declares bool) {
	name, rest, closed := strings.Cut(s.rest, ">")
	if !closed || name == "" || strings.ContainsAny(name, " ()[]{}*+?|^.-\\/\"'") || name[0] >= '0' && name[0] <= '9' {
		s.fail("a group has no proper name")
		return
	}
	s.rest = rest
	if !declares {
		s.namedReference = name
		return
	}
	if before, taken := s.names[name]; taken && !s.apart(before) {
		s.fail("two groups have one name")
		return
	}
	if s.names == nil {
		s.names = map[string]int{}
	}
	s.names[name] = s.scopes[len(s.scopes)-1].open
}

// apart reports that a group which began at an offset is in another alternative than
// the one being read: a "|" divides the two in the innermost scope around both. Groups
// in different alternatives may have one name since ECMAScript 2025. When that holds
// of each group and the one before it, it holds of all.
func (s *patternScanner) apart(before int) bool {
	behind, _ := slices.BinarySearchFunc(s.scopes, before, func(open scope, at int) int { return cmp.Compare(open.open, at) })
	return s.scopes[behind-1].bar > before
}

// meaning is what an escape stands for.
type meaning int

const (
	character meaning = iota
	set               // \d, \p{…}: no end of a range
	assertion         // \b, \B: nothing to repeat
)

// escape reads what follows a backslash.
func (s *patternScanner) escape(inClass bool) meaning {
	if s.rest == "" {
		s.fail("a backslash stands at the end")
		return character
	}
	switch r := s.char(); {
	case strings.ContainsRune(`^$\.*+?()[]{}|/`, r), strings.ContainsRune("fnrtv", r), inClass && (r == '-' || r == 'b'):
	case strings.ContainsRune("dDwWsS", r):
		return set
	case r == 'p' || r == 'P':
		s.unicodeProperty(r)
		return set
	case !inClass && (r == 'b' || r == 'B'):
		return assertion
	case !inClass && r == 'k' && s.take("<"):
		s.name(false)
	case r == '0' && (s.rest == "" || s.rest[0] < '0' || s.rest[0] > '9'):
	case !inClass && r >= '1' && r <= '9':
		s.reference(r)
	case r == 'c' && s.rest != "" && isLetter(s.rest[0]):
		s.rest = s.rest[1:]
	case r == 'x' && hexadecimal(s.rest, 2):
		s.rest = s.rest[2:]
	case r == 'u' && hexadecimal(s.rest, 4):
		s.rest = s.rest[4:]
	case r == 'u' && strings.HasPrefix(s.rest, "{"):
		s.codePoint()
	default:
		s.fail("%q is no escape", `\`+string(r))
	}
	return character
}

// escaped is the character that an escape stands for which was read; text stood
// behind its backslash. Of two escapes that are a surrogate pair, which the u flag
// reads as one character, it reads the second.
func (s *patternScanner) escaped(text string) rune {
	r, n := utf8.DecodeRuneInString(text)
	text = text[n:]
	switch {
	case r == '0':
		return 0
	case r == 'c':
		return rune(text[0] & 0x1F)
	case r == 'x':
		return fromHex(text[:2])
	case r == 'u' && text[0] == '{':
		digits, _, _ := strings.Cut(text[1:], "}")
		return fromHex(digits)
	case r == 'u':
		high := fromHex(text[:4])
		if strings.HasPrefix(s.rest, `\u`) && hexadecimal(s.rest[2:], 4) {
			if pair := utf16.DecodeRune(high, fromHex(s.rest[2:6])); pair != utf8.RuneError {
				s.rest = s.rest[6:]
				return pair
			}
		}
		return high
	}
	if i := strings.IndexRune("btnvfr", r); i >= 0 {
		return '\b' + rune(i) // U+0008 to U+000D
	}
	return r
}

// fromHex reads hexadecimal digits that were found to be some.
func fromHex(digits string) rune {
	n, _ := strconv.ParseUint(digits, 16, 32)
	return rune(n)
}

func (s *patternScanner) unicodeProperty(r rune) {
	name, rest, closed := strings.Cut(s.rest, "}")
	if !strings.HasPrefix(name, "{") || !closed || len(name) == 1 {
		s.fail("%q names no property", `\`+string(r))
		return
	}
	s.rest = rest
	if s.property == "" {
		s.property = `\` + string(r) + clip(name) + "}"
	}
}

func (s *patternScanner) reference(first rune) {
	end := len(s.rest) - len(strings.TrimLeft(s.rest, "0123456789"))
	n, err := strconv.Atoi(string(first) + s.rest[:min(end, 6)])
	if err != nil {
		return
	}
	s.rest = s.rest[end:]
	s.backReference = max(s.backReference, n)
}

func (s *patternScanner) codePoint() {
	digits, rest, closed := strings.Cut(s.rest[1:], "}")
	n, err := strconv.ParseUint(digits, 16, 32)
	if !closed || err != nil || n > utf8.MaxRune {
		s.fail(`"\\u{" is no code point`)
		return
	}
	s.rest = rest
}

// class reads a character class behind "[".
func (s *patternScanner) class() {
	s.take("^")
	for {
		if s.rest == "" {
			s.fail("%q is not closed", "[")
			return
		}
		if s.take("]") {
			return
		}
		from, kind := s.classAtom()
		if !strings.HasPrefix(s.rest, "-") || strings.HasPrefix(s.rest, "-]") {
			continue
		}
		s.rest = s.rest[1:]
		if s.rest == "" {
			continue
		}
		to, kindTo := s.classAtom()
		if kind == set || kindTo == set {
			s.fail("a range in a character class ends in a set")
			return
		}
		if from >= 0 && to >= 0 && to < from {
			s.fail("a range in a character class is out of order")
			return
		}
	}
}

// classAtom reads one member of a class; the character is -1 for a set.
func (s *patternScanner) classAtom() (rune, meaning) {
	r := s.char()
	switch r {
	case '[':
		s.bracket = true
	case '\\':
		text := s.rest
		kind := s.escape(true)
		if kind == set || s.problem != "" {
			return -1, kind
		}
		return s.escaped(text), kind
	}
	return r, character
}

func isLetter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }

// hexadecimal reports that text begins with n hexadecimal digits.
func hexadecimal(text string, n int) bool {
	if len(text) < n {
		return false
	}
	_, err := strconv.ParseUint(text[:n], 16, 32)
	return err == nil && text[0] != '+' && text[0] != '-'
}

// cutRunes is the start of a text.
func cutRunes(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}
