package shellop

import (
	"path"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/shelltable"
)

// rm removes files, of which the place and the number decide.
func (w *walker) rm(name string, argv []word, st *state, _ flow, at Span) flow {
	row := shelltable.Command(name)
	recursive, end := false, false
	var operands []word
	p := &parsed{row: row, name: name, effect: row.Effect}
	for _, v := range argv[1:] {
		switch text := v.text; {
		case !end && text == "--":
			end = true
		case !end && (text == "--help" || text == "--version"):
			return unseen(fromLocal)
		case !end && strings.HasPrefix(text, "--"):
			recursive = recursive || strings.HasPrefix(text, "--r") || strings.HasPrefix(text, "--n")
		case !end && strings.HasPrefix(text, "-") && len(text) > 1:
			recursive = recursive || name != "shred" && strings.ContainsAny(text, "rR")
		default:
			operands = append(operands, v)
		}
	}
	w.add(row.Effect, "command", w.why(p), at)
	if name == "trash" || name == "trash-put" {
		recursive = false
	}
	optional := !end && slices.ContainsFunc(operands, func(v word) bool { // one may be -r
		return v.split && strings.HasPrefix(v.text, string(markUnknown)) && !v.named
	})
	for _, v := range operands {
		pl := w.place(st, v)
		effect, code := pl.gone(recursive || v.split || optional && pl.zones.Has(root) && v.known())
		w.path(effect, code, "removes", v, p, at)
		for _, f := range v.names() {
			if effect, code := w.place(st, f).gone(recursive); bandOf(profile(effect)) == Deny {
				w.path(effect, code, "removes", f, p, at)
			}
		}
	}
	return flow{}
}

// mv moves files: the first ones are gone from where they were.
func (w *walker) mv(name string, argv []word, st *state, _ flow, at Span) flow {
	p := w.parse(shelltable.Command(name), name, argv[1:], at)
	w.add(shelltable.Edit, "command", w.why(p), at)
	sources, target := p.operands, word{}
	if t, ok := p.option("-t", "--target-directory"); ok {
		target = t
	} else if len(sources) > 0 {
		target, sources = sources[len(sources)-1], sources[:len(sources)-1]
	}
	to := w.place(st, target)
	effect, code := to.write(false)
	if to.sink {
		effect, code = shelltable.Destroy, "path-sink"
	}
	w.path(effect, code, "writes", target, p, at)
	for _, v := range sources {
		from := w.place(st, v)
		effect, code := from.gone(false)
		switch {
		case from.zones.Has(root) || from.whole && from.path != string(markStar):
			effect, code = from.gone(true)
		case code == "deletes-many" || code == "path-folder" || code == "path-unknown":
			effect, code = shelltable.Edit, "path-local"
		}
		if from.reach && effect == shelltable.Edit {
			effect, code = from.write(false)
		}
		w.path(effect, code, "moves", v, p, at)
		w.carried(st, from, to, fromLocal|v.from)
	}
	return flow{}
}

// carried notes that a file has what another had.
func (w *walker) carried(st *state, from, to place, or origin) {
	f, ok := st.files[from.key()]
	if !ok || from.key() == "" {
		f = unseen(or)
	}
	if effect, code := from.readTree(); opens(effect, code) {
		f.from |= fromSecret
	}
	if key := to.key(); key != "" {
		st.write(key, f)
	}
}

func (w *walker) cp(name string, argv []word, st *state, in flow, at Span) flow {
	p := w.parse(shelltable.Command(name), name, argv[1:], at)
	if (name == "cp" || name == "gcp") && p.has("-n", "--no-clobber") && !p.has("-f", "--force", "--remove-destination", "-i", "--interactive") {
		p.effect, p.creates = shelltable.Make, true
	}
	out := w.judge(p, st, in, at)
	if name == "ln" {
		w.links(p, st, at)
	}
	w.intoFolder(p, st, at)
	if n := len(p.operands); n == 2 {
		w.carried(st, w.place(st, p.operands[0]), w.place(st, p.operands[1]), fromLocal)
	}
	return out
}

