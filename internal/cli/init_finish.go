package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/codeowners"
)

// finish says what to have reviewed, what to commit, and what comes next.
func (s *setup) finish(ctx context.Context, lock string, batches []batch) error {
	file, err := readLock(lock, true)
	if err != nil {
		return err
	}
	if len(file.lock.Servers) == 0 {
		s.say("\nnothing is pinned yet")
	}
	if s.top != "" && !s.where.user {
		if err := s.review(ctx, lock, len(file.lock.Servers) > 0); err != nil {
			return err
		}
	}
	if len(file.lock.Servers) == 0 {
		return nil
	}
	s.say("\nnext:")
	var all []string
	for _, b := range batches {
		flags := &targetFlags{config: b.config, trustProject: b.project}
		pinned := slices.DeleteFunc(slices.Clone(b.names), func(name string) bool { _, is := file.lock.Get(name); return !is })
		all = append(all, pinned...)
		if len(pinned) > 0 {
			s.say("  %s", invocation{flags: flags, lock: s.where}.line("check", pinned...))
		}
	}
	if all = s.lackAxes(file.lock, all); len(all) > 0 {
		s.say("  %s", proposeLine(s.where, all...))
		s.say("  %s", proposeLine(s.where, append(all, "--write")...))
	}
	s.say("  mooring doctor")
	if s.top != "" && !s.where.user {
		s.say("in CI, on every pull request: docs/ci.md")
	}
	return nil
}

// review proposes who looks at changes of the pins, and says what to commit.
func (s *setup) review(ctx context.Context, lock string, pinned bool) error {
	var files []string
	if exists(s.policy) {
		files = append(files, s.policy)
	}
	if pinned && s.inTop(lock) {
		files = append(files, lock)
	}
	if len(files) == 0 {
		return nil
	}
	owners, err := s.owners(files)
	if err != nil {
		return err
	}
	if owners != "" {
		files = append(files, owners)
	}
	for _, f := range files {
		if where := ignoredBy(ctx, f); where != "" {
			s.say("\nwarning: git ignores %s (%s), so that nobody else gets it; take it out there", fromHere(f), where)
		}
	}
	words := make([]string, len(files))
	for i, f := range files {
		words[i] = fromHere(f)
	}
	s.say("\ncommit what is new of:\n  %s", shellLine(append([]string{"git", "add"}, words...)))
	return nil
}

// inTop reports a file inside of the repository.
func (s *setup) inTop(path string) bool {
	rel, err := filepath.Rel(s.top, absolute(path))
	return err == nil && filepath.IsLocal(rel)
}

// owners proposes lines for CODEOWNERS, or writes them; it returns the file when it was
// written.
func (s *setup) owners(files []string) (written string, err error) {
	path, text := ownersFile(s.top)
	var lines []string
	for _, f := range files {
		rel, err := filepath.Rel(s.top, absolute(f))
		if err != nil {
			return "", err
		}
		rel = filepath.ToSlash(rel)
		if codeowners.Owners(text, rel) == nil {
			lines = append(lines, "/"+strings.ReplaceAll(rel, " ", `\ `)+" "+ownerOr(s.owner, "@OWNER"))
		}
	}
	name := fromHere(path)
	switch {
	case len(lines) == 0:
		s.say("\nreviewed: %s names who owns %s", name, strings.Join(s.shortNames(files), " and "))
		return "", nil
	case s.owner == "":
		there := "there is none yet"
		if exists(path) {
			there = "which is there already"
		}
		s.say("\nhave changes of the pins reviewed: add to %s (%s), with who reviews them in the place of @OWNER:", name, there)
		s.say("  %s", strings.Join(lines, "\n  "))
		s.say("or have it written: mooring init --codeowners @OWNER")
		return "", nil
	}
	if err := appendLines(path, text, lines); err != nil {
		return "", usage(fmt.Errorf("write %s: %w", name, err), "")
	}
	s.say("\nwritten: %s: %s", name, strings.Join(lines, "; "))
	return path, nil
}

func ownerOr(owner, other string) string {
	if owner == "" {
		return other
	}
	return owner
}

func (s *setup) shortNames(files []string) []string {
	out := make([]string, len(files))
	for i, f := range files {
		out[i] = filepath.Base(f)
	}
	return out
}

// ownersFile is the CODEOWNERS that counts in a repository with its text, or the one to
// make.
func ownersFile(top string) (path string, text []byte) {
	for _, place := range codeowners.Places() {
		path := filepath.Join(top, filepath.FromSlash(place))
		if text, err := readFile(path, 3<<20); err == nil { // GitHub reads no longer one
			return path, text
		}
	}
	return filepath.Join(top, filepath.FromSlash(codeowners.Places()[0])), nil
}

func appendLines(path string, text []byte, lines []string) error {
	if len(text) > 0 && text[len(text)-1] != '\n' {
		text = append(text, '\n')
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil { //nolint:gosec // part of a working tree, as git makes folders
		return err
	}
	return writeFile(path, append(text, strings.Join(lines, "\n")+"\n"...))
}

// ignoredBy says which line has git ignore a file, "" when none does or nobody can
// tell.
func ignoredBy(ctx context.Context, path string) string {
	out, err := git(ctx, "check-ignore", "-v", "--", path)
	if err != nil {
		return ""
	}
	where, _, _ := strings.Cut(string(out), "\t")
	return where
}
