package check

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/mooring-mcp/mooring/surface"
)

// diffParts lists the parts that differ, sorted by kind, name and repetition.
// Kinds that a side did not observe are left out; so are removals from a side
// that was not seen completely.
func diffParts(before, after half) []Change {
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
func gaps(before, after Observation) []Gap {
	var out []Gap
	for _, kind := range surface.Kinds() {
		b, a := before.Surface.Listing(kind), after.Surface.Listing(kind)
		if b.Status == surface.NotObserved && a.Status == surface.NotObserved && fromFile(before) && fromFile(after) {
			continue
		}
		out = append(out, listingGap("before", before, b)...)
		out = append(out, listingGap("after", after, a)...)
	}
	if (before.Surface.Handshake.Result == nil) != (after.Surface.Handshake.Result == nil) {
		out = append(out, Gap{Code: "handshake_not_compared", Detail: "instructions and capabilities are known on one side only", Warning: true})
	}
	return out
}

// fromFile reports a side that is a file: what it does not hold was not asked for.
func fromFile(o Observation) bool { return o.Surface.Context.Era == "" }

func listingGap(side string, o Observation, l surface.Listing) []Gap {
	switch {
	case l.Completeness == surface.Complete:
		return nil
	case l.Status == surface.NotObserved && l.Reason == surface.NotListed:
		return []Gap{{Code: "not_compared", Detail: fmt.Sprintf("%s of %s were not observed and are not compared", l.Kind.Plural(), side), Warning: true}}
	case l.Status == surface.NotObserved:
		return []Gap{{Code: "not_observed", Detail: gapText(l, side, "were not observed")}}
	case l.Completeness == surface.Unknown:
		return []Gap{{Code: "unknown_completeness", Detail: gapText(l, side, "may not be all there are"), Warning: o.Vouched}}
	}
	return []Gap{{Code: "partial_observation", Detail: gapText(l, side, "were observed in part; what is missing is not counted as removed")}}
}

func gapText(l surface.Listing, side, what string) string {
	text := fmt.Sprintf("%s of %s %s: %s", l.Kind.Plural(), side, what, l.Reason)
	if l.Detail != "" {
		text += " (" + l.Detail + ")"
	}
	return text
}
