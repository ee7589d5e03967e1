package shellop

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/mooring-mcp/mooring/internal/shelltable"
)

// numeric are variables of the shell itself that hold numbers.
var numeric = []string{
	"?", "#", "$", "!", "RANDOM", "SRANDOM", "SECONDS", "LINENO", "UID", "EUID", "PPID", "BASHPID", "COLUMNS", "LINES",
	"OPTIND", "EPOCHSECONDS", "SHLVL", "BASH_SUBSHELL", "HISTCMD", "GID", "EGID", "status",
}

// counted are variables whose assignment a shell takes as arithmetic; measured in bash 5.2 and zsh 5.9.
var counted = []string{
	"RANDOM", "SECONDS", "OPTIND", "HISTSIZE", "SAVEHIST", "LINENO", "COLUMNS", "LINES", "SHLVL", "TMOUT", "UID", "EUID", "GID", "EGID", "KEYTIMEOUT",
	"LISTMAX", "LOGCHECK", "MAILCHECK", "BAUD", "DIRSTACKSIZE", "FUNCNEST", "PERIOD", "SRANDOM", "EPOCHSECONDS", "TRY_BLOCK_ERROR", "BASHPID", "PPID",
}

// secretNames are parts of names of variables that hold secrets.
var secretNames = []string{"SECRET", "TOKEN", "PASSWORD", "PASSWD", "API_KEY", "APIKEY", "PRIVATE_KEY", "CREDENTIAL", "ACCESS_KEY", "_PAT", "_PWD"}

func holdsSecret(name string) bool {
	name = strings.ToUpper(name)
	return slices.ContainsFunc(secretNames, func(part string) bool { return strings.Contains(name, part) })
}

// param is the value of ${…}, one word for each item of an array.
func (w *walker) param(st *state, p *syntax.ParamExp) []word {
	at := w.span(p)
	if p.Flags != nil || p.NestedParam != nil || p.GlobSubst == syntax.OptOn || p.Split == syntax.OptOn {
		return w.paramZsh(st, p, at)
	}
	if p.Param == nil {
		return []word{unknownWord(fromLocal)}
	}
	name := p.Param.Value
	got := w.lookup(st, name, at)
	if p.Index != nil {
		got = w.index(st, p, name, got)
	}
	switch {
	case p.Excl:
		return w.indirect(st, p, name, got, at)
	case p.Length, p.Width, p.IsSet:
		return []word{{text: string(markNumber)}}
	case p.Slice != nil && name == "*" && st.splitters() != blanks:
		return []word{unknownWord(joined(got))}
	case p.Slice != nil:
		return w.slice(st, p, got)
	case p.Repl != nil:
		return w.replace(st, p, got)
	case p.Exp != nil:
		return w.operator(st, p, name, got, at)
	case len(p.Modifiers) > 0:
		for _, m := range p.Modifiers { // zsh takes $ in them as the offset of a slice
			if !w.isNumber(st, m.Value, 0) && strings.ContainsAny(m.Value, "$[`") {
				w.evaluates(st, w.valuesIn(st, m.Value), at, "the offset in an expansion is arithmetic, with the substitutions in its subscripts")
			}
		}
		return []word{unknownWord(joined(got))}
	}
	return got
}

func unknownWord(from origin) word { return word{text: string(markUnknown), from: from | fromLocal} }

// paramZsh is an expansion with flags of zsh, of which some evaluate the value.
func (w *walker) paramZsh(st *state, p *syntax.ParamExp, at Span) []word {
	from := fromLocal
	if p.NestedParam != nil {
		b := builder{w: w, st: st, mode: inValue, span: at}
		b.part(p.NestedParam, false)
		from |= b.current.from
	}
	w.add(shelltable.Exec, "evaluates-text", "flags of zsh in an expansion may evaluate the value", at)
	return []word{unknownWord(from)}
}

// runnerFiles are variables in which GitHub hands each step of a job the files for its results, in a folder of its own.
// What is written to GITHUB_ENV and GITHUB_PATH decides about later steps, so they are not among them.
var runnerFiles = []string{"GITHUB_OUTPUT", "GITHUB_STATE", "GITHUB_STEP_SUMMARY"}

// usualPath stands for PATH, of which the text says nothing: folders of the system.
const usualPath = "/usr/local/bin:/usr/bin:/bin"

