package filter_test

import (
	"bufio"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/filter"
	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/manifest"
)

// rows calls each for every line of a gzipped file of third-party data, and
// skips the test where that is absent.
func rows(tb testing.TB, each func(row *jsonv.Value), parts ...string) int {
	tb.Helper()
	root := os.Getenv("MOORING_SHARED")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared")
	}
	f, err := os.Open(filepath.Join(append([]string{root}, parts...)...))
	if err != nil {
		tb.Skipf("third-party data is absent (set MOORING_SHARED): %v", err)
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
		tb.Fatal(err)
	}
	return n
}

func parse(tb testing.TB, text string) *jsonv.Value {
	tb.Helper()
	v, err := jsonv.Parse([]byte(text), jsonv.Limits{})
	if err != nil {
		tb.Fatalf("parse %.80q: %v", text, err)
	}
	return v
}

// digest runs "classify digest" over a text.
func digest(tb testing.TB, in string) (out string, failed int) {
	tb.Helper()
	return run(tb, in, filter.Digest(manifest.Privileges{}))
}

func run(tb testing.TB, in string, judge filter.Judge) (out string, failed int) {
	tb.Helper()
	var b strings.Builder
	failed, err := filter.Run(strings.NewReader(in), &b, judge, 0)
	if err != nil {
		tb.Fatalf("Run: %v", err)
	}
	return b.String(), failed
}
