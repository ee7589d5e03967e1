package shellop

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/mooring-mcp/mooring/internal/shelltable"
)

// call walks a simple command.
func (w *walker) call(c *syntax.CallExpr, st *state, in flow) flow {
	if len(c.Args) == 0 {
		w.assignments(c.Assigns, st)
		return flow{}
	}
	var outs []outProcess
	outer := w.outward
	w.outward = &outs
	argv := w.words(st, c.Args)
	w.outward = outer
	at := w.span(c)
	if len(c.Args) > 0 {
		at = Span{w.span(c.Args[0]).Start, at.End}
	}
	inner := st
	if len(c.Assigns) > 0 {
		inner = w.prefixed(c.Assigns, st, argv)
	}
	if len(argv) == 0 {
		return flow{}
	}
	out := w.run(argv, inner, in, at)
	for _, o := range outs {
		o.run(w, in, out)
	}
	if inner != st && argv[0].text == "read" { // what it sets stays
		w.keepRead(argv[1:], inner, st)
	}
	return out
}

// outProcess is a >(…) among the words of a command: what is written to it is known when the command has run.
type outProcess struct {
	written *flow
	stmts   []*syntax.Stmt
	st      *state
}

func (o outProcess) run(w *walker, in, out flow) {
	f := *o.written
	if !f.there {
		f = unseen(fromLocal | in.from | out.from)
	}
	w.stmts(o.stmts, o.st, f)
}

// inherited is the input of a substitution: that of the statement in which it stands. What calls a function that is only
// declared is not known.
func (w *walker) inherited(st *state) flow {
	if st.declares {
		return flow{}
	}
	return w.stdin
}

// keepRead keeps the variables that a read with variables in front of it set.
func (w *walker) keepRead(args []word, inner, st *state) {
	for _, v := range append(slices.Clone(args), word{text: "REPLY"}) {
		name, _, _ := strings.Cut(v.text, "?")
		if val, ok := inner.vars[name]; ok && name != "IFS" {
			st.set(name, val)
		}
	}
}

// prefixed sets the variables in front of a command, which last as long as it does.
func (w *walker) prefixed(list []*syntax.Assign, st *state, argv []word) *state {
	inner := *st
	inner.vars = make(map[string]value, len(st.vars)+len(list))
	maps.Copy(inner.vars, st.vars)
	// Only read splits by the IFS in front of it.
	quiet := len(argv) > 0 && argv[0].text == "read"
	for _, a := range list {
		if quiet && a.Name != nil && a.Name.Value == "IFS" {
			v := w.value(st, a.Value)
			inner.vars["IFS"] = value{text: v.text, from: v.from}
			continue
		}
		w.assign(a, &inner)
	}
	return &inner
}

// run judges a command by its words.
func (w *walker) run(argv []word, st *state, in flow, at Span) flow {
	if !w.step() || len(argv) == 0 {
		return unseen(fromLocal)
	}
	if w.depth >= maxDepth {
		w.add(shelltable.Unknown, "too-deep", fmt.Sprintf("commands are nested deeper than %d", maxDepth), at)
		return unseen(fromLocal)
	}
	before := w.in
	w.in = in
	w.depth++
	out := w.dispatch(argv, st, in, at)
	w.used(argv, st, in)
	if out.found == nil && out.there {
		out.found = handedOn(argv, in.found)
	}
	out.numbers = out.numbers || in.numbers && out.there && slices.Contains([]string{"head", "tail", "sort", "uniq"}, argv[0].text)
	w.depth--
	w.in = before
	return out
}

func (w *walker) dispatch(argv []word, st *state, in flow, at Span) flow {
	head := argv[0]
	if !head.known() || head.glob() || head.split {
		return w.unknownName(head, argv, st, at)
	}
	name := head.text
	if strings.HasPrefix(name, string(markHome)) {
		name = "~" + name[1:]
	}
	if head.sub || head.doubt {
		w.add(execFrom(head.from), "unknown-word", fmt.Sprintf("the program %q is named by an expansion", head.show()), at)
	}
	if body := st.funcs[name]; body != nil {
		return w.function(name, body, argv[1:], st, in, at)
	}
	if st.aliases[name] != "" {
		w.add(shelltable.Exec, "runs-later", fmt.Sprintf("%q is an alias by now", name), at)
	}
	base := path.Base(name)
	if strings.Contains(name, "/") {
		if f, ok := st.files[w.place(st, head).key()]; ok && w.place(st, head).key() != "" {
			return w.runFile(f, head, argv[1:], st, in, at)
		}
		if !standardFolder(name) {
			return w.localProgram(head, base, argv, st, in, at)
		}
	}
	return w.named(base, argv, st, in, at)
}

