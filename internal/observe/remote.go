package observe

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mooring-mcp/mooring/surface"
)

// The headers of the protocol, as net/http writes them (MCP 2025-11-25 and
// 2026-07-28, transports, Streamable HTTP).
const (
	sessionHeader = "Mcp-Session-Id"
	versionHeader = "Mcp-Protocol-Version"
	methodHeader  = "Mcp-Method"
)

// backlog is how many answers may wait for a server that asks more than it takes.
const backlog = 256

// remote is the transport to a server over HTTP. Each message is a request of its
// own: its response brings the answer, unless there is an old stream, which then
// brings all of them.
type remote struct {
	courier  *courier
	endpoint *url.URL
	old      bool // HTTP+SSE
	inbox    chan frame
	turn     sync.Mutex // held by whoever passes frames on that belong together

	life    context.Context //nolint:containedctx // ends with close; each request has a context of its own below it
	end     context.CancelFunc
	running sync.WaitGroup
	waiting atomic.Int32 // answers under way

	// These are the session's goroutine's.
	told chan struct{}                 // closed when the last message that is no request is over
	open map[string]context.CancelFunc // by id of the request

	mu      sync.Mutex
	session string // its id; "" for none
	version string // that was spoken last
}

func startRemote(c *courier) *remote { return newRemote(c, c.url, false) }

func newRemote(c *courier, endpoint *url.URL, old bool) *remote {
	r := &remote{
		courier: c, endpoint: endpoint, old: old, inbox: make(chan frame),
		told: make(chan struct{}), open: map[string]context.CancelFunc{},
	}
	close(r.told)
	r.life, r.end = context.WithCancel(context.Background())
	return r
}

// send starts the request that carries a message. Messages that are no requests
// keep their order, and a request waits for them: a server may only know that it
// is initialized when it has answered that it was told.
func (r *remote) send(m outgoing) error {
	if m.cancels != "" {
		r.giveUp(m.cancels)
	}
	if m.id == "" && m.modern {
		return nil // nothing but requests; an ended response is a cancelled request
	}
	if m.method == "" && r.waiting.Add(1) > backlog {
		r.waiting.Add(-1)
		return errBacklog
	}
	ctx, cancel := context.WithCancel(r.life)
	before, done := r.told, make(chan struct{})
	if m.id == "" {
		r.told = done
	} else {
		r.open[m.id] = cancel
	}
	r.running.Go(func() {
		defer close(done)
		defer cancel()
		select {
		case <-before:
			r.exchange(ctx, m)
		case <-ctx.Done():
		}
		if m.method == "" {
			r.waiting.Add(-1)
		}
	})
	return nil
}

// giveUp ends the response to a request that nobody waits for any more.
func (r *remote) giveUp(id string) {
	if cancel := r.open[id]; cancel != nil {
		cancel()
	}
}

func (r *remote) frames() <-chan frame { return r.inbox }
func (r *remote) lost() error          { return io.EOF }
func (r *remote) hasEnded() bool       { return false }

// pass hands frames on that belong together. The session takes them, at the
// latest in close.
func (r *remote) pass(frames ...frame) {
	r.turn.Lock()
	defer r.turn.Unlock()
	for _, f := range frames {
		r.inbox <- f
	}
}

// close ends what is under way, after a moment for what was told last, and the
// session.
func (r *remote) close(ctx context.Context) Ending {
	signalled(ctx, r.told, goodbye)
	r.end()
	r.running.Wait()
	if r.session != "" && !r.old {
		r.endSession(ctx)
	}
	r.courier.client.CloseIdleConnections()
	close(r.inbox)
	return Ending{}
}

// endSession says goodbye, and does not mind what is answered (MCP 2025-11-25,
// transports, session management).
func (r *remote) endSession(ctx context.Context) {
	patience := grace
	if ctx.Err() != nil {
		patience = hurry
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	resp, err := r.courier.do(ctx, parcel{http.MethodDelete, r.endpoint, r.header(outgoing{version: r.version}), nil})
	if err == nil {
		_ = resp.Body.Close()
	}
}

// header are the headers of the protocol for a message.
func (r *remote) header(m outgoing) http.Header {
	h := http.Header{}
	h.Set("Content-Type", "application/json")
	h.Set("Accept", "application/json, text/event-stream")
	if m.version != "" && isHeader(Header{versionHeader, m.version}) {
		h.Set(versionHeader, m.version)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.version = m.version
	switch {
	case m.modern:
		h.Set(methodHeader, m.method)
	case r.session != "" && m.method != "initialize":
		h.Set(sessionHeader, r.session)
	}
	return h
}

// begins takes the session that initialize begins, and looks for another one in
// later responses.
func (r *remote) begins(m outgoing, resp *http.Response) (odd bool) {
	id := resp.Header.Get(sessionHeader)
	if m.modern || r.old {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if m.method == "initialize" {
		r.session = ""
		if all(id, func(c byte) bool { return c > ' ' && c < 0x7F }) {
			r.session = id
		}
		return false
	}
	return id != "" && id != r.session
}

// exchange sends one message and passes on what its response brings.
func (r *remote) exchange(ctx context.Context, m outgoing) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if m.id == "" {
		defer time.AfterFunc(r.courier.patience, cancel).Stop()
	}
	header := r.header(m)
	resp, err := r.courier.do(ctx, parcel{http.MethodPost, r.endpoint, header, m.line})
	if err != nil {
		r.over(m, asFailure(err))
		return
	}
	defer func() { _ = resp.Body.Close() }()
	if r.begins(m, resp) {
		r.pass(frame{of: m.id, odd: surface.SessionChanged})
	}
	switch {
	case m.id == "" || r.old && isGood(resp):
		if 0 <= resp.ContentLength && resp.ContentLength <= maxChallenge {
			_, _ = io.Copy(io.Discard, resp.Body) // so that the connection can be used again
		}
	case resp.StatusCode == http.StatusNotFound && header.Get(sessionHeader) != "":
		r.over(m, &failure{
			reason: surface.ServerGone, status: resp.StatusCode, cause: errSessionLost,
			detail: statusText(resp) + ": the server has ended the session",
		})
	default:
		r.over(m, r.receive(ctx, m, resp, cancel))
	}
}

// over passes on that a response has ended, and what that means for a request
// that has no answer yet.
func (r *remote) over(m outgoing, why *failure) {
	if m.id != "" {
		r.pass(frame{of: m.id, over: why})
	}
}

// asFailure is for errors that are failures by contract.
func asFailure(err error) *failure {
	if f := (*failure)(nil); errors.As(err, &f) {
		return f
	}
	return &failure{reason: surface.ServerGone, detail: err.Error()}
}

func isGood(resp *http.Response) bool { return resp.StatusCode >= 200 && resp.StatusCode < 300 }
