package cli

import (
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
)

// The names of the files beside each other in a project.
const (
	defaultLock   = "mooring.lock.json"
	defaultPolicy = "mooring.yaml"
)

// lockFlags say which lock is meant.
type lockFlags struct {
	path string
	user bool
}

func (f *lockFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.path, "lock", "", "lock file (default "+defaultLock+", see: mooring help lock)")
	cmd.Flags().BoolVar(&f.user, "user", false, "use the lock in your configuration folder")
	cmd.MarkFlagsMutuallyExclusive("lock", "user")
}

// resolve finds the lock file: the named one; with --user the one in the
// configuration folder; the one of the project; the user's if there is one; else
// one in the current folder.
func (f *lockFlags) resolve() (string, error) {
	if f.path != "" {
		return f.path, nil
	}
	user, err := userLock()
	if f.user {
		if err != nil {
			return "", usage(err, "name a file with --lock")
		}
		return user, os.MkdirAll(filepath.Dir(user), 0o750)
	}
	dir := projectDir()
	project := filepath.Join(dir, defaultLock)
	if !exists(project) && !exists(filepath.Join(dir, defaultPolicy)) && err == nil && exists(user) {
		return user, nil
	}
	return project, nil
}

// read finds and reads the lock file, see [readLock].
func (f *lockFlags) read(create bool) (lockFile, error) {
	path, err := f.resolve()
	if err != nil {
		return lockFile{}, err
	}
	return readLock(path, create)
}

func userLock() (string, error) {
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "mooring", defaultLock), nil
}

// projectDir is the nearest folder, from the current one up to the top of its git
// repository, that holds a lock or a policy; "" is the current one, also where
// there is no repository.
func projectDir() string {
	here, err := os.Getwd()
	if err != nil {
		return ""
	}
	found := ""
	for dir := here; ; dir = filepath.Dir(dir) {
		if found == "" && (exists(filepath.Join(dir, defaultLock)) || exists(filepath.Join(dir, defaultPolicy))) {
			found = dir
		}
		if exists(filepath.Join(dir, ".git")) {
			break
		}
		if dir == filepath.Dir(dir) {
			return "" // no repository: nothing above the current folder counts
		}
	}
	if found == here {
		return ""
	}
	return found
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
