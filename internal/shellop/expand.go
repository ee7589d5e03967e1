package shellop

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"mvdan.cc/sh/v3/syntax"

	"github.com/mooring-mcp/mooring/internal/shelltable"
)

// mode says where a word stands.
type mode uint8

const (
	inCommand mode = iota // split, and matched against files
	inValue               // neither: an assignment, a heredoc, a test
)

const maxBraces = 64 // words that one brace expansion is followed into

// words expands words of a command.
func (w *walker) words(st *state, in []*syntax.Word) []word {
	out := make([]word, 0, len(in)+2)
	for _, sw := range in {
		if !w.step() {
			return append(out, word{text: string(markUnknown), from: fromLocal})
		}
		if lit := sw.Lit(); lit != "" && !strings.ContainsAny(lit, "\\*?[{~=\x00") && isASCII(lit) {
			out = append(out, word{text: lit, span: w.span(sw)})
			continue
		}
		choices := w.braces(sw)
		for _, alternative := range choices {
			out = append(out, w.expand(st, alternative, inCommand)...)
		}
		if len(out) > 0 && len(choices) > 1 && sw == in[0] {
			out[0].sub = true // nobody writes a command like this
		}
	}
	return out
}

// value expands a word without splitting it.
func (w *walker) value(st *state, sw *syntax.Word) word {
	if sw == nil {
		return word{}
	}
	all := w.expand(st, sw, inValue)
	if len(all) == 0 {
		return word{span: w.span(sw)}
	}
	one := all[0]
	for _, more := range all[1:] {
		one.text += " " + more.text
		one.from |= more.from
		if more.found != nil {
			one.found = more.found
		}
	}
	return one
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// braces is a word in each of its alternatives.
func (w *walker) braces(sw *syntax.Word) []*syntax.Word {
	open := false
	for _, part := range sw.Parts {
		if lit, ok := part.(*syntax.Lit); ok && strings.Contains(lit.Value, "{") {
			open = true
		}
	}
	if !open {
		return []*syntax.Word{sw}
	}
	again := &syntax.Word{Parts: slices.Clone(sw.Parts)}
	if !syntax.SplitBraces(again) {
		return []*syntax.Word{sw}
	}
	out := alternatives(again.Parts)
	if len(out) > maxBraces {
		w.add(shelltable.Unknown, "too-complex", fmt.Sprintf("a brace expansion has more than %d words", maxBraces), w.span(sw))
		out = out[:maxBraces]
	}
	return out
}

func alternatives(parts []syntax.WordPart) []*syntax.Word {
	out := []*syntax.Word{{}}
	for _, part := range parts {
		var choices [][]syntax.WordPart
		if brace, ok := part.(*syntax.BraceExp); ok {
			choices = choicesOf(brace)
		} else {
			choices = [][]syntax.WordPart{{part}}
		}
		var next []*syntax.Word
		for _, sofar := range out {
			for _, choice := range choices {
				if len(next) <= maxBraces {
					next = append(next, &syntax.Word{Parts: slices.Concat(sofar.Parts, choice)})
				}
			}
		}
		out = next
	}
	return out
}

func choicesOf(brace *syntax.BraceExp) [][]syntax.WordPart {
	var out [][]syntax.WordPart
	if !brace.Sequence {
		for _, elem := range brace.Elems {
			for _, alternative := range alternatives(elem.Parts) {
				out = append(out, alternative.Parts)
			}
		}
		return out
	}
	from, to := brace.Elems[0].Lit(), brace.Elems[1].Lit()
	a, errA := strconv.Atoi(from)
	b, errB := strconv.Atoi(to)
	if errA == nil && errB == nil && max(a, b)-min(a, b) < maxBraces && len(brace.Elems) == 2 {
		for n := min(a, b); n <= max(a, b); n++ {
			out = append(out, []syntax.WordPart{&syntax.Lit{ValuePos: brace.Pos(), ValueEnd: brace.End(), Value: strconv.Itoa(n)}})
		}
		return out
	}
	if len(from) == 1 && len(to) == 1 && errA != nil && errB != nil && len(brace.Elems) == 2 {
		for c := min(from[0], to[0]); c <= max(from[0], to[0]); c++ {
			out = append(out, []syntax.WordPart{&syntax.SglQuoted{Left: brace.Pos(), Right: brace.End(), Value: string(rune(c))}})
		}
		return out
	}
	mark := string(markUnknown)
	if errA == nil && errB == nil {
		mark = string(markNumber)
	}
	return [][]syntax.WordPart{{&syntax.Lit{ValuePos: brace.Pos(), ValueEnd: brace.End(), Value: mark}}}
}

// builder collects the words that one word of the source becomes.
type builder struct {
	w       *walker
	st      *state
	mode    mode
	span    Span
	out     []word
	current word
	text    strings.Builder
	begun   bool // current is a word, even when it is empty
	shut    bool // a later part closes a class of a pattern
}

// closes reports a part with the end of a class, of which the middle may be quoted.
func closes(part syntax.WordPart) bool {
	lit, ok := part.(*syntax.Lit)
	return ok && strings.Contains(lit.Value, "]")
}

func (w *walker) expand(st *state, sw *syntax.Word, m mode) []word {
	b := builder{w: w, st: st, mode: m, span: w.span(sw)}
	if !w.step() {
		return []word{{text: string(markUnknown), from: fromLocal, span: b.span}}
	}
	last := len(sw.Parts) - 1
	for last > 0 && !closes(sw.Parts[last]) {
		last--
	}
	for i, part := range sw.Parts {
		b.shut = i < last
		b.part(part, i == 0)
	}
	b.end()
	return b.out
}

func (b *builder) end() {
	if b.begun || b.text.Len() > 0 {
		b.current.text, b.current.span = bounded(b.text.String()), b.span
		b.out = append(b.out, b.current)
	}
	b.text.Reset()
	b.current, b.begun = word{}, false
}

func (b *builder) part(part syntax.WordPart, first bool) {
	switch p := part.(type) {
	case *syntax.Lit:
		b.lit(p.Value, first)
	case *syntax.SglQuoted:
		b.begun = true
		if p.Dollar {
			b.ansi(p.Value)
		} else {
			b.text.WriteString(p.Value)
		}
	case *syntax.DblQuoted:
		b.begun = true
		for _, inner := range p.Parts {
			b.quoted(inner)
		}
	case *syntax.ParamExp:
		b.fields(b.w.param(b.st, p), false)
	case *syntax.CmdSubst:
		b.fields([]word{b.w.substitute(b.st, p)}, false)
	case *syntax.ArithmExp:
		b.w.arithm(b.st, p.X)
		b.begun = true
		b.text.WriteRune(markNumber)
	case *syntax.ProcSubst:
		b.process(p)
	case *syntax.ExtGlob:
		b.extGlob(p)
	default:
		b.begun = true
		b.text.WriteRune(markUnknown)
	}
}

// lit is text without quotes.
func (b *builder) lit(text string, first bool) {
	b.begun = true
	if first && strings.HasPrefix(text, "~") {
		text = b.tilde(text)
	}
	if first && len(text) > 1 && text[0] == '=' && b.mode == inCommand && b.w.zsh() && text != "==" {
		b.w.add(shelltable.Exec, "zsh-equals", "zsh takes a word that begins with = as the path of a program", b.span)
	}
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\\' && i+1 < len(text):
			i++
			b.text.WriteByte(text[i])
		case c == '\\':
		case b.mode == inCommand && c == '*':
			b.text.WriteRune(markStar)
		case b.mode == inCommand && c == '?':
			b.text.WriteRune(markOne)
		case b.mode == inCommand && c == '[' && (b.shut || strings.Contains(text[i:], "]")):
			b.text.WriteRune(markClass)
		case c == '(' && b.w.zsh() && b.mode == inCommand:
			b.w.add(shelltable.Exec, "zsh-glob", "zsh may take what is in the brackets behind a pattern as code", b.span)
			b.text.WriteRune(markStar)
		case c == ':' && b.mode == inValue && strings.HasPrefix(text[i:], ":~"):
			b.text.WriteString(":" + string(markHome))
			i++
		default:
			b.text.WriteByte(c)
		}
	}
	if !isASCII(text) {
		b.invisible(text)
	}
}

