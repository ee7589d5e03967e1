package observe

import (
	"github.com/mooring-mcp/mooring/internal/wire"
	"github.com/mooring-mcp/mooring/surface"
)

const (
	methodNotFound = -32601 // JSON-RPC 2.0 §5.1
	userRejected   = -1     // MCP 2025-11-25, sampling, error handling
)

// serve answers a request of the server: ping as the protocol wants it, what a
// declared capability allows with as little as there can be, and everything
// else, which would have us act for an agent, with a refusal.
func (s *session) serve(e *wire.Envelope) {
	method, _ := e.MethodName()
	id, echo := e.ReplyID()
	reply, granted := s.reply(method, id)
	switch {
	case method == "ping":
	case granted:
		s.hazards.add(surface.AnsweredRequest, method, "the server asked for something that a declared capability allows, and got nothing")
	default:
		s.hazards.add(surface.RefusedRequest, method, "the server asked for something that an observer does not do")
	}
	if echo && !s.closing {
		_ = s.send(outgoing{line: reply}) // a server that reads nothing gets nothing
	}
}

// reply is what a request is answered with; granted tells that a capability was
// declared for it.
func (s *session) reply(method string, id []byte) (line []byte, granted bool) {
	switch {
	case method == "ping":
		return wire.NewResponse(id, []byte(`{}`)), false
	case method == "roots/list" && s.grants.Get("roots").Exists():
		return wire.NewResponse(id, []byte(`{"roots":[]}`)), true
	case method == "sampling/createMessage" && s.grants.Get("sampling").Exists():
		return wire.NewErrorResponse(id, userRejected, "the user rejected the request"), true
	case method == "elicitation/create" && s.grants.Get("elicitation").Exists():
		return wire.NewResponse(id, []byte(`{"action":"decline"}`)), true
	}
	return wire.NewErrorResponse(id, methodNotFound, "this client only lists what the server offers"), false
}
