// Package rulebook puts the rules of all lenses into one table, for the commands
// that list and explain them and for docs/rules.md.
package rulebook

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/contract"
	"github.com/mooring-mcp/mooring/internal/compat"
	"github.com/mooring-mcp/mooring/internal/plugin"
	"github.com/mooring-mcp/mooring/manifest"
	"github.com/mooring-mcp/mooring/taxonomy"
)

// Rule is one rule of one lens.
type Rule struct {
	ID       string `json:"id"`
	Lens     string `json:"lens"`
	Severity string `json:"severity,omitempty"` // the lens's own word; "" when it depends or there is none
	Title    string `json:"title"`
	Meaning  string `json:"meaning,omitempty"`
	// Condition is exactly when the rule fires, where Meaning does not say it.
	Condition  string   `json:"condition,omitempty"`
	NearMisses []string `json:"near_misses,omitempty"` // what looks alike and does not fire
	Fix        string   `json:"fix,omitempty"`
	Sources    []string `json:"sources,omitempty"` // specification and section, or reports
	Example    *Example `json:"example,omitempty"` // of the project's fixtures, one that fires
}

// Example is a change in which a rule fires.
type Example struct {
	Name string          `json:"name"` // the fixture's folder, or what the values are: "tool", "inputSchema"
	Old  json.RawMessage `json:"old"`
	New  json.RawMessage `json:"new"`
}

// SeverityWord is the severity as it is shown: "by tool" where it hangs on what a
// tool may do, "-" where there is none.
func (r Rule) SeverityWord() string {
	switch {
	case r.Severity != "":
		return r.Severity
	case r.Lens == "drift" && len(severitiesOf(r.ID)) > 1:
		return "by tool"
	case r.Lens == "gap":
		return "by policy"
	}
	return "-"
}

// Lenses are the lenses with rules, in the order of the table, and behind them what
// is no lens and has codes to explain: the rules by which changes pass, gaps, causes,
// warnings about a policy, and what plugin lint finds.
func Lenses() []string {
	return []string{"server", "drift", "taxonomy", "contract", "params", "bands", "advisory", "compat", "accept", "gap", "cause", "policy", "plugin"}
}

// Rules returns all rules, by lens and id.
func Rules() []Rule {
	return slices.Concat(
		serverRules(), driftRules(), taxonomyRules(), contractRules(), paramsRules(), bandRules(), advisoryRules(), compatRules(),
		acceptRules(), gapRules(), under("cause", causes), under("policy", policyCodes), pluginRules(),
	)
}

// Find returns the rule with an id, whatever its case.
func Find(id string) (Rule, bool) {
	all := Rules()
	i := slices.IndexFunc(all, func(r Rule) bool { return strings.EqualFold(r.ID, id) })
	if i < 0 {
		return Rule{}, false
	}
	return all[i], true
}

func serverRules() []Rule {
	var out []Rule
	for _, r := range check.ServerRules() {
		out = append(out, Rule{ID: r[0], Lens: "server", Title: r[1], Meaning: serverMeanings[r[0]][0], Fix: serverMeanings[r[0]][1], Sources: []string{"Mooring"}})
	}
	return out
}

// serverMeanings say of the rules about a server what they mean, and what to do.
var serverMeanings = map[string][2]string{
	check.RuleDiffersByClient: {
		"The protocol lets a server adapt to what a client can do (sampling, elicitation, roots), and a server may as well hide " +
			"something from whoever looks. Only what the first identity is shown is pinned; of the rest, CRITICAL signals count each time.",
		"Pin and check what the client that matters is shown: --as NAME, with the same name for both. An ignore of this rule " +
			"lets the server differ, and never hides R01 or R02.",
	},
	check.RuleLaunchChanged: {
		"Command, arguments, folder, address or the names of variables and headers are not those of the pin.",
		"If the new launch is wanted, pin it: mooring accept. Another version of the same package, and nothing else, passes by " +
			"itself with what it may change (mooring explain accept.package_version).",
	},
	check.RulePluginLaunch: {
		"The plugin whose declared bands are pinned has a server of this name in its mcp.json, and its command, arguments, folder " +
			"or address are not those of the pin, or it sets further variables or headers. What is pinned, and its bands, say nothing " +
			"of what a client starts for the plugin. Paths of the package are compared as files.",
		"Look at what the plugin starts. If it is wanted, launch the server like that and pin it: mooring accept. If the pinned " +
			"launch is your own for the same server, let the finding stand: mooring accept --finding.",
	},
	check.RuleUnpinned: {
		"What nobody has approved is not started by a check.",
		"Look at it with mooring inspect, and pin it with mooring lock.",
	},
}

