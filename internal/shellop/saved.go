package shellop

import (
	"path"
	"regexp"
	"strings"

	"github.com/mooring-mcp/mooring/internal/shelltable"
)

// inFolders makes the names of files those in the folders of --output-dir.
func (r *request) inFolders() {
	names := r.outputs
	if r.remote {
		for _, v := range r.urls {
			v.text = path.Base(strings.SplitN(parseAddress(v.data()).path, "?", 2)[0])
			names = append(names, v)
		}
	}
	r.outputs = nil
	for _, v := range names {
		if v.text == "-" {
			r.outputs = append(r.outputs, v)
			continue
		}
		for _, folder := range r.folders {
			r.outputs = append(r.outputs, word{text: folder.text + "/" + v.text, from: v.from | folder.from, split: v.split || folder.split, span: v.span})
		}
	}
}

// templates are the variables in the value of an --expand option; outputIn are the files that --write-out writes.
var (
	templates = regexp.MustCompile(`\{\{[^}]*\}\}`)
	outputIn  = regexp.MustCompile(`%output\{([^}]*)\}`)
)

// curlVariable is NAME=TEXT, NAME@FILE or %NAME of the environment.
func (w *walker) curlVariable(r *request, v word, outside bool, st *state, in flow, at Span) { //nolint:revive // what runs, the state, the input and the place belong together
	i := strings.IndexAny(v.text, "=@")
	name, environment := strings.CutPrefix(v.text, "%")
	switch {
	case i >= 0 && v.text[i] == '@' && outside:
		w.body(r, word{text: v.text[i:], from: v.from}, outside, st, in, at)
	case i >= 0 && v.text[i] == '@':
		w.reads(word{text: v.text[i+1:], from: v.from}, &parsed{name: r.name}, st, in, at)
	case environment && outside:
		from := fromLocal
		if name, _, _ = strings.Cut(name, "="); holdsSecret(name) || v.unknown() {
			from |= fromSecret
		}
		w.sends(from, word{text: ""}, r.name, st, at)
	case outside && v.from&fromSecret != 0:
		w.leaves(v, r.name, at)
	}
}

// saves writes an answer to a file.
func (w *walker) saves(v word, out flow, p *parsed, st *state, at Span) {
	if v.into != nil {
		*v.into = out
		return
	}
	w.writes(v, p, st, at, false)
	if key := w.place(st, v).key(); key != "" {
		st.write(key, out)
	}
}

// saved is where the answer goes.
func (w *walker) saved(r *request, out flow, st *state, at Span) flow {
	p := &parsed{name: r.name}
	toOutput, kept := !r.remote, false
	for _, v := range r.side {
		if v.text == "-" || v.text == "%" || descriptor(v.text) == "1" {
			toOutput, kept = true, true
			continue
		}
		if v.text == "" {
			continue
		}
		w.saves(v, out, p, st, at)
	}
	if r.name == "curl" && len(r.folders) > 0 {
		r.inFolders()
	}
	for _, v := range r.outputs {
		if v.text == "-" || descriptor(v.text) == "1" {
			toOutput, kept = true, true
			continue
		}
		if !r.remote && !kept {
			toOutput = false
		}
		w.saves(v, out, p, st, at)
	}
	if r.remote {
		w.add(shelltable.Edit, "path-local", r.name+" writes files named after what it fetches", at)
		for _, v := range r.urls {
			name := path.Base(strings.SplitN(parseAddress(v.data()).path, "?", 2)[0])
			pl := w.place(st, word{text: name})
			if pl.zones.Has(own) {
				w.path(shelltable.Tamper, "own-files", "writes", word{text: name}, p, at)
			}
			if key := pl.key(); key != "" {
				st.write(key, out)
			}
			if v.unknown() {
				st.fetched = true
			}
		}
	}
	if toOutput {
		return out
	}
	return unseen(fromLocal)
}
