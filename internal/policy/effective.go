package policy

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/contract"
	"github.com/mooring-mcp/mooring/taxonomy"
)

// Setting is one value that holds, and where it comes from.
type Setting struct {
	Key    string `json:"key"`    // as a file would say it: "levels.check.taxonomy.HIGH"
	Value  string `json:"value"`  // as YAML
	Origin string `json:"origin"` // "default", "preset consumer", or file and line
}

// Effective lists every value that holds, in the order of the documentation, with the
// levels of a command for every lens and severity, and what has no effect with the
// reason. The warnings are about all of it, on a day given as YYYY-MM-DD.
func (s Set) Effective(today string) ([]Setting, []check.Warning) {
	var out []Setting
	weighers := map[string]*Weigher{}
	for _, command := range commands {
		w := s.Weigher(command, today)
		weighers[command] = w
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
		out = append(out, weighers[command].levels()...)
	}
	for _, l := range s.Layers {
		out = append(out, overridesOf(l, weighers)...)
		out = append(out, ignoresOf(l, weighers, today)...)
	}
	var warnings []check.Warning
	for _, command := range commands {
		for _, w := range weighers[command].Warnings() {
			if !slices.Contains(warnings, w) && w.Code != "policy.ignore_unmatched" {
				warnings = append(warnings, w)
			}
		}
	}
	return out, warnings
}

// trial is asked what becomes of a finding of a rule in each severity of its lens; an
// empty rule stands for any rule of any lens.
func trial(weighers map[string]*Weigher, rule string, each func(check.Decision)) {
	lenses := lensOrder
	if lens, known := check.Rules()[rule]; known {
		lenses = []string{lens}
	}
	for _, command := range commands {
		for _, lens := range lenses {
			for _, severity := range severitiesOf(rule, lens) {
				each(serverDecider{weighers[command], ""}.Decide(check.Finding{Lens: lens, Rule: rule, Severity: severity}, nil))
			}
		}
	}
}

// severitiesOf are those that findings of a rule have.
func severitiesOf(rule, lens string) []string {
	if r, known := taxonomy.Find(rule); known {
		return []string{string(r.Severity)}
	}
	if r, known := contract.FindRule(rule); known && r.Severity != contract.Prose {
		return []string{string(r.Severity)}
	}
	return severities[lens]
}

func overridesOf(l Layer, weighers map[string]*Weigher) []Setting {
	var out []Setting
	for _, id := range slices.Sorted(maps.Keys(l.Policy.SeverityOverrides)) {
		o, key, holds := l.Policy.SeverityOverrides[id], "severity_overrides."+id, false
		trial(weighers, id, func(d check.Decision) { holds = holds || d.By == key && (d.Severity == o.Severity || d.Severity == "") })
		value := withReason(o.Severity, o.Reason)
		if !holds {
			value += ", no effect: a higher policy is stricter"
		}
		out = append(out, Setting{key, value, l.where("$.severity_overrides." + quotePath(id))})
	}
	return out
}

func ignoresOf(l Layer, weighers map[string]*Weigher, today string) []Setting {
	var out []Setting
	for i, ignore := range l.Policy.Ignore {
		value := ignore.about()
		if ignore.Expires != "" {
			value += ", until " + ignore.Expires
		}
		value = withReason(value, ignore.Reason)
		where, hits, void := l.where("$.ignore"+index(i)), false, false
		for _, rule := range append([]string{}, append(ignore.Rules, "")...) {
			if rule == "" && len(ignore.Rules) > 0 {
				continue
			}
			// What an ignore is about is left out: a higher layer speaks of severities alone.
			trial(anywhere(weighers, l, i), rule, func(d check.Decision) {
				hit := d.Suppressed != nil
				hits, void = hits || hit, void || !hit
			})
		}
		switch {
		case ignore.expired(today):
			value += ", no effect: over"
		case !hits:
			value += ", no effect: a higher policy says what becomes of it"
		case void && len(weighers[commands[0]].set.Layers) > 1 && l.Name != weighers[commands[0]].set.Layers[0].Name:
			value += ", in part: a higher policy says what becomes of some"
		}
		out = append(out, Setting{fmt.Sprintf("ignore[%d]", i), value, where})
	}
	return out
}

