//go:build unix

package nasty_test

import (
	"bufio"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// process is a mode that runs as a program of its own.
type process struct {
	*exec.Cmd

	in  io.WriteCloser
	out *bufio.Reader
}

// start runs a mode and waits for its answer to initialize.
func start(t *testing.T, args ...string) process {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := process{Cmd: exec.CommandContext(t.Context(), self, append([]string{"nasty"}, args...)...)}
	if p.in, err = p.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := p.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.out = bufio.NewReader(out)
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	if got := p.ask(t, initialize); !strings.Contains(got, `"protocolVersion"`) {
		t.Fatalf("%q: initialize got %q", args, got)
	}
	return p
}

func (p process) ask(t *testing.T, line string) string {
	t.Helper()
	if _, err := io.WriteString(p.in, line+"\n"); err != nil {
		t.Fatal(err)
	}
	answer, err := p.out.ReadString('\n')
	if err != nil {
		t.Fatalf("ask %s: %v", line, err)
	}
	return answer
}

// stop sends a signal and returns how the process ended.
func (p process) stop(t *testing.T, signals ...os.Signal) syscall.WaitStatus {
	t.Helper()
	p.in.Close()
	for _, s := range signals {
		if err := p.Process.Signal(s); err != nil {
			t.Fatalf("send %v: %v", s, err)
		}
	}
	var exit *exec.ExitError
	if err := p.Wait(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	status, ok := p.ProcessState.Sys().(syscall.WaitStatus)
	if !ok {
		t.Fatalf("process state %v has no wait status", p.ProcessState)
	}
	return status
}

// TestIgnoresTerm kills the server after it has answered a request that came
// after SIGTERM.
func TestIgnoresTerm(t *testing.T) {
	p := start(t, "ignores-term")
	if err := p.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if got := p.ask(t, `{"jsonrpc":"2.0","id":2,"method":"ping"}`); !strings.Contains(got, `"result":{}`) {
		t.Errorf("ping after SIGTERM got %q", got)
	}
	if got := p.stop(t, syscall.SIGTERM, syscall.SIGKILL); got.Signal() != syscall.SIGKILL {
		t.Errorf("ignores-term ended with %#x, want SIGKILL", got)
	}
}

func TestIgnoresStdinClose(t *testing.T) {
	p := start(t, "ignores-stdin-close")
	if got := p.stop(t, syscall.SIGTERM); got.Signal() != syscall.SIGTERM && got.ExitStatus() != 0 {
		t.Errorf("ignores-stdin-close ended with %#x, want SIGTERM or status 0", got)
	}
}

func TestClosesStdout(t *testing.T) {
	p := start(t, "closes-stdout")
	io.WriteString(p.in, initialized+"\n"+listTools+"\n")
	rest, err := io.ReadAll(p.out)
	if err != nil || strings.Count(string(rest), "\n") != 1 {
		t.Errorf("closes-stdout: got %q, %v, want the listing and the end", rest, err)
	}
	if got := p.stop(t); got.ExitStatus() != 0 {
		t.Errorf("closes-stdout ended with %#x, want status 0", got)
	}
}

// TestGrandchild reads stdout to its end, which comes with the grandchild's.
func TestGrandchild(t *testing.T) {
	for _, args := range [][]string{{}, {"stubborn"}} {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "pid")
			p := start(t, append([]string{"grandchild", file}, args...)...)
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			pid, err := strconv.Atoi(string(text))
			if err != nil {
				t.Fatal(err)
			}
			// Wait closes our end of stdout, so the process is awaited by itself.
			p.in.Close()
			if state, err := p.Process.Wait(); err != nil || state.ExitCode() != 0 {
				t.Errorf("grandchild ended with %v, %v, want status 0", state, err)
			}
			if err := syscall.Kill(pid, 0); err != nil {
				t.Errorf("the grandchild has ended with the server: %v", err)
			}
			end := syscall.SIGTERM
			if len(args) > 0 {
				end = syscall.SIGKILL
			}
			if err := syscall.Kill(pid, end); err != nil {
				t.Errorf("kill the grandchild: %v", err)
			}
			if rest, err := io.ReadAll(p.out); err != nil || len(rest) > 0 {
				t.Errorf("after the grandchild's end stdout gave %q, %v, want nothing", rest, err)
			}
		})
	}
}
