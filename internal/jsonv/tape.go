package jsonv

import (
	"bytes"
	"errors"
	"math"
)

// Entry is one value on a tape: a member's name, or a value.
type Entry struct {
	Kind    Kind
	Escaped bool // a string whose value is not the text between its quotes
	Start   int32
	End     int32 // behind the last byte
	Next    int32 // place on the tape of what follows the value and everything in it
}

// Of returns the entry's text in the text of the tape.
func (e Entry) Of(raw []byte) []byte { return raw[e.Start:e.End:e.End] }

// errTooLong is of a text whose offsets do not fit.
var errTooLong = errors.New("text is longer than 2 GiB")

// AppendTape appends where the values of a JSON text stand, in its order: behind an
// array its items, behind an object a name and a value for each member, also for one
// that is repeated. The tape of a text starts at the end of dst, whose entries are
// left alone, and Next counts from the start of dst.
//
// Like [ScanObject] it checks no more than finding the values needs; judge each range
// by itself. O(n) in bytes, whatever the nesting; nothing is allocated but the tape. An
// error says what stood where.
func AppendTape(dst []Entry, raw []byte) ([]Entry, error) {
	if len(raw) > math.MaxInt32 {
		return dst, errTooLong
	}
	t := taper{scanner: scanner{src: raw}, tape: dst, open: -1}
	for more := true; more; {
		var err error
		if more, err = t.value(); err != nil {
			return dst, err
		}
	}
	return t.tape, nil
}

// taper is one run of AppendTape.
type taper struct {
	scanner

	tape []Entry
	open int32 // the innermost open container, whose Next leads to the one around it; -1 for none
}

// value takes the next value, and whatever ends behind it; false at the end of the
// text.
func (t *taper) value() (more bool, err error) {
	t.space()
	e := Entry{Start: int32(t.pos)}
	switch c := t.peek(); c {
	case '{', '[':
		return t.container(c)
	case '"':
		e.Kind = String
		if e.Escaped, err = t.quoted("want a closing quote"); err != nil {
			return false, err
		}
	default:
		if t.scalar(); t.pos == int(e.Start) {
			return false, t.errorf("want a value")
		}
		e.Kind = kindOfScalar(c)
	}
	t.push(e)
	return t.after()
}

func kindOfScalar(first byte) Kind {
	switch first {
	case 'n':
		return Null
	case 't', 'f':
		return Bool
	}
	return Number
}

// push puts an entry on the tape that ends here.
func (t *taper) push(e Entry) {
	e.End, e.Next = int32(t.pos), int32(len(t.tape)+1)
	t.tape = append(t.tape, e)
}

// container opens one.
func (t *taper) container(c byte) (more bool, err error) {
	e := Entry{Kind: Array, Start: int32(t.pos), Next: t.open}
	if c == '{' {
		e.Kind = Object
	}
	t.open = int32(len(t.tape))
	t.tape = append(t.tape, e)
	t.pos++
	if t.space(); t.peek() == c+2 {
		return t.after() // it closes
	}
	return true, t.name()
}

// after closes what ends behind a value, and gets to the next one.
func (t *taper) after() (more bool, err error) {
	for {
		t.space()
		if t.open < 0 {
			if t.pos < len(t.src) {
				return false, t.errorf("want nothing after the end")
			}
			return false, nil
		}
		closing := byte('}')
		if t.tape[t.open].Kind == Array {
			closing = ']'
		}
		switch t.peek() {
		case ',':
			t.pos++
			t.space()
			return true, t.name()
		case closing:
			t.pos++
			e := &t.tape[t.open]
			t.open, e.End, e.Next = e.Next, int32(t.pos), int32(len(t.tape))
		default:
			return false, t.errorf("want a comma")
		}
	}
}

// name takes the name of a member, if an object is open.
func (t *taper) name() error {
	if t.tape[t.open].Kind != Object {
		return nil
	}
	e := Entry{Kind: String, Start: int32(t.pos)}
	var err error
	if e.Escaped, err = t.quoted("want a member name"); err != nil {
		return err
	}
	t.push(e)
	if t.space(); t.peek() != ':' {
		return t.errorf("want a colon")
	}
	t.pos++
	return nil
}

// quoted passes over a string.
func (t *taper) quoted(want string) (escaped bool, err error) {
	from := t.pos
	if !t.str() {
		return false, t.errorf(want)
	}
	return bytes.IndexByte(t.src[from:t.pos], '\\') >= 0, nil
}
