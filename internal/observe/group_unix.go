//go:build unix

package observe

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
)

// group is a process group, by the id of the child that leads it.
type group struct{ id int }

func newGroup(cmd *exec.Cmd) (group, error) { return group{cmd.Process.Pid}, nil }

func (g group) terminate() { _ = syscall.Kill(-g.id, syscall.SIGTERM) }
func (g group) kill()      { _ = syscall.Kill(-g.id, syscall.SIGKILL) }
func (g group) release()   {}

// alive reports whether any process is left that we may signal.
func (g group) alive() bool { return syscall.Kill(-g.id, 0) == nil }

// lookPath finds a command in a PATH that need not be ours. Directories that are
// relative are left out, as package exec does.
func lookPath(command, path string) (string, error) {
	if strings.Contains(command, "/") {
		return command, nil // relative to Dir, as the system sees it
	}
	for _, dir := range filepath.SplitList(path) {
		file := filepath.Join(dir, command)
		info, err := os.Stat(file)
		if err == nil && filepath.IsAbs(dir) && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
			return file, nil
		}
	}
	if path == "" {
		return "", errors.Join(exec.ErrNotFound, errors.New("the server gets no PATH"))
	}
	return "", exec.ErrNotFound
}
