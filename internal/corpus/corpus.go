// Package corpus reads collections of JSON Lines that may be larger than memory: files,
// plain or compressed with gzip or zstd, folders of them, and standard input. [Run]
// hands blocks of whole lines to as many workers as there are, and what they make of
// them on, in the order of the lines.
package corpus

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// MaxLine is the length in bytes that a line may have. A longer one is passed over.
const MaxLine = 1 << 30

// Source is one input.
type Source struct {
	Name string      // as it was given, or found in a folder, with slashes; "-" for standard input
	Size int64       // as stored, -1 when it is not known
	info fs.FileInfo // nil for standard input
	open func() (io.ReadCloser, error)
}

// suffixes are those of the files that a folder is searched for.
var suffixes = []string{".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz", ".jsonl.zst", ".ndjson.zst"}

// Sources returns what the paths name, in their order: a file, whatever it is called; the
// files of JSON Lines in a folder and below it, by name; stdin for "-". One that is named
// twice, also by a link or by a folder around it, is an error, since it would count twice.
func Sources(paths []string, stdin io.Reader) ([]Source, error) {
	var out []Source
	for _, path := range paths {
		found, err := sources(path, stdin)
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	return out, once(out)
}

// once is an error when two sources are the same bytes. O(n) for files of different sizes.
func once(all []Source) error {
	bySize := map[int64][]Source{}
	for _, s := range all {
		for _, other := range bySize[s.Size] {
			switch {
			case s.info == nil && other.info == nil:
				return errors.New(`"-" is named twice, and standard input can be read once`)
			case s.info != nil && other.info != nil && os.SameFile(s.info, other.info):
				return fmt.Errorf("%q and %q are one file, which would count twice", other.Name, s.Name)
			}
		}
		bySize[s.Size] = append(bySize[s.Size], s)
	}
	return nil
}

func sources(path string, stdin io.Reader) ([]Source, error) {
	if path == "-" {
		return []Source{{Name: "-", Size: -1, open: func() (io.ReadCloser, error) { return io.NopCloser(stdin), nil }}}, nil
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return []Source{file(path, info)}, nil
	}
	var out []Source
	err = filepath.WalkDir(path, func(at string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !slices.ContainsFunc(suffixes, func(s string) bool { return strings.HasSuffix(at, s) }) {
			return err
		}
		info, err := os.Stat(at) // of what a link leads to
		if err == nil && info.Mode().IsRegular() {
			out = append(out, file(at, info))
		}
		return err
	})
	if err == nil && len(out) == 0 {
		return nil, fmt.Errorf("folder %q has no file that ends in one of %s", path, strings.Join(suffixes, ", "))
	}
	return out, err
}

func file(path string, info fs.FileInfo) Source {
	size := int64(-1)
	if info.Mode().IsRegular() {
		size = info.Size()
	}
	return Source{Name: filepath.ToSlash(path), Size: size, info: info, open: func() (io.ReadCloser, error) { return os.Open(path) }}
}

// Stored says how an input was read.
type Stored struct {
	Compression string // "gzip", "zstd" or ""
	Bytes       int64  // as stored
	SHA256      string // of them, in hexadecimal; "" when the input was not read to its end
	Err         error  // why it was not
}
