package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os/exec"
	"time"
)

const (
	// knock is how often somebody looks whether a server listens.
	knock = 50 * time.Millisecond
	// shellGrace is how long pipes stay open that a killed shell has passed on.
	shellGrace = time.Second
)

// shell is a command line in the folder of a side. Its output goes to standard error,
// each line behind the side's name, so that no line of it can be an order to a CI
// system.
func (b *baseDiff) shell(ctx context.Context, dir, side, line string) (cmd *exec.Cmd, said *visibleLines) {
	said = &visibleLines{w: b.io.Stderr, prefix: side + ": "}
	fmt.Fprintln(said, "$ "+line)
	cmd = shellCommand(ctx, line)
	cmd.Dir, cmd.Env = dir, withoutGit(b.environ)
	cmd.Stdout, cmd.Stderr = said, said
	cmd.WaitDelay = shellGrace
	killGroup(cmd)
	return cmd, said
}

// serve starts a server and waits until somebody listens at its address. stop ends it
// with all that it started; it is nil where nothing was started.
func (b *baseDiff) serve(ctx context.Context, s *checkout, line string, address *url.URL) (stop func(), err error) {
	at := net.JoinHostPort(address.Hostname(), cmp.Or(address.Port(), map[string]string{"http": "80", "https": "443"}[address.Scheme]))
	if err := await(ctx, shellGrace, func() bool { return !listens(ctx, at) }); err != nil {
		return nil, fmt.Errorf("somebody else listens at %s already", at)
	}
	own, cancel := context.WithCancel(ctx)
	cmd, said := b.shell(own, s.dir, s.name, line)
	if err := cmd.Start(); err != nil {
		cancel()
		return nil, err
	}
	ended := make(chan struct{})
	go func() { // ends with the server, which stop ends
		_ = cmd.Wait()
		said.flush()
		close(ended)
	}()
	stop = func() {
		cancel()
		<-ended
	}
	gone := func() bool {
		select {
		case <-ended:
			return true
		default:
			return false
		}
	}
	err = await(ctx, b.reader.flags.startTimeout, func() bool { return gone() || listens(ctx, at) })
	switch {
	case gone():
		return stop, fmt.Errorf("ended (%v) before anybody listened at %s", cmd.ProcessState, at)
	case err != nil:
		return stop, fmt.Errorf("nobody listens at %s after %s", at, b.reader.flags.startTimeout)
	}
	return stop, nil
}

func listens(ctx context.Context, at string) bool {
	c, err := (&net.Dialer{Timeout: time.Second}).DialContext(ctx, "tcp", at)
	if err == nil {
		_ = c.Close()
	}
	return err == nil
}

var errTooLong = errors.New("took too long")

// await asks again and again until the answer is yes, for some time at most.
func await(ctx context.Context, most time.Duration, yes func() bool) error {
	ctx, cancel := context.WithTimeoutCause(ctx, most, errTooLong)
	defer cancel()
	tick := time.NewTicker(knock)
	defer tick.Stop()
	for !yes() {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-tick.C:
		}
	}
	return nil
}
