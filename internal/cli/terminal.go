package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/mooring-mcp/mooring/internal/report"
)

func isTerminal(stream any) bool {
	f, ok := file(stream)
	return ok && term.IsTerminal(int(f.Fd()))
}

// file is the file behind a stream, if there is one.
func file(stream any) (*os.File, bool) {
	if o, ok := stream.(*output); ok {
		return o.file, o.file != nil
	}
	f, ok := stream.(*os.File)
	return f, ok
}

// textOptions says how text on standard output is drawn.
func (a *app) textOptions() report.Options {
	o := report.Options{Color: a.color == "always"}
	if f, ok := file(a.io.Stdout); ok && term.IsTerminal(int(f.Fd())) {
		_, noColor := a.lookup("NO_COLOR")
		dumb, _ := a.lookup("TERM")
		o.Color = o.Color || a.color == "auto" && !noColor && dumb != "dumb"
		if width, _, err := term.GetSize(int(f.Fd())); err == nil {
			o.Width = width
		}
	}
	return o
}

// tell writes lines to standard output so that they fit the terminal. A line within a text that
// gives a command to type stays whole, as does what follows no space.
func (a *app) tell(texts []string) {
	width := a.textOptions().Width
	for _, text := range texts {
		for line := range strings.SplitSeq(text, "\n") {
			if indent := len(line) - len(strings.TrimLeft(line, " ")); !strings.Contains(line, ": mooring ") {
				line = report.Wrap(line, width, indent+2)
			}
			fmt.Fprintln(a.io.Stdout, line)
		}
	}
}

// ask puts a question on the terminal and returns whether the answer was yes.
// An interrupt is a no.
func (a *app) ask(ctx context.Context, question string) (bool, error) {
	if !isTerminal(a.io.Stdin) {
		return false, usagef("add --yes to pin without being asked", "cannot ask: standard input is no terminal")
	}
	fmt.Fprintf(a.io.Stderr, "%s [y/N] ", question)
	answer := make(chan string, 1)
	go func() { // ends with the line or with the program
		line, err := bufio.NewReader(a.io.Stdin).ReadString('\n')
		if err != nil && err != io.EOF {
			line = ""
		}
		answer <- line
	}()
	select {
	case <-ctx.Done():
		fmt.Fprintln(a.io.Stderr)
		return false, ctx.Err()
	case line := <-answer:
		if !strings.HasSuffix(line, "\n") {
			fmt.Fprintln(a.io.Stderr)
		}
		word := strings.ToLower(strings.TrimSpace(line))
		return word == "y" || word == "yes", nil
	}
}
