// Package nasty is an MCP server, over stdio and HTTP, that misbehaves on demand,
// for tests of whatever talks to servers.
//
// A run has one mode. The mode "good" is a plain, correct server of the legacy
// era (MCP 2024-11-05 to 2025-11-25); every other mode is that server with one
// thing changed, such as that it speaks the modern era (MCP 2026-07-28):
//
//	client's lines → receive → handlers of the mode → lines on stdout
//
// It writes its bytes itself, without an MCP or JSON library in between, since
// wrong bytes are what it is for. The same mode, arguments and input give the
// same output. Any mode ends with status 97 when it is asked to call a tool.
//
// Two arguments are understood by every mode, anywhere after its name:
//
//	log=FILE     append each line received to FILE
//	called=FILE  on tools/call, write the request to FILE instead of
//	             printing "CALLED" to stderr
//
// [NewWeb] puts any of these servers behind HTTP, with ways to misbehave of its
// own.
//
// Only tests import this package. A test program that starts it as a process
// gives Main what followed its own switch in os.Args:
//
//	if len(os.Args) > 1 && os.Args[1] == "nasty" {
//		os.Exit(nasty.Main(os.Args[2:], os.Stdin, os.Stdout, os.Stderr))
//	}
//
// So that a failed test leaves nothing behind for good, a mode that does not
// end by itself ends after ten minutes.
package nasty

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Exit statuses of Main besides those a mode chooses.
const (
	// StatusCalled says that the client called a tool, which an observer must
	// never do.
	StatusCalled = 97
	// StatusUsage says that the mode is unknown or its arguments are wrong.
	StatusUsage = 2
)

// Mode describes one way to misbehave.
type Mode struct {
	Name  string // what Main takes as its first argument
	Args  string // the arguments after it, optional ones in brackets; empty when it has none
	About string // one line: what the server does
}

// mode is a Mode with what it changes in the good server. The change may refuse
// the arguments, s.args.
type mode struct {
	Mode

	set func(s *server) error
}

// Modes lists every mode, sorted by name.
func Modes() []Mode {
	table := modes()
	list := make([]Mode, len(table))
	for i, m := range table {
		list[i] = m.Mode
	}
	return list
}

// Main runs the server in the mode args[0] over in and out until in ends or the
// mode stops it, and returns the exit status. errw is its stderr. With an
// unknown mode or wrong arguments it prints why to errw and returns StatusUsage.
func Main(args []string, in io.Reader, out, errw io.Writer) int {
	s, err := newServer(args)
	if err != nil {
		fmt.Fprintf(errw, "nasty: %v\n", err)
		return StatusUsage
	}
	defer s.close()
	s.in, s.out, s.errw = bufio.NewReader(in), out, errw
	s.stdin = in
	return s.run()
}

func newServer(args []string) (*server, error) {
	if len(args) == 0 {
		return nil, fmt.Errorf("no mode given, want one of %s", names())
	}
	table := modes()
	at, found := slices.BinarySearchFunc(table, args[0], func(m mode, name string) int {
		return cmp.Compare(m.Name, name)
	})
	if !found {
		return nil, fmt.Errorf("mode %q is unknown, want one of %s", args[0], names())
	}
	s := goodServer()
	s.argv = args
	if err := s.takeArguments(args[1:], table[at].Args); err != nil {
		return nil, fmt.Errorf("mode %q: %w", args[0], err)
	}
	if err := table[at].set(s); err != nil {
		s.close()
		return nil, fmt.Errorf("mode %q: %w", args[0], err)
	}
	return s, nil
}

func names() string {
	var list []string
	for _, m := range Modes() {
		list = append(list, m.Name)
	}
	return strings.Join(list, " ")
}

func modes() []mode {
	table := slices.Concat(
		pageModes(), framingModes(), itemModes(), textModes(), timingModes(),
		handshakeModes(), processModes(), requestModes(), answerModes(), oddAnswerModes(), variantModes(), modernModes(),
	)
	slices.SortFunc(table, func(a, b mode) int { return cmp.Compare(a.Name, b.Name) })
	return table
}
