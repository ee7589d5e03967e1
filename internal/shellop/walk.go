package shellop

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"mvdan.cc/sh/v3/syntax"

	"github.com/mooring-mcp/mooring/internal/shelltable"
)

// walker judges one text.
type walker struct {
	options  Options
	plain    bool // the workspace is a folder like any other: no link, and no home in it
	text     string
	band     Band
	axes     Axes
	reasons  []Reason
	commands []Command
	within   *Span         // the place in the text of a nested source, whose own places mean nothing
	in       flow          // of the command under way
	stdin    flow          // of the statement under way, which substitutions in its words read
	next     flow          // what exec has made the input of this shell
	outward  *[]outProcess // the >(…) of the command under way; nil where there is none
	counts   bool          // the statement under way is one of wc, which prints nothing of its input
	reading  *int          // the place in the input of the statement under way, where it is followed
	depth    int
	steps    int
	full     bool
	places   map[string]place // of what searches find, by the folder and the pattern
	tested   bool             // a command that was judged last is a test of the project
}

var parsers = map[syntax.LangVariant]*sync.Pool{
	syntax.LangBash:  pool(syntax.LangBash),
	syntax.LangZsh:   pool(syntax.LangZsh),
	syntax.LangPOSIX: pool(syntax.LangPOSIX),
}

func pool(lang syntax.LangVariant) *sync.Pool {
	return &sync.Pool{New: func() any { return syntax.NewParser(syntax.Variant(lang)) }}
}

func language(shell string) syntax.LangVariant {
	switch shell {
	case "zsh":
		return syntax.LangZsh
	case "sh", "posix", "dash", "ash":
		return syntax.LangPOSIX
	default:
		return syntax.LangBash
	}
}

// zsh reports whether the text may run in zsh.
func (w *walker) zsh() bool { return w.options.Shell == "" || w.options.Shell == "zsh" }

func (w *walker) span(n syntax.Node) Span {
	if w.within != nil {
		return *w.within
	}
	start, end := int(n.Pos().Offset()), int(n.End().Offset())
	return Span{min(start, len(w.text)), min(max(start, end), len(w.text))}
}

// step counts what is looked at, so that no text takes long.
func (w *walker) step() bool {
	w.steps++
	if w.steps > maxSteps && !w.full {
		w.full = true
		w.add(shelltable.Unknown, "too-complex", fmt.Sprintf("more than %d commands and words to look at", maxSteps), Span{0, len(w.text)})
	}
	return !w.full
}

// source parses and walks a text. Its output is what it would print.
func (w *walker) source(text string, st *state, in flow, shell string) flow {
	var few [8]Span
	if spans, ok := simple(text, few[:0]); ok {
		return w.one(text, spans, st, in)
	}
	parser := parsers[language(shell)]
	p := parser.Get().(*syntax.Parser) //nolint:errcheck // the pool holds nothing else
	file, err := p.Parse(strings.NewReader(text), "")
	parser.Put(p)
	if err != nil {
		at := Span{0, len(w.text)}
		if w.within != nil {
			at = *w.within
		}
		w.add(shelltable.Unknown, "unparsed", "the text cannot be parsed as "+language(shell).String()+": "+plain.Replace(err.Error()), at)
		return unseen(fromLocal)
	}
	return w.stmts(file.Stmts, st, in)
}

// nested walks a source inside the text, whose own place is at.
func (w *walker) nested(text string, at Span, st *state, in flow, shell string) flow {
	if w.depth >= maxDepth {
		w.add(shelltable.Unknown, "too-deep", fmt.Sprintf("sources are nested deeper than %d", maxDepth), at)
		return unseen(fromLocal)
	}
	if code, detail := refuse(plainSource(text), shell); code != "" {
		w.add(shelltable.Unknown, code, detail, at)
		return unseen(fromLocal)
	}
	outer := w.within
	if outer == nil {
		w.within = &at
	}
	w.depth++
	out := w.source(plainSource(text), st, in, shell)
	w.depth--
	w.within = outer
	return out
}

// unknownName is the variable that stands for what is not known in a nested source.
const unknownName = "__unknown__"

