package corpus

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/klauspost/compress/zstd"
)

// maxWindow is how far back a zstd frame may reach, as the zstd program allows.
const maxWindow = 128 << 20

// isZstd reports the start of a frame, or of one that is skipped (RFC 8878 §3.1).
func isZstd(head []byte) bool {
	if len(head) < 4 {
		return false
	}
	magic := binary.LittleEndian.Uint32(head)
	return magic == 0xFD2FB528 || isSkippable(head)
}

func isSkippable(head []byte) bool { return binary.LittleEndian.Uint32(head)&^0xF == 0x184D2A50 }

// zstdStream decompresses frames.
type zstdStream struct {
	frames *zstdFrames
	z      *zstd.Decoder
}

func (s *zstdStream) Read(p []byte) (int, error) {
	n, err := s.z.Read(p)
	f := s.frames
	switch {
	case err == nil, errors.Is(err, io.EOF) && f.err == nil:
		return n, err
	case f.err != nil:
		return n, f.err
	case errors.Is(err, zstd.ErrCRCMismatch):
		return n, f.damaged("its checksum is another one")
	case errors.Is(err, zstd.ErrWindowSizeExceeded), errors.Is(err, zstd.ErrDecoderSizeExceeded):
		return n, fmt.Errorf("the zstd data needs a window over the limit of %d bytes", maxWindow)
	case errors.Is(err, zstd.ErrUnknownDictionary):
		return n, errors.New("the zstd data needs a dictionary, want data that needs none")
	}
	return n, f.damaged("it cannot be decompressed")
}

func (s *zstdStream) Close() error {
	s.z.Close()
	return nil
}

// zstdFrames passes on the frames of an input, and knows where each part of them ends, so
// that what is cut short differs from what has other bytes behind its end (RFC 8878 §3.1.1).
type zstdFrames struct {
	archive

	left     int64 // of the part that is passed on
	blocks   bool  // a block follows, and no new frame
	checksum bool  // of the frame
	err      error // of the last read; nil for [io.EOF]
}

func (f *zstdFrames) Read(p []byte) (int, error) {
	for f.left == 0 {
		if err := f.next(); err != nil {
			if !errors.Is(err, io.EOF) {
				f.err = err
			}
			return 0, err
		}
	}
	n, err := f.in.Read(p[:min(int64(len(p)), f.left)])
	f.left -= int64(n)
	if errors.Is(err, io.EOF) {
		err = f.cutShort()
	}
	f.err = err
	return n, err
}

// next finds the end of the next part; [io.EOF] behind the last frame.
func (f *zstdFrames) next() error {
	if f.blocks {
		return f.block()
	}
	head, err := f.peek(zstd.HeaderMaxSize)
	switch {
	case err != nil:
		return err
	case len(head) == 0:
		return io.EOF
	case !isZstd(head):
		return f.behind()
	case isSkippable(head) && len(head) < 8:
		return f.cutShort()
	case isSkippable(head):
		f.left = 8 + int64(binary.LittleEndian.Uint32(head[4:]))
		return nil
	}
	var h zstd.Header
	err = h.Decode(head)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return f.cutShort()
	}
	if err != nil {
		f.left = math.MaxInt64
		return nil //nolint:nilerr // the decoder comes to the same, and says it
	}
	f.left, f.blocks, f.checksum = int64(h.HeaderSize), true, h.HasCheckSum
	return nil
}

// block finds the end of a block, of its header and its content (RFC 8878 §3.1.1.2), and
// of the checksum behind the last one.
func (f *zstdFrames) block() error {
	const size = 3
	head, err := f.peek(size)
	switch {
	case err != nil:
		return err
	case len(head) < size:
		return f.cutShort()
	}
	bits := uint32(head[0]) | uint32(head[1])<<8 | uint32(head[2])<<16
	last, kind, content := bits&1 == 1, bits>>1&3, int64(bits>>3)
	if kind == 1 { // one byte, repeated
		content = 1
	}
	f.left, f.blocks = size+content, !last
	if last && f.checksum {
		f.left += 4
	}
	return nil
}
