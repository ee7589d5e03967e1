package shellop

import (
	"slices"
	"strings"
)

// maxSimple is how many words a text has at most that is taken apart without the parser.
const maxSimple = 32

// reserved are the words by which a grammar takes over where a command may begin.
var reserved = strings.Fields(`
	if then elif else fi for while until do done case esac in select function time coproc let declare local export readonly typeset
	nameref repeat foreach end nocorrect noglob always float integer private
`)

// simple are the words of a text that is one command of letters that mean nothing to any shell: most of what is sent.
// The parser would find the same words; its trees cost more than the words are worth. They are
// appended to out.
func simple(text string, out []Span) ([]Span, bool) {
	start := -1
	for i := range len(text) {
		switch kind := letters[text[i]]; {
		case kind == special:
			return nil, false
		case kind == blank && start >= 0:
			out = append(out, Span{start, i})
			start = -1
		case kind == ordinary && start < 0:
			if len(out) == maxSimple {
				return nil, false
			}
			start = i
		}
	}
	if start >= 0 {
		out = append(out, Span{start, len(text)})
	}
	if len(out) == 0 || slices.Contains(reserved, text[out[0].Start:out[0].End]) {
		return nil, false
	}
	return out, true
}

// Kinds of bytes.
const (
	special = iota
	blank
	ordinary
)

var letters = func() (kinds [256]uint8) {
	kinds[' '], kinds['\t'] = blank, blank
	for _, c := range []byte("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:,@%+") {
		kinds[c] = ordinary
	}
	return kinds
}()

// one walks a simple command.
func (w *walker) one(text string, spans []Span, st *state, in flow) flow {
	if !w.step() {
		return unseen(fromLocal)
	}
	w.steps += len(st.vars) / 8
	argv := make([]word, len(spans))
	for i, span := range spans {
		if !w.step() {
			argv = append(argv[:i], word{text: string(markUnknown), from: fromLocal})
			break
		}
		argv[i] = word{text: text[span.Start:span.End], span: span}
		if w.within != nil {
			argv[i].span = *w.within
		}
	}
	at := Span{spans[0].Start, spans[len(spans)-1].End}
	if w.within != nil {
		at = *w.within
	}
	return w.run(argv, st, in, at)
}
