package cli

import (
	"fmt"
	"strings"

	"github.com/mooring-mcp/mooring/band"
	"github.com/mooring-mcp/mooring/internal/policy"
)

// former is what was reviewed of an earlier form of a tool. The zero value is nothing.
type former struct {
	entry    policy.ToolAxes // in the policy that is written
	reviewed band.Axes       // the worst value of each axis, in any policy
}

// above are the values that were reviewed and are higher than those of now, each with
// the latter: "irreversible → reversible".
func (f former) above(now band.Axes) []string {
	var out []string
	for _, axis := range f.higher(now) {
		out = append(out, fmt.Sprintf("%s → %s", axis[0], axis[1]))
	}
	return out
}

// higher are the axes on which the reviewed value is the higher one: it, and that of now.
func (f former) higher(now band.Axes) [][2]string {
	var out [][2]string
	if was := f.reviewed; was.Reversibility.Rank() > now.Reversibility.Rank() {
		out = append(out, [2]string{string(was.Reversibility), string(now.Reversibility)})
	}
	if was := f.reviewed; was.Scope.Rank() > now.Scope.Rank() {
		out = append(out, [2]string{string(was.Scope), string(now.Scope)})
	}
	if was := f.reviewed; was.Trust.Rank() > now.Trust.Rank() {
		out = append(out, [2]string{string(was.Trust), string(now.Trust)})
	}
	return out
}

// The parts of a reason that Mooring writes, of which each begins with a word and a colon.
const (
	reasonProposed = "proposed: "
	reasonKept     = "kept: "
	reasonJoin     = "; "
)

// entryFor writes what is proposed of a tool as an entry, on no axis below what was
// reviewed. kept says what that kept, "" for nothing. What somebody wrote as the reason of
// the former entry stays in front.
func (f former) entryFor(t toolFound) (entry policy.ProposedAxes, kept string) {
	worse := t.Axes.Worse(f.reviewed)
	entry = policy.ProposedAxes{Tool: t.name, ToolAxes: policy.ToolAxes{
		Digest: t.digest, Reversibility: worse.Reversibility, Scope: worse.Scope, Trust: worse.Trust,
	}}
	var values, decided, reason []string
	for _, axis := range f.higher(t.Axes) {
		values = append(values, axis[0])
	}
	if len(values) > 0 {
		verb := "was"
		if len(values) > 1 {
			verb = "were"
		}
		kept = fmt.Sprintf("%s%s %s reviewed for an earlier form of this tool", reasonKept, strings.Join(values, ", "), verb)
	}
	for _, r := range t.Reasons {
		if r.Axis != band.AxisTrust {
			decided = append(decided, r.Text)
		}
	}
	if own := ownReason(f.entry.Reason); own != "" {
		reason = append(reason, own)
	}
	if kept != "" {
		reason = append(reason, kept)
	}
	reason = append(reason, reasonProposed+strings.Join(decided, reasonJoin))
	entry.Reason = strings.Join(reason, reasonJoin)
	return entry, kept
}

// ownReason is the part of an entry's reason that somebody wrote, before what Mooring
// adds to it.
func ownReason(reason string) string {
	for _, ours := range []string{reasonProposed, reasonKept} {
		if strings.HasPrefix(reason, ours) {
			return ""
		}
		reason, _, _ = strings.Cut(reason, reasonJoin+ours)
	}
	return reason
}
