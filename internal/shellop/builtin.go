package shellop

import (
	"fmt"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/mooring-mcp/mooring/internal/shelltable"
)

// builtins is the handler of a builtin of shells; nil for one whose row says it all.
func builtins(name string) handler {
	switch name {
	case "echo":
		return (*walker).echo
	case "print":
		return (*walker).print
	case "printf":
		return (*walker).printf
	case "cd", "chdir", "pushd":
		return (*walker).cd
	case "popd":
		return (*walker).popd
	case "eval":
		return (*walker).eval
	case "source", ".":
		return (*walker).sourceFile
	case "exec", "command", "builtin":
		return (*walker).commandBuiltin
	case "trap":
		return (*walker).trap
	case "alias":
		return (*walker).aliasBuiltin
	case "unalias", "unhash", "unfunction", "disable":
		return (*walker).quietly
	case "set":
		return (*walker).setBuiltin
	case "shopt":
		return (*walker).shopt
	case "export", "declare", "typeset", "local", "readonly", "integer", "float", "nameref":
		return (*walker).declareBuiltin
	case "unset":
		return (*walker).unset
	case "read", "mapfile", "readarray":
		return (*walker).readBuiltin
	case "test", "[":
		return (*walker).testBuiltin
	case "let":
		return (*walker).let
	case "return", "exit", "shift", "break", "continue", "logout":
		return (*walker).count
	case "getopts", "wait":
		return (*walker).named2
	}
	return nil
}

// echo prints its words. Where they are known, so is the output.
func (w *walker) echo(_ string, argv []word, _ *state, _ flow, at Span) flow {
	w.add(shelltable.Read, "command", "prints its words", at)
	escapes, newline := false, true
	args := argv[1:]
	for len(args) > 0 && len(args[0].text) > 1 && args[0].text[0] == '-' && strings.Trim(args[0].text[1:], "neE") == "" {
		escapes = escapes || strings.Contains(args[0].text, "e")
		newline = newline && !strings.Contains(args[0].text, "n")
		args = args[1:]
	}
	out := flow{there: true, known: true}
	texts := make([]string, len(args))
	for i, v := range args {
		texts[i] = v.data()
		out.from |= v.from
		out.known = out.known && v.known()
	}
	out.text = strings.Join(texts, " ")
	if len(out.text) > MaxBytes {
		return unseen(out.from | fromLocal)
	}
	if newline {
		out.text += "\n"
	}
	if escapes || w.zsh() && strings.Contains(out.text, `\`) {
		if decoded, ok := decodeANSI(out.text); ok {
			out.text = decoded
		} else {
			out.known = false
		}
	}
	return out
}

// print is echo of zsh and ksh, which may expand its words once more.
func (w *walker) print(name string, argv []word, st *state, in flow, at Span) flow {
	for _, v := range argv[1:] {
		if strings.HasPrefix(v.text, "-") && strings.ContainsAny(v.text, "Pzsfv") {
			w.add(shelltable.Exec, "evaluates-text", "print expands its words, or hands them to the shell", at)
		}
	}
	return w.echo(name, argv, st, in, at)
}

func (w *walker) printf(_ string, argv []word, st *state, _ flow, at Span) flow {
	args := argv[1:]
	target := ""
	if len(args) > 1 && args[0].text == "-v" {
		if w.variableName(st, args[1], at, "printf -v") {
			target = args[1].text
		}
		args = args[2:]
	} else if len(args) > 0 && strings.HasPrefix(args[0].text, "-v") {
		w.variableName(st, word{text: args[0].text[2:], from: args[0].from}, at, "printf -v")
		args = args[1:]
	} else if len(args) > 0 && args[0].text == "--" {
		args = args[1:]
	}
	if len(args) == 0 {
		return literal("")
	}
	if args[0].unknown() && strings.HasPrefix(args[0].text, string(markUnknown)) {
		w.add(shelltable.Exec, "unknown-option", "the format of printf is not known, and may be -v with a subscript", at)
	}
	out := formatted(args)
	if w.zsh() && strings.ContainsAny(args[0].text, "%") {
		w.numericFormat(st, args, at)
	}
	if target != "" {
		text := out.text
		if !out.known {
			text = string(markUnknown)
		}
		w.assigned(st, target, value{text: text, from: out.from}, at)
		return flow{}
	}
	return out
}

// numericFormat looks at words for %d, which zsh takes as arithmetic.
func (w *walker) numericFormat(st *state, args []word, at Span) {
	if !strings.ContainsAny(strings.ReplaceAll(args[0].text, "%s", ""), "%") {
		return
	}
	for _, v := range args[1:] {
		if v.known() && strings.ContainsAny(v.text, "[`$") && !w.isNumber(st, v.text, 0) && strings.ContainsAny(args[0].text, "diouxXeEfgG") {
			w.evaluates(st, []word{v}, at, "printf of zsh takes a number as arithmetic, with the substitutions in its subscripts")
		}
	}
}

