package clientconfig

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// ReadFile reads a regular file of at most [MaxBytes], for [Env.Read]. With a
// root, a link that leads out of that folder is an error: a project must not
// have files read that are none of its own. Without one, links are followed, as
// those who keep their configuration elsewhere expect.
func ReadFile(root, path string) ([]byte, error) {
	if root == "" {
		info, err := os.Stat(path)
		return readRegular(path, info, err, func() (*os.File, error) { return os.Open(path) })
	}
	r, err := os.OpenRoot(root)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	name, err := filepath.Rel(root, path)
	if err != nil {
		return nil, err
	}
	info, err := r.Stat(name)
	return readRegular(path, info, err, func() (*os.File, error) { return r.Open(name) })
}

// readRegular opens only what cannot block: no pipes, no devices.
func readRegular(path string, info fs.FileInfo, err error, open func() (*os.File, error)) ([]byte, error) {
	switch {
	case err != nil && isMissing(err):
		return nil, fs.ErrNotExist
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%q is no regular file", path)
	}
	f, err := open()
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, MaxBytes+1))
	if err != nil {
		return nil, err
	}
	if len(text) > MaxBytes {
		return nil, fmt.Errorf("%q is over the limit of %d bytes", path, MaxBytes)
	}
	return text, nil
}

// isMissing says that there is no such file, also when what should be its
// folder is a file.
func isMissing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// ListFolder lists a folder, for [Env.List]. Links count as files.
func ListFolder(root, path string) ([]Entry, error) {
	var entries []fs.DirEntry
	var err error
	if root == "" {
		entries, err = os.ReadDir(path)
	} else {
		entries, err = listWithin(root, path)
	}
	out := make([]Entry, len(entries))
	for i, e := range entries {
		out[i] = Entry{Name: e.Name(), Folder: e.IsDir()}
	}
	return out, err
}

func listWithin(root, path string) ([]fs.DirEntry, error) {
	r, err := os.OpenRoot(root)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	name, err := filepath.Rel(root, path)
	if err != nil {
		return nil, err
	}
	return fs.ReadDir(r.FS(), filepath.ToSlash(name))
}
