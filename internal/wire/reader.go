package wire

import (
	"bytes"
	"fmt"
	"io"
)

const (
	firstBuffer = 64 << 10 // what a Reader starts with
	keptBuffer  = 1 << 20  // a larger buffer is given back once its line is done
	maxEmpty    = 100      // reads in a row without a byte before giving up
)

// LineTooLongError is what [Reader.Line] returns for a line over its limit.
type LineTooLongError struct{ Limit int } // bytes, line feed included

// Error names the limit.
func (e *LineTooLongError) Error() string {
	return fmt.Sprintf("line is over the limit of %d bytes", e.Limit)
}

// Reader takes a stream apart into lines. It is not safe for concurrent use.
type Reader struct {
	src        io.Reader
	limit      int
	buf        []byte
	start, end int // unread bytes are buf[start:end]
	err        error
}

// NewReader reads lines of at most limit bytes, line feed included, from src;
// limit 0 stands for [MaxLine].
func NewReader(src io.Reader, limit int) *Reader {
	if limit <= 0 {
		limit = MaxLine
	}
	return &Reader{src: src, limit: limit}
}

// Line returns the next line with its line feed. whole is false for a last line
// that the end of the stream, or a read error, cut off; the call after it
// returns that end as an error. The bytes belong to the Reader and stay as they
// are until the next call: copy what is kept longer.
//
// The error is io.EOF at the end of the stream, a [*LineTooLongError], or what
// the source returned; after an error, every call returns it again. All lines
// together are the stream, byte for byte.
func (r *Reader) Line() (line []byte, whole bool, err error) {
	for scanned := 0; ; {
		unread := r.buf[r.start:r.end]
		if at := bytes.IndexByte(unread[scanned:], '\n'); at >= 0 {
			return r.take(scanned + at + 1)
		}
		if scanned = len(unread); scanned >= r.limit {
			return r.take(scanned + 1)
		}
		if r.err != nil && scanned > 0 {
			r.start = r.end
			return unread[:scanned:scanned], false, nil
		}
		if r.err != nil {
			return nil, false, r.err
		}
		r.fill()
	}
}

// take cuts a line of n bytes off the buffer, or refuses it for its length.
func (r *Reader) take(n int) (line []byte, whole bool, err error) {
	if n > r.limit {
		r.err = &LineTooLongError{r.limit}
		r.buf, r.start, r.end = nil, 0, 0
		return nil, false, r.err
	}
	line = r.buf[r.start : r.start+n : r.start+n]
	r.start += n
	return line, true, nil
}

// fill reads once into the free end of the buffer, or sets err.
func (r *Reader) fill() {
	r.room()
	for range maxEmpty {
		n, err := r.src.Read(r.buf[r.end:])
		r.end += n
		r.err = err
		if n > 0 || err != nil {
			return
		}
	}
	r.err = io.ErrNoProgress
}

// room makes space at the end of the buffer: by giving a large one back, by
// moving the unread bytes to the front, or by doubling.
func (r *Reader) room() {
	unread := r.end - r.start
	switch {
	case unread == 0 && (r.buf == nil || len(r.buf) > keptBuffer):
		r.buf = make([]byte, firstBuffer)
	case unread == len(r.buf):
		grown := make([]byte, 2*len(r.buf))
		copy(grown, r.buf)
		r.buf = grown
	case r.start > 0:
		copy(r.buf, r.buf[r.start:r.end])
	}
	r.start, r.end = 0, unread
}
