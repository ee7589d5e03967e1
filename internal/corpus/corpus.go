// Package corpus reads collections of JSON Lines that may be larger than memory: files,
// plain or compressed with gzip or zstd, folders of them, and standard input. [Run]
// hands blocks of whole lines to as many workers as there are, and what they make of
// them on, in the order of the lines.
package corpus

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// MaxLine is the length in bytes that a line may have. A longer one is passed over.
const MaxLine = 1 << 30

// Source is one input.
type Source struct {
	Name string      // as it was given, or found in a folder, with slashes; "-" for standard input
	Size int64       // as stored, -1 when it is not known
	info fs.FileInfo // nil where it is not known
	link bool        // the name is a link's
	open func() (io.ReadCloser, error)
}

// suffixes are those of the files that a folder is searched for.
var suffixes = []string{".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz", ".jsonl.zst", ".ndjson.zst"}

// Sources returns what the paths name, in their order: a file, whatever it is called; the
// files of JSON Lines in a folder and below it, by name; stdin for "-". Links to files are
// followed, and in a folder those to folders are not. What cannot be opened is an error.
func Sources(paths []string, stdin io.Reader) ([]Source, error) {
	var out []Source
	for _, path := range paths {
		found, err := sources(path, stdin)
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	return out, nil
}

func sources(path string, stdin io.Reader) ([]Source, error) {
	if path == "-" {
		s := Source{Name: path, Size: -1, open: func() (io.ReadCloser, error) { return io.NopCloser(stdin), nil }}
		if f, is := stdin.(*os.File); is {
			s.info, _ = f.Stat() // one that cannot be looked at is known by its name
		}
		return []Source{s}, nil
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		s, err := file(path, info)
		return []Source{s}, err
	}
	root := path
	if link, err := os.Lstat(path); err == nil && link.Mode()&fs.ModeSymlink != 0 {
		root += string(filepath.Separator) // goes through the link
	}
	var out []Source
	err = filepath.WalkDir(root, func(at string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !slices.ContainsFunc(suffixes, func(s string) bool { return strings.HasSuffix(at, s) }) {
			return err
		}
		info, err := os.Stat(at) // of what a link leads to
		if err != nil || !info.Mode().IsRegular() {
			return err
		}
		s, err := file(at, info)
		out = append(out, s)
		return err
	})
	if err == nil && len(out) == 0 {
		return nil, fmt.Errorf("folder %q has no file that ends in one of %s", path, strings.Join(suffixes, ", "))
	}
	return out, err
}

func file(path string, info fs.FileInfo) (Source, error) {
	s := Source{Name: filepath.ToSlash(path), Size: -1, info: info, open: func() (io.ReadCloser, error) { return os.Open(path) }}
	if named, err := os.Lstat(path); err == nil {
		s.link = named.Mode()&fs.ModeSymlink != 0
	}
	if info.Mode()&(fs.ModeNamedPipe|fs.ModeDevice) != 0 {
		return s, nil // opening one may wait, or have an effect
	}
	s.Size = info.Size()
	f, err := os.Open(path)
	if err != nil {
		return s, err
	}
	return s, f.Close()
}

// Repeat is a source that is another one, by another name, a link, or the same name.
type Repeat struct{ Name, First string }

// Distinct returns each of the sources once, and which of them are others again. Of a file
// and a link to it the file stays, since the link may lead elsewhere tomorrow.
func Distinct(list []Source) (once []Source, repeats []Repeat) {
	type likeness struct {
		mode     fs.FileMode
		size     int64
		modified time.Time
	}
	alike := map[likeness][]int{} // places in once, so that not every two are compared
	for _, s := range list {
		k := likeness{}
		if s.info != nil {
			k = likeness{s.info.Mode(), s.info.Size(), s.info.ModTime()}
		}
		i := slices.IndexFunc(alike[k], func(i int) bool { return s.is(once[i]) })
		if i < 0 {
			alike[k] = append(alike[k], len(once))
			once = append(once, s)
			continue
		}
		first := &once[alike[k][i]]
		if first.link && !s.link {
			*first, s = s, *first
		}
		repeats = append(repeats, Repeat{s.Name, first.Name})
	}
	return once, repeats
}

// Reads reports that a source reads a file.
func (s Source) Reads(file fs.FileInfo) bool { return s.info != nil && os.SameFile(s.info, file) }

// is reports the same file, or standard input.
func (s Source) is(o Source) bool {
	if s.info == nil || o.info == nil {
		return s.Name == o.Name
	}
	return os.SameFile(s.info, o.info)
}

// Stored says how an input was read.
type Stored struct {
	Compression string // "gzip", "zstd" or ""
	Bytes       int64  // as stored
	SHA256      string // of them, in hexadecimal; "" when the input was not read to its end
	Err         error  // why it was not
}
