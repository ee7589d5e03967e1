// Package schemawalk compares two JSON Schemas side by side and names every
// keyword that changed, with both values and what the change does to the set of
// accepted values.
//
// Both schemas are normalised node by node: references are followed, allOf is
// merged, bounds and types become effective ones, and keywords that cannot matter
// vanish. A prover of containment then says which of the two directions a node can
// have changed in at all, and what the keywords say is cut down to that. So equal
// sets in two spellings give no event.
//
// Draft-04 to draft 2020-12 are read. Nothing is fetched. A keyword whose value has
// the wrong type is no constraint, but a change of it is keyword.unmodelled.
//
// Everything is a pure function of the two values and the options; member order
// and the names of definitions change nothing. Depth and work are bounded.
package schemawalk

import "github.com/mooring-mcp/mooring/internal/jsonv"

// Effect is what a change does to the set of accepted values.
type Effect string

// The effects.
const (
	Widens   Effect = "widens"
	Tightens Effect = "tightens"
	Both     Effect = "both" // widens and tightens, or nobody can tell
	Neutral  Effect = "none" // the set is the same: an annotation
)

// Event is one change.
type Event struct {
	// Rule is the id of the rule behind "tool.input." or "tool.output.":
	// "type.widened".
	Rule string
	// Pointer (RFC 6901) is in the schema after, or in the schema before for what is
	// gone, and never leads through a reference: what a definition holds is named at
	// the place that uses it.
	Pointer string
	Before  *jsonv.Value
	After   *jsonv.Value // nil is absent
	Effect  Effect
	Detail  string // why nobody can tell, and the like; "" for none
}

// Options say what the two schemas are for.
type Options struct {
	// Output is false for a schema that callers write values for, true for one that
	// they read values of.
	Output bool
	// Strict judges a caller that may send whatever the schema accepts. Otherwise a
	// property that appears in or goes from an object that is open by default, and the
	// interoperable range of integers written as bounds, are Neutral.
	Strict bool
	// Dialect is the $schema of a schema without one; "" is draft 2020-12.
	Dialect string
}

// Result is what a walk found.
type Result struct {
	// Events are sorted by pointer, rule and values.
	Events []Event
	// Limit names the cap that was hit, "" for none: "depth", "work" or "events".
	Limit string
	// Modelled is true when every keyword met on both sides is one that the walk knows.
	Modelled bool
}

// Walk compares two schemas of one side. A nil schema is absent and accepts
// everything.
func Walk(before, after *jsonv.Value, o Options) Result {
	w := newWalk(o, len(before.Raw())+len(after.Raw()))
	a, b := newDocument(before, o.Dialect), newDocument(after, o.Dialect)
	if before.Exists() == after.Exists() && jsonv.Equal(before, after, jsonv.Source) {
		w.strangers(a)
		return Result{Modelled: w.modelled, Limit: w.limit}
	}
	e := newEmitter(w)
	e.documents(a, b)
	na, nb := w.node(conj{refs: a.start()}), w.node(conj{refs: b.start()})
	e.pair(cut{na, nb, site{""}, site{""}, either})
	e.leftOut(a, b)
	if !o.Output {
		e.headers(a, b)
	}
	return e.result()
}
