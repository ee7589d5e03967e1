package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path"
	"strings"

	"github.com/mooring-mcp/mooring/check"
)

// gitSide is a file or folder in a revision of the repository of the working
// directory: git:REV:PATH.
func gitSide(word, spec string) (side, error) {
	rev, file, found := strings.Cut(spec, ":")
	if !found || rev == "" || file == "" {
		return side{}, usagef("", "%q is not git:REV:PATH", word)
	}
	if strings.HasPrefix(rev, "-") {
		return side{}, usagef("", "revision %q starts with a dash", rev)
	}
	object := rev + ":" + strings.TrimSuffix(file, "/")
	return side{label: word, revision: rev, read: func(ctx context.Context) (check.Observation, error) {
		kind, err := git(ctx, "cat-file", "-t", object)
		if err != nil {
			return check.Observation{}, err
		}
		if strings.TrimSpace(string(kind)) == "tree" {
			return gitTree(ctx, word, object)
		}
		text, err := git(ctx, "cat-file", "blob", object)
		if err != nil {
			return check.Observation{}, err
		}
		return readText(word, text)
	}}, nil
}

func gitTree(ctx context.Context, label, object string) (check.Observation, error) {
	list, err := git(ctx, "ls-tree", "-z", "--name-only", object)
	if err != nil {
		return check.Observation{}, err
	}
	var files []namedText
	for name := range bytes.SplitSeq(list, []byte{0}) {
		if !toolFile(string(name)) {
			continue
		}
		text, err := git(ctx, "cat-file", "blob", object+"/"+string(name))
		if err != nil {
			return check.Observation{}, err
		}
		files = append(files, namedText{path.Join(label, string(name)), text})
	}
	return readTools(label, files)
}

// git runs one git command; its complaint becomes the error.
func git(ctx context.Context, args ...string) ([]byte, error) {
	out, err := exec.CommandContext(ctx, "git", args...).Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return nil, usagef("", "git %s: %s", args[0], bytes.TrimSpace(exit.Stderr))
	}
	if err != nil {
		return nil, usage(fmt.Errorf("run git: %w", err), "")
	}
	return out, nil
}
