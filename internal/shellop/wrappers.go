package shellop

import (
	"fmt"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/mooring-mcp/mooring/internal/shelltable"
)

// env runs a command with other variables.
func (w *walker) env(name string, argv []word, st *state, in flow, at Span) flow {
	inner := st.fork()
	inner.through = append(inner.through, name)
	inner.funcs, inner.aliases = nil, nil
	for i := 1; i < len(argv); i++ {
		v := argv[i]
		switch text := v.text; {
		case text == "-u" || text == "--unset" || text == "-a" || text == "--argv0":
			i++
		case text == "-C" || text == "--chdir":
			i++
			inner.dir = string(markUnknown)
			if i < len(argv) && argv[i].known() {
				inner.dir = w.resolve(st.dir, argv[i].text)
			}
		case strings.HasPrefix(text, "--chdir="):
			inner.dir = w.resolve(st.dir, strings.TrimPrefix(text, "--chdir="))
		case strings.HasPrefix(text, "-S") || strings.HasPrefix(text, "-vS") || strings.HasPrefix(text, "-iS") || strings.HasPrefix(text, "--split-string"):
			return w.envSplit(argv[i:], inner, in, at)
		case strings.HasPrefix(text, "-"):
		case strings.Contains(text, "=") && !strings.HasPrefix(text, "="):
			key, val, _ := strings.Cut(text, "=")
			w.assigned(inner, key, value{text: val, from: v.from}, at)
		default:
			if v.split {
				w.add(shelltable.Exec, "unknown-word", "a word of env is not known, and may set a variable or name a program", at)
			}
			return w.run(argv[i:], inner, in, at)
		}
	}
	w.add(shelltable.Reveal, "command", "shows the environment, which may hold secrets", at)
	return unseen(fromLocal | fromSecret)
}

// envSplit is env -S, which splits a word as a shell would.
func (w *walker) envSplit(argv []word, st *state, in flow, at Span) flow {
	text := argv[0].data()
	for _, prefix := range []string{"--split-string=", "--split-string", "-vS", "-iS", "-S"} {
		if rest, ok := strings.CutPrefix(text, prefix); ok {
			text = rest
			break
		}
	}
	rest := argv[1:]
	if text == "" && len(rest) > 0 {
		text, rest = rest[0].data(), rest[1:]
	}
	for _, v := range rest {
		text += " " + quote(v.data())
	}
	return w.nested("env "+strings.TrimSpace(text), at, st, in, "bash")
}

func quote(text string) string {
	q, err := syntax.Quote(plainSource(text), syntax.LangBash)
	if err != nil {
		return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
	}
	return q
}

// xargs runs a command with words from its input.
func (w *walker) xargs(name string, argv []word, st *state, in flow, at Span) flow {
	p := w.parse(shelltable.Command("xargs"), name, argv[1:], at)
	for _, c := range p.options {
		if c.row.Role != "" && c.has {
			w.byRole(c.row.Role, c.value, p, st, in, at)
		}
	}
	w.add(shelltable.Read, "command", "runs a command with words of its input", at)
	command := slices.Clone(p.rest)
	if len(command) == 0 {
		return unseen(fromLocal | in.from)
	}
	if v, ok := p.option("-a", "--arg-file"); ok {
		in = w.content(v, st, in)
	}
	more := []word{{text: string(markUnknown), from: in.from | fromLocal, named: in.from&(fromNet|fromDecoder) == 0, sub: in.from&fromSecret != 0}}
	if more[0].found = in.found; more[0].names() != nil {
		more[0].named = true
	}
	if in.numbers {
		more[0].text = string(markNumber)
	}
	if in.known {
		more = nil
		for field := range strings.FieldsSeq(in.text) {
			more = append(more, word{text: field, from: in.from, sub: in.from&fromSecret != 0})
		}
		if len(more) > 64 {
			more = []word{{text: string(markUnknown), from: in.from}}
		}
	}
	if in.found != nil {
		for _, v := range *in.found {
			if w.steps += len(v.text) / 256; !w.step() {
				break
			}
			if effect, _ := w.foundPlace(st, v).read(); effect == shelltable.Secret || effect == shelltable.Reveal {
				more = append(more, v)
			}
		}
	}
	if mark, ok := p.option("-I", "-i", "--replace", "-J"); ok {
		token := mark.text
		if token == "" {
			token = "{}"
		}
		return w.eachInput(p, command, token, more, st, at)
	}
	return w.wrapped(p, append(command, more...), st, flow{}, at)
}

