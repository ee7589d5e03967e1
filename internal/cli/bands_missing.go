package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/axes"
	"github.com/mooring-mcp/mooring/internal/lockfile"
	"github.com/mooring-mcp/mooring/internal/policy"
	"github.com/mooring-mcp/mooring/internal/report"
	"github.com/mooring-mcp/mooring/surface"
)

// axesGap names the tools of a pinned server whose band nobody reviewed as they are, in
// the order of the listing.
type axesGap struct {
	server  string
	stale   []string // the policy has axes of an earlier form
	without []string // it has none; tools that are judged by each call are not among them
}

// axesGapOf holds a pinned server against the axes of a policy.
func axesGapOf(e lockfile.Entry, p policy.Policy) axesGap {
	out := axesGap{server: e.ID}
	digests := toolDigests(e)
	for i, item := range e.Surface.Listing(surface.Tool).Items {
		_, stale, found := p.AxesOf(e.ID, item.Name, digests[i])
		switch {
		case stale:
			out.stale = append(out.stale, item.Name)
		case !found && !judgedByCall(item.Raw):
			out.without = append(out.without, item.Name)
		}
	}
	return out
}

// judgedByCall reports a tool of which no axes are proposed, as its arguments decide.
func judgedByCall(raw []byte) bool {
	proposal, err := axes.Propose(raw, axes.Options{})
	return err == nil && proposal.Operation != ""
}

// tellAxes says of which tools of a server the axes became stale, or were never given,
// now that it is pinned, and how they are proposed.
func (a acceptance) tellAxes(e lockfile.Entry) error {
	set, _, err := a.policies("")
	if err != nil {
		return err
	}
	gap := axesGapOf(e, set.Policy)
	if len(gap.stale) > 0 {
		a.say("%s", report.Wrap("axes are stale now, and hold for nothing: "+strings.Join(gap.stale, ", "), a.textOptions().Width, 2))
	}
	if len(gap.stale)+len(gap.without) == 0 {
		return nil
	}
	a.say("%s", offerBands(a.lock, e.ID))
	return nil
}

// offerBands says how the axes of servers' tools are proposed, and then added.
func offerBands(lock lockFlags, names ...string) string {
	return "bands of the tools, with --write to add them to " + defaultPolicy + ": " + proposeLine(lock, names...)
}

// lackAxes are the servers of those that are pinned whose tools have no axes that were
// accepted as they are, and are not judged by each call. A policy that cannot be read has
// none.
func (a *app) lackAxes(lock lockfile.Lock, names []string) []string {
	set, _, err := a.policies("")
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		e, pinned := lock.Get(name)
		if !pinned || err != nil {
			return !pinned
		}
		gap := axesGapOf(e, set.Policy)
		return len(gap.stale)+len(gap.without) == 0
	})
}

// seeAxes counts the tools of the locks whose band nobody reviewed as they are.
func (d *doctor) seeAxes(p policy.Policy) {
	tools, stale, without := 0, 0, 0
	var where []string
	for _, f := range d.locks {
		for _, e := range f.lock.Servers {
			gap := axesGapOf(e, p)
			tools, stale, without = tools+len(e.Surface.Listing(surface.Tool).Items), stale+len(gap.stale), without+len(gap.without)
			if len(gap.stale) > 0 {
				where = append(where, e.ID+": "+strings.Join(gap.stale, ", "))
			}
		}
	}
	do := "propose them, and review: " + proposeLine(d.where, "--all") + " --write"
	switch {
	case tools == 0:
	case stale > 0:
		detail := fmt.Sprintf("axes of %s are stale, as the tool changed: %s", plural(stale, "tool"), strings.Join(where, "; "))
		if without > 0 {
			detail += fmt.Sprintf("; %s %s none", plural(without, "more tool"), haveWord(without))
		}
		d.found("policy.axes", report.CheckWarning, "", detail, do)
	case without > 0:
		d.found("policy.axes", report.CheckWarning, "", fmt.Sprintf("%d of %s in the lock have no axes, so that their band is undeclared", without, plural(tools, "tool")), do)
	default:
		d.found("policy.axes", report.CheckOK, "", fmt.Sprintf("no axes are missing of %s in the lock", plural(tools, "tool")), "")
	}
}

func haveWord(n int) string {
	if n == 1 {
		return "has"
	}
	return "have"
}
