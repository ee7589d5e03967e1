package observe

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mooring-mcp/mooring/internal/wire"
	"github.com/mooring-mcp/mooring/surface"
)

// ahead is how far beyond the last request answers are watched for: one that comes
// before its request may be taken for the answer, too.
const ahead = 64

const twoAnswers = "two answers to one request; clients may take either of them"

// claim counts the requests that some client may take a message for the answer to.
func (s *session) claim(e *wire.Envelope) {
	ids := e.Claims()
	if own, err := strconv.ParseInt(s.of, 10, 64); err == nil && answersNameless(e) {
		ids = append(ids, own)
	}
	for _, id := range ids {
		if id > 0 && id <= s.lastID+ahead {
			s.claims[id]++
		}
	}
}

// answersNameless reports whether a message is an error that could not name its
// request, which its place in an HTTP response does.
func answersNameless(e *wire.Envelope) bool {
	return e.Kind == wire.Response && !e.HasID() && e.Raw(e.Error) != nil
}

// claimed reports whether something has come that may be the answer to the last
// request, whoever reads it.
func (s *session) claimed() bool { return s.claims[s.lastID] > 0 }

// contested reports whether a request with the method has two answers. It is
// known for good when the session is closed.
func (s *session) contested(method string) bool {
	for i, its := range s.methods {
		if its == method && s.claims[int64(i)+1] > 1 {
			return true
		}
	}
	return false
}

// contest makes the listings of which a request has two answers incomplete.
func (s *session) contest(listings []surface.Listing) {
	for i := range listings {
		l := &listings[i]
		if l.Completeness != surface.Complete || !s.contested(l.Kind.Method()) {
			continue
		}
		l.Reason, l.Detail, l.Completeness = surface.PageUnreadable, twoAnswers, surface.Partial
		if l.Status != surface.Observed {
			l.Status, l.Completeness = surface.NotObserved, surface.Unknown
		}
	}
}

// contestHandshake is the failure of a handshake that has two answers; nil when it
// has one.
func (s *session) contestHandshake() error {
	if s.contested("initialize") || s.contested("server/discover") {
		return &failure{reason: surface.PageUnreadable, detail: twoAnswers, cause: errFinal}
	}
	return nil
}

// crucial returns the frames that decide what a listing is worth: those that may be
// answers, and list_changed.
func crucial(frames []frame) []frame {
	return slices.DeleteFunc(frames, func(f frame) bool {
		e := wire.Scan(f.line)
		method, _ := e.MethodName()
		return len(e.Claims()) == 0 && !answersNameless(&e) && !strings.HasSuffix(method, "/list_changed")
	})
}
