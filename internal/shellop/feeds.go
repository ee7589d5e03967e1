package shellop

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/shelltable"
)

// elsewhere are the origins of bytes that nobody could have seen.
const elsewhere = fromNet | fromDecoder

// descriptor is the number of the file that a path like /dev/stdin or /dev/fd/3 stands for; "" for any other path.
func descriptor(text string) string {
	switch path.Clean(text) {
	case "/dev/stdin":
		return "0"
	case "/dev/stdout":
		return "1"
	case "/dev/stderr":
		return "2"
	}
	for _, folder := range []string{"/dev/fd/", "/proc/self/fd/", "/proc/thread-self/fd/"} {
		if n, ok := strings.CutPrefix(path.Clean(text), folder); ok && n != "" && strings.Trim(n, "0123456789") == "" {
			return n
		}
	}
	return ""
}

// descriptor is what a descriptor stands for, to read.
func (st *state) descriptor(fd string, in flow) flow {
	if fd == "0" {
		return in
	}
	if f, ok := st.fds[fd]; ok {
		return f
	}
	return unseen(fromLocal)
}

// standsIn reports a word for something that is read: -, /dev/stdin, <(…), also behind an option.
func standsIn(v word, st *state, in flow) (flow, bool) {
	if v.body != nil {
		return *v.body, true
	}
	text := v.text
	if _, val, ok := strings.Cut(text, "="); ok && strings.HasPrefix(text, "-") {
		text = val
	} else if len(text) == 3 && text[0] == '-' && text[2] == '-' && text != "---" { // -f-
		text = "-"
	}
	if text == "-" {
		return in, true
	}
	if fd := descriptor(strings.TrimPrefix(text, "@")); fd != "" {
		return st.descriptor(fd, in), true
	}
	return flow{}, false
}

// namesInput reports code that reads a file which stands for the input.
func namesInput(text string) bool {
	return strings.Contains(text, "/dev/stdin") || strings.Contains(text, "/dev/fd/") || strings.Contains(text, "/proc/self/fd/")
}

// feeds judges what a program reads and runs, of which no row of a command says it.
func (w *walker) feeds(name string, argv []word, st *state, in flow, at Span) {
	rows := shelltable.Feeds(name)
	if rows == nil {
		if short := strings.TrimRight(strings.TrimSuffix(name, ".exe"), "0123456789.-"); short != name && short != "" {
			rows = shelltable.Feeds(short)
		}
	}
	for _, row := range rows {
		if !feedNamed(row.Names, argv) {
			continue
		}
		if row.What != shelltable.FeedFile {
			w.givenCode(strings.Join(row.Names, " "), argv, at)
		}
		if len(row.With) > 0 && !anyOption(argv, row.With) || anyOption(argv, row.Unless) {
			continue
		}
		plainWords := false
		for i, v := range argv[min(len(row.Names), len(argv)):] {
			before := argv[len(row.Names)+i-1].text
			first := row.What == shelltable.FeedFile || !plainWords || strings.HasPrefix(before, "-") || strings.HasPrefix(v.text, "-") && v.text != "-"
			if f, ok := standsIn(v, st, in); ok && f.there && first { // behind a script it is for that
				w.fedTo(row, strings.Join(row.Names, " "), f, st, at)
			}
			plainWords = plainWords || !strings.HasPrefix(v.text, "-") && v.body == nil
		}
		if in.there && (row.When == shelltable.FeedAny && (in.from&elsewhere != 0 || in.known || !plainWords) || row.When == shelltable.FeedBare && !plainWords) {
			w.fedTo(row, strings.Join(row.Names, " "), in, st, at)
		}
	}
}

// codeOptions are options and subcommands of interpreters whose value is code, or is typed into a shell.
var codeOptions = []string{
	"-c", "--command", "-Command", "-e", "--eval", "-eval", "-x", "-ex", "-batch-ex", "-o", "--one-line", "-E", "--execute", "-p", "--print", "-r", "--run", "eval", "send-keys", "-X",
	"-l", "-S", "-f", "--file", "-File", "-EncodedCommand", "-q", "/c", "/k", "stuff",
}

// givenCode looks for code in a word that nobody could have seen.
func (w *walker) givenCode(who string, argv []word, at Span) {
	for i, v := range argv[1:] {
		name, _, attached := strings.Cut(v.text, "=")
		if v.sub && v.from&elsewhere != 0 && (slices.Contains(codeOptions, argv[i].text) || attached && slices.Contains(codeOptions, name)) {
			w.add(shelltable.Unseen, "unseen-bytes", who+" is given code that comes from elsewhere, and that nobody saw", at)
		}
	}
}

// feedNamed reports a command whose words begin with the program and hold its subcommands, in their order.
func feedNamed(names []string, argv []word) bool {
	rest := names[1:]
	for _, v := range argv[1:] {
		if len(rest) > 0 && (v.text == rest[0] || path.Base(v.text) == rest[0]) {
			rest = rest[1:]
		}
	}
	return len(rest) == 0
}

func anyOption(argv []word, names []string) bool {
	return slices.ContainsFunc(argv, func(v word) bool {
		name, _, _ := strings.Cut(v.text, "=")
		return slices.Contains(names, name)
	})
}