// standardFolder reports a path where programs of the system are.
func standardFolder(name string) bool {
	switch path.Dir(path.Clean(name)) {
	case "/bin", "/usr/bin", "/usr/local/bin", "/sbin", "/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin":
		return true
	}
	return false
}

// named judges a program by the name in the tables.
func (w *walker) named(name string, argv []word, st *state, in flow, at Span) flow {
	if ownName(name) {
		return w.ownProgram(name, argv, st, at)
	}
	band := w.outerBand()
	first := w.found(name, argv, st, at, Auto)
	var out flow
	if handle := handlers(name); handle != nil {
		out = handle(w, name, argv, st, in, at)
	} else if row := interpreterRow(name); row != nil {
		out = w.interpreter(name, row, argv, st, in, at)
	} else {
		out = w.tabled(name, argv, st, in, at)
	}
	w.feeds(name, argv, st, in, at)
	w.passesOn(name, argv, in, at)
	w.mayStart(name, argv, at)
	if first >= 0 {
		w.commands[first].Band = w.band
	}
	if w.band.Less(band) {
		w.band = band
	}
	return out
}

// outerBand sets the band apart, so that a command's own one can be seen.
func (w *walker) outerBand() Band {
	band := w.band
	w.band = Auto
	return band
}

// maxCommands is how many commands an answer lists, and maxArgs of how many words, with the program.
const (
	maxCommands = 1000
	maxArgs     = 64
)

// found notes a command, and is its index; -1 when there are too many.
func (w *walker) found(name string, argv []word, st *state, at Span, band Band) int {
	if len(w.commands) >= maxCommands {
		return -1
	}
	args := argv[min(len(argv), 1):min(len(argv), maxArgs)]
	c := Command{Name: plain.Replace(name), Args: make([]string, len(args)), Band: band, Span: at, Through: slices.Clone(st.through)}
	for i, v := range args {
		c.Args[i] = v.show()
	}
	if w.commands == nil {
		w.commands = make([]Command, 0, 4)
	}
	w.commands = append(w.commands, c)
	return len(w.commands) - 1
}

// execFrom is the effect of running text from somewhere.
func execFrom(from origin) shelltable.Effect {
	if from&(fromNet|fromDecoder) != 0 {
		return shelltable.Unseen
	}
	return shelltable.Exec
}

// unknownName is a command whose name is not known.
func (w *walker) unknownName(head word, argv []word, st *state, at Span) flow {
	w.found("?", argv, st, at, Escalate)
	effect := shelltable.Unknown
	if head.from&(fromNet|fromDecoder) != 0 {
		effect = shelltable.Unseen
	}
	w.add(effect, "unknown-word", fmt.Sprintf("the name of the command, %q, is not known", head.show()), at)
	w.perhaps(head, argv[1:], at)
	return unseen(fromLocal | head.from)
}

// function runs a function of the text.
func (w *walker) function(name string, body *syntax.Stmt, args []word, st *state, in flow, at Span) flow { //nolint:revive // what runs, the state, the input and the place belong together
	if slices.Contains(st.calling, name) {
		w.add(shelltable.Exec, "recursion", fmt.Sprintf("the function %q calls itself", name), at)
		return unseen(fromLocal)
	}
	args0, set0 := st.args, st.argSet
	st.args, st.argSet = args, true
	st.calling = append(st.calling, name)
	splits, set := st.vars["IFS"]
	out := w.stmt(body, st, in)
	st.calling = st.calling[:len(st.calling)-1]
	if after, ok := st.vars["IFS"]; ok && (!set || after.text != splits.text) { // it may be one of the function alone
		st.set("IFS", value{text: string(markUnknown), from: after.from | fromLocal})
	}
	st.args, st.argSet = args0, set0
	return out
}

