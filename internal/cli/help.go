package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// helpWidth is how wide help is where it goes to no terminal.
const helpWidth = 80

// leastHelpWidth is below what usages of flags are not wrapped: nothing would be left
// of a line beside the flags.
const leastHelpWidth = 60

// wrapHelp has the help of a command and of all below it fit the terminal.
func (a *app) wrapHelp(root *cobra.Command) {
	root.SetUsageFunc(func(c *cobra.Command) error {
		_, err := io.WriteString(c.OutOrStderr(), usageText(c, a.helpColumns()))
		return err
	})
	root.SetHelpFunc(func(c *cobra.Command, _ []string) {
		width := a.helpColumns()
		fmt.Fprintf(c.OutOrStdout(), "%s\n\n%s", fill(c.Long, width), usageText(c, width))
	})
}

// helpColumns is the width of the terminal that help is written to.
func (a *app) helpColumns() int {
	if f, ok := file(a.io.Stdout); ok && term.IsTerminal(int(f.Fd())) {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
			return max(width, leastHelpWidth)
		}
	}
	return helpWidth
}

// usageText is what Cobra says of a command's use, wrapped at a width.
func usageText(c *cobra.Command, width int) string {
	var b strings.Builder
	b.WriteString("Usage:")
	if c.Runnable() {
		fmt.Fprintf(&b, "\n%s", strings.Join(wrapped("  ", c.UseLine(), width, 6), "\n"))
	}
	if c.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "\n  %s [command]", c.CommandPath())
	}
	if c.HasExample() {
		fmt.Fprintf(&b, "\n\nExamples:\n%s", examples(c.Example, width))
	}
	if c.HasAvailableSubCommands() {
		subcommands(&b, c, width)
	}
	for _, flags := range []struct {
		title string
		usage string
	}{{"Flags", c.LocalFlags().FlagUsagesWrapped(width)}, {"Global Flags", c.InheritedFlags().FlagUsagesWrapped(width)}} {
		if flags.usage != "" {
			fmt.Fprintf(&b, "\n\n%s:\n%s", flags.title, strings.TrimRight(flags.usage, "\n"))
		}
	}
	if c.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "\n\nUse \"%s [command] --help\" for more information about a command.", c.CommandPath())
	}
	b.WriteString("\n")
	return b.String()
}

// subcommands lists what is below a command, by its groups where it has some.
func subcommands(b *strings.Builder, c *cobra.Command, width int) {
	groups := c.Groups()
	if len(groups) == 0 {
		groups = []*cobra.Group{{Title: "Available Commands:"}}
	}
	for _, group := range groups {
		fmt.Fprintf(b, "\n\n%s", group.Title)
		for _, sub := range c.Commands() {
			if sub.GroupID != group.ID || !sub.IsAvailableCommand() && sub.Name() != "help" {
				continue
			}
			name := fmt.Sprintf("  %-*s ", sub.NamePadding(), sub.Name())
			fmt.Fprintf(b, "\n%s", strings.Join(wrapped(name, sub.Short, width, len(name)), "\n"))
		}
	}
}

// proseWidth is how wide the paragraphs of help are at most: longer lines are hard to
// read.
const proseWidth = 100

// fill breaks a help text anew: paragraphs, and of what is laid out the entries that are
// too wide.
func fill(text string, width int) string {
	var out []string
	var p paragraph
	flush := func() {
		out = append(out, p.lines(width)...)
		p = paragraph{}
	}
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		if !p.takes(line) {
			flush()
		}
		p.add(line)
	}
	flush()
	return strings.Join(out, "\n")
}

// paragraph is one of prose, an entry that is laid out, as in "  name   what it is" with
// lines that go on below "what", or a blank line.
type paragraph struct {
	source []string
	indent int // of the first line
	hang   int // of those behind it
}

// ownLine is the indentation up to which every line is an entry of its own.
const ownLine = 4

func (p *paragraph) takes(line string) bool {
	indent := indentOf(line)
	switch {
	case len(p.source) == 0:
		return true
	case line == "" || p.source[0] == "":
		return false
	case p.indent == 0:
		return indent == 0
	}
	return indent == p.hang && (indent > p.indent || indent > ownLine)
}

func (p *paragraph) add(line string) {
	if p.source = append(p.source, line); len(p.source) > 1 || line == "" {
		return
	}
	p.indent = indentOf(line)
	p.hang = p.indent
	text := line[p.indent:]
	if gap := strings.Index(text, "  "); p.indent > 0 && gap >= 0 {
		below := strings.TrimLeft(text[gap:], " ")
		p.hang = utf8.RuneCountInString(line) - utf8.RuneCountInString(below)
	}
}

// lines are those of the paragraph within a width, as they stood where they fit.
func (p *paragraph) lines(width int) []string {
	if p.indent == 0 {
		return wrapped("", strings.Join(p.source, " "), min(width, proseWidth), 0)
	}
	width = max(width, helpWidth) // what is laid out is no longer so in a narrow column
	if !slices.ContainsFunc(p.source, func(l string) bool { return utf8.RuneCountInString(l) > width }) {
		return p.source
	}
	head, hang := p.source[0][:p.indent], p.hang
	if hang > p.indent {
		runes := []rune(p.source[0])
		head = string(runes[:hang])
	}
	texts := []string{strings.TrimPrefix(p.source[0], head)}
	texts = append(texts, p.source[1:]...)
	if hang == p.indent && len(p.source) == 1 && hang <= ownLine {
		hang += 4
	}
	return wrapped(head, strings.Join(texts, " "), width, hang)
}

func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// wrapped breaks a text between words. head stands before the first line, hang blanks
// before the others.
func wrapped(head, text string, width, hang int) []string {
	var out []string
	line, empty := head, true
	for word := range strings.FieldsSeq(text) {
		if !empty && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
			out = append(out, line)
			line, empty = strings.Repeat(" ", hang), true
		}
		if !empty {
			line += " "
		}
		line, empty = line+word, false
	}
	return append(out, line)
}

// examples are the lines of an example, those that are too wide continued as a shell
// reads them.
func examples(text string, width int) string {
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		indent := line[:indentOf(line)]
		words := shellWords(strings.TrimLeft(line, " "))
		for head := indent; len(words) > 0; head = indent + "    " {
			n := fitting(words, width-len(head))
			part := head + strings.Join(words[:n], " ")
			if words = words[n:]; len(words) > 0 {
				part += ` \`
			}
			out = append(out, part)
		}
	}
	return strings.Join(out, "\n")
}

// fitting is how many words go into a line, at least one. A line ends before a flag or
// a pipe rather than before what belongs to one.
func fitting(words []string, width int) int {
	columns := -1
	for i, word := range words {
		columns += 1 + utf8.RuneCountInString(word)
		if i == len(words)-1 && columns <= width {
			return len(words)
		}
		if i == 0 || columns+len(` \`) <= width {
			continue
		}
		for at := i; at > 0; at-- {
			if strings.HasPrefix(words[at], "-") || words[at] == "|" {
				return at
			}
		}
		return i
	}
	return len(words)
}

// shellWords splits a command at blanks outside of quotes.
func shellWords(line string) []string {
	var out []string
	var quote rune
	from := 0
	for i, c := range line {
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		case quote == 0 && c == ' ':
			out = append(out, line[from:i])
			from = i + 1
		}
	}
	return append(out, line[from:])
}
