package shellop

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/shelltable"
)

// git judges a subcommand by its row, and what rows do not say: settings, refspecs, transports, aliases.
func (w *walker) git(name string, argv []word, st *state, in flow, at Span) flow {
	p := w.parse(shelltable.Command("git"), name, argv[1:], at)
	for _, c := range p.options {
		if c.name == "-c" && c.has && c.row.Role == "" && c.row.Raise == "" {
			w.gitSetting(c.value, st, at)
		}
	}
	if p.name == "git config" && p.has("--get", "--get-all", "--get-regexp", "--get-urlmatch", "--list", "-l", "--get-color", "--get-colorbool") ||
		p.name == "git config" && len(p.operands) == 1 && !p.has("--unset", "--unset-all", "--remove-section", "--edit", "-e", "--add", "--replace-all") {
		p.effect = shelltable.Read
	}
	if p.name == "git symbolic-ref" && len(p.operands) < 2 && !p.has("-d", "--delete") {
		p.effect = shelltable.Read
	}
	out := w.judge(p, st, in, at)
	if v, ok := p.option("-C", "--git-dir", "--work-tree"); ok && w.place(st, v).zones.Has(own) && !w.band.Less(SoftAck) {
		w.path(shelltable.Tamper, "own-files", "changes", v, p, at)
	}
	w.gitFolder(p, st, at)
	switch p.name {
	case "git push":
		w.gitPush(p, st, at)
	case "git checkout":
		w.gitCheckout(p, argv, at)
	case "git config":
		w.gitConfig(p, st, at)
	case "git bundle":
		if len(p.operands) > 1 && p.operands[0].text == "create" {
			w.writes(p.operands[1], p, st, at, false)
		}
	case "git clone":
		st.fetched = true
	case "git submodule foreach":
		text := joinedText(p.operands)
		w.feed(flow{text: text, known: !slices.ContainsFunc(p.operands, word.unknown), there: true}, st.fork(), at, "sh", p.name)
	case "git":
		if len(p.operands) == 0 && len(argv) > 1 {
			w.add(shelltable.Read, "command", "git shows help", at)
		}
	case "git remote add", "git remote set-url":
		if len(p.operands) > 1 {
			st.remote(p.operands[0].data(), p.operands[1])
		}
	case "git remote rename":
		if len(p.operands) > 1 {
			if v, ok := st.remotes[p.operands[0].data()]; ok {
				st.remote(p.operands[1].data(), v)
			}
		}
	case "git show", "git log", "git diff", "git cat-file", "git blame", "git grep", "git annotate":
		found := out.found
		out = unseen(fromLocal)
		out.found = found
		for _, v := range p.operands {
			if _, file, ok := strings.Cut(v.text, ":"); ok {
				v.text = file
			}
			out.from |= w.readsTree(v, p, st, in, at)
		}
	}
	if slices.Contains([]string{"git clone", "git fetch", "git pull", "git push", "git ls-remote", "git remote add", "git remote set-url", "git submodule add", "git archive"}, p.name) {
		for _, v := range append(slices.Clone(p.operands), optionValues(p)...) {
			w.gitTransport(v, p, at)
		}
	}
	return out
}

// gitFolder looks at whose settings git reads: those of another repository than the project's may name programs.
func (w *walker) gitFolder(p *parsed, st *state, at Span) {
	if !quiet(p.effect) || slices.Contains([]string{"git", "git init", "git version", "git help"}, p.name) {
		return
	}
	dir, other := word{text: "."}, false
	if v, ok := p.option("-C"); ok {
		dir, other = v, true
	}
	if v, ok := p.option("--git-dir", "--work-tree"); ok && strings.TrimPrefix(v.text, "./") != ".git" && v.text != "." {
		w.add(shelltable.Opaque, "git-setting", fmt.Sprintf("the settings of the repository at %q may name programs", v.show()), at)
		dir, other = v, true
	}
	if !other && st.dir == "." {
		return
	}
	switch pl := w.place(st, dir); {
	case pl.unknown && !strings.ContainsRune(st.dir, markUnknown), pl.zones.Has(scratch), pl.outside:
		w.add(shelltable.Opaque, "git-setting", fmt.Sprintf("the settings of a repository that is not the project's may name programs: %q", dir.show()), at)
	}
}

