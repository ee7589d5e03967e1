package observe

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/mooring-mcp/mooring/internal/wire"
	"github.com/mooring-mcp/mooring/surface"
)

// startOld opens the transport HTTP+SSE (MCP 2024-11-05, transports): one stream
// that brings all messages and begins with the address to send ours to. The error
// is a [*failure].
func startOld(ctx context.Context, c *courier, most limit) (*remote, error) {
	r := newRemote(c, nil, true)
	live, cancel := context.WithCancel(r.life)
	stop := context.AfterFunc(ctx, cancel)
	timer := time.AfterFunc(most.after, cancel)
	resp, events, err := r.connect(live)
	if !timer.Stop() || !stop() {
		err = &failure{reason: surface.TimedOut, detail: fmt.Sprintf("no endpoint event within %v", most)}
	}
	if err != nil {
		cancel()
		r.end()
		if resp != nil {
			_ = resp.Body.Close()
		}
		return nil, err
	}
	r.running.Go(func() {
		defer cancel()
		r.listen(events)
		_ = resp.Body.Close()
	})
	return r, nil
}

// connect opens the stream and reads the endpoint. The response may be set beside an
// error.
func (r *remote) connect(ctx context.Context) (*http.Response, *wire.EventReader, error) {
	resp, err := r.courier.do(ctx, parcel{http.MethodGet, r.courier.url, http.Header{"Accept": {"text/event-stream"}}, nil})
	if err != nil {
		return nil, nil, err
	}
	kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	if !isGood(resp) || kind != "text/event-stream" {
		return resp, nil, &failure{
			reason: surface.PageFailed, status: resp.StatusCode,
			detail: fmt.Sprintf("%s with the content type %s, want an event stream", statusText(resp), cut(r.courier.hide.from(kind))),
		}
	}
	events := wire.NewEventReader(resp.Body, r.courier.limit)
	for {
		e, err := events.Next()
		switch {
		case err != nil:
			return resp, nil, r.broken(err)
		case e.Name == "endpoint" && e.Whole:
			r.endpoint, err = r.resolve(string(e.Data))
			return resp, events, err
		case len(e.Data) > 0:
			return resp, nil, &failure{reason: surface.PageUnreadable, detail: "the stream begins with another event than endpoint"}
		}
	}
}

// resolve returns the address of an endpoint event, which is to have our origin.
func (r *remote) resolve(reference string) (*url.URL, error) {
	u, err := r.courier.url.Parse(strings.TrimSpace(reference))
	if err != nil {
		return nil, &failure{reason: surface.PageUnreadable, detail: "the endpoint event names no address", cause: errFinal}
	}
	if origin(u) != origin(r.courier.url) {
		return nil, &failure{reason: surface.PageFailed, cause: errFinal, detail: fmt.Sprintf(
			"%s names an endpoint of another origin, %s, where nothing is sent", origin(r.courier.url), cut(r.courier.hide.from(origin(u))))}
	}
	u.User = r.courier.url.User
	return u, nil
}

// listen passes on the messages of the stream until its end.
func (r *remote) listen(events *wire.EventReader) {
	for {
		f, err := nextFrame(events, "", &position{})
		if err == nil {
			r.pass(f)
			continue
		}
		why := r.broken(err)
		if errors.Is(err, io.EOF) {
			why.detail = "the server closed the connection before the answer"
		}
		r.pass(frame{over: why})
		return
	}
}