var sourceMarks = strings.NewReplacer("\x00", "${"+unknownName+"}", "\x01", "~", "\x02", "*", "\x03", "?", "\x04", "[", "\x05", "0", "\x06", "${"+unknownName+"}")

func plainSource(text string) string { return sourceMarks.Replace(text) }

func (w *walker) stmts(list []*syntax.Stmt, st *state, in flow) flow {
	var out flow
	for _, s := range list {
		out = out.and(w.stmt(s, st, in))
		if takesInput(s) {
			in.moveTo(nowhere)
			in = w.next
		}
	}
	return out
}

// stmt walks one statement with its redirections.
func (w *walker) stmt(s *syntax.Stmt, st *state, in flow) flow {
	if !w.step() {
		return unseen(fromLocal)
	}
	w.steps += (len(st.vars) + 2*len(st.fds)) / 8 // what a fork of them would cost
	before := w.stdin
	w.stdin = in
	defer func() { w.stdin = before }()
	if s.Background || s.Coprocess {
		outer := st
		st = st.fork()
		defer func() { outer.adopt(st) }()
	}
	if len(s.Redirs) == 0 {
		if s.Cmd == nil {
			return flow{}
		}
		return w.sharing(s.Cmd, st, in)
	}
	var sinks []sink
	w.counts = counts(s.Cmd, st)
	for _, r := range s.Redirs {
		in = w.redirect(r, st, in, &sinks)
	}
	w.counts = false
	if takesInput(s) {
		w.next = in
	}
	out := in
	if s.Cmd != nil {
		out = w.sharing(s.Cmd, st, in)
	}
	for _, k := range sinks {
		k.take(w, st, out)
	}
	if len(sinks) > 0 {
		return flow{}
	}
	return out
}

func (w *walker) command(c syntax.Command, st *state, in flow) flow {
	switch c := c.(type) {
	case *syntax.CallExpr:
		return w.call(c, st, in)
	case *syntax.BinaryCmd:
		return w.binary(c, st, in)
	case *syntax.Block:
		return w.stmts(c.Stmts, st, in)
	case *syntax.Subshell:
		inner := st.fork()
		defer func() { st.adopt(inner) }()
		return w.stmts(c.Stmts, inner, in)
	case *syntax.IfClause:
		return w.ifClause(c, st, in)
	case *syntax.WhileClause:
		if out, ok := w.readLoop(c, st, in); ok {
			return out
		}
		in.moveTo(nowhere)
		return w.loop(st, func(st *state) flow { return w.stmts(c.Cond, st, in).and(w.stmts(c.Do, st, in)) }, c)
	case *syntax.ForClause:
		return w.forClause(c, st, in)
	case *syntax.CaseClause:
		return w.caseClause(c, st, in)
	case *syntax.FuncDecl:
		w.declare(c, st)
	case *syntax.ArithmCmd:
		w.arithm(st, c.X)
	case *syntax.TestClause:
		w.test(st, c.X)
	case *syntax.DeclClause:
		w.declClause(c, st)
	case *syntax.LetClause:
		for _, x := range c.Exprs {
			w.arithm(st, x)
		}
	case *syntax.TimeClause:
		if c.Stmt != nil {
			return w.stmt(c.Stmt, st, in)
		}
	case *syntax.CoprocClause:
		out := w.stmt(c.Stmt, st.fork(), in)
		w.coprocess(c, st, out)
	default:
		w.add(shelltable.Unknown, "unparsed", "a kind of command that is not known", w.span(c))
	}
	return flow{}
}

func (w *walker) binary(c *syntax.BinaryCmd, st *state, in flow) flow {
	switch c.Op {
	case syntax.Pipe, syntax.PipeAll:
		// The parser leans to the right in a pipeline of some shells and to the left in others; either way what
		// flows goes from X to Y. zsh runs the last part in the shell itself.
		first := st.fork()
		left := w.stmt(c.X, first, in)
		st.adopt(first)
		left.there = true
		left = left.opened()
		if w.zsh() {
			after := st.fork()
			out := w.stmt(c.Y, after, left)
			st.merge(after)
			return out
		}
		last := st.fork()
		defer func() { st.adopt(last) }()
		return w.stmt(c.Y, last, left)
	default:
		out := w.stmt(c.X, st, in)
		begin := in.at()
		defer in.settle(begin)
		if c.Op == syntax.AndStmt {
			// What follows depends on success, so it runs in the state that success left.
			return out.and(w.stmt(c.Y, st, in))
		}
		after := st.fork()
		out = out.and(w.stmt(c.Y, after, in))
		st.merge(after)
		return out
	}
}