// localProgram is a program by a path that is none of the system.
func (w *walker) localProgram(head word, base string, argv []word, st *state, in flow, at Span) flow { //nolint:revive // what runs, the state, the input and the place belong together
	if ownName(base) {
		return w.ownProgram(base, argv, st, at)
	}
	p := w.place(st, head)
	w.found(base, argv, st, at, SoftAck)
	if shelltable.Command(base) == nil {
		w.scriptTask(head, argv[1:], at)
	}
	switch {
	case strings.Contains(head.text, "://") || p.zones.Has(network):
		w.add(shelltable.Unknown, "unknown-command", fmt.Sprintf("%q is no program", head.show()), at)
	case p.zones.Has(scratch):
		w.add(shelltable.Exec, "unknown-command", fmt.Sprintf("%q runs from a folder that everybody writes", head.show()), at)
	case st.fetched:
		w.add(shelltable.Fresh, "fetched-code", fmt.Sprintf("%q may have been fetched just now", head.show()), at)
	case p.up || p.outside || strings.HasPrefix(p.path, "/") || p.home:
		if shelltable.Command(base) != nil && base != "" {
			w.add(shelltable.Opaque, "local-program", fmt.Sprintf("%q is called like a program of the system, from another folder", head.show()), at)
			w.named(base, argv, st, in, at)
			break
		}
		w.add(shelltable.Unknown, "unknown-command", fmt.Sprintf("%q is not known, nor in the workspace", head.show()), at)
	default:
		w.handsOwn(base, argv[1:], st, at)
		w.projectScript(head, argv[1:], st, at)
		tests := w.checksProject(head, argv[1:], st)
		if !tests && shelltable.Command(base) != nil {
			tests = w.localNamed(head, base, argv, st, in, at)
		}
		if !tests {
			w.add(shelltable.Opaque, "local-program", fmt.Sprintf("runs the local program %q", head.show()), at)
		}
	}
	return unseen(fromLocal)
}

// localNamed judges a program of the project by its name. It reports one that a package manager put there and that
// does nothing but test or check the project.
func (w *walker) localNamed(head word, base string, argv []word, st *state, in flow, at Span) bool { //nolint:revive // what runs, the state, the input and the place belong together
	outer := w.outerBand()
	w.tested = false
	w.named(base, argv, st, in, at)
	tests := w.tested && w.band == Auto
	if w.band.Less(outer) {
		w.band = outer
	}
	dir := "/" + path.Dir(path.Clean(head.text))
	return tests && (base == "gradlew" || base == "mvnw" || slices.ContainsFunc([]string{"/.venv/bin", "/venv/bin", "/node_modules/.bin", "/vendor/bin", "/bin"}, func(end string) bool {
		return strings.HasSuffix(dir, end)
	}))
}

// runFile runs a file that the text wrote.
func (w *walker) runFile(f flow, v word, args []word, st *state, in flow, at Span) flow { //nolint:revive // what runs, the state, the input and the place belong together
	switch {
	case f.known:
		inner := st.fork()
		inner.args, inner.argSet = args, true
		return w.nested(asData.Replace(f.text), at, inner, in, "bash")
	case f.from&fromDecoder != 0:
		w.add(shelltable.Unseen, "unseen-bytes", fmt.Sprintf("%q was decoded by this very text, and nobody saw what is in it", v.show()), at)
	default:
		w.add(shelltable.Fresh, "fetched-code", fmt.Sprintf("%q was written by this very text, and is run before anybody looks", v.show()), at)
	}
	if f.text != "" {
		w.nested(asData.Replace(f.text), at, st.fork(), in, "bash")
	}
	return unseen(fromLocal)
}

// feed is a text that an interpreter takes from its input, or from a word.
func (w *walker) feed(f flow, st *state, at Span, shell, who string) flow {
	return w.fed(f, flow{}, st, at, shell, who)
}

// fed is the same for a text that has an input itself.
func (w *walker) fed(f, in flow, st *state, at Span, shell, who string) flow { //nolint:revive // what runs, the state, the input and the place belong together
	switch {
	case f.from&(fromNet|fromDecoder) != 0:
		w.add(shelltable.Unseen, "unseen-bytes", fmt.Sprintf("%s runs bytes that come from elsewhere, and that nobody saw", who), at)
	case f.from&fromLoop != 0:
		w.add(shelltable.Exec, "unseen-bytes", fmt.Sprintf("%s runs bytes of a local service, and nobody saw them", who), at)
	case !f.known:
		w.add(shelltable.Exec, "unknown-source", fmt.Sprintf("%s runs text that is not known", who), at)
	}
	if f.text == "" {
		return unseen(fromLocal | f.from)
	}
	return w.nested(f.text, at, st, in, shell)
}

// interpreterRow is the row of an interpreter other than a shell; nil for any other program.
func interpreterRow(name string) *shelltable.Row {
	row := shelltable.Command(name)
	if row == nil {
		row = familiar(name)
	}
	if row == nil || !slices.Contains(languages, row.Why) {
		return nil
	}
	return row
}
