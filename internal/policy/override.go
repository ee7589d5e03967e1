package policy

import (
	"maps"
	"slices"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"github.com/mooring-mcp/mooring/check"
)

// Override puts another severity in the place of a rule's (spec contract-severities,
// "Changing a classification for your project"). In a file it is the severity alone,
// or an object.
type Override struct {
	Severity string `yaml:"severity"`
	Reason   string `yaml:"reason"`
	// AllowCritical lets an R01 or R02 be less than CRITICAL; it needs a reason.
	AllowCritical bool `yaml:"allow_critical"`
}

// UnmarshalYAML reads a word or an object.
func (o *Override) UnmarshalYAML(node ast.Node) error {
	if _, object := node.(ast.MapNode); !object {
		return yaml.NodeToValue(node, &o.Severity, yaml.Strict())
	}
	type plain Override
	return yaml.NodeToValue(node, (*plain)(o), yaml.Strict())
}

// critical are the rules whose findings a policy hides only in so many words.
func critical(rule string) bool { return rule == "R01" || rule == "R02" }

func (p Policy) validateOverrides(text []byte) error {
	rules, levels := check.Rules(), check.Consumer.Levels()
	for _, id := range slices.Sorted(maps.Keys(p.SeverityOverrides)) {
		o, path := p.SeverityOverrides[id], "$.severity_overrides."+quotePath(id)
		lens, known := rules[id]
		switch {
		case !known:
			return at(text, path, "unknown rule %q, %s", id, want(id, slices.Sorted(maps.Keys(rules))))
		case levels[lens] == nil || gate(id):
			return at(text, path, "rule %q has no severity; set it aside with ignore", id)
		}
		if _, is := levels[lens][o.Severity]; !is {
			return at(text, path, "severity of rule %q is %q, %s", id, o.Severity, want(o.Severity, slices.Sorted(maps.Keys(levels[lens]))))
		}
		switch {
		case critical(id) && o.Severity != "CRITICAL" && !o.AllowCritical:
			return at(text, path, "rule %s is made %s; a CRITICAL is hidden only with allow_critical: true beside a reason", id, o.Severity)
		case o.AllowCritical && blank(o.Reason):
			return at(text, path, "allow_critical stands without a reason")
		case p.RequireReasons && blank(o.Reason):
			return at(text, path, "the override of %s has no reason, and require_reasons is true", id)
		}
	}
	return nil
}

// gate reports a rule of the contract lens about intent or policy, which has no
// severity.
func gate(id string) bool {
	return slices.ContainsFunc(check.ContractGates(), func(g [2]string) bool { return g[0] == id })
}
