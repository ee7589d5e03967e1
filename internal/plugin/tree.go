package plugin

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
)

// tree reads files of a package by names that may lead through symbolic links.
type tree struct{ fsys fs.FS }

// errEscapes says that a link leads out of the package. An absolute one does,
// wherever it leads: the package is installed elsewhere.
var errEscapes = errors.New("leads out of the package")

// sizeError says that a file is over its limit.
type sizeError struct{ limit int64 }

func (e *sizeError) Error() string { return fmt.Sprintf("over the limit of %d bytes", e.limit) }

// maxLinks is how many links one name may lead through.
const maxLinks = 40

// resolve follows the links in a name, as §4.1 item 3 wants it, and returns the name
// of the file itself. name is slash-separated and clean. Errors are errEscapes or of
// the file system.
func (t tree) resolve(name string) (string, fs.FileInfo, error) { return t.follow(name, false) }

// inside returns errEscapes for a name that leads out of the package, or will once the
// folders in it that are not there yet are made.
func (t tree) inside(name string) error {
	if _, _, err := t.follow(name, true); errors.Is(err, errEscapes) {
		return errEscapes
	}
	return nil
}

// follow is resolve; absent takes what is not there for a folder.
func (t tree) follow(name string, absent bool) (string, fs.FileInfo, error) {
	done, rest := ".", strings.Split(name, "/")
	links := 0
	info, err := fs.Lstat(t.fsys, ".")
	for err == nil && len(rest) > 0 {
		next := path.Join(done, rest[0])
		rest = rest[1:]
		if next == ".." || strings.HasPrefix(next, "../") {
			return "", nil, errEscapes
		}
		if info, err = fs.Lstat(t.fsys, next); absent && errors.Is(err, fs.ErrNotExist) {
			done, err = next, nil
			continue
		} else if err != nil {
			break
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			done = next
			continue
		}
		var target string
		if target, err = fs.ReadLink(t.fsys, next); err != nil {
			break
		}
		if links++; links > maxLinks {
			return "", nil, errors.New("links lead in a circle")
		}
		if rooted(target) {
			return "", nil, errEscapes
		}
		// ".." after a link is of the folder that the link leads to, so that words are
		// taken one by one.
		rest = append(strings.Split(strings.ReplaceAll(target, `\`, "/"), "/"), rest...)
	}
	return done, info, err
}

// rooted reports a path that does not start where it stands, on any system.
func rooted(name string) bool {
	return strings.HasPrefix(name, "/") || strings.HasPrefix(name, `\`) || len(name) > 1 && name[1] == ':'
}

// read reads a regular file of at most limit bytes. Errors are errEscapes, a
// [*sizeError], or of the file system.
func (t tree) read(name string, limit int64) ([]byte, error) {
	target, info, err := t.resolve(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("no regular file")
	}
	if info.Size() > limit {
		return nil, &sizeError{limit}
	}
	f, err := t.fsys.Open(target)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(text)) > limit {
		err = &sizeError{limit}
	}
	return text, err
}

// presence is what is at a fixed place of a package.
type presence int

const (
	absent   presence = iota
	present           // of the kind that was wanted
	unusable          // of another kind, out of the package, or not readable; reported
)

// component looks for a fixed location (§6.2).
func (r *reader) component(name string, want fs.FileMode, kind string) (string, presence) {
	if _, err := fs.Lstat(r.fsys, name); errors.Is(err, fs.ErrNotExist) {
		return "", absent
	}
	target, info, err := r.resolve(name)
	switch {
	case errors.Is(err, errEscapes):
		r.add(rulePathEscapes, Place{File: name}, err.Error(), "a path that stays in the package")
	case errors.Is(err, fs.ErrNotExist):
		r.add(ruleComponentKind, Place{File: name}, "a link to nothing", kind)
	case err != nil:
		r.add(ruleUnreadable, Place{File: name}, cause(err), kind)
	case info.Mode().Type() != want:
		r.add(ruleComponentKind, Place{File: name}, fileKind(info.Mode()), kind)
	default:
		return target, present
	}
	return "", unusable
}

func fileKind(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a folder"
	case mode.IsRegular():
		return "a file"
	}
	return "a device, pipe or socket"
}
