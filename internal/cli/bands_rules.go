package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/band"
	"github.com/mooring-mcp/mooring/internal/axes"
	"github.com/mooring-mcp/mooring/internal/operation"
	"github.com/mooring-mcp/mooring/internal/policy"
	"github.com/mooring-mcp/mooring/internal/report"
)

// Rules about what arguments hold are proposed beside axes. No digest binds a rule to a
// tool, so a tool that has one keeps it: nothing tells whether the tool changed since.

// rules proposes rules for the arguments of a tool, or notes why there are none.
func (p proposing) rules(out *policy.ProposedOperations, record *report.ToolProposal, t toolFound) {
	old := p.accepted.Operations[t.server]
	has := old.RulesOf(t.name)
	record.Doubt = t.Doubt
	switch {
	case len(t.Rules) == 0 && t.Doubt == "":
		return
	case len(t.Rules) == 0 && len(has) > 0:
		for _, r := range has {
			p.keep(record, r, "none: "+t.Doubt)
		}
		return
	case len(t.Rules) == 0:
		note(record, "no rule: %s", t.Doubt)
		return
	case p.ruledAbove(t.server):
		record.Doubt = "a policy above has operations of the server, and takes none from this one"
		note(record, "no rule: %s", record.Doubt)
		return
	}
	for _, r := range t.Rules {
		rule := ruleOf(r, old)
		i := slices.IndexFunc(has, func(h policy.ArgumentRule) bool { return h.Tool == rule.Tool && h.Argument == rule.Argument })
		switch {
		case len(has) == 0:
			record.Rules = append(record.Rules, ruleRecord(rule, report.RuleNew))
		case i < 0:
			p.keep(record, has[0], ruleLine(rule))
			continue
		case sameRule(has[i], rule):
			record.Rules = append(record.Rules, ruleRecord(has[i], report.RuleAccepted))
			note(record, "accepted: %s", ruleLine(has[i]))
			continue
		case !p.replace || !strings.HasPrefix(has[i].Reason, reasonProposed):
			p.keep(record, has[i], ruleLine(rule))
			continue
		default:
			record.Rules = append(record.Rules, ruleRecord(rule, report.RuleReplaced))
			note(record, "replaced by --replace: %s → %s", ruleLine(has[i]), ruleLine(rule))
		}
		out.Rules = append(out.Rules, rule)
		elsewhere := r.As == operation.SQLKind && old.Dialect != "" && old.Dialect != "sqlite" // whatever the words say
		if old.Scope == "" && (r.Scope != "" || elsewhere) {
			out.Scope = band.SharedRemote
		}
	}
}

// keep records a rule that stays, beside what would be proposed.
func (p proposing) keep(record *report.ToolProposal, r policy.ArgumentRule, would string) {
	record.Rules = append(record.Rules, ruleRecord(r, report.RuleKept))
	note(record, "kept as it is in the policy: %s; proposed would be %s", ruleLine(r), would)
}

// ruledAbove reports a policy above that has operations of a server.
func (p proposing) ruledAbove(server string) bool {
	return slices.ContainsFunc(p.above, func(q policy.Policy) bool { _, is := q.Operations[server]; return is })
}

// ruleOf is a proposed rule as the policy has it. Where somebody said which dialect the
// server speaks, that counts.
func ruleOf(r axes.Rule, server policy.Operations) policy.ArgumentRule {
	out := policy.ArgumentRule{
		Tool: r.Tool, Argument: r.Argument, As: r.As, Intent: r.Intent, Dialect: r.Dialect, Reason: reasonProposed + r.Reason,
	}
	if server.Dialect != "" {
		out.Dialect = ""
	}
	return out
}

// sameRule reports rules that say the same, whatever their reasons.
func sameRule(a, b policy.ArgumentRule) bool {
	a.Reason, b.Reason = "", ""
	return a == b
}

// ruleLine is a rule in a few words: "/url as url, read".
func ruleLine(r policy.ArgumentRule) string {
	said := []string{fmt.Sprintf("%s as %s", r.Argument, r.As)}
	for _, more := range []string{string(r.Intent), r.Dialect} {
		if more != "" {
			said = append(said, more)
		}
	}
	return strings.Join(said, ", ")
}

func ruleRecord(r policy.ArgumentRule, state report.RuleState) report.ProposedRule {
	return report.ProposedRule{
		State: state, Tool: r.Tool, Argument: r.Argument, As: r.As, Intent: r.Intent, Dialect: r.Dialect, Reason: r.Reason,
	}
}
