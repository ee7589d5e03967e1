package policy

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/check"
)

func (p Policy) validateVersions(text []byte) error {
	known := check.Consumer.Levels()
	for _, lens := range slices.Sorted(maps.Keys(p.RulesVersion)) {
		path := "$.rules_version." + quotePath(lens)
		if known[lens] == nil {
			return at(text, path, "unknown lens %q, %s", lens, want(lens, slices.Sorted(maps.Keys(known))))
		}
		if p.RulesVersion[lens] == "" {
			return at(text, path, "rules_version of %s is empty, want VERSION or VERSION@DIGEST", lens)
		}
	}
	if p.AutoAccept == nil {
		return nil
	}
	var rules []string
	for _, r := range check.AcceptRules() {
		rules = append(rules, r.ID)
	}
	for n, id := range *p.AutoAccept {
		if !slices.Contains(rules, id) {
			return at(text, "$.auto_accept"+index(n), "unknown rule %q, %s", id, want(id, rules))
		}
	}
	return nil
}

// CheckRules returns an error when a lens goes by other rules than the policy pins.
func (p Policy) CheckRules(sets []check.RuleSet) error {
	for _, set := range sets {
		pinned, is := p.RulesVersion[set.Lens]
		if !is {
			continue
		}
		version, digest, hasDigest := strings.Cut(pinned, "@")
		digests := []string{set.Phrases, set.Rules}
		if version != set.Version || hasDigest && !slices.Contains(digests, digest) {
			return fmt.Errorf("rules_version pins %s to %q, and this program has %s@%s", set.Lens, pinned, set.Version, strings.Join(slices.DeleteFunc(digests, func(d string) bool { return d == "" }), " or "))
		}
	}
	return nil
}
