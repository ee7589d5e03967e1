package shellop

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/shelltable"
)

func isMake(name string) bool {
	return slices.Contains([]string{"make", "gmake", "bmake", "remake"}, name)
}

// makeName is a reference to a variable, which runs nothing by itself; makeSets is a line that sets one to plain text.
var (
	makeName = regexp.MustCompile(`\$[({][A-Za-z0-9_.-]+[)}]`)
	makeSets = regexp.MustCompile(`^[A-Za-z0-9_]+\s*[:?+]*=[^$\n]*$`)
)

// makeCalls reports a call of a function of make, such as shell.
func makeCalls(text string) bool {
	text = makeName.ReplaceAllString(text, "")
	return strings.Contains(text, "$(") || strings.Contains(text, "${")
}

// makeText looks at text that make evaluates while it reads, so with -n as well.
func (w *walker) makeText(p *parsed, at Span) {
	for _, v := range p.operands {
		key, _, set := strings.Cut(v.text, "=")
		if makeCalls(v.text) || set && strings.HasSuffix(key, "!") {
			w.add(shelltable.Exec, "evaluates-text", p.name+" runs commands in "+v.show(), at)
		}
	}
	for _, c := range p.options {
		if (c.name == "--eval" || c.name == "-E") && c.has && !makeSets.MatchString(c.value.text) {
			w.add(shelltable.Exec, "evaluates-text", p.name+" evaluates "+c.value.show(), at)
		}
	}
}

// moduleWrites is what modules of Python write that mostly read.
func (w *walker) moduleWrites(module string, rest []word, p *parsed, st *state, at Span) {
	var operands []word
	mode := byte(0)
	for i := 0; i < len(rest); i++ {
		text := rest[i].text
		switch {
		case module == "json.tool" && text == "--indent":
			i++
		case len(text) > 1 && text[0] == '-':
			letter := strings.TrimLeft(text, "-")
			if letter == "" || module == "json.tool" || strings.HasPrefix(text, "-m") || letter[0] != 'c' && letter[0] != 'e' {
				continue
			}
			mode = letter[0]
			_, val, attached := strings.Cut(text, "=")
			if text[1] != '-' {
				val = letter[1:]
			}
			if attached || val != "" {
				operands = append(operands, word{text: val, from: rest[i].from})
			}
		default:
			operands = append(operands, rest[i])
		}
	}
	switch {
	case module == "json.tool" && len(operands) > 1:
		w.writes(operands[1], p, st, at, false)
	case module != "zipfile" && module != "tarfile":
	case mode == 'c' && len(operands) > 0:
		w.writes(operands[0], p, st, at, false)
	case mode == 'e' && len(operands) > 1:
		w.writes(operands[1], p, st, at, false)
	case mode == 'e':
		w.writes(word{text: "."}, p, st, at, false)
	}
}

// environment is what shows variables of the environment, in a filter of jq or yq; loads is what reads a file in one, and modules
// the names of the files, without extension, that jq takes in.
var (
	environment = regexp.MustCompile(`(?:^|[^.\w"$@/-])env\b\s*:?|\$ENV\b|\b(?:strenv|envsubst)\b`)
	loads       = regexp.MustCompile(`\bload(?:_\w+)?\s*\(\s*(?:"([^"\\]*)"\s*\))?`)
	modules     = regexp.MustCompile(`\b(?:import|include)\s*"([^"\\]*)"`)
)

