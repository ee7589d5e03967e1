package shellop

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/mooring-mcp/mooring/internal/shelltable"
)

// What read takes of an input that the text shows is followed, line by line: each flow that is opened for reading has
// one place where the next read begins, which all commands that have the input share. Whatever else may have taken some
// of it, or may not have run, makes the place unknown, and so what is read from then on.

// nowhere is the place in an input of which some was taken, nobody knows how much.
const nowhere = -1

// opened is a flow at its beginning, for commands that share what they take of it.
func (f flow) opened() flow {
	f.taken = nil
	if f.known && f.text != "" {
		f.taken = new(int)
	}
	return f
}

// at is the place where the next read begins.
func (f flow) at() int {
	if f.taken == nil {
		return nowhere
	}
	return *f.taken
}

func (f flow) moveTo(place int) {
	if f.taken != nil {
		*f.taken = place
	}
}

// settle makes the place unknown where what may not have run moved it.
func (f flow) settle(places ...int) {
	for _, place := range places {
		if f.at() != place {
			f.moveTo(nowhere)
		}
	}
}

// sharing walks a command whose input may be read line by line.
func (w *walker) sharing(c syntax.Command, st *state, in flow) flow {
	if in.taken == nil {
		return w.command(c, st, in)
	}
	before := w.reading
	w.reading = in.taken
	out := w.command(c, st, in)
	w.reading = before
	return out
}

// counts reports wc, and no function of its name.
func counts(c syntax.Command, st *state) bool {
	call, ok := c.(*syntax.CallExpr)
	return ok && len(call.Args) > 0 && call.Args[0].Lit() == "wc" && st.funcs["wc"] == nil && st.aliases["wc"] == "" &&
		!slices.ContainsFunc(call.Args, func(arg *syntax.Word) bool { return arg.Lit() == "" || strings.HasPrefix(arg.Lit(), "--f") })
}

// takesInput reports exec <file, after which this shell has another input.
func takesInput(s *syntax.Stmt) bool {
	call, ok := s.Cmd.(*syntax.CallExpr)
	return ok && len(call.Args) == 1 && call.Args[0].Lit() == "exec" && slices.ContainsFunc(s.Redirs, func(r *syntax.Redirect) bool {
		return (r.N == nil || r.N.Value == "0") && (r.Op == syntax.RdrIn || r.Op == syntax.DplIn || r.Op == syntax.RdrInOut || r.Op == syntax.Hdoc || r.Op == syntax.DashHdoc || r.Op == syntax.WordHdoc)
	})
}

// leavesInput are programs that never read their standard input, with or without words.
var leavesInput = []string{
	"rm", "cp", "mv", "mkdir", "rmdir", "touch", "ln", "ls", "chmod", "chown", "stat", "basename", "dirname", "date", "sleep", "realpath", "readlink", "kill",
	"which", "du", "df", "seq", "pwd", "true", "false", ":", "return", "exit", "break", "continue", "shift", "wait", "pgrep", "uname", "id", "whoami",
	"local", "declare", "export", "typeset", "readonly", "echo", "printf", "print", "cd", "pushd", "popd", "test", "[", "set", "unset", "shopt", "let", "trap", "alias",
	"read", "mapfile", "readarray", "getopts", "eval", "command", "builtin", "exec", // what these run is asked itself
}

// mayAsk reports a word by which rm, cp and the like ask on their standard input before they act.
func mayAsk(v word) bool {
	return v.unknown() && v.split || strings.HasPrefix(v.text, "-") && strings.ContainsAny(v.text, "iI")
}

// used notes that a command may have taken some of its input, or of that of the command whose words it makes.
func (w *walker) used(argv []word, st *state, in flow) {
	name := argv[0].text
	if w.reading == nil && in.taken == nil || slices.Contains(leavesInput, name) && !slices.ContainsFunc(argv[1:], mayAsk) || st.funcs[name] != nil {
		return
	}
	if row := shelltable.Command(name); len(argv) > 2 && argv[1].text == "-c" && row != nil && isShell(row) {
		return // what it runs was asked
	}
	if in.taken != nil {
		in.moveTo(nowhere)
	} else if !in.there && w.reading != nil {
		*w.reading = nowhere
	}
}

