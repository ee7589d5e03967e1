package shellop

import (
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/shelltable"
)

// Nix builds and runs what a flake names. That of the project is its own code, with inputs that its lock file pins; any
// other comes from outside.

// nixVerbs take a flake, and nixOthers are options by which it is not the one of the project, or not as it is locked.
var (
	nixVerbs  = []string{"nix build", "nix develop", "nix eval", "nix fmt", "nix flake check", "nix flake metadata", "nix flake show", "nix run", "nix shell"}
	nixOthers = []string{
		"-E", "-I", "-f", "-p", "--accept-flake-config", "--argstr", "--expr", "--file", "--impure", "--include", "--inputs-from", "--option", "--override-flake",
		"--override-input", "--packages", "--post-build-hook", "--recreate-lock-file", "--store", "--substituters", "--update-input", //nolint:misspell // so Nix spells it
	}
)

func (w *walker) nix(name string, argv []word, st *state, in flow, at Span) flow {
	end := slices.IndexFunc(argv, func(v word) bool { return v.text == "-c" || v.text == "--command" })
	if end < 0 {
		end = len(argv)
	}
	p := w.parse(shelltable.Command(name), name, argv[1:end], at)
	foreign := slices.ContainsFunc(p.operands, func(v word) bool {
		flake, _, _ := strings.Cut(v.text, "#")
		return !v.known() || flake != "" && flake != "." && !strings.HasPrefix(flake, "./")
	})
	if !slices.Contains(nixVerbs, p.name) || foreign || p.name == "nix shell" && len(p.operands) == 0 || hasOther(argv[:end]) {
		return w.tabled(name, argv, st, in, at)
	}
	p.effect = shelltable.Opaque
	w.judge(p, st, in, at)
	if p.name == "nix run" && len(p.operands) > 0 {
		_, app, _ := strings.Cut(p.operands[0].text, "#")
		w.task(p.name, []word{{text: app}}, nil, at)
	}
	if end+1 < len(argv) {
		return w.wrapped(p, argv[end+1:], st, in, at)
	}
	return unseen(fromLocal)
}

// nixShell is the same for shell.nix, whose commands are words.
func (w *walker) nixShell(name string, argv []word, st *state, in flow, at Span) flow {
	if hasOther(argv) || len(argv) < 2 {
		return w.tabled(name, argv, st, in, at)
	}
	w.add(shelltable.Opaque, "command", name+" builds what the project names", at)
	for i, v := range argv[:len(argv)-1] {
		if v.text == "--run" || v.text == "--command" {
			source := argv[i+1]
			w.feed(flow{text: source.data(), known: source.known(), there: true, from: source.from}, st.fork(), at, "sh", name)
			argv = slices.Delete(slices.Clone(argv), i, i+2)
			break
		}
	}
	for _, v := range argv[1:] {
		pl := w.place(st, v)
		if !strings.HasPrefix(v.text, "-") && (!strings.HasSuffix(v.text, ".nix") || pl.outside || pl.home || pl.up || strings.HasPrefix(pl.path, "/")) || v.unknown() {
			w.add(shelltable.State, "command", name+" builds what is not in the project", at)
		}
	}
	return unseen(fromLocal)
}

func hasOther(argv []word) bool {
	return slices.ContainsFunc(argv, func(v word) bool {
		option, _, _ := strings.Cut(v.text, "=")
		return slices.Contains(nixOthers, option)
	})
}
