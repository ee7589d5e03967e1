package observe

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"runtime"
	"time"
)

const (
	grace   = 500 * time.Millisecond // after closing stdin, and again after SIGTERM
	hurry   = 100 * time.Millisecond // instead of grace when our caller waits no longer
	goodbye = 100 * time.Millisecond // for what is left in pipes, or of an end that has begun
	dying   = 2 * time.Second        // after SIGKILL; a process can hang in the kernel
)

// process is a child in a process group of its own.
type process struct {
	cmd     *exec.Cmd
	group   group
	stdin   *os.File
	stdout  *os.File
	errors  *os.File // its stderr
	stderr  *tail
	exited  chan struct{} // closed when the child has ended
	drained chan struct{} // closed by whoever reads stdout, at its end
	silent  chan struct{} // closed at the end of stderr
}

// startProcess starts a server. The caller has to read stdout and to close
// drained when that is done, and has to call stop.
func startProcess(s Stdio, environ []string) (*process, error) {
	if s.Command == "" {
		return nil, errors.New("no command is configured")
	}
	if info, err := os.Stat(s.Dir); s.Dir != "" && (err != nil || !info.IsDir()) {
		return nil, fmt.Errorf("working directory %q is no directory", s.Dir)
	}
	path, err := lookPath(s.Command, variable(environ, "PATH"))
	if err != nil {
		return nil, fmt.Errorf("command %q: %w; install it, or configure its full path", s.Command, err)
	}
	p := &process{
		cmd: &exec.Cmd{
			Path: path, Args: append([]string{s.Command}, s.Args...), Dir: s.Dir, Env: environ, SysProcAttr: attributes(),
		},
		stderr: &tail{}, exited: make(chan struct{}), drained: make(chan struct{}), silent: make(chan struct{}),
	}
	theirs, err := p.pipes()
	if err != nil {
		return nil, fmt.Errorf("make pipes: %w", err)
	}
	err = p.spawn()
	for _, f := range theirs {
		_ = f.Close()
	}
	if err != nil {
		p.closePipes()
		return nil, fmt.Errorf("start %q: %w", s.Command, bare(err))
	}
	go p.drainStderr()
	return p, nil
}

// bare takes what we say ourselves (the command, the system call) off an error.
func bare(err error) error {
	if path := (*fs.PathError)(nil); errors.As(err, &path) {
		return path.Err
	}
	return err
}

// pipes connects the child and returns its ends. exec's own pipes would be
// closed by Wait while there is still something to read.
func (p *process) pipes() (theirs []*os.File, err error) {
	inRead, inWrite, err1 := os.Pipe()
	outRead, outWrite, err2 := os.Pipe()
	errRead, errWrite, err3 := os.Pipe()
	p.stdin, p.stdout, p.errors = inWrite, outRead, errRead
	theirs = []*os.File{inRead, outWrite, errWrite}
	if err = errors.Join(err1, err2, err3); err != nil {
		p.closePipes()
		for _, f := range theirs {
			_ = f.Close()
		}
		return nil, err
	}
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = inRead, outWrite, errWrite
	return theirs, nil
}

func (p *process) closePipes() {
	_ = p.stdin.Close()
	_ = p.stdout.Close()
	_ = p.errors.Close()
}

// spawn starts the child from a thread that lives as long as the child does:
// Linux sends the parent death signal when the thread that forked ends, not the
// process (prctl(2), PR_SET_PDEATHSIG).
func (p *process) spawn() error {
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := p.cmd.Start()
		if err == nil {
			p.group, err = newGroup(p.cmd)
		}
		started <- err
		if err == nil {
			awaitExit(p.cmd)
			close(p.exited)
		}
	}()
	return <-started
}

func (p *process) drainStderr() {
	defer close(p.silent)
	_, _ = io.Copy(p.stderr, p.errors)
}

func (p *process) endedWithin(d time.Duration) bool {
	return signalled(context.Background(), p.exited, d)
}

// stop ends the child and everything in its group: it waits for the child to
// end by itself, since its stdin is closed by now or will be, then asks with
// SIGTERM, then kills. When it returns, our ends of the pipes are closed, and
// the child is gone unless it hangs in the kernel.
func (p *process) stop(ctx context.Context) {
	defer p.hangUp()
	defer p.group.release()
	if p.wait(ctx, grace) {
		p.group.terminate() // before reap: until then nobody else can have the group's id
		reap(p.cmd)
		p.sweep(ctx)
		return
	}
	p.group.terminate()
	if p.wait(ctx, grace) {
		reap(p.cmd)
		p.sweep(ctx)
		return
	}
	p.group.kill()
	_ = p.cmd.Process.Kill() // it may have left its group
	if p.endedWithin(dying) {
		reap(p.cmd)
	}
}

// sweep ends the rest of the group, which was asked to end and whose leader is
// gone. What holds our pipes shows its end by closing them. What does not is
// given less time: it may be long dead and only not reaped, since whether that
// is done is up to the system's first process.
func (p *process) sweep(ctx context.Context) {
	if !p.group.alive() {
		return
	}
	if signalled(ctx, p.drained, grace) && signalled(ctx, p.silent, grace) && p.vanishes() {
		return
	}
	p.group.kill()
}

// vanishes looks for a moment whether the group is gone; nothing tells us when a
// stranger's child ends.
func (p *process) vanishes() bool {
	const step = 5 * time.Millisecond
	tick := time.NewTicker(step)
	defer tick.Stop()
	for range goodbye / step {
		if !p.group.alive() {
			return true
		}
		<-tick.C
	}
	return false
}

// hangUp takes what is left in the pipes and closes them. A process that left
// the group may hold them open for ever.
func (p *process) hangUp() {
	signalled(context.Background(), p.drained, goodbye)
	signalled(context.Background(), p.silent, goodbye)
	p.closePipes()
	<-p.drained
	<-p.silent
}

// wait waits for the child to end, less patiently once ctx has ended.
func (p *process) wait(ctx context.Context, patience time.Duration) bool {
	if ctx.Err() != nil {
		return p.endedWithin(hurry)
	}
	return signalled(ctx, p.exited, patience) || ctx.Err() != nil && p.endedWithin(hurry)
}

// signalled waits until done is closed; false when the patience or ctx ends first.
func signalled(ctx context.Context, done <-chan struct{}, patience time.Duration) bool {
	select {
	case <-done:
		return true
	default:
	}
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-done:
		return true
	case <-timer.C:
	case <-ctx.Done():
	}
	return false
}
