package observe

import (
	"fmt"

	"github.com/mooring-mcp/mooring/internal/wire"
	"github.com/mooring-mcp/mooring/surface"
)

// stream is the place of hazards that belong to no method and no item.
const stream = "stdout"

// methodNotFound is JSON-RPC 2.0 §5.1.
const methodNotFound = -32601

// take acts on one frame.
func (s *session) take(f frame) {
	if wire.HasBOM(f.line) {
		s.hazards.add(surface.ByteOrderMark, stream, "a line begins with a byte order mark")
	}
	e := wire.Scan(f.line)
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
		s.hazards.add(surface.BatchFrame, stream, "JSON-RPC batches are not read")
	case wire.Request:
		s.serve(&e)
	case wire.Notification:
		s.note(&e)
	case wire.Response:
		s.match(&e)
	}
}

// takeJunk counts a line that is no message. An object with the id of the open
// request is an answer without content.
func (s *session) takeJunk(e *wire.Envelope) {
	s.hazards.add(surface.JunkLines, stream, "first line: "+cut(s.hide.from(string(e.Text))))
	if len(e.Text) > 0 {
		s.missed++
	}
	if s.isOpen(e) {
		s.failed = &failure{surface.PageUnreadable, "the answer has neither result nor error"}
	}
}

// takeAmbiguous refuses a message that two readers may understand differently.
// With a repeated id it may be the answer to anything.
func (s *session) takeAmbiguous(e *wire.Envelope) {
	s.missed++
	s.hazards.add(surface.DuplicateEnvelope, stream, e.Ambiguous())
	if e.Kind == wire.Response && (s.isOpen(e) || s.open != "" && e.Duplicate == "id") {
		s.failed = &failure{surface.PageUnreadable, "the answer is ambiguous: " + e.Ambiguous()}
	}
}

func (s *session) isOpen(e *wire.Envelope) bool { return s.open != "" && e.IDKey() == s.open }

// match takes a response to the open request; others are counted, except late
// ones, which are no wonder.
func (s *session) match(e *wire.Envelope) {
	key := e.IDKey()
	switch {
	case s.isOpen(e) && s.answered == nil && s.failed == nil:
		s.answered = &answer{result: e.Raw(e.Result)}
		if s.answered.result == nil {
			s.answered.refused = true
			s.answered.code, s.answered.message = e.Failure()
		}
	case s.abandoned[key]:
		delete(s.abandoned, key)
	default:
		s.hazards.add(surface.UnmatchedResponse, stream, "first id: "+cut(s.hide.from(key)))
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

// serve answers a request of the server: ping as the protocol wants it, and
// everything else, which would have us act for an agent, with a refusal.
func (s *session) serve(e *wire.Envelope) {
	method, ok := e.MethodName()
	id, echo := e.ReplyID()
	reply := wire.NewResponse(id, []byte(`{}`))
	if !ok || method != "ping" {
		s.hazards.add(surface.RefusedRequest, method, "the server asked for something that an observer does not do")
		reply = wire.NewErrorResponse(id, methodNotFound, "this client only lists what the server offers")
	}
	if echo && !s.closing {
		_ = s.conn.send(reply) // a server that reads nothing gets nothing
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