// formatted is the output of printf for formats of %s alone.
func formatted(args []word) flow {
	out := flow{there: true, known: args[0].known(), from: joined(args)}
	format, ok := decodeANSI(args[0].data())
	rest := args[1:]
	for _, v := range rest {
		out.known = out.known && v.known()
	}
	if !ok {
		out.known = false
		return out
	}
	var text strings.Builder
	for {
		used := false
		for i := 0; i < len(format); i++ {
			if format[i] != '%' || i+1 == len(format) {
				text.WriteByte(format[i])
				continue
			}
			i++
			switch format[i] {
			case '%':
				text.WriteByte('%')
			case 's', 'b', 'd', 'q', 'c':
				used = true
				if len(rest) > 0 {
					item := rest[0].data()
					if format[i] == 'b' {
						if decoded, ok := decodeANSI(item); ok {
							item = decoded
						}
					}
					text.WriteString(item)
					rest = rest[1:]
				}
			default:
				out.known = false
				text.WriteByte(format[i])
			}
		}
		if len(rest) == 0 || !used {
			break
		}
	}
	out.text = text.String()
	if len(out.text) > MaxBytes {
		out.text, out.known = "", false
	}
	return out
}

func (w *walker) cd(_ string, argv []word, st *state, _ flow, at Span) flow {
	w.add(shelltable.Read, "command", "changes the folder of this shell", at)
	for _, v := range argv[1:] {
		switch {
		case v.text == "-":
			st.dir = string(markUnknown)
			return flow{}
		case strings.HasPrefix(v.text, "-") || v.text == "--":
			continue
		case v.unknown():
			st.dir = string(markUnknown)
			return flow{}
		}
		st.dir = w.resolve(st.dir, v.text)
		return flow{}
	}
	st.dir = "~"
	return flow{}
}

func (w *walker) popd(_ string, _ []word, st *state, _ flow, _ Span) flow {
	st.dir = string(markUnknown)
	return flow{}
}

func (w *walker) eval(_ string, argv []word, st *state, _ flow, at Span) flow {
	texts := make([]string, 0, len(argv))
	known, from := true, origin(0)
	for _, v := range argv[1:] {
		if v.text == "--" && len(texts) == 0 {
			continue
		}
		texts = append(texts, v.data())
		known, from = known && v.known(), from|v.from
	}
	if len(texts) == 0 {
		return flow{}
	}
	return w.feed(flow{text: strings.Join(texts, " "), known: known, there: true, from: from}, st, at, w.dialect(), "eval")
}

// dialect is the shell that the text itself runs in.
func (w *walker) dialect() string { return w.options.Shell }

func (w *walker) sourceFile(name string, argv []word, st *state, in flow, at Span) flow {
	if len(argv) < 2 {
		return flow{}
	}
	row := shelltable.Command("bash")
	v := argv[1]
	if v.body != nil {
		return w.feed(*v.body, st, at, w.dialect(), name)
	}
	if f, ok := st.files[w.place(st, v).key()]; ok && f.known && w.place(st, v).key() != "" {
		return w.nested(asData.Replace(f.text), at, st, in, w.dialect())
	}
	w.script(v, &parsed{row: row, name: name}, argv[2:], st, in, at)
	return unseen(fromLocal)
}