// invisible looks for letters outside quotes that nobody sees.
func (b *builder) invisible(text string) {
	for _, r := range text {
		if r > 0x7F && (unicode.IsSpace(r) || !unicode.IsPrint(r) || unicode.Is(unicode.Mn, r)) {
			b.w.add(shelltable.Unknown, "invisible-character", fmt.Sprintf("U+%04X stands in a word outside quotes", r), b.span)
			return
		}
	}
}

// tilde is a word whose ~ is a home. What is behind ~ may be a user, or a named folder of zsh.
func (b *builder) tilde(text string) string {
	name, rest, _ := strings.Cut(text[1:], "/")
	if rest != "" || strings.HasSuffix(text, "/") {
		rest = "/" + rest
	}
	switch {
	case name == "":
		b.text.WriteRune(markHome)
		return rest
	case name == "+":
		b.text.WriteString(b.st.dir)
		return rest
	case strings.ContainsAny(name, `\*?[{`):
		return text
	case name == "-" || b.w.zsh() && strings.ContainsAny(name, "0123456789["):
		b.text.WriteRune(markUnknown)
		return rest
	}
	b.text.WriteString("/home/" + name)
	return rest
}

// quoted is a part between double quotes.
func (b *builder) quoted(part syntax.WordPart) {
	switch p := part.(type) {
	case *syntax.Lit:
		b.text.WriteString(unescape(p.Value, "$`\"\\"))
	case *syntax.ParamExp:
		b.fields(b.w.param(b.st, p), true)
	case *syntax.CmdSubst:
		b.fields([]word{b.w.substitute(b.st, p)}, true)
	default:
		b.part(part, false)
	}
}

