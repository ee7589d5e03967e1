package shellop

import (
	"fmt"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/mooring-mcp/mooring/internal/shelltable"
)

// arithm looks at an arithmetic expression. A shell takes the value of a variable in it as an expression again, and
// runs the substitutions in the subscripts of that.
func (w *walker) arithm(st *state, x syntax.ArithmExpr) {
	if x == nil || !w.step() {
		return
	}
	switch x := x.(type) {
	case *syntax.Word:
		w.arithmWord(st, x)
	case *syntax.BinaryArithm:
		w.assignsNumber(st, x)
	case *syntax.UnaryArithm:
		w.arithm(st, x.X)
	case *syntax.ParenArithm:
		w.arithm(st, x.X)
	case *syntax.FlagsArithm:
		w.add(shelltable.Exec, "evaluates-text", "flags of a subscript may evaluate text", w.span(x))
		w.arithm(st, x.X)
	default:
		w.add(shelltable.Unknown, "unparsed", "a kind of arithmetic that is not known", w.span(x))
	}
}

func (w *walker) assignsNumber(st *state, x *syntax.BinaryArithm) {
	name := ""
	if sw, ok := x.X.(*syntax.Word); ok {
		name = sw.Lit()
	}
	w.arithm(st, x.Y)
	if x.Op == syntax.Assgn && syntax.ValidName(name) {
		w.assigned(st, name, value{text: string(markNumber)}, w.span(x))
		return
	}
	w.arithm(st, x.X)
	if strings.HasSuffix(x.Op.String(), "=") && syntax.ValidName(name) && !slices.Contains([]string{"==", "!=", "<=", ">="}, x.Op.String()) {
		w.assigned(st, name, value{text: string(markNumber)}, w.span(x))
	}
}

func (w *walker) arithmWord(st *state, sw *syntax.Word) {
	v := w.value(st, sw)
	if w.isNumber(st, v.text, 0) || len(st.funcs) == 0 && numberPrinters(sw) {
		return
	}
	w.evaluates(st, append([]word{v}, w.valuesIn(st, v.text)...), w.span(sw), fmt.Sprintf("arithmetic evaluates %q, with the substitutions in its subscripts", v.show()))
}

// valuesIn is what the variables hold that an expression names.
func (w *walker) valuesIn(st *state, text string) []word {
	var out []word
	for name, v := range st.vars {
		if hasWord(text, name) {
			out = append(out, word{text: v.text, from: v.from})
		}
	}
	slices.SortFunc(out, func(a, b word) int { return strings.Compare(a.text, b.text) })
	return out
}

// isNumber reports text that arithmetic takes as numbers, operators and variables which hold the same.
func (w *walker) isNumber(st *state, text string, depth int) bool {
	text = asData.Replace(text)
	if depth > 8 || strings.ContainsAny(text, "\x00\x01\x06$`\\\"'[]{};@") {
		return false
	}
	for _, name := range strings.FieldsFunc(text, func(r rune) bool {
		return r < 0x80 && r != '#' && r != '.' && !letter(byte(r))
	}) {
		if name[0] >= '0' && name[0] <= '9' || name[0] == '.' || slices.Contains(numeric, name) {
			continue
		}
		v, ok := st.vars[name]
		if !ok || len(v.items) > 0 || v.text == name || !w.isNumber(st, v.text, depth+1) {
			return false
		}
	}
	return true
}

// numberPrinters reports a word of substitutions whose programs print numbers alone.
func numberPrinters(sw *syntax.Word) bool {
	parts := sw.Parts
	if len(parts) == 1 {
		if quoted, ok := parts[0].(*syntax.DblQuoted); ok {
			parts = quoted.Parts
		}
	}
	for _, part := range parts {
		sub, ok := part.(*syntax.CmdSubst)
		if !ok || len(sub.Stmts) != 1 || !printsNumber(sub.Stmts[0].Cmd) {
			return false
		}
	}
	return len(parts) > 0
}

func printsNumber(c syntax.Command) bool {
	switch c := c.(type) {
	case *syntax.BinaryCmd:
		return (c.Op == syntax.Pipe || c.Op == syntax.PipeAll) && printsNumber(c.Y.Cmd)
	case *syntax.CallExpr:
		if len(c.Args) == 0 {
			return false
		}
		words := make([]string, len(c.Args))
		for i, arg := range c.Args {
			if words[i] = arg.Lit(); words[i] == "" {
				return false
			}
		}
		literal := strings.Join(words, " ")
		return slices.Contains([]string{"wc -l", "wc -c", "wc -w", "wc -m", "nproc", "date +%s", "date +%Y", "date +%N", "id -u", "id -g"}, literal) ||
			strings.HasPrefix(literal, "grep -c ") && !strings.ContainsAny(literal, "/")
	}
	return false
}

// test looks at [[ … ]].
func (w *walker) test(st *state, x syntax.TestExpr) {
	if !w.step() {
		return
	}
	switch x := x.(type) {
	case *syntax.Word:
		w.value(st, x)
	case *syntax.ParenTest:
		w.test(st, x.X)
	case *syntax.UnaryTest:
		if sw, ok := x.X.(*syntax.Word); ok {
			v := w.value(st, sw)
			if x.Op == syntax.TsFdTerm {
				w.zshNumber(v, st, w.span(sw), "[[ -t ]]")
			}
			if x.Op == syntax.TsVarSet || x.Op == syntax.TsRefVar {
				w.variableName(st, v, w.span(sw), "[[ -v ]]")
			}
			return
		}
		w.test(st, x.X)
	case *syntax.BinaryTest:
		switch x.Op {
		case syntax.TsEql, syntax.TsNeq, syntax.TsLeq, syntax.TsGeq, syntax.TsLss, syntax.TsGtr:
			for _, side := range []syntax.TestExpr{x.X, x.Y} {
				if sw, ok := side.(*syntax.Word); ok {
					w.arithmWord(st, sw)
				}
			}
		default:
			w.test(st, x.X)
			w.test(st, x.Y)
		}
	default:
		w.add(shelltable.Unknown, "unparsed", "a kind of test that is not known", w.span(x))
	}
}

// variableName looks at a word that the shell takes as the name of a variable, with a subscript that it evaluates.
func (w *walker) variableName(st *state, v word, at Span, who string) bool {
	if syntax.ValidName(v.text) {
		return true
	}
	if name, rest, ok := strings.Cut(v.data(), "["); ok && syntax.ValidName(name) && !v.unknown() {
		index := strings.TrimSuffix(rest, "]")
		if index == "@" || index == "*" || w.isNumber(st, index, 0) && index != "" {
			return true
		}
	}
	w.evaluates(st, []word{v}, at, fmt.Sprintf("%s evaluates a subscript in the name %q", who, v.show()))
	return false
}
