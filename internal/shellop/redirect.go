package shellop

import (
	"fmt"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/mooring-mcp/mooring/internal/shelltable"
)

// sink is where the output of a statement goes.
type sink struct {
	path    string
	adds    bool
	network bool
	span    Span
	process *syntax.ProcSubst
}

func (k sink) take(w *walker, st *state, out flow) {
	if k.process != nil {
		if !out.there {
			out = unseen(fromLocal)
		}
		w.stmts(k.process.Stmts, st.fork(), out)
		return
	}
	if k.network && out.from&fromSecret != 0 {
		w.sends(out.from, word{text: "-"}, "a redirection", st, k.span)
	}
	if k.path == "" {
		return
	}
	if k.adds {
		before, ok := st.files[k.path]
		if !ok {
			before = unseen(fromLocal)
		}
		out = before.and(out)
	}
	st.write(k.path, out)
}

// redirect looks at one redirection, and returns the standard input that it leaves.
func (w *walker) redirect(r *syntax.Redirect, st *state, in flow, sinks *[]sink) flow {
	at := w.span(r)
	switch r.Op {
	case syntax.Hdoc, syntax.DashHdoc:
		return st.input(r, w.heredoc(r, st).opened(), in)
	case syntax.WordHdoc:
		v := w.value(st, r.Word)
		return st.input(r, flow{text: v.data() + "\n", known: v.known(), there: true, from: v.from}.opened(), in)
	default:
	}
	if out := outputProcess(r); out != nil {
		*sinks = append(*sinks, sink{process: out})
		return in
	}
	targets := w.words(st, []*syntax.Word{r.Word})
	if len(targets) != 1 {
		w.add(shelltable.Unknown, "redirect", "a redirection leads to more than one file, or none", at)
		return in
	}
	v := targets[0]
	switch r.Op {
	case syntax.RdrIn:
		return st.input(r, w.readFrom(st, v, at).opened(), in)
	case syntax.DplIn, syntax.DplOut:
		if isDescriptor(v.text) {
			if f := st.fds[v.text]; r.Op == syntax.DplOut && f.from&fromNet != 0 && (r.N == nil || r.N.Value == "1") {
				*sinks = append(*sinks, sink{network: true, span: at})
			}
			return st.duplicate(r, v, in)
		}
		if r.Op == syntax.DplIn {
			return w.readFrom(st, v, at).opened()
		}
	case syntax.RdrInOut:
		in = st.input(r, w.readFrom(st, v, at).opened(), in)
	default: // the others write
	}
	if r.N != nil && w.place(st, v).zones.Has(network) {
		st.open(r.N.Value, unseen(fromNet))
	}
	adds := r.Op == syntax.AppOut || r.Op == syntax.AppAll || r.Op == syntax.AppClob || r.Op == syntax.AppAllClob
	p := w.place(st, v)
	effect, code := p.write(adds)
	w.add(effect, redirectCode(code), fmt.Sprintf("writes to %q: %s", v.show(), meaning(code)), at)
	if (r.N == nil || r.N.Value == "1") && descriptor(v.text) != "1" {
		*sinks = append(*sinks, sink{path: p.key(), adds: adds, network: p.zones.Has(network), span: at})
	}
	return in
}

// firstFree is where the shells begin to count the descriptors that they choose.
const firstFree = 10

// input opens a flow for reading: as standard input, or beside it.
func (st *state) input(r *syntax.Redirect, f, in flow) flow {
	if r.N != nil && r.N.Value != "0" {
		fd := r.N.Value
		if name, ok := strings.CutPrefix(fd, "{"); ok { // a number that the shell chooses
			fd = strconv.Itoa(firstFree + len(st.fds))
			st.set(strings.TrimSuffix(name, "}"), value{text: fd})
		}
		st.open(fd, f)
		return in
	}
	return f
}

// duplicate is <&3, and >&3, which leaves the input alone.
func (st *state) duplicate(r *syntax.Redirect, v word, in flow) flow {
	fd := strings.TrimSuffix(v.text, "-")
	if r.Op != syntax.DplIn || fd == "" {
		return in
	}
	return st.input(r, st.descriptor(fd, in), in)
}

// redirectCode keeps the codes of paths, and names the rest by the redirection.
func redirectCode(code string) string {
	if code == "path-local" {
		return "redirect"
	}
	return code
}

func isDescriptor(text string) bool {
	text = strings.TrimSuffix(text, "-")
	return text == "" || strings.Trim(text, "0123456789") == "" || text == string(markNumber)
}

func outputProcess(r *syntax.Redirect) *syntax.ProcSubst {
	if r.Word == nil || len(r.Word.Parts) != 1 {
		return nil
	}
	if p, ok := r.Word.Parts[0].(*syntax.ProcSubst); ok && p.Op == syntax.CmdOut {
		return p
	}
	return nil
}

// readFrom is the flow out of a file.
func (w *walker) readFrom(st *state, v word, at Span) flow {
	if v.body != nil {
		return *v.body
	}
	if fd := descriptor(v.text); fd != "" {
		return st.descriptor(fd, w.stdin)
	}
	p := w.place(st, v)
	p.blank = p.blank && v.found == nil && !st.declares
	if effect, code := p.read(); effect != shelltable.Read {
		if w.counts && effect == shelltable.Secret && code == "path-credential" {
			return unseen(fromLocal)
		}
		w.add(effect, code, fmt.Sprintf("reads %q: %s", v.show(), meaning(code)), at)
		if opens(effect, code) {
			return unseen(fromLocal | fromSecret)
		}
		if code == "path-network" {
			return unseen(fromNet)
		}
	}
	if p.sink && !p.unknown {
		return flow{there: true, known: p.path == "/dev/null", from: v.from}
	}
	if f, ok := st.files[p.key()]; ok {
		return f
	}
	f := unseen(fromLocal | v.from)
	f.numbers = oneProcess(p)
	return f
}

// heredoc is its text. Between quotes nothing in it is expanded.
func (w *walker) heredoc(r *syntax.Redirect, st *state) flow {
	if r.Hdoc == nil {
		return literal("")
	}
	if quotedDelimiter(r.Word) {
		var text strings.Builder
		for _, part := range r.Hdoc.Parts {
			if lit, ok := part.(*syntax.Lit); ok {
				text.WriteString(lit.Value)
			}
		}
		return literal(text.String())
	}
	b := builder{w: w, st: st, mode: inValue, span: w.span(r.Hdoc)}
	for _, part := range r.Hdoc.Parts {
		if lit, ok := part.(*syntax.Lit); ok {
			b.text.WriteString(unescape(lit.Value, "$`\\"))
			continue
		}
		b.quoted(part)
	}
	text := b.text.String()
	return flow{text: text, known: !has(text, unknownMarks), there: true, from: b.current.from}
}

func quotedDelimiter(sw *syntax.Word) bool {
	lit := sw.Lit()
	return lit == "" || strings.Contains(lit, `\`)
}

// coprocess opens what a coprocess prints: by the number in its array, and in zsh and ksh as <&p.
func (w *walker) coprocess(c *syntax.CoprocClause, st *state, out flow) {
	name := "COPROC"
	if c.Name != nil && c.Name.Lit() != "" {
		name = c.Name.Lit()
	}
	if !out.there {
		out = unseen(fromLocal)
	}
	out.known, out.text = false, ""
	fd := strconv.Itoa(firstFree + len(st.fds))
	st.open(fd, out)
	st.open("p", out)
	st.set(name, value{items: []string{fd, string(markNumber)}, text: fd, from: out.from})
}
