package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// clearing is how long the removal of a work tree may take.
const clearing = time.Minute

const (
	worktreePrefix = "mooring-base-"
	// ownerFile says beside a checkout whose it is.
	ownerFile = "owner.pid"
)

// owner is what says that a process of this machine, or of this container, has a work
// tree.
func owner(pid int) string {
	host, _ := os.Hostname() // "" is one, too
	return fmt.Sprintf("%d %s\n", pid, host)
}

// sweep removes work trees of this repository that a run has left which was killed.
func (a *app) sweep(ctx context.Context) {
	tmp, err := filepath.EvalSymlinks(os.TempDir())
	lines, listed := gitLines(ctx, "worktree", "list", "--porcelain")
	if err != nil || listed != nil {
		return
	}
	for _, line := range lines {
		dir, is := strings.CutPrefix(line, "worktree ")
		parent := filepath.Dir(filepath.FromSlash(dir))
		if is && filepath.Dir(parent) == tmp && strings.HasPrefix(filepath.Base(parent), worktreePrefix) && abandoned(parent) {
			a.clearing.Add(1)
			(&worktree{app: a, parent: parent, dir: filepath.FromSlash(dir)}).remove()
		}
	}
}

// abandoned reports that the owner of a work tree was of this machine and is gone.
func abandoned(parent string) bool {
	text, err := readFile(filepath.Join(parent, ownerFile), 1<<10)
	if err != nil {
		return false
	}
	word, _, _ := strings.Cut(string(text), " ")
	pid, err := strconv.Atoi(word)
	return err == nil && pid > 0 && owner(pid) == string(text) && !running(pid)
}

// worktree is a commit of the repository, checked out in a temporary folder of its
// own.
type worktree struct {
	app    *app
	parent string // removed with all that is in it
	dir    string // the checkout
}

// addWorktree checks a commit out. Neither the user's work tree nor the index is
// touched, and no hook runs. remove has to follow.
func (a *app) addWorktree(ctx context.Context, commit, name string) (*worktree, error) {
	a.sweep(ctx)
	parent, err := os.MkdirTemp("", worktreePrefix)
	if err != nil {
		return nil, usage(err, "")
	}
	if parent, err = filepath.EvalSymlinks(parent); err != nil { // as git writes it down
		return nil, usage(err, "")
	}
	w := &worktree{app: a, parent: parent, dir: filepath.Join(parent, name)}
	a.clearing.Add(1)
	if err := os.WriteFile(filepath.Join(parent, ownerFile), []byte(owner(os.Getpid())), 0o600); err != nil {
		w.remove()
		return nil, usage(err, "")
	}
	none := "core.hooksPath=" + filepath.Join(parent, "no-hooks")
	if err := w.git(ctx, "-c", none, "worktree", "add", "--quiet", "--detach", w.dir, commit); err != nil {
		w.remove()
		return nil, usage(fmt.Errorf("check out %s: %w", commit, err), "")
	}
	return w, nil
}

// remove removes the folder, and then what the repository notes of it. It also runs
// after an interrupt. Only this work tree is taken from the notes: git worktree prune
// would take those along whose disk is not there right now.
func (w *worktree) remove() {
	defer w.app.clearing.Done()
	ctx, cancel := context.WithTimeout(context.Background(), clearing)
	defer cancel()
	err := os.RemoveAll(w.parent)
	if gone := w.git(ctx, "worktree", "remove", "--force", "--force", w.dir); err == nil && gone != nil && !strings.Contains(gone.Error(), "is not a working tree") {
		err = gone
	}
	if err != nil {
		w.app.warn("the temporary work tree %q was not removed: %v", w.parent, err)
	}
}

// git runs git without the variables by which a hook of the user's names an index.
func (w *worktree) git(ctx context.Context, args ...string) error {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Env = slices.DeleteFunc(slices.Clone(w.app.environ), func(pair string) bool {
		return strings.HasPrefix(pair, "GIT_INDEX_FILE=") || strings.HasPrefix(pair, "GIT_PREFIX=")
	})
	out, err := cmd.CombinedOutput()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return errors.New(strings.TrimSpace(string(out)))
	}
	return err
}

// withoutGit is an environment without the variables that bind git to the repository
// of the caller, such as those that a hook is given. Programs in another work tree
// would read and write the wrong one.
func withoutGit(environ []string) []string {
	bound := []string{
		"GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_DIR", "GIT_GRAFT_FILE", "GIT_INDEX_FILE",
		"GIT_INTERNAL_SUPER_PREFIX", "GIT_NAMESPACE", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX", "GIT_SHALLOW_FILE", "GIT_WORK_TREE",
	} // git rev-parse --local-env-vars
	return slices.DeleteFunc(slices.Clone(environ), func(pair string) bool {
		name, _, _ := strings.Cut(pair, "=")
		return slices.Contains(bound, name)
	})
}