// lookup is the value of a variable or parameter.
func (w *walker) lookup(st *state, name string, at Span) []word {
	if v, ok := st.vars[name]; ok {
		one := word{text: v.text, from: v.from, found: v.found, sub: v.secret}
		if len(v.items) > 0 {
			one.text = v.items[0]
		}
		return []word{one}
	}
	switch {
	case slices.Contains(numeric, name):
		return []word{{text: string(markNumber)}}
	case name == "HOME":
		return []word{{text: string(markHome)}}
	case name == "PATH":
		return []word{{text: usualPath}}
	case name == "PWD":
		return []word{{text: st.dir}}
	case slices.Contains(runnerFiles, name):
		return []word{{text: "/tmp/" + name}}
	case name == "IFS":
		return []word{{text: " \t\n"}}
	case name == "@" || name == "*":
		if st.argSet && name == "*" {
			return st.starred(st.args)
		}
		if st.argSet {
			return st.args
		}
	case name >= "1" && name <= "9" && len(name) == 1 && st.argSet:
		if n := int(name[0] - '1'); n < len(st.args) {
			return []word{st.args[n]}
		}
		return []word{{}}
	}
	from := fromLocal
	if holdsSecret(name) {
		w.add(shelltable.Reveal, "secret-variable", fmt.Sprintf("the value of %q may be a secret", name), at)
	}
	return []word{{text: string(markUnknown), from: from}}
}

// index is an element of an array, or all.
func (w *walker) index(st *state, p *syntax.ParamExp, name string, got []word) []word {
	v, known := st.vars[name]
	if text := indexWord(p.Index); text == "@" || text == "*" {
		if !known {
			return []word{unknownWord(joined(got))}
		}
		if v.items == nil {
			return []word{{text: v.text, from: v.from, found: v.found, sub: v.secret}}
		}
		out := make([]word, 0, len(v.items))
		for _, item := range v.items {
			out = append(out, word{text: item, from: v.from, found: v.found, sub: v.secret})
		}
		if text == "*" {
			return st.starred(out)
		}
		return out
	} else if n, err := strconv.Atoi(text); err == nil && known && n >= 0 && n < len(v.items) && (!w.zsh() || v.lines && w.options.Shell == "") {
		return []word{{text: v.items[n], from: v.from}}
	}
	if sw, ok := p.Index.(*syntax.Word); ok && v.keyed {
		w.value(st, sw)
	} else {
		w.arithm(st, p.Index)
	}
	return []word{unknownWord(joined(got))}
}

func indexWord(x syntax.ArithmExpr) string {
	if sw, ok := x.(*syntax.Word); ok {
		return sw.Lit()
	}
	return ""
}

// indirect is ${!name}: the value is a name, whose subscript bash evaluates.
func (w *walker) indirect(st *state, p *syntax.ParamExp, name string, got []word, at Span) []word {
	if p.Names != 0 || p.Index != nil && (indexWord(p.Index) == "@" || indexWord(p.Index) == "*") {
		return []word{unknownWord(fromLocal)}
	}
	if len(got) == 1 && syntax.ValidName(got[0].text) {
		return w.lookup(st, got[0].text, at)
	}
	w.evaluates(st, got, at, fmt.Sprintf("${!%s} takes the value as a name, and evaluates a subscript in it", name))
	return []word{unknownWord(joined(got))}
}

// evaluates notes that the shell evaluates text that looks like data, and looks at the substitutions in it.
func (w *walker) evaluates(st *state, texts []word, at Span, why string) {
	effect := shelltable.Exec
	for _, t := range texts {
		if t.from&(fromNet|fromDecoder) != 0 {
			effect = shelltable.Unseen
		}
	}
	w.add(effect, "evaluates-text", why, at)
	for _, t := range texts {
		if strings.ContainsAny(t.text, "`$") {
			w.nested(": \""+strings.ReplaceAll(t.text, `"`, `\"`)+"\"", at, st.fork(), flow{}, "bash")
		}
	}
}

func (w *walker) slice(st *state, p *syntax.ParamExp, got []word) []word {
	for _, x := range []syntax.ArithmExpr{p.Slice.Offset, p.Slice.Length} {
		if x != nil {
			w.arithm(st, x)
		}
	}
	if len(got) != 1 || !got[0].known() || p.Index != nil || p.Param.Value == "@" || p.Param.Value == "*" {
		return []word{unknownWord(joined(got))}
	}
	text := got[0].text
	from, err := strconv.Atoi(indexWord(p.Slice.Offset))
	length := len(text)
	if p.Slice.Length != nil {
		n, errLength := strconv.Atoi(indexWord(p.Slice.Length))
		if errLength != nil || n < 0 {
			return []word{unknownWord(got[0].from)}
		}
		length = n
	}
	if err != nil || from < 0 {
		return []word{unknownWord(got[0].from)}
	}
	from = min(from, len(text))
	return []word{{text: text[from:min(len(text), from+length)], from: got[0].from, sub: got[0].sub}}
}

