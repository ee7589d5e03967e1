package manifest

import (
	"fmt"

	"github.com/mooring-mcp/mooring/surface"
)

// Observed is the record assay.mcp_manifest_observed.v0. [Observe] makes it,
// [Observed.Encode] writes it, [ParseObserved] reads it. The remarks hold of what
// Observe makes; another producer's record is read as it stands.
type Observed struct {
	Status   Status
	ServerID string // from our configuration, never what the server calls itself

	ManifestDigest   string // "" unless Status is StatusObserved; null in the record
	Canonicalization string // ProjectionV0

	ToolCount           int // listed tools, unreadable ones included
	PrivilegedToolCount int // listed tools that the table classifies

	ToolsListObserved bool
	ToolsListComplete surface.Completeness

	Tools []Tool // readable tools in the order in which they were listed
}

// Status is what a record says of the observation as a whole.
type Status string

// The statuses of spec manifest-drift, "status".
const (
	StatusObserved    Status = "observed"     // a list was observed, and every tool in it has one identity
	StatusNotObserved Status = "not_observed" // no list was observed; the other members say nothing
	StatusAmbiguous   Status = "ambiguous"    // two tools have one name, or a tool cannot be read
)

// NonClaims returns the four sentences that stand in every record.
func NonClaims() []string {
	return []string{
		"does not judge whether a manifest change is malicious",
		"does not infer tools outside the observed tools/list",
		"does not detect behavior drift under identical metadata",
		"privileged is classifier-derived, not the server's own annotations",
	}
}

// Options say what goes into a record. The zero value is the smallest one.
type Options struct {
	FieldDigests bool       // add field_digests to each tool; changes no other byte
	Privileges   Privileges // zero for the default table
}

// Observe makes the record of a surface's tools.
//
// A listing that was not observed, that failed before anything was read, or
// that the server does not offer is StatusNotObserved: the record has no word
// for "offers no tools", and nothing was listed. A list that was read and is
// empty is StatusObserved.
//
// No listed item drops out (reading J03). An item that is no object is projected
// as the public producer does it, with the name "" and four null fields. An item
// that strict parsing refuses (repeated members, invalid UTF-8 and the like) has
// no projection that two readers would agree on: it is counted, the record is
// StatusAmbiguous without a manifest digest, and Tools holds the others. Either
// way the list counts as partial. A tool name that repeats is StatusAmbiguous,
// too; two nameless tools are a repeat.
//
// It fails only for a surface whose tool listing has a completeness that is
// none of the three words.
func Observe(s surface.Surface, o Options) (Observed, error) {
	digests, err := digestSurface(s, o, wanted{observed: true})
	return digests.Observed, err
}

// tally collects the record of a tool listing.
type tally struct {
	record     Observed
	names      map[string]struct{}
	ambiguous  bool
	privileges Privileges
}

func newTally(s surface.Surface, o Options) (*tally, error) {
	l := s.Listing(surface.Tool)
	t := &tally{
		privileges: o.Privileges,
		names:      make(map[string]struct{}, len(l.Items)),
		record: Observed{
			Status:            StatusNotObserved,
			ServerID:          s.Server.ID,
			Canonicalization:  ProjectionV0,
			ToolsListComplete: surface.Unknown,
		},
	}
	switch l.Completeness {
	case surface.Complete, surface.Partial, surface.Unknown:
	default:
		return nil, fmt.Errorf("listing of tools has completeness %q, want %q, %q or %q",
			l.Completeness, surface.Complete, surface.Partial, surface.Unknown)
	}
	if l.Status != surface.Observed || nothingRead(l) {
		return t, nil
	}
	t.record.Status = StatusObserved
	t.record.ToolsListObserved = true
	t.record.ToolsListComplete = l.Completeness
	t.record.Tools = make([]Tool, 0, len(l.Items))
	return t, nil
}

// nothingRead tells a listing that failed before its first page was accepted
// from an empty one.
func nothingRead(l surface.Listing) bool {
	return l.Completeness == surface.Partial && len(l.Pages) == 0 && len(l.Items) == 0
}

// add takes a tool of the listing.
func (t *tally) add(tool Tool) {
	r := &t.record
	tool.Privilege = t.privileges.Of(tool.Name)
	r.ToolCount++
	if tool.Privileged {
		r.PrivilegedToolCount++
	}
	if _, repeated := t.names[tool.Name]; repeated {
		t.ambiguous = true
	}
	t.names[tool.Name] = struct{}{}
	r.Tools = append(r.Tools, tool)
}

// addUnreadable takes an item that has no projection.
func (t *tally) addUnreadable() {
	t.record.ToolCount++
	t.ambiguous = true
	t.partial()
}

func (t *tally) partial() { t.record.ToolsListComplete = surface.Partial }

// finish gives the record its manifest digest.
func (t *tally) finish() Observed {
	r := t.record
	switch {
	case r.Status != StatusObserved:
	case t.ambiguous:
		r.Status = StatusAmbiguous
	default:
		r.ManifestDigest = ManifestDigest(r.Entries())
	}
	return r
}

// Entries returns name and digest of each tool, for [ManifestDigest].
func (o Observed) Entries() []Entry { return entriesOf(o.Tools) }
