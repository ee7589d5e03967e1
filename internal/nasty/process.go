package nasty

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strconv"
	"syscall"
	"time"
)

// Processes: servers that do not end when they should. They make sense only as
// processes of their own.

// lifetime ends a server that a failed test left behind.
const lifetime = 10 * time.Minute

func processModes() []mode {
	return []mode{
		{Mode{"ignores-stdin-close", "", "keeps running after stdin has ended, until SIGTERM; then status 0"}, ignoresStdinClose},
		{Mode{"ignores-term", "", "ignores the end of stdin, SIGINT, SIGHUP and SIGTERM; only SIGKILL ends it (Unix)"}, ignoresTerm},
		{Mode{"closes-stdout", "", "closes stdout after the answer to tools/list and keeps running until stdin ends"}, tools(closesStdout)},
		{Mode{"grandchild", "FILE [stubborn]", "starts a process that inherits stdout and outlives the server, and writes its pid to FILE before answering initialize; " +
			"a stubborn one ignores SIGTERM"}, grandchild},
		{Mode{"sleeper", "[stubborn]", "what grandchild starts: says ready, then waits for SIGTERM or, being stubborn, for SIGKILL"}, sleeper},
	}
}

func ignoresStdinClose(s *server) error {
	s.end = func(*server) { wait(signals(), false) }
	return nil
}

func ignoresTerm(s *server) error {
	ignored := make(chan os.Signal, 1)
	s.begin = func(*server) { ignored = signals() }
	s.end = func(*server) { wait(ignored, true) }
	return nil
}

// signals catches what a client may send to end the server.
func signals() chan os.Signal {
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, os.Interrupt, syscall.SIGHUP, syscall.SIGTERM)
	return caught
}

// wait returns at the first signal, or at the end of the lifetime when stubborn.
func wait(caught <-chan os.Signal, stubborn bool) {
	end := time.After(lifetime)
	for {
		select {
		case <-caught:
			if !stubborn {
				return
			}
		case <-end:
			return
		}
	}
}

func closesStdout(s *server, m message) {
	s.result(m, page{items: []string{readNote, addNote}}.result("tools"))
	if out, ok := s.out.(io.Closer); ok {
		_ = out.Close()
	}
	s.out = io.Discard
}

func grandchild(s *server) error {
	if err := checkStubborn(s.args[1:]); err != nil {
		return err
	}
	s.begin = func(s *server) {
		pid, err := startSleeper(s)
		if err == nil {
			err = os.WriteFile(s.args[0], []byte(strconv.Itoa(pid)), 0o600)
		}
		if err != nil {
			fmt.Fprintf(s.errw, "nasty: grandchild: %v\n", err)
			s.quit(1)
		}
	}
	return nil
}

// startSleeper starts this program again in the mode sleeper, with our stdout,
// and returns its process id once its signal handlers are in place. The sleeper
// says so on its stdin, which is the writing end of a pipe.
func startSleeper(s *server) (int, error) {
	self, err := os.Executable()
	if err != nil {
		return 0, err
	}
	before := len(os.Args) - len(s.argv)
	if before < 1 || !slices.Equal(os.Args[before:], s.argv) {
		return 0, fmt.Errorf("this program was started as %q, want arguments that end in %q", os.Args, s.argv)
	}
	ready, tell, err := os.Pipe()
	if err != nil {
		return 0, err
	}
	defer func() { _ = ready.Close() }()
	child := exec.Cmd{
		Path:   self,
		Args:   slices.Concat(os.Args[:before], []string{"sleeper"}, s.args[1:]),
		Stdin:  tell,
		Stdout: os.Stdout,
		Stderr: os.Stderr,
	}
	err = child.Start()
	_ = tell.Close()
	if err != nil {
		return 0, err
	}
	if _, err := io.ReadFull(ready, make([]byte, 1)); err != nil {
		return 0, errors.New("the sleeper ended before it was ready")
	}
	return child.Process.Pid, nil
}

func sleeper(s *server) error {
	if err := checkStubborn(s.args); err != nil {
		return err
	}
	s.begin = func(s *server) {
		caught := signals()
		if stdin, ok := s.stdin.(*os.File); ok {
			_, _ = stdin.WriteString("!")
			_ = stdin.Close()
		}
		wait(caught, len(s.args) > 0)
		s.quit(0)
	}
	return nil
}

func checkStubborn(args []string) error {
	if len(args) > 0 && args[0] != "stubborn" {
		return fmt.Errorf("argument %q, want \"stubborn\" or nothing", args[0])
	}
	return nil
}
