package shellop

import (
	"fmt"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/mooring-mcp/mooring/internal/shelltable"
)

// assignments sets the variables of a command that has no words of its own.
func (w *walker) assignments(list []*syntax.Assign, st *state) {
	for _, a := range list {
		w.assign(a, st)
	}
}

func (w *walker) assign(a *syntax.Assign, st *state) {
	if a.Name == nil {
		return
	}
	name, at := a.Name.Value, w.span(a)
	if keyed := st.vars[name].keyed; a.Index != nil && keyed {
		if sw, ok := a.Index.(*syntax.Word); ok {
			w.value(st, sw)
		}
	} else if a.Index != nil {
		w.arithm(st, a.Index)
	}
	v := value{}
	switch {
	case a.Array != nil:
		v = w.array(a.Array, st)
	case a.Value != nil:
		got := w.value(st, a.Value)
		v = value{text: got.text, from: got.from, found: got.found, secret: got.sub && got.from&fromSecret != 0}
	}
	if a.Append || a.Index != nil {
		before, ok := st.vars[name]
		switch {
		case a.Append && ok && a.Array == nil && before.items == nil:
			v = value{text: bounded(before.text + v.text), from: before.from | v.from}
		case a.Append && ok && a.Array != nil:
			v.items, v.found = append(slices.Clip(before.items), v.items...), unlist(v.found)
			if len(v.items) > 1000 {
				v = value{text: string(markUnknown), from: v.from | fromLocal}
			}
			v.from |= before.from
		default:
			v = value{text: string(markUnknown), from: before.from | v.from | fromLocal}
		}
	}
	v.keyed = st.vars[name].keyed
	w.assigned(st, name, v, at)
}

func (w *walker) array(a *syntax.ArrayExpr, st *state) value {
	v := value{items: []string{}}
	for _, elem := range a.Elems {
		if elem.Index != nil {
			w.arithm(st, elem.Index)
		}
		if elem.Value == nil {
			continue
		}
		if len(v.items) > 1000 {
			return value{text: string(markUnknown), from: v.from | fromLocal}
		}
		for _, item := range w.words(st, []*syntax.Word{elem.Value}) {
			v.items = append(v.items, matched(item.text))
			v.from |= item.from
			if item.found != nil {
				v.found = item.found
			}
		}
		if elem.Index != nil {
			v.items = append(v.items, string(markUnknown)) // where it goes is not followed
		}
	}
	if len(v.items) > 1 {
		v.found = unlist(v.found) // others stand beside them
	}
	if len(v.items) == 0 {
		v.items = nil
	}
	return v
}

// assigned keeps a value, and looks at what the variable decides.
func (w *walker) assigned(st *state, name string, v value, at Span) {
	w.variable(name, v, st, at)
	before := st.vars[name]
	if (before.whole || slices.Contains(counted, name)) && !w.isNumber(st, v.text, 0) && v.text != "" {
		w.evaluates(st, append([]word{{text: v.text, from: v.from}}, w.valuesIn(st, v.text)...), at, "what is assigned to "+name+" is arithmetic, with the substitutions in its subscripts")
	}
	v.whole = v.whole || before.whole
	st.set(name, v)
	if name == "PWD" || name == "OLDPWD" {
		st.dir = string(markUnknown)
	}
}

// variable notes what setting a variable decides about other programs.
func (w *walker) variable(name string, v value, st *state, at Span) {
	row, ok := shelltable.VariableOf(name)
	if !ok || row.Effect == shelltable.Read {
		return
	}
	if harmless(name, v.text) {
		return
	}
	effect := row.Effect
	if effect == shelltable.Edit && v.text != "" {
		w.writes(word{text: v.text, from: v.from}, &parsed{name: name + "="}, st, at, false)
		return
	}
	if effect == shelltable.Exec && v.from&(fromNet|fromDecoder) != 0 {
		effect = shelltable.Unseen
	}
	if effect == shelltable.Exec && ofProject(name, v.text) {
		effect = shelltable.Opaque
	}
	w.add(effect, "variable", fmt.Sprintf("%s=: %s", name, row.Why), at)
	if programVariable(name) && v.text != "" {
		w.nested(strings.TrimLeft(v.text, "|-"), at, newState(w.options), flow{}, "sh")
	}
	if strings.HasPrefix(name, "PS") || strings.HasSuffix(name, "PROMPT") {
		w.nested(": \""+strings.ReplaceAll(v.text, `"`, `\"`)+"\"", at, newState(w.options), flow{}, "sh")
	}
}

