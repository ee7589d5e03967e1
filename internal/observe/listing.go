package observe

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/surface"
)

const (
	// tries is how often a listing that changes under our hands is begun.
	tries = 3
	// pause is how long a server that thinks it is not initialized yet is given.
	pause = 250 * time.Millisecond
	// unsaid is how long a kind is waited for that the server does not declare.
	unsaid = 2 * time.Second
	// unsaidAgain is how long the others are waited for once one got no answer.
	unsaidAgain = 500 * time.Millisecond
)

// lister lists the four kinds over a session.
type lister struct {
	s        *session
	era      era
	limits   surface.Limits
	page     limit
	declared *jsonv.Value // the server's capabilities
	asked    bool         // a listing has been asked for
	seen     bool         // one was answered
	renewed  bool         // the session was lost once, and is another now
	silent   bool         // an undeclared kind got no answer
	chains   map[surface.Kind]*chain
}

// chain is a listing and the number of list_changed notifications of its kind
// that had come when it began.
type chain struct {
	*surface.Pager

	since int
}

func newLister(s *session, talk era, o Options, h surface.Handshake) *lister {
	declared, _ := jsonv.Parse(h.Capabilities, jsonv.Limits{}) // absent or read before
	return &lister{
		s: s, era: talk, limits: o.Limits, page: limit{o.RequestTimeout, "--request-timeout"},
		declared: declared, chains: map[surface.Kind]*chain{},
	}
}

// all lists every kind, and then once more those that the server has called
// changed since. A client may ask for what it was never told of, so undeclared
// kinds are listed too, and last, since there are servers that do not survive it.
// The error is the cause that ended ctx.
func (l *lister) all(ctx context.Context) error {
	for _, last := range []bool{false, true} {
		for _, kind := range surface.Kinds() {
			if l.undeclared(kind) != last {
				continue
			}
			c, err := l.list(ctx, kind)
			if err != nil {
				return err
			}
			l.chains[kind] = c
		}
	}
	return l.settleAll(ctx)
}

// list follows a kind's pages to their end. A list_changed between two pages
// makes them pages of different listings, so the chain begins anew.
func (l *lister) list(ctx context.Context, kind surface.Kind) (*chain, error) {
	for try := 1; ; try++ {
		c := &chain{surface.NewPager(kind, l.limits), l.s.changes[kind]}
		changed, err := l.pages(ctx, kind, c)
		if err != nil {
			return nil, err
		}
		if !changed {
			return c, nil
		}
		if try == tries {
			c.Fail(surface.Changed, fmt.Sprintf("list_changed came between two pages in each of %d tries", tries))
			return c, nil
		}
	}
}

// pages reads page after page into the chain; changed says that it was broken
// off because of list_changed.
func (l *lister) pages(ctx context.Context, kind surface.Kind, c *chain) (changed bool, err error) {
	for {
		cursor, more := c.Next()
		if !more {
			return false, nil
		}
		before := l.s.changes[kind]
		a, err := l.ask(ctx, kind, cursor)
		f := (*failure)(nil)
		if err != nil && !errors.As(err, &f) {
			return false, err
		}
		if f != nil && (errors.Is(f, errSessionLost) && !l.renewed || errors.Is(f, ErrUnauthorized) && !l.seen) {
			return false, f
		}
		if c.Started() && l.s.changes[kind] > before && (f == nil || f.reason == surface.PageUnreadable) {
			return true, nil
		}
		l.turn(c, kind, a, f)
	}
}

// ask sends one list request. The very first one is repeated once when the
// server seems not to have noticed that it was initialized.
func (l *lister) ask(ctx context.Context, kind surface.Kind, cursor *string) (answer, error) {
	first := !l.asked
	l.asked = true
	most := l.page
	if wait := l.patience(kind); most.after > wait {
		most = limit{wait, ""}
	}
	a, err := l.s.ask(ctx, kind.Method(), l.era.params(cursor), most)
	if err != nil || !first || !tooEarly(a) {
		return a, err
	}
	if err := l.s.until(ctx, pause, func() bool { return false }); err != nil {
		return answer{}, err
	}
	return l.s.ask(ctx, kind.Method(), l.era.params(cursor), most)
}

