package corpus

import (
	"bytes"
	"errors"
	"io"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
)

var gzipMagic = []byte{0x1F, 0x8B}

// gzipMembers reads the members of a gzip file one after the other (RFC 1952 §2.2).
type gzipMembers struct {
	archive

	z    gzip.Reader
	open bool // a member is being read
}

func (g *gzipMembers) Read(p []byte) (int, error) {
	for {
		if !g.open {
			if err := g.next(); err != nil {
				return 0, err
			}
		}
		n, err := g.z.Read(p)
		switch {
		case errors.Is(err, io.EOF):
			g.open = false
		case err != nil:
			return n, g.words(err)
		}
		if n > 0 || len(p) == 0 {
			return n, nil
		}
	}
}

// next opens the next member; [io.EOF] when there is none.
func (g *gzipMembers) next() error {
	head, err := g.peek(len(gzipMagic))
	switch {
	case err != nil:
		return err
	case len(head) == 0:
		return io.EOF
	case !bytes.Equal(head, gzipMagic):
		return g.behind()
	}
	if err := g.z.Reset(g.in); err != nil {
		return g.words(err)
	}
	g.z.Multistream(false)
	g.open = true
	return nil
}

// words says an error of the library in words for whoever has the file.
func (g *gzipMembers) words(err error) error {
	var corrupt flate.CorruptInputError
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return g.cutShort()
	case errors.Is(err, gzip.ErrChecksum):
		return g.damaged("its checksum or length is another one")
	case errors.Is(err, gzip.ErrHeader):
		return g.damaged("it has no valid header")
	case errors.As(err, &corrupt):
		return g.damaged("it cannot be decompressed")
	}
	return err
}

func (g *gzipMembers) Close() error { return nil }
