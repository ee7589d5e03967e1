package shellop

import (
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/shelltable"
)

// languages are those of data/code.txt, as the rows of interpreters name them.
var languages = []string{"python", "node", "perl", "ruby", "php", "lua", "r", "julia", "other", "java", "awk", "sed"}

// interpreter is a program that runs code from a word, a file or its input.
func (w *walker) interpreter(name string, row *shelltable.Row, argv []word, st *state, in flow, at Span) flow { //nolint:revive // what runs, the state, the input and the place belong together
	p := w.parse(row, name, argv[1:], at)
	given, before := false, len(w.reasons)
	for _, c := range p.options {
		given = given || c.has && (c.row.Role == shelltable.Program || c.row.Role == shelltable.Script)
	}
	if !given && len(p.operands) == 0 && !p.has("-m") && (p.reveals || p.effect == shelltable.Read && row.Effect != shelltable.Read) {
		w.add(shelltable.Read, "command", name+" shows its version or help", at)
		return unseen(fromLocal)
	}
	if row.Why == "python" {
		if module, ok := p.option("-m"); ok {
			return w.module(module, p, argv, st, in, at)
		}
	}
	if len(argv) > 1 && row.Effect != shelltable.Read {
		p.effect = shelltable.Read // what it runs is judged below
	}
	inPlace := p.has("-i", "--in-place", "-I") && (row.Why == "sed" || row.Why == "perl" || row.Why == "ruby")
	if v, ok := p.option("-i", "--include"); ok && row.Why == "awk" && strings.TrimSuffix(v.text, ".awk") == "inplace" {
		inPlace = true
		w.add(shelltable.Edit, "option", name+" changes files in place", at)
	}
	w.add(p.effect, "command", w.why(p), at)
	for _, c := range p.options {
		w.chosenOption(c, p, st, in, at)
	}
	out := flow{there: true, from: fromLocal | in.from}
	for i, v := range p.operands {
		role := p.fileRole(i, given, inPlace)
		if given && !inPlace && row.Effect != shelltable.Read && !w.band.Less(Escalate) && w.place(st, v).zones.Has(own) {
			w.path(shelltable.Tamper, "own-files", "changes", v, p, at)
		}
		if role == shelltable.Script && w.checksProject(v, p.operands[i+1:], st) {
			w.add(shelltable.Test, "local-program", name+" runs the checks of the project", at)
			break
		}
		if role == shelltable.Script {
			w.script(v, p, p.operands[i+1:], st, in, at)
			w.scriptTask(v, p.operands[i+1:], at)
			w.projectScript(v, p.operands[i+1:], st, at)
			continue
		}
		if row.Why == "awk" && strings.Contains(v.text, "=") && role == shelltable.Input {
			continue
		}
		out.from |= v.from | w.byRole(role, v, p, st, in, at)
	}
	switch {
	case given || len(p.operands) > 0 || row.Effect == shelltable.Read:
	case in.there:
		w.codeFlow(row, in, st, at)
	case !p.has("-v", "-V", "-h", "-vV"):
		w.add(shelltable.Opaque, "command", name+" runs what its options name, or asks for code", at)
	}
	if slices.ContainsFunc(w.reasons[before:], func(r Reason) bool { return r.Effect == shelltable.Secret }) {
		out.from |= fromSecret
	}
	return out
}

// fileRole is the role of an operand of an interpreter, whose code may be given apart and edits files in place.
func (p *parsed) fileRole(i int, given, inPlace bool) shelltable.Role {
	role := p.row.RoleOf(i, len(p.operands))
	switch {
	case inPlace && (given || i > 0), inPlace && role == shelltable.Input:
		return shelltable.Output
	case given, role == shelltable.Script && p.looksAtSyntax(): // for the code, which may open them
		return shelltable.Input
	}
	return role
}

// module is python -m.
func (w *walker) module(module word, p *parsed, argv []word, st *state, in flow, at Span) flow { //nolint:revive // what runs, the state, the input and the place belong together
	i := slices.IndexFunc(argv, func(v word) bool { return strings.HasSuffix(v.text, "m") && strings.HasPrefix(v.text, "-") })
	rest := argv[min(len(argv), i+2):]
	run := func(name string) flow {
		return w.named(name, append([]word{{text: name, span: module.span}}, rest...), st, in, at)
	}
	if first, _, _ := strings.Cut(module.text, "."); ownName(first) {
		return w.ownProgram(first, append([]word{module}, rest...), st, at)
	}
	switch module.text {
	case "pip", "pytest", "black", "yapf", "autopep8", "bandit", "pyright", "vulture", "radon", "yamllint", "codespell", "isort", "mypy", "ruff", "flake8", "pylint", "twine", "coverage", "tox", "nox", "uv", "poetry", "pipx", "virtualenv", "unittest":
		return run(module.text)
	case "http.server", "SimpleHTTPServer", "pydoc", "smtpd", "jupyter", "notebook", "flask", "uvicorn":
		if bound(rest) {
			w.add(shelltable.Opaque, "local-service", "python -m "+module.text+" serves this machine alone", at)
			break
		}
		w.add(shelltable.Listen, "command", "python -m "+module.text+" opens this machine to others", at)
	case "json.tool", "this", "platform", "sysconfig", "site", "timeit", "dis", "tokenize", "ast", "calendar", "base64", "zipfile", "tarfile", "ensurepip-show":
		if module.text == "timeit" {
			w.add(shelltable.Opaque, "inline-code", "python runs code in a word, which is not followed", at)
			w.inline("python", "python", joinedText(rest), at)
			break
		}
		w.add(shelltable.Read, "command", "python -m "+module.text, at)
		for _, v := range rest {
			w.reads(v, p, st, in, at)
		}
		w.moduleWrites(module.text, rest, p, st, at)
	case "py_compile", "compileall", "tabnanny":
		w.add(shelltable.Make, "command", "python -m "+module.text+" looks at the syntax of files", at)
	case "venv", "build", "cProfile", "trace", "doctest", "pdb":
		w.add(shelltable.Opaque, "local-program", "python -m "+module.text, at)
	default:
		if module.unknown() {
			w.add(shelltable.Exec, "unknown-source", "which module python runs is not known", at)
			break
		}
		w.add(shelltable.Opaque, "local-program", "python runs the module "+module.show(), at)
	}
	return unseen(fromLocal)
}

// modules makes uv run -m the python -m that it is.
func (p *parsed) modules(at Span) {
	if module, ok := p.option("-m", "--module"); ok && (p.name == "uv run" || p.name == "rye run") {
		p.rest = append([]word{{text: "python", span: at}, {text: "-m", span: at}, module}, p.rest...)
	}
}
