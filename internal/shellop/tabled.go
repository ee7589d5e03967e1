package shellop

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/shelltable"
)

// parsed are the words of a command, taken apart by its row.
type parsed struct {
	row      *shelltable.Row
	name     string // with its subcommands
	effect   shelltable.Effect
	argv     []word // all words behind the program
	operands []word
	rest     []word   // what is run, for a wrapper
	options  []chosen // as they stand, in order
	unlisted []chosen // of these, the long ones that the row does not list
	reveals  bool     // nothing but a request for help or version
	end      bool     // -- was there
	deep     bool     // what is read is read with all that is below it
	edits    bool     // an option changes the operands in place
	creates  bool     // what is there already is left as it is
	formats  bool     // what is changed keeps its meaning
}

// chosen is an option that was given.
type chosen struct {
	name  string
	row   shelltable.Option
	value word
	has   bool
}

// option is the last value of an option by its names.
func (p *parsed) option(names ...string) (word, bool) {
	for _, c := range slices.Backward(p.options) {
		if slices.Contains(names, c.name) {
			return c.value, true
		}
	}
	return word{}, false
}

func (p *parsed) has(names ...string) bool {
	_, ok := p.option(names...)
	return ok
}

// tabled judges a program by its row alone.
func (w *walker) tabled(name string, argv []word, st *state, in flow, at Span) flow {
	row := shelltable.Command(name)
	if row == nil {
		row = familiar(name)
	}
	if row == nil {
		w.add(shelltable.Unknown, "unknown-command", fmt.Sprintf("no row for the program %q", plain.Replace(name)), at)
		w.addresses(&parsed{name: name, effect: shelltable.Unknown}, argv[1:], st, at)
		return unseen(fromLocal | in.from)
	}
	p := w.parse(row, name, argv[1:], at)
	return w.judge(p, st, in, at)
}

// familiar is the row of a name with a version behind, or an extension.
func familiar(name string) *shelltable.Row {
	for _, suffix := range []string{".exe", ".sh", ".py"} {
		if short, ok := strings.CutSuffix(name, suffix); ok && suffix == ".exe" {
			return shelltable.Command(short)
		}
	}
	if before, _, ok := strings.Cut(name, "."); ok && (before == "mkfs" || before == "fsck" || before == "newfs_hfs") {
		return shelltable.Command(before)
	}
	short := strings.TrimRight(name, "0123456789.-")
	if short == name || short == "" {
		return nil
	}
	return shelltable.Command(short)
}

// parse takes words apart by a row. Subcommands choose other rows.
func (w *walker) parse(row *shelltable.Row, name string, args []word, at Span) *parsed {
	p := &parsed{row: row, name: name, effect: row.Effect, argv: args}
	for i := 0; i < len(args); i++ {
		v := args[i]
		text := v.text
		switch {
		case len(p.operands) == 0 && len(text) > 1 && text[0] == '-' && p.row.Sub(text) != nil, // as in pacman -Q
			p.end || len(text) < 2 || text[0] != '-' && text[0] != '+' || text[0] == '+' && p.row.Options["+!"] == (shelltable.Option{}) && p.row.Options[text] == (shelltable.Option{}):
			if stop := w.operand(p, args, i); stop {
				w.doubtful(p, at)
				return p
			}
		case text == "--":
			p.end = true
			if p.wraps(len(p.operands)) && i+1 < len(args) {
				p.rest = args[i+1:]
				w.doubtful(p, at)
				return p
			}
		case strings.HasPrefix(text, "--"):
			i = w.long(p, args, i)
		default:
			i = w.short(p, args, i)
		}
	}
	w.doubtful(p, at)
	return p
}

