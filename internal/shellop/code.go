package shellop

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/shelltable"
)

// code judges a program in a word, in the language of its interpreter.
func (w *walker) code(row *shelltable.Row, v word, st *state, at Span) {
	w.codeFlow(row, flow{text: v.data(), known: v.known(), there: true, from: v.from}, st, at)
}

// codeFlow judges a program that runs through a pipe, or stands in a file.
func (w *walker) codeFlow(row *shelltable.Row, f flow, st *state, at Span) {
	language := row.Why
	who := row.Words[0]
	if language == "shell" {
		w.feed(f, st.fork(), at, "sh", who)
		return
	}
	switch {
	case f.from&(fromNet|fromDecoder) != 0:
		w.add(shelltable.Unseen, "unseen-bytes", who+" runs bytes that come from elsewhere, and that nobody saw", at)
	case f.from&fromLoop != 0:
		w.add(shelltable.Exec, "unseen-bytes", who+" runs bytes of a local service, and nobody saw them", at)
	case !f.known && language != "awk" && language != "sed":
		w.add(shelltable.Exec, "unknown-source", who+" runs code that is not known", at)
	case !f.known && (f.from != 0 || f.text != ""):
		w.unknownScript(language, who, f, at)
	}
	switch language {
	case "sed":
		w.sed(f.text, st, at)
	case "awk":
		w.awk(f.text, st, at)
	default:
		if !slices.Contains(languages, language) { // a makefile, or a shell without a parser
			for line := range strings.Lines(f.text) {
				_, recipe, _ := strings.Cut(line, ";")
				w.onlyFloor(strings.TrimSpace(line), at)
				w.onlyFloor(strings.TrimSpace(recipe), at)
			}
		}
		w.add(shelltable.Opaque, "inline-code", who+" runs code in a word, which is not followed", at)
		w.inline(language, who, f.text, at)
	}
}

// unknownScript is a part of a script for sed or awk that is not known: it may end the command that it stands in.
func (w *walker) unknownScript(language, who string, f flow, at Span) {
	if strings.ContainsRune(f.text, markUnknown) || f.text == "" {
		w.add(shelltable.Exec, "unknown-source", fmt.Sprintf("a part of the script of %s is not known, and %s may run programs", who, language), at)
	}
}

// inline looks for words by which code may do harm, and for shell text in its strings.
func (w *walker) inline(language, who, text string, at Span) {
	runs := false
	for _, row := range shelltable.Code() {
		if row.Languages[0] != language || !hasWord(text, row.Word) {
			continue
		}
		runs = runs || row.Effect == shelltable.Exec || row.Effect == shelltable.Destroy
		w.add(row.Effect, "inline-code", fmt.Sprintf("code for %s with the word %q", who, row.Word), at)
	}
	if strings.Contains(text, "`") && language != "node" || strings.Contains(text, "%x") && language == "ruby" {
		runs = true
		w.add(shelltable.Exec, "inline-code", "code for "+who+" runs a shell", at)
	}
	if dunder(text) {
		runs = true
		w.add(shelltable.Exec, "inline-code", "code for "+who+" reaches into the interpreter", at)
	}
	if strings.Contains(text, "169.254.169.254") || strings.Contains(text, "metadata.google.internal") {
		w.add(shelltable.Metadata, "metadata-host", "code for "+who+" names the metadata service of a cloud", at)
	}
	opens := w.strings(who, text, runs, at)
	w.codePaths(who, text, runs || opens, at)
}

