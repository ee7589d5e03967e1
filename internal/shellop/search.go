package shellop

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/shelltable"
)

// What searches print are names of files, and what a search begins with and looks for says which: the words of a flow's
// found are patterns for them. Whoever reads files by those names reads what the patterns lead to.

// foundMark is the name of a file that a search comes upon, at any depth.
const foundMark = "\x02\x02"

// below is a file that a search comes upon.
func below(start word, name string) word {
	if name != "" {
		name = "/" + name
	}
	return word{text: strings.TrimSuffix(start.text, "/") + "/" + foundMark + name, from: start.from | fromLocal, span: start.span}
}

// Limits of a search: patterns for what it comes upon, and bytes of an expression.
const (
	maxFound      = 24
	maxExpression = 250
)

// allBelow are the files that a search comes upon, for each start and name; "" is any name.
func (w *walker) allBelow(starts []word, names []string, at Span) []word {
	var out []word
	for _, start := range starts {
		for _, name := range names {
			if len(out) >= maxFound || len(name) > 4*maxExpression {
				w.add(shelltable.Unknown, "too-complex", fmt.Sprintf("a search for more than %d patterns, or for one longer than %d bytes", maxFound, maxExpression), at)
				return out
			}
			out = append(out, below(start, name))
		}
	}
	return out
}

// findNames are the patterns of find for names and paths. Where another test may do instead, any name is one.
func findNames(rest []word) []string {
	var out []string
	either := false
	for i, v := range rest {
		either = either || v.text == "-o" || v.text == "-or" || v.text == ","
		either = either || (v.text == "!" || v.text == "-not") && i+1 < len(rest) && rest[i+1].text == "(" // what it holds is no name
		if i+1 >= len(rest) || i > 0 && (rest[i-1].text == "!" || rest[i-1].text == "-not") {
			continue
		}
		name := rest[i+1].text
		switch v.text {
		case "-name", "-iname":
			if strings.Trim(name, "*?.") != "" || name == ".*" {
				out = append(out, openName(asPattern.Replace(name))...)
			}
		case "-path", "-ipath", "-wholename", "-iwholename":
			out = append(out, strings.ReplaceAll(asPattern.Replace(name), "\x02", "\x02/"+foundMark+"/\x02\x02"))
		case "-regex", "-iregex":
			out = append(out, fromRegexp(name)...)
		}
	}
	if len(out) == 0 || either {
		out = append(out, "")
	}
	return out
}

// openName is a pattern of a search, whose * finds what begins with a dot as well.
func openName(name string) []string {
	switch {
	case strings.HasPrefix(name, string(markStar)):
		return []string{string(markStar) + name}
	case strings.HasPrefix(name, string(markOne)):
		return []string{name, "." + name[1:]}
	}
	return []string{name}
}

// fromRegexp are patterns for the names in which a regular expression may be found, one an alternative: its letters, with
// anything between. What is in brackets is anything.
func fromRegexp(text string) []string {
	if len(text) > maxExpression {
		return []string{strings.Repeat("x", 4*maxExpression+1)} // is refused as too complex
	}
	var out []string
	anything := string(markStar)
	one := "" // what is read of an alternative
	depth := 0
	end := func() { out, one = append(out, anything+anything+one+anything), "" }
	for i := 0; i < len(text); i++ {
		c := text[i]
		escaped := c == '\\' && i+1 < len(text)
		if escaped {
			i++
			c = text[i]
		}
		switch {
		case c == '|' && depth == 0:
			end()
		case escaped && strings.IndexByte("dwsbDWSB(){}<>", c) >= 0:
			one += anything
		case !escaped && c == '(':
			depth++
			one += anything
		case !escaped && c == ')':
			depth = max(0, depth-1)
		case depth > 0:
		case !escaped && c == '[':
			if shut := strings.IndexByte(text[min(i+2, len(text)):], ']'); shut >= 0 {
				i += 2 + shut
			}
			one += anything
		case c == '/':
			one += anything + "/" + foundMark + "/" + anything + anything
		case !escaped && strings.IndexByte(".^$*?+{}", c) >= 0, i+1 < len(text) && strings.IndexByte("*?{", text[i+1]) >= 0:
			one += anything
		default:
			one += string(rune(c))
		}
	}
	end()
	return out
}

