package report

import (
	"strings"
	"unicode/utf8"

	"github.com/mooring-mcp/mooring/internal/visible"
)

// Options say how text is drawn.
type Options struct {
	Color bool // ANSI colours
	Width int  // columns of the terminal; 0 for unlimited
	// Accept gives the command that pins servers as they are now; nil for no hint.
	Accept func(servers []string) string
}

// colours of a text renderer: each wraps a word, or returns it as it is.
type palette struct{ on bool }

func (p palette) wrap(code, s string) string {
	if !p.on || s == "" {
		return s
	}
	return escape(code) + s + escape(codeEnd)
}

func escape(code string) string { return "\x1b[" + code + "m" }

func (p palette) bold(s string) string   { return p.wrap(codeBold, s) }
func (p palette) dim(s string) string    { return p.wrap(codeDim, s) }
func (p palette) red(s string) string    { return p.wrap(codeRed, s) }
func (p palette) green(s string) string  { return p.wrap(codeGreen, s) }
func (p palette) yellow(s string) string { return p.wrap(codeYellow, s) }

// The codes of the palette.
const (
	codeBold, codeDim              = "1", "2"
	codeRed, codeGreen, codeYellow = "31", "32", "33"
	codeEnd                        = "0"
)

// neutral spells out what is hidden in a line, all but the palette's own codes. Text of
// others has been spelled out before; this is for the words, codes and digests of a
// report, which nobody vouches for either.
func (p palette) neutral(line string) string {
	if !strings.ContainsFunc(line, visible.Hidden) && utf8.ValidString(line) {
		return line
	}
	var b strings.Builder
	for line != "" {
		if n := p.own(line); n > 0 {
			b.WriteString(line[:n])
			line = line[n:]
			continue
		}
		r, n := utf8.DecodeRuneInString(line)
		if r == utf8.RuneError && n == 1 || visible.Hidden(r) && r != emoji {
			b.WriteString(visible.Text(line[:n]))
		} else {
			b.WriteString(line[:n])
		}
		line = line[n:]
	}
	return b.String()
}

// emoji is the selector that an emoji may keep.
const emoji = '\uFE0F'

// own is the length of a code of the palette at the start of a text, 0 for none.
func (p palette) own(s string) int {
	if !p.on {
		return 0
	}
	for _, code := range []string{codeEnd, codeBold, codeDim, codeRed, codeGreen, codeYellow} {
		if full := escape(code); strings.HasPrefix(s, full) {
			return len(full)
		}
	}
	return 0
}

// wrapLine breaks a line at spaces to fit width, indenting what follows the first part.
// A word longer than the line stays whole, so that nothing is lost.
func wrapLine(line string, width, indent int) string {
	if width <= indent+20 || utf8.RuneCountInString(line) <= width {
		return line
	}
	var b strings.Builder
	column := 0
	for i, word := range strings.SplitAfter(line, " ") {
		n := utf8.RuneCountInString(word)
		if i > 0 && column > indent && column+utf8.RuneCountInString(strings.TrimRight(word, " ")) > width {
			b.WriteString("\n" + strings.Repeat(" ", indent))
			column = indent
		}
		b.WriteString(word)
		column += n
	}
	return b.String()
}

// cutWords is the start of a line, of at most n characters, up to the end of a
// word where there is one.
func cutWords(line string, n int) string {
	start := string([]rune(line)[:n])
	if at := strings.LastIndexByte(start, ' '); at > n/2 {
		start = start[:at]
	}
	return start
}
