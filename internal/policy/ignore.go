package policy

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/spelling"
)

// Ignore sets findings aside. They stay in every report, with the reason. What is
// left out matches everything; at least one of Rules, Entity and Server is there.
type Ignore struct {
	Rules  Rules  `yaml:"rule"`
	Entity string `yaml:"entity"` // name of an item, with * and ?; "KIND:NAME" for one kind
	Server string `yaml:"server"` // id of a server, with * and ?
	Reason string `yaml:"reason"`
	// Expires is the last day, as YYYY-MM-DD; "" for never.
	Expires string `yaml:"expires"`
	// AllowCritical lets it match R01 and R02; it needs a reason.
	AllowCritical bool `yaml:"allow_critical"`
}

// Rules are one or more ids of rules.
type Rules []string

// UnmarshalYAML reads one id or a list.
func (r *Rules) UnmarshalYAML(node ast.Node) error {
	if _, list := node.(*ast.SequenceNode); list {
		var ids []string
		err := yaml.NodeToValue(node, &ids, yaml.Strict())
		*r = ids
		return err
	}
	*r = make(Rules, 1)
	return yaml.NodeToValue(node, &(*r)[0], yaml.Strict())
}

// kinds are what an entity may be of.
var kinds = []string{"capabilities", "instructions", "prompt", "resource", "resource_template", "server", "tool"}

// entity takes a kind off an entity. A word before a colon that is no kind belongs to
// the name, as the scheme of a resource's URI does.
func (i Ignore) entity() (kind, name string) {
	if before, after, found := strings.Cut(i.Entity, ":"); found && slices.Contains(kinds, before) {
		return before, after
	}
	return "", i.Entity
}

// matches reports that a finding about a server is meant, whatever the day.
func (i Ignore) matches(server string, f check.Finding) bool {
	kind, name := i.entity()
	switch {
	case critical(f.Rule) && !i.AllowCritical:
		return false
	case len(i.Rules) > 0 && !slices.Contains(i.Rules, f.Rule):
		return false
	case kind != "" && kind != string(f.Kind):
		return false
	}
	return (i.Entity == "" || glob(name, f.Name)) && (i.Server == "" || glob(i.Server, server))
}

// blank reports a reason that says nothing.
func blank(reason string) bool { return strings.TrimSpace(reason) == "" }

// expired reports that its last day is over on the day given as YYYY-MM-DD.
func (i Ignore) expired(today string) bool { return i.Expires != "" && i.Expires < today }

// glob reports whether a name is what a pattern says: * is any text, ? any character.
func glob(pattern, name string) bool {
	p, n := []rune(pattern), []rune(name)
	star, back := -1, 0
	i := 0
	for j := 0; j < len(n); {
		switch {
		case i < len(p) && p[i] == '*':
			star, back = i, j
			i++
		case i < len(p) && (p[i] == '?' || p[i] == n[j]):
			i++
			j++
		case star >= 0:
			back++
			i, j = star+1, back
		default:
			return false
		}
	}
	for i < len(p) && p[i] == '*' {
		i++
	}
	return i == len(p)
}

func (p Policy) validateIgnores(text []byte) error {
	rules := check.Rules()
	for n, i := range p.Ignore {
		path := "$.ignore" + index(n)
		if len(i.Rules) == 0 && i.Entity == "" && i.Server == "" {
			return at(text, path, "an ignore has none of rule, entity and server, and would set everything aside")
		}
		for _, id := range i.Rules {
			if _, known := rules[id]; !known {
				return at(text, path+".rule", "unknown rule %q, %s", id, want(id, slices.Sorted(maps.Keys(rules))))
			}
			if critical(id) && !i.AllowCritical {
				return at(text, path+".rule", "rule %s is ignored; a CRITICAL is hidden only with allow_critical: true beside a reason", id)
			}
		}
		if before, _, found := strings.Cut(i.Entity, ":"); found && !slices.Contains(kinds, before) {
			if near := spelling.Nearest(before, kinds, 1); len(near) == 1 && spelling.Edits(before, near[0]) <= 2 && !strings.Contains(i.Entity, "://") {
				return at(text, path+".entity", "unknown kind %q of entity %q, did you mean %s?", before, i.Entity, near[0])
			}
		}
		if i.Expires != "" {
			if _, err := time.Parse(time.DateOnly, i.Expires); err != nil {
				return at(text, path+".expires", "expires is %q, want a day as YYYY-MM-DD", i.Expires)
			}
		}
		names := slices.ContainsFunc(i.Rules, critical)
		switch {
		case i.AllowCritical && blank(i.Reason):
			return at(text, path, "allow_critical stands without a reason")
		case i.AllowCritical && !names:
			return at(text, path, "allow_critical stands beside no rule R01 or R02, want the one that it is for")
		case p.RequireReasons && blank(i.Reason):
			return at(text, path, "the ignore has no reason, and require_reasons is true")
		}
	}
	return nil
}