// eachInput runs a command once for each word, in place of a token.
func (w *walker) eachInput(p *parsed, command []word, token string, items []word, st *state, at Span) flow { //nolint:revive // what runs, the state, the input and the place belong together
	var out flow
	for _, item := range items {
		words := make([]word, len(command))
		for i, v := range command {
			if strings.Contains(v.text, token) {
				v.text = strings.ReplaceAll(v.text, token, item.text)
				v.from |= item.from
				v.sub = v.sub || item.sub
				v.found = item.found
			}
			words[i] = v
		}
		out = out.and(w.wrapped(p, words, st, flow{}, at))
	}
	return out
}

// find looks for files, and may run commands on them.
func (w *walker) find(name string, argv []word, st *state, _ flow, at Span) flow {
	w.add(shelltable.Read, "command", "looks for files", at)
	p := &parsed{row: shelltable.Command("find"), name: name, argv: argv[1:]}
	starts, rest := findStarts(argv[1:])
	names := findNames(rest)
	out := unseen(fromLocal)
	found := w.allBelow(starts, names, at)
	for i := 0; i < len(rest); i++ {
		v := rest[i]
		switch v.text {
		case "-delete":
			w.deletesFound(starts, found, p, st, at)
		case "-fprint", "-fprint0", "-fls", "-fprintf":
			if i+1 < len(rest) {
				i++
				w.writes(rest[i], p, st, at, false)
			}
		case "-exec", "-execdir", "-ok", "-okdir":
			end := i + 1
			for end < len(rest) && rest[end].text != ";" && (rest[end].text != "+" || rest[end-1].text != "{}") {
				end++
			}
			out = out.and(w.eachInput(p, rest[i+1:end], "{}", found, st, at))
			i = end
		case "-files0-from":
			i++
		default:
			if v.split || strings.HasPrefix(v.text, string(markUnknown)) && (i == 0 || !takesValue(rest[i-1].text)) {
				w.add(shelltable.Exec, "unknown-option", fmt.Sprintf("%q may be -delete or -exec", v.show()), at)
			}
		}
	}
	if !slices.ContainsFunc(rest, func(v word) bool {
		return strings.HasPrefix(v.text, "-exec") || strings.HasPrefix(v.text, "-ok") || v.text == "-printf" || v.text == "-ls" || v.split || strings.HasPrefix(v.text, "-regex") || v.unknown()
	}) {
		found = listed(found)
	}
	out.found = &found
	return out
}

// takesValue reports a test of find with one value.
func takesValue(text string) bool {
	return slices.Contains([]string{
		"-name", "-iname", "-path", "-ipath", "-wholename", "-regex", "-iregex", "-type", "-xtype", "-size", "-mtime", "-mmin", "-atime", "-amin",
		"-ctime", "-cmin", "-newer", "-anewer", "-cnewer", "-user", "-group", "-uid", "-gid", "-perm", "-maxdepth", "-mindepth", "-links", "-inum",
		"-samefile", "-lname", "-ilname", "-fstype", "-printf", "-regextype", "-used", "-context", "-newermt", "-newerct", "-newerat",
	}, text)
}

func findStarts(args []word) (starts, rest []word) {
	for i, v := range args {
		switch {
		case v.text == "-H" || v.text == "-L" || v.text == "-P":
		case strings.HasPrefix(v.text, "-") || v.text == "!" || v.text == "(" || v.text == ")" || v.text == ",":
			if len(starts) == 0 {
				starts = []word{{text: "."}}
			}
			return starts, args[i:]
		default:
			starts = append(starts, v)
			if v.split {
				rest = append(rest, v)
			}
		}
	}
	return starts, rest
}