// operand takes one operand, or a subcommand. It stops where a command begins.
func (w *walker) operand(p *parsed, args []word, i int) (stop bool) {
	v := args[i]
	if p.row.HasSubs() && len(p.operands) == 0 && (!p.end || p.row.Effect == shelltable.Unknown) {
		if sub := p.row.Sub(v.text); sub != nil {
			p.row, p.name = sub, p.name+" "+v.text
			p.effect = sub.Effect
			return false
		}
		if len(p.row.Operands) == 0 {
			p.effect = shelltable.Unknown
			if v.unknown() {
				p.name += " ?"
			} else {
				p.name += " " + v.show()
			}
		}
	}
	if p.wraps(len(p.operands)) {
		p.rest = args[i:]
		return true
	}
	p.operands = append(p.operands, v)
	if len(p.row.Operands) > 0 && p.row.Operands[0] == shelltable.Script {
		p.end = true // the rest is for the script
	}
	return false
}

// wraps reports that a command begins at the operand.
func (p *parsed) wraps(i int) bool {
	ops := p.row.Operands
	return len(ops) > 0 && ops[len(ops)-1] == shelltable.Argv && i >= len(ops)-1
}

// long takes an option with two dashes.
func (w *walker) long(p *parsed, args []word, i int) int {
	name, val, attached := strings.Cut(args[i].text, "=")
	o, ok := p.row.Options[name]
	if !ok {
		name, o, ok = abbreviated(p.row, name)
	}
	c := chosen{name: name, row: o}
	if attached {
		c.value, c.has = word{text: val, from: args[i].from, span: args[i].span, sub: args[i].sub}, true
	} else if ok && o.Valued && i+1 < len(args) {
		i++
		c.value, c.has = args[i], true
	}
	p.choose(c, ok)
	if !ok {
		p.miss(c, args, i)
	}
	return i
}

// abbreviated finds the option that a GNU program would take a beginning for. Of several it is the riskiest.
func abbreviated(row *shelltable.Row, name string) (string, shelltable.Option, bool) {
	if len(name) < 3 {
		return name, shelltable.Option{}, false
	}
	best, found := shelltable.Option{}, ""
	for full, o := range row.Options {
		if strings.HasPrefix(full, name) && (o.Role != "" || o.Raise != "" || o.Deep) && (found == "" || full < found) {
			best, found = o, full
		}
	}
	if found == "" {
		return name, best, false
	}
	return found, best, true
}

// short takes a word with one dash: an option of one letter or several, or letters together.
func (w *walker) short(p *parsed, args []word, i int) int {
	text := args[i].text
	name, val, attached := strings.Cut(text, "=")
	if o, ok := p.row.Options[name]; ok && len(name) > 2 || ok && attached && len(name) == 2 {
		c := chosen{name: name, row: o}
		if attached {
			c.value, c.has = word{text: val, from: args[i].from, span: args[i].span}, true
		} else if o.Valued && i+1 < len(args) {
			i++
			c.value, c.has = args[i], true
		}
		p.choose(c, true)
		return i
	}
	if text[0] == '+' {
		if o, ok := p.row.Options["+!"]; ok {
			p.choose(chosen{name: "+!", row: o, value: args[i], has: true}, true)
		}
		return i
	}
	if p.longWithOneDash(name, attached) {
		c := chosen{name: name}
		if attached {
			c.value, c.has = word{text: val, from: args[i].from, span: args[i].span}, true
		}
		p.miss(c, args, i)
		return i
	}
	for at := 1; at < len(text); at++ {
		name := "-" + text[at:at+1]
		o, ok := p.row.Options[name]
		c := chosen{name: name, row: o}
		switch rest := text[at+1:]; {
		case ok && o.Valued && rest == "" && i+1 < len(args):
			i++
			c.value, c.has = args[i], true
		case ok && (o.Valued || o.Attached) && rest != "":
			c.value, c.has = word{text: rest, from: args[i].from, span: args[i].span}, true
			at = len(text)
		}
		p.choose(c, ok)
	}
	return i
}

