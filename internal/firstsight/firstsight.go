// Package firstsight looks at a surface that nobody has approved yet, where there
// is no before to compare with.
//
// What taxonomy-v1 calls critical in a tool (R01, R02) and a repeated name are an
// alarm. What it calls high (R03, R05: hosts, paths, references) is in nearly
// every honest tool, so it is counted as an inventory. Beside them, and never
// mixed with them, stand advisories: signals outside of R01 to R09, each with an
// id of its own, in places and of kinds that the specification leaves out. The risk
// classes of parameters (package paramrisk) are a list of their own.
//
// A look that finds nothing has found none of these signals. It says nothing of
// what a server does when it is called, and nothing of the items that could not
// be read, which it counts.
//
// Time is linear in the bytes of the surface, but for the sorting of members. A
// sight is bounded: see [MaxSignals].
package firstsight

import (
	"cmp"
	"slices"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/signal"
	"github.com/mooring-mcp/mooring/surface"
	"github.com/mooring-mcp/mooring/taxonomy"
)

// Schema is the id of the record that a [Sight] is.
const Schema = "mooring.first_sight.v1"

// Sight is what a first look finds.
type Sight struct {
	Schema     string          `json:"schema"` // always [Schema]
	Server     string          `json:"server"`
	RuleSets   []check.RuleSet `json:"rule_sets"`
	Alarms     []Signal        `json:"alarms"`
	Inventory  []Entry         `json:"inventory"`
	Advisories []Signal        `json:"advisories"`
	Parameters Parameters      `json:"parameters"`
	// Omitted counts by rule, and by class of the inventory, what is left out, and as
	// "parameters" the tools that Parameters leaves out.
	Omitted map[string]int `json:"omitted,omitempty"`
	// Unread counts the items that could not be read and were passed over.
	Unread   int    `json:"unread,omitempty"`
	NonClaim string `json:"non_claim"`
}

// Signal is one thing that was found. Its text has at most [taxonomy.MaxText] bytes,
// its name [MaxName]; what is longer ends in "…".
type Signal struct {
	Rule string     `json:"rule"`
	Kind check.Kind `json:"kind"`
	Name string     `json:"name,omitempty"` // of the item
	check.Evidence
	// PointerCut says that Pointer would be longer than [MaxPointer] bytes and leads
	// to a parent.
	PointerCut bool `json:"pointer_cut,omitempty"`
}

// nonClaim is what no sight claims.
const nonClaim = "these are signals in text; their absence says nothing about what the server does when it is called"

// Look looks at a surface with the phrases of R02. It is a pure function. Equal
// surfaces give equal sights, in whatever order the members of their items stand.
func Look(s surface.Surface, phrases taxonomy.Phrases) Sight {
	l := looker{phrases: phrases, tallies: map[string]*tally{}, inventory: map[entryKey]*Entry{}}
	l.repeated(s)
	for _, listing := range s.Listings {
		for _, item := range listing.Items {
			l.item(listing.Kind, item)
		}
	}
	l.handshake(s.Handshake)
	l.names(s.Listing(surface.Tool))
	parameters := l.parameters(s)
	return Sight{
		Schema: Schema, Server: s.Server.ID, RuleSets: []check.RuleSet{check.Taxonomy{Phrases: phrases}.RuleSet(), check.Params{}.RuleSet()},
		Alarms: sorted(l.alarms), Inventory: l.entries(), Advisories: sorted(l.advisories), Parameters: parameters, Omitted: l.omitted(),
		Unread: l.unread, NonClaim: nonClaim,
	}
}

// looker gathers what is found.
type looker struct {
	phrases    taxonomy.Phrases
	alarms     []Signal
	advisories []Signal
	inventory  map[entryKey]*Entry
	tallies    map[string]*tally // by rule, and by class of the inventory
	sources    int               // looked at so far
	unread     int
}

// sorted orders signals by rule, kind and name; those of one item stay in the order
// of their places.
func sorted(signals []Signal) []Signal {
	slices.SortStableFunc(signals, func(a, b Signal) int {
		return cmp.Or(cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name))
	})
	return append([]Signal{}, signals...)
}

// repeated alarms about names that two items of a kind have.
func (l *looker) repeated(s surface.Surface) {
	for _, listing := range s.Listings {
		seen := map[string]int{}
		for _, item := range listing.Items {
			if item.Problem != "" {
				continue
			}
			if seen[item.Name]++; seen[item.Name] == 2 {
				kind := check.Kind(listing.Kind)
				l.keep(&l.alarms, Signal{
					Rule: check.RuleNameRepeated(kind), Kind: kind, Name: signal.Cut(item.Name, MaxName),
					Evidence: check.Evidence{
						Pointer: "/" + listing.Kind.Key(), Definition: "another item has this name", Text: signal.Cut(item.Name, taxonomy.MaxText),
					},
				})
			}
		}
	}
}

// item looks at one item.
func (l *looker) item(kind surface.Kind, item surface.Item) {
	v, err := jsonv.Parse(item.Raw, jsonv.Limits{})
	if err != nil || item.Problem != "" {
		l.unread++
		return
	}
	l.walk(check.Kind(kind), item.Name).value(v)
}

// serverInfoMeta is where MCP 2026-07-28 has what the server says of itself.
const serverInfoMeta = "io.modelcontextprotocol/serverInfo"

// handshake looks at what the server says of itself and to the model.
func (l *looker) handshake(h surface.Handshake) {
	if v := l.part(h.Instructions); v != nil {
		l.walk(check.Instructions, "").value(v)
	}
	if v := l.part(h.ServerInfo); v != nil {
		l.walk(check.Server, "").member("serverInfo", v)
	}
	w := l.walk(check.Server, "")
	w.path = []string{"_meta"}
	for name, v := range l.part(h.Result).Get("_meta").SortedMembers() {
		if name != serverInfoMeta || v.Raw() != string(h.ServerInfo) {
			w.member(name, v)
		}
	}
}

// part reads a part of the handshake; nil when it is absent.
func (l *looker) part(raw []byte) *jsonv.Value {
	if raw == nil {
		return nil
	}
	v, err := jsonv.Parse(raw, jsonv.Limits{})
	if err != nil {
		l.unread++
		return nil
	}
	return v
}
