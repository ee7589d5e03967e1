package wire

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
)

// EventTooLongError is what [EventReader.Next] returns for an event over its limit.
type EventTooLongError struct{ Limit int } // bytes, line ends and comments included

// Error names the limit.
func (e *EventTooLongError) Error() string {
	return fmt.Sprintf("event is over the limit of %d bytes", e.Limit)
}

// Event is one block of an event stream, up to and with its blank line.
type Event struct {
	Raw   []byte // the block's bytes as they came
	Whole bool   // false for a last block without its blank line, which a client ignores
	Name  string // of its last "event" field; "" stands for "message"
	Data  []byte // its "data" fields with LF between them; nil when it has none
	ID    *string
	Retry *int // milliseconds
}

// EventReader takes a text/event-stream apart (HTML Standard, 9.2.6). It is not
// safe for concurrent use.
type EventReader struct {
	src     io.Reader
	limit   int
	buf     []byte
	start   int  // of the block that is being read
	at      int  // what was looked at
	began   bool // the stream has begun, so a byte order mark is one no more
	afterCR bool // a line feed that comes now belongs to the line end before it
	err     error
}

// NewEventReader reads blocks of at most limit bytes from src; limit 0 stands
// for [MaxLine].
func NewEventReader(src io.Reader, limit int) *EventReader {
	if limit <= 0 {
		limit = MaxLine
	}
	return &EventReader{src: src, limit: limit}
}

// Next returns the next block; one of comments, or of blank lines alone, has no
// Data. Lines end with CR, LF or CR LF, wherever the stream is cut into reads. The
// event belongs to the caller, but Raw stays as it is only until the next call.
//
// The error is io.EOF at the end of the stream, an [*EventTooLongError], or what
// the source returned; after an error, every call returns it again. All Raw
// together are the stream, byte for byte.
func (r *EventReader) Next() (Event, error) {
	e := Event{}
	line := r.start
	for {
		end, found := r.lineEnd()
		if r.at-r.start > r.limit {
			r.err = &EventTooLongError{r.limit}
			r.buf, r.start, r.at = nil, 0, 0
			return Event{}, r.err
		}
		switch {
		case found && r.afterCR && end == line && r.buf[end] == '\n':
			r.afterCR = false // the second half of a line end
			line = r.at
		case found:
			r.afterCR = r.buf[end] == '\r'
			if end == line {
				e.Raw, e.Whole = r.buf[r.start:r.at:r.at], true
				r.start = r.at
				return e, nil
			}
			e.take(r.withoutMark(line, end))
			line = r.at
		case r.err == nil:
			line -= r.fill()
		case len(r.buf) > r.start:
			e.Raw = r.buf[r.start:len(r.buf):len(r.buf)]
			e.Whole = string(e.Raw) == "\n" && line == len(r.buf) // the second half of CR LF
			r.start, r.at = len(r.buf), len(r.buf)
			return e, nil
		default:
			return Event{}, r.err
		}
	}
}

// lineEnd looks for the end of a line and moves behind it.
func (r *EventReader) lineEnd() (end int, found bool) {
	i := bytes.IndexAny(r.buf[r.at:], "\r\n")
	if i < 0 {
		r.at = len(r.buf)
		return 0, false
	}
	end = r.at + i
	r.at = end + 1
	return end, true
}

// withoutMark returns a line, of the first of the stream without its byte order mark.
func (r *EventReader) withoutMark(start, end int) []byte {
	line := r.buf[start:end]
	if !r.began {
		line = bytes.TrimPrefix(line, []byte(byteOrderMark))
	}
	r.began = true
	return line
}

// fill reads once. It returns by how much the bytes in the buffer have moved.
func (r *EventReader) fill() (moved int) {
	if free := cap(r.buf) - len(r.buf); free == 0 {
		unread := r.buf[r.start:]
		grown := make([]byte, len(unread), max(4096, 2*len(unread)))
		copy(grown, unread)
		moved = r.start
		r.buf, r.at, r.start = grown, r.at-moved, 0
	}
	for range maxEmpty {
		n, err := r.src.Read(r.buf[len(r.buf):cap(r.buf)])
		r.buf = r.buf[:len(r.buf)+n]
		r.err = err
		if n > 0 || err != nil {
			return moved
		}
	}
	r.err = io.ErrNoProgress
	return moved
}

// take acts on one line that is not blank.
func (e *Event) take(line []byte) {
	field, value, _ := bytes.Cut(line, []byte(":"))
	value = bytes.TrimPrefix(value, []byte(" "))
	switch string(field) {
	case "event":
		e.Name = string(value)
	case "data":
		if e.Data != nil {
			e.Data = append(e.Data, '\n')
		}
		if e.Data = append(e.Data, value...); e.Data == nil {
			e.Data = []byte{}
		}
	case "id":
		if bytes.IndexByte(value, 0) < 0 {
			id := string(value)
			e.ID = &id
		}
	case "retry":
		if n, err := strconv.ParseUint(string(value), 10, 31); err == nil && value[0] != '+' {
			retry := int(n)
			e.Retry = &retry
		}
	}
}