func (p *parsed) choose(c chosen, known bool) {
	switch c.name {
	case "--help", "--version":
		p.reveals = len(p.operands) == 0 && !c.has
	}
	if !known {
		c.row = shelltable.Option{}
	}
	p.deep = p.deep || c.row.Deep || (c.name == "-d" || c.name == "--directories") && c.has && strings.HasPrefix(c.value.text, "rec")
	if c.row.Base != "" && !c.off() && (!shows(c.name) || len(p.operands) == 0) {
		p.effect = c.row.Base
	}
	p.options = append(p.options, c)
}

// shows reports an option by which a program says what it is; behind an operand it may be one of what that names.
func shows(option string) bool { return option == "--help" || option == "--version" }

// harmless reports a value by which an option does less than others do by it: a server for this machine alone, and a
// pager that only shows.
func (c chosen) harmless() bool {
	switch {
	case !c.has:
		return false
	case c.row.Raise == shelltable.Listen:
		return reachOf(c.value.text) == loopback || c.name == "-http" && strings.HasPrefix(c.value.text, ":") // as go tool pprof has it
	}
	return (c.name == "-P" || c.name == "--pager") && harmless("PAGER", c.value.text)
}

// off reports an option that is turned off, or may be.
func (c chosen) off() bool {
	return c.has && (c.value.unknown() || slices.Contains([]string{"false", "none", "no", "0", "off"}, c.value.text))
}

// denied reports a switch that is said to be off, as -upgrade=false.
func (c chosen) denied() bool {
	return c.has && c.value.text == "false" && c.row.Raise != shelltable.Edit && !c.row.Valued && !c.row.Attached
}

// doubtful looks for words that may be options, since they may be anything.
func (w *walker) doubtful(p *parsed, at Span) {
	risky := p.row.Risky()
	if risky == shelltable.None || p.end || bandOf(profile(risky)) == Auto {
		return
	}
	for _, v := range p.operands {
		if !v.named && (strings.HasPrefix(v.text, string(markUnknown)) || v.split) {
			w.add(risky, "unknown-option", fmt.Sprintf("%q may be an option of %s, of which the worst is %s", v.show(), p.name, risky), at)
			return
		}
	}
}

// judge adds the effects of a command that was taken apart, and is its output.
func (w *walker) judge(p *parsed, st *state, in flow, at Span) flow {
	if p.reveals && len(p.operands) == 0 && p.effect != shelltable.Ruin && len(p.rest) == 0 {
		w.add(shelltable.Read, "command", p.name+" shows help or its version", at)
		return unseen(fromLocal)
	}
	w.goals(p, st)
	w.tested = p.effect == shelltable.Test
	w.elsewhere(p, st, at)
	code := "command"
	if p.effect == shelltable.Unknown {
		code = "unknown-command"
	}
	w.add(p.effect, code, w.why(p), at)
	for _, c := range p.unlisted {
		// What runs code or changes files anyway may do more by an option only where that names a file.
		if kind := shelltable.OptionKindOf(c.name); quiet(p.effect) || bandOf(profile(p.effect)) == SoftAck && c.has && (kind == shelltable.OptionWrite || kind == shelltable.OptionTrail) {
			w.unlistedOption(c, p, st, in, at)
		}
	}
	out := flow{there: true, from: fromLocal | in.from}
	for _, c := range p.options {
		w.chosenOption(c, p, st, in, at)
		if c.row.Raise == shelltable.Secret || c.has && c.row.Role == shelltable.Input && w.opensSecret(st, c.value) {
			out.from |= fromSecret
		}
	}
	if p.effect == shelltable.State || p.effect == shelltable.Exec || strings.HasPrefix(p.row.Why, "no parser") {
		w.hidden(p, at)
	}
	w.removesOwn(p, at)
	w.changesDevices(p, st, at)
	changes := slices.Contains([]shelltable.Effect{shelltable.Make, shelltable.Edit, shelltable.Destroy, shelltable.State}, p.effect) &&
		!records(p)
	if p.searches() && (p.deep || !in.there) {
		out.from |= w.readsTree(word{text: ".", span: at}, p, st, in, at)
	}
	for i, v := range p.operands {
		if changes && p.role(i) == shelltable.Data && w.place(st, v.member()).zones.Has(own) {
			w.path(shelltable.Tamper, "own-files", "changes", v, p, at)
		}
		out.from |= v.from
		role := p.role(i)
		if role == shelltable.Output && p.effect == shelltable.Read && p.row.Effect == shelltable.Edit && !w.place(st, v).zones.Has(own) {
			role = shelltable.Input // an option such as --list or --stdout took the writing off
		}
		out.from |= w.byRole(role, v, p, st, in, at)
	}
	w.beyondRow(p, st, at)
	p.built(w, st)
	if p.effect == shelltable.Leak || p.effect == shelltable.Publish {
		w.handsOut(p, st, in, at)
	}
	switch p.effect {
	case shelltable.Fetch, shelltable.Share, shelltable.Remote, shelltable.Leak, shelltable.Publish:
		out.from |= fromNet
	case shelltable.Secret, shelltable.Reveal:
		out.from |= fromSecret
	case shelltable.Opaque, shelltable.Test:
		if st.fetched {
			w.add(shelltable.Fresh, "fetched-code", p.name+" may run what was fetched just now", at)
		}
	default:
	}
	if p.modules(at); len(p.rest) > 0 {
		return w.wrapped(p, p.rest, st, in, at)
	}
	out.found = w.prints(p, in, at)
	return out
}

