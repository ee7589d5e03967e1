package filter_test

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/filter"
	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// length answers with the length of a line.
func length(_ *jsonv.Value, raw []byte) ([]byte, error) {
	return fmt.Appendf(nil, `{"length":%d}`, len(raw)), nil
}

// empty answers with an empty object, and fails where a line says so.
func empty(line *jsonv.Value, _ []byte) ([]byte, error) {
	if line.Get("fail").Bool() {
		return nil, errors.New("no luck\xff")
	}
	return []byte(`{}`), nil
}

func TestLines(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     []string
		failed   int
	}{
		{"no input", "", nil, 0},
		{"only an end", "\n", nil, 0},
		{"one line", "{}\n", []string{`{"length":2}`}, 0},
		{"no last end", "{}\n{ }", []string{`{"length":2}`, `{"length":3}`}, 0},
		{"CRLF", "{}\r\n{}\r\n", []string{`{"length":3}`, `{"length":3}`}, 0},
		{"only a BOM", "\xEF\xBB\xBF\n{}\n", []string{`{"length":2}`}, 0},
		{"BOM", "\xEF\xBB\xBF{}\n", []string{`{"length":2}`}, 0},
		{"blank last line", "{}\n\n", []string{`{"length":2}`}, 0},
		{"blank last lines", "{}\n\n \r\n", []string{`{"length":2}`}, 0},
		{"blank line within", "{}\n \n{}\n", []string{`{"length":2}`, `{"length":2}`}, 0},
		{"blank lines within", "\n\n{}\n", []string{`{"length":2}`}, 0},
		{"blank without end", "{}\n  ", []string{`{"length":2}`}, 0},
		{"id", `{"id":"ü"}`, []string{`{"id":"ü","length":11}`}, 0},
	} {
		out, failed := run(t, c.in, length)
		var got []string
		if out != "" {
			got = strings.Split(strings.TrimSuffix(out, "\n"), "\n")
		}
		if diff := cmp.Diff(c.want, got); diff != "" || failed != c.failed {
			t.Errorf("%s: Run failed %d lines, want %d (-want +got):\n%s", c.name, failed, c.failed, diff)
		}
	}
}

func TestErrorAnswers(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{`{"id":1,"fail":true}`, `{"id":1,"error":{"code":"cannot_judge","message":"no luck` + "\uFFFD" + `","offset":0,"pointer":""}}`},
		{`{"id":1}`, `{"id":1}`},
		{`{}`, `{}`},
		{`{"id":1,"id":2}`, `{"error":{"code":"duplicate_member","message":"member \"id\" is repeated","offset":8,"pointer":""}}`},
		{`{"id":1,"x":1,"x":2}`, `{"id":1,"error":{"code":"duplicate_member","message":"member \"x\" is repeated","offset":14,"pointer":""}}`},
		{`{"x":1,"x":2,"\u0069d":[1, 2]}`, `{"id":[1, 2],"error":{"code":"duplicate_member","message":"member \"x\" is repeated","offset":7,"pointer":""}}`},
		{`{"id":{"a":1,"a":2}}`, `{"error":{"code":"duplicate_member","message":"member \"a\" is repeated","offset":13,"pointer":"/id"}}`},
		{`{"id":7,"x":`, `{"id":7,"error":{"code":"syntax","message":"found the end of the text, want a value","offset":12,"pointer":"/x"}}`},
		{`nonsense`, `{"error":{"code":"syntax","message":"found 'n', want a value","offset":0,"pointer":""}}`},
	} {
		got, _ := run(t, c.line, empty)
		if got != c.want+"\n" {
			t.Errorf("Run(%s) = %s, want %s", c.line, got, c.want)
		}
	}
}

// TestOrder has every second line judged before the one in front of it.
func TestOrder(t *testing.T) {
	const n = 2000
	var in, want strings.Builder
	for i := range n {
		fmt.Fprintf(&in, "{\"id\":%d,\"pad\":%q}\n", i, strings.Repeat("x", i*7919%5000))
		fmt.Fprintf(&want, "{\"id\":%d}\n", i)
	}
	for _, workers := range []int{1, 2, 16, 64} {
		var judged [n]chan struct{}
		for i := range judged {
			judged[i] = make(chan struct{})
		}
		judge := func(line *jsonv.Value, raw []byte) ([]byte, error) {
			i, err := strconv.Atoi(line.Get("id").Text())
			if err != nil {
				return nil, err
			}
			if workers > 1 && i%2 == 0 {
				<-judged[i+1]
			}
			close(judged[i])
			return empty(line, raw)
		}
		var out strings.Builder
		failed, err := filter.Run(strings.NewReader(in.String()), &out, judge, workers)
		if failed != 0 || err != nil || out.String() != want.String() {
			t.Errorf("Run with %d workers: %d failed, %v, right order %v", workers, failed, err, out.String() == want.String())
		}
	}
}

func TestHugeLine(t *testing.T) {
	pad := strings.Repeat("x", 40<<20) // more than the read-ahead
	in := `{"id":1}` + "\n" + `{"id":2,"pad":"` + pad + `"}` + "\n" + `{"id":3}`
	out, failed := run(t, in, length)
	want := fmt.Sprintf("{\"id\":1,\"length\":8}\n{\"id\":2,\"length\":%d}\n{\"id\":3,\"length\":8}\n", len(pad)+len(`{"id":2,"pad":""}`))
	if out != want || failed != 0 {
		t.Errorf("Run = %s, %d failed, want %s", out, failed, want)
	}
}

// endless is a line of n bytes and a short one after it.
type endless struct{ n int }