func driftRules() []Rule {
	var out []Rule
	for _, r := range check.DriftRules() {
		rule := Rule{ID: r.ID, Lens: "drift", Severity: r.Severity, Title: r.Title, Sources: []string{"spec manifest-drift"}}
		if all := severitiesOf(r.ID); r.Severity == "" && len(all) == 1 {
			rule.Severity = all[0]
		}
		if !r.Specified {
			rule.Sources = []string{"Mooring, for what the projection of spec manifest-drift leaves out"}
		}
		out = append(out, rule)
	}
	return out
}

// severitiesOf are the severities that the default profile gives findings of a code.
func severitiesOf(code string) []string {
	var out []string
	for _, r := range (manifest.Profile{}).SeverityRules() {
		if r.Code == code {
			out = append(out, string(r.Severity))
		}
	}
	return out
}

//go:embed examples.json
var examplesText []byte

// examples holds for each rule of taxonomy-v1 a fixture in which it fires.
func examples() map[string]Example {
	out := map[string]Example{}
	if err := json.Unmarshal(examplesText, &out); err != nil {
		panic(err) // embedded, and compared with the fixtures by the tests
	}
	return out
}

func taxonomyRules() []Rule {
	var out []Rule
	fixtures := examples()
	for _, r := range taxonomy.Rules() {
		rule := Rule{
			ID: r.ID, Lens: "taxonomy", Severity: string(r.Severity), Title: r.Title, Meaning: r.Meaning, Condition: r.Condition,
			NearMisses: r.NearMisses, Sources: []string{"spec " + taxonomy.Version + " " + r.Section},
		}
		if fixture, has := fixtures[r.ID]; has {
			rule.Example = &fixture
		}
		out = append(out, rule)
	}
	return out
}

func contractRules() []Rule {
	var out []Rule
	for _, r := range contract.Rules() {
		rule := Rule{
			ID: r.ID, Lens: "contract", Severity: string(r.Severity), Title: Words(r.ID), Meaning: r.Purpose, Condition: r.Condition,
			Sources: []string{"spec contract-severities, " + contract.Version},
		}
		if r.Example.Of != "" {
			rule.Example = &Example{Name: r.Example.Of, Old: r.Example.Before, New: r.Example.After}
		}
		out = append(out, rule)
	}
	for _, r := range check.ContractGates() {
		out = append(out, Rule{ID: r[0], Lens: "contract", Title: r[1], Sources: []string{"Mooring"}})
	}
	slices.SortFunc(out, func(a, b Rule) int { return strings.Compare(a.ID, b.ID) })
	return out
}

// Words says an id in words: "tool.input.outputSchema.added" is "tool input output
// schema added".
func Words(id string) string {
	var b strings.Builder
	for _, r := range id {
		switch {
		case r == '.':
			b.WriteByte(' ')
		case unicode.IsUpper(r):
			b.WriteByte(' ')
			b.WriteRune(unicode.ToLower(r))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func advisoryRules() []Rule {
	var out []Rule
	for _, r := range check.Advisories() {
		out = append(out, Rule{ID: r.ID, Lens: "advisory", Title: r.Title, Meaning: r.Meaning, Sources: []string{"Mooring, outside of " + taxonomy.Version}})
	}
	return out
}

func bandRules() []Rule {
	var out []Rule
	for _, r := range check.BandRules() {
		out = append(out, Rule{ID: r[0], Lens: "bands", Severity: r[1], Title: r[2], Sources: []string{"spec risk-bands §2.2, §6.3"}})
	}
	return out
}

func pluginRules() []Rule {
	var out []Rule
	for _, r := range plugin.Rules() {
		rule := Rule{ID: r.ID, Lens: "plugin", Severity: string(r.Level), Title: r.Title, Meaning: r.Meaning, Fix: r.Fix, Sources: []string{r.Source}}
		if r.Effect != "" {
			rule.Meaning += " What follows: " + r.Effect + "."
		}
		out = append(out, rule)
	}
	return out
}

func compatRules() []Rule {
	var out []Rule
	for _, r := range compat.Rules() {
		rule := Rule{ID: r.ID, Lens: "compat", Severity: string(r.Effect), Title: r.Title, Meaning: r.Meaning, Fix: r.Fix}
		for _, s := range r.Sources {
			rule.Sources = append(rule.Sources, fmt.Sprintf("%s %s: %s (%s)", s.Client, s.Does(), s.Where, s.Date))
		}
		out = append(out, rule)
	}
	return out
}