// harmless reports values that turn something off, or choose among plain pagers and editors.
func harmless(name, text string) bool {
	if plainValue(name, text) || name == "IFS" && plainSplitters(text) {
		return true
	}
	if strings.HasPrefix(name, "GIT_TRACE") && slices.Contains([]string{"", "0", "1", "2", "true", "false"}, text) {
		return true // to the standard error, or not at all
	}
	switch text {
	case "", "cat", "true", ":":
		return strings.HasSuffix(name, "PAGER") || strings.HasSuffix(name, "EDITOR") || name == "VISUAL" || name == "GIT_ASKPASS"
	case "less", "more", "vi", "vim", "nano":
		return strings.HasSuffix(name, "PAGER") && (text == "less" || text == "more")
	}
	return false
}

// programVariable reports variables whose value is shell source.
func programVariable(name string) bool {
	return strings.HasSuffix(name, "PAGER") || strings.HasSuffix(name, "EDITOR") || strings.HasSuffix(name, "_COMMAND") ||
		name == "LESSOPEN" || name == "LESSCLOSE" || name == "GIT_EXTERNAL_DIFF" || name == "VISUAL"
}

// declClause is declare, export and their kin, as the parser of bash and zsh sees them.
func (w *walker) declClause(c *syntax.DeclClause, st *state) {
	at := w.span(c)
	integer, keyed := false, false
	for _, a := range c.Args {
		if a.Name != nil && keyed {
			st.set(a.Name.Value, value{text: string(markUnknown), keyed: true})
		}
		if a.Name != nil && !a.Naked {
			if keyed && a.Array != nil {
				w.keyedArray(a.Array, st)
			} else {
				w.declared(a, st, integer)
			}
			continue
		}
		if a.Name != nil && integer {
			v := st.vars[a.Name.Value]
			v.whole = true
			st.set(a.Name.Value, v)
		}
		if a.Name != nil {
			continue
		}
		keyed = keyed || a.Value.Lit() == "-A" || a.Value.Lit() == "-gA" || a.Value.Lit() == "-Ag"
		for _, v := range w.words(st, []*syntax.Word{a.Value}) {
			integer = w.declareWord(v, st, c.Variant.Value, integer, at) || integer
		}
	}
	if len(c.Args) == 0 {
		w.add(shelltable.Reveal, "command", "shows all variables, which may hold secrets", at)
	}
	w.found(c.Variant.Value, nil, st, at, w.band)
}

func (w *walker) declared(a *syntax.Assign, st *state, integer bool) {
	if integer && a.Value != nil {
		w.arithmWord(st, a.Value)
	}
	w.assign(a, st)
	if v := st.vars[a.Name.Value]; integer {
		v.whole = true
		st.set(a.Name.Value, v)
	}
}

// keyedArray expands the words of an array by names.
func (w *walker) keyedArray(a *syntax.ArrayExpr, st *state) {
	for _, elem := range a.Elems {
		if sw, ok := elem.Index.(*syntax.Word); ok {
			w.value(st, sw)
		}
		w.value(st, elem.Value)
	}
}

// declareWord is one word of declare that the parser did not take apart. It reports the option -i, which whole says was before it.
func (w *walker) declareWord(v word, st *state, variant string, whole bool, at Span) (integer bool) {
	text := v.data()
	if strings.HasPrefix(text, "-") || strings.HasPrefix(text, "+") {
		switch {
		case strings.Contains(text, "n") && variant != "export" && variant != "readonly":
			w.add(shelltable.Exec, "evaluates-text", "a reference to a variable evaluates a subscript in its name", at)
		case strings.Contains(text, "p") && variant != "local":
			w.add(shelltable.Reveal, "command", "shows variables, which may hold secrets", at)
		case strings.Contains(text, "f") && variant == "export":
			w.add(shelltable.Exec, "runs-later", "exported functions shadow programs in what is started later", at)
		}
		return strings.Contains(text, "i")
	}
	name, val, ok := strings.Cut(v.text, "=")
	name = strings.TrimSuffix(name, "+")
	if whole && ok && !w.isNumber(st, val, 0) {
		w.evaluates(st, append([]word{{text: val, from: v.from}}, w.valuesIn(st, val)...), at, variant+" -i evaluates its value as arithmetic")
	}
	if whole && syntax.ValidName(name) {
		held := st.vars[name]
		held.whole = true
		st.set(name, held)
	}
	if w.variableName(st, word{text: name, from: v.from}, at, variant) && ok {
		w.assigned(st, name, value{text: val, from: v.from}, at)
	}
	return false
}
