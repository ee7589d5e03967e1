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

// Wrap breaks a line at spaces to fit width columns, 0 for unlimited, and indents what
// follows its first part. A word that is longer than a line stays whole.
func Wrap(line string, width, indent int) string { return wrapLine(line, width, indent) }

// wrapLine breaks a line at spaces to fit width, indenting what follows the first part;
// no part ends in a space. A word longer than the line stays whole, so that nothing is
// lost. Where an indentation leaves little room, or none for a word, it is a small one.
func wrapLine(line string, width, indent int) string {
	if width <= indent+leastColumns {
		indent = min(indent, smallIndent)
	}
	line = strings.TrimRight(line, " ")
	if width <= indent+leastColumns || columns(line) <= width {
		return line
	}
	var b strings.Builder
	column, start, blanks := 0, indent, ""
	for word := range strings.SplitAfterSeq(line, " ") {
		bare := strings.TrimRight(word, " ")
		if bare == "" {
			blanks += word
			continue
		}
		n := columns(bare)
		if column > start && column+len(blanks)+n > width {
			if start = indent; start+n > width {
				start = max(min(start, smallIndent, width-n), leastIndent)
			}
			b.WriteString("\n" + strings.Repeat(" ", start))
			column, blanks = start, ""
		}
		b.WriteString(blanks + bare)
		column, blanks = column+len(blanks)+n, word[len(bare):]
	}
	return b.String()
}

const (
	leastColumns = 20 // behind an indentation
	smallIndent  = 8
	leastIndent  = 2 // of a word that is nearly as long as the line
)

// columns counts the characters of a line that are drawn: all but the palette's codes.
func columns(line string) int {
	n := utf8.RuneCountInString(line)
	for rest := line; ; {
		at := strings.Index(rest, "\x1b[")
		if at < 0 {
			return n
		}
		end := strings.IndexByte(rest[at:], 'm')
		if end < 0 {
			return n
		}
		n -= end + 1
		rest = rest[at+end+1:]
	}
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
