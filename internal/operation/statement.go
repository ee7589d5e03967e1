package operation

import (
	"context"

	"github.com/mooring-mcp/mooring/band"
	"github.com/mooring-mcp/mooring/internal/pathop"
)

// SQL judges statements. Classify is called from several goroutines at once.
type SQL interface {
	// Classify judges a batch in a dialect: postgres, mysql, sqlite, tsql or generic.
	// It answers at the latest when ctx ends.
	Classify(ctx context.Context, text, dialect string) SQLVerdict
}

// SQLVerdict is what is known of a batch.
type SQLVerdict struct {
	// Statement: the text is a batch of the dialect, as far as that was looked at.
	Statement bool
	ReadOnly  bool // every statement is proved to read, and nothing else
	Sensitive bool // a statement names a catalog of credentials
	Grounds   []Ground
}

// Shell judges texts for a shell. Classify is called from several goroutines at once.
type Shell interface {
	// Classify judges a text that is run in the folder dir, absolute with forward slashes;
	// "" is the workspace.
	Classify(text string, at pathop.Place, dir string) ShellVerdict
}

// ShellVerdict is what is known of a text.
type ShellVerdict struct {
	// Band is the band of the text with its floor, [band.Escalate] beside a Floor.
	Band  band.Band
	Floor band.Floor
	Axes  band.Axes // without trust
	// Known: it parses, and every command that it names is one of the tables, whatever
	// becomes of its operands. Prose is not.
	Known bool
	// Reads: no command in it changes or sends anything.
	Reads     bool
	External  bool
	Sensitive bool
	Grounds   []Ground
}

// Ground is one reason of a verdict.
type Ground struct {
	Code   string
	Detail string
	Span   Span
	Band   band.Band
	Floor  band.Floor
}

// sqlPart judges statements: what is not proved to read is irreversible, and what was
// read of a catalog of credentials cannot be given back, as with files of them.
func sqlPart(v SQLVerdict, text string) Part {
	p := Part{Axes: band.Axes{Reversibility: band.Reversible, Scope: band.Local}, Reads: v.ReadOnly, Sensitive: v.Sensitive}
	if !v.ReadOnly {
		p.Axes.Reversibility = band.Irreversible
	}
	if v.Sensitive {
		p.Minimum = band.Escalate
	}
	p.Reasons = reasons(SQLKind, v.Grounds, text, p.Band())
	return p
}

// shellPart judges commands. Their rows are the shell classifier's own.
func shellPart(v ShellVerdict, text string) Part {
	p := Part{
		Axes: v.Axes.Filled(), Minimum: v.Band, Floor: v.Floor,
		Reads: v.Reads, External: v.External, Sensitive: v.Sensitive,
	}
	p.Axes.Trust = ""
	if v.Band.Rank() < 0 {
		p.Minimum = band.Escalate
	}
	p.Reasons = reasons(ShellKind, v.Grounds, text, p.Band())
	return p
}

// reasons are the grounds of a verdict; one that gives none has decided by all of it.
func reasons(kind Kind, grounds []Ground, text string, b band.Band) []Reason {
	if len(grounds) == 0 {
		return []Reason{{Kind: kind, Code: string(b), Detail: "by all of the text", Span: Span{0, len(text)}, Band: b}}
	}
	out := make([]Reason, len(grounds))
	for i, g := range grounds {
		out[i] = Reason{Kind: kind, Code: g.Code, Detail: g.Detail, Span: g.Span, Band: g.Band, Floor: g.Floor}
		if g.Band == band.None {
			out[i].Band = b
		}
	}
	return out
}

// unread is a text that no classifier here can judge.
func unread(kind Kind, text, code, detail string) Part {
	p := Part{Axes: band.Axes{Reversibility: band.Irreversible, Scope: band.External}}
	p.External = true
	p.Reasons = []Reason{{Kind: kind, Code: code, Detail: detail, Span: Span{0, len(text)}, Band: band.Escalate}}
	return p
}