func optionValues(p *parsed) []word {
	var out []word
	for _, c := range p.options {
		if c.has {
			out = append(out, c.value)
		}
	}
	return out
}

// gitSettings are settings that turn nothing on that runs: name in front of the first dot, or whole.
var gitSettings = []string{
	"user.", "color.", "advice.", "column.", "push.", "log.", "commit.gpgsign", "commit.verbose", "commit.cleanup", "init.defaultbranch", "branch.",
	"fetch.prune", "fetch.parallel", "pull.rebase", "pull.ff", "merge.ff", "merge.conflictstyle", "merge.renames", "rebase.auto", "rebase.stat",
	"diff.algorithm", "diff.renames", "diff.renamelimit", "diff.context", "diff.colormoved", "diff.mnemonicprefix", "diff.noprefix", "status.",
	"tag.sort", "tag.gpgsign", "core.autocrlf", "core.safecrlf", "core.filemode", "core.ignorecase", "core.quotepath", "core.abbrev", "core.longpaths",
	"core.compression", "core.precomposeunicode", "core.symlinks", "core.commentchar", "core.whitespace", "core.eol", "http.postbuffer", "http.version",
	"http.lowspeed", "gc.auto", "gc.prune", "pack.", "index.", "feature.", "stash.", "help.", "grep.", "blame.", "format.pretty", "safe.directory",
	"submodule.recurse", "rerere.", "versionsort.", "worktree.", "notes.", "maintenance.auto", "checkout.", "am.",
}

// gitSetting is -c key=value, or what config sets.
func (w *walker) gitSetting(v word, st *state, at Span) {
	key, val, _ := strings.Cut(v.data(), "=")
	w.gitValue(strings.ToLower(key), val, v, st, at)
}

func (w *walker) gitValue(key, val string, v word, st *state, at Span) {
	pager := key == "core.pager" || strings.HasPrefix(key, "pager.")
	switch {
	case pager && slices.Contains([]string{"cat", "", "less", "false", "true", "less -F", "less -R", "less -FRX"}, val):
		return
	case !strings.Contains(key, "\x00") && slices.ContainsFunc(gitSettings, func(safe string) bool { return strings.HasPrefix(key, safe) }):
		return
	}
	effect := shelltable.Exec
	w.add(effect, "git-setting", fmt.Sprintf("the setting %q of git may run a program, or lead elsewhere", plain.Replace(key)), at)
	source := strings.TrimPrefix(val, "!")
	if strings.HasPrefix(key, "alias.") && !strings.HasPrefix(val, "!") {
		source = "git " + val
	}
	if strings.HasPrefix(key, "alias.") || pager || strings.Contains(key, "command") || strings.HasSuffix(key, "editor") || strings.HasSuffix(key, ".cmd") ||
		strings.HasPrefix(key, "filter.") || strings.HasSuffix(key, "askpass") || strings.HasSuffix(key, "fsmonitor") || strings.HasSuffix(key, "external") || strings.HasSuffix(key, "helper") {
		w.feed(flow{text: source, known: v.known(), there: true, from: v.from}, st.fork(), at, "sh", "git "+plain.Replace(key))
	}
}

// gitPush looks at where it goes, and at refspecs: + forces, and a colon in front deletes.
func (w *walker) gitPush(p *parsed, st *state, at Span) {
	w.gitTarget(p, st, at)
	for i, v := range p.operands {
		switch {
		case strings.HasPrefix(v.text, "+"):
			w.add(shelltable.Remote, "refspec", fmt.Sprintf("the refspec %q forces", v.show()), at)
		case i > 0 && strings.HasPrefix(v.text, ":"):
			w.add(shelltable.Remote, "refspec", fmt.Sprintf("the refspec %q deletes", v.show()), at)
		case v.unknown() && i > 0 && strings.HasPrefix(v.text, string(markUnknown)) && !v.branch:
			w.add(shelltable.Remote, "refspec", fmt.Sprintf("the refspec %q is not known, and may force or delete", v.show()), at)
		}
	}
}

