package surface

import (
	"cmp"
	"slices"
)

// Hazard is something odd about an observation that did not prevent it.
type Hazard struct {
	Code   HazardCode
	Where  string // item as kind and name, pointer, method or stream; "" for the whole
	Detail string // one line for people
	Count  int    // how often; at least 1
}

// HazardCode names a kind of hazard.
type HazardCode string

// The hazard codes.
const (
	JunkLines            HazardCode = "junk_lines"            // lines on the wire that are no messages
	DuplicateName        HazardCode = "duplicate_name"        // two items of one kind have one name
	NamelessItem         HazardCode = "nameless_item"         // an item without a string for a name
	UnreadableItem       HazardCode = "unreadable_item"       // an item that is no strict JSON object
	InexactNumber        HazardCode = "inexact_number"        // a number that a double would change
	NullCursor           HazardCode = "null_cursor"           // nextCursor is null instead of absent
	UndeclaredCapability HazardCode = "undeclared_capability" // items of a kind that the server does not declare
	UnmatchedResponse    HazardCode = "unmatched_response"    // answers to no open request
	RefusedRequest       HazardCode = "refused_request"       // requests of the server that were refused
	AnsweredRequest      HazardCode = "answered_request"      // requests of the server that a declared capability allows, answered with nothing
	SessionChanged       HazardCode = "session_changed"       // HTTP responses that name another session than the one begun
	UnknownVersion       HazardCode = "unknown_version"       // a protocol revision that was not asked for and is not known
	BatchFrame           HazardCode = "batch_frame"           // JSON-RPC batches, which were not read
	ByteOrderMark        HazardCode = "byte_order_mark"       // a BOM on the wire
	DuplicateEnvelope    HazardCode = "duplicate_envelope"    // a message with a repeated top-level member
)

// sortHazards orders hazards and adds up the counts of equal ones.
func sortHazards(hazards []Hazard) []Hazard {
	slices.SortStableFunc(hazards, func(a, b Hazard) int {
		return cmp.Or(cmp.Compare(a.Code, b.Code), cmp.Compare(a.Where, b.Where))
	})
	out := hazards[:0]
	for _, h := range hazards {
		h.Count = max(h.Count, 1)
		if n := len(out); n > 0 && out[n-1].Code == h.Code && out[n-1].Where == h.Where {
			out[n-1].Count += h.Count
			continue
		}
		out = append(out, h)
	}
	return slices.Clip(out)
}

// AddHazards adds hazards to the surface and keeps them sorted.
func (s *Surface) AddHazards(hazards ...Hazard) {
	s.Hazards = sortHazards(append(slices.Clone(s.Hazards), hazards...))
}