// searches reports a search without a place, which is one of the folder where the shell is.
func (p *parsed) searches() bool {
	row := p.row
	if len(row.Operands) < 2 || row.Many != 1 || row.Operands[0] != shelltable.Data || !p.deep && row.Operands[1] != shelltable.Tree {
		return false
	}
	return !slices.ContainsFunc(indices(p.operands), func(i int) bool { return p.role(i) != shelltable.Data })
}

// changesDevices looks for devices in the hands of a program that changes the machine.
func (w *walker) changesDevices(p *parsed, st *state, at Span) {
	if p.effect == shelltable.State && !slices.Contains([]string{"mount", "umount", "swapon", "swapoff", "losetup", "fsck", "eject"}, p.name) {
		for _, v := range p.operands {
			if w.place(st, v).zones.Has(device) {
				w.path(shelltable.Ruin, "path-device", "changes", v, p, at)
			}
		}
	}
}

// removesOwn looks for Mooring among what a package manager removes.
func (w *walker) removesOwn(p *parsed, at Span) {
	if !quiet(p.effect) && slices.ContainsFunc(p.argv, func(v word) bool { return slices.Contains(removals, v.text) }) &&
		slices.ContainsFunc(p.argv, func(v word) bool { return slices.Contains(shelltable.Names(), v.text) }) {
		w.add(shelltable.Tamper, "own-command", p.name+" removes Mooring", at)
	}
}

func indices(words []word) []int {
	out := make([]int, len(words))
	for i := range out {
		out[i] = i
	}
	return out
}

// beyondRow adds what follows from the words of a command together, and not from each by its role.
func (w *walker) beyondRow(p *parsed, st *state, at Span) {
	w.editedOperands(p, st, at)
	w.addresses(p, p.argv, st, at)
	w.recorded(p, st, at)
	if p.effect == shelltable.Opaque {
		w.handsOwn(p.name, append(slices.Clone(p.operands), optionValues(p)...), st, at)
	}
	w.tasks(p, at)
	if p.effect == shelltable.Opaque {
		w.production(p.name, p.argv, st, at)
	}
	w.installsWritten(p, st, at)
	w.fromOutside(p, at)
	if slices.Contains(runners, p.name) {
		w.ownBehind(p.argv, st, at)
	}
	if strings.HasPrefix(p.row.Why, "runs registry code") {
		w.packaged(p.argv, at)
	}
}

