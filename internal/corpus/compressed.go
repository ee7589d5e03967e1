package corpus

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// maxWindow is how far back a zstd frame may reach, as the zstd program allows.
const maxWindow = 128 << 20

var (
	gzipMagic = []byte{0x1F, 0x8B}
	zstdMagic = []byte{0x28, 0xB5, 0x2F, 0xFD}
)

// decompress looks at the first bytes, whatever the name says.
func decompress(in io.Reader) (out io.ReadCloser, compression string, err error) {
	b := bufio.NewReaderSize(in, 128<<10)
	magic, err := b.Peek(4)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, "", err
	}
	switch {
	case bytes.HasPrefix(magic, gzipMagic):
		z, err := gzip.NewReader(b)
		if err != nil {
			return nil, "", explain("gzip", started(err))
		}
		z.Multistream(false)
		return &gzipMembers{stored: b, member: z}, "gzip", nil
	case bytes.Equal(magic, zstdMagic):
		z, err := zstd.NewReader(b, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxWindow))
		if err != nil {
			return nil, "", explain("zstd", started(err))
		}
		return &zstdFrames{z.IOReadCloser()}, "zstd", nil
	}
	return io.NopCloser(b), "", nil
}

// explain says in words what is wrong with compressed bytes.
func explain(compression string, err error) error {
	switch {
	case err == nil || errors.Is(err, io.EOF):
		return err
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("%s: cut short, the stored bytes end before the text does", compression)
	case errors.Is(err, zstd.ErrMagicMismatch):
		return fmt.Errorf("%s: what follows the last frame is none", compression)
	case errors.Is(err, gzip.ErrChecksum), errors.Is(err, zstd.ErrCRCMismatch):
		return fmt.Errorf("%s: damaged, the checksum is another one", compression)
	default:
		return fmt.Errorf("%s: damaged: %w", compression, err)
	}
}

// started is an error at the start of a stream, which is there: no bytes are too few.
func started(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// gzipMembers reads members that follow each other (RFC 1952 §2.2), and tells other bytes behind the last one from a
// member that is cut short.
type gzipMembers struct {
	stored *bufio.Reader
	member *gzip.Reader
}

func (g *gzipMembers) Read(p []byte) (int, error) {
	for {
		n, err := g.member.Read(p)
		switch {
		case !errors.Is(err, io.EOF):
			return n, explain("gzip", err)
		case n > 0:
			return n, nil
		}
		next, err := g.stored.Peek(2)
		switch {
		case len(next) == 0 && errors.Is(err, io.EOF):
			return 0, io.EOF
		case err != nil && !errors.Is(err, io.EOF):
			return 0, err
		case !bytes.Equal(next, gzipMagic):
			return 0, errors.New("gzip: what follows the last member is none")
		}
		if err := g.member.Reset(g.stored); err != nil {
			return 0, explain("gzip", started(err))
		}
		g.member.Multistream(false)
	}
}

func (g *gzipMembers) Close() error { return g.member.Close() }

// zstdFrames explains errors.
type zstdFrames struct{ io.ReadCloser }

func (z *zstdFrames) Read(p []byte) (int, error) {
	n, err := z.ReadCloser.Read(p)
	return n, explain("zstd", err)
}