// narrowed are what a filter leaves of names: those with the expression of grep in them.
func (w *walker) narrowed(found []word, expression string, exact bool, at Span) []word {
	out := slices.Clone(found)
	for i, v := range found {
		if before, _, deep := strings.Cut(v.text, "/"+foundMark); deep {
			out[i].listed = false // in its place are those with the expression
			v.text = before
			more := w.allBelow([]word{v}, fromRegexp(expression), at)
			if v.listed && exact {
				more = listed(more)
			}
			out = append(out, more...)
		} else if !exact {
			out[i].listed = false
		}
		if len(out) > maxFound {
			w.add(shelltable.Unknown, "too-complex", fmt.Sprintf("a search for more than %d patterns", maxFound), at)
			return out[:maxFound]
		}
	}
	return out
}

// fdValued are options of fd with a value.
var fdValued = []string{
	"-d", "--max-depth", "--min-depth", "--exact-depth", "-t", "--type", "-S", "--size", "--changed-within", "--changed-before", "-o", "--owner", "-c", "--color",
	"-j", "--threads", "--max-results", "--path-separator", "-E", "--exclude", "--ignore-file", "--format", "--batch-size",
}

// fd looks for files by a regular expression, and may run a command on them.
func (w *walker) fd(name string, argv []word, st *state, _ flow, at Span) flow {
	w.add(shelltable.Read, "command", "looks for files", at)
	p := &parsed{row: shelltable.Command("fd"), name: name}
	args, command, batch := argv[1:], []word(nil), false
	if i := slices.IndexFunc(args, func(v word) bool {
		return v.text == "-x" || v.text == "-X" || v.text == "--exec" || v.text == "--exec-batch"
	}); i >= 0 {
		args, command, batch = args[:i], args[i+1:], true
	}
	var operands, starts []word
	var names []string
	plainly := false
	eachOption(args, nil, fdValued, func(option string, value func() word) {
		switch option {
		case "-g", "--glob", "-F", "--fixed-strings":
			plainly = true
		case "-e", "--extension":
			names = append(names, foundMark+"."+asPattern.Replace(value().text))
		case "--search-path", "--base-directory", "-C":
			starts = append(starts, value())
		case "-x", "-X":
			w.add(shelltable.Exec, "option", fmt.Sprintf("%s may run a command: %q", name, value().show()), at)
		default:
			if strings.HasPrefix(option, "--exec") {
				w.add(shelltable.Exec, "option", fmt.Sprintf("%s may run a command: %q", name, value().show()), at)
			}
		}
	}, func(v word) { operands = append(operands, v) })
	if i := slices.IndexFunc(args, func(v word) bool { return v.split }); i >= 0 {
		w.add(shelltable.Exec, "option", fmt.Sprintf("%s may run a command: %q", name, args[i].show()), at)
	}
	if len(operands) > 0 {
		switch text := operands[0].data(); {
		case text == "" || text == ".":
		case plainly:
			names = append(names, openName(asPattern.Replace(text))...)
		default:
			names = append(names, fromRegexp(text)...)
		}
		starts = append(starts, operands[1:]...)
	}
	if len(starts) == 0 {
		starts = []word{{text: "."}}
	}
	if len(names) == 0 {
		names = []string{""}
	}
	found := w.allBelow(starts, names, at)
	if !batch && (plainly || len(operands) == 0 || !foreign(operands[0].data())) && !slices.ContainsFunc(args, func(v word) bool {
		return strings.HasPrefix(v.text, "--form") || strings.HasPrefix(v.text, "--exec") || v.text == "-l" || strings.HasPrefix(v.text, "--list")
	}) {
		found = listed(found)
	}
	out := unseen(fromLocal)
	if batch {
		if !slices.ContainsFunc(command, func(v word) bool { return strings.Contains(v.text, "{") }) {
			command = append(slices.Clone(command), word{text: "{}", from: fromLocal})
		}
		out = w.eachInput(p, command, "{}", found, st, at)
	}
	out.found = &found
	return out
}

