package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/lockedfile"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/lockfile"
)

// The greatest length of files that are read.
const (
	lockBytes = jsonv.DefaultBytes
	sideBytes = 256 << 20
	// phraseBytes is what a list of phrases may have.
	phraseBytes = 1 << 20
)

// readFile reads a regular file of at most limit bytes. A pipe or a device may never
// end, and opening one may never return.
func readFile(path string, limit int64) ([]byte, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, usagef("", "%q is %s, want a regular file", path, fileKind(info.Mode()))
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, usage(err, fileHint(path, err))
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		return nil, usage(err, "")
	}
	if int64(len(text)) > limit {
		return nil, usagef("", "%q is over the limit of %d bytes", path, limit)
	}
	return text, nil
}

// fileHint says where to look for a file that is not there; "" for another error.
func fileHint(path string, err error) string {
	dir := filepath.Dir(path)
	switch {
	case !errors.Is(err, fs.ErrNotExist):
		return ""
	case exists(dir):
		return "what is there: " + shellLine([]string{"ls", dir})
	}
	return fmt.Sprintf("there is no folder %q either; a path counts from the folder in which the command runs", dir)
}

// fileKind says what a file is that is no regular one.
func fileKind(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a folder"
	case mode&fs.ModeNamedPipe != 0:
		return "a pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	}
	return "a device"
}

// placed gives an error of JSON text its line and column.
func placed(text []byte, err error) error {
	var e *jsonv.Error
	if !errors.As(err, &e) {
		return err
	}
	before := text[:min(e.Offset, len(text))]
	line, column := 1+bytes.Count(before, []byte("\n")), len(before)-bytes.LastIndexByte(before, '\n')
	in := ""
	if e.Pointer != "" {
		in = fmt.Sprintf(", in %q", abridged(e.Pointer))
	}
	return fmt.Errorf("line %d, column %d%s: %s", line, column, in, e.Detail)
}

// abridged leaves out the middle of a long pointer: names and depth are the writer's.
func abridged(pointer string) string {
	const most, end = 200, 80
	if len(pointer) <= most {
		return pointer
	}
	return strings.ToValidUTF8(pointer[:most-end], "") + "…" + strings.ToValidUTF8(pointer[len(pointer)-end:], "")
}

// errChanged says that a file is not what was read.
var errChanged = errors.New("was changed by somebody else meanwhile")

// lockFile is a lock with the text it was read from, so that a write can see
// whether somebody else wrote meanwhile.
type lockFile struct {
	path string
	text []byte // nil when the file did not exist
	lock lockfile.Lock
}

// readLock reads and proves a lock file. A missing file is an empty lock when
// create is set, and a usage error otherwise.
func readLock(path string, create bool) (lockFile, error) {
	text, err := readFile(path, lockBytes)
	if errors.Is(err, fs.ErrNotExist) {
		if create {
			return lockFile{path: path}, nil
		}
		return lockFile{}, usagef("make one with mooring lock and the same servers, for instance: mooring lock NAME -- COMMAND", "no lock file %q", path)
	}
	if err != nil {
		return lockFile{}, err
	}
	lock, err := lockfile.Decode(text)
	if err != nil {
		hint := ""
		if e := (*lockfile.Error)(nil); errors.As(err, &e) {
			hint = e.Hint
		}
		return lockFile{}, usage(fmt.Errorf("lock file %q: %w", path, err), hint)
	}
	return lockFile{path: path, text: text, lock: lock}, nil
}

// write replaces the file's content in one step. It refuses when the file is not
// what was read, and does not touch a file that already says the same.
func (f lockFile) write(lock lockfile.Lock) error {
	if f.text == nil && len(lock.Servers) == 0 {
		return nil // no file for nothing
	}
	text, err := lockfile.Encode(lock)
	if err != nil {
		return err
	}
	unlock, err := mutex(f.path)
	if err != nil {
		return usage(fmt.Errorf("wait for other writers of %q: %w", f.path, err), "")
	}
	defer unlock()
	now, err := readFile(f.path, lockBytes)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if !bytes.Equal(now, f.text) {
		return &exitError{status: statusUsage, err: fmt.Errorf("lock file %q %w; nothing was written", f.path, errChanged), hint: "run the command again"}
	}
	if bytes.Equal(now, text) {
		return nil
	}
	if err := writeFile(f.path, text); err != nil {
		return usage(fmt.Errorf("write lock file: %w", err), "")
	}
	return nil
}

// mutex keeps other runs from writing the same file at once. Its own file lies in
// the cache folder, named by the digest of the path.
func mutex(path string) (unlock func(), err error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		dir = os.TempDir()
	}
	dir = filepath.Join(dir, "mooring", "writers")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	digest := strings.TrimPrefix(jsonv.Digest([]byte(abs)), "sha256:")
	return lockedfile.MutexAt(filepath.Join(dir, digest[:16])).Lock()
}

// writeFile writes text beside path and renames it over, so that a reader, a
// crash or a full disk never leaves half a file. A symbolic link stays one.
func writeFile(path string, text []byte) error {
	path, err := linkTarget(path)
	if err != nil {
		return err
	}
	mode := fileMode(path)
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if e := (*fs.PathError)(nil); errors.As(err, &e) {
		return fmt.Errorf("create a file in %q: %w", filepath.Dir(path), e.Err)
	}
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // after the rename there is nothing to remove
	_, err = f.Write(text)
	err = errors.Join(err, f.Chmod(mode), f.Sync(), f.Close())
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// linkTarget is the file that a path names, behind symbolic links. A link to nothing is
// an error, since what it is meant to name is not known.
func linkTarget(path string) (string, error) {
	target, err := filepath.EvalSymlinks(path)
	if err == nil {
		return target, nil
	}
	if info, failed := os.Lstat(path); failed == nil && info.Mode()&fs.ModeSymlink != 0 {
		return "", fmt.Errorf("%q is a link that leads nowhere: %w", path, err)
	}
	return path, nil
}

// fileMode is what a file that is replaced has, 0644 for a new one.
func fileMode(path string) fs.FileMode {
	if info, err := os.Stat(path); err == nil {
		return info.Mode().Perm()
	}
	return 0o644
}
