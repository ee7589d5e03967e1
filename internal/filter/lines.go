package filter

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// line is one line of the input without its LF.
type line struct {
	text []byte
	over bool // longer than the limit; text is empty
}

// blank reports a line of nothing but the white space of JSON.
func (l line) blank() bool {
	return !l.over && len(bytes.Trim(bytes.TrimPrefix(l.text, byteOrderMark), " \t\r")) == 0
}

// lines cuts its input into lines of bounded length. Blank lines are no lines, wherever they
// stand.
type lines struct {
	in   *bufio.Reader
	most int
}

func newLines(in io.Reader, most int) *lines {
	return &lines{in: bufio.NewReaderSize(in, 64<<10), most: most}
}

// next returns the next line that is not blank, or io.EOF.
func (ls *lines) next() (line, error) {
	for {
		if l, err := ls.read(); err != nil || !l.blank() {
			return l, err
		}
	}
}

// read returns the next line of the input. Of a line that is too long it keeps
// nothing.
func (ls *lines) read() (line, error) {
	var l line
	for {
		part, err := ls.in.ReadSlice('\n')
		part = bytes.TrimSuffix(part, []byte("\n"))
		switch {
		case l.over:
		case len(l.text)+len(part) > ls.most:
			l = line{over: true}
		default:
			l.text = append(l.text, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
		case err == nil, errors.Is(err, io.EOF) && (l.over || len(l.text) > 0):
			return l, nil
		default:
			return line{}, err
		}
	}
}
