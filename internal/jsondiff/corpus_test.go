package jsondiff_test

import (
	"bufio"
	"compress/gzip"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// shared returns a path below the folder of third-party data and skips the
// test where that folder is absent.
func shared(tb testing.TB, parts ...string) string {
	tb.Helper()
	root := os.Getenv("MOORING_SHARED")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared")
	}
	path := filepath.Join(append([]string{root}, parts...)...)
	if _, err := os.Stat(path); err != nil {
		tb.Skipf("third-party data is absent (set MOORING_SHARED): %v", err)
	}
	return path
}

// lines calls each for every line of a gzipped file.
func lines(tb testing.TB, path string, each func(line []byte)) {
	tb.Helper()
	f, err := os.Open(path)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		tb.Fatal(err)
	}
	s := bufio.NewScanner(z)
	s.Buffer(nil, jsonv.DefaultBytes)
	for s.Scan() {
		each(s.Bytes())
	}
	if err := s.Err(); err != nil {
		tb.Fatalf("read %s: %v", path, err)
	}
}

// Every pair of real tools: the diff is complete and the same twice.
func TestCorpusPairs(t *testing.T) {
	n := 0
	err := filepath.WalkDir(shared(t, "data", "corpus"), func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "pairs.jsonl.gz") {
			return err
		}
		lines(t, path, func(line []byte) {
			row := parse(t, string(line))
			checkApply(t, row.Get("old"), row.Get("new"))
			n++
		})
		return nil
	})
	if err != nil || n == 0 {
		t.Errorf("read %d pairs: %v", n, err)
	}
	t.Logf("%d pairs", n)
}