// anywhere are weighers for which one ignore of a layer has no entity and no server, and
// is the only one.
func anywhere(weighers map[string]*Weigher, of Layer, i int) map[string]*Weigher {
	out := map[string]*Weigher{}
	for command, w := range weighers {
		again := *w
		again.ignored = map[[2]int]bool{}
		again.set.warnings = nil
		again.set.Layers = slices.Clone(w.set.Layers)
		for n, l := range again.set.Layers {
			again.set.Layers[n].Policy.Ignore = nil
			if l.Name == of.Name {
				one := of.Policy.Ignore[i]
				one.Entity, one.Server = "", ""
				again.set.Layers[n].Policy.Ignore = []Ignore{one}
			}
		}
		out[command] = &again
	}
	return out
}

func withReason(value, reason string) string {
	if blank(reason) {
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
	for _, lens := range slices.Sorted(maps.Keys(p.RulesVersion)) {
		out = append(out, Setting{"rules_version." + lens, p.RulesVersion[lens], s.first("$.rules_version."+quotePath(lens), func(q Policy) bool { return q.RulesVersion[lens] != "" })})
	}
	for _, id := range slices.Sorted(maps.Keys(p.Servers)) {
		out = append(out, s.serverSettings(id)...)
	}
	for _, name := range slices.Sorted(maps.Keys(p.ReviewProfiles)) {
		levels := p.ReviewProfiles[name]
		var parts []string
		for _, code := range slices.Sorted(maps.Keys(levels)) {
			parts = append(parts, fmt.Sprintf("%s: {privileged: %s, other: %s}", code, orDefault(levels[code].Privileged), orDefault(levels[code].Other)))
		}
		out = append(out, Setting{"review_profiles." + name, "{" + strings.Join(parts, ", ") + "}", s.first("$.review_profiles."+quotePath(name), func(q Policy) bool { _, is := q.ReviewProfiles[name]; return is })})
	}
	for i, c := range p.Configurations {
		out = append(out, Setting{fmt.Sprintf("configurations[%d]", i), string(c.Name), s.first("$.configurations"+index(i), func(q Policy) bool { return len(q.Configurations) > 0 })})
	}
	for _, id := range slices.Sorted(maps.Keys(p.DeclaredManifests)) {
		d := p.DeclaredManifests[id]
		value := strings.TrimSpace(d.ManifestDigest + " " + d.File)
		out = append(out, Setting{"declared_mcp_manifests." + id, value, s.first("$.declared_mcp_manifests."+quotePath(id), func(q Policy) bool { _, is := q.DeclaredManifests[id]; return is })})
	}
	return slices.Concat(out, s.axesSettings(), s.operationsSettings())
}

func orDefault(word string) string {
	if word == "" {
		return "default"
	}
	return word
}

// serverSettings are those of one server, each with the layer that it comes from.
func (s Set) serverSettings(id string) []Setting {
	p := s.Policy
	server, path := p.Servers[id], "$.servers."+quotePath(id)
	of := func(key, value string, says func(Server) bool) Setting {
		return Setting{"servers." + id + "." + key, value, s.first(path+"."+key, func(q Policy) bool { own, is := q.Servers[id]; return is && says(own) })}
	}
	out := []Setting{
		of("required", fmt.Sprint(!p.Optional(id)), func(q Server) bool { return q.Required != nil && *q.Required == !p.Optional(id) }),
		of("retries", fmt.Sprint(server.Retries), func(q Server) bool { return q.Retries > 0 && q.Retries == server.Retries }),
	}
	if n := server.MaxSurfaceBytes; n != nil {
		out = append(out, of("max_surface_bytes", fmt.Sprintf("%.0f", float64(*n)), func(q Server) bool { return q.MaxSurfaceBytes != nil && *q.MaxSurfaceBytes == *n }))
	}
	return out
}

// lensOrder is that of the lenses in reports.
var lensOrder = []string{"drift", "taxonomy", "contract", "params", "bands"}

// levels weighs one finding of every severity of every lens.
func (w *Weigher) levels() []Setting {
	decider, command := serverDecider{w, ""}, w.command
	var out []Setting
	for _, lens := range lensOrder {
		for _, severity := range severities[lens] {
			d := decider.Decide(check.Finding{Lens: lens, Severity: severity}, nil)
			origin := d.By
			for _, l := range w.set.Layers {
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
