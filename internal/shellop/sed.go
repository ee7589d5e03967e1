package shellop

import (
	"fmt"
	"strings"

	"github.com/mooring-mcp/mooring/internal/shelltable"
)

// sed looks at a script for sed: e runs a shell, w and W write a file, r and R read one.
func (w *walker) sed(text string, st *state, at Span) {
	s := sedScript{text: asData.Replace(text)}
	for s.next() {
		switch s.verb {
		case 'e':
			w.add(shelltable.Exec, "inline-code", "the command e of sed runs a shell", at)
			w.nested(s.argument, at, st.fork(), flow{}, "sh")
		case 'w', 'W':
			w.writes(word{text: s.argument}, &parsed{name: "sed"}, st, at, false)
		case 'r', 'R':
			w.reads(word{text: s.argument}, &parsed{name: "sed"}, st, flow{}, at)
		}
	}
	if s.bad != "" {
		w.add(shelltable.Exec, "inline-code", fmt.Sprintf("the script of sed cannot be read: %s", plain.Replace(s.bad)), at)
	}
}

// sedScript reads commands one after the other (POSIX sed, and the additions of GNU).
type sedScript struct {
	text     string
	at       int
	verb     byte
	argument string
	bad      string
	flags    []byte // of s, those that are commands of their own
}

func (s *sedScript) next() bool {
	if len(s.flags) > 0 {
		s.verb, s.flags = s.flags[0], s.flags[1:]
		return true
	}
	for s.at < len(s.text) && strings.IndexByte(" \t\n;{}", s.text[s.at]) >= 0 {
		s.at++
	}
	if s.at >= len(s.text) || s.bad != "" {
		return false
	}
	if s.text[s.at] == '#' {
		s.argument, s.verb = s.line(), '#'
		return true
	}
	if !s.address() {
		return false
	}
	if s.at >= len(s.text) {
		s.bad = "a command is missing"
		return false
	}
	s.verb = s.text[s.at]
	s.at++
	s.argument = ""
	return s.command()
}

func (s *sedScript) command() bool {
	switch s.verb {
	case '{', '}', '=', 'd', 'D', 'g', 'G', 'h', 'H', 'n', 'N', 'p', 'P', 'x', 'z', 'F', ';':
	case 'l', 'L', 'q', 'Q', ' ', '\t':
		for s.at < len(s.text) && s.text[s.at] >= '0' && s.text[s.at] <= '9' {
			s.at++
		}
	case 'a', 'i', 'c':
		s.text_()
	case 'e', 'w', 'W', 'r', 'R', 'v':
		s.argument = strings.TrimSpace(s.line())
	case 'b', 't', 'T', ':':
		for s.at < len(s.text) && strings.IndexByte(";\n}", s.text[s.at]) < 0 {
			s.at++
		}
	case 's', 'y':
		return s.substitution()
	default:
		s.bad = fmt.Sprintf("%q is no command", s.verb)
		return false
	}
	return true
}

// text_ is the text of a, i and c, up to a line end without a backslash.
func (s *sedScript) text_() {
	for s.at < len(s.text) && s.text[s.at] != '\n' {
		if s.text[s.at] == '\\' {
			s.at++
		}
		s.at++
	}
	s.at = min(s.at, len(s.text))
}

func (s *sedScript) line() string {
	line, _, _ := strings.Cut(s.text[s.at:], "\n")
	s.at += len(line)
	return line
}

// address passes over what selects lines.
func (s *sedScript) address() bool {
	for s.at < len(s.text) {
		switch c := s.text[s.at]; {
		case c >= '0' && c <= '9', strings.IndexByte("$,~+! \t", c) >= 0:
			s.at++
		case c == '/':
			s.at++
			if !s.until('/') {
				return false
			}
			s.addressFlags()
		case c == '\\' && s.at+1 < len(s.text):
			s.at += 2
			if !s.until(s.text[s.at-1]) {
				return false
			}
			s.addressFlags()
		default:
			return true
		}
	}
	return true
}

func (s *sedScript) addressFlags() {
	for s.at < len(s.text) && strings.IndexByte("IM", s.text[s.at]) >= 0 {
		s.at++
	}
}

// until passes the next delimiter that no backslash precedes, and is not in a class.
func (s *sedScript) until(delimiter byte) bool {
	class := false
	for ; s.at < len(s.text); s.at++ {
		switch c := s.text[s.at]; {
		case c == '\\':
			s.at++
		case class:
			class = c != ']'
		case c == delimiter:
			s.at++
			return true
		case c == '[' && strings.Contains(s.text[s.at:], "]"):
			class = true
			if s.at+1 < len(s.text) && s.text[s.at+1] == ']' {
				s.at++
			}
		}
	}
	s.bad = fmt.Sprintf("the delimiter %q is missing", delimiter)
	return false
}

// substitution is s and y with their flags.
func (s *sedScript) substitution() bool {
	if s.at >= len(s.text) {
		s.bad = "the pattern is missing"
		return false
	}
	delimiter := s.text[s.at]
	s.at++
	if !s.until(delimiter) {
		return false
	}
	begin := s.at
	// Brackets mean nothing in the replacement.
	for closed := false; !closed; s.at++ {
		if s.at >= len(s.text) {
			s.bad = fmt.Sprintf("the delimiter %q is missing", delimiter)
			return false
		}
		switch s.text[s.at] {
		case '\\':
			s.at++
		case delimiter:
			closed = true
		}
	}
	replacement := strings.ReplaceAll(s.text[begin:s.at-1], `\`, "")
	for s.at < len(s.text) {
		switch c := s.text[s.at]; {
		case c == 'w':
			s.at++
			s.argument, s.verb = strings.TrimSpace(s.line()), 'w'
			return true
		case c == 'e':
			s.flags, s.argument = append(s.flags, 'e'), replacement // what then runs, where all of a line was replaced
		case strings.IndexByte("gpiImM0123456789", c) >= 0:
		case strings.IndexByte(" \t;\n}", c) >= 0:
			return true
		default:
			s.bad = fmt.Sprintf("%q is no flag", c)
			return false
		}
		s.at++
	}
	return true
}
