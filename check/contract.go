package check

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/mooring-mcp/mooring/contract"
	"github.com/mooring-mcp/mooring/surface"
)

// Contract is the lens of spec contract-severities: can a correct caller break, can
// a model choose differently? It gives one finding for every rule and place.
type Contract struct {
	Options contract.Options
	// KeepEqual keeps as findings what is proved to change nothing (reading C02).
	KeepEqual bool
	// Bumps is which step of a version each severity asks for; nil for the default.
	Bumps contract.BumpTable
}

// ID returns "contract".
func (Contract) ID() string { return "contract" }

// RuleSet names the rules.
func (l Contract) RuleSet() RuleSet {
	return RuleSet{Lens: l.ID(), Version: contract.Version, Rules: contract.RuleSetDigest(), Profile: string(l.profile())}
}

func (l Contract) profile() contract.Profile {
	if l.Options.Profile == "" {
		return contract.Declared
	}
	return l.Options.Profile
}

// Judge compares the items that both sides have, and what is no item.
func (l Contract) Judge(pair Pair) Judgement {
	j := Judgement{}
	record := ContractRecord{Severity: string(contract.None), Counts: map[string]int{}, ProvedEqual: []EqualChange{}, bumps: l.Bumps}
	before, after := itemTexts(pair.Before), itemTexts(pair.After)
	take := func(c Change, list []contract.Finding) {
		for _, f := range list {
			j.Findings = append(j.Findings, l.finding(c, f))
		}
	}
	for _, c := range pair.Changes {
		if c.Op != Changed || c.Kind == Instructions || c.Kind == Capabilities {
			continue
		}
		got, err := l.compare(c, before[c.item()], after[c.item()])
		if err != nil {
			j.Gaps = append(j.Gaps, Gap{Code: "contract_not_evaluated", Detail: fmt.Sprintf("%s %q: %v", c.Kind, c.Name, err)})
			continue
		}
		for _, f := range got.ProvedEqual {
			record.ProvedEqual = append(record.ProvedEqual, EqualChange{f.Rule, c.Kind, c.Name, f.Path, f.Before, f.After})
		}
		take(c, got.Findings)
	}
	byItem := map[itemKey]Change{}
	for _, c := range pair.Changes {
		byItem[c.item()] = c
	}
	for _, f := range contract.CompareServer(pair.Before, pair.After, l.Options) {
		if pair.Unordered && strings.HasSuffix(f.Rule, ".order.changed") {
			continue
		}
		kind, name, pointer := partOf(f.Path)
		c := byItem[itemKey{kind: kind, name: name}]
		c.Kind, c.Name = kind, name
		f.Path = pointer
		take(c, []contract.Finding{f})
	}
	j.Contract = &record
	return j
}

// compare compares two states of one item.
func (l Contract) compare(c Change, before, after []byte) (contract.Comparison, error) {
	if c.Kind != Kind(surface.Tool) {
		list, err := contract.CompareItem(surface.Kind(c.Kind), before, after, l.Options)
		return contract.Comparison{Findings: list}, err
	}
	got, err := contract.CompareTool(before, after, l.Options)
	if err == nil && l.KeepEqual {
		got.Findings, got.ProvedEqual = append(got.Findings, got.ProvedEqual...), nil
	}
	return got, err
}

func (l Contract) finding(c Change, f contract.Finding) Finding {
	message := f.Rule
	if rule, known := contract.FindRule(f.Rule); known {
		message = rule.Condition
	}
	out := Finding{
		Lens: l.ID(), Rule: f.Rule, Severity: string(f.Severity), Kind: c.Kind, Name: c.Name, Repeat: c.Repeat, Pointer: f.Path,
		Message: message, Before: f.Before, After: f.After, Detail: f.Detail, Witness: f.Witness, BeforeDigest: c.BeforeDigest, AfterDigest: c.AfterDigest,
	}
	if out.BeforeDigest == "" && out.AfterDigest == "" { // no item: what differs is all that tells it apart
		out.BeforeDigest, out.AfterDigest = TextDigest(string(f.Before)), TextDigest(string(f.After))
	}
	return out
}

// partOf takes a path of [contract.CompareServer] apart: the part of the surface,
// and where in it.
func partOf(path string) (kind Kind, name, pointer string) {
	if kind, name, isItem := contract.ItemAt(path); isItem {
		return Kind(kind), name, ""
	}
	for prefix, kind := range map[string]Kind{"/instructions": Instructions, "/capabilities": Capabilities} {
		if rest, below := strings.CutPrefix(path, prefix); below && (rest == "" || rest[0] == '/') {
			return kind, "", rest
		}
	}
	return Server, "", path
}

// itemTexts are all items of a surface by the kinds and names that changes give
// them.
func itemTexts(s surface.Surface) map[itemKey][]byte {
	out := map[itemKey][]byte{}
	for _, l := range s.Listings {
		seen := map[string]int{}
		for _, item := range l.Items {
			p := part{name: item.Name, nth: seen[item.Name]}
			seen[item.Name]++
			out[itemKey{Kind(l.Kind), p.display(), p.nth}] = textOf(item)
		}
	}
	return out
}

// textOf is the canonical text of an item, or what came where there is none.
func textOf(item surface.Item) []byte {
	if item.Canonical != nil {
		return item.Canonical
	}
	return item.Raw
}

// ContractRecord is what the contract lens answers for one server as a whole. What is
// set aside does not count in it.
type ContractRecord struct {
	Severity string         `json:"severity"` // the strongest, NONE when nothing changed
	Counts   map[string]int `json:"counts"`   // findings by severity
	// Bump is the part of a version number that the changes ask for: none, patch,
	// minor or major (Semantic Versioning 2.0.0).
	Bump string `json:"bump"`
	// Intended is the step that is intended; nil when nobody said so.
	Intended *Intended `json:"intended,omitempty"`
	// ProvedEqual are changes that are proved to accept the same values as before.
	ProvedEqual []EqualChange `json:"proved_equal"`

	bumps contract.BumpTable
}

// EqualChange is a change of a schema that changes no set of values.
type EqualChange struct {
	Rule    string          `json:"rule"`
	Kind    Kind            `json:"kind"`
	Name    string          `json:"name"`
	Pointer string          `json:"pointer"`
	Before  json.RawMessage `json:"before,omitempty"`
	After   json.RawMessage `json:"after,omitempty"`
}
