package observe

import (
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"time"

	"github.com/mooring-mcp/mooring/internal/wire"
	"github.com/mooring-mcp/mooring/surface"
)

const (
	lastEventHeader = "Last-Event-Id"
	maxResumes      = 5           // of one stream
	maxRetry        = time.Second // that a server may make us wait before each
)

// position is how far an event stream was read.
type position struct {
	id    string // of the last event that had one
	retry time.Duration
}

func (p *position) pass(e wire.Event) {
	if e.ID != nil {
		p.id = *e.ID
	}
	if e.Retry != nil {
		p.retry = min(time.Duration(*e.Retry)*time.Millisecond, maxRetry)
	}
}

// stream passes on the messages of an event stream. In the legacy era a server may
// close the connection before the answer, when the stream's events have ids: the
// rest is to be asked for (MCP 2025-11-25, transports, resumability).
func (r *remote) stream(ctx context.Context, m outgoing, body io.Reader, cancel context.CancelFunc) *failure {
	at := &position{}
	err := r.follow(m, body, at, cancel)
	for range maxResumes {
		if !errors.Is(err, io.EOF) || at.id == "" || m.modern {
			break
		}
		if err = r.resume(ctx, m, at, cancel); err != nil && !errors.Is(err, io.EOF) {
			return asFailure(err)
		}
	}
	if err != nil {
		return r.broken(err)
	}
	return &failure{reason: surface.PageUnreadable, detail: "the answer cannot be read"}
}

// resume asks for the rest of a stream and passes that on; nil says that the
// answer came. The error is io.EOF or a [*failure].
func (r *remote) resume(ctx context.Context, m outgoing, at *position, cancel context.CancelFunc) error {
	signalled(ctx, ctx.Done(), at.retry)
	header := r.header(outgoing{version: m.version})
	header.Set("Accept", "text/event-stream")
	if !isHeader(Header{lastEventHeader, at.id}) {
		return &failure{reason: surface.ServerGone, detail: "the response ended without an answer, after an event whose id cannot be sent"}
	}
	header.Set(lastEventHeader, at.id)
	resp, err := r.courier.do(ctx, parcel{method: http.MethodGet, to: r.endpoint, header: header})
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	if kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type")); !isGood(resp) || kind != "text/event-stream" {
		return &failure{
			reason: surface.ServerGone, status: resp.StatusCode,
			detail: "the response ended without an answer, and the rest of it with " + statusText(resp),
		}
	}
	err = r.follow(m, &capped{src: resp.Body, limit: r.courier.limit}, at, cancel)
	if err != nil && !errors.Is(err, io.EOF) {
		return r.broken(err)
	}
	return err
}
