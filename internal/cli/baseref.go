package cli

import (
	"context"
	"fmt"
	"strings"
)

// mergeBase is the commit that a change starts from.
type mergeBase struct {
	ref    string // as it is named: "origin/main"
	commit string
	head   string // commit of HEAD
	top    string // folder of the work tree
	prefix string // the current folder, from top, with / behind it; "" for top
	dirty  bool   // the work tree holds what is not committed
}

const deepen = "fetch all of the history: fetch-depth: 0 for actions/checkout, GIT_DEPTH: 0 for GitLab, git fetch --unshallow elsewhere"

// findMergeBase finds where HEAD left the revision given, or the one that the
// surroundings name.
func (a *app) findMergeBase(ctx context.Context, given string) (mergeBase, error) {
	var b mergeBase
	var err error
	if b.top, err = gitPath(ctx, "--show-toplevel"); err != nil || b.top == "" {
		return b, usagef("run it in a work tree, or name both sides: mooring diff BEFORE AFTER", "--base: no git work tree here%s", because(err))
	}
	if b.prefix, err = gitPath(ctx, "--show-prefix"); err != nil {
		return b, err
	}
	if b.head = commitOf(ctx, "HEAD"); b.head == "" {
		return b, usagef("", "--base: the repository has no commit yet")
	}
	if b.ref, err = a.baseRef(ctx, given); err != nil {
		return b, err
	}
	lines, err := gitLines(ctx, "merge-base", b.ref, "HEAD")
	if err != nil || len(lines) == 0 {
		if shallow(ctx) {
			return b, usagef(deepen, "--base: this clone is shallow and does not reach back to where HEAD left %s", b.ref)
		}
		return b, usagef("", "--base: %s and HEAD have no commit in common%s", b.ref, because(err))
	}
	b.commit = lines[0]
	status, err := git(ctx, "status", "--porcelain")
	b.dirty = len(status) > 0
	return b, err
}

func because(err error) string {
	if err == nil || strings.HasSuffix(err.Error(), ": ") {
		return ""
	}
	return ": " + err.Error()
}

// refCandidate is a revision that may be the base.
type refCandidate struct {
	refs []string // the first that is here
	from string   // who names it
	must bool     // it is an error when none is here
}

// refCandidates are what may be the base, the first that holds.
func (a *app) refCandidates(given string) []refCandidate {
	if given != "" {
		return []refCandidate{{[]string{given, "origin/" + given}, "--base", true}}
	}
	var out []refCandidate
	for _, v := range []struct{ name, prefix string }{
		{"GITHUB_BASE_REF", "origin/"}, {"CI_MERGE_REQUEST_DIFF_BASE_SHA", ""}, {"CI_MERGE_REQUEST_TARGET_BRANCH_NAME", "origin/"},
	} {
		if value, _ := a.lookup(v.name); value != "" {
			out = append(out, refCandidate{[]string{v.prefix + value}, v.name, true})
		}
	}
	return append(out, refCandidate{refs: []string{"origin/HEAD", "origin/main", "main", "origin/master", "master"}})
}

func (a *app) baseRef(ctx context.Context, given string) (string, error) {
	if strings.HasPrefix(given, "-") {
		return "", usagef("", "revision %q starts with a dash", given)
	}
	for _, c := range a.refCandidates(given) {
		for _, ref := range c.refs {
			if commitOf(ctx, ref) != "" {
				return ref, nil
			}
		}
		switch {
		case c.must && shallow(ctx):
			return "", usagef(deepen, "--base: this clone is shallow and has no revision %q, which %s names", c.refs[0], c.from)
		case c.must:
			name := strings.TrimPrefix(c.refs[0], "origin/")
			return "", usagef("fetch it: git fetch origin "+name+"; or name another one: --base=REF", "--base: no revision %q here, which %s names", c.refs[0], c.from)
		}
	}
	return "", usagef("name it: --base=REF", "--base: found none of origin/HEAD, origin/main, main, origin/master, master")
}

// commitOf is the commit that a revision names, "" where there is none.
func commitOf(ctx context.Context, ref string) string {
	lines, err := gitLines(ctx, "rev-parse", "--verify", "--quiet", ref+"^{commit}")
	if err != nil || len(lines) == 0 {
		return ""
	}
	return lines[0]
}

func shallow(ctx context.Context) bool {
	lines, err := gitLines(ctx, "rev-parse", "--is-shallow-repository")
	return err == nil && len(lines) > 0 && lines[0] == "true"
}

// gitPath is one path that git rev-parse prints; a name may hold a line's end.
func gitPath(ctx context.Context, which string) (string, error) {
	out, err := git(ctx, "rev-parse", which)
	return strings.TrimSuffix(string(out), "\n"), err
}

func gitLines(ctx context.Context, args ...string) ([]string, error) {
	out, err := git(ctx, args...)
	text := strings.TrimRight(string(out), "\r\n")
	if err != nil || text == "" {
		return nil, err
	}
	return strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n"), nil
}

// labels say what both sides are, for people.
func (b mergeBase) labels() (before, after string) {
	const short = 12
	cut := func(commit string) string { return commit[:min(short, len(commit))] }
	before = fmt.Sprintf("base %s, where HEAD left %s", cut(b.commit), b.ref)
	after = "work tree at " + cut(b.head)
	if b.dirty {
		after += ", with changes that are not committed"
	}
	return before, after
}
