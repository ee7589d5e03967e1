package observe_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mooring-mcp/mooring/internal/observe"
)

// leash is where servers report: each process of a held server, grandchildren
// included, opens one connection, which ends when the process does.
type leash struct {
	tb  testing.TB
	net net.Listener
}

func newLeash(tb testing.TB) leash {
	tb.Helper()
	l, err := new(net.ListenConfig).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { l.Close() })
	if err := l.(*net.TCPListener).SetDeadline(time.Now().Add(time.Minute)); err != nil { // a failed test should end
		tb.Fatal(err)
	}
	return leash{tb, l}
}

// hold changes a server of the helper server into a held one.
func (l leash) hold(o observe.Options) observe.Options {
	o.Server.Args = slices.Concat([]string{"held", l.net.Addr().String()}, o.Server.Args[1:])
	return o
}

// next waits for a process to start.
func (l leash) next() net.Conn {
	l.tb.Helper()
	c, err := l.net.Accept()
	if err != nil {
		l.tb.Fatal(err)
	}
	l.tb.Cleanup(func() { c.Close() })
	if err := c.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		l.tb.Fatal(err)
	}
	return c
}

// gone waits for the end of a process.
func (l leash) gone(c net.Conn) {
	l.tb.Helper()
	if n, err := io.Copy(io.Discard, c); n != 0 || err != nil && !strings.Contains(err.Error(), "reset") {
		l.tb.Errorf("connection of a process: %d bytes, error %v, want its end", n, err)
	}
}

// TestNothingIsLeft starts servers whose processes do not end when they should,
// beside a process that is none of ours to end.
func TestNothingIsLeft(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("signals are of Unix")
	}
	bystander := newBystander(t)
	for _, mode := range [][]string{
		{"good"},
		{"ignores-term"},
		{"grandchild", filepath.Join(t.TempDir(), "pid")},
		{"grandchild", filepath.Join(t.TempDir(), "pid"), "stubborn"},
	} {
		l := newLeash(t)
		s := observed(t, l.hold(server(t, mode...)))
		if got := describe(s); len(got) != 1 || got[0] != good {
			t.Errorf("%q: surface is %q, want %q", mode, got, good)
		}
		l.gone(l.next())
		if mode[0] == "grandchild" {
			l.gone(l.next())
		}
	}
	bystander.answers()
}

// TestChildThatEndsFirst has a stubborn grandchild outlive a child that ends by
// itself and answers nothing.
func TestChildThatEndsFirst(t *testing.T) {
	t.Parallel()
	l := newLeash(t)
	o := l.hold(server(t, "sleeper", "stubborn"))
	o.Server.Command, o.Server.Args = "sh", append([]string{"-c", `"$@" & read line; exit 3`, "sh", o.Server.Command}, o.Server.Args...)
	o.StartTimeout = time.Second // the grandchild holds stdout open
	_, err := observe.Observe(t.Context(), o)
	l.gone(l.next())
	if e := asError(t, err); e.Status != "exit status 3" {
		t.Errorf("status %q, want %q: %v", e.Status, "exit status 3", err)
	}
}

func TestCancel(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		mode  []string
		stage observe.Stage
		count int // processes
	}{
		{[]string{"never-answers-initialize"}, observe.StageInitialize, 1},
		{[]string{"grandchild", filepath.Join(t.TempDir(), "pid"), "stubborn"}, "", 2},
	} {
		l := newLeash(t)
		ctx, cancel := context.WithCancel(t.Context())
		result := make(chan error)
		go func() {
			_, err := observe.Observe(ctx, l.hold(server(t, tt.mode...)))
			result <- err
		}()
		var held []net.Conn
		for range tt.count {
			held = append(held, l.next())
		}
		cancel()
		err := <-result
		for _, c := range held {
			l.gone(c)
		}
		if tt.stage == "" { // it may have been done by then
			continue
		}
		if e := asError(t, err); e.Stage != tt.stage || !errors.Is(err, context.Canceled) {
			t.Errorf("%q: error is %v at stage %q, want %v at %q", tt.mode, err, e.Stage, context.Canceled, tt.stage)
		}
	}
}

// TestObserverIsKilled kills an observer that cannot say goodbye.
func TestObserverIsKilled(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("only Linux has a parent death signal")
	}
	l := newLeash(t)
	self := server(t).Server.Command
	observer := exec.CommandContext(context.Background(), self, "observer", l.net.Addr().String())
	if err := observer.Start(); err != nil {
		t.Fatal(err)
	}
	c := l.next()
	if err := observer.Process.Kill(); err != nil {
		t.Error(err)
	}
	observer.Wait()
	l.gone(c)
}

func TestNoGoroutineIsLeft(t *testing.T) { // not parallel, so that it is alone
	before := runtime.NumGoroutine()
	for _, mode := range []string{"good", "ignores-term", "closes-stdout", "exits-after-initialize"} {
		observed(t, server(t, mode))
	}
	if _, err := observe.Observe(t.Context(), server(t, "exits-at-once")); err == nil {
		t.Error("no error, want one")
	}
	for range 10_000 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(time.Millisecond) // the last ones are on their way out
	}
	stacks := make([]byte, 64<<10)
	t.Errorf("%d goroutines, want %d:\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
}

// bystander is a server that no observation started.
type bystander struct {
	tb  testing.TB
	in  io.Writer
	out *bufio.Reader
}

func newBystander(tb testing.TB) bystander {
	tb.Helper()
	o := server(tb, "good")
	cmd := exec.CommandContext(context.Background(), o.Server.Command, o.Server.Args...)
	in, err1 := cmd.StdinPipe()
	out, err2 := cmd.StdoutPipe()
	if err := errors.Join(err1, err2, cmd.Start()); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		in.Close()
		cmd.Wait()
	})
	return bystander{tb, in, bufio.NewReader(out)}
}

func (b bystander) answers() {
	b.tb.Helper()
	io.WriteString(b.in, `{"jsonrpc":"2.0","id":1,"method":"ping"}`+"\n")
	if line, err := b.out.ReadString('\n'); err != nil || !strings.Contains(line, `"result"`) {
		b.tb.Errorf("bystander answered %q, error %v, want a result", line, err)
	}
}