// filter is jq and yq.
func (w *walker) filter(name string, argv []word, st *state, in flow, at Span) flow {
	out := w.tabled(name, withoutPairs(argv), st, in, at)
	p := w.parse(shelltable.Command(name), name, withoutPairs(argv)[1:], at)
	operands := slices.Clone(p.operands)
	for i, v := range argv {
		if !slices.Contains([]string{"--arg", "--argjson", "--slurpfile", "--rawfile", "--argfile"}, v.text) {
			continue
		}
		if v.text != "--arg" && v.text != "--argjson" && i+2 < len(argv) {
			out.from |= w.reads(argv[i+2], p, st, in, at)
		}
		for _, pair := range argv[i+1 : min(len(argv), i+3)] { // a name and a value, which are no filter
			if at := slices.IndexFunc(operands, func(v word) bool { return v.text == pair.text && v.span == pair.span }); at >= 0 {
				operands = slices.Delete(operands, at, at+1)
			}
		}
	}
	var texts []word
	for _, v := range operands {
		if v.text != "env" || len(texts) == 0 {
			texts = append(texts, v)
		}
	}
	for _, c := range p.options {
		if c.has && (c.name == "--expression" || c.name == "-e") {
			texts = append(texts, c.value)
		}
	}
	for _, v := range texts {
		for _, m := range environment.FindAllString(v.text, -1) {
			if !strings.HasSuffix(m, ":") {
				w.add(shelltable.Reveal, "command", name+" shows variables, which may hold secrets", at)
				out.from |= fromSecret
			}
		}
		for _, m := range modules.FindAllStringSubmatch(v.text, -1) {
			for _, extension := range []string{".json", ".jq"} {
				out.from |= w.reads(word{text: m[1] + extension, from: v.from}, p, st, in, at)
			}
		}
		if name != "yq" {
			continue
		}
		for _, m := range loads.FindAllStringSubmatch(v.text, -1) {
			if m[1] == "" || strings.ContainsRune(m[1], markUnknown) {
				w.add(shelltable.Secret, "path-unknown", "yq loads a file that the text does not say", at)
				continue
			}
			out.from |= w.reads(word{text: m[1], from: v.from}, p, st, in, at)
		}
	}
	return out
}

// clock is date with an operand that is no format, which sets the clock.
func (w *walker) clock(argv []word, at Span) {
	p := w.parse(shelltable.Command("date"), "date", argv[1:], at)
	if p.has("-j") {
		return
	}
	for _, v := range p.operands {
		if p.has("--rfc-3339") && slices.Contains([]string{"date", "seconds", "ns"}, v.text) {
			continue
		}
		if !strings.HasPrefix(v.text, "+") && !strings.HasPrefix(v.text, string(markUnknown)) && !v.split && v.text != "" {
			w.add(shelltable.State, "command", "date sets the clock to "+v.show(), at)
		}
	}
}

// named1 is programs whose output is one name or number.
func (w *walker) named1(name string, argv []word, st *state, in flow, at Span) flow {
	if name == "printenv" && len(argv) > 1 {
		for _, v := range argv[1:] {
			if holdsSecret(v.text) || !v.known() {
				return w.tabled(name, argv, st, in, at)
			}
		}
		w.add(shelltable.Read, "command", "shows a variable", at)
		return unseen(fromLocal)
	}
	if name == "hostname" && len(argv) == 1 {
		return w.shows(name, argv, st, in, at)
	}
	out := w.tabled(name, argv, st, in, at)
	if name == "date" {
		w.clock(argv, at)
	}
	switch name {
	case "getent":
		if slices.ContainsFunc(argv[1:], func(v word) bool { return v.text == "shadow" || v.text == "gshadow" }) {
			w.add(shelltable.Secret, "path-credential", "getent shows the hashes of passwords", at)
			out.from |= fromSecret
		}
	case "mktemp", "tempfile":
		folder := "/tmp"
		for i, v := range argv {
			if v.text == "-p" && i+1 < len(argv) {
				folder = argv[i+1].text
			}
		}
		return flow{text: folder + "/tmp." + string(markName), there: true, known: true}
	case "pwd":
		return flow{text: st.dir, there: true, known: !has(st.dir, unknownMarks|globMarks)}
	case "hostname":
		return flow{text: string(markName), there: true, known: true}
	case "date", "uname", "whoami":
		if name != "date" || !strings.Contains(joinedText(argv), "/") {
			return flow{text: string(markName), there: true, known: true}
		}
	case "nproc":
		return flow{text: string(markNumber), there: true, known: true}
	case "id":
		if len(argv) == 2 && strings.Trim(argv[1].text, "-ug") == "" && argv[1].text != "" {
			return flow{text: string(markNumber), there: true, known: true}
		}
	case "basename":
		if len(argv) > 1 && argv[1].known() {
			return flow{text: path.Base(argv[1].text), there: true, known: true}
		}
	}
	return out
}

// withoutPairs is the words of jq without names and what they are to hold, which are neither filters nor files.
func withoutPairs(argv []word) []word {
	out := make([]word, 0, len(argv))
	for i := 0; i < len(argv); i++ {
		if i > 0 && (argv[i].text == "--arg" || argv[i].text == "--argjson") {
			i += 2
			continue
		}
		out = append(out, argv[i])
	}
	return out
}
