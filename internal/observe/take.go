package observe

import (
	"fmt"
	"slices"

	"github.com/mooring-mcp/mooring/internal/wire"
	"github.com/mooring-mcp/mooring/surface"
)

// take acts on one frame.
func (s *session) take(f frame) {
	s.of, s.status = f.of, f.status
	switch {
	case f.odd != "":
		s.hazards.add(f.odd, s.place, "a response names another session than the one that initialize began")
		return
	case f.over != nil:
		s.end(f.over)
		return
	}
	if wire.HasBOM(f.line) {
		s.hazards.add(surface.ByteOrderMark, s.place, "a line begins with a byte order mark")
	}
	e := wire.Scan(f.line)
	s.claim(&e)
	if !f.whole {
		e = wire.Envelope{Text: e.Text} // a client waits for the line feed in vain
	}
	if e.Kind != wire.Junk && e.Ambiguous() != "" {
		s.takeAmbiguous(&e)
		return
	}
	switch e.Kind {
	case wire.Junk:
		s.takeJunk(&e)
	case wire.Batch:
		s.missed++
		s.hazards.add(surface.BatchFrame, s.place, "JSON-RPC batches are not read")
	case wire.Request:
		s.serve(&e)
	case wire.Notification:
		s.note(&e)
	case wire.Response:
		s.match(&e)
	}
}

// takeJunk counts a line that is no message. An object with the id of the open
// request and without content is none either, but a line of a log.
func (s *session) takeJunk(e *wire.Envelope) {
	s.hazards.add(surface.JunkLines, s.place, "first line: "+cut(s.hide.from(string(e.Text))))
	if len(e.Text) > 0 {
		s.missed++
	}
}

// takeAmbiguous refuses a message that two readers may understand differently.
// With a repeated id it may be the answer to anything.
func (s *session) takeAmbiguous(e *wire.Envelope) {
	s.missed++
	s.hazards.add(surface.DuplicateEnvelope, s.place, e.Ambiguous())
	if e.Kind == wire.Response && s.open != "" && (s.isOpen(e) || e.Duplicate == "id" || slices.Contains(e.Claims(), s.lastID)) {
		s.failed = &failure{reason: surface.PageUnreadable, detail: "the answer is ambiguous: " + e.Ambiguous()}
	}
}

// end takes the end of a response, or of the one stream that there is. The open
// request gets no answer any more.
func (s *session) end(why *failure) {
	switch {
	case s.of == "":
		s.gone = why
	case s.of != s.open || s.answered != nil || s.failed != nil:
	case s.missed > s.before && why.cause == nil:
		s.failed = &failure{reason: surface.FramesMissing, detail: "the response holds something that could not be read and may have been the answer"}
	default:
		s.failed = why
	}
}

// isOpen reports whether a message answers the open request, and came where its
// answer belongs.
func (s *session) isOpen(e *wire.Envelope) bool {
	if s.open == "" || s.of != "" && s.of != s.open {
		return false
	}
	return e.IDKey() == s.open || s.of != "" && answersNameless(e)
}

// match takes a response to the open request; others are counted, except late
// ones, which are no wonder. One that is not as it should be is no answer, though
// some client may take it.
func (s *session) match(e *wire.Envelope) {
	key := e.IDKey()
	exact := e.Exact() || s.of != "" && answersNameless(e)
	isAnswer := exact && s.isOpen(e)
	if !isAnswer && s.open != "" && slices.Contains(e.Claims(), s.lastID) {
		s.missed++
	}
	switch {
	case isAnswer && s.answered == nil && s.failed == nil:
		s.answered = &answer{result: e.Raw(e.Result), status: s.status}
		if s.answered.result == nil {
			s.answered.refused, s.answered.data = true, e.FailureData()
			s.answered.code, s.answered.message = e.Failure()
		}
	case s.abandoned[key]:
		delete(s.abandoned, key)
	default:
		s.hazards.add(surface.UnmatchedResponse, s.place, "first id: "+cut(s.hide.from(key)))
	}
}

// note counts the notifications that say that a listing is out of date.
func (s *session) note(e *wire.Envelope) {
	switch name, _ := e.MethodName(); name {
	case "notifications/tools/list_changed":
		s.changes[surface.Tool]++
	case "notifications/prompts/list_changed":
		s.changes[surface.Prompt]++
	case "notifications/resources/list_changed":
		s.changes[surface.Resource]++
		s.changes[surface.ResourceTemplate]++
	}
}

// explain adds to the error of a failed handshake what was odd until then.
func (s *session) explain(err error) error {
	var odd surface.Surface
	odd.AddHazards(s.hazards.list()...)
	for _, h := range odd.Hazards {
		err = fmt.Errorf("%w; %d × %s (%s)", err, h.Count, h.Code, h.Detail)
	}
	return err
}
