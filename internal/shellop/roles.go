package shellop

import (
	"fmt"
	"strings"

	"github.com/mooring-mcp/mooring/internal/shelltable"
)

// byRole adds what happens to an operand or a value, and is what reading it adds to the output.
func (w *walker) byRole(role shelltable.Role, v word, p *parsed, st *state, in flow, at Span) origin { //nolint:revive // what runs, the state, the input and the place belong together
	switch role {
	case shelltable.Input:
		if p.deep {
			return w.readsTree(v, p, st, in, at)
		}
		return w.reads(v, p, st, in, at)
	case shelltable.Tree:
		return w.readsTree(v, p, st, in, at)
	case shelltable.Address:
		return w.fetches(v, p, st, in, at)
	case shelltable.Output:
		w.writes(v, p, st, at, p.creates)
	case shelltable.Created:
		w.writes(v, p, st, at, true)
	case shelltable.Gone:
		effect, code := w.place(st, v).gone(false)
		w.path(effect, code, "removes", v, p, at)
	case shelltable.Argv:
		w.add(shelltable.Exec, "option", fmt.Sprintf("%s runs the program %q", p.name, v.show()), at)
		w.nested(v.data(), at, st.fork(), in, "sh")
	case shelltable.Source:
		w.fed(flow{text: v.text, known: v.known(), from: v.from}, in, st.fork(), at, "sh", p.name)
	case shelltable.Program:
		w.code(p.row, v, st, at)
	case shelltable.Script:
		w.script(v, p, nil, st, in, at)
	case shelltable.Host:
		return w.host(v, p.name, st, at)
	case shelltable.Query:
		w.query(v, p, st, at)
	case shelltable.Queries:
		w.reads(v, p, st, in, at)
		w.queries(w.content(v, st, in), p, st, at)
	default: // data, and names of what is not read
	}
	return 0
}

func (w *walker) path(effect shelltable.Effect, code, verb string, v word, p *parsed, at Span) { //nolint:revive // what runs, the state, the input and the place belong together
	if quiet(effect) {
		w.add(effect, code, "", at)
		return
	}
	w.add(effect, code, fmt.Sprintf("%s %s %q: %s", p.name, verb, v.show(), meaning(code)), at)
}

// reads is an operand that is read.
func (w *walker) reads(v word, p *parsed, st *state, in flow, at Span) origin {
	if v.text == "-" {
		return in.from
	}
	if v.body != nil {
		return v.body.from
	}
	pl := w.place(st, v)
	return w.readsAt(pl, v, p, st, at)
}

// readsAt is the same where the place is known.
func (w *walker) readsAt(pl place, v word, p *parsed, st *state, at Span) origin {
	pl.blank = pl.blank && v.found == nil && !st.declares // what the names may be is looked at below, or at each call
	effect, code := pl.read()
	from := w.readFound(v, p, st, at) | fromLocal | st.files[pl.key()].from | v.from
	return from | w.looked(effect, code, v, p, at)
}

// readsTree is an operand that is read with all that is below it.
func (w *walker) readsTree(v word, p *parsed, st *state, in flow, at Span) origin {
	if v.text == "-" || v.body != nil {
		return w.reads(v, p, st, in, at)
	}
	pl := w.place(st, v)
	from := w.readsAt(pl, v, p, st, at)
	if effect, code := pl.readTree(); code == "path-tree" {
		from |= w.looked(effect, code, v, p, at)
		if p.looksForSecrets() {
			from |= fromSecret
		}
	}
	return from
}

// looked notes what was read, and is what that adds to the output.
func (w *walker) looked(effect shelltable.Effect, code string, v word, p *parsed, at Span) origin {
	if effect == shelltable.Secret && p.silent() {
		effect = shelltable.Reveal
	}
	if effect != shelltable.Read {
		w.path(effect, code, "reads", v, p, at)
	}
	if opens(effect, code) {
		return fromSecret
	}
	return 0
}

// opens reports what was read because it holds secrets. A tree that holds some among much else is read for the rest.
func opens(effect shelltable.Effect, code string) bool {
	return effect == shelltable.Secret || effect == shelltable.Reveal && code == "path-asks"
}

// opensSecret reports the path of a credential.
func (w *walker) opensSecret(st *state, v word) bool {
	effect, code := w.place(st, v).read()
	return opens(effect, code) && !v.unknown()
}

