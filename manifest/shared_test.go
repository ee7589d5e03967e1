package manifest_test

import (
	"bufio"
	"compress/gzip"
	"os"
	"path/filepath"
	"testing"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// shared returns a path below the folder of third-party data and skips the
// test where that folder is absent.
func shared(tb testing.TB, parts ...string) string {
	tb.Helper()
	root := os.Getenv("MOORING_SHARED")
	if root == "" {
		root = filepath.Join("..", "..", "shared")
	}
	path := filepath.Join(append([]string{root}, parts...)...)
	if _, err := os.Stat(path); err != nil {
		tb.Skipf("third-party data is absent (set MOORING_SHARED): %v", err)
	}
	return path
}

// rows calls each for every line of a gzipped file, parsed; it returns their number.
func rows(tb testing.TB, path string, each func(row *jsonv.Value)) int {
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
	n := 0
	for ; s.Scan(); n++ {
		each(parse(tb, s.Text()))
	}
	if err := s.Err(); err != nil {
		tb.Fatalf("read %s: %v", path, err)
	}
	return n
}

// file reads a JSON file of third-party data.
func file(tb testing.TB, parts ...string) *jsonv.Value {
	tb.Helper()
	text, err := os.ReadFile(shared(tb, parts...))
	if err != nil {
		tb.Fatal(err)
	}
	return parse(tb, string(text))
}

// parse parses a text that must be strict JSON.
func parse(tb testing.TB, text string) *jsonv.Value {
	tb.Helper()
	v, err := jsonv.Parse([]byte(text), jsonv.Limits{})
	if err != nil {
		tb.Fatalf("parse %.80q: %v", text, err)
	}
	return v
}
