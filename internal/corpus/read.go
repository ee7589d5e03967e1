package corpus

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"sync/atomic"
)

// blockBytes is how much of an input goes to a worker at a time, unless a line is longer.
const blockBytes = 256 << 10

// Block is some whole lines of an input.
type Block struct {
	Input  int    // place of its [Source]
	Line   int64  // number of the first line, from 1
	Offset int64  // where it starts in the decompressed input
	Text   []byte // the lines with their LF; the last line of an input may have none
	// TooLong says that there is one line that is too long, whose text is not here.
	TooLong bool
}

// Lines calls visit for every line that is not blank, without its LF and without a byte
// order mark at the start of the input.
func (b Block) Lines(visit func(line []byte, number, offset int64)) {
	number, offset := b.Line, b.Offset
	for rest := b.Text; len(rest) > 0; number++ {
		line, after, _ := bytes.Cut(rest, []byte("\n"))
		start := offset
		offset += int64(len(rest) - len(after))
		rest = after
		if start == 0 {
			line = bytes.TrimPrefix(line, []byte("\xEF\xBB\xBF"))
		}
		if len(bytes.TrimLeft(line, " \t\r")) > 0 {
			visit(line, number, start)
		}
	}
}

// counted passes on what it reads, digests and counts it.
type counted struct {
	in     io.Reader
	digest hash.Hash
	bytes  int64
	total  *atomic.Int64 // of all inputs
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.in.Read(p)
	c.digest.Write(p[:n])
	c.bytes += int64(n)
	c.total.Add(int64(n))
	return n, err
}

// read cuts a source into blocks, and adds what it reads to total.
func (s Source) read(cut cutter, total *atomic.Int64) Stored {
	stored := &counted{digest: sha256.New(), total: total}
	out := Stored{}
	done, err := func() (bool, error) {
		in, err := s.open()
		if err != nil {
			return false, err
		}
		defer in.Close()
		stored.in = in
		plain, compression, err := decompress(stored)
		if err != nil {
			return false, err
		}
		defer plain.Close()
		out.Compression = compression
		cut.in, cut.line = plain, 1
		return cut.run()
	}()
	out.Bytes, out.Err = stored.bytes, err
	if done && err == nil {
		out.SHA256 = hex.EncodeToString(stored.digest.Sum(nil))
	}
	return out
}

// cutter cuts one decompressed input.
type cutter struct {
	input   int
	maxLine int
	blank   func() []byte    // an empty buffer, of any capacity
	emit    func(Block) bool // false when no more blocks are wanted

	in     io.Reader
	line   int64 // of the next block, from 1
	offset int64
	rest   []byte // the start of a line
}

// run cuts to the end; done is false when no more blocks were wanted.
func (c *cutter) run() (done bool, err error) {
	for {
		buf := append(c.blank(), c.rest...)
		buf, err := c.fill(buf)
		end := bytes.LastIndexByte(buf, '\n') + 1
		switch {
		case errors.Is(err, io.EOF):
			end = len(buf)
		case err != nil && end == 0:
			return true, err
		}
		c.rest = append(c.rest[:0], buf[end:]...)
		switch {
		case end > 0:
			if !c.block(Block{Text: buf[:end]}, int64(end)) {
				return false, nil
			}
		case len(c.rest) > c.maxLine:
			if more, err := c.skip(); !more || err != nil {
				return more, err
			}
		}
		if errors.Is(err, io.EOF) {
			return true, nil
		}
		if err != nil {
			return true, err
		}
	}
}

// fill reads until a block is full and has a whole line, or a line is too long.
func (c *cutter) fill(buf []byte) ([]byte, error) {
	lineEnd := false
	for len(buf) < blockBytes || !lineEnd {
		if len(buf) > c.maxLine {
			return buf, nil
		}
		if cap(buf)-len(buf) < 4<<10 {
			buf = append(make([]byte, 0, max(blockBytes+64<<10, 2*cap(buf))), buf...)
		}
		// Not more than a block at a time, so that blocks stay as small as they can.
		free := buf[len(buf):min(cap(buf), max(blockBytes, len(buf)+4<<10))]
		n, err := c.in.Read(free)
		lineEnd = lineEnd || bytes.IndexByte(free[:n], '\n') >= 0
		buf = buf[:len(buf)+n]
		if err != nil {
			return buf, err
		}
	}
	return buf, nil
}

func (c *cutter) block(b Block, length int64) bool {
	b.Input, b.Line, b.Offset = c.input, c.line, c.offset
	c.offset += length
	c.line += int64(bytes.Count(b.Text, []byte("\n")))
	if b.TooLong {
		c.line++
	}
	return c.emit(b)
}

// skip passes over the rest of a line that is too long.
func (c *cutter) skip() (more bool, err error) {
	length := int64(len(c.rest))
	c.rest = nil
	buf := make([]byte, 64<<10)
	for {
		n, err := c.in.Read(buf)
		if at := bytes.IndexByte(buf[:n], '\n'); at >= 0 {
			c.rest = append(c.rest, buf[at+1:n]...)
			length += int64(at + 1)
			return c.block(Block{TooLong: true}, length), err
		}
		length += int64(n)
		if err != nil {
			more := c.block(Block{TooLong: true}, length)
			if errors.Is(err, io.EOF) {
				err = nil // the next read says it again
			}
			return more, err
		}
	}
}
