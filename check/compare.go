package check

import (
	"fmt"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/manifest"
	"github.com/mooring-mcp/mooring/surface"
)

// Lens judges the changes between two surfaces.
type Lens interface {
	// ID is the word that stands in reports, "contract" for instance.
	ID() string
	// Judge returns what the lens sees in one pair; fingerprints are set by the
	// caller. It must not keep or change the pair.
	Judge(pair Pair) Judgement
}

// Judgement is the answer of a lens: findings, and what it could not tell.
type Judgement struct {
	Findings []Finding
	Gaps     []Gap
	Drift    *manifest.Drift // set by [Drift] alone
	Taxonomy *TaxonomyRecord // set by [Taxonomy] alone
	Contract *ContractRecord // set by [Contract] alone
	Params   *ParamsRecord   // set by [Params] alone
}

// Pair is what a lens is given.
type Pair struct {
	Server        string
	Before, After surface.Surface
	Changes       []Change
	Unordered     bool // the items of a side are not in the server's order
}

// Observation is one side of a comparison: a surface, and where it came from.
type Observation struct {
	Label   string
	Surface surface.Surface
	// Vouched says that whoever gave the surface stands for its completeness:
	// "unknown" is then no gap. "partial" always is one.
	Vouched bool
	// Unordered says that the order of the items is not the server's, since whoever
	// keeps the surface sorts it.
	Unordered bool
}

// Lenses returns the lenses of this version with their defaults, in report order.
func Lenses() []Lens { return LensesWith(Drift{}) }

// LensesWith is [Lenses] with a drift lens of the caller's.
func LensesWith(drift Drift) []Lens { return []Lens{drift, Taxonomy{}, Contract{}, Params{}} }

// Options say how to compare.
type Options struct {
	Lenses []Lens // nil for [Lenses]
	// Partial says whether tools that were observed in part are a gap or only a
	// warning (spec manifest-drift, "unless policy allows warning-only").
	Partial manifest.Partial
	// Templates let texts change by themselves.
	Templates []Template
	// Preset says what becomes of findings as long as no other decider is asked.
	Preset Preset
}

func (o Options) lenses() []Lens {
	if o.Lenses == nil {
		return Lenses()
	}
	return o.Lenses
}

// Compare compares two observations of the server id. What one side did not
// observe is not compared and is reported as a gap: an item missing from an
// incomplete listing is not removed.
func Compare(id string, before, after Observation, o Options) (Subject, error) {
	b, err := sideOf(before)
	if err != nil {
		return Subject{}, fmt.Errorf("before: %w", err)
	}
	a, err := sideOf(after)
	if err != nil {
		return Subject{}, fmt.Errorf("after: %w", err)
	}
	s := Subject{Server: id, Before: &b.side, After: &a.side, Findings: []Finding{}, Gaps: []Gap{}}
	s.Changes = diffParts(b, a)
	s.Gaps = append(s.Gaps, gaps(before, after, o.Partial)...)
	pair := Pair{Server: id, Before: before.Surface, After: after.Surface, Changes: s.Changes, Unordered: before.Unordered || after.Unordered}
	for _, lens := range o.lenses() {
		j := lens.Judge(pair)
		s.Add(j.Findings...)
		s.Gaps = append(s.Gaps, j.Gaps...)
		if j.Drift != nil {
			s.Drift = driftRecord(*j.Drift)
		}
		if j.Taxonomy != nil {
			s.Taxonomy = j.Taxonomy
		}
		if j.Contract != nil {
			s.Contract = j.Contract
		}
		if j.Params != nil {
			s.Params = j.Params
		}
	}
	s.applyTemplates(o.Templates)
	s.Decide(o.Preset, "")
	return s, nil
}

// half is one side prepared for the comparison.
type half struct {
	side    Side
	surface surface.Surface
	digest  string // of the whole surface
	whole   bool   // every kind was observed to the end
	parts   map[partKey]part
	order   []partKey
	counts  map[partKey]int // how many parts have one name
}