// gitTarget is where a push goes: an address, or a remote whose address this very text sets. Without a name it is the
// remote of the branch, so that any of them may be meant.
func (w *walker) gitTarget(p *parsed, st *state, at Span) {
	target, named := p.option("--repo")
	if len(p.operands) > 0 {
		target, named = p.operands[0], true
	}
	var targets []word
	switch address, ok := st.remotes[target.data()]; {
	case ok && named:
		targets = []word{address}
	case named && !target.unknown():
		targets = []word{target}
	default:
		for _, name := range slices.Sorted(maps.Keys(st.remotes)) {
			targets = append(targets, st.remotes[name])
		}
	}
	for _, v := range targets {
		if strings.ContainsAny(v.text, ":@") && reachOf(v.data()) != loopback || v.unknown() {
			w.add(shelltable.Leak, "data-leaves", fmt.Sprintf("git push sends history to the address %q", v.show()), at)
		}
	}
}

// gitDestination notes a setting by which a push goes elsewhere.
func gitDestination(key string, v word, st *state) {
	section, rest, _ := strings.Cut(key, ".")
	name := rest[:max(0, strings.LastIndexByte(rest, '.'))]
	switch last := rest[strings.LastIndexByte(rest, '.')+1:]; {
	case section == "remote" && (last == "url" || last == "pushurl"):
		st.remote(name, v)
	case section == "branch" && (last == "remote" || last == "pushremote") && strings.ContainsAny(v.text, ":@/"):
		st.remote("", v)
	}
}

// gitCheckout tells branches from files, whose uncommitted changes are gone.
func (w *walker) gitCheckout(p *parsed, argv []word, at Span) {
	if p.has("-b", "-B", "--orphan") {
		return
	}
	paths := p.end && argv[len(argv)-1].text != "--"
	for i, v := range p.operands {
		paths = paths || i > 0 || v.text == "." || strings.HasPrefix(v.text, "./") || strings.HasPrefix(v.text, ":") || v.glob() || strings.HasPrefix(v.text, "../")
	}
	if paths && len(p.operands) > 0 {
		w.add(shelltable.Destroy, "drops-work", "git checkout of paths drops what was not committed", at)
	}
}

// gitConfig tells reading a setting from writing one.
func (w *walker) gitConfig(p *parsed, st *state, at Span) {
	if p.effect == shelltable.Read {
		return
	}
	operands := p.operands
	for _, c := range p.options {
		switch c.name {
		case "--unset", "--unset-all", "--remove-section", "--rename-section", "-e", "--edit", "--replace-all", "--global", "--system":
			if len(operands) > 1 || c.name == "-e" || c.name == "--edit" || c.name != "--global" && c.name != "--system" {
				w.add(shelltable.State, "git-setting", "git config "+c.name+" changes settings", at)
			}
		}
	}
	if len(operands) > 0 && (operands[0].text == "set" || operands[0].text == "unset" || operands[0].text == "edit") {
		operands = operands[1:]
	}
	if len(operands) > 1 {
		gitDestination(strings.ToLower(operands[0].data()), operands[1], st)
		w.gitValue(strings.ToLower(operands[0].data()), operands[1].data(), operands[1], st, at)
	}
}

// gitTransport looks at an address: ext:: and the like run programs.
func (w *walker) gitTransport(v word, p *parsed, at Span) {
	text := v.data()
	if helper, rest, ok := strings.Cut(text, "::"); ok && !strings.ContainsAny(helper, "/:") && helper != "" {
		w.add(shelltable.Exec, "transport", fmt.Sprintf("the transport %q runs a program", plain.Replace(helper)), at)
		if helper == "ext" {
			w.nested(rest, at, newState(w.options), flow{}, "sh")
		}
	}
	if strings.HasPrefix(text, "-") || strings.Contains(text, "ssh://-") || strings.HasPrefix(text, "fd::") {
		w.add(shelltable.Exec, "transport", fmt.Sprintf("the address %q may be an option", v.show()), at)
	}
	if strings.Contains(text, "://") && reachOf(text) == metadata {
		w.add(shelltable.Metadata, "metadata-host", fmt.Sprintf("%s reaches %q", p.name, v.show()), at)
	}
}
