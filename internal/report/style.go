package report

import (
	"strings"
	"unicode/utf8"
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
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

func (p palette) bold(s string) string   { return p.wrap("1", s) }
func (p palette) dim(s string) string    { return p.wrap("2", s) }
func (p palette) red(s string) string    { return p.wrap("31", s) }
func (p palette) green(s string) string  { return p.wrap("32", s) }
func (p palette) yellow(s string) string { return p.wrap("33", s) }

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
