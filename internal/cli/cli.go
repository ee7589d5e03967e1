// Package cli holds the commands of the program, one file each. It is the only
// package that reads the environment, the clock and the files that a user
// names; everything below is given values.
//
// [Run] is the whole program but for signals and the exit status.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/internal/visible"
)

// IO is what a run reads and writes. Stdin, Stdout and Stderr are treated as
// terminals when they are files that are.
type IO struct {
	Args   []string // without the program's name
	Stdin  io.Reader
	Stdout io.Writer
	Stderr io.Writer
	// ManagedPolicy is the policy that binds all users of the machine; "" for the file
	// where the operating system keeps such things.
	ManagedPolicy string
}

// patience is how long a command has to end after its context did: the servers that
// it started are to be stopped. What only computes or reads does not look.
const patience = 3 * time.Second

// Run executes one command line and returns the exit status: 0 passed, 1
// refused, 2 wrong usage, configuration or input, 3 could not tell. Cancelling
// ctx ends servers that were started and returns 3, after three seconds also when
// the command goes on; the caller is to exit then.
func Run(ctx context.Context, streams IO) int {
	out := &output{w: streams.Stdout}
	if f, ok := streams.Stdout.(*os.File); ok {
		out.file = f
	}
	streams.Stdout = out
	a := &app{io: streams, environ: os.Environ(), eras: openEraCache()}
	root := a.root()
	root.SetArgs(streams.Args)
	root.SetIn(streams.Stdin)
	root.SetOut(streams.Stdout)
	root.SetErr(streams.Stderr)
	ended, err := a.execute(ctx, root)
	if !ended {
		(&exitError{err: errInterrupted}).print(streams.Stderr)
		return statusUnknown
	}
	if out.err != nil {
		lost := usage(fmt.Errorf("write output: %w", out.err), "")
		if err == nil {
			err = lost
		} else {
			lost.print(streams.Stderr) // the status is that of what the run found
		}
	}
	if err == nil {
		return statusPassed
	}
	var exit *exitError
	if !errors.As(err, &exit) {
		exit = usage(err, "mooring help")
	}
	if ctx.Err() != nil && exit.status != statusRefused {
		exit = &exitError{status: statusUnknown, err: errInterrupted}
	}
	exit.print(streams.Stderr)
	return exit.status
}

var errInterrupted = errors.New("interrupted")

// execute runs a command to its end, or until patience is over and what it made is
// cleared up.
func (a *app) execute(ctx context.Context, root *cobra.Command) (ended bool, err error) {
	done := make(chan error, 1)
	go func() { done <- root.ExecuteContext(ctx) }() // ends with the command, or with the program
	select {
	case err := <-done:
		return true, err
	case <-ctx.Done():
	}
	select {
	case err := <-done:
		return true, err
	case <-time.After(patience):
	}
	cleared := make(chan struct{})
	go func() { // ends with the clearing, or with the program
		a.clearing.Wait()
		close(cleared)
	}()
	select {
	case err := <-done:
		return true, err
	case <-cleared:
	case <-time.After(clearing):
	}
	return false, nil
}

// output is standard output. It remembers the first error of a write and goes on:
// a full disk under a report must not hide what the report comes to.
type output struct {
	w    io.Writer
	file *os.File // set when w is a file
	err  error
}

func (o *output) Write(p []byte) (int, error) {
	if o.err == nil {
		_, o.err = o.w.Write(p)
	}
	return len(p), nil
}

// app is one run of the program.
type app struct {
	io      IO
	environ []string // NAME=value
	eras    *eraCache
	color   string
	// clearing counts temporary work trees that have to be removed.
	clearing sync.WaitGroup
}

// lookup finds a variable of the caller's environment.
func (a *app) lookup(name string) (string, bool) {
	for _, pair := range slices.Backward(a.environ) {
		if n, value, _ := strings.Cut(pair, "="); n == name {
			return value, true
		}
	}
	return "", false
}

// The exit statuses.
const (
	statusPassed  = 0
	statusRefused = 1
	statusUsage   = 2
	statusUnknown = 3
)

// exitError ends a run with a status. An exitError without err prints nothing:
// the report has said it.
type exitError struct {
	status int
	err    error
	hint   string // a command to type next, or a sentence
}

func (e *exitError) Error() string {
	if e.err == nil {
		return ""
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

func (e *exitError) print(w io.Writer) {
	if e.err == nil {
		return
	}
	fmt.Fprintf(w, "mooring: error: %s\n", visible.Block(e.err.Error()))
	if e.hint != "" {
		fmt.Fprintf(w, "mooring: hint: %s\n", visible.Block(e.hint))
	}
}

// hintOf is the hint of an error, "" for none.
func hintOf(err error) string {
	if e := (*exitError)(nil); errors.As(err, &e) {
		return e.hint
	}
	return ""
}

// usage is an error of the user's: wrong arguments, configuration or input.
func usage(err error, hint string) *exitError {
	return &exitError{status: statusUsage, err: err, hint: hint}
}

// usagef is [usage] with a formatted text.
func usagef(hint, format string, args ...any) *exitError {
	return usage(fmt.Errorf(format, args...), hint)
}

// quiet ends with a status that was explained already.
func quiet(status int) error {
	if status == statusPassed {
		return nil
	}
	return &exitError{status: status}
}

// example indents the lines of an example for help.
func example(lines ...string) string { return "  " + strings.Join(lines, "\n  ") }
