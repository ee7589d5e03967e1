package check

import (
	"cmp"
	"maps"
	"slices"

	"github.com/mooring-mcp/mooring/contract"
	"github.com/mooring-mcp/mooring/surface"
	"github.com/mooring-mcp/mooring/taxonomy"
)

// DriftRule is a code that the lens [Drift] gives, for people.
type DriftRule struct {
	ID       string
	Severity string // by default; "" where it depends on the tool's privileges
	Title    string
	// Specified is whether spec manifest-drift has the code; the others are for what
	// its projection does not see.
	Specified bool
}

// DriftRules returns the codes by id.
func DriftRules() []DriftRule {
	rules := map[string]DriftRule{}
	for code, message := range driftMessages {
		rules[code] = DriftRule{ID: code, Title: message, Specified: true}
	}
	for _, member := range []string{"_meta", "execution", "icons", "title", "description", ""} {
		m := outside(member, Change{})
		rules[m.code] = DriftRule{ID: m.code, Severity: m.severity, Title: m.message}
	}
	for kind, severity := range wholeSeverity {
		for op := range past {
			id := "mooring_" + string(kind) + "_" + string(op)
			rules[id] = DriftRule{ID: id, Severity: severity, Title: whatHappened(kind, op)}
		}
	}
	for _, kind := range surface.Kinds() {
		id := RuleNameRepeated(Kind(kind))
		rules[id] = DriftRule{ID: id, Severity: "high", Title: nameRepeated}
	}
	return slices.SortedFunc(maps.Values(rules), func(a, b DriftRule) int { return cmp.Compare(a.ID, b.ID) })
}

// Rules returns the lens of every rule that a finding of this package can have, by the
// rule's id.
func Rules() map[string]string {
	out := map[string]string{}
	for _, r := range DriftRules() {
		out[r.ID] = Drift{}.ID()
	}
	for _, r := range taxonomy.Rules() {
		out[r.ID] = Taxonomy{}.ID()
	}
	for _, r := range contract.Rules() {
		out[r.ID] = Contract{}.ID()
	}
	for _, r := range ContractGates() {
		out[r[0]] = Contract{}.ID()
	}
	for _, r := range ParamsRules() {
		out[r[0]] = Params{}.ID()
	}
	for _, r := range BandRules() {
		out[r[0]] = LensBands
	}
	for _, r := range ServerRules() {
		out[r[0]] = "server"
	}
	return out
}

// The rules about how a server is reached and observed.
const (
	RuleUnpinned      = "server.unpinned"
	RuleLaunchChanged = "server.launch_changed"
	RulePluginLaunch  = "server.plugin_launch"
)

// ServerRules are the rules about a server as a whole, id and what it says.
func ServerRules() [][2]string {
	return [][2]string{
		{RuleDiffersByClient, "the server shows another surface to another client"},
		{RuleLaunchChanged, "the server is not launched as it was when it was pinned"},
		{RulePluginLaunch, "the plugin that declares bands of the server starts something else under its name"},
		{RuleUnpinned, "the server is not in the lock, and was not started"},
	}
}
