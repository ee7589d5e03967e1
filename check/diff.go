package check

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/mooring-mcp/mooring/manifest"
	"github.com/mooring-mcp/mooring/surface"
)

// diffParts lists the parts that differ, sorted by kind, name and repetition.
// Kinds that a side did not observe are left out; so are removals from a side
// that was not seen completely.
func diffParts(before, after half) []Change {
	if before.digest == after.digest && before.whole && after.whole {
		return []Change{} // also when items of one name stand in another order
	}
	keys := slices.Clone(before.order)
	for _, key := range after.order {
		if !before.has(key) {
			keys = append(keys, key)
		}
	}
	slices.SortFunc(keys, func(a, b partKey) int {
		return cmp.Or(cmp.Compare(kindRank(a.kind), kindRank(b.kind)), cmp.Compare(a.name, b.name), cmp.Compare(a.nth, b.nth))
	})
	out := []Change{}
	for _, key := range keys {
		if !before.observed(key.kind) || !after.observed(key.kind) {
			continue
		}
		b, a := before.parts[key], after.parts[key]
		if a.absent() && !after.complete(key.kind) {
			continue
		}
		if c, differs := changeOf(b, a); differs {
			out = append(out, c)
		}
	}
	return out
}

// gaps says what was not observed, or not completely, on either side.
func gaps(before, after Observation, partial manifest.Partial) []Gap {
	var out []Gap
	for _, kind := range surface.Kinds() {
		b, a := before.Surface.Listing(kind), after.Surface.Listing(kind)
		if b.Status == surface.NotObserved && a.Status == surface.NotObserved && fromFile(before) && fromFile(after) {
			continue
		}
		out = append(out, listingGap("before", before, b)...)
		for _, g := range listingGap("after", after, a) {
			if kind == surface.Tool {
				g = toolGap(g, partial)
			}
			out = append(out, g)
		}
	}
	if b, a := before.Surface.Handshake.ProtocolVersion, after.Surface.Handshake.ProtocolVersion; b != "" && a != "" && b != a {
		out = append(out, Gap{Code: "protocol_version_changed", Detail: fmt.Sprintf("the server answered in protocol %q before and in %q now", b, a), Warning: true})
	}
	if (before.Surface.Handshake.Result == nil) != (after.Surface.Handshake.Result == nil) {
		out = append(out, Gap{Code: "handshake_not_compared", Detail: "instructions and capabilities are known on one side only", Warning: true})
	}
	return out
}

// toolGap spells a gap of the observed tools as spec manifest-drift does.
func toolGap(g Gap, partial manifest.Partial) Gap {
	switch g.Code {
	case gapPartial:
		g.Code = manifest.CodePartialObservation
		g.Warning = partial == manifest.PartialWarn
	case gapNotObserved:
		g.Code = manifest.CodeNotObserved
	case GapUnknown:
		g.Code = manifest.WarningCoverageUnknown
	}
	return g
}

// GapUnknown is the code of a listing of which nothing tells whether it is all.
const GapUnknown = "unknown_completeness"

// The codes of gaps of a listing.
const (
	gapNotCompared = "not_compared"
	gapNotObserved = "not_observed"
	gapPartial     = "partial_observation"
)

// fromFile reports a side that is a file: what it does not hold was not asked for.
func fromFile(o Observation) bool { return o.Surface.Context.Era == "" }

func listingGap(side string, o Observation, l surface.Listing) []Gap {
	switch {
	case l.Completeness == surface.Complete:
		return nil
	case l.Status == surface.NotObserved && l.Reason == surface.NotListed:
		return []Gap{{Code: gapNotCompared, Detail: fmt.Sprintf("%s of %s were not observed and are not compared", l.Kind.Plural(), side), Warning: true}}
	case l.Status == surface.NotObserved:
		return []Gap{{Code: gapNotObserved, Detail: gapText(l, side, "were not observed")}}
	case l.Completeness == surface.Unknown:
		return []Gap{{Code: GapUnknown, Detail: gapText(l, side, "may not be all there are"), Warning: o.Vouched}}
	}
	what := "were observed in part; what is missing is not counted as removed"
	if side == "before" {
		what = "were observed in part; what is added may have been there"
	}
	return []Gap{{Code: gapPartial, Detail: gapText(l, side, what)}}
}

func gapText(l surface.Listing, side, what string) string {
	text := fmt.Sprintf("%s of %s %s: %s", l.Kind.Plural(), side, what, l.Reason)
	if l.Detail != "" {
		text += " (" + l.Detail + ")"
	}
	return text
}