func (w *walker) ifClause(c *syntax.IfClause, st *state, in flow) flow {
	out := w.stmts(c.Cond, st, in)
	other := st.fork()
	begin := in.at()
	out = out.and(w.stmts(c.Then, st, in))
	then := in.at()
	in.moveTo(begin)
	if c.Else != nil {
		if c.Else.ThenPos.IsValid() {
			out = out.and(w.ifClause(c.Else, other, in))
		} else {
			out = out.and(w.stmts(c.Else.Then, other, in))
		}
	}
	in.settle(then)
	st.merge(other)
	return out
}

// loop walks what runs again and again: all that it assigns is not known at its start.
func (w *walker) loop(st *state, body func(*state) flow, node syntax.Node) flow {
	before := st.fork()
	w.forget(node, st)
	out := body(st)
	st.merge(before)
	return unseen(out.from | fromLocal)
}

// forget makes variables, files and folder unknown that a node changes.
func (w *walker) forget(node syntax.Node, st *state) {
	moves := false
	var passing []*syntax.Assign // in front of a command
	syntax.Walk(node, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Assign:
			if slices.Contains(passing, n) && n.Name != nil && n.Name.Value == "IFS" {
				return true
			}
			if n.Name != nil && (!isArithmetic(n) || !w.isNumber(st, n.Name.Value, 0)) {
				w.forgetName(st, n.Name.Value)
			} else if n.Name != nil {
				st.set(n.Name.Value, value{text: string(markNumber)})
			}
		case *syntax.CallExpr:
			if len(n.Args) > 0 {
				passing = append(passing, n.Assigns...)
				switch n.Args[0].Lit() {
				case "cd", "pushd", "popd", "chdir", "eval", "source", ".", "read", "mapfile", "readarray", "printf", "getopts":
					moves = moves || n.Args[0].Lit() == "cd" || n.Args[0].Lit() == "pushd" || n.Args[0].Lit() == "popd"
					for _, arg := range n.Args[1:] {
						w.forgetName(st, arg.Lit())
					}
				}
			}
		}
		return true
	})
	if moves {
		st.dir = string(markUnknown)
	}
	for p := range st.files {
		st.write(p, unseen(st.files[p].from|fromLocal))
	}
}

// isArithmetic reports i=$((…)), after which i is a number.
func isArithmetic(a *syntax.Assign) bool {
	if a.Value == nil || a.Append || a.Index != nil || len(a.Value.Parts) != 1 {
		return false
	}
	_, ok := a.Value.Parts[0].(*syntax.ArithmExp)
	return ok
}

func (w *walker) forgetName(st *state, name string) {
	if name != "" && syntax.ValidName(name) {
		st.set(name, value{text: string(markUnknown), from: fromLocal | st.vars[name].from, keyed: st.vars[name].keyed})
	}
}

const maxRounds = 16 // words of a loop that are followed one by one

func (w *walker) forClause(c *syntax.ForClause, st *state, in flow) flow {
	iter, ok := c.Loop.(*syntax.WordIter)
	if !ok {
		if loop, ok := c.Loop.(*syntax.CStyleLoop); ok {
			w.loopInit(loop, st)
			in.moveTo(nowhere)
			return w.loop(st, func(st *state) flow {
				w.arithm(st, loop.Cond)
				out := w.stmts(c.Do, st, in)
				w.arithm(st, loop.Post)
				return out
			}, c)
		}
		return flow{}
	}
	items := []word{{text: string(markUnknown), from: fromLocal}}
	if iter.InPos.IsValid() {
		items = w.words(st, iter.Items)
	} else if st.argSet {
		items = st.args
	}
	if c.Select || len(items) > maxRounds {
		items = []word{anyOf(items)}
	}
	before := st.fork()
	if len(items) > 1 {
		w.forget(c, st)
	}
	var out flow
	begin := in.at()
	defer in.settle(begin) // it may be left before its end
	for _, item := range items {
		if !item.known() || item.glob() {
			in.moveTo(nowhere) // there may be none, or many
		}
		v := value{text: matched(item.text), from: item.from, found: item.found, secret: item.sub && item.from&fromSecret != 0}
		if name := iter.Name.Value; name != "path" && name != "fpath" || w.options.Shell == "zsh" || w.leadsAstray(st, item) {
			w.variable(name, v, st, w.span(iter))
		}
		st.set(iter.Name.Value, v)
		out = out.and(w.stmts(c.Do, st, in))
	}
	st.merge(before)
	return unseen(out.from | fromLocal)
}

