// Package observe starts an MCP server or reaches a remote one, asks it for
// everything it shows an agent, and ends it. It never calls a tool.
//
//	Options ─┬→ process ─┬→ frames → session → era (handshake, list requests)
//	         └→ HTTP ────┘              └→ surface.Pager → surface.Surface
//
// A process runs in a process group of its own, with an allow-list of variables
// and those that the configuration sets, and leaves nothing behind. A session
// sends one request at a time and takes whatever else arrives meanwhile:
// notifications, requests of the server (ping is answered, all others are
// refused), answers that nobody asked for, and lines that are no messages. An era
// is a generation of the protocol: the one that begins with initialize (MCP
// 2024-11-05 to 2025-11-25), or the one in which each request stands for itself
// (MCP 2026-07-28). Which one a server speaks is found out by trying.
//
// A message is the answer to the open request only when it is so for every client.
// One that some client may take is none, but two that some client may take leave
// the listing incomplete, however late the second comes. A listing that the server
// calls changed is asked for again, and the last of them is followed by a ping, so
// that nothing that was said before it is missed. Kinds that the server does not
// declare are asked for too.
//
// A remote server is spoken to over Streamable HTTP, and over HTTP+SSE (MCP
// 2024-11-05) when it has nothing else. No redirect is followed, and what
// identifies the user is sent to the configured origin alone.
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

	"github.com/mooring-mcp/mooring/surface"
)

// errTotal is the cause of a context that [Options.TotalTimeout] ended.
var errTotal = errors.New("total time is over")

// probe is how long an era is tried when nothing tells that the server speaks it.
const probe = 10 * time.Second

// Observe starts or reaches the server, lists everything it offers, and ends it
// with all processes of its group before it returns. When ctx ends, so does the
// observation, with an error that wraps the cause, and the server is given less
// time to go. A server whose handshake fails is started once more, to try the
// other era.
//
// The error is an [*Error] and says that there is no surface: the server did not
// start or cannot be reached, the handshake failed, or ctx ended. Everything else
// is in the surface. Observe is safe for concurrent use.
func Observe(ctx context.Context, o Options) (surface.Surface, error) {
	if ctx.Err() != nil {
		return surface.Surface{}, &Error{ID: o.ID, Stage: StageStart, Err: context.Cause(ctx)}
	}
	o = o.withDefaults()
	t, err := newTarget(o)
	if err != nil {
		return surface.Surface{}, &Error{ID: o.ID, Stage: StageStart, Err: err}
	}
	key := eraKey(t.launch)
	names, known, err := eras(o, key)
	if err != nil {
		return surface.Surface{}, &Error{ID: o.ID, Stage: StageStart, Err: err}
	}
	total, cancel := context.WithTimeoutCause(ctx, o.TotalTimeout, errTotal)
	defer cancel()
	var said *Error
	for _, name := range names {
		out, e := t.try(ctx, total, name, patience(o, name, known))
		if e == nil {
			if o.LearnEra != nil && name != known {
				o.LearnEra(key, name)
			}
			return out, nil
		}
		said = clearer(said, e)
		if total.Err() != nil || e.final() {
			break
		}
	}
	return surface.Surface{}, said
}

// patience is how long a handshake may take. In the modern era it is a question
// alone, unless that era is known to be the server's, or the only one to try.
func patience(o Options, name, known string) limit {
	if name == EraModern && known != EraModern && o.StartTimeout > probe {
		return limit{probe, ""}
	}
	return limit{o.StartTimeout, "--start-timeout"}
}

// try observes the server in one era, a remote one over the old transport when it
// seems to have no other.
func (t *target) try(ctx, total context.Context, name string, most limit) (surface.Surface, *Error) {
	if t.courier == nil {
		conn, err := startStdio(t.options)
		if err != nil {
			return surface.Surface{}, &Error{ID: t.options.ID, Stage: StageStart, Err: err}
		}
		return t.over(ctx, total, conn, name, most)
	}
	out, e := t.over(ctx, total, startRemote(t.courier), name, most)
	if e == nil || name != EraLegacy || total.Err() != nil || !errors.Is(e, errNoEndpoint) {
		return out, e
	}
	conn, err := startOld(total, t.courier, most)
	if err != nil {
		e.Err = fmt.Errorf("%w; over HTTP+SSE: %w", e.Err, err)
		return out, e
	}
	return t.over(ctx, total, conn, name, most)
}

// over observes the server over a connection, and closes it.
func (t *target) over(ctx, total context.Context, conn transport, name string, most limit) (surface.Surface, *Error) {
	o := t.options
	s := newSession(conn, t.place(), t.hide)
	s.total = limit{o.TotalTimeout, "--timeout"}
	s.grants = t.grants
	out, stage, err := s.observe(total, o, eraOf(name, o), most)
	if err != nil {
		ended := conn.hasEnded()
		ending := s.close(ctx)
		e := &Error{ID: o.ID, Stage: stage, Err: t.hide.fromError(err), Stderr: ending.Stderr}
		if ended {
			e.Status = ending.Status
		}
		return surface.Surface{}, e
	}
	gone := s.gone != nil
	ending := s.close(ctx)
	if err := s.contestHandshake(); err != nil {
		return surface.Surface{}, &Error{ID: o.ID, Stage: stageOf(eraOf(name, o), err), Err: err, Stderr: ending.Stderr}
	}
	s.contest(out.Listings)
	if gone && o.Ended != nil {
		o.Ended(ending)
	}
	out.Server = surface.Server{ID: o.ID, Launch: t.launch}
	out.AddHazards(s.hazards.list()...)
	t.hide.fromSurface(&out)
	return out, nil
}

// observe opens the session and lists every kind, once more when a session was
// lost meanwhile. The stage is the one that an error belongs to.
func (s *session) observe(ctx context.Context, o Options, talk era, most limit) (surface.Surface, Stage, error) {
	out := surface.Surface{Context: surface.Context{
		Era: talk.name(), ProtocolVersion: talk.asks(), Client: o.ClientName, Capabilities: o.Capabilities,
	}}
	for renewed := false; ; renewed = true {
		handshake, err := talk.open(ctx, s, most)
		if err != nil {
			return out, stageOf(talk, err), s.explain(err)
		}
		l := newLister(s, talk, o, handshake)
		l.renewed = renewed
		switch err := l.all(ctx); {
		case errors.Is(err, errSessionLost):
			continue
		case errors.Is(err, ErrUnauthorized):
			return out, StageList, err
		case err != nil:
			return out, StageList, fmt.Errorf("stopped: %w", err)
		}
		out.Handshake, out.Listings = handshake, l.listings()
		out.AddHazards(l.hazards()...)
		return out, "", nil
	}
}
