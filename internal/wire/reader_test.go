package wire_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/wire"
)

// readLines reads to the end and returns the lines, whether the last was whole,
// and the error that ended it, nil for io.EOF.
func readLines(r *wire.Reader) (lines []string, whole bool, err error) {
	whole = true
	for {
		line, w, err := r.Line()
		if errors.Is(err, io.EOF) {
			return lines, whole, nil
		}
		if err != nil {
			return lines, whole, err
		}
		lines, whole = append(lines, string(line)), w
	}
}

func TestReader(t *testing.T) {
	long := strings.Repeat("x", 200_000) + "\n"
	for _, tt := range []struct {
		name, text string
		want       []string
		cut        bool
	}{
		{"nothing", "", nil, false},
		{"one line", "a\n", []string{"a\n"}, false},
		{"no line feed at the end", "a\nb", []string{"a\n", "b"}, true},
		{"CR, BOM and blanks stay", "\xEF\xBB\xBFa\r\n\n \n", []string{"\xEF\xBB\xBFa\r\n", "\n", " \n"}, false},
		{"CR alone ends nothing", "a\rb\n", []string{"a\rb\n"}, false},
		{"line separators end nothing", "a\u2028b\u0085c\n", []string{"a\u2028b\u0085c\n"}, false},
		{"long between short", "a\n" + long + "b\n", []string{"a\n", long, "b\n"}, false},
		{"two long", long + long, []string{long, long}, false},
		{"3-byte characters", "海港\n港海\n", []string{"海港\n", "港海\n"}, false},
		{"bytes that are not UTF-8", "\xff\xfe\n", []string{"\xff\xfe\n"}, false},
	} {
		for name, chunks := range map[string]func(io.Reader) io.Reader{
			"whole": func(r io.Reader) io.Reader { return r }, "half": iotest.HalfReader,
			"one byte": iotest.OneByteReader, "data with error": iotest.DataErrReader,
		} {
			got, whole, err := readLines(wire.NewReader(chunks(strings.NewReader(tt.text)), 0))
			if diff := cmp.Diff(tt.want, got); diff != "" || whole == tt.cut || err != nil {
				t.Errorf("%s in chunks %q: whole %t, error %v, lines (-want +got):\n%.500s", tt.name, name, whole, err, diff)
			}
		}
	}
}

func TestReaderLimit(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       []string
		tooLong    bool
	}{
		{"exactly the limit", "1234567\n1234567\n", []string{"1234567\n", "1234567\n"}, false},
		{"one more", "1\n12345678\n1\n", []string{"1\n"}, true},
		{"no line feed at all", "1\n" + strings.Repeat("x", 100), []string{"1\n"}, true},
		{"limit without line feed", "12345678", nil, true},
		{"shorter without line feed", "1234567", []string{"1234567"}, false},
	} {
		for name, chunks := range map[string]func(io.Reader) io.Reader{
			"whole": func(r io.Reader) io.Reader { return r }, "one byte": iotest.OneByteReader,
		} {
			r := wire.NewReader(chunks(strings.NewReader(tt.text)), 8)
			got, _, err := readLines(r)
			var tooLong *wire.LineTooLongError
			if diff := cmp.Diff(tt.want, got); diff != "" || errors.As(err, &tooLong) != tt.tooLong {
				t.Errorf("%s in chunks %q: error %v, lines (-want +got):\n%s", tt.name, name, err, diff)
			}
			if !tt.tooLong {
				continue
			}
			if _, _, again := r.Line(); again == nil || !strings.Contains(again.Error(), "limit of 8 bytes") {
				t.Errorf("%s in chunks %q: next call returned %v, want the same error with the limit", tt.name, name, again)
			}
		}
	}
}

func TestReaderErrors(t *testing.T) {
	broken := errors.New("broken")
	r := wire.NewReader(io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(broken)), 0)
	lines, whole, err := readLines(r)
	if diff := cmp.Diff([]string{"a\n", "b"}, lines); diff != "" || whole || !errors.Is(err, broken) {
		t.Errorf("broken stream: whole %t, error %v, lines (-want +got):\n%s", whole, err, diff)
	}
	if _, _, err := wire.NewReader(emptyReader{}, 0).Line(); !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("reader without progress: error %v, want %v", err, io.ErrNoProgress)
	}
}

type emptyReader struct{}

func (emptyReader) Read([]byte) (int, error) { return 0, nil }

// chunked hands out its text in pieces whose sizes are bytes of sizes, over and over.
type chunked struct {
	text  []byte
	sizes []byte
	next  int
}

func (c *chunked) Read(p []byte) (int, error) {
	if len(c.text) == 0 {
		return 0, io.EOF
	}
	size := 1
	if len(c.sizes) > 0 {
		size += int(c.sizes[c.next%len(c.sizes)])
		c.next++
	}
	n := copy(p[:min(size, len(p))], c.text)
	c.text = c.text[n:]
	return n, nil
}

func FuzzReader(f *testing.F) {
	f.Add([]byte("a\r\n\n\xEF\xBB\xBFb"), []byte{0, 3})
	f.Add([]byte("海港\n港海"), []byte{})
	f.Fuzz(func(t *testing.T, text, sizes []byte) {
		lines, whole, err := readLines(wire.NewReader(&chunked{text: text, sizes: sizes}, 0))
		if got := strings.Join(lines, ""); got != string(text) || err != nil {
			t.Fatalf("lines of %q put together are %q, error %v", text, got, err)
		}
		if want := len(text) == 0 || text[len(text)-1] == '\n'; whole != want {
			t.Errorf("last line of %q is whole: %t, want %t", text, whole, want)
		}
		for i, line := range lines {
			if n := strings.Count(line, "\n"); n > 1 || n == 0 && i < len(lines)-1 || line == "" {
				t.Errorf("line %d of %q is %q, want one line feed", i, text, line)
			}
		}
	})
}

func BenchmarkReader(b *testing.B) {
	text := bytes.Repeat(append(bytes.Repeat([]byte("x"), 255), '\n'), 4096)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		r := wire.NewReader(bytes.NewReader(text), 0)
		for {
			if _, _, err := r.Line(); err != nil {
				break
			}
		}
	}
}
