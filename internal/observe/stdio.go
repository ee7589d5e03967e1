package observe

import (
	"bytes"
	"context"
	"io"

	"github.com/mooring-mcp/mooring/internal/wire"
)

// stdio is the transport to a child process (MCP 2025-11-25, transports, stdio).
type stdio struct {
	process *process
	outbox  *outbox
	inbox   chan frame
	end     error // set before inbox is closed
	written chan struct{}
}

func startStdio(o Options) (*stdio, error) {
	p, err := startProcess(o.Server, environOf(o.Environ, o.Server.Env))
	if err != nil {
		return nil, err
	}
	c := &stdio{process: p, outbox: newOutbox(), inbox: make(chan frame), written: make(chan struct{})}
	go c.write()
	go c.read(wire.NewReader(p.stdout, o.MaxLine))
	return c, nil
}

func (c *stdio) send(m outgoing) error { return c.outbox.put(m) }

func (c *stdio) frames() <-chan frame { return c.inbox }

func (c *stdio) lost() error { return c.end }

// write passes the outbox on until it is closed, then closes the server's
// stdin. A server that reads nothing blocks it, and nothing else.
func (c *stdio) write() {
	defer close(c.written)
	var err error
	for line, more := c.outbox.take(); more; line, more = c.outbox.take() {
		if err == nil {
			_, err = c.process.stdin.Write(line)
		}
	}
	_ = c.process.stdin.Close()
}

// read passes lines on. After a line over the limit it reads on without
// listening, so that the server does not wait for us when it should end.
func (c *stdio) read(r *wire.Reader) {
	defer close(c.process.drained)
	for {
		line, whole, err := r.Line()
		if err != nil {
			c.end = err
			close(c.inbox)
			break
		}
		c.inbox <- frame{line: bytes.Clone(line), whole: whole}
	}
	_, _ = io.Copy(io.Discard, c.process.stdout)
}

func (c *stdio) close(ctx context.Context) Ending {
	c.outbox.end()
	c.process.stop(ctx)
	<-c.written
	return Ending{c.process.cmd.ProcessState.String(), c.process.stderr.text()}
}

// hasEnded reports whether the process ended by itself. One that has closed its
// stdout is given a moment for the rest of its end.
func (c *stdio) hasEnded() bool {
	select {
	case _, open := <-c.inbox:
		return !open && c.process.endedWithin(goodbye)
	default:
		return c.process.endedWithin(0)
	}
}