// parallel runs a command for words behind ::: or of its input.
func (w *walker) parallel(name string, argv []word, st *state, in flow, at Span) flow {
	w.add(shelltable.Read, "command", "runs commands", at)
	p := &parsed{row: shelltable.Command("parallel"), name: name}
	var command, items []word
	where := &command
	for i := 1; i < len(argv); i++ {
		v := argv[i]
		switch {
		case strings.HasPrefix(v.text, ":::"):
			where = &items
		case where == &command && len(command) == 0 && strings.HasPrefix(v.text, "-"):
			if v.text == "-S" || strings.HasPrefix(v.text, "--sshlogin") || strings.HasPrefix(v.text, "--onall") || strings.HasPrefix(v.text, "--trc") {
				w.add(shelltable.Remote, "option", "runs on other machines", at)
			}
			if slices.Contains([]string{"-j", "-n", "-N", "-I", "-a", "-S", "--jobs", "--joblog", "--delay", "--timeout", "--sshlogin", "--results", "--colsep", "--max-procs", "--arg-file"}, v.text) {
				i++
			}
		default:
			*where = append(*where, v)
		}
	}
	if len(items) == 0 {
		items = []word{{text: string(markUnknown), from: in.from | fromLocal}}
		w.takesFound(p, in, st, at)
	}
	if len(command) == 0 { // each line of the input is a command
		if where == &items {
			in = flow{text: strings.Join(strings.Fields(joinedText(items)), " "), known: true, there: true, from: joined(items)}
		}
		return w.feed(in, st.fork(), at, "bash", name)
	}
	if len(items) > maxRounds {
		items = []word{{text: string(markUnknown), from: joined(items) | fromLocal}}
	}
	var out flow
	for _, item := range items {
		text := joinedText(command)
		if strings.Contains(text, "{}") || strings.Contains(text, "{.}") || strings.Contains(text, "{/}") {
			text = strings.NewReplacer("{}", item.text, "{.}", item.text, "{/}", item.text).Replace(text)
		} else {
			text += " " + item.text
		}
		inner := st.fork()
		inner.through = append(inner.through, p.name)
		inner.set(unknownName, value{text: string(markUnknown), from: item.from})
		out = out.and(w.nested(text, at, inner, flow{}, "bash"))
	}
	if len(items) > 1 && w.band == SoftAck && slices.ContainsFunc(command, func(v word) bool { return v.text == "rm" || v.text == "unlink" }) {
		w.add(shelltable.Destroy, "deletes-many", "removes several files", at)
	}
	return out
}

// watch joins its words for a shell.
func (w *walker) watch(name string, argv []word, st *state, in flow, at Span) flow {
	row := shelltable.Command(name)
	args := argv[1:]
	for len(args) > 0 && strings.HasPrefix(args[0].text, "-") {
		if o := row.Options[args[0].text]; o.Valued && len(args) > 1 {
			args = args[1:]
		}
		args = args[1:]
	}
	w.add(shelltable.Read, "command", "runs its words again and again", at)
	if len(args) == 0 {
		return flow{}
	}
	known := !slices.ContainsFunc(args, word.unknown)
	inner := st.fork()
	inner.through = append(inner.through, name)
	return w.fed(flow{text: joinedText(args), known: known, there: true, from: joined(args)}, in, inner, at, "sh", name)
}

func (w *walker) multicall(name string, argv []word, st *state, in flow, at Span) flow {
	if len(argv) < 2 || strings.HasPrefix(argv[1].text, "-") {
		w.add(shelltable.Read, "command", "shows what it holds", at)
		return unseen(fromLocal)
	}
	inner := st.fork()
	inner.through = append(inner.through, name)
	inner.funcs, inner.aliases = nil, nil
	return w.run(argv[1:], inner, in, at)
}

// suScript is programs with a shell command in an option and another meaning without.
func (w *walker) suScript(name string, argv []word, st *state, in flow, at Span) flow {
	if name == "flock" {
		for i := 1; i < len(argv); i++ {
			text := argv[i].text
			if text == "-c" && i+1 < len(argv) {
				return w.fed(flow{text: argv[i+1].text, known: argv[i+1].known(), there: true, from: argv[i+1].from}, in, st.fork(), at, "sh", name)
			}
			if text == "-w" || text == "-E" || text == "--timeout" {
				i++
			} else if !strings.HasPrefix(text, "-") {
				w.add(shelltable.Make, "command", "takes a lock", at)
				if i+1 < len(argv) && !strings.HasPrefix(argv[i+1].text, "-") {
					return w.wrapped(&parsed{name: name}, argv[i+1:], st, in, at)
				}
			}
		}
		return flow{}
	}
	return w.tabled(name, argv, st, in, at)
}

