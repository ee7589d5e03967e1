package taxonomy

import (
	"github.com/mooring-mcp/mooring/internal/jsondiff"
	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// ChangeKind is what happened to a node (spec §2.2).
type ChangeKind string

// The kinds of a [Change].
const (
	Added    ChangeKind = "Added"
	Removed  ChangeKind = "Removed"
	Modified ChangeKind = "Modified"
)

// Change is one topmost node that differs.
type Change struct {
	Path string     `json:"path"` // RFC 6901; "" is the tool
	Kind ChangeKind `json:"kind"`
}

// Diff is the structural diff of spec §2.2: the topmost nodes that were added,
// removed or modified, arrays index by index, a change of type as one
// modification (reading T27), numbers as doubles (reading T20). It is depth first
// with members by UTF-16 code units, and empty, never nil, for equal values. Texts
// and errors are those of [Classifier.Classify].
func Diff(before, after []byte) ([]Change, error) {
	b, a, err := parsePair(before, after)
	if err != nil {
		return nil, err
	}
	return diffOf(newPair(b, a).changes), nil
}

func diffOf(changes []jsondiff.Change) []Change {
	kinds := map[jsondiff.Kind]ChangeKind{
		jsondiff.Added: Added, jsondiff.Removed: Removed, jsondiff.Modified: Modified,
	}
	out := make([]Change, 0, len(changes))
	for _, c := range changes {
		out = append(out, Change{Path: c.Pointer, Kind: kinds[c.Kind]})
	}
	return out
}

// pair is a tool before and after, either of which may be nil, with what changed.
type pair struct {
	before, after *jsonv.Value
	changes       []jsondiff.Change
}

func newPair(before, after *jsonv.Value) pair {
	return pair{before, after, jsondiff.Diff(before, after, jsonv.Doubles)}
}