// commandBuiltin is exec, command and builtin, which run a program past functions and aliases.
func (w *walker) commandBuiltin(name string, argv []word, st *state, in flow, at Span) flow {
	args := argv[1:]
	for len(args) > 0 && strings.HasPrefix(args[0].text, "-") {
		switch text := args[0].text; {
		case name == "command" && strings.ContainsAny(text, "vV") && text != "--":
			w.add(shelltable.Read, "command", "says what a name is", at)
			return unseen(fromLocal)
		case name == "exec" && text == "-a" && len(args) > 1:
			args = args[1:]
		}
		args = args[1:]
	}
	if len(args) == 0 {
		return flow{}
	}
	inner := *st
	inner.funcs, inner.aliases = nil, nil
	inner.through = append(slices.Clone(st.through), name)
	out := w.run(args, &inner, in, at)
	st.dir, st.vars, st.files, st.fetched, st.coded, st.args, st.argSet = inner.dir, inner.vars, inner.files, inner.fetched, inner.coded, inner.args, inner.argSet
	st.dots = inner.dots
	return out
}

func (w *walker) trap(_ string, argv []word, st *state, _ flow, at Span) flow {
	if len(argv) < 3 || argv[1].text == "" || argv[1].text == "-" || strings.HasPrefix(argv[1].text, "-") && argv[1].text != "--" {
		w.add(shelltable.Read, "command", "shows or resets traps", at)
		return flow{}
	}
	v := argv[1]
	if v.text == "--" {
		v = argv[2]
	}
	w.feed(flow{text: v.text, known: v.known(), there: true, from: v.from}, st.fork(), at, w.dialect(), "trap")
	for _, signal := range argv[2:] {
		if slices.Contains([]string{"DEBUG", "RETURN", "ERR", "ZERR"}, signal.text) {
			w.add(shelltable.Exec, "runs-later", "a trap on "+signal.text+" runs beside other commands", at)
		}
	}
	return flow{}
}

func (w *walker) aliasBuiltin(_ string, argv []word, st *state, _ flow, at Span) flow {
	for _, v := range argv[1:] {
		name, text, ok := strings.Cut(v.text, "=")
		if !ok {
			continue
		}
		w.add(shelltable.Exec, "runs-later", fmt.Sprintf("the alias %q changes what later words mean", plain.Replace(name)), at)
		w.feed(flow{text: text, known: v.known(), there: true, from: v.from}, st.fork(), at, w.dialect(), "alias")
		st.alias(name)
	}
	return unseen(fromLocal)
}

func (w *walker) quietly(_ string, _ []word, _ *state, _ flow, at Span) flow {
	w.add(shelltable.Read, "command", "changes names of this shell alone", at)
	return flow{}
}

func (w *walker) setBuiltin(_ string, argv []word, st *state, _ flow, at Span) flow {
	if len(argv) == 1 {
		w.add(shelltable.Reveal, "command", "shows all variables, which may hold secrets", at)
		return unseen(fromLocal | fromSecret)
	}
	for i, v := range argv[1:] {
		switch {
		case (v.text == "-A" || v.text == "+A") && i+2 < len(argv):
			w.variableName(st, argv[i+2], at, "set -A")
			st.set(argv[i+2].text, value{text: string(markUnknown), from: joined(argv)})
			return flow{}
		case v.text == "--":
			st.args, st.argSet = argv[i+2:], true
			return flow{}
		case strings.HasPrefix(v.text, "-") || strings.HasPrefix(v.text, "+"):
			continue
		case i > 0 && strings.HasSuffix(argv[i].text, "o") && strings.ContainsAny(argv[i].text[:1], "-+"):
			if v.text == "history" || v.text == "allexport" || v.unknown() {
				w.add(shelltable.State, "option", fmt.Sprintf("set -o %s changes what the shell keeps or hands on", v.show()), at)
			}
		default:
			st.args, st.argSet = argv[i+1:], true
			return flow{}
		}
	}
	return flow{}
}

func (w *walker) shopt(_ string, argv []word, st *state, _ flow, at Span) flow {
	for _, v := range argv[1:] {
		st.dots = st.dots || v.text == "dotglob"
		if v.unknown() || slices.Contains([]string{"expand_aliases", "extdebug", "assoc_expand_once", "array_expand_once", "cdable_vars", "autocd", "sourcepath"}, v.text) {
			w.add(shelltable.Exec, "option", fmt.Sprintf("shopt %s changes how the shell reads words", v.show()), at)
		}
	}
	return flow{}
}