// patience is how long a kind is waited for. Tools get all the time that there is:
// some clients ask for them whatever is declared.
func (l *lister) patience(kind surface.Kind) time.Duration {
	switch {
	case kind == surface.Tool || !l.undeclared(kind):
		return l.page.after
	case l.silent:
		return unsaidAgain
	}
	return unsaid
}

// tooEarly knows the refusals of real servers: invalid params and invalid
// request, which a request for page 1 cannot be, and a code of their own.
func tooEarly(a answer) bool {
	switch a.code {
	case -32600, -32602:
		return true
	case -32002:
		return strings.Contains(strings.ToLower(a.message), "initializ")
	}
	return false
}

// turn takes one answer, or the lack of one, into the chain.
func (l *lister) turn(c *chain, kind surface.Kind, a answer, f *failure) {
	page := fmt.Sprintf("page %d: ", len(c.Listing().Pages)+1)
	l.seen = l.seen || f == nil
	switch {
	case f != nil && l.undeclared(kind) && !c.Started() && l.isAbsence(kind, f):
		l.silent = l.silent || f.reason == surface.TimedOut
		c.NotOffered()
	case f != nil:
		c.Fail(f.reason, page+f.detail)
	case !a.refused && l.undeclared(kind) && !c.Started() && holdsNone(kind, a.result):
		c.NotOffered()
	case !a.refused && l.era.problem(a.result) != "":
		c.Fail(surface.PageUnreadable, page+l.era.problem(a.result))
	case !a.refused:
		c.Page(a.result)
	case !c.Started() && (l.undeclared(kind) || a.code == methodNotFound && l.mayLack(kind)):
		c.NotOffered()
	default:
		c.Fail(surface.PageFailed, page+l.s.errorText(a))
	}
}

// mayLack tells where "method not found" is an answer and no failure: for what
// is not declared, and for templates, which many servers with resources lack.
func (l *lister) mayLack(kind surface.Kind) bool {
	return kind == surface.ResourceTemplate || !l.declares(kind)
}

// undeclared reports whether a kind is asked for without a word of the server that
// there is any of it. Tools, which are what servers are for, count as announced
// unless the server announces something else.
func (l *lister) undeclared(kind surface.Kind) bool {
	if kind == surface.Tool && !l.declares(surface.Prompt) && !l.declares(surface.Resource) {
		return false
	}
	return !l.declared.Get(kind.Capability()).Exists()
}

// holdsNone reports whether nobody finds an item in a result: servers answer what
// they do not know with an empty object, with the result of a tool, with anything.
func holdsNone(kind surface.Kind, result []byte) bool {
	v, err := jsonv.Parse(result, jsonv.Limits{})
	if err != nil || v.Get("nextCursor").Exists() {
		return false
	}
	for name, member := range v.Members() {
		if strings.EqualFold(name, kind.Member()) && (name != kind.Member() || member.Kind() != jsonv.Array || member.Len() > 0) {
			return false
		}
	}
	return true
}

// isAbsence tells a failure that means that an undeclared kind is not there from
// one that hides what there may be.
func (l *lister) isAbsence(kind surface.Kind, f *failure) bool {
	switch f.reason {
	case surface.TooManyBytes:
		return false
	case surface.PageUnreadable:
		return errors.Is(f, errBlank)
	case surface.TimedOut:
		return kind != surface.Tool && !l.s.claimed()
	default:
		return !l.s.claimed()
	}
}

func (l *lister) declares(kind surface.Kind) bool {
	return l.declared.Get(kind.Capability()).Kind() == jsonv.Object
}

func (l *lister) listings() []surface.Listing {
	var out []surface.Listing
	for _, kind := range surface.Kinds() {
		out = append(out, l.chains[kind].Listing())
	}
	return out
}

func (l *lister) hazards() []surface.Hazard {
	var out []surface.Hazard
	for _, kind := range surface.Kinds() {
		c := l.chains[kind]
		out = append(out, c.Hazards()...)
		if len(c.Listing().Items) > 0 && !l.declares(kind) {
			out = append(out, surface.Hazard{
				Code: surface.UndeclaredCapability, Where: kind.Method(),
				Detail: fmt.Sprintf("items are listed, but the capability %q is not declared", kind.Capability()),
			})
		}
	}
	return out
}
