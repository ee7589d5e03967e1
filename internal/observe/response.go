package observe

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"time"

	"github.com/mooring-mcp/mooring/internal/wire"
	"github.com/mooring-mcp/mooring/surface"
)

// lingering is how long a stream may go on after the answer that should end it.
const lingering = 250 * time.Millisecond

// overLimit is a response that is longer than we read.
type overLimit struct{ limit int }

func (e *overLimit) Error() string {
	return fmt.Sprintf("the response is over the limit of %d bytes", e.limit)
}

// capped reads at most limit bytes, after decompression.
type capped struct {
	src   io.Reader
	read  int
	limit int
}

func (c *capped) Read(p []byte) (int, error) {
	n, err := c.src.Read(p[:min(len(p), c.limit+1-c.read)])
	if c.read += n; c.read > c.limit {
		return 0, &overLimit{c.limit}
	}
	return n, err
}

// receive passes on the messages of a response. It returns what its end means for
// a request that has no answer.
func (r *remote) receive(ctx context.Context, m outgoing, resp *http.Response, cancel context.CancelFunc) *failure {
	kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type")) // absent or unreadable: none of ours
	encoding := resp.Header.Get("Content-Encoding")
	body := &capped{src: resp.Body, limit: r.courier.limit}
	switch {
	case kind == "application/json" && encoding == "":
		return r.whole(m, resp, body)
	case !isGood(resp):
		return badStatus(resp)
	case encoding != "":
		return r.unreadable(resp, fmt.Sprintf("it is encoded as %s, which nobody asked for", cut(encoding)))
	case kind == "text/event-stream":
		return r.stream(ctx, m, body, cancel)
	case resp.StatusCode == http.StatusAccepted || resp.StatusCode == http.StatusNoContent:
		return blank(resp, "a request wants an answer")
	}
	return r.unreadable(resp, fmt.Sprintf("its content type is %s, want application/json or text/event-stream", cut(kind)))
}

func (r *remote) unreadable(resp *http.Response, why string) *failure {
	return &failure{reason: surface.PageUnreadable, status: resp.StatusCode, detail: statusText(resp) + ": " + r.courier.hide.from(why)}
}

// errBlank is the cause when a response has nothing in it that could be read.
var errBlank = errors.New("nothing was answered")

func blank(resp *http.Response, why string) *failure {
	return &failure{reason: surface.PageUnreadable, status: resp.StatusCode, detail: statusText(resp) + ": " + why, cause: errBlank}
}

// badStatus is the failure of a response that refuses a request without a message
// that says why.
func badStatus(resp *http.Response) *failure {
	return &failure{reason: surface.PageFailed, detail: statusText(resp), status: resp.StatusCode, cause: noEndpoint(resp.StatusCode)}
}

// noEndpoint reports, for the answer to initialize, that a server may speak
// HTTP+SSE alone (MCP 2025-11-25, transports, backwards compatibility).
func noEndpoint(status int) error {
	switch status {
	case http.StatusBadRequest, http.StatusNotFound, http.StatusMethodNotAllowed:
		return errNoEndpoint
	}
	return nil
}

// whole passes on a response that is one message. With a bad status it may be
// anything, so only an answer counts.
func (r *remote) whole(m outgoing, resp *http.Response, body io.Reader) *failure {
	text, err := io.ReadAll(body)
	switch {
	case err != nil:
		return r.broken(err)
	case !isGood(resp) && !answers(text, m.id):
		return badStatus(resp)
	case len(bytes.TrimSpace(text)) == 0:
		return blank(resp, "it is empty")
	}
	r.pass(frame{line: text, whole: true, of: m.id, status: resp.StatusCode})
	return &failure{reason: surface.PageUnreadable, status: resp.StatusCode, detail: "the response holds no answer"}
}

// follow passes on the messages of an event stream up to the answer; nil says that
// it came. The answer is the last message that counts, unless the server ends the
// stream in time after it: then what follows is passed on too, and before
// anything else, so that a surface does not depend on when we stop to listen. Of a
// stream that goes on, only what must not be missed is passed on.
func (r *remote) follow(m outgoing, body io.Reader, at *position, cancel context.CancelFunc) error {
	events := wire.NewEventReader(body, r.courier.limit)
	for {
		f, err := nextFrame(events, m.id, at)
		if err != nil {
			return err
		}
		if !answers(f.line, m.id) {
			r.pass(f)
			continue
		}
		timer := time.AfterFunc(lingering, cancel)
		rest, err := remaining(events, m.id)
		timer.Stop()
		if !errors.Is(err, io.EOF) {
			rest = crucial(rest)
		}
		r.pass(append([]frame{f}, rest...)...)
		return nil
	}
}

func remaining(events *wire.EventReader, of string) ([]frame, error) {
	var rest []frame
	for {
		f, err := nextFrame(events, of, &position{})
		if err != nil {
			return rest, err
		}
		rest = append(rest, f)
	}
}

// nextFrame returns the next message of an event stream. Events of other names
// and without data are none.
func nextFrame(events *wire.EventReader, of string, at *position) (frame, error) {
	for {
		e, err := events.Next()
		if err != nil {
			return frame{}, err
		}
		if !e.Whole {
			if _, err = events.Next(); errors.Is(err, io.EOF) {
				err = errMidEvent
			}
			return frame{}, err
		}
		at.pass(e)
		if len(e.Data) > 0 && (e.Name == "" || e.Name == "message") {
			return frame{line: e.Data, whole: true, of: of, status: http.StatusOK}, nil
		}
	}
}

var errMidEvent = errors.New("the response ended in the middle of an event")

// answers reports whether a message is the answer to the request with an id, or
// an error that does not name its request.
func answers(text []byte, id string) bool {
	e := wire.Scan(text)
	return e.IDKey() == id && e.Exact() || answersNameless(&e)
}

// broken is the failure of a response that could not be read to its end.
func (r *remote) broken(err error) *failure {
	over, long := (*overLimit)(nil), (*wire.EventTooLongError)(nil)
	switch {
	case errors.As(err, &over), errors.As(err, &long):
		return &failure{reason: surface.TooManyBytes, detail: (&overLimit{r.courier.limit}).Error()}
	case errors.Is(err, errMidEvent):
		return &failure{reason: surface.ServerGone, detail: err.Error()}
	case errors.Is(err, io.EOF):
		return &failure{reason: surface.ServerGone, detail: "the response ended without an answer"}
	}
	return &failure{reason: surface.ServerGone, detail: r.courier.hide.from(networkText(err))}
}
