package report

import (
	"fmt"
	"io"

	"github.com/mooring-mcp/mooring/band"
	"github.com/mooring-mcp/mooring/internal/operation"
	"github.com/mooring-mcp/mooring/internal/visible"
)

// Call is a call that is explained: what was found in it, and what is known of its tool.
type Call struct {
	Server, Tool string
	Result       operation.Result
	Decided      band.Result
	Pinned       string // tool digest of the lock; "" where no server was named
	Missing      bool   // the server is pinned and has no such tool
	Declared     band.Band
	NeverAllow   bool
	Plugin       string // that declares
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
	for _, r := range c.Result.Reasons {
		t.callReason(r)
	}
	if a := c.Result.Axes; a != (band.Axes{}) {
		t.line("  %s", t.dim(fmt.Sprintf("axes: %s, %s, %s", a.Reversibility, a.Scope, a.Trust)))
	}
	switch {
	case c.Missing:
		t.wrapped(4, "  %s the server is pinned, and has no tool of this name", t.red("✗"))
	case c.Pinned != "":
		t.line("  %s", t.dim("pinned as "+c.Pinned))
	}
	if c.Declared != band.None {
		t.wrapped(4, "  %s", t.dim(fmt.Sprintf("declared by the plugin %s: %s", visible.Name(c.Plugin), c.Declared)))
	}
	t.wrapped(4, "  %s", t.dim("as if its parameters were trusted and nothing sensitive had been read; untrusted input can only raise the band"))
	_, err := io.WriteString(w, t.b.String())
	return err
}

func (t *textWriter) bandWord(c Call) string {
	switch {
	case c.Result.Floor != "" || c.NeverAllow:
		return t.red("never_allow")
	case c.Decided.AtLeast() && c.Result.Band == band.None:
		return t.yellow("undeclared, at least " + string(c.Decided.Band))
	}
	switch b := c.band(); b {
	case band.Escalate:
		return t.red(string(b))
	case band.SoftAck:
		return t.yellow(string(b))
	case band.Auto:
		return t.green(string(b))
	case band.None:
	}
	return t.yellow("undeclared")
}

// band is the highest of what is decided and of what the operation asks for.
func (c Call) band() band.Band { return band.Max(c.Decided.Band, c.Result.Band) }

// decidedOf says what the word stands on.
func decidedOf(c Call) string {
	switch {
	case c.NeverAllow:
		return "the plugin's declaration, which no approval lifts"
	case c.Result.Floor != "":
		return "the enforcement floor, which no approval lifts"
	case c.Result.Band != band.None && c.Result.Band == c.band():
		return "the operation in its arguments"
	case c.Decided.DecidedBy == band.Undeclared:
		return "nothing: no operation is found in its arguments, and no band is declared; undeclared never means auto"
	}
	return c.Decided.Why()
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
