package shellop

import (
	"slices"

	"github.com/mooring-mcp/mooring/internal/shelltable"
)

// editedOperands holds a change in place against the paths: where an option raises to edit, or the row says so, what
// the operands name is written as well as read.
func (w *walker) editedOperands(p *parsed, st *state, at Span) {
	byOption := p.edits
	if !byOption && p.effect != shelltable.Edit || p.hasTarget() || records(p) {
		return
	}
	for i, v := range p.operands {
		role := p.role(i)
		pl := w.place(st, v)
		// A formatter or linter of the project leaves what files mean, and takes those of the kinds that it knows.
		p.formats = role == shelltable.Name || p.row.Effect == shelltable.Test
		pl.reach = pl.reach && !p.formats
		effect, code := pl.write(false)
		switch {
		case (role == shelltable.Input || role == shelltable.Address) && byOption, role == shelltable.Name:
			w.writes(v, p, st, at, false)
		case role != shelltable.Data, effect == shelltable.Edit:
		case !byOption || len(p.row.Operands) > 1 || !looksOnly(p.row.Effect):
			// Data is a branch, a package or a filter as often as a path: only where it cannot be taken for one.
			if code != "path-unknown" && code != "path-outside" {
				w.path(effect, code, "changes", v, p, at)
			}
		default:
			w.writes(v, p, st, at, false)
		}
	}
}

// hasTarget reports a row that says itself which operand is written.
func (p *parsed) hasTarget() bool {
	return slices.ContainsFunc(p.row.Operands, func(role shelltable.Role) bool {
		return role == shelltable.Output || role == shelltable.Created || role == shelltable.Gone
	})
}

// looksOnly reports rows whose operands are files that are looked at.
func looksOnly(e shelltable.Effect) bool { return e == shelltable.Read || e == shelltable.Test }
