// Package operation judges the operation inside of a call: the statement, the
// command, the URL, the path and the amount that its arguments hold. A tool has no
// band of its own here; execute_sql is judged by its statement.
//
//	arguments ─route→ one classifier an argument ─→ parts ─join→ Result
//	            ↑                                    (axes, minimum, floor, reasons)
//	 mapping, names, labels, values
//
// What goes to which classifier is said by the operator's mapping. Without one, names,
// descriptions and labels are hints; and every string that reads as a statement, a
// command or a URL is looked at, whatever its name. A hint can raise a band; only a
// classifier that parsed the operation, or a mapping, proves anything.
//
// The band of a part is the highest of the projection of its axes (package band) and
// the minimum of its row, here in tables by class and intent. Parts are joined by the
// worst axis and the highest minimum.
//
// The package is pure; the classifiers of SQL and shell are passed in.
package operation

import (
	"cmp"
	"slices"

	"github.com/mooring-mcp/mooring/band"
)

// Kind is what an argument holds.
type Kind string

// The kinds. Data is for a [Rule] alone: it is not looked at.
const (
	SQLKind    Kind = "sql"
	ShellKind  Kind = "shell"
	CodeKind   Kind = "code" // a program in a language that no classifier reads
	URLKind    Kind = "url"
	PathKind   Kind = "path"
	AmountKind Kind = "amount"
	Data       Kind = "data"
)

// Intent is what a call does with a path or URL. "" is not known, and counts as the
// worst.
type Intent string

// The intents.
const (
	Read   Intent = "read"
	Write  Intent = "write" // for a URL: sends something
	Delete Intent = "delete"
)

// Route is what made an argument go to its classifier.
type Route string

// The routes.
const (
	ByMapping Route = "mapping" // the operator
	ByHint    Route = "hint"    // its name, description or label
	ByValue   Route = "value"   // it reads as one
)

// Span is a byte range of the text of an argument.
type Span struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

// Reason is one thing that decided.
type Reason struct {
	Argument string     `json:"argument"` // RFC 6901 pointer in the arguments; "" for a text by itself
	Kind     Kind       `json:"kind"`
	Route    Route      `json:"route,omitempty"` // "" for a text by itself
	Code     string     `json:"code"`            // the class, or the code of the classifier
	Detail   string     `json:"detail"`          // for people; may quote the argument, so make it visible before showing it
	Span     Span       `json:"span"`
	Band     band.Band  `json:"band"`            // that this reason asks for
	Floor    band.Floor `json:"floor,omitempty"` // never_allow, if it asks for that
}

// Part is the answer about one text.
type Part struct {
	// Axes without trust, which no text shows.
	Axes band.Axes
	// Minimum is the band below which its row does not go; [band.None] for none.
	Minimum band.Band
	Floor   band.Floor
	// Reads: it adds no effect of its own.
	Reads bool
	// External: it communicates with third parties.
	External bool
	// Sensitive: it touches credentials.
	Sensitive bool
	Reasons   []Reason // never empty
}

// Band is the band of the part by itself, as if its parameters were trusted.
func (p Part) Band() band.Band { return p.within(Context{}).Band() }

// Result is the answer about a call.
type Result struct {
	// Band is [band.None] if no operation was found in the call. It is one input of a
	// decision: no band here says nothing about the tool.
	Band  band.Band
	Floor band.Floor
	// Axes are the worst of the parts, with the trust of the context; the zero value if
	// there are no parts.
	Axes    band.Axes
	Minimum band.Band // the highest of the parts
	// Proved: everything that the call does, as far as its arguments show, was parsed or
	// mapped, and it does not escalate. A call of a tool that nobody declared may pass on
	// this (B10).
	Proved bool
	// ProvedRead: Proved, and it adds no effect of its own.
	ProvedRead bool
	// Sensitive and StateOrExternal are two of the Rule of Two's booleans, about this
	// call alone.
	Sensitive       bool
	StateOrExternal bool
	// Reasons of all parts, the weightiest first, then by argument.
	Reasons []Reason
	// Doubts are why a call is not proved though its operations are: arguments that may ask
	// for more than they do, by argument. Empty where the tool is not known to run its
	// operations and nothing else.
	Doubts []Doubt
}

