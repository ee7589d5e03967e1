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
func (l line) blank() bool { return !l.over && len(bytes.Trim(l.text, " \t\r")) == 0 }

// lines cuts its input into lines of bounded length. A blank line at the very
// end is no line.
type lines struct {
	in   *bufio.Reader
	most int
	held *line // read ahead, since a blank line came before it
	err  error // of reading held
}

func newLines(in io.Reader, most int) *lines {
	return &lines{in: bufio.NewReaderSize(in, 64<<10), most: most}
}

// next returns the next line, or io.EOF.
func (ls *lines) next() (line, error) {
	l, err := ls.take()
	if err != nil || !l.blank() {
		return l, err
	}
	following, err := ls.read()
	if errors.Is(err, io.EOF) {
		return line{}, io.EOF
	}
	ls.held, ls.err = &following, err
	return l, nil
}

// take returns what was read ahead, or reads.
func (ls *lines) take() (line, error) {
	if ls.held == nil {
		return ls.read()
	}
	l, err := *ls.held, ls.err
	ls.held, ls.err = nil, nil
	return l, err
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