// readLoop walks a loop that reads an input which is known, once for each line. It reports false where that is not
// possible, or not all.
func (w *walker) readLoop(c *syntax.WhileClause, st *state, in flow) (flow, bool) {
	if in.at() < 0 || c.Until || !rounds(c) {
		return flow{}, false
	}
	w.steps += len(in.text) / 256
	lines := strings.Count(in.text[in.at():], "\n") + 1
	if lines > maxRounds {
		return flow{}, false
	}
	var out flow
	before := []*state{st.fork()}
	for range lines {
		begin := in.at()
		if w.steps += len(st.vars) / 4; !w.step() { // what the states cost
			return out, false
		}
		out = out.and(w.stmts(c.Cond, st, in)).and(w.stmts(c.Do, st, in))
		if in.at() == nowhere || in.at() == begin {
			return out, false
		}
		before = append(before, st.fork())
		if in.at() == len(in.text) {
			break
		}
	}
	for _, b := range before {
		st.merge(b) // it may have been left before
	}
	in.moveTo(nowhere)
	return unseen(out.from | fromLocal), true
}

// rounds reports a loop with one read, or with several that each run in each round.
func rounds(c *syntax.WhileClause) bool {
	reads, leaves := 0, false
	syntax.Walk(c, func(n syntax.Node) bool {
		if call, ok := n.(*syntax.CallExpr); ok && len(call.Args) > 0 {
			switch call.Args[0].Lit() {
			case "read":
				reads++
			case "continue":
				leaves = true
			}
		}
		return true
	})
	return reads == 1 || reads > 1 && !leaves
}

// taking is how read takes what it takes.
type taking struct {
	names   []word
	lines   bool // all lines, as mapfile does
	raw     bool // a backslash is one
	whole   bool // up to the end, as -d '' does
	array   bool
	partial bool // some of a line, or nobody knows what
	fd      string
}

// readBuiltin sets variables from its input.
func (w *walker) readBuiltin(name string, argv []word, st *state, in flow, at Span) flow {
	lines := name != "read"
	t := taking{lines: lines}
	for i := 1; i < len(argv); i++ {
		text := argv[i].text
		switch {
		case lines && strings.HasPrefix(text, "-C"):
			w.add(shelltable.Exec, "evaluates-text", "mapfile -C evaluates its word for each line", at)
			if i+1 < len(argv) {
				w.onlyFloor(argv[i+1].data(), at)
			}
			i++
		case strings.HasPrefix(text, "-") && len(text) > 1:
			i = w.readOption(&t, argv, i, st, at)
		default:
			t.names = append(t.names, argv[i])
		}
	}
	if f, ok := st.fds[t.fd]; ok {
		in = f
	} else if t.fd != "" {
		in = unseen(fromLocal)
	}
	if !in.there && w.reading != nil {
		*w.reading = nowhere
	}
	if lines {
		w.readLines(&t, st, in, at)
	} else {
		w.readNames(&t, st, in, at)
	}
	return flow{}
}

// readOption looks at one word of options, and is the index of the last word that belongs to it.
func (w *walker) readOption(t *taking, argv []word, i int, st *state, at Span) int {
	text, letters, lines := argv[i].text, "dinNptu", t.lines
	if lines {
		letters = "dnOsuc"
	}
	for j := 1; j < len(text); j++ {
		value, given := word{text: text[j+1:]}, true
		letter := text[j]
		if strings.IndexByte(letters, letter) < 0 {
			t.raw = t.raw || letter == 'r'
			t.array = t.array || letter == 'a' && !lines
			t.partial = t.partial || strings.IndexByte("ras", letter) < 0 && (!lines || letter != 't')
			continue
		}
		if value.text == "" && i+1 < len(argv) {
			i++
			value = argv[i]
		} else if value.text == "" {
			given = false
		}
		switch letter {
		case 'd':
			t.whole = given && value.text == "" && !lines
			t.partial = t.partial || !t.whole && value.text != "\n"
		case 'u':
			t.fd = value.text
		case 'p':
		default:
			t.partial = true
		}
		if !lines && (letter == 't' || letter == 'u' || letter == 'n') {
			w.zshNumber(value, st, at, "read -"+string(letter))
		}
		break
	}
	return i
}

// readLines fills the array of mapfile.
func (w *walker) readLines(t *taking, st *state, in flow, at Span) {
	name := word{text: "MAPFILE"}
	if len(t.names) > 0 {
		name = t.names[0]
	}
	if !w.variableName(st, name, at, "mapfile") {
		return
	}
	v := w.unread(in)
	if place := in.at(); place >= 0 && !t.partial && strings.Count(in.text, "\n") < 1000 {
		v = value{from: in.from, items: []string{}, lines: true, secret: v.secret}
		for line := range strings.Lines(in.text[place:]) {
			w.steps += len(v.items) % 16 / 15
			v.items = append(v.items, strings.TrimSuffix(line, "\n"))
		}
		in.moveTo(len(in.text))
	} else {
		in.moveTo(nowhere)
	}
	w.assigned(st, name.text, v, at)
}

