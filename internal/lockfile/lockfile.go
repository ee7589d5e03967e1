// Package lockfile reads and writes mooring.lock.json, the record
// mooring.lock.v1: the surfaces that somebody approved, one entry a server.
//
// The file is made to be reviewed in a pull request. Servers, items and members
// are sorted, every member stands on a line of its own, items are in canonical
// form with hidden characters written as \u escapes, and there is no time, no
// version of this program and no secret in it. Each entry carries its own
// integrity, so that a clean merge of two branches that touched different
// servers is valid, and an entry that was torn or edited by hand is not.
//
// [Pin] makes an entry of a surface, [Encode] and [Decode] write and read the
// file's text; nothing here touches a file.
package lockfile

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/template"
	"github.com/mooring-mcp/mooring/manifest"
	"github.com/mooring-mcp/mooring/surface"
)

// Schema is the id of the record.
const Schema = "mooring.lock.v1"

// Lock is the content of a lock file. The zero Lock pins nothing.
type Lock struct {
	Servers []Entry // sorted by id, each once
}

// Entry is one pinned server.
type Entry struct {
	ID             string
	Surface        surface.Surface       // complete; items in canonical form
	ManifestDigest string                // assay.mcp_manifest_projection.v0
	SurfaceDigest  string                // mooring.surface_projection.v1
	Profiles       []string              // client identities that saw the surface; nil for the one of its context alone
	Templates      []Template            // sorted by kind, name and pointer
	AlarmReason    string                // why the surface was pinned although a first look alarmed; "" when it did not
	Bands          *Bands                // what a plugin declares of its tools; nil for nothing
	Accepted       []Accepted            // findings that may stand against this pin, sorted by fingerprint
	Tools          []manifest.Tool       // in the order of the tool listing
	Items          []manifest.ItemDigest // in the order of the listings
}

// Template is a text of the entry that may change by itself, accepted for a
// reason; see package template.
type Template struct {
	Kind    string            `json:"kind"` // item kind, or "instructions"
	Name    string            `json:"name,omitempty"`
	Pointer string            `json:"pointer"`
	Parts   template.Template `json:"parts"`
	Reason  string            `json:"reason"`
}

// Accepted is a finding that somebody lets stand while the pin stays as it is. The
// fingerprint has server, item, rule and both digests in it, so it covers nothing else
// and ends when either side changes.
type Accepted struct {
	Fingerprint string `json:"fingerprint"` // sha256: and 64 hexadecimal digits
	Who         string `json:"who"`
	Why         string `json:"why"`
}

// Accept returns the entry with findings accepted, those of a fingerprint that is
// accepted already replaced.
func (e Entry) Accept(list ...Accepted) Entry {
	byFingerprint := map[string]Accepted{}
	for _, a := range slices.Concat(e.Accepted, list) {
		byFingerprint[a.Fingerprint] = a
	}
	e.Accepted = slices.SortedFunc(maps.Values(byFingerprint), func(a, b Accepted) int { return strings.Compare(a.Fingerprint, b.Fingerprint) })
	return e
}

// Get returns the entry of a server.
func (l Lock) Get(id string) (Entry, bool) {
	i, found := l.find(id)
	if !found {
		return Entry{}, false
	}
	return l.Servers[i], true
}

// Put returns the lock with an entry added or replaced.
func (l Lock) Put(e Entry) Lock {
	servers := slices.Clone(l.Servers)
	i, found := l.find(e.ID)
	if found {
		servers[i] = e
		return Lock{servers}
	}
	return Lock{slices.Insert(servers, i, e)}
}

// Remove returns the lock without a server.
func (l Lock) Remove(id string) Lock {
	i, found := l.find(id)
	if !found {
		return l
	}
	return Lock{slices.Delete(slices.Clone(l.Servers), i, i+1)}
}

func (l Lock) find(id string) (int, bool) {
	return slices.BinarySearchFunc(l.Servers, id, func(e Entry, id string) int { return jsonv.CompareUTF16(e.ID, id) })
}

// RefusedError says why a surface cannot be pinned: it was not observed
// completely, or its identity is ambiguous.
type RefusedError struct {
	Server, Code, Detail string
}

// Error returns one line.
func (e *RefusedError) Error() string {
	return fmt.Sprintf("server %q: %s: %s", e.Server, e.Code, e.Detail)
}

// Pin makes an entry of a surface. It returns a [*RefusedError] unless every
// listing was observed to its end, tools were listed, and no two items of a
// kind have one name.
func Pin(s surface.Surface) (Entry, error) {
	if worst, at := s.Completeness(); worst != surface.Complete {
		code := string(worst) + "_observation"
		if at.Status == surface.NotObserved {
			code = "not_observed"
		}
		return Entry{}, &RefusedError{s.Server.ID, code, listingDetail(at)}
	}
	if h, ambiguous := s.Ambiguous(); ambiguous {
		return Entry{}, &RefusedError{s.Server.ID, "ambiguous", h.Where + ": " + h.Detail}
	}
	return newEntry(canonicalSurface(s))
}

func listingDetail(l surface.Listing) string {
	text := fmt.Sprintf("%s: %s", l.Kind.Plural(), l.Reason)
	if l.Detail != "" {
		text += ", " + l.Detail
	}
	return text
}

// newEntry computes the digests of a surface whose items are canonical.
func newEntry(s surface.Surface) (Entry, error) {
	digests, err := manifest.Digest(s, manifest.Options{})
	if err != nil {
		return Entry{}, err
	}
	return Entry{
		ID: s.Server.ID, Surface: s,
		ManifestDigest: digests.Observed.ManifestDigest,
		SurfaceDigest:  digests.Projection.Digest,
		Tools:          digests.Observed.Tools,
		Items:          digests.Projection.Items,
	}, nil
}

// canonicalSurface keeps of a surface what a lock holds: context, handshake and
// sorted canonical items, without pages and hazards.
func canonicalSurface(s surface.Surface) surface.Surface {
	out := surface.Surface{Server: s.Server, Context: s.Context, Handshake: canonicalHandshake(s.Handshake)}
	for _, kind := range surface.Kinds() {
		l := surface.Listing{Kind: kind, Status: surface.Observed, Completeness: surface.Complete}
		for _, item := range s.Listing(kind).Items {
			l.Items = append(l.Items, surface.NewItem(kind, canonicalBytes(item.Raw)))
		}
		slices.SortFunc(l.Items, func(a, b surface.Item) int { return jsonv.CompareUTF16(a.Name, b.Name) })
		out.Listings = append(out.Listings, l)
	}
	return out
}

func canonicalHandshake(h surface.Handshake) surface.Handshake {
	h.ServerInfo = canonicalBytes(h.ServerInfo)
	h.Capabilities = canonicalBytes(h.Capabilities)
	h.Instructions = canonicalBytes(h.Instructions)
	h.Result = []byte("{}") // a lock keeps the members above and no other
	return h
}

// canonicalBytes is the canonical form of JSON text; absent stays absent, and
// text that cannot be parsed stays as it is.
func canonicalBytes(text []byte) []byte {
	if text == nil {
		return nil
	}
	v, err := jsonv.Parse(text, jsonv.Unlimited())
	if err != nil {
		return text
	}
	return jsonv.Canonical(v, jsonv.Source)
}
