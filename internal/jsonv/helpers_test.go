package jsonv_test

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

// parse is Parse of a text that must be accepted.
func parse(tb testing.TB, text string) *jsonv.Value {
	tb.Helper()
	v, err := jsonv.Parse([]byte(text), jsonv.Limits{})
	if err != nil {
		tb.Fatalf("Parse(%q): %v", text, err)
	}
	return v
}

// doubles and source are the two canonical forms as strings.
func doubles(v *jsonv.Value) string { return string(jsonv.Canonical(v, jsonv.Doubles)) }
func source(v *jsonv.Value) string  { return string(jsonv.Canonical(v, jsonv.Source)) }