// readNames sets the variables of read.
func (w *walker) readNames(t *taking, st *state, in flow, at Span) {
	for i := range t.names {
		t.names[i].text, _, _ = strings.Cut(t.names[i].text, "?") // a prompt of zsh
	}
	names := t.names
	if len(names) == 0 {
		names = []word{{text: "REPLY"}}
	}
	if t.array {
		w.readArray(t, names[0], st, in, at)
		return
	}
	values, ok := t.take(len(names), st, in)
	var unknown value
	if !ok {
		unknown = w.unread(in)
	}
	for i, name := range names {
		if !w.variableName(st, name, at, "read") {
			continue
		}
		v := unknown
		if ok {
			v = value{text: values[i], from: in.from, secret: in.from&fromSecret != 0}
		}
		w.assigned(st, name.text, v, at)
	}
}

// unread is what a variable holds of an input that is not followed.
func (w *walker) unread(in flow) value {
	if in.found == nil && in.known {
		w.steps += len(in.text) / 256
		in.found = namesIn(in.text)
	}
	from := in.from | fromLocal
	return value{text: string(markUnknown), from: from, found: in.found, secret: from&fromSecret != 0}
}

// readArray sets the array of read -a.
func (w *walker) readArray(t *taking, name word, st *state, in flow, at Span) {
	if !w.variableName(st, name, at, "read") {
		return
	}
	v := w.unread(in)
	if values, ok := t.take(1, st, in); ok {
		letters := st.splitters()
		if has(letters, unknownMarks) {
			letters = blanks
		}
		if letters != "" {
			values = fieldsOf(values[0], letters)
		}
		v = value{from: in.from, items: append([]string{}, values...), lines: true, secret: v.secret}
	}
	w.assigned(st, name.text, v, at)
}

// take takes a line, or all that is left, and parts it among n names.
func (t *taking) take(n int, st *state, in flow) ([]string, bool) {
	place := in.at()
	if place < 0 || t.partial {
		in.moveTo(nowhere)
		return nil, false
	}
	line, _, _ := strings.Cut(in.text[place:], "\n")
	if t.whole {
		line = in.text[place:]
	}
	in.moveTo(min(place+len(line)+1, len(in.text)))
	if !t.raw && strings.HasSuffix(line, `\`) {
		in.moveTo(nowhere) // goes on in the next line
		return nil, false
	}
	if !t.raw && (n > 1 || t.array) && strings.Contains(line, `\`) {
		return nil, false // it may keep together what would be parted
	}
	if !t.raw {
		line = unescape(line, line)
	}
	return part(line, st.splitters(), n)
}

// part parts a line at any of the letters; the last one has the rest.
func part(line, letters string, n int) ([]string, bool) {
	out := make([]string, n)
	if has(letters, unknownMarks) {
		return nil, false
	}
	if strings.Trim(letters, " \t\n") != "" && letters != "" { // each of these parts, and blanks only beside it
		if len(letters) > 1 {
			return nil, false
		}
		copy(out, strings.SplitN(strings.TrimSuffix(line, letters), letters, n))
		return out, true
	}
	line = strings.Trim(line, letters)
	for i := range n {
		end := strings.IndexAny(line, letters)
		if i == n-1 || end < 0 || letters == "" {
			out[i] = line
			break
		}
		out[i], line = line[:end], strings.TrimLeft(line[end:], letters)
	}
	return out, true
}

// blanks is what shells split at when nothing says otherwise.
const blanks = " \t\n"

// splitters are the letters at which words are split.
func (st *state) splitters() string {
	if v, ok := st.vars["IFS"]; ok {
		return v.text
	}
	return blanks
}

// fieldsOf are the parts of a text between any of the letters.
func fieldsOf(text, letters string) []string {
	if letters == blanks {
		return strings.Fields(text)
	}
	return strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(letters, r) })
}

// plainSplitters reports an IFS by which words are split at what parts lists, and nowhere else.
func plainSplitters(text string) bool { return text != "" && strings.Trim(text, blanks+",:;|") == "" }

// starred is what stands for $* and ${x[*]}, which are one word where the text says by what to join it.
func (st *state) starred(items []word) []word {
	v, ok := st.vars["IFS"]
	if !ok || strings.HasPrefix(v.text, " ") {
		return items
	}
	if has(v.text, unknownMarks) {
		return []word{unknownWord(joined(items))}
	}
	texts := make([]string, len(items))
	for i, item := range items {
		texts[i] = item.text
	}
	return []word{{text: bounded(strings.Join(texts, v.text[:min(1, len(v.text))])), from: joined(items)}}
}
