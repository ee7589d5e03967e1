package policy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/check"
)

// Setting is one value that holds, and where it comes from.
type Setting struct {
	Key    string `json:"key"`    // as a file would say it: "levels.check.taxonomy.HIGH"
	Value  string `json:"value"`  // as YAML
	Origin string `json:"origin"` // "default", "preset consumer", or file and line
}

// Effective lists every value that holds, in the order of the documentation, with the
// levels of a command for every lens and severity.
func (s Set) Effective() []Setting {
	var out []Setting
	for _, command := range commands {
		w := s.Weigher(command, "")
		origin := "default"
		for _, l := range s.Layers {
			if p, is := l.Policy.Preset.of(command); is && p == w.preset {
				origin = l.where("$.preset")
				break
			}
		}
		out = append(out, Setting{"preset." + command, w.preset.String(), origin})
	}
	out = append(out, s.scalars()...)
	for _, command := range commands {
		out = append(out, s.levelsOf(command)...)
	}
	for n, l := range s.Layers {
		for _, id := range sortedKeys(l.Policy.SeverityOverrides) {
			o := l.Policy.SeverityOverrides[id]
			out = append(out, Setting{"severity_overrides." + id, withReason(o.Severity, o.Reason), l.where("$.severity_overrides." + quotePath(id))})
		}
		for i, ignore := range l.Policy.Ignore {
			value := ignore.about()
			if ignore.Expires != "" {
				value += ", until " + ignore.Expires
			}
			out = append(out, Setting{fmt.Sprintf("ignore[%d]", i), withReason(value, ignore.Reason), s.Layers[n].where("$.ignore" + index(i))})
		}
	}
	return out
}

func withReason(value, reason string) string {
	if reason == "" {
		return value + " (no reason given)"
	}
	return value + " (" + reason + ")"
}

// first is where the first layer that says a key says it.
func (s Set) first(path string, says func(Policy) bool) string {
	for _, l := range s.Layers {
		if says(l.Policy) {
			return l.where(path)
		}
	}
	return "default"
}

func (s Set) scalars() []Setting {
	p := s.Policy
	failOn, partial, profile := p.FailOn, p.PartialObservation, p.ReviewProfile
	if failOn == "" {
		failOn = check.Review
	}
	if partial == "" {
		partial = "inconclusive"
	}
	if profile == "" {
		profile = builtIn[0]
	}
	accepted := []string{}
	for _, r := range check.AcceptRules() {
		if p.AutoAccept == nil || slices.Contains(*p.AutoAccept, r.ID) {
			accepted = append(accepted, r.ID)
		}
	}
	out := []Setting{
		{"fail_on", string(failOn), s.first("$.fail_on", func(q Policy) bool { return q.FailOn == p.FailOn && q.FailOn != "" })},
		{"require_reasons", fmt.Sprint(p.RequireReasons), s.first("$.require_reasons", func(q Policy) bool { return q.RequireReasons })},
		{"auto_accept", "[" + strings.Join(accepted, ", ") + "]", s.first("$.auto_accept", func(q Policy) bool { return q.AutoAccept != nil })},
		{"partial_observation", partial, s.first("$.partial_observation", func(q Policy) bool { return q.PartialObservation == p.PartialObservation && q.PartialObservation != "" })},
		{"review_profile", profile, s.first("$.review_profile", func(q Policy) bool { return q.ReviewProfile != "" })},
	}
	if n := p.MaxSurfaceBytes; n != nil {
		out = append(out, Setting{"max_surface_bytes", fmt.Sprintf("%.0f", float64(*n)), s.first("$.max_surface_bytes", func(q Policy) bool { return q.MaxSurfaceBytes != nil && *q.MaxSurfaceBytes == *n })})
	}
	for _, lens := range sortedKeys(p.RulesVersion) {
		out = append(out, Setting{"rules_version." + lens, p.RulesVersion[lens], s.first("$.rules_version."+quotePath(lens), func(q Policy) bool { return q.RulesVersion[lens] != "" })})
	}
	for _, id := range sortedKeys(p.Servers) {
		server := p.Servers[id]
		value := fmt.Sprintf("{required: %t, retries: %d", !p.Optional(id), server.Retries)
		if n := p.SizeLimit(id); n > 0 {
			value += fmt.Sprintf(", max_surface_bytes: %d", n)
		}
		out = append(out, Setting{"servers." + id, value + "}", s.first("$.servers."+quotePath(id), func(q Policy) bool { _, is := q.Servers[id]; return is })})
	}
	for _, id := range sortedKeys(p.DeclaredManifests) {
		d := p.DeclaredManifests[id]
		value := strings.TrimSpace(d.ManifestDigest + " " + d.File)
		out = append(out, Setting{"declared_mcp_manifests." + id, value, s.first("$.declared_mcp_manifests."+quotePath(id), func(q Policy) bool { _, is := q.DeclaredManifests[id]; return is })})
	}
	return out
}

// lensOrder is that of the lenses in reports.
var lensOrder = []string{"drift", "taxonomy", "contract", "params", "bands"}

// levelsOf weighs one finding of every severity of every lens.
func (s Set) levelsOf(command string) []Setting {
	w := s.Weigher(command, "")
	decider := serverDecider{w, ""}
	var out []Setting
	for _, lens := range lensOrder {
		for _, severity := range severities[lens] {
			d := decider.Decide(check.Finding{Lens: lens, Severity: severity}, nil)
			origin := d.By
			for _, l := range s.Layers {
				if _, key, is := l.Policy.Levels.of(command, lens, severity); is && key == d.By {
					origin = l.where("$." + key)
					break
				}
			}
			out = append(out, Setting{"levels." + command + "." + lens + "." + severity, string(d.Action), origin})
		}
	}
	return out
}

// severities are those of each lens, from mild to strong.
var severities = map[string][]string{
	"drift":    {"low", "medium", "high"},
	"taxonomy": {"NONE", "LOW", "MEDIUM", "HIGH", "CRITICAL"},
	"contract": {"DOCUMENTATION", "NON_BREAKING", "POTENTIALLY_BREAKING", "BREAKING"},
	"params":   {"gained"},
	"bands":    {"raised", "lowered"},
}