type partKey struct {
	kind Kind
	name string
	nth  int
}

func sideOf(o Observation) (half, error) {
	digests, err := manifest.Digest(o.Surface, manifest.Options{})
	if err != nil {
		return half{}, err
	}
	worst, _ := o.Surface.Completeness()
	h := half{
		side:    Side{Label: o.Label, SurfaceDigest: digests.Projection.Digest, Completeness: string(worst), ServerInfo: serverInfo(o.Surface.Handshake), ProtocolVersion: o.Surface.Handshake.ProtocolVersion},
		surface: o.Surface,
		digest:  digests.Projection.Digest,
		whole:   worst == surface.Complete,
		parts:   map[partKey]part{},
		counts:  map[partKey]int{},
	}
	if worst != surface.Complete && !o.Vouched {
		h.side.SurfaceDigest = "" // an unread listing digests like an empty one
	}
	if digests.Observed.ManifestDigest != "" {
		h.side.ManifestDigest = &digests.Observed.ManifestDigest
	}
	h.addText(Instructions, o.Surface.Handshake.Instructions)
	h.addText(Capabilities, o.Surface.Handshake.Capabilities)
	h.addItems(digests.Projection.Items)
	return h, nil
}

// addItems takes the items with their digests, which stand in the order of the
// listings.
func (h *half) addItems(digests []manifest.ItemDigest) {
	n := 0
	for _, kind := range surface.Kinds() {
		for _, item := range h.surface.Listing(kind).Items {
			d := digests[n]
			n++
			if item.Canonical == nil && item.Problem == "" {
				item = surface.NewItem(kind, item.Raw) // a surface made by hand
			}
			p := part{kind: Kind(kind), name: item.Name, text: item.Canonical, digest: d.Digest, bytes: d.Bytes}
			if item.Problem != "" {
				p.raw = item.Raw
			}
			h.add(p)
			h.side.Items++
			h.side.Bytes += d.Bytes
			if l := h.side.Largest; l == nil || d.Bytes > l.Bytes {
				h.side.Largest = &SizedItem{Kind(kind), item.Name, d.Bytes}
			}
		}
	}
}

func (h *half) addText(kind Kind, raw []byte) {
	if raw == nil {
		return
	}
	v, err := jsonv.Parse(raw, jsonv.Limits{})
	if err != nil {
		h.add(part{kind: kind, raw: raw, digest: jsonv.Digest(raw), bytes: len(raw)})
		return
	}
	text := jsonv.Canonical(v, jsonv.Source)
	h.add(part{kind: kind, text: text, digest: jsonv.Digest(text), bytes: len(text)})
}

func (h *half) add(p part) {
	first := partKey{kind: p.kind, name: p.name}
	p.nth = h.counts[first]
	h.counts[first]++
	key := partKey{p.kind, p.name, p.nth}
	h.parts[key] = p
	h.order = append(h.order, key)
}

func (h *half) has(key partKey) bool {
	_, found := h.parts[key]
	return found
}

// observed reports whether the side says anything about a kind; handshake parts
// need a handshake.
func (h *half) observed(kind Kind) bool {
	if kind == Instructions || kind == Capabilities {
		return h.surface.Handshake.Result != nil
	}
	return h.surface.Listing(surface.Kind(kind)).Status != surface.NotObserved
}

// complete reports whether what the side does not show of a kind is not there.
func (h *half) complete(kind Kind) bool {
	if kind == Instructions || kind == Capabilities {
		return true
	}
	return h.surface.Listing(surface.Kind(kind)).Completeness != surface.Partial
}

func serverInfo(h surface.Handshake) string {
	if h.ServerInfo == nil {
		return ""
	}
	v, err := jsonv.Parse(h.ServerInfo, jsonv.Limits{})
	if err != nil {
		return ""
	}
	name, _ := v.Get("name").Str()
	version, _ := v.Get("version").Str()
	if version == "" {
		return name
	}
	return name + " " + version
}