// loopInit notes that the variables of a loop like C's are numbers.
func (w *walker) loopInit(loop *syntax.CStyleLoop, st *state) { w.arithm(st, loop.Init) }

// matched is the name of a file that a pattern found.
func matched(text string) string {
	if !has(text, globMarks) {
		return text
	}
	var out strings.Builder
	for _, r := range text {
		switch r {
		case markOne, markClass:
			out.WriteRune(markStar)
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}

func joined(items []word) (from origin) {
	for _, item := range items {
		from |= item.from
	}
	return from
}

func (w *walker) caseClause(c *syntax.CaseClause, st *state, in flow) flow {
	w.value(st, c.Word)
	var out flow
	before := st.fork()
	begin := in.at()
	for _, item := range c.Items {
		for _, pattern := range item.Patterns {
			w.value(st, pattern)
		}
		branch := before.fork()
		out = out.and(w.stmts(item.Stmts, branch, in))
		st.merge(branch)
		in.settle(begin)
	}
	return out
}

// declare keeps a function. Its body is looked at here as well, since what calls it may not be in the text.
func (w *walker) declare(c *syntax.FuncDecl, st *state) {
	names := c.Names
	if c.Name != nil {
		names = []*syntax.Lit{c.Name}
	}
	if len(names) == 0 { // of zsh, which calls it at once
		w.stmt(c.Body, st, flow{})
		return
	}
	if st.funcs == nil {
		st.funcs = map[string]*syntax.Stmt{}
	}
	for _, name := range names {
		st.funcs[name.Value] = c.Body
		if strings.HasPrefix(name.Value, "TRAP") || slices.Contains(hookFunctions, name.Value) {
			w.add(shelltable.Exec, "runs-later", fmt.Sprintf("the shell calls a function named %q by itself", name.Value), w.span(c))
		}
		if w.bomb(name.Value, c.Body) {
			w.add(shelltable.Ruin, "fork-bomb", fmt.Sprintf("%q starts itself again and again", name.Value), w.span(c))
			return
		}
	}
	inner := st.fork()
	inner.args, inner.argSet, inner.declares = nil, false, true
	inner.calling = append(inner.calling, names[0].Value)
	w.stmt(c.Body, inner, flow{there: true, from: fromLocal})
}

var hookFunctions = []string{
	"precmd", "preexec", "chpwd", "periodic", "zshexit", "zshaddhistory", "command_not_found_handle",
	"command_not_found_handler", "_command_not_found_handle",
}

// bomb reports a function that calls itself in the background or in a pipe.
func (w *walker) bomb(name string, body *syntax.Stmt) bool {
	found := false
	inside := 0
	var stack []bool
	syntax.Walk(body, func(n syntax.Node) bool {
		if n == nil {
			if stack[len(stack)-1] {
				inside--
			}
			stack = stack[:len(stack)-1]
			return true
		}
		grows := false
		switch n := n.(type) {
		case *syntax.Stmt:
			grows = n.Background
		case *syntax.BinaryCmd:
			grows = n.Op == syntax.Pipe || n.Op == syntax.PipeAll
		case *syntax.CallExpr:
			found = found || inside > 0 && len(n.Args) > 0 && n.Args[0].Lit() == name
		}
		stack = append(stack, grows)
		if grows {
			inside++
		}
		return true
	})
	return found
}
