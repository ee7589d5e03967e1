package corpus

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
)

// decompress looks at the first bytes, whatever the name says. Places in errors are in
// the stored bytes. Archives may stand behind each other; anything else behind one is an
// error, since nobody can say what it was meant to be.
func decompress(stored *counted) (out io.ReadCloser, compression string, err error) {
	b := bufio.NewReaderSize(stored, 128<<10)
	magic, err := b.Peek(4)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, "", err
	}
	a := archive{in: b, stored: stored}
	switch {
	case bytes.HasPrefix(magic, gzipMagic):
		a.format = "gzip"
		return &gzipMembers{archive: a}, a.format, nil
	case isZstd(magic):
		a.format = "zstd"
		frames := &zstdFrames{archive: a}
		z, err := zstd.NewReader(frames, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxWindow))
		if err != nil {
			return nil, "", fmt.Errorf("zstd: %w", err)
		}
		return &zstdStream{frames, z}, a.format, nil
	}
	return io.NopCloser(b), "", nil
}

// archive is where a compressed input is read.
type archive struct {
	in     *bufio.Reader
	stored *counted
	format string
}

// at is how many stored bytes were taken.
func (a *archive) at() int64 { return a.stored.bytes - int64(a.in.Buffered()) }

// peek is the next bytes, fewer only at the end of the input.
func (a *archive) peek(n int) ([]byte, error) {
	head, err := a.in.Peek(n)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return head, err
}

func (a *archive) cutShort() error {
	return fmt.Errorf("the %s data is cut short: it ends at byte %d, before its own end", a.format, a.stored.bytes)
}

func (a *archive) behind() error {
	return fmt.Errorf("found other bytes behind the end of the %s data, at byte %d; want nothing, or more %[1]s data", a.format, a.at())
}

func (a *archive) damaged(why string) error {
	return fmt.Errorf("the %s data is damaged before byte %d: %s", a.format, a.at(), why)
}
