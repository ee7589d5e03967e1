// Package observe starts an MCP server, asks it for everything it shows an
// agent, and ends it. It never calls a tool.
//
//	Options → process → frames → session → era (handshake, list requests)
//	                                └→ surface.Pager → surface.Surface
//
// A process runs in a process group of its own, with an allow-list of variables
// and those that the configuration sets, and leaves nothing behind. A session
// sends one request at a time and takes whatever else arrives meanwhile:
// notifications, requests of the server (ping is answered, all others are
// refused), answers that nobody asked for, and lines that are no messages. An
// era is a generation of the protocol; today it is the one that begins with
// initialize (MCP 2024-11-05 to 2025-11-25).
//
// What went wrong after the handshake is in the surface: each listing says how
// complete it is and why, and hazards say what was odd. No time, process id or
// other value of one run is in it, so that a server that says the same twice
// gives the same bytes twice.
package observe

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/mooring-mcp/mooring/internal/wire"
	"github.com/mooring-mcp/mooring/surface"
)

// Stdio says how to start a server.
type Stdio struct {
	Command string   // a path, or a name that is looked up in the PATH the server gets
	Args    []string // without the command
	Dir     string   // working directory; "" for ours
	Env     []string // NAME=value, set on top of the allow-listed variables
}

// Options of [Observe]. A zero field takes its default.
type Options struct {
	ID     string // name of the server in our configuration
	Server Stdio

	ClientName      string   // clientInfo.name that is sent; default "mooring"
	ClientVersion   string   // clientInfo.version that is sent; default "dev"
	ProtocolVersion string   // revision that is asked for; default the newest with a handshake, 2025-11-25
	Environ         []string // our environment as NAME=value, of which the allow-listed variables are passed on

	StartTimeout   time.Duration // from the start to the answer to initialize; default 60 s
	RequestTimeout time.Duration // for one page of a listing; default 30 s
	TotalTimeout   time.Duration // for the whole observation but the server's shutdown; default 2 min

	Limits  surface.Limits // of each listing
	MaxLine int            // of a line on stdout, in bytes; default wire.MaxLine, 64 MiB

	// Ended is told, before Observe returns a surface, when the server went away
	// while it was being asked. How it ended is not part of the surface, which
	// says only that the listing was cut.
	Ended func(Ending)
}

func (o Options) withDefaults() Options {
	if o.ClientName == "" {
		o.ClientName = "mooring"
	}
	if o.ClientVersion == "" {
		o.ClientVersion = "dev"
	}
	if o.ProtocolVersion == "" {
		o.ProtocolVersion = newestLegacy
	}
	if o.StartTimeout == 0 {
		o.StartTimeout = time.Minute
	}
	if o.RequestTimeout == 0 {
		o.RequestTimeout = 30 * time.Second
	}
	if o.TotalTimeout == 0 {
		o.TotalTimeout = 2 * time.Minute
	}
	if o.MaxLine == 0 {
		o.MaxLine = wire.MaxLine
	}
	return o
}

// errTotal is the cause of a context that [Options.TotalTimeout] ended.
var errTotal = errors.New("total time is over")

// Observe starts the server, lists everything it offers, and ends it with all
// processes of its group before it returns. When ctx ends, so does the
// observation, with an error that wraps the cause, and the server is given less
// time to go.
//
// The error is an [*Error] and says that there is no surface: the server did not
// start, the handshake failed, or ctx ended. Everything else is in the surface.
// Observe is safe for concurrent use.
func Observe(ctx context.Context, o Options) (surface.Surface, error) {
	if ctx.Err() != nil {
		return surface.Surface{}, &Error{ID: o.ID, Stage: StageStart, Err: context.Cause(ctx)}
	}
	o = o.withDefaults()
	launch := launchOf(o.Server)
	hide := secretsOf(o.Server, launch)
	conn, err := startStdio(o)
	if err != nil {
		return surface.Surface{}, &Error{ID: o.ID, Stage: StageStart, Err: err}
	}
	s := newSession(conn, hide)
	out, stage, err := s.observe(ctx, o)
	if err != nil {
		ended := conn.hasEnded()
		s.close(ctx)
		e := &Error{ID: o.ID, Stage: stage, Err: err, Stderr: hide.from(conn.stderr())}
		if ended {
			e.Status = conn.status()
		}
		return surface.Surface{}, e
	}
	gone := s.gone != nil
	s.close(ctx)
	if gone && o.Ended != nil {
		o.Ended(Ending{conn.status(), hide.from(conn.stderr())})
	}
	out.Server = surface.Server{ID: o.ID, Launch: launch}
	out.AddHazards(s.hazards.list()...)
	return out, nil
}

// observe opens the session and lists every kind. The stage is the one that an
// error belongs to.
func (s *session) observe(ctx context.Context, o Options) (surface.Surface, Stage, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, o.TotalTimeout, errTotal)
	defer cancel()
	s.total = limit{o.TotalTimeout, "--timeout"}
	var talk era = legacy{version: o.ProtocolVersion, client: o.ClientName, clientVersion: o.ClientVersion}
	out := surface.Surface{Context: surface.Context{
		Era: talk.name(), ProtocolVersion: o.ProtocolVersion, Client: o.ClientName, Capabilities: talk.capabilities(),
	}}
	handshake, err := talk.open(ctx, s, limit{o.StartTimeout, "--start-timeout"})
	if err != nil {
		return out, StageInitialize, s.explain(err)
	}
	out.Handshake = handshake
	l := newLister(s, talk, o, handshake)
	if err := l.all(ctx); err != nil {
		return out, StageList, fmt.Errorf("stopped: %w", err)
	}
	out.Listings = l.listings()
	out.AddHazards(l.hazards()...)
	return out, "", nil
}
