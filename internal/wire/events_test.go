package wire_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/wire"
)

// describeEvent writes down what an event says.
func describeEvent(e wire.Event) string {
	text := fmt.Sprintf("%s %q", e.Name, e.Data)
	if e.Data == nil {
		text = e.Name + " nil"
	}
	if e.ID != nil {
		text += fmt.Sprintf(" id %q", *e.ID)
	}
	if e.Retry != nil {
		text += fmt.Sprintf(" retry %d", *e.Retry)
	}
	if !e.Whole {
		text += " cut"
	}
	return strings.TrimSpace(text)
}

var eventTable = []struct {
	name, in string
	want     []string
}{
	{"one", "data: {}\n\n", []string{`"{}"`}},
	{"nothing", "", nil},
	{"named", "event: message\ndata: 1\n\nevent:endpoint\ndata:/x\n\n", []string{`message "1"`, `endpoint "/x"`}},
	{"carriage returns", "data: 1\r\rdata: 2\r\r", []string{`"1"`, `"2"`}},
	{"both", "data: 1\r\n\r\ndata: 2\r\n\r\n", []string{`"1"`, `"2"`, "nil"}},
	{"all mixed", "data: 1\r\ndata: 2\rdata: 3\n\r\ndata: 4\n\n", []string{`"1\n2\n3"`, `"4"`}},
	{"blank lines", "\n\r\n\rdata: 1\n\n", []string{"nil", "nil", "nil", `"1"`}},
	{"many lines", "data: a\ndata\ndata:\ndata:  b\n\n", []string{`"a\n\n\n b"`}},
	{"empty data", "id: 7\nretry: 100\ndata:\n\n", []string{`"" id "7" retry 100`}},
	{"comments", ": ping\n\n:\ndata: 1\n:data: 2\n\n", []string{"nil", `"1"`}},
	{"mark", "\ufeffdata: 1\n\ndata: \ufeff2\n\n\ufeffdata: 3\n\n", []string{`"1"`, `"\ufeff2"`, "nil"}},
	{"bad retry", "retry: +5\nretry: x\nretry:\nretry: 99999999999\ndata: 1\n\n", []string{`"1"`}},
	{"empty id", "id\ndata: 1\n\n", []string{`"1" id ""`}},
	{"id with NUL", "id: a\x00\ndata: 1\n\n", []string{`"1"`}},
	{"unknown fields", "dat: 1\nDATA: 2\n data: 3\n\n", []string{"nil"}},
	{"no blank line", "data: 1\n\ndata: 2\n", []string{`"1"`, `"2" cut`}},
	{"no line end", "data: 1\n\ndata: 2", []string{`"1"`, "nil cut"}},
	{"ends in CR", "data: 1\n\r", []string{`"1"`}},
	{"line feed left over", "data: 1\r\r\n", []string{`"1"`, "nil"}},
	{"no UTF-8", "data: \xff\xfe\n\n", []string{`"\xff\xfe"`}},
}

// events reads a stream to its end and returns what it says and its bytes.
func events(r *wire.EventReader) (said []string, raw string, err error) {
	for {
		e, err := r.Next()
		if err != nil {
			return said, raw, err
		}
		said, raw = append(said, describeEvent(e)), raw+string(e.Raw)
	}
}

func TestEvents(t *testing.T) {
	t.Parallel()
	for _, tt := range eventTable {
		for how, src := range map[string]io.Reader{
			"whole":  strings.NewReader(tt.in),
			"bytes":  iotest.OneByteReader(strings.NewReader(tt.in)),
			"halves": iotest.HalfReader(iotest.DataErrReader(strings.NewReader(tt.in))),
		} {
			got, raw, err := events(wire.NewEventReader(src, 0))
			if diff := cmp.Diff(tt.want, got); diff != "" || raw != tt.in || !errors.Is(err, io.EOF) {
				t.Errorf("%s, %s: events of %q have the bytes %q and end with %v (-want +got):\n%s", tt.name, how, tt.in, raw, err, diff)
			}
		}
	}
}

func TestEventLimit(t *testing.T) {
	t.Parallel()
	const limit = 20
	fits, over := "data: 0123456789ab\n\n", "data: 0123456789abc\n\n"
	for _, in := range []string{over, strings.Repeat("x", 21), ": 123456789\n: 123456789\n\n"} {
		r := wire.NewEventReader(iotest.OneByteReader(strings.NewReader(fits+in)), limit)
		if _, err := r.Next(); err != nil {
			t.Fatalf("event of %d bytes: %v", len(fits), err)
		}
		_, err := r.Next()
		tooLong := (*wire.EventTooLongError)(nil)
		if !errors.As(err, &tooLong) || tooLong.Limit != limit || !strings.Contains(err.Error(), "limit of 20 bytes") {
			t.Errorf("event %q: error is %v, want a limit of %d bytes", in, err, limit)
		}
		if _, again := r.Next(); !errors.Is(again, err) {
			t.Errorf("event %q: error is %v and then %v", in, err, again)
		}
	}
}

// FuzzEvents wants the same events however the stream is cut into reads, and its
// bytes back.
func FuzzEvents(f *testing.F) {
	for _, tt := range eventTable {
		f.Add([]byte(tt.in), uint8(3))
	}
	f.Fuzz(func(t *testing.T, in []byte, size uint8) {
		want, raw, _ := events(wire.NewEventReader(bytes.NewReader(in), 0))
		if raw != string(in) {
			t.Errorf("bytes of %q are %q", in, raw)
		}
		got, raw, _ := events(wire.NewEventReader(&chunks{in, int(size)%7 + 1}, 0))
		if diff := cmp.Diff(want, got); diff != "" || raw != string(in) {
			t.Errorf("in chunks of %d, bytes of %q are %q (-whole +chunks):\n%s", size%7+1, in, raw, diff)
		}
	})
}

// chunks reads a few bytes at a time.
type chunks struct {
	left []byte
	size int
}

func (c *chunks) Read(p []byte) (int, error) {
	if len(c.left) == 0 {
		return 0, io.EOF
	}
	n := copy(p[:min(c.size, len(p))], c.left)
	c.left = c.left[n:]
	return n, nil
}