// readFound is a word that stands for what a search came upon.
func (w *walker) readFound(v word, p *parsed, st *state, at Span) (from origin) {
	if v.found == nil {
		return 0
	}
	for _, f := range *v.found {
		if w.steps += len(f.text) / 256; !w.step() {
			return from
		}
		effect, code := w.foundPlace(st, f).read()
		from |= w.looked(effect, code, f, p, at)
	}
	return from
}

func (w *walker) writes(v word, p *parsed, st *state, at Span, adds bool) {
	if v.into != nil {
		*v.into = v.into.and(unseen(fromLocal | v.from | w.in.from))
		return
	}
	if names := v.names(); names != nil {
		for _, f := range names {
			w.writes(f, p, st, at, adds)
		}
		return
	}
	pl := w.place(st, v)
	pl.reach = pl.reach && !p.formats
	effect, code := pl.write(adds)
	if adds {
		effect, code = pl.made()
	}
	if v.text == "-" && p.name != "rm" {
		return
	}
	w.path(effect, code, "writes", v, p, at)
	if key := pl.key(); key != "" && !adds {
		st.write(key, unseen(fromLocal|v.from))
	}
}

// script runs a file by an interpreter.
func (w *walker) script(v word, p *parsed, args []word, st *state, in flow, at Span) { //nolint:revive // what runs, the state, the input and the place belong together
	switch {
	case v.text == "-":
		w.codeFlow(p.row, in, st, at)
		return
	case v.body != nil:
		w.codeFlow(p.row, *v.body, st, at)
		return
	case v.from&(fromNet|fromDecoder) != 0:
		w.add(shelltable.Unseen, "unseen-bytes", fmt.Sprintf("%s runs a file whose name comes from elsewhere", p.name), at)
		return
	case strings.HasPrefix(v.text, "npm:") || strings.HasPrefix(v.text, "jsr:"):
		w.add(shelltable.Fresh, "fetched-code", fmt.Sprintf("%s runs the package %q of a registry", p.name, v.show()), at)
		return
	case strings.Contains(v.text, "://"):
		w.add(shelltable.Unseen, "unseen-bytes", fmt.Sprintf("%s runs what is at %q", p.name, v.show()), at)
		return
	}
	if ownScript(v.text) {
		w.ownProgram("mooring", append([]word{v}, args...), st, at)
		return
	}
	pl := w.place(st, v)
	if f, ok := st.files[pl.key()]; ok && pl.key() != "" {
		if isShell(p.row) {
			w.runFile(f, v, args, st, in, at)
		} else {
			w.codeFlow(p.row, flow{text: f.text, known: f.known, there: true, from: f.from &^ fromNet}, st, at)
			if f.from&fromNet != 0 {
				w.add(shelltable.Fresh, "fetched-code", fmt.Sprintf("%q was fetched by this very text", v.show()), at)
			}
		}
		return
	}
	if effect, code := pl.read(); effect == shelltable.Secret {
		w.path(effect, code, "runs", v, p, at)
	}
	switch fd := descriptor(pl.path); {
	case fd != "":
		w.codeFlow(p.row, st.descriptor(fd, in), st, at)
	case strings.HasPrefix(pl.path, "/dev/stdin") || strings.HasPrefix(pl.path, "/dev/fd/"):
		w.codeFlow(p.row, in, st, at)
	case pl.zones.Has(network):
		w.add(shelltable.Unseen, "unseen-bytes", p.name+" runs what a connection brings", at)
	case pl.unknown || pl.glob:
		w.add(shelltable.Exec, "unknown-source", fmt.Sprintf("%s runs a file that is not known: %q", p.name, v.show()), at)
	case st.fetched:
		w.add(shelltable.Fresh, "fetched-code", fmt.Sprintf("%q may have been fetched just now", v.show()), at)
	case pl.zones.Has(scratch) || pl.zones.Has(device) || strings.HasPrefix(pl.path, "/dev/"):
		w.add(shelltable.Exec, "unknown-source", fmt.Sprintf("%s runs %q, in a folder that everybody writes", p.name, v.show()), at)
	default:
		w.add(shelltable.Opaque, "local-program", fmt.Sprintf("%s runs the local file %q", p.name, v.show()), at)
		w.handsOwn(p.name, args, st, at)
	}
}

func isShell(row *shelltable.Row) bool { return row.Why == "shell" }