// Doubt is an argument that keeps a call from being proved.
type Doubt struct {
	Argument string // RFC 6901 pointer in the arguments
	Detail   string // a clause
}

// Context is what is known around a call.
type Context struct {
	// Scope is where the server's effects land, "" if the texts alone decide. What only
	// reads lands nowhere further than shared-remote.
	Scope band.Scope
	Trust band.Trust // of the parameters; "" is trusted, for a text by itself
}

// within is the part where it is run. The band of a part follows from its axes and
// minimum alone, so both are joined here.
func (p Part) within(c Context) joined {
	axes := p.Axes
	scope := c.Scope
	if p.Reads && scope == band.External {
		scope = band.SharedRemote
	}
	axes = axes.Worse(band.Axes{Scope: scope})
	axes.Trust = c.Trust
	if axes.Trust == "" {
		axes.Trust = band.Trusted
	}
	return joined{axes, p.Minimum}
}

// joined are axes and minimum of something that is judged.
type joined struct {
	axes    band.Axes
	minimum band.Band
}

// Band is the operation's band: the projection, raised to the minimum.
func (j joined) Band() band.Band { return band.Max(band.Project(j.axes).Band, j.minimum) }

// Join puts the parts of a call together. proved is what the caller knows of the
// arguments that are no part.
func Join(parts []Part, c Context, proved bool) Result {
	var r Result
	reads := true
	for _, p := range parts {
		j := p.within(c)
		r.Band = band.Max(r.Band, j.Band())
		r.Axes = r.Axes.Worse(j.axes)
		r.Minimum = band.Max(r.Minimum, j.minimum)
		if p.Floor != "" {
			r.Floor = p.Floor
		}
		reads = reads && p.Reads
		r.Sensitive = r.Sensitive || p.Sensitive
		r.StateOrExternal = r.StateOrExternal || !p.Reads || p.External
		r.Reasons = append(r.Reasons, p.Reasons...)
	}
	r.Proved = proved && len(parts) > 0 && r.Floor == "" && r.Band.Rank() < band.Escalate.Rank()
	r.ProvedRead = r.Proved && reads
	slices.SortStableFunc(r.Reasons, func(a, b Reason) int {
		return cmp.Or(
			cmp.Compare(len(b.Floor), len(a.Floor)),
			cmp.Compare(b.Band.Rank(), a.Band.Rank()),
			cmp.Compare(a.Argument, b.Argument),
			cmp.Compare(a.Span.Start, b.Span.Start),
		)
	})
	return r
}

// capped lowers what a text asks for that is only kept, not run: to soft-ack, so that
// it is on record.
func (p Part) capped(why string) Part {
	if p.Floor == "" && p.Band().Rank() <= band.SoftAck.Rank() {
		return p
	}
	p.Axes = band.Axes{Reversibility: band.Reversible, Scope: band.SharedRemote}
	p.Minimum, p.Floor = band.SoftAck, ""
	p.Reasons = slices.Clone(p.Reasons)
	for i := range p.Reasons {
		r := &p.Reasons[i]
		if r.Floor != "" || r.Band.Rank() > band.SoftAck.Rank() {
			r.Floor, r.Band, r.Detail = "", band.SoftAck, r.Detail+"; "+why
		}
	}
	return p
}

// at places the reasons of a part.
func (p Part) at(argument string, route Route) Part {
	p.Reasons = slices.Clone(p.Reasons)
	for i := range p.Reasons {
		p.Reasons[i].Route = route
		if p.Reasons[i].Argument == "" { // or it is of an argument beside it
			p.Reasons[i].Argument = argument
		}
	}
	return p
}
