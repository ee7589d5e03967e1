package manifest

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/surface"
)

// Projection is a surface by mooring.surface_projection.v1.
type Projection struct {
	Digest string       // of the whole surface
	Items  []ItemDigest // one an item, in the order of [surface.Kinds] and of the listings
}

// ItemDigest is one tool, prompt, resource or template by mooring.surface_item.v1.
type ItemDigest struct {
	Kind   surface.Kind
	Name   string // value of the kind's key; "" when missing, no string or unreadable
	Digest string
	Bytes  int // length of the canonical item; of the raw one when it is unreadable
}

// SurfaceDigest digests everything that a surface shows an agent. Three
// preimages in RFC 8785 form, except that a number which a double would change
// keeps its source text (reading J02):
//
//	{"item":…,"kind":"tool","projection":"mooring.surface_item.v1"}
//	{"kind":"tool","projection":"mooring.surface_item.v1","raw_sha256":"sha256:…"}
//	{"capabilities":…,"instructions":…,"items":[{"digest":…,"kind":…,"name":…}],"projection":"mooring.surface_projection.v1"}
//
// The second stands for an item that is no strict JSON object. In the third the
// first two members are absent when the server did not send them, which is not
// null, and items are sorted by kind, then name in code point order, then
// digest. The order of listing, pages, serverInfo and the protocol version are
// outside.
//
// The digest does not say how much of the surface was seen: a listing that was
// never read digests as an empty one does. Look at
// [surface.Surface.Completeness] before it.
//
// It fails only for a surface that was made by hand: when its capabilities or
// instructions are not strict JSON, and where [Observe] fails.
func SurfaceDigest(s surface.Surface) (Projection, error) {
	digests, err := digestSurface(s, Options{}, wanted{projection: true})
	return digests.Projection, err
}

// Digests is all that one reading of a surface tells.
type Digests struct {
	Observed   Observed
	Projection Projection
}

// Digest is [Observe] and [SurfaceDigest] with each item read once. O(n log n)
// in items, O(n) in bytes.
func Digest(s surface.Surface, o Options) (Digests, error) {
	return digestSurface(s, o, wanted{observed: true, projection: true})
}

// wanted says which digests to compute.
type wanted struct{ observed, projection bool }

func digestSurface(s surface.Surface, o Options, want wanted) (Digests, error) {
	t, err := newTally(s, o)
	if err != nil {
		return Digests{}, err
	}
	var out Digests
	var d digester
	for _, kind := range surface.Kinds() {
		counts := want.observed && kind == surface.Tool && t.record.Status == StatusObserved
		if !counts && !want.projection {
			continue
		}
		for _, it := range s.Listing(kind).Items {
			read, err := d.read(kind, it)
			if counts {
				d.tally(t, read, err, o.FieldDigests)
			}
			if want.projection {
				out.Projection.Items = append(out.Projection.Items, d.project(kind, it.Raw, read))
			}
		}
	}
	out.Observed = t.finish()
	if want.projection {
		out.Projection.Digest, err = surfaceDigest(s.Handshake, out.Projection.Items)
	}
	return out, err
}

// tally adds one item, or the error of reading it, to the record.
func (d *digester) tally(t *tally, it item, err error, withFields bool) {
	if err != nil {
		t.addUnreadable()
		return
	}
	if it.kind != jsonv.Object {
		t.partial()
	}
	t.add(d.tool(it, withFields))
}

// project digests one item; one that could not be read is no object.
func (d *digester) project(kind surface.Kind, raw []byte, it item) ItemDigest {
	if it.kind != jsonv.Object {
		return ItemDigest{Kind: kind, Digest: d.rawItem(kind, raw), Bytes: len(raw)}
	}
	return ItemDigest{Kind: kind, Name: it.name, Digest: d.surfaceItem(kind, it), Bytes: len(it.canonical)}
}

// surfaceDigest digests the surface over the sorted items.
func surfaceDigest(h surface.Handshake, listed []ItemDigest) (string, error) {
	items := slices.Clone(listed)
	slices.SortFunc(items, func(a, b ItemDigest) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Digest, b.Digest))
	})
	buf := []byte{'{'}
	for _, member := range []struct {
		name string
		raw  []byte
	}{{"capabilities", h.Capabilities}, {"instructions", h.Instructions}} {
		if member.raw == nil {
			continue
		}
		v, err := jsonv.Parse(member.raw, jsonv.Limits{})
		if err != nil {
			return "", fmt.Errorf("parse %s of the server: %w", member.name, err)
		}
		buf = append(append(buf, '"'), member.name...)
		buf = jsonv.AppendCanonical(append(buf, `":`...), v, jsonv.Source)
		buf = append(buf, ',')
	}
	buf = append(buf, `"items":[`...)
	for i, it := range items {
		if i > 0 {
			buf = append(buf, ',')
		}
		buf = append(buf, `{"digest":"`...)
		buf = append(buf, it.Digest...)
		buf = append(buf, `","kind":"`+string(it.Kind)+`","name":`...)
		buf = append(jsonv.AppendQuoted(buf, it.Name), '}')
	}
	buf = append(buf, `],"projection":"`+SurfaceProjectionV1+`"}`...)
	return jsonv.Digest(buf), nil
}