// intoFolder looks at the names that files have in the folder that they are copied to: cp /tmp/mooring.yaml . writes
// mooring.yaml. Whether a name without an extension is a folder is not known; one from here is taken for a copy.
func (w *walker) intoFolder(p *parsed, st *state, at Span) {
	sources := p.operands
	target, named := p.option("-t", "--target-directory")
	if !named && len(sources) > 0 {
		target, sources = sources[len(sources)-1], sources[:len(sources)-1]
	}
	to := w.place(st, target)
	if to.zones.Has(scratch) && !to.unknown {
		return
	}
	folder := named || len(sources) > 1 || strings.HasSuffix(target.text, "/") || to.unknown || to.path == "." || to.up || to.path == "~"
	for _, v := range sources {
		base := path.Base(v.text)
		if host, name, remote := strings.Cut(base, ":"); remote && host != "" {
			base = name
		}
		if base == "." || base == ".." || base == "/" || !folder && (path.Ext(to.path) != "" || !strings.ContainsAny(v.text, "/:")) {
			continue
		}
		inside := word{text: strings.TrimSuffix(target.text, "/") + "/" + base, from: v.from | target.from, split: v.split, span: v.span}
		switch effect, code := w.place(st, inside).write(false); effect {
		case shelltable.Tamper, shelltable.Ruin, shelltable.Exec:
			w.path(effect, code, "writes", inside, p, at)
		default: // the folder has been judged
		}
	}
}

// links looks at what links lead to: what is written or read through one is not followed.
func (w *walker) links(p *parsed, st *state, at Span) {
	targets := p.operands
	if len(targets) > 1 && !p.has("-t", "--target-directory") {
		targets = targets[:len(targets)-1]
	}
	for _, v := range targets {
		pl := w.place(st, v)
		switch effect, code := pl.write(false); effect {
		case shelltable.Edit, shelltable.Read:
		case shelltable.Tamper:
			w.path(effect, code, "links to", v, p, at)
		default:
			w.path(shelltable.State, code, "links to", v, p, at)
		}
		if effect, code := pl.read(); effect == shelltable.Secret {
			w.path(effect, code, "links to", v, p, at)
		}
	}
}

// modes changes owners and rights.
func (w *walker) modes(name string, argv []word, st *state, _ flow, at Span) flow {
	row := shelltable.Command(name)
	p := &parsed{row: row, name: name, effect: row.Effect}
	w.add(row.Effect, "command", w.why(p), at)
	recursive := false
	var operands []word
	for _, v := range argv[1:] {
		switch text := v.text; {
		case name == "chmod" && strings.HasPrefix(text, "-") && len(text) > 1 && strings.Trim(text[1:], "rwxXstugo,+-=") == "" && text != "-R":
			operands = append(operands, v) // a mode such as -w
		case strings.HasPrefix(text, "-"):
			recursive = recursive || strings.HasPrefix(text, "--rec") || !strings.HasPrefix(text, "--") && strings.Contains(text, "R")
		default:
			operands = append(operands, v)
		}
	}
	if len(operands) == 0 {
		return flow{}
	}
	if mode := operands[0].text; name == "chmod" && setsID(mode) {
		w.add(shelltable.State, "option", "the mode "+operands[0].show()+" hands on the rights of the owner", at)
	}
	if mode := operands[0].text; name == "chmod" && recursive && len(operands) > 1 && opensOrLocks(mode) {
		w.add(shelltable.State, "option", "the mode "+operands[0].show()+" of all files below locks their owner out, or lets everybody write", at)
	}
	for _, v := range operands[1:] {
		pl := w.place(st, v)
		effect, code := pl.made()
		switch {
		case recursive && slices.Contains([]string{"/srv", "/opt", "/mnt", "/media"}, pl.path):
			effect, code = shelltable.State, "path-system"
		case recursive && (pl.zones.Has(root) || pl.whole && strings.HasPrefix(pl.path, "/")):
			effect, code = pl.gone(true)
		case pl.zones.Has(critical) || pl.zones.Has(device):
			effect, code = shelltable.State, "path-system"
		case recursive && effect == shelltable.Make:
			effect = shelltable.Edit
		case pl.zones.Has(startup) && effect == shelltable.Exec && name == "chmod":
			effect = shelltable.Edit
		}
		w.path(effect, code, "changes the rights of", v, p, at)
	}
	return flow{}
}

// setsID reports a mode with setuid or setgid.
func setsID(mode string) bool {
	if strings.ContainsRune(mode, markUnknown) {
		return false
	}
	if strings.Trim(mode, "01234567") == "" {
		return len(mode) > 3 && strings.ContainsAny(mode[len(mode)-4:len(mode)-3], "24675")
	}
	_, perms, _ := strings.Cut(mode, "+")
	_, set, _ := strings.Cut(mode, "=")
	return strings.Contains(perms, "s") || strings.Contains(set, "s")
}

