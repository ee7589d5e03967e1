package classifiers

import (
	"slices"

	"github.com/mooring-mcp/mooring/band"
	"github.com/mooring-mcp/mooring/internal/operation"
	"github.com/mooring-mcp/mooring/internal/pathop"
	"github.com/mooring-mcp/mooring/internal/shellop"
	"github.com/mooring-mcp/mooring/internal/shelltable"
)

// Shell judges texts for a shell with package shellop.
type Shell struct {
	// SQL says whether statements that a command runs are proved to only read; nil never.
	SQL func(dialect, statements string) bool
}

// notCommands are the codes of texts that do not parse, or name a command that has no
// row.
var notCommands = []string{"unknown-command", "unparsed", "invisible-character"}

// Classify implements [operation.Shell].
func (s Shell) Classify(text string, at pathop.Place, dir string) operation.ShellVerdict {
	v := shellop.Classify(text, shellop.Options{Workspace: at.Workspace, Home: at.Home, Dir: dir, SQL: s.SQL})
	b, floor := bandOf(v.Band)
	out := operation.ShellVerdict{
		Band: b, Floor: floor, Known: len(v.Commands) > 0, Reads: v.Band == shellop.Auto,
		Axes: band.Axes{Reversibility: band.Reversibility(v.Axes.Reversibility), Scope: band.Scope(v.Axes.Scope)},
	}
	out.External = out.Axes.Scope == band.External
	for _, r := range v.Reasons {
		rb, rf := bandOf(r.Band)
		out.Known = out.Known && !slices.Contains(notCommands, r.Code)
		out.Sensitive = out.Sensitive || r.Effect == shelltable.Secret || r.Effect == shelltable.Exfil || r.Effect == shelltable.Metadata
		out.Grounds = append(out.Grounds, operation.Ground{Code: r.Code, Detail: r.Detail, Span: operation.Span(r.Span), Band: rb, Floor: rf})
	}
	return out
}

// bandOf takes the fourth word of package shellop apart.
func bandOf(b shellop.Band) (band.Band, band.Floor) {
	if b == shellop.Deny {
		return band.Escalate, band.NeverAllow
	}
	return band.Band(b), ""
}