// records reports a command that takes a file into a repository, or out of its next commit, and leaves it as it is.
func records(p *parsed) bool {
	switch p.name {
	case "git add", "git stage", "git commit", "hg add", "hg commit", "svn add", "jj commit":
		return true
	case "git restore":
		return p.effect == shelltable.Make && !p.has("-W", "--worktree")
	case "git reset": // of paths, it cannot be hard
		return !p.has("--hard", "--merge", "--keep")
	}
	return false
}

// role is what an operand is for. A pattern or program that an option gave is not the first operand as well.
func (p *parsed) role(i int) shelltable.Role {
	role := p.row.RoleOf(i, len(p.operands))
	if i == 0 && len(p.row.Operands) > 1 && p.row.Operands[1] != shelltable.Argv && p.row.Many == 1 && (role == shelltable.Data || role == shelltable.Program) &&
		p.has("-e", "-f", "--regexp", "--file", "--expression", "--source", "--from-file", "--files") {
		return p.row.Operands[1]
	}
	return role
}

// removals are subcommands by which package managers remove a program.
var removals = []string{"uninstall", "remove", "rm", "un", "purge", "erase", "autoremove", "unlink"}

// hidden looks for shell text in the words of a program that runs some of them, without saying which.
func (w *walker) hidden(p *parsed, at Span) {
	if p.effect == shelltable.Exec && slices.ContainsFunc(p.argv, func(v word) bool { return v.from&elsewhere != 0 && v.sub }) {
		w.add(shelltable.Unseen, "unseen-bytes", p.name+" runs text, and nobody saw what it is given", at)
	}
	for i, v := range p.argv[:min(len(p.argv), 16)] {
		text := strings.TrimLeft(v.data(), ":!+")
		w.onlyFloor(text, at)
		if verb, rest, ok := strings.Cut(text, " "); ok && slices.Contains([]string{"shell", "spawn", "exec", "system", "run"}, verb) {
			w.onlyFloor(rest, at)
		}
		if i+1 < len(p.argv) && shelltable.Command(v.text) != nil {
			w.onlyFloor(joinedText(p.argv[i:]), at)
		}
	}
}

func (w *walker) why(p *parsed) string {
	if quiet(p.effect) {
		return "" // nobody will see it
	}
	if p.row.Why != "" && !bandOf(profile(p.effect)).Less(bandOf(profile(p.row.Effect))) { // no dry run
		return p.name + ": " + p.row.Why
	}
	return p.name + ": " + profile(p.effect).Meaning
}

// wrapped runs what a wrapper runs.
func (w *walker) wrapped(p *parsed, argv []word, st *state, in flow, at Span) flow {
	inner := st.fork()
	inner.through = append(inner.through, p.name)
	// What env, nice and so on start are programs: the shell's functions and aliases are not theirs.
	inner.funcs, inner.aliases = nil, nil
	return w.run(argv, inner, in, at)
}

func (w *walker) chosenOption(c chosen, p *parsed, st *state, in flow, at Span) {
	if c.row.Raise != "" && !c.harmless() && !c.denied() && !p.onlyEdits(c) {
		w.add(c.row.Raise, "option", fmt.Sprintf("%s %s: %s", p.name, c.name, profile(c.row.Raise).Meaning), at)
		p.edits = p.edits || c.row.Raise == shelltable.Edit && (!c.off() || c.value.unknown())
		if c.row.Raise == shelltable.Exec && c.has {
			if f, ok := standsIn(c.value, st, in); c.value.from&elsewhere != 0 || ok && f.from&elsewhere != 0 || in.from&elsewhere != 0 && namesInput(c.value.text) {
				w.add(shelltable.Unseen, "unseen-bytes", fmt.Sprintf("%s %s runs bytes that come from elsewhere, and that nobody saw", p.name, c.name), at)
			}
			w.onlyFloor(strings.TrimLeft(c.value.data(), ":!+"), at)
			for _, s := range stringsIn(c.value.data()) {
				w.onlyFloor(s, at)
			}
		}
	}
	if c.row.Role != "" && c.has {
		w.byRole(c.row.Role, c.value, p, st, in, at)
	}
}