func (w *walker) replace(st *state, p *syntax.ParamExp, got []word) []word {
	before, after := w.value(st, p.Repl.Orig), w.value(st, p.Repl.With)
	from := joined(got) | before.from | after.from
	if len(got) != 1 || !got[0].known() || !before.known() || !after.known() || before.text == "" ||
		strings.ContainsAny(before.text, "*?[#%") {
		return []word{unknownWord(from)}
	}
	n := 1
	if p.Repl.All {
		n = -1
	}
	return []word{{text: bounded(strings.Replace(got[0].text, before.text, after.text, n)), from: from}}
}

// operator is ${name:-word} and its kin.
func (w *walker) operator(st *state, p *syntax.ParamExp, name string, got []word, at Span) []word {
	arg := w.value(st, p.Exp.Word)
	from := joined(got) | arg.from
	single := len(got) == 1 && !got[0].unknown()
	switch p.Exp.Op {
	case syntax.OtherParamOps:
		if arg.text == "P" {
			w.evaluates(st, got, at, fmt.Sprintf("${%s@P} runs the substitutions in the value", name))
		}
		if single && (arg.text == "U" || arg.text == "L") {
			return w.upper(got[0], arg.text == "U")
		}
	case syntax.ErrorUnset, syntax.ErrorUnsetOrNull:
		return got
	case syntax.DefaultUnset, syntax.DefaultUnsetOrNull, syntax.AssignUnset, syntax.AssignUnsetOrNull:
		_, set := st.vars[name]
		isSet := single && (set && got[0].text != "" || got[0].text != "" && got[0].text != string(markNumber))
		if isSet {
			return got
		}
		if p.Exp.Op == syntax.AssignUnset || p.Exp.Op == syntax.AssignUnsetOrNull {
			w.assigned(st, name, value{text: string(markUnknown), from: from}, at)
		}
		if set && single {
			return []word{arg}
		}
		if arg.text != "" {
			arg.from |= from
			arg.doubt = true
			return []word{arg}
		}
	case syntax.AlternateUnset, syntax.AlternateUnsetOrNull:
		if single && got[0].text != "" {
			return []word{arg}
		}
		return []word{{text: string(markUnknown), from: from | arg.from, sub: true}}
	case syntax.UpperAll, syntax.LowerAll:
		if single && arg.text == "" {
			return w.upper(got[0], p.Exp.Op == syntax.UpperAll)
		}
	case syntax.RemSmallSuffix, syntax.RemLargeSuffix, syntax.RemSmallPrefix, syntax.RemLargePrefix:
		return trimmed(p.Exp.Op, got, arg, from)
	default: // what is left is not followed
	}
	return []word{unknownWord(from)}
}

func (w *walker) upper(v word, up bool) []word {
	if up {
		v.text = strings.ToUpper(v.text)
	} else {
		v.text = strings.ToLower(v.text)
	}
	return []word{v}
}

// trimmed is a value without a prefix or suffix that is no pattern.
func trimmed(op syntax.ParExpOperator, got []word, arg word, from origin) []word {
	if len(got) != 1 || !got[0].known() || !arg.known() || strings.ContainsAny(arg.data(), "*?[") {
		if len(got) == 1 && !got[0].unknown() && !strings.Contains(got[0].text, "..") {
			// A part of a name that holds no way up holds none either.
			return []word{{text: string(markUnknown), from: from, sub: true}}
		}
		return []word{unknownWord(from)}
	}
	v := got[0]
	if op == syntax.RemSmallPrefix || op == syntax.RemLargePrefix {
		v.text = strings.TrimPrefix(v.text, arg.text)
	} else {
		v.text = strings.TrimSuffix(v.text, arg.text)
	}
	return []word{v}
}

// substitute runs $(…).
func (w *walker) substitute(st *state, c *syntax.CmdSubst) word {
	inner := st.fork()
	out := w.stmts(c.Stmts, inner, w.inherited(inner))
	st.adopt(inner)
	v := word{from: out.from, sub: true, found: out.found}
	switch {
	case out.known:
		v.text = strings.TrimRight(out.text, "\n")
	case len(st.funcs) == 0 && len(st.aliases) == 0 && len(c.Stmts) == 1 && printsFolder(c.Stmts[0].Cmd) != "":
		v.text = printsFolder(c.Stmts[0].Cmd)
	case !out.there:
	case out.numbers:
		v.text = string(markNumber)
	case len(st.funcs) == 0 && len(c.Stmts) == 1 && printsNumber(c.Stmts[0].Cmd):
		v.text = string(markNumber)
	default:
		v.text = string(markUnknown)
		v.from |= fromLocal
		v.named = v.names() != nil
		if len(st.funcs) == 0 && len(st.aliases) == 0 && len(c.Stmts) == 1 {
			digest, branch := printsRevision(c.Stmts[0].Cmd)
			if digest {
				v.text = string(markName)
			}
			v.branch = branch
		}
	}
	return v
}
