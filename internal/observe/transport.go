package observe

import (
	"context"

	"github.com/mooring-mcp/mooring/surface"
)

// transport carries messages to one server and back. A session is its only user.
type transport interface {
	// send hands a message over without waiting.
	send(m outgoing) error
	// frames are what the server sends, in order; the channel is closed at the end.
	frames() <-chan frame
	// lost says why frames was closed; io.EOF when the server closed it.
	lost() error
	// hasEnded reports whether the server ended by itself; it is not asked twice.
	hasEnded() bool
	// close ends the connection, and tells how the server ended. frames is closed
	// before it returns, and has to be read meanwhile. It hurries once ctx has
	// ended.
	close(ctx context.Context) Ending
}

// outgoing is one message to the server.
type outgoing struct {
	line    []byte // with its line feed; the transport's from now on
	method  string // "" for an answer
	id      string // of a request; "" for everything else
	version string // revision of the protocol; "" while it is not agreed on
	modern  bool   // era that is spoken
	cancels string // id of the request that the message gives up; "" for none
}

// frame is one message from the server.
type frame struct {
	line  []byte // as it came; nobody writes to it any more
	whole bool   // false for a last line without its line feed

	// Over HTTP, each request has a response of its own.
	of     string             // id of the request that the response belongs to; "" for a shared stream
	status int                // of the response
	odd    surface.HazardCode // of the response, instead of a line; "" for none
	over   *failure           // the response ended, instead of a line; what it means for an unanswered request
}
