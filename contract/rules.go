package contract

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

//go:embed rules-v1.json
var rulesText []byte

// Prose stands in [Rule.Severity] for "as the prose classifier judges both texts":
// DOCUMENTATION or POTENTIALLY_BREAKING. No finding has it.
const Prose Severity = "PROSE"

// Rule is one kind of change, for people and for the lens: what it costs a caller
// is decided here and nowhere else, but for the exceptions that Condition names.
type Rule struct {
	ID       string   `json:"id"`
	Severity Severity `json:"severity"`       // the default; [Prose] where two texts decide
	Side     Side     `json:"side,omitempty"` // "" for what is no schema
	// Effect is what the change does to the set of accepted values: "widens",
	// "tightens", "both" or "none". On a rule that has one the severity follows from
	// effect and side; "" is a rule whose severity is a decision of its own.
	Effect    string  `json:"effect,omitempty"`
	Keyword   string  `json:"keyword"`   // the member or keyword that changes; several with commas
	Purpose   string  `json:"purpose"`   // why it matters
	Condition string  `json:"condition"` // exactly when it fires
	Example   Example `json:"example,omitzero"`
}

// Example is a change for which, by the default options, its rule fires and no
// other one. A rule that takes a schema of absurd size has none.
type Example struct {
	// Of says what Before and After are: "inputSchema" or "outputSchema" of a tool, a
	// whole "tool", "prompt", "resource" or "resourceTemplate", or a "surface": the
	// results of one observation in order, as surface.FromPages takes them. "" is no
	// example.
	Of       string          `json:"of"`
	Volatile bool            `json:"volatile,omitempty"` // needs [Options.Volatile]
	Beside   []string        `json:"beside,omitempty"`   // rules that have to fire with it
	Before   json.RawMessage `json:"before"`
	After    json.RawMessage `json:"after"`
}

// table is the file of rules by id, parsed when first asked for.
var table = sync.OnceValue(func() map[string]Rule {
	var file struct {
		Version string `json:"version"`
		Rules   []Rule `json:"rules"`
	}
	if err := json.Unmarshal(rulesText, &file); err != nil {
		panic(err) // embedded, and read by the tests
	}
	byID := make(map[string]Rule, len(file.Rules))
	for _, r := range file.Rules {
		byID[r.ID] = r
	}
	return byID
})

// Rules returns the rules of the version, sorted by id.
func Rules() []Rule {
	out := make([]Rule, 0, len(table()))
	for _, r := range table() {
		out = append(out, r)
	}
	slices.SortFunc(out, func(a, b Rule) int { return strings.Compare(a.ID, b.ID) })
	return out
}

// FindRule returns the rule with an id.
func FindRule(id string) (Rule, bool) {
	r, found := table()[id]
	return r, found
}

// RuleSetDigest returns "sha256:…" of the file of rules: two programs with one
// digest judge by the same table.
func RuleSetDigest() string { return jsonv.Digest(rulesText) }

// severityOf returns a rule's severity. A rule that is not in the table is a
// mistake in this package.
func severityOf(id string) Severity {
	r, found := table()[id]
	if !found {
		panic(fmt.Sprintf("contract: rule %q is not in rules-v1.json", id))
	}
	return r.Severity
}