// prints are the names that a program prints, as far as its words say; nil for one that prints none.
func (w *walker) prints(p *parsed, in flow, at Span) *[]word {
	var out []word
	program, _, _ := strings.Cut(p.name, " ")
	switch program {
	case "git":
		specs, plainly := p.tracked()
		if out = specs; plainly {
			out = listed(out)
		}
	case "ls", "dir", "exa", "eza", "lsd":
		out = p.entries()
	case "realpath", "readlink":
		out = p.operands
	case "locate", "plocate", "mdfind":
		for _, v := range p.operands {
			out = append(out, below(word{}, foundMark+asPattern.Replace(v.text)+string(markStar)))
		}
	case "grep", "egrep", "fgrep", "zgrep", "rgrep", "rg", "ripgrep", "ag", "ack", "pt", "ugrep", "ug":
		if in.found != nil && !p.has("-v", "--invert-match") {
			for _, expression := range p.expressions() {
				out = append(out, w.narrowed(*in.found, expression, p.exact(), at)...)
			}
			break
		}
		if !p.has("-l", "-L", "--files", "--files-with-matches", "--files-without-match") && (!p.has("-g") || strings.HasPrefix(program, "r")) {
			return nil
		}
		if out = p.searched(); p.namesOnly() {
			out = listed(out)
		}
	default:
		return nil
	}
	if len(out) == 0 {
		return nil
	}
	return &out
}

// namesIn are the words of a text as names of files.
func namesIn(text string) *[]word {
	var out []word
	for field := range strings.FieldsSeq(text) {
		if len(out) >= maxRounds {
			break
		}
		out = append(out, word{text: asPattern.Replace(field), from: fromLocal})
	}
	return &out
}

// expressions are what a program like grep looks for.
func (p *parsed) expressions() []string {
	var out []string
	for _, c := range p.options {
		if c.has && (c.name == "-e" || c.name == "--regexp") {
			out = append(out, c.value.data())
		}
	}
	if len(out) == 0 && len(p.operands) > 0 {
		out = append(out, p.operands[0].data())
	}
	return out
}

// takesFound reads the files whose names come in, for a program that takes names from its input.
func (w *walker) takesFound(p *parsed, in flow, st *state, at Span) (from origin) {
	return w.readFound(word{found: in.found}, p, st, at)
}

// packs is programs that pack the files whose names come in.
func (w *walker) packs(name string, argv []word, st *state, in flow, at Span) flow {
	out := w.tabled(name, argv, st, in, at)
	out.from |= w.takesFound(&parsed{name: name}, in, st, at)
	p := w.parse(shelltable.Command(name), name, argv[1:], at)
	for i, v := range p.operands {
		if key := w.place(st, v).key(); key != "" && p.role(i) == shelltable.Output {
			st.write(key, unseen(out.from&^fromNet))
		}
	}
	return out
}

// ps shows processes, and with e among the letters that have no dash in front their environment as well.
func (w *walker) ps(name string, argv []word, st *state, in flow, at Span) flow {
	out := w.tabled(name, argv, st, in, at)
	for i := 1; i < len(argv); i++ {
		text := argv[i].text
		if strings.HasPrefix(text, "--") {
			continue
		}
		letters, dashed := strings.CutPrefix(text, "-")
		for j, c := range letters {
			if dashed && c == 'E' || !dashed && c == 'e' && strings.Trim(letters, psLetters) == "" {
				w.add(shelltable.Reveal, "option", fmt.Sprintf("ps %s shows the environment of processes, which may hold secrets", argv[i].show()), at)
				out.from |= fromSecret
			}
			valued := "oOptUkNqD"
			if dashed {
				valued = "oOpquUgGtCskN"
			}
			if strings.ContainsRune(valued, c) {
				if j+1 == len(letters) && c != 'N' {
					i++ // the next word is its value
				}
				break
			}
		}
	}
	return out
}

// psLetters are those of BSD's ps.
const psLetters = "aAcCdefghHjlLmMnNoOpPqrSsTtUuvVwWxXZk"