// shell is a shell: it runs a word, a file or its input.
func (w *walker) shell(name string, argv []word, st *state, in flow, at Span) flow {
	row := shelltable.Command(name)
	if row == nil {
		row = shelltable.Command("bash")
	}
	inner := st.fork()
	inner.through = append(inner.through, name)
	inner.funcs, inner.aliases = nil, nil
	inner.vars = exported(st)
	dialect := name
	if language(name) == 0 || name != "zsh" && name != "bash" {
		dialect = "sh"
	}
	args := argv[1:]
	command, reads, parses := false, false, false
	for len(args) > 0 {
		text := args[0].text
		switch {
		case text == "--version" || text == "--help":
			w.add(shelltable.Read, "command", "shows its version or help", at)
			return unseen(fromLocal)
		case text == "--rcfile" || text == "--init-file":
			w.add(shelltable.Exec, "option", text+" runs a file", at)
			if args = args[1:]; len(args) > 0 {
				w.script(args[0], &parsed{row: row, name: name}, nil, st, in, at)
			}
		case text == "-o" || text == "+o" || text == "-O" || text == "+O":
			inner.dots = inner.dots || len(args) > 1 && args[1].text == "dotglob"
			args = args[1:]
		case text == "--" || text == "-":
			args = args[1:]
			return w.shellRuns(name, dialect, args, command, reads, row, inner, in, at)
		case strings.HasPrefix(text, "--"):
		case strings.HasPrefix(text, "-") || strings.HasPrefix(text, "+"):
			command = command || text[0] == '-' && strings.Contains(text, "c")
			reads = reads || strings.Contains(text, "s")
			parses = (parses || text == "-n") && text[0] == '-'
			if strings.HasSuffix(text, "o") || strings.HasSuffix(text, "O") {
				args = args[1:]
			}
		default:
			if parses && !command && !reads {
				w.add(shelltable.Read, "command", "looks at the syntax of a script", at)
				return unseen(fromLocal | w.reads(args[0], &parsed{row: row, name: name}, st, in, at))
			}
			return w.shellRuns(name, dialect, args, command, reads, row, inner, in, at)
		}
		if len(args) > 0 {
			args = args[1:]
		}
	}
	return w.shellRuns(name, dialect, nil, command, reads, row, inner, in, at)
}

func (w *walker) shellRuns(name, dialect string, args []word, command, reads bool, row *shelltable.Row, st *state, in flow, at Span) flow { //nolint:revive // what runs, the state, the input and the place belong together
	w.add(shelltable.Read, "command", "a shell, for what it runs", at)
	switch {
	case command && len(args) > 0:
		source := args[0]
		st.args, st.argSet = nil, true
		if len(args) > 2 {
			st.args = args[2:]
		}
		if len(args) > 1 {
			st.set("0", value{text: args[1].text, from: args[1].from, found: args[1].found})
		}
		return w.fed(flow{text: source.text, known: source.known(), there: true, from: source.from}, in, st, source.at(at), dialect, name+" -c")
	case len(args) > 0 && !reads:
		w.script(args[0], &parsed{row: row, name: name}, args[1:], st, in, at)
		w.scriptTask(args[0], args[1:], at)
		return unseen(fromLocal)
	case in.there:
		st.args, st.argSet = args, true
		return w.feed(in, st, at, dialect, name)
	}
	w.add(shelltable.Opaque, "command", "a shell without anything to run", at)
	return unseen(fromLocal)
}

// at is the span of the word, or of the command where the word has none.
func (v word) at(command Span) Span {
	if v.span.End > v.span.Start {
		return v.span
	}
	return command
}

// exported are the variables that a program sees. Which ones are exported is not followed.
func exported(st *state) map[string]value {
	out := make(map[string]value, len(st.vars))
	for name, v := range st.vars {
		if len(v.items) > 0 {
			continue
		}
		v.from |= fromLocal
		out[name] = v
	}
	return out
}
