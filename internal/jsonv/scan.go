package jsonv

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

// ScanObject reports the members of the JSON object raw as byte ranges of raw,
// duplicates as often as they occur; name includes its quotes. It stops early
// when member returns false. Nothing is decoded, and nothing is checked beyond
// what finding the ranges needs: use it to take apart a text that [Parse]
// refuses, and judge each range by itself. White space may surround the object.
// O(n) in bytes, no recursion. An error says what stood where.
func ScanObject(raw []byte, member func(name, value Span) bool) error {
	s := scanner{src: raw}
	if err := s.begin('{'); err != nil {
		return err
	}
	for first := true; ; first = false {
		done, err := s.end('}', first)
		if done || err != nil {
			return err
		}
		name := Span{Start: s.pos}
		if !s.str() {
			return s.errorf("want a member name")
		}
		name.End = s.pos
		if s.space(); s.peek() != ':' {
			return s.errorf("want a colon")
		}
		s.pos++
		value, err := s.value()
		if err != nil {
			return err
		}
		if !member(name, value) {
			return nil
		}
	}
}

// ScanArray reports the items of the JSON array raw as [ScanObject] does members.
func ScanArray(raw []byte, item func(value Span) bool) error {
	s := scanner{src: raw}
	if err := s.begin('['); err != nil {
		return err
	}
	for first := true; ; first = false {
		done, err := s.end(']', first)
		if done || err != nil {
			return err
		}
		value, err := s.value()
		if err != nil {
			return err
		}
		if !item(value) {
			return nil
		}
	}
}

type scanner struct {
	src []byte
	pos int
}

func (s *scanner) errorf(want string) error {
	if s.pos >= len(s.src) {
		return fmt.Errorf("found the end of the text at byte %d, %s", s.pos, want)
	}
	c := s.src[s.pos]
	if r, _ := utf8.DecodeRune(s.src[s.pos:]); r == byteOrderMark {
		return fmt.Errorf("found a byte order mark (U+FEFF) at byte %d, %s", s.pos, want)
	}
	if c >= utf8.RuneSelf {
		return fmt.Errorf("found byte 0x%02X at byte %d, %s", c, s.pos, want)
	}
	return fmt.Errorf("found %q at byte %d, %s", c, s.pos, want)
}

// peek returns the next byte, 0 at the end.
func (s *scanner) peek() byte {
	if s.pos >= len(s.src) {
		return 0
	}
	return s.src[s.pos]
}

func (s *scanner) space() {
	for c := s.peek(); c == ' ' || c == '\t' || c == '\n' || c == '\r'; c = s.peek() {
		s.pos++
	}
}

func (s *scanner) begin(open byte) error {
	if s.space(); s.peek() != open {
		return s.errorf(fmt.Sprintf("want %q", open))
	}
	s.pos++
	return nil
}

// end handles what stands before an item: the closing byte, or a comma unless
// it is the first. After the closing byte only white space may follow.
func (s *scanner) end(closing byte, first bool) (done bool, err error) {
	s.space()
	if s.peek() == closing {
		s.pos++
		if s.space(); s.pos < len(s.src) {
			return true, s.errorf("want nothing after the end")
		}
		return true, nil
	}
	if first {
		return false, nil
	}
	if s.peek() != ',' {
		return false, s.errorf("want a comma")
	}
	s.pos++
	s.space()
	return false, nil
}

// value passes over one value of any kind.
func (s *scanner) value() (Span, error) {
	s.space()
	span := Span{Start: s.pos}
	switch s.peek() {
	case '"':
		if !s.str() {
			return span, s.errorf("want a closing quote")
		}
	case '{', '[':
		if !s.container() {
			return span, s.errorf("want the end of a container")
		}
	default:
		s.scalar()
		if s.pos == span.Start {
			return span, s.errorf("want a value")
		}
	}
	span.End = s.pos
	return span, nil
}

// scalar passes over a run of bytes that number and literal names are made of.
func (s *scanner) scalar() {
	for s.pos < len(s.src) {
		c := s.src[s.pos]
		word := c == '+' || c == '-' || c == '.' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
		if !word {
			return
		}
		s.pos++
	}
}

// str passes over a string; false leaves pos where the quote was wanted.
func (s *scanner) str() bool {
	if s.peek() != '"' {
		return false
	}
	s.pos++
	for quote := s.pos; s.pos < len(s.src); {
		if quote = max(quote, s.pos); s.src[quote] != '"' {
			at := bytes.IndexByte(s.src[quote:], '"')
			if at < 0 {
				break
			}
			quote += at
		}
		slash := bytes.IndexByte(s.src[s.pos:quote], '\\')
		if slash < 0 {
			s.pos = quote + 1
			return true
		}
		s.pos += slash + 2
	}
	s.pos = len(s.src)
	return false
}

// container passes over an array or object, counting brackets of both kinds.
func (s *scanner) container() bool {
	open := make([]byte, 0, 64) // on the stack, as long as nobody nests deeper
	for s.pos < len(s.src) {
		switch c := s.src[s.pos]; c {
		case '"':
			if !s.str() {
				return false
			}
			continue
		case '{', '[':
			open = append(open, c+2) // '{'+2 is '}', '['+2 is ']'
		case '}', ']':
			if open[len(open)-1] != c {
				return false
			}
			if open = open[:len(open)-1]; len(open) == 0 {
				s.pos++
				return true
			}
		}
		s.pos++
	}
	return false
}