// fedTo judges what is read by a program of a row.
func (w *walker) fedTo(row shelltable.Feed, who string, f flow, st *state, at Span) {
	switch {
	case f.from&elsewhere != 0:
		w.add(shelltable.Unseen, "unseen-bytes", who+" runs bytes that come from elsewhere, and that nobody saw", at)
	case f.from&fromLoop != 0:
		w.add(shelltable.Exec, "unseen-bytes", who+" runs bytes of a local service, and nobody saw them", at)
	case row.What == shelltable.FeedFile || f.text == "" && !f.known:
		for line := range strings.Lines(f.text) {
			if !w.step() {
				break
			}
			w.onlyFloor(strings.TrimSpace(line), at)
			if verb, rest, ok := strings.Cut(strings.TrimSpace(line), " "); ok && strings.EqualFold(verb, "RUN") {
				w.onlyFloor(rest, at)
			}
		}
	case row.What == shelltable.FeedShell:
		w.feed(f, st.fork(), at, "sh", who)
	default:
		for line := range strings.Lines(f.text) { // commands of editors and debuggers that start a shell
			if !w.step() {
				break
			}
			line = strings.TrimLeft(strings.TrimSpace(line), `:!\.+`)
			w.onlyFloor(line, at)
			if verb, rest, ok := strings.Cut(line, " "); ok && slices.Contains([]string{"shell", "system", "exec", "!", "sh", "pipe"}, strings.TrimRight(verb, "!")) {
				w.onlyFloor(rest, at)
			}
		}
		w.codeFlow(&shelltable.Row{Words: []string{who}, Why: "other"}, f, st, at)
	}
}

// shellOptions are those behind which programs of many kinds take a command for a shell.
var shellOptions = []string{"-c", "--command", "--cmd", "-x", "--exec", "--run", "-s", "--shell"}

// mayStart looks for a command among the words of a program that is taken for no wrapper: what is never allowed is that
// here as well.
func (w *walker) mayStart(name string, argv []word, at Span) {
	if row := shelltable.Command(name); w.band == Deny || row != nil && (row.HasSubs() || handsData(row) || isShell(row) || slices.Contains(languages, row.Why)) {
		return
	}
	for i, v := range argv[1:min(len(argv), 16)] {
		if slices.Contains(shellOptions, argv[i].text) && v.known() {
			w.onlyFloor(v.data(), at)
		}
		if base := path.Base(v.text); slices.Contains(fatal, base) || slices.Contains([]string{"curl", "env", "python3", "sudo", "wget", "zsh"}, base) {
			w.onlyFloor(quoted(argv[i+1:]), at)
			return
		}
	}
}

// handsData reports a program that does not start what its words say.
func handsData(row *shelltable.Row) bool {
	switch row.Effect {
	case shelltable.Read, shelltable.Make, shelltable.Edit, shelltable.Test, shelltable.Fetch, shelltable.Destroy, shelltable.Leak, shelltable.Publish:
		return true
	default:
		return false
	}
}

// shellImages are images that run a shell where nothing else is said.
var shellImages = []string{"almalinux", "alpine", "amazonlinux", "archlinux", "busybox", "centos", "debian", "fedora", "kali-rolling", "rockylinux", "ubuntu"}

// passesOn looks for an interpreter among the words of a program that is taken for no wrapper, and whose input nobody
// could have seen: as one of those it would be never allowed.
func (w *walker) passesOn(name string, argv []word, in flow, at Span) {
	if in.from&elsewhere == 0 || w.band == Deny {
		return
	}
	if row := shelltable.Command(name); row != nil && handsData(row) {
		return
	}
	for i, v := range argv[min(1, len(argv)):min(len(argv), 16)] {
		if !v.known() || v.text == "" {
			continue
		}
		rest := joinedText(argv[i+1 : i+2])
		base, _, _ := strings.Cut(path.Base(v.text), ":") // also an image
		if slices.Contains(shellImages, base) && i+2 == len(argv) {
			base = "sh"
		}
		row := shelltable.Command(base)
		switch {
		case strings.ContainsAny(v.text, " \t\n;|"): // shell text, as of -c
		case row != nil && (isShell(row) || slices.Contains(languages, row.Why)), shelltable.Feeds(base) != nil && base != name:
			rest = strings.TrimSpace(base + " " + quoted(argv[i+2:]))
		default:
			continue
		}
		trial := walker{options: w.options, text: rest, depth: w.depth + 4, steps: w.steps}
		if code, _ := refuse(rest, ""); code != "" || trial.depth >= maxDepth {
			return
		}
		trial.source(rest, newState(w.options), in, "sh")
		w.steps = trial.steps
		if slices.ContainsFunc(trial.reasons, func(r Reason) bool { return r.Effect == shelltable.Unseen }) {
			w.add(shelltable.Unseen, "unseen-bytes", fmt.Sprintf("%s hands bytes to %q that come from elsewhere, and that nobody saw", name, v.show()), at)
			return
		}
	}
}

// later is programs whose input is a list of commands for another time.
func (w *walker) later(name string, argv []word, st *state, in flow, at Span) flow {
	out := w.tabled(name, argv, st, in, at)
	if in.from&(fromNet|fromDecoder) != 0 {
		w.add(shelltable.Unseen, "unseen-bytes", name+" runs bytes that come from elsewhere, and that nobody saw", at)
	}
	for line := range strings.Lines(in.text) {
		w.onlyFloor(strings.TrimSpace(line), at)
		if fields := strings.Fields(line); name == "crontab" && len(fields) > 5 {
			w.onlyFloor(strings.Join(fields[5:], " "), at)
		}
	}
	return out
}
