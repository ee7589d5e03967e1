package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/mooring-mcp/mooring/internal/lockfile"
)

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
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		if create {
			return lockFile{path: path}, nil
		}
		return lockFile{}, usagef("mooring lock SERVER", "no lock file %q", path)
	}
	if err != nil {
		return lockFile{}, usage(err, "")
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
	text, err := lockfile.Encode(lock)
	if err != nil {
		return err
	}
	now, err := os.ReadFile(f.path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return usage(err, "")
	}
	if !bytes.Equal(now, f.text) {
		return usagef("run the command again", "lock file %q was changed by somebody else meanwhile; nothing was written", f.path)
	}
	if bytes.Equal(now, text) {
		return nil
	}
	if err := writeFile(f.path, text); err != nil {
		return usage(fmt.Errorf("write lock file: %w", err), "")
	}
	return nil
}

// writeFile writes text beside path and renames it over, so that a reader, a
// crash or a full disk never leaves half a file. A symbolic link stays one.
func writeFile(path string, text []byte) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
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
