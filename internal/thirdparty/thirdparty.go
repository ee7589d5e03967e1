// Package thirdparty finds the data of others that tests use and that is not part
// of the repository: below the folder that MOORING_SHARED names, by default
// ../shared beside the repository. Only tests import it.
package thirdparty

import (
	"bufio"
	"compress/gzip"
	"os"
	"path/filepath"
	"testing"
)

// longest is the length that a line may have.
const longest = 64 << 20

// Path returns a path below that folder. It skips the test when there is nothing.
func Path(tb testing.TB, parts ...string) string {
	tb.Helper()
	root := os.Getenv("MOORING_SHARED")
	if root == "" {
		root = filepath.Join(repository(tb), "..", "shared")
	}
	path := filepath.Join(append([]string{root}, parts...)...)
	if _, err := os.Stat(path); err != nil {
		tb.Skipf("third-party data is absent (set MOORING_SHARED): %v", err)
	}
	return path
}

// repository is the folder of go.mod, above the test's package.
func repository(tb testing.TB) string {
	tb.Helper()
	folder, err := os.Getwd()
	if err != nil {
		tb.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return folder
		}
		above := filepath.Dir(folder)
		if above == folder {
			tb.Fatal("no go.mod above the test")
		}
		folder = above
	}
}

// Lines calls each for every line of a gzipped file; the line is valid during the
// call.
func Lines(tb testing.TB, path string, each func(line []byte)) {
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
	s.Buffer(nil, longest)
	for s.Scan() {
		each(s.Bytes())
	}
	if err := s.Err(); err != nil {
		tb.Fatalf("read %s: %v", path, err)
	}
}
