package shellop

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/shelltable"
)

// Programs of the system of which a row alone cannot tell a look from a change.

// sysctl shows what it is given, and sets what has a value.
func (w *walker) sysctl(name string, argv []word, st *state, in flow, at Span) flow {
	out := w.tabled(name, argv, st, in, at)
	for _, v := range argv[1:] {
		if !strings.HasPrefix(v.text, "-") && (strings.Contains(v.text, "=") || v.unknown()) {
			w.add(shelltable.State, "command", fmt.Sprintf("sysctl sets %q of the kernel", v.show()), at)
		}
	}
	return out
}

// mkfs makes a file system on a device, or in a file that is none.
func (w *walker) mkfs(name string, argv []word, st *state, in flow, at Span) flow {
	files := argv[1:]
	for _, v := range files {
		pl := w.place(st, v)
		if v.unknown() || v.glob() || pl.unknown || strings.Contains(v.text, "=") || pl.zones.Has(device) || strings.HasPrefix(pl.path, "/dev") || strings.HasPrefix(v.text, "/dev") {
			return w.tabled(name, argv, st, in, at)
		}
	}
	last := slices.IndexFunc(files, func(v word) bool { return strings.Contains(v.text, ".") && !strings.HasPrefix(v.text, "-") })
	if last < 0 {
		return w.tabled(name, argv, st, in, at)
	}
	p := &parsed{row: shelltable.Command("dd"), name: name}
	for _, v := range files {
		if !strings.HasPrefix(v.text, "-") {
			w.writes(v, p, st, at, false)
		}
	}
	return flow{}
}

// tee writes its input to files. With -a it adds.
func (w *walker) tee(argv []word, st *state, in flow, at Span) flow {
	p := w.parse(shelltable.Command("tee"), "tee", argv[1:], at)
	adds := p.has("-a", "--append")
	w.add(shelltable.Read, "command", "copies its input", at)
	for _, c := range p.unlisted {
		w.unlistedOption(c, p, st, in, at)
	}
	for _, v := range p.operands {
		if v.into != nil {
			*v.into = in
			continue
		}
		if !adds {
			w.writes(v, p, st, at, false)
		} else {
			effect, code := w.place(st, v).write(true)
			w.path(effect, code, "adds to", v, p, at)
		}
		if key := w.place(st, v).key(); key != "" {
			f := in
			if adds {
				before, ok := st.files[key]
				if !ok {
					before = unseen(fromLocal)
				}
				f = before.and(in)
			}
			st.write(key, f)
		}
		if w.place(st, v).zones.Has(network) && in.from&fromSecret != 0 {
			w.sends(in.from, word{text: "-"}, "tee", st, at)
		}
	}
	if in.known {
		return in
	}
	return unseen(in.from | fromLocal)
}

// sshKeygen makes keys, or shows the fingerprint of one.
func (w *walker) sshKeygen(name string, argv []word, st *state, in flow, at Span) flow {
	p := w.parse(shelltable.Command(name), name, argv[1:], at)
	if (p.has("-l") || p.has("-B")) && !p.has("-D", "-w") {
		w.add(shelltable.Read, "command", "shows the fingerprint of a key", at)
		return unseen(fromLocal)
	}
	return w.judge(p, st, in, at)
}

// ports are some ports of this machine, as lsof takes them.
var ports = regexp.MustCompile(`^(-t?i ?)?(tcp|udp|TCP|UDP)?(@(localhost|127\.0\.0\.1))?:\d+(,\d+)*$`)

// lsof prints numbers of processes with -t. Where a port is named, they are few.
func (w *walker) lsof(name string, argv []word, st *state, in flow, at Span) flow {
	out := w.tabled(name, argv, st, in, at)
	terse, narrow := false, false
	for _, v := range argv[1:] {
		text := v.text
		narrow = narrow || ports.MatchString(text)
		terse = terse || text == "-t" || strings.HasPrefix(text, "-ti")
		if strings.HasPrefix(text, "-") && strings.ContainsAny(text, "ucpg") || strings.Contains(text, "/") {
			return out
		}
	}
	out.numbers = terse && narrow
	return out
}

// oneProcess reports a file in which a service keeps the number of its process.
func oneProcess(pl place) bool { return strings.HasSuffix(pl.key(), ".pid") }

// handsOut looks for credentials in what a program sends out: its input, and files that it is given.
func (w *walker) handsOut(p *parsed, st *state, in flow, at Span) {
	if in.from&fromSecret != 0 {
		w.sends(in.from, word{text: "-"}, p.name, st, at)
	}
	for _, v := range append(slices.Clone(p.operands), optionValues(p)...) {
		if v.text = strings.TrimPrefix(v.text, "@"); remotePath(v) || strings.HasSuffix(v.text, ".pub") {
			continue
		}
		if effect, code := w.place(st, v).readTree(); effect == shelltable.Secret && code == "path-credential" || v.sub && v.from&fromSecret != 0 {
			w.sends(fromSecret, v, p.name, st, at)
		}
	}
}