func (e *endless) Read(b []byte) (int, error) {
	if e.n < 0 {
		return 0, io.EOF
	}
	n := min(len(b), e.n)
	for i := range n {
		b[i] = ' '
	}
	if e.n -= n; e.n == 0 {
		e.n = -1
		return n + copy(b[n:], "\n{}\n"), nil
	}
	return n, nil
}

func TestLineOverLimit(t *testing.T) {
	var out strings.Builder
	failed, err := filter.Run(&endless{n: filter.MaxLine + 1}, &out, length, 2)
	want := fmt.Sprintf(`{"error":{"code":"line_too_long","message":"line is over the limit of %d bytes","offset":0,"pointer":""}}`, filter.MaxLine) +
		"\n{\"length\":2}\n"
	if out.String() != want || failed != 1 || err != nil {
		t.Errorf("Run = %.200s, %d failed, %v, want %s", out.String(), failed, err, want)
	}
}

// TestConversation asks one line at a time and waits for each answer.
func TestConversation(t *testing.T) {
	questions, ask := io.Pipe()
	answer, answers := io.Pipe()
	done := make(chan error, 1)
	go func() {
		_, err := filter.Run(questions, answers, length, 3)
		answers.Close()
		done <- err
	}()
	lines := bufio.NewScanner(answer)
	for i := range 20 {
		if _, err := fmt.Fprintf(ask, "{\"id\":%d}\n", i); err != nil {
			t.Fatal(err)
		}
		if !lines.Scan() || !strings.HasPrefix(lines.Text(), fmt.Sprintf(`{"id":%d,`, i)) {
			t.Fatalf("answer %d = %q", i, lines.Text())
		}
	}
	ask.Close()
	if lines.Scan() {
		t.Errorf("another answer: %s", lines.Text())
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestReadError(t *testing.T) {
	broken := errors.New("broken")
	for _, in := range []string{"{}\n{}\n", "{}\n{}\n\n", "{}\n{}\n{\"torn"} {
		var out strings.Builder
		_, err := filter.Run(io.MultiReader(strings.NewReader(in), iotest.ErrReader(broken)), &out, empty, 2)
		if !errors.Is(err, broken) || !strings.HasPrefix(out.String(), "{}\n{}\n") {
			t.Errorf("Run(%q) = %q, %v, want both answers and the error", in, out.String(), err)
		}
	}
}

// refusing fails after some bytes.
type refusing struct{ left int }

var errFull = errors.New("full")

func (r *refusing) Write(b []byte) (int, error) {
	if r.left -= len(b); r.left < 0 {
		return 0, errFull
	}
	return len(b), nil
}

// forever repeats a line without end.
type forever struct{}

func (forever) Read(b []byte) (int, error) { return copy(b, "{\"id\":12345}\n"), nil }

func TestWriteErrorEndsTheRun(t *testing.T) {
	_, err := filter.Run(forever{}, &refusing{left: 1 << 20}, length, 4)
	if !errors.Is(err, errFull) {
		t.Errorf("Run = %v, want %v", err, errFull)
	}
}

// TestMemory runs many lines whose sum is far over the read-ahead and watches
// how many are under way.
func TestMemory(t *testing.T) {
	const n = 150
	line := `{"pad":"` + strings.Repeat("x", 1<<20) + `"}` + "\n"
	var read, written atomic.Int64
	in := readerFunc(func(b []byte) (int, error) {
		at := read.Load()
		if at >= int64(n*len(line)) {
			return 0, io.EOF
		}
		k := copy(b, line[at%int64(len(line)):])
		read.Add(int64(k))
		if ahead := at/int64(len(line)) - written.Load(); ahead > 40 {
			t.Errorf("read %d lines of 1 MiB ahead", ahead)
		}
		return k, nil
	})
	out := writerFunc(func(b []byte) (int, error) {
		written.Add(int64(bytes.Count(b, []byte("\n"))))
		return len(b), nil
	})
	answer := []byte(`{"pad":"` + strings.Repeat("x", 100<<10) + `"}`) // too long to be held back
	long := func(*jsonv.Value, []byte) ([]byte, error) { return bytes.Clone(answer), nil }
	if failed, err := filter.Run(in, out, long, 32); failed != 0 || err != nil || written.Load() != n {
		t.Errorf("Run: %d failed, %v, %d answers, want %d", failed, err, written.Load(), n)
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(b []byte) (int, error) { return f(b) }

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

// FuzzRun: each line that is not blank gets one answer, which is a strict JSON object, and the
// same again by one worker.
func FuzzRun(f *testing.F) {
	for _, s := range []string{"", "\n", "{}\n{\"id\":1}\r\n\n[]", `{"id":1,"x":{"a":1,"a":2}}`, "\xEF\xBB\xBF{\"fail\":true}\n \n{", "{\"id\":\"\xff\"}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		out, _ := run(t, in, empty)
		lines := slices.DeleteFunc(strings.Split(in, "\n"), func(l string) bool {
			return strings.Trim(strings.TrimPrefix(l, "\uFEFF"), " \t\r") == ""
		})
		answers := strings.Split(out, "\n")
		if len(answers)-1 != len(lines) {
			t.Errorf("Run(%q) = %q: %d answers for %d lines", in, out, len(answers)-1, len(lines))
		}
		for _, answer := range answers[:len(answers)-1] {
			if parse(t, answer).Kind() != jsonv.Object {
				t.Errorf("Run(%q): answer %q is no object", in, answer)
			}
		}
		var one strings.Builder
		if _, err := filter.Run(strings.NewReader(in), &one, empty, 1); err != nil || one.String() != out {
			t.Errorf("Run(%q) with one worker = %q, %v, want %q", in, one.String(), err, out)
		}
	})
}
