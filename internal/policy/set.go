package policy

import (
	"fmt"
	"maps"
	"slices"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// Layer is one policy file.
type Layer struct {
	Name   string // managed, user or project
	File   string // as people are shown it
	Policy Policy

	text   []byte
	places places
}

// NewLayer reads the policy of a layer.
func NewLayer(name, file string, text []byte) (Layer, error) {
	p, places, err := parsePolicy(text)
	return Layer{name, file, p, text, places}, err
}

// where names a place of the file.
func (l Layer) where(path string) string {
	if at := l.places.find(path); at != nil {
		return fmt.Sprintf("%s:%d", l.File, at.Line)
	}
	return l.File
}

// Set is the policies that hold together: managed, user and project, the one that
// binds the others first. A lower one may only tighten what a higher one says; what
// it says milder has no effect and is a warning. What no higher one speaks of, it is
// free to say.
type Set struct {
	Policy Policy  // what holds, apart from what weighs findings
	Layers []Layer // the highest first

	// bound says that a higher layer names a preset, which binds the defaults, too;
	// weighs that one names levels or a preset.
	bound, weighs bool
	warnings      []check.Warning
}

// NewSet puts layers together, the highest first. It returns an error when two of
// them contradict each other in what cannot be tightened.
func NewSet(layers ...Layer) (Set, error) {
	s := Set{Layers: layers}
	if len(layers) == 0 {
		return s, nil
	}
	s.Policy = layers[0].Policy
	for n, l := range layers[1:] {
		s.bound = s.bound || len(layers[n].Policy.Preset) > 0
		s.weighs = s.weighs || s.bound || len(layers[n].Policy.Levels) > 0
		if err := s.add(l); err != nil {
			return s, fmt.Errorf("policy %q: %w", l.File, err)
		}
	}
	return s, nil
}

// milder notes that a layer says something that a higher one forbids.
func (s *Set) milder(l Layer, path, format string, args ...any) {
	s.warn("policy.loosening_refused", l.where(path), format, args...)
}

func (s *Set) warn(code, where, format string, args ...any) {
	w := check.Warning{Code: code, Detail: fmt.Sprintf(format, args...), Where: where}
	if !slices.Contains(s.warnings, w) {
		s.warnings = append(s.warnings, w)
	}
}

// add joins a lower layer.
func (s *Set) add(l Layer) error {
	p, q := &s.Policy, l.Policy
	if p.RequireReasons && !q.RequireReasons {
		q.RequireReasons = true
		for _, validate := range []func([]byte) error{q.validateOverrides, q.validateIgnores} {
			if err := validate(l.text); err != nil {
				return err
			}
		}
	}
	p.RequireReasons = q.RequireReasons
	if err := s.addDeclared(l); err != nil {
		return err
	}
	s.addServers(l)
	switch {
	case p.PartialObservation == "" && !s.bound:
		p.PartialObservation = q.PartialObservation
	case (p.PartialObservation == "inconclusive" || s.bound && p.PartialObservation == "") && q.PartialObservation == "warn":
		s.milder(l, "$.partial_observation", "partial_observation: warn is milder than inconclusive")
	case q.PartialObservation != "":
		p.PartialObservation = q.PartialObservation
	}
	switch {
	case p.ReviewProfile == "" && len(p.ReviewProfiles) == 0 && !s.weighs:
		p.ReviewProfile, p.ReviewProfiles = q.ReviewProfile, q.ReviewProfiles
	case q.ReviewProfile != "" || len(q.ReviewProfiles) > 0:
		s.milder(l, "$.review_profile", "a higher policy sets review profiles, or says what becomes of the severities that they give")
	}
	p.MaxSurfaceBytes = smaller(p.MaxSurfaceBytes, q.MaxSurfaceBytes)
	if s.weighs && p.FailOn == "" {
		p.FailOn = check.Review
	}
	if p.FailOn == "" || q.FailOn != "" && p.FailOn.AtLeast(q.FailOn) {
		p.FailOn = q.FailOn
	} else if q.FailOn != "" {
		s.milder(l, "$.fail_on", "fail_on: %s is milder than %s", q.FailOn, p.FailOn)
	}
	switch {
	case len(p.Configurations) == 0:
		p.Configurations = q.Configurations
	case len(q.Configurations) > 0:
		s.milder(l, "$.configurations", "configurations are set by a higher policy")
	}
	s.addAutoAccept(l)
	s.addAxes(l)
	s.addOperations(l)
	p.Examples = append(slices.Clone(p.Examples), q.Examples...)
	return s.addVersions(l)
}

func (s *Set) addDeclared(l Layer) error {
	for _, id := range slices.Sorted(maps.Keys(l.Policy.DeclaredManifests)) {
		d := l.Policy.DeclaredManifests[id]
		if higher, both := s.Policy.DeclaredManifests[id]; both && higher != d {
			return at(l.text, "$.declared_mcp_manifests."+quotePath(id), "a higher policy declares another manifest of server %q", id)
		}
		s.Policy.DeclaredManifests = with(s.Policy.DeclaredManifests, id, d)
	}
	return nil
}

func (s *Set) addServers(l Layer) {
	for _, id := range slices.Sorted(maps.Keys(l.Policy.Servers)) {
		low, high := l.Policy.Servers[id], s.Policy.Servers[id]
		switch {
		case high.Required == nil && s.bound && low.Required != nil && !*low.Required:
			s.milder(l, "$.servers."+quotePath(id)+".required", "server %q is required, as every server is under the preset of a higher policy", id)
		case high.Required == nil:
			high.Required = low.Required
		case *high.Required && low.Required != nil && !*low.Required:
			s.milder(l, "$.servers."+quotePath(id)+".required", "server %q is required by a higher policy", id)
		case low.Required != nil:
			high.Required = low.Required
		}
		high.Retries = max(high.Retries, low.Retries)
		high.MaxSurfaceBytes = smaller(high.MaxSurfaceBytes, low.MaxSurfaceBytes)
		s.Policy.Servers = with(s.Policy.Servers, id, high)
	}
}

func (s *Set) addAutoAccept(l Layer) {
	low, high := l.Policy.AutoAccept, s.Policy.AutoAccept
	if low == nil || high == nil {
		if high == nil {
			s.Policy.AutoAccept = low
		}
		return
	}
	var both []string
	for _, id := range *low {
		if slices.Contains(*high, id) {
			both = append(both, id)
		} else {
			s.milder(l, "$.auto_accept", "%s is not accepted by a higher policy", id)
		}
	}
	s.Policy.AutoAccept = &both
}

func (s *Set) addVersions(l Layer) error {
	for _, lens := range slices.Sorted(maps.Keys(l.Policy.RulesVersion)) {
		v := l.Policy.RulesVersion[lens]
		if higher, both := s.Policy.RulesVersion[lens]; both && higher != v {
			return at(l.text, "$.rules_version."+quotePath(lens), "a higher policy pins %s to %q", lens, higher)
		}
		s.Policy.RulesVersion = with(s.Policy.RulesVersion, lens, v)
	}
	return nil
}

// with is a map with one entry more; the maps of the layers stay as they are.
func with[V any](m map[string]V, key string, value V) map[string]V {
	out := make(map[string]V, len(m)+1)
	maps.Copy(out, m)
	out[key] = value
	return out
}

// smaller is the smaller of two limits, of which either may be missing.
func smaller(a, b *Bytes) *Bytes {
	if a == nil || b != nil && *b < *a {
		return b
	}
	return a
}

// layers name the files for a report.
func (s Set) layers() []check.Layer {
	out := []check.Layer{}
	for _, l := range s.Layers {
		out = append(out, check.Layer{Name: l.Name, Digest: jsonv.Digest(l.text)})
	}
	return out
}
