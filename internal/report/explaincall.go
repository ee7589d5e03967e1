package report

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/band"
	"github.com/mooring-mcp/mooring/internal/operation"
	"github.com/mooring-mcp/mooring/internal/visible"
)

// Call is a call that is explained: what was found in it, and what is known of its tool.
type Call struct {
	Server, Tool string
	Result       operation.Result
	Known        operation.Known
	Decision     operation.Decision
	Accepted     bool       // the policy has axes of the tool as it is pinned
	Stale        bool       // the policy has axes of the tool as it was
	Pinned       string     // tool digest of the lock; "" where no server was named
	Missing      bool       // the server is pinned and has no such tool
	Plugin       string     // that declares
	Scope        band.Scope // where the policy says that the server's effects land; "" where it says nothing
	Unfit        []Unfit    // arguments that do not fit the pinned schema
	// Environments are those for which it declares more, by name: a band, or never_allow.
	Environments map[string]string
}

// Unfit is an argument that the schema of the tool does not take.
type Unfit struct {
	Argument string // RFC 6901 pointer in the arguments; "" for all of them
	Detail   string // what follows its name
}

// ExplainCall says which band a call has, what in it decided, and what is not known
// before a run.
func ExplainCall(w io.Writer, c Call, o Options) error {
	t := textWriter{palette: palette{o.Color}, width: o.Width}
	of := ""
	if c.Server != "" {
		of = " of " + visible.Name(c.Server)
	}
	t.line("call of %s%s: %s", t.bold(visible.Name(c.Tool)), of, t.bandWord(c))
	t.wrapped(4, "  decided by %s", visible.Text(decidedOf(c)))
	for i, r := range c.Result.Reasons {
		if i == maxCallLines {
			t.line("    %s", t.dim(fmt.Sprintf("… and %d more, none of which asks for more than these", len(c.Result.Reasons)-i)))
			break
		}
		t.callReason(r)
	}
	t.callDoubts(c)
	if a := c.axes(); a != (band.Axes{}) {
		t.line("  %s", t.dim(fmt.Sprintf("axes: %s, %s, %s", a.Reversibility, a.Scope, a.Trust)))
	}
	t.callKnown(c)
	if c.axes().Trust == band.Untrusted {
		t.wrapped(4, "  %s", t.dim("its parameters count as untrusted; as if nothing sensitive had been read, which can only raise the band"))
	} else {
		t.wrapped(4, "  %s", t.dim("as if its parameters were trusted and nothing sensitive had been read; untrusted input can only raise the band"))
	}
	if c.Scope == "" && c.Decision.Why == operation.ByOperation && c.axes().Scope == band.Local {
		t.wrapped(4, "  %s", t.dim("as if nobody else used what the server works on; where others do, `scope: shared-remote` of its operations in mooring.yaml says so (docs/bands.md)"))
	}
	_, err := io.WriteString(w, t.b.String())
	return err
}

// maxCallLines is how many reasons, doubts and misfits of a call are written each.
const maxCallLines = 20

// callDoubts writes which arguments keep a call from being proved, where that is what decided.
func (t *textWriter) callDoubts(c Call) {
	if c.Decision.Why != operation.ByNothing || len(c.Result.Doubts) == 0 {
		return
	}
	for i, d := range c.Result.Doubts {
		if i == maxCallLines {
			t.line("    %s", t.dim(fmt.Sprintf("… and %d more", len(c.Result.Doubts)-i)))
			break
		}
		t.wrapped(6, "    %s %s: %s", t.yellow("not proved"), visible.Text(d.Argument), d.Detail)
	}
	t.wrapped(4, "  %s", t.dim("a rule in `operations` of mooring.yaml can say what such an argument holds; `as: data` says that it asks for nothing (docs/policy.md)"))
}

// axes are those that decided, or else what the operation asks for.
func (c Call) axes() band.Axes {
	if a := c.Decision.Result.Projection.Axes; a != (band.Axes{}) {
		return a
	}
	return c.Result.Axes
}