// opensOrLocks reports a mode that takes what the owner needs to read and enter, or by which everybody may write. What
// the modes of many files were before is then lost.
func opensOrLocks(mode string) bool {
	if mode != "" && strings.Trim(mode, "01234567") == "" {
		mode = "000" + mode
		mode = mode[len(mode)-3:]
		return strings.ContainsAny(mode[:1], "0123") || strings.ContainsAny(mode[2:], "2367")
	}
	for clause := range strings.SplitSeq(mode, ",") {
		i := strings.IndexAny(clause, "+-=")
		if i < 0 {
			return true // not known
		}
		who, perms := clause[:i], clause[i+1:]
		everybody, owner := strings.ContainsAny(who, "oa"), who == "" || strings.ContainsAny(who, "ua")
		switch clause[i] {
		case '-':
			if owner && strings.ContainsAny(perms, "rxX") {
				return true
			}
		case '=':
			if owner && !strings.Contains(perms, "r") || everybody && strings.Contains(perms, "w") {
				return true
			}
		default:
			if everybody && strings.Contains(perms, "w") {
				return true
			}
		}
	}
	return false
}

// dd copies, from if= to of=.
func (w *walker) dd(name string, argv []word, st *state, in flow, at Span) flow {
	p := &parsed{row: shelltable.Command(name), name: name}
	out := flow{there: true, from: in.from | fromLocal}
	written := false
	for _, v := range argv[1:] {
		key, val, _ := strings.Cut(v.text, "=")
		operand := word{text: val, from: v.from, span: v.span}
		switch key {
		case "if":
			out.from |= w.reads(operand, p, st, in, at)
		case "of":
			if descriptor(val) == "1" {
				continue
			}
			written = true
			w.writes(operand, p, st, at, false)
		default:
			if v.unknown() && strings.HasPrefix(v.text, string(markUnknown)) {
				w.add(shelltable.State, "unknown-option", "a word of dd is not known, and may be of=", at)
			}
		}
	}
	if written {
		return flow{}
	}
	w.add(shelltable.Read, "command", "copies to its output", at)
	return out
}

// copies is programs whose output is their input, or the files that they name.
func (w *walker) copies(name string, argv []word, st *state, in flow, at Span) flow {
	if name == "tee" {
		return w.tee(argv, st, in, at)
	}
	out := w.tabled(name, argv, st, in, at)
	whole := name == "cat" || name == "tac" || name == "sort"
	if name == "cat" || name == "bat" {
		out = flow{}
		for _, v := range argv[1:] {
			if strings.HasPrefix(v.text, "-") && v.text != "-" {
				continue
			}
			out = out.and(w.content(v, st, in))
		}
		switch {
		case out.there:
			return out
		case in.there: // without a file it hands its input on
			return in
		}
		return unseen(fromLocal)
	}
	operands := slices.ContainsFunc(argv[1:], func(v word) bool { return !strings.HasPrefix(v.text, "-") })
	if in.known && whole && !operands {
		return in
	}
	return out
}

// content is what a file holds, as far as the text says.
func (w *walker) content(v word, st *state, in flow) flow {
	if v.text == "-" {
		return in
	}
	if fd := descriptor(v.text); fd != "" {
		return st.descriptor(fd, in)
	}
	if v.body != nil {
		return *v.body
	}
	pl := w.place(st, v)
	if f, ok := st.files[pl.key()]; ok && pl.key() != "" {
		return f
	}
	f := unseen(fromLocal | v.from)
	f.numbers = oneProcess(pl)
	if effect, code := pl.read(); opens(effect, code) {
		f.from |= fromSecret
	}
	return f
}

func (w *walker) split(name string, argv []word, st *state, in flow, at Span) flow {
	return w.tabled(name, argv, st, in, at)
}

// decoder is programs whose output nobody could read in their input.
func (w *walker) decoder(name string, argv []word, st *state, in flow, at Span) flow {
	if name == "openssl" && len(argv) > 1 && argv[1].text == "s_client" && silent(in) {
		w.add(shelltable.Fetch, "host-external", "openssl s_client asks a server for its certificate", at)
		return unseen(fromNet)
	}
	out := w.tabled(name, argv, st, in, at)
	decodes := false
	switch name {
	case "base64", "base32", "basenc", "xxd", "openssl", "gpg", "gpg2", "gzip", "xz", "zstd", "bzip2", "brotli":
		for _, v := range argv[1:] {
			decodes = decodes || v.text == "enc" || strings.HasPrefix(v.text, "--d") ||
				strings.HasPrefix(v.text, "-") && !strings.HasPrefix(v.text, "--") && strings.ContainsAny(v.text, "dDr")
		}
	case "tr":
		if in.known {
			return flow{there: true, from: in.from | fromDecoder}
		}
	default:
		decodes = true
	}
	if name == "openssl" && len(argv) > 1 && (argv[1].text == "enc" || argv[1].text == "base64") {
		decodes = true
	}
	if decodes {
		w.unpacksInPlace(name, argv, st, at)
		out.from |= fromDecoder
		out.known = false
		if name == "unzip" {
			st.fetched = st.fetched || len(argv) > 1 && st.files[w.place(st, argv[len(argv)-1]).key()].from&fromNet != 0
		}
	}
	out.from |= in.from &^ fromLocal
	return out
}