// kill signals processes by number; -1 is every process.
func (w *walker) kill(_ string, argv []word, _ *state, _ flow, at Span) flow {
	args := argv[1:]
	signal := false
	for len(args) > 0 {
		text := args[0].text
		switch {
		case text == "-l" || text == "-L":
			w.add(shelltable.Read, "command", "lists signals", at)
			return unseen(fromLocal)
		case text == "-s" || text == "-n":
			args, signal = args[1:], true
		case text == "--" || strings.HasPrefix(text, "-") && !signal && len(args) > 1 && text != "-1" || text == "-1" && !signal && len(args) > 1:
			signal = true
		default:
			w.killed(args[0], at)
		}
		if len(args) > 0 {
			args = args[1:]
		}
	}
	if w.namesOwn(w.textAt(at)) {
		w.add(shelltable.Tamper, "own-command", "ends a process of Mooring", at)
	}
	return flow{}
}

func (w *walker) killed(v word, at Span) {
	switch {
	case v.text == "-1" || v.text == "1" || v.text == "0":
		w.add(shelltable.Ruin, "kills-all", fmt.Sprintf("kill %s ends every process, or the first one", v.show()), at)
	case v.unknown():
		w.add(shelltable.State, "unknown-process", fmt.Sprintf("which process %q is, is not known", v.show()), at)
	default:
		w.add(shelltable.Signal, "command", "signals one process", at)
	}
}

// deletesFound is find -delete: of what a build makes again, and of scratch folders, it is like rm -r.
func (w *walker) deletesFound(starts, found []word, p *parsed, st *state, at Span) {
	follows := slices.ContainsFunc(p.argv, func(v word) bool { return v.text == "-L" || v.text == "-follow" })
	for _, start := range starts {
		effect, code := w.place(st, start).gone(true)
		if effect != shelltable.Ruin && effect != shelltable.Tamper && (follows || code != "path-artefact" && code != "path-scratch") {
			effect, code = shelltable.Destroy, "deletes-many"
		}
		w.path(effect, code, "removes what it finds below", start, p, at)
	}
	for _, f := range found {
		if w.steps += len(f.text) / 256; !w.step() {
			return
		}
		if effect, code := w.foundPlace(st, f).gone(false); effect == shelltable.Tamper {
			w.path(effect, code, "removes", f, p, at)
		}
	}
}

// socatFile looks at an address of socat that is a file, of which the other side gets what is in it.
func (w *walker) socatFile(v word, st *state, at Span) {
	kind, rest, ok := strings.Cut(v.text, ":")
	if !ok || !slices.Contains([]string{"FILE", "OPEN", "GOPEN", "CREATE", "CREAT"}, strings.ToUpper(kind)) {
		return
	}
	name, _, _ := strings.Cut(rest, ",")
	f := word{text: name, from: v.from, span: v.span}
	if strings.HasPrefix(name, "~") {
		f.text = string(markHome) + name[1:]
	}
	if effect, code := w.place(st, f).read(); opens(effect, code) {
		w.sends(fromSecret, f, "socat", st, at)
	}
	switch effect, code := w.place(st, f).write(false); effect {
	case shelltable.Tamper, shelltable.Ruin:
		w.path(effect, code, "may write", f, &parsed{name: "socat"}, at)
	default: // it leads elsewhere anyway
	}
}

// remoteFile looks at a file of another machine, which is copied from there.
func (w *walker) remoteFile(v word, p *parsed, at Span) {
	_, name, _ := strings.Cut(v.text, ":")
	if !strings.HasPrefix(name, "/") && !strings.HasPrefix(name, "~") {
		name = "~/" + name
	}
	if strings.HasPrefix(name, "~/") {
		name = string(markHome) + name[1:]
	}
	if effect, code := w.place(newState(w.options), word{text: name}).read(); effect == shelltable.Secret && code == "path-credential" {
		w.path(effect, "secret-remote", "reads", v, p, at)
	}
}

// pinned is wrappers that with -p change a process that runs already.
func (w *walker) pinned(name string, argv []word, st *state, in flow, at Span) flow {
	for _, v := range argv[1:] {
		if !strings.HasPrefix(v.text, "-") {
			break
		}
		if strings.HasPrefix(v.text, "--pid") || !strings.HasPrefix(v.text, "--") && strings.Contains(v.text, "p") {
			w.add(shelltable.Signal, "command", name+" changes how a process runs", at)
			return unseen(fromLocal)
		}
	}
	return w.tabled(name, argv, st, in, at)
}

// shows is programs that change something only when they have words.
func (w *walker) shows(name string, argv []word, st *state, in flow, at Span) flow {
	if len(argv) > 1 {
		return w.tabled(name, argv, st, in, at)
	}
	w.add(shelltable.Read, "command", name+" without words shows what is", at)
	return unseen(fromLocal)
}
