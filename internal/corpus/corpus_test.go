package corpus_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/mooring-mcp/mooring/internal/corpus"
)

// seen is what came out of a run: the lines with their places, and how inputs were read.
type seen struct {
	lines  []string
	long   int
	stored []corpus.Stored
}

func run(ctx context.Context, sources []corpus.Source, workers, maxLine int) (out seen) {
	out.stored = make([]corpus.Stored, len(sources))
	corpus.Run(ctx, sources, corpus.Work[[]string]{
		Workers: workers, MaxLine: maxLine, Read: new(atomic.Int64),
		Worker: func() func(corpus.Block) []string {
			return func(b corpus.Block) (lines []string) {
				b.Lines(func(line []byte, number, offset int64) {
					lines = append(lines, fmt.Sprintf("%d:%d:%d:%s", b.Input, number, offset, line))
				})
				return lines
			}
		},
		Merge: func(b corpus.Block, lines []string) {
			if b.TooLong {
				out.long++
			}
			out.lines = append(out.lines, lines...)
		},
		Ended: func(i int, s corpus.Stored) { out.stored[i] = s },
	})
	return out
}

// write makes a file, compressed as its name says.
func write(t *testing.T, name string, text []byte) string {
	t.Helper()
	var b bytes.Buffer
	var w io.WriteCloser
	switch filepath.Ext(name) {
	case ".gz":
		w = gzip.NewWriter(&b)
	case ".zst":
		z, err := zstd.NewWriter(&b)
		if err != nil {
			t.Fatal(err)
		}
		w = z
	}
	if w != nil {
		_, err := w.Write(text)
		if err = errors.Join(err, w.Close()); err != nil {
			t.Fatal(err)
		}
		text = b.Bytes()
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func sources(t *testing.T, stdin io.Reader, paths ...string) []corpus.Source {
	t.Helper()
	out, err := corpus.Sources(paths, stdin)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// text is lines of all lengths, blank ones and CRs among them, with a mark in front and
// no LF behind, and what [run] is to see of it.
func text() (text []byte, want []string) {
	r := rand.New(rand.NewPCG(1, 2))
	b := []byte("\xEF\xBB\xBF")
	for n := int64(1); n <= 3000; n++ {
		start := int64(len(b))
		if n == 1 {
			start = 0
		}
		length := r.IntN(200)
		if n%500 == 0 {
			length = 700_000
		}
		line := strings.Repeat("x", length)
		if length > 0 {
			want = append(want, fmt.Sprintf("0:%d:%d:%s", n, start, line))
		} else {
			line = []string{"", " ", "\r", "\t\r"}[r.IntN(4)]
		}
		b = append(append(b, line...), '\n')
	}
	return bytes.TrimSuffix(b, []byte("\n")), want
}

func TestRun(t *testing.T) {
	text, want := text()
	for _, name := range []string{"a.jsonl", "a.jsonl.gz", "a.jsonl.zst", "named-otherwise"} {
		path := write(t, name, text)
		stored, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(stored)
		compression := map[string]string{".gz": "gzip", ".zst": "zstd"}[filepath.Ext(name)]
		state := []corpus.Stored{{Compression: compression, Bytes: int64(len(stored)), SHA256: hex.EncodeToString(sum[:])}}
		for _, workers := range []int{1, 3} {
			for _, in := range [][]corpus.Source{
				sources(t, nil, path), sources(t, bytes.NewReader(stored), "-"), sources(t, iotest.HalfReader(iotest.DataErrReader(bytes.NewReader(stored))), "-"),
			} {
				got := run(t.Context(), in, workers, 0)
				if diff := cmp.Diff(want, got.lines); diff != "" {
					t.Fatalf("%s with %d workers (-want +got):\n%.2000s", name, workers, diff)
				}
				if diff := cmp.Diff(state, got.stored); diff != "" {
					t.Errorf("%s (-want +got):\n%s", name, diff)
				}
			}
		}
	}
}

// TestMembers reads a gzip file of several members and a zstd file of several frames.
func TestMembers(t *testing.T) {
	for _, name := range []string{"a.gz", "a.zst"} {
		first, err := os.ReadFile(write(t, name, []byte("a\nb")))
		if err != nil {
			t.Fatal(err)
		}
		got := run(t.Context(), sources(t, bytes.NewReader(append(bytes.Clone(first), first...)), "-"), 1, 0)
		if diff := cmp.Diff([]string{"0:1:0:a", "0:2:2:ba", "0:3:5:b"}, got.lines); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestCompressedWords demands that an error says what is wrong with compressed bytes; the lines in front count.
func TestCompressedWords(t *testing.T) {
	for _, name := range []string{"a.gz", "a.zst"} {
		whole, err := os.ReadFile(write(t, name, []byte("a\nb\n")))
		if err != nil {
			t.Fatal(err)
		}
		damaged := bytes.Clone(whole)
		damaged[len(damaged)-6] ^= 0xFF
		for _, c := range []struct {
			stored []byte
			want   string
			lines  int
		}{
			{slices.Concat(whole, []byte("junk")), "found other bytes behind the end", 2},
			{slices.Concat(whole, []byte("a\nb\n\n")), "found other bytes behind the end", 2},
			{slices.Concat(whole, whole[:len(whole)-3]), "cut short", 2},
			{slices.Concat(whole, whole[:4]), "cut short", 2},
			{whole[:5], "cut short", 0},
			{damaged, "damaged", 0},
		} {
			got := run(t.Context(), sources(t, bytes.NewReader(c.stored), "-"), 1, 0)
			if err := got.stored[0].Err; err == nil || !strings.Contains(err.Error(), c.want) || len(got.lines) < c.lines {
				t.Errorf("%s: %x: %v with %d lines, want %q and %d lines", name, c.stored, err, len(got.lines), c.want, c.lines)
			}
		}
	}
}

func TestTooLong(t *testing.T) {
	const most = 300_000
	long := strings.Repeat("x", 2_000_000)
	for _, c := range []struct {
		name, text string
		want       []string
		long       int
	}{
		{"between", "a\n" + long + "\nb\n", []string{"0:1:0:a", "0:3:2000003:b"}, 1},
		{"first and last", long + "\nb\n" + long, []string{"0:2:2000001:b"}, 2},
		{"two", long + "\n" + long + "\nb", []string{"0:3:4000002:b"}, 2},
	} {
		got := run(t.Context(), sources(t, strings.NewReader(c.text), "-"), 2, most)
		if diff := cmp.Diff(c.want, got.lines); diff != "" || got.long != c.long {
			t.Errorf("%s: %d too long, want %d (-want +got):\n%.500s", c.name, got.long, c.long, diff)
		}
		if got.stored[0].SHA256 == "" {
			t.Errorf("%s: not read to its end", c.name)
		}
	}
}

// TestTorn reads what is no whole archive: lines before the place come out, the error
// says what is wrong where, and the input behind it is read.
func TestTorn(t *testing.T) {
	var whole []byte
	for n := range 40_000 {
		whole = fmt.Appendf(whole, "line %d\n", n)
	}
	for _, name := range []string{"a.gz", "a.zst"} {
		stored, err := os.ReadFile(write(t, name, whole))
		if err != nil {
			t.Fatal(err)
		}
		format, size := map[string]string{"a.gz": "gzip", "a.zst": "zstd"}[name], len(stored)
		behind := fmt.Sprintf("found other bytes behind the end of the %s data, at byte %d; want nothing, or more %s data", format, size, format)
		flipped := bytes.Clone(stored)
		flipped[size-1] ^= 1
		short := func(n int) string {
			return fmt.Sprintf("the %s data is cut short: it ends at byte %d, before its own end", format, n)
		}
		cases := []struct {
			what   string
			stored []byte
			want   string
		}{
			{"zeros behind it", append(bytes.Clone(stored), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), behind},
			{"a byte behind it", append(bytes.Clone(stored), 'x'), behind},
			{"text behind two", append(slices.Concat(stored, stored), "{}\n"...), strings.Replace(behind, fmt.Sprint(size), fmt.Sprint(2*size), 1)},
			{"the first half of a second one", slices.Concat(stored, stored[:size/2]), short(size + size/2)},
			{"another checksum", flipped, fmt.Sprintf("the %s data is damaged before byte %d: its checksum", format, size)},
			{"another middle", slices.Concat(stored[:20], bytes.Repeat([]byte{0xFF}, 40), stored[60:]), fmt.Sprintf("the %s data is damaged before byte ", format)},
			{"a bad header", slices.Concat(stored[:4], bytes.Repeat([]byte{0xFF}, 40)), ""},
		}
		for n := 5; n < size; n += 1 + size/40 {
			cases = append(cases, struct {
				what   string
				stored []byte
				want   string
			}{fmt.Sprintf("%d bytes of it", n), stored[:n], short(n)})
		}
		for _, c := range cases {
			good := write(t, "good.jsonl", []byte("good\n"))
			for _, in := range []io.Reader{bytes.NewReader(c.stored), iotest.OneByteReader(bytes.NewReader(c.stored))} {
				got := run(t.Context(), sources(t, in, "-", good), 2, 0)
				if err := got.stored[0].Err; err == nil || !strings.HasPrefix(err.Error(), c.want) || got.stored[0].SHA256 != "" {
					t.Errorf("%s, %s: %+v, want an error %q and no digest", name, c.what, got.stored[0], c.want)
				}
				if n := len(got.lines); n == 0 || got.lines[n-1] != "1:1:0:good" || got.stored[1].SHA256 == "" {
					t.Errorf("%s, %s: the input behind it is not read", name, c.what)
				}
				if strings.Contains(c.want, "other bytes behind") && len(got.lines) < 40_001 {
					t.Errorf("%s, %s: %d lines, want all", name, c.what, len(got.lines))
				}
			}
		}
	}
}

// TestReadFails keeps the words of a file that cannot be read.
func TestReadFails(t *testing.T) {
	for _, name := range []string{"a.gz", "a.zst", "a"} {
		stored, err := os.ReadFile(write(t, name, []byte(strings.Repeat("line\n", 100_000))))
		if err != nil {
			t.Fatal(err)
		}
		in := io.MultiReader(bytes.NewReader(stored[:len(stored)/2]), iotest.ErrReader(errors.New("disk is gone")))
		got := run(t.Context(), sources(t, in, "-"), 1, 0)
		if err := got.stored[0].Err; err == nil || !strings.HasSuffix(err.Error(), "disk is gone") {
			t.Errorf("%s: %v, want the error of the file", name, err)
		}
	}
}

// TestSkippable reads frames that are to be skipped, as pzstd writes them, before, between
// and behind others.
func TestSkippable(t *testing.T) {
	stored, err := os.ReadFile(write(t, "a.zst", []byte("line\n")))
	if err != nil {
		t.Fatal(err)
	}
	skip := []byte{0x5A, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3}
	got := run(t.Context(), sources(t, bytes.NewReader(slices.Concat(skip, stored, skip, skip, stored, skip)), "-"), 1, 0)
	if diff := cmp.Diff([]string{"0:1:0:line", "0:2:5:line"}, got.lines); diff != "" || got.stored[0].Err != nil || got.stored[0].Compression != "zstd" {
		t.Errorf("%+v (-want +got):\n%s", got.stored[0], diff)
	}
	for _, n := range []int{5, 9} {
		got := run(t.Context(), sources(t, bytes.NewReader(slices.Concat(stored, skip[:n])), "-"), 1, 0)
		if err := got.stored[0].Err; err == nil || !strings.Contains(err.Error(), "cut short") {
			t.Errorf("%d bytes of a skippable frame: %v, want that it is cut short", n, err)
		}
	}
}

func TestDistinct(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, name := range []string{"a.jsonl", "b.jsonl"} {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.Link("a.jsonl", "hard.jsonl"), os.Symlink("b.jsonl", "soft.jsonl")); err != nil {
		t.Skip(err)
	}
	once, repeats := corpus.Distinct(sources(t, strings.NewReader(""), "a.jsonl", "-", "./a.jsonl", "-", ".", filepath.Join(dir, "b.jsonl")))
	var names []string
	for _, s := range once {
		names = append(names, s.Name)
	}
	if diff := cmp.Diff([]string{"a.jsonl", "-", "b.jsonl"}, names); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	want := []corpus.Repeat{
		{"./a.jsonl", "a.jsonl"},
		{"-", "-"},
		{"a.jsonl", "a.jsonl"},
		{"hard.jsonl", "a.jsonl"},
		{"soft.jsonl", "b.jsonl"},
		{filepath.ToSlash(filepath.Join(dir, "b.jsonl")), "b.jsonl"},
	}
	if diff := cmp.Diff(want, repeats); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	in, err := os.Open("a.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if once, _ := corpus.Distinct(sources(t, in, "-", "a.jsonl")); len(once) != 1 {
		t.Errorf("%d sources, want standard input to be known as a.jsonl", len(once))
	}
}

// TestLinkedFolder reads a folder that is named by a link to it.
func TestLinkedFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := errors.Join(os.Mkdir("dir", 0o700), os.WriteFile("dir/a.jsonl", nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("dir", "link"); err != nil {
		t.Skip(err)
	}
	if got := sources(t, nil, "link"); len(got) != 1 || got[0].Name != "link/a.jsonl" {
		t.Errorf("Sources(link) = %+v, want link/a.jsonl", got)
	}
}

// TestEnds shows that a run ends with its context although a read does not.
func TestEnds(t *testing.T) {
	in, feed := io.Pipe()
	defer in.Close()
	ctx, stop := context.WithCancel(t.Context())
	go func() { // ends with the pipe
		_, _ = io.WriteString(feed, strings.Repeat("line\n", 200_000))
		stop()
	}()
	got := run(ctx, sources(t, in, "-"), 2, 0)
	for i, line := range got.lines {
		if want := fmt.Sprintf("0:%d:%d:line", i+1, 5*i); line != want {
			t.Fatalf("line %d is %q, want %q: no prefix of the input", i, line, want)
		}
	}
	if got.stored[0].SHA256 != "" {
		t.Error("an input that was not read to its end has a digest")
	}
}

func TestSources(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"b.jsonl", "a.ndjson.gz", "c/d.jsonl.zst", "notes.md", "e.json"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, nil, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	for _, s := range sources(t, nil, dir, filepath.Join(dir, "e.json"), "-") {
		got = append(got, strings.TrimPrefix(s.Name, filepath.ToSlash(dir)+"/"))
	}
	if diff := cmp.Diff([]string{"a.ndjson.gz", "b.jsonl", "c/d.jsonl.zst", "e.json", "-"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, path := range []string{filepath.Join(dir, "none"), t.TempDir()} {
		if _, err := corpus.Sources([]string{path}, nil); err == nil {
			t.Errorf("Sources(%q) is no error", path)
		}
	}
}

// FuzzLines: whatever the bytes, and however they arrive, the lines are those between
// the LFs, each with its number and place.
func FuzzLines(f *testing.F) {
	f.Add([]byte("a\nb\n\n c"), byte(1))
	f.Add([]byte("\xEF\xBB\xBFa\r\n"), byte(3))
	f.Add(bytes.Repeat([]byte("0123456789\n"), 50_000), byte(200))
	f.Fuzz(func(t *testing.T, text []byte, size byte) {
		if bytes.HasPrefix(text, []byte{0x1F, 0x8B}) || bytes.HasPrefix(text, []byte{0x28, 0xB5, 0x2F, 0xFD}) {
			return // compressed, or torn
		}
		var want []string
		offset := 0
		for n, line := range bytes.Split(text, []byte("\n")) {
			shown := line
			if offset == 0 {
				shown = bytes.TrimPrefix(line, []byte("\xEF\xBB\xBF"))
			}
			if len(bytes.Trim(shown, " \t\r")) > 0 {
				want = append(want, fmt.Sprintf("0:%d:%d:%s", n+1, offset, shown))
			}
			offset += len(line) + 1
		}
		got := run(t.Context(), sources(t, &short{text, int(size) + 1}, "-"), 2, 0)
		if diff := cmp.Diff(want, got.lines); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

// short gives a few bytes a read, and then more and more.
type short struct {
	text []byte
	size int
}

func (s *short) Read(p []byte) (int, error) {
	if len(s.text) == 0 {
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), s.size)], s.text)
	s.text, s.size = s.text[n:], 2*s.size
	return n, nil
}

// FuzzArchives: whatever stands in an archive, the lines are those that the libraries find
// when they read it whole, and it is an error for us when it is one for them.
func FuzzArchives(f *testing.F) {
	compressed := func(zst bool, text string) []byte {
		var b bytes.Buffer
		var w io.WriteCloser = gzip.NewWriter(&b)
		if zst {
			w, _ = zstd.NewWriter(&b) // no option, no error
		}
		if _, err := io.WriteString(w, text); err != nil || w.Close() != nil {
			f.Fatal(err)
		}
		return b.Bytes()
	}
	for _, zst := range []bool{false, true} {
		one := compressed(zst, "a\nb\n")
		f.Add(one)
		f.Add(append(one, one...))
		f.Add(append(one, 0))
		f.Add(one[:len(one)-1])
		f.Add(append([]byte{0x50, 0x2A, 0x4D, 0x18, 1, 0, 0, 0, 7}, one...))
		f.Add(compressed(zst, strings.Repeat("a", 5000)+"\n"))
	}
	f.Fuzz(func(t *testing.T, stored []byte) {
		got := run(t.Context(), sources(t, bytes.NewReader(stored), "-"), 1, 0)
		var whole io.Reader
		var err error
		switch got.stored[0].Compression {
		case "gzip":
			whole, err = gzip.NewReader(bytes.NewReader(stored))
		case "zstd":
			whole, err = zstd.NewReader(bytes.NewReader(stored), zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(128<<20), zstd.WithDecoderLowmem(true))
		default:
			return
		}
		var text []byte
		if err == nil {
			text, err = io.ReadAll(whole)
		}
		if (err == nil) != (got.stored[0].Err == nil) {
			t.Fatalf("we say %v, the library says %v", got.stored[0].Err, err)
		}
		if err == nil {
			want := run(t.Context(), sources(t, bytes.NewReader(text), "-"), 1, 0)
			if want.stored[0].Compression != "" {
				return // an archive in an archive
			}
			if diff := cmp.Diff(want.lines, got.lines); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		}
	})
}