// strings looks at the strings of code: modes in which a file is written, which it reports, and shell text where
// something runs it.
func (w *walker) strings(who, text string, runs bool, at Span) (writes bool) {
	all := stringsIn(text)
	opens := hasWord(text, "open") || hasWord(text, "fopen") || hasWord(text, "fdopen") || hasWord(text, "Path")
	keys := subscripts(text)
	for i, s := range all {
		if runs && i+1 < len(all) && shelltable.Command(s) != nil { // a list of words
			w.onlyFloor(strings.Join(all[i:min(len(all), i+8)], " "), at)
		}
		if opens && !keys[i] && slices.Contains([]string{"w", "wb", "wt", "a", "ab", "x", "xb", "w+", "r+", "a+", "rb+", "r+b", "wb+", "w+b"}, s) {
			writes = true
			w.add(shelltable.Destroy, "inline-code", fmt.Sprintf("code for %s may write files", who), at)
		}
		if !runs || s == "" || w.depth > 6 {
			continue
		}
		pl := w.place(newState(w.options), word{text: tildes(asPattern.Replace(s))})
		if (pl.zones.Has(root) || pl.zones.Has(own) || pl.whole) && removes(text) {
			effect, code := pl.gone(true)
			w.add(effect, code, fmt.Sprintf("code for %s removes %q", who, s), at)
		}
		if pl.zones.Has(own) {
			w.add(shelltable.Tamper, "own-files", fmt.Sprintf("code for %s names %q", who, s), at)
		}
		w.onlyFloor(s, at)
	}
	return writes
}

func tildes(s string) string {
	if strings.HasPrefix(s, "~") {
		return string(markHome) + s[1:]
	}
	return s
}

func removes(text string) bool {
	return slices.ContainsFunc([]string{"rmtree", "rm_rf", "rmSync", "rm_r", "remove_tree", "removeSync", "rmdir", "remove", "unlink", "rimraf"}, func(word string) bool {
		return hasWord(text, word)
	})
}

// onlyFloor adds what a string does as shell text, if it is never allowed: whether it runs is not known.
func (w *walker) onlyFloor(s string, at Span) {
	s = strings.ReplaceAll(s, string(markHome), "~")
	trial := walker{options: w.options, text: s, depth: w.depth + 4, steps: w.steps}
	if code, _ := refuse(s, ""); code != "" {
		return
	}
	trial.source(s, newState(w.options), flow{}, "sh")
	w.steps = trial.steps
	for _, r := range trial.reasons {
		if r.Band == Deny {
			w.add(r.Effect, r.Code, r.Detail, at)
		}
	}
}

// hasWord reports a word where no letter, digit or underscore stands beside it.
func hasWord(text, want string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], want)
		if i < 0 {
			return false
		}
		start, end := from+i, from+i+len(want)
		if (start == 0 || !letter(text[start-1])) && (end == len(text) || !letter(text[end])) {
			return true
		}
		from = end
	}
}

func letter(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// dunder reports a name like __class__ beside those that are plain data.
func dunder(text string) bool {
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r > 0x7F || !letter(byte(r)) }) {
		if len(part) > 4 && strings.HasPrefix(part, "__") && strings.HasSuffix(part, "__") &&
			!slices.Contains([]string{"__name__", "__version__", "__file__", "__doc__", "__main__"}, part) {
			return true
		}
	}
	return false
}

// stringsIn are the strings between quotes in code of most languages.
func stringsIn(text string) []string {
	var out []string
	eachString(text, fewStrings, func(s string, _, _ int) { out = append(out, s) })
	return out
}

// subscripts says of each of these strings whether it is a key of what stands in front, as in data['x']: no list, and
// no mode of open.
func subscripts(text string) []bool {
	var out []bool
	eachString(text, maxStrings, func(_ string, start, end int) {
		before := strings.TrimRight(text[:start], " ")
		list := strings.TrimSuffix(before, "[")
		of := len(list) < len(before) && list != "" && (letter(list[len(list)-1]) || list[len(list)-1] == ')' || list[len(list)-1] == ']')
		out = append(out, of && strings.HasPrefix(strings.TrimLeft(text[end:], " "), "]"))
	})
	return out
}

// fewStrings is how many strings are looked at as shell text.
const fewStrings = 200