// declareBuiltin is declare and its kin where the parser saw a plain command.
func (w *walker) declareBuiltin(name string, argv []word, st *state, _ flow, at Span) flow {
	integer := name == "integer" || name == "float"
	for _, v := range argv[1:] {
		integer = w.declareWord(v, st, name, integer, at) || integer
	}
	if len(argv) == 1 {
		w.add(shelltable.Reveal, "command", "shows all variables, which may hold secrets", at)
	}
	return unseen(fromLocal)
}

func (w *walker) unset(_ string, argv []word, st *state, _ flow, at Span) flow {
	for _, v := range argv[1:] {
		if strings.HasPrefix(v.text, "-") {
			continue
		}
		if w.variableName(st, v, at, "unset") {
			if row, ok := shelltable.VariableOf(v.text); ok && (row.Effect == shelltable.Tamper || row.Effect == shelltable.State) {
				w.add(row.Effect, "variable", "unsets "+v.text, at)
			}
			st.set(v.text, value{})
			if v.text == "IFS" { // as it was at first
				delete(st.vars, v.text)
			}
			delete(st.funcs, v.text)
		}
	}
	return flow{}
}

// testBuiltin is test and [, whose -v evaluates a subscript. Their -eq takes numbers alone, unlike that of [[.
func (w *walker) testBuiltin(_ string, argv []word, st *state, _ flow, at Span) flow {
	w.add(shelltable.Read, "command", "compares, and changes nothing", at)
	for i, v := range argv {
		switch {
		case i == 0:
		case (v.text == "-v" || v.text == "-R") && i+1 < len(argv) && argv[i+1].text != "]":
			w.variableName(st, argv[i+1], at, "test -v")
		case v.text == "-t" && i+1 < len(argv) && argv[i+1].text != "]":
			w.zshNumber(argv[i+1], st, at, "test -t")
		case v.split && strings.HasPrefix(v.text, string(markUnknown)) && i == 1 && len(argv) > 3 && argv[0].text == "test":
			w.add(shelltable.Exec, "unknown-option", "a word of test is not known, and may be -v with a subscript", at)
		}
	}
	return flow{}
}

func (w *walker) let(_ string, argv []word, st *state, _ flow, at Span) flow {
	for _, v := range argv[1:] {
		name, val, ok := strings.Cut(v.text, "=")
		if ok && syntax.ValidName(name) && w.isNumber(st, val, 0) {
			st.set(name, value{text: string(markNumber)})
			continue
		}
		if !w.isNumber(st, strings.ReplaceAll(v.text, "=", " "), 0) {
			w.evaluates(st, []word{v}, at, "let evaluates its words as arithmetic")
		}
	}
	return flow{}
}

// count is builtins that take a number, which zsh evaluates as arithmetic.
func (w *walker) count(name string, argv []word, st *state, _ flow, at Span) flow {
	w.add(shelltable.Read, "command", "changes this shell alone", at)
	for _, v := range argv[1:] {
		w.zshNumber(v, st, at, name)
	}
	return flow{}
}

// zshNumber looks at a word that zsh takes as arithmetic and other shells as a number. One that is not known passes
// where the shell is not known either: most scripts that exit with a variable are for sh.
func (w *walker) zshNumber(v word, st *state, at Span, who string) {
	if !w.zsh() || w.isNumber(st, v.text, 0) || w.options.Shell == "" && !v.known() && v.from&(fromNet|fromDecoder) == 0 {
		return
	}
	w.evaluates(st, append([]word{v}, w.valuesIn(st, v.text)...), at, who+" of zsh takes a number as arithmetic, with the substitutions in its subscripts")
}

// named2 is builtins that set the variable which a word names.
func (w *walker) named2(name string, argv []word, st *state, _ flow, at Span) flow {
	w.add(shelltable.Read, "command", "changes this shell alone", at)
	for i, v := range argv {
		if name == "getopts" && i == 2 || name == "wait" && i > 1 && argv[i-1].text == "-p" {
			if w.variableName(st, v, at, name) {
				st.set(v.text, value{text: string(markUnknown), from: fromLocal})
			}
		}
	}
	return flow{}
}