// callKnown writes what is known of the tool beside its call.
func (t *textWriter) callKnown(c Call) {
	switch {
	case c.Missing:
		t.wrapped(4, "  %s the server is pinned, and has no tool of this name", t.red("✗"))
	case c.Pinned != "":
		t.wrapped(4, "  %s", t.dim("pinned as "+c.Pinned+" (drift digest)"))
	}
	for i, u := range c.Unfit {
		if i == maxCallLines {
			t.line("  %s", t.dim(fmt.Sprintf("… and %d more", len(c.Unfit)-i)))
			break
		}
		t.wrapped(4, "  %s not as pinned: %s", t.yellow("!"), visible.Text(strings.TrimSpace(u.Argument+" "+u.Detail)))
	}
	switch {
	case c.Accepted:
		t.wrapped(4, "  %s", t.dim("its axes are accepted in the policy"))
	case c.Stale:
		t.wrapped(4, "  %s the axes in the policy are those of the tool as it was, and hold for nothing: mooring bands propose %s", t.yellow("!"), visible.Name(c.Server))
	}
	if c.Known.Declared != band.None {
		t.wrapped(4, "  %s", t.dim(fmt.Sprintf("declared by the plugin %s: %s", visible.Name(c.Plugin), c.Known.Declared)))
	}
	for _, name := range slices.Sorted(maps.Keys(c.Environments)) {
		t.wrapped(4, "  %s", t.dim(fmt.Sprintf("in %s the plugin %s declares %s", visible.Name(name), visible.Name(c.Plugin), c.Environments[name])))
	}
}

func (t *textWriter) bandWord(c Call) string {
	if c.Decision.Floor != "" {
		return t.red(string(c.Decision.Floor))
	}
	if c.floorAlone() {
		return t.red("undeclared, escalates")
	}
	switch b := c.Decision.Band; b {
	case band.Escalate:
		return t.red(string(b))
	case band.SoftAck:
		return t.yellow(string(b))
	case band.Auto:
		return t.green(string(b))
	case band.None:
	}
	return t.red("undeclared, escalates")
}

// floorAlone reports a band that only a declaration asks for, which is a floor and no
// permission.
func (c Call) floorAlone() bool {
	return c.Decision.Why == operation.ByInput && c.Decision.Result.AtLeast()
}

// decidedOf says what the word stands on.
func decidedOf(c Call) string {
	if c.floorAlone() {
		return "nothing: " + c.Decision.Result.Why() + "; undeclared, at least " + string(c.Decision.Result.Band)
	}
	switch c.Decision.Why {
	case operation.ByDeclaration:
		return "the plugin's declaration, which no approval lifts"
	case operation.ByFloor:
		return "the enforcement floor, which no approval lifts"
	case operation.ByOperation:
		return "the operation in its arguments"
	case operation.ByNothing:
		next := ""
		if c.Server != "" && !c.Missing {
			next = "; to review it: mooring bands propose " + visible.Name(c.Server)
		}
		if c.Decision.AtLeast == band.None {
			return "nothing: no operation is found in its arguments, and nobody reviewed the tool; undeclared never means auto" + next
		}
		if len(c.Result.Doubts) > 0 {
			return "nothing: what is declared and what its arguments hold is " + string(c.Decision.AtLeast) + " at least, and other arguments may ask " +
				"for more; nobody reviewed the tool, and undeclared never means auto" + next
		}
		return "nothing: what is declared and what its arguments hold is " + string(c.Decision.AtLeast) + " at least, which does not say that the " +
			"tool does no more; nobody reviewed the tool, and undeclared never means auto" + next
	default:
		return c.Decision.Result.Why()
	}
}

// callReason writes one thing that was found in an argument.
func (t *textWriter) callReason(r operation.Reason) {
	word := string(r.Band)
	if r.Floor != "" {
		word = string(r.Floor)
	}
	where := visible.Text(r.Argument)
	if r.Span.End > r.Span.Start {
		where += fmt.Sprintf(", bytes %d to %d", r.Span.Start, r.Span.End)
	}
	detail := ""
	if r.Detail != "" {
		detail = ": " + visible.Text(r.Detail)
	}
	t.wrapped(6, "    %-10s %s %s%s  %s", word, r.Kind, visible.Text(r.Code), detail, t.dim(where))
}

// Code is a code by which a classifier of operations gives a reason.
type Code struct{ Code, Of, Meaning, See string }

// ExplainCodes says what codes mean.
func ExplainCodes(w io.Writer, codes []Code, o Options) error {
	t := textWriter{palette: palette{o.Color}, width: o.Width}
	for _, c := range codes {
		t.wrapped(2, "%s  in a call, of %s: %s", t.bold(c.Code), c.Of, c.Meaning)
		t.line("  %s", t.dim(c.See))
	}
	_, err := io.WriteString(w, t.b.String())
	return err
}
