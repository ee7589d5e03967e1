// Package firstsight looks at a surface that nobody has approved yet, where there
// is no before to compare with.
//
// What taxonomy-v1 calls critical in a tool (R01, R02) and a repeated name are an
// alarm. What it calls high (R03, R05: hosts, paths, references) is in nearly
// every honest tool, so it is counted as an inventory. Beside them, and never
// mixed with them, stand advisories: signals outside of R01 to R09, each with an
// id of its own, in places and of kinds that the specification leaves out.
//
// A look that finds nothing has found none of these signals. It says nothing of
// what a server does when it is called.
package firstsight

import (
	"cmp"
	"slices"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/surface"
	"github.com/mooring-mcp/mooring/taxonomy"
)

// Schema is the id of the record that a [Sight] is.
const Schema = "mooring.first_sight.v1"

// maxSignals is how many signals of one rule a sight names.
const maxSignals = 200

// Sight is what a first look finds.
type Sight struct {
	Schema     string          `json:"schema"` // always [Schema]
	Server     string          `json:"server"`
	RuleSets   []check.RuleSet `json:"rule_sets"`
	Alarms     []Signal        `json:"alarms"`
	Inventory  []Entry         `json:"inventory"`
	Advisories []Signal        `json:"advisories"`
	// Omitted counts by rule, and by class of the inventory, what is left out.
	Omitted  map[string]int `json:"omitted,omitempty"`
	NonClaim string         `json:"non_claim"`
}

// Signal is one thing that was found.
type Signal struct {
	Rule string     `json:"rule"`
	Kind check.Kind `json:"kind"`
	Name string     `json:"name,omitempty"` // of the item
	check.Evidence
}

// nonClaim is what no sight claims.
const nonClaim = "these are signals in text; their absence says nothing about what the server does when it is called"

// Look looks at a surface with the phrases of R02. It is a pure function; items
// that cannot be read are passed over, since their listing is partial.
func Look(s surface.Surface, phrases taxonomy.Phrases) Sight {
	l := looker{
		phrases: phrases, classifier: taxonomy.New(phrases), omitted: map[string]int{}, listed: map[string]int{},
		inventory: map[entryKey]*Entry{},
	}
	l.repeated(s)
	for _, listing := range s.Listings {
		for _, item := range listing.Items {
			l.item(listing.Kind, item)
		}
	}
	l.text(check.Instructions, s.Handshake.Instructions)
	l.names(s.Listing(surface.Tool))
	out := Sight{
		Schema: Schema, Server: s.Server.ID, RuleSets: []check.RuleSet{check.Taxonomy{Phrases: phrases}.RuleSet()},
		Alarms: sorted(l.alarms), Inventory: l.entries(), Advisories: sorted(l.advisories), NonClaim: nonClaim,
	}
	if len(l.omitted) > 0 {
		out.Omitted = l.omitted
	}
	return out
}

// looker gathers what is found.
type looker struct {
	phrases    taxonomy.Phrases
	classifier *taxonomy.Classifier
	alarms     []Signal
	advisories []Signal
	inventory  map[entryKey]*Entry
	omitted    map[string]int
	listed     map[string]int // signals by rule
}

func (l *looker) alarm(s Signal) { l.add(&l.alarms, s) }

func (l *looker) advise(s Signal) { l.add(&l.advisories, s) }

func (l *looker) add(list *[]Signal, s Signal) {
	if l.listed[s.Rule]++; l.listed[s.Rule] > maxSignals {
		l.omitted[s.Rule]++
		return
	}
	*list = append(*list, s)
}

func sorted(signals []Signal) []Signal {
	slices.SortStableFunc(signals, func(a, b Signal) int {
		return cmp.Or(cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Pointer, b.Pointer), cmp.Compare(a.Start, b.Start))
	})
	return append([]Signal{}, signals...)
}

// repeated alarms about names that two items of a kind have.
func (l *looker) repeated(s surface.Surface) {
	for _, listing := range s.Listings {
		seen := map[string]int{}
		for _, item := range listing.Items {
			if seen[item.Name]++; seen[item.Name] == 2 && item.Problem == "" {
				l.alarm(Signal{
					Rule: check.RuleNameRepeated(check.Kind(listing.Kind)), Kind: check.Kind(listing.Kind), Name: item.Name,
					Evidence: check.Evidence{Pointer: "/" + listing.Kind.Key(), Definition: "another item has this name", Text: item.Name},
				})
			}
		}
	}
}

// item looks at one item. Of a tool, taxonomy-v1 answers for the texts that it
// calls human-readable; every other text is looked at here.
func (l *looker) item(kind surface.Kind, item surface.Item) {
	if item.Problem != "" {
		return
	}
	v, err := jsonv.Parse(item.Raw, jsonv.Limits{})
	if err != nil {
		return
	}
	if kind == surface.Tool {
		l.tool(item)
	}
	l.strings(source{kind: check.Kind(kind), name: item.Name}, v)
}

// tool classifies a tool against nothing (reading T23).
func (l *looker) tool(item surface.Item) {
	got, err := l.classifier.Classify(nil, item.Raw)
	if err != nil {
		return
	}
	for _, e := range got.Evidence {
		signal := Signal{e.Rule, check.Kind(surface.Tool), item.Name, check.Evidence{Pointer: e.Pointer, Definition: e.Definition, Text: e.Text, Start: e.Start, End: e.End}}
		switch e.Rule {
		case "R01", "R02":
			l.alarm(signal)
		case "R03", "R05":
			l.count(signal)
		}
	}
	for _, rule := range []string{"R01", "R02", "R03", "R05"} {
		if n := got.Omitted[rule]; n > 0 {
			l.omitted[rule] += n
		}
	}
}

// text looks at a JSON value that is no item.
func (l *looker) text(kind check.Kind, raw []byte) {
	if v, err := jsonv.Parse(raw, jsonv.Limits{}); err == nil {
		l.strings(source{kind: kind}, v)
	}
}