// unescape takes the backslash from before any of which.
func unescape(text, which string) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) && strings.IndexByte(which, text[i+1]) >= 0 {
			i++
		}
		out.WriteByte(text[i])
	}
	return out.String()
}

// fields adds the value of an expansion: split when it is not quoted, one word an item when it is an array.
func (b *builder) fields(values []word, quoted bool) {
	if quoted {
		b.begun = true
	}
	for i, v := range values {
		if i > 0 {
			b.end()
			b.begun = quoted
		}
		b.current.from |= v.from
		b.current.sub = b.current.sub || v.sub
		b.current.doubt = b.current.doubt || v.doubt
		if v.found != nil {
			b.current.found = v.found
			b.current.named = v.names() != nil
		}
		if v.branch {
			b.current.branch = !has(b.text.String(), unknownMarks)
			b.current.named = b.current.branch
		} else if v.unknown() && b.current.branch {
			b.current.branch, b.current.named = false, false
		}
		switch {
		case quoted || b.mode == inValue:
			b.text.WriteString(v.text)
			b.begun = true
		default:
			b.split(v)
		}
	}
}

// split adds a value that is not quoted.
func (b *builder) split(v word) {
	text := asPattern.Replace(v.text)
	if v.unknown() && !v.branch {
		b.current.split = true
	}
	letters := b.st.splitters()
	if has(letters, unknownMarks) { // where the parts begin and end is not known
		b.current.split = true
		letters = blanks
		if strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) >= 0 {
			text = string(markUnknown)
		}
	}
	if text != strings.TrimLeft(text, letters) {
		b.end()
	}
	parts := fieldsOf(text, letters)
	for i, part := range parts {
		if i > 0 {
			from, sub := b.current.from, b.current.sub
			b.end()
			b.current.from, b.current.sub = from, sub
		}
		b.text.WriteString(part)
		b.begun = true
	}
	if len(parts) > 0 && text != strings.TrimRight(text, letters) {
		from, sub := b.current.from, b.current.sub
		b.end()
		b.current.from, b.current.sub = from, sub
	}
}

func (b *builder) ansi(text string) {
	decoded, ok := decodeANSI(text)
	if !ok {
		b.text.WriteRune(markUnknown)
		return
	}
	b.text.WriteString(decoded)
}

func (b *builder) process(p *syntax.ProcSubst) {
	sub := b.st.fork()
	b.begun = true
	if p.Op == syntax.CmdOut {
		b.text.WriteString("/dev/fd/" + string(markName))
		if b.w.outward == nil {
			b.w.stmts(p.Stmts, sub, unseen(fromLocal|b.w.stdin.from))
			return
		}
		b.current.into = &flow{}
		*b.w.outward = append(*b.w.outward, outProcess{b.current.into, p.Stmts, sub})
		return
	}
	out := b.w.stmts(p.Stmts, sub, b.w.inherited(sub))
	b.current.from |= out.from
	b.current.body = &out
	b.text.WriteString("/dev/fd/" + string(markName))
}

// extGlob is a pattern with alternatives, or in zsh a pattern with qualifiers, of which some run code.
func (b *builder) extGlob(p *syntax.ExtGlob) {
	b.begun = true
	if b.w.zsh() {
		b.w.add(shelltable.Exec, "zsh-glob", "zsh may take what is in the brackets behind a pattern as code", b.span)
	}
	if strings.ContainsAny(p.Pattern.Value, "$`") {
		b.text.WriteRune(markUnknown)
		return
	}
	b.text.WriteRune(markStar)
}

// decodeANSI reads the escapes of $'…'.
func decodeANSI(text string) (string, bool) {
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' || i+1 == len(text) {
			out.WriteByte(text[i])
			continue
		}
		i++
		c := text[i]
		if simple := strings.IndexByte("abefnrtvE", c); simple >= 0 {
			out.WriteByte("\a\b\x1b\f\n\r\t\v\x1b"[simple])
			continue
		}
		var base, digits int
		switch {
		case c == 'x':
			base, digits, i = 16, 2, i+1
		case c == 'u':
			base, digits, i = 16, 4, i+1
		case c == 'U':
			base, digits, i = 16, 8, i+1
		case c >= '0' && c <= '7':
			base, digits = 8, 3
		case c == 'c':
			return "", false
		default:
			out.WriteByte(c)
			continue
		}
		end := i
		for end < len(text) && end-i < digits && isDigit(text[end], base) {
			end++
		}
		n, err := strconv.ParseUint(text[i:end], base, 32)
		if err != nil {
			return "", false
		}
		if c == 'u' || c == 'U' {
			out.WriteRune(rune(n))
		} else {
			out.WriteByte(byte(n))
		}
		i = end - 1
	}
	decoded := out.String()
	return decoded, !strings.ContainsAny(decoded, "\x00\x01\x02\x03\x04\x05\x06")
}

func isDigit(c byte, base int) bool {
	_, err := strconv.ParseUint(string(c), base, 8)
	return err == nil
}