// eachString calls found with each string, up to a number of them, and where it is with its quotes.
func eachString(text string, most int, found func(s string, start, end int)) {
	for i, n := 0, 0; i < len(text) && n < most; i++ {
		quote := text[i]
		if quote != '"' && quote != '\'' && quote != '`' {
			continue
		}
		var s strings.Builder
		j := i + 1
		for ; j < len(text) && text[j] != quote; j++ {
			if text[j] == '\\' && j+1 < len(text) {
				j++
			}
			s.WriteByte(text[j])
		}
		if j < len(text) {
			n++
			found(s.String(), i, j+1)
		}
		i = j
	}
}

// awk looks at a program for awk outside of strings and patterns.
func (w *walker) awk(text string, st *state, at Span) {
	bare, literals := bareAwk(text)
	if len(literals) > 0 && (hasWord(bare, "getline") || hasWord(bare, "ARGV")) {
		w.codePaths("awk", text, false, at)
	}
	for _, row := range shelltable.Code() {
		if row.Languages[0] == "awk" && hasWord(bare, row.Word) {
			w.add(row.Effect, "inline-code", fmt.Sprintf("code for awk with the word %q", row.Word), at)
			for _, s := range literals {
				w.onlyFloor(s, at)
			}
		}
	}
	if strings.Contains(strings.ReplaceAll(bare, "||", ""), "|") {
		w.add(shelltable.Exec, "inline-code", "code for awk runs a program by a pipe", at)
		for _, s := range literals {
			w.onlyFloor(s, at)
		}
	}
	if strings.Contains(bare, "@") {
		w.add(shelltable.Exec, "inline-code", "code for awk calls by a name that is not known, or loads code", at)
	}
	for _, statement := range strings.FieldsFunc(bare, func(r rune) bool { return r == ';' || r == '\n' || r == '{' || r == '}' }) {
		statement = strings.TrimSpace(statement)
		if strings.HasPrefix(statement, "print") || strings.Contains(statement, " print") || strings.Contains(statement, ")print") {
			if _, target, ok := strings.Cut(statement, ">"); ok && !strings.Contains(target, ")") {
				w.awkWrites(literals, st, at)
			}
		}
	}
}

// awkWrites is print > "file".
func (w *walker) awkWrites(literals []string, st *state, at Span) {
	if len(literals) == 0 {
		w.add(shelltable.State, "path-unknown", "awk writes to a file that is not known", at)
		return
	}
	target := literals[len(literals)-1]
	if target == "/dev/stderr" || target == "/dev/stdout" || target == "/dev/null" {
		return
	}
	w.writes(word{text: target}, &parsed{name: "awk"}, st, at, false)
	for _, s := range literals {
		if effect, code := w.place(st, word{text: s}).write(false); effect != shelltable.Edit && strings.HasPrefix(s, "/") {
			w.path(effect, code, "writes", word{text: s}, &parsed{name: "awk"}, at)
		}
	}
}

// bareAwk is a program without its strings, patterns and comments, and its strings.
func bareAwk(text string) (bare string, literals []string) {
	var out, s strings.Builder
	last := byte(0)
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			s.Reset()
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' && i+1 < len(text) {
					i++
				}
				s.WriteByte(text[i])
			}
			literals = append(literals, s.String())
			out.WriteString(`""`)
			last = '"'
		case c == '/' && strings.IndexByte("(,{}!~&|;=\x00\n", last) >= 0:
			class := false
			end := i + 1
			for ; end < len(text) && (class || text[end] != '/') && text[end] != '\n'; end++ {
				switch text[end] {
				case '\\':
					end++
				case '[':
					class = true
				case ']':
					class = false
				}
			}
			if end >= len(text) || text[end] != '/' {
				out.WriteByte(c) // no pattern after all
				last = c
				continue
			}
			i = end
			last = 'r'
		case c == '#':
			for i < len(text) && text[i] != '\n' {
				i++
			}
			out.WriteByte('\n')
			last = '\n'
		default:
			out.WriteByte(c)
			if c != ' ' && c != '\t' {
				last = c
			}
		}
	}
	return out.String(), literals
}
