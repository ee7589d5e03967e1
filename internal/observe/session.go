package observe

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/wire"
	"github.com/mooring-mcp/mooring/surface"
)

// limit is a time limit and the flag that sets it, if one does.
type limit struct {
	after time.Duration
	flag  string
}

func (l limit) String() string {
	if l.flag == "" {
		return l.after.String()
	}
	return fmt.Sprintf("%v (%s)", l.after, l.flag)
}

// failure says why a request has no usable answer, in the terms of a listing.
type failure struct {
	reason surface.Reason
	detail string
	status int   // of an HTTP response; 0 for none
	cause  error // what a caller may match; nil for nothing
}

func (f *failure) Error() string { return f.detail }
func (f *failure) Unwrap() error { return f.cause }

// answer is what a server replied to a request.
type answer struct {
	result  []byte // JSON value as sent; nil when refused
	refused bool
	code    int    // of a refusal
	message string // of a refusal; hostile text
	data    []byte // of a refusal, JSON as sent; nil for none
	status  int    // of an HTTP response; 0 for none
}

// session is a conversation with one server. It has one request open at a time
// and runs in its caller's goroutine.
type session struct {
	conn    transport
	place   string // of hazards that belong to no method and no item
	hide    *secrets
	hazards tally
	total   limit
	version string       // revision that is spoken; "" while it is not agreed on
	modern  bool         // era that is spoken
	grants  *jsonv.Value // capabilities that were declared

	lastID    int64
	methods   []string      // of the requests, in order; the first has id 1
	claims    map[int64]int // messages that may be the answer, by id
	open      string        // id key of the open request; "" when none is
	answered  *answer
	failed    *failure
	abandoned map[string]bool      // id keys of requests that nobody waits for any more
	of        string               // of the frame that is being taken, as in frame
	status    int                  // likewise
	missed    int                  // frames that may have been an answer and could not be read
	before    int                  // missed when the open request was sent
	changes   map[surface.Kind]int // list_changed notifications
	closing   bool                 // nothing is sent any more
	gone      *failure             // the connection is lost
}

func newSession(conn transport, place string, hide *secrets) *session {
	return &session{
		conn: conn, place: place, hide: hide, hazards: tally{},
		claims: map[int64]int{}, abandoned: map[string]bool{}, changes: map[surface.Kind]int{},
	}
}

// ask sends a request and waits for its answer. The error is a [*failure], or
// the cause that ended ctx when that is not the total time.
func (s *session) ask(ctx context.Context, method string, params []byte, most limit) (answer, error) {
	if ctx.Err() != nil {
		return answer{}, s.interrupted(ctx)
	}
	s.lastID++
	s.methods = append(s.methods, method)
	s.open, s.answered, s.failed = strconv.FormatInt(s.lastID, 10), nil, nil
	defer func() { s.open = "" }()
	s.before = s.missed
	err := s.send(outgoing{line: wire.NewRequest(s.lastID, method, params), method: method, id: s.open})
	if err != nil {
		return answer{}, &failure{reason: surface.ServerGone, detail: err.Error()}
	}
	done := func() bool { return s.answered != nil || s.failed != nil }
	switch err := s.until(ctx, most.after, done); {
	case s.failed != nil:
		return answer{}, s.failed
	case s.answered != nil:
		return *s.answered, nil
	case err != nil:
		s.abandon(method)
		return answer{}, err
	case s.missed > s.before:
		s.abandon(method)
		return answer{}, &failure{reason: surface.FramesMissing, detail: fmt.Sprintf(
			"no answer within %v, but something came that could not be read and may have been it", most)}
	default:
		s.abandon(method)
		return answer{}, &failure{reason: surface.TimedOut, detail: fmt.Sprintf("no answer within %v", most)}
	}
}

// until takes what arrives until done is true; nil when the time is over.
func (s *session) until(ctx context.Context, after time.Duration, done func() bool) error {
	timer := time.NewTimer(after)
	defer timer.Stop()
	for !done() {
		if s.gone != nil {
			return s.gone
		}
		select {
		case f, more := <-s.conn.frames():
			if !more {
				s.lose(s.conn.lost())
				continue
			}
			s.take(f)
		case <-timer.C:
			return nil
		case <-ctx.Done():
			return s.interrupted(ctx)
		}
	}
	return nil
}

// interrupted tells our own limit from the caller's decision.
func (s *session) interrupted(ctx context.Context) error {
	cause := context.Cause(ctx)
	if errors.Is(cause, errTotal) {
		return &failure{reason: surface.TimedOut, detail: fmt.Sprintf("not finished within %v", s.total), cause: errTotal}
	}
	return cause
}

func (s *session) lose(err error) {
	if tooLong := (*wire.LineTooLongError)(nil); errors.As(err, &tooLong) {
		s.gone = &failure{reason: surface.TooManyBytes, detail: fmt.Sprintf("a %v", err)}
		return
	}
	s.gone = &failure{reason: surface.ServerGone, detail: "the server closed the connection before the answer"}
}

// abandon gives an open request up and tells the server, which may still answer
// it (MCP 2025-11-25, cancellation; initialize must not be cancelled).
func (s *session) abandon(method string) {
	s.abandoned[s.open] = true
	if method == "initialize" {
		return
	}
	const name = "notifications/cancelled"
	_ = s.send(outgoing{
		line:   wire.NewNotification(name, []byte(`{"requestId":`+s.open+`,"reason":"no answer in time"}`)),
		method: name, cancels: s.open,
	})
}

// tell sends a notification. That a server reads nothing shows at the next
// request.
func (s *session) tell(method string, params []byte) {
	_ = s.send(outgoing{line: wire.NewNotification(method, params), method: method})
}

func (s *session) send(m outgoing) error {
	m.version, m.modern = s.version, s.modern
	return s.conn.send(m)
}

// close ends the connection and counts what still arrives, so that the hazards
// of a server that says more than it was asked for do not depend on when we stop
// to listen.
func (s *session) close(ctx context.Context) Ending {
	s.closing = true
	done := make(chan Ending, 1)
	go func() { done <- s.conn.close(ctx) }()
	for f := range s.conn.frames() {
		s.take(f)
	}
	ending := <-done
	ending.Stderr = s.hide.from(ending.Stderr)
	return ending
}

// errorText says how the server refused a request.
func (s *session) errorText(a answer) string {
	return fmt.Sprintf("error %d%s: %s", a.code, errorName(a.code), cut(s.hide.from(a.message)))
}

// refusal is the error of a handshake that the server refused.
func (s *session) refusal(a answer) error {
	f := &failure{reason: surface.PageFailed, detail: "the server answered with " + s.errorText(a), status: a.status, cause: noEndpoint(a.status)}
	if isModernError(a.code) {
		f.cause = errModern
	}
	return f
}
