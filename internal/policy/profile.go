package policy

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/manifest"
)

// Profile returns the review profile that the policy chooses, the profile
// "default" when it chooses none.
func (p Policy) Profile() (manifest.Profile, error) {
	return p.profile(cmp.Or(p.ReviewProfile, "default"))
}

func (p Policy) profile(name string) (manifest.Profile, error) {
	levels, own := p.ReviewProfiles[name]
	if !own {
		profile, err := manifest.NamedProfile(name)
		if err != nil {
			return profile, fmt.Errorf("review profile %q is not defined, want one of %s", name, strings.Join(append(slices.Sorted(maps.Keys(p.ReviewProfiles)), builtIn...), ", "))
		}
		return profile, nil
	}
	var rules []manifest.SeverityRule
	for _, code := range slices.Sorted(maps.Keys(levels)) {
		level := levels[code]
		if level == (Level{}) {
			return manifest.Profile{}, fmt.Errorf("%q: neither privileged nor other is set", code)
		}
		if level.Privileged != "" {
			rules = append(rules, manifest.SeverityRule{Code: code, Privileged: true, Severity: manifest.Severity(level.Privileged)})
		}
		if level.Other != "" {
			rules = append(rules, manifest.SeverityRule{Code: code, Severity: manifest.Severity(level.Other)})
		}
	}
	return manifest.Profile{}.With(rules...)
}

// Partial says what an observation in part counts as.
func (p Policy) Partial() manifest.Partial {
	if p.PartialObservation == "warn" {
		return manifest.PartialWarn
	}
	return manifest.PartialInconclusive
}
