// Package compat finds what makes real MCP clients and model APIs drop a tool,
// drop a whole listing, refuse a request or confuse two tools: things that the
// specification often allows and that somebody's software could not take.
//
// A [Rule] is one such thing with the clients that were seen to mind it, what
// they do, and where that was reported. [Check] applies all rules to one
// observed surface and returns the places as [Finding] values. A rule says what
// was reported of some version of a client, with the month; a client may have
// been mended since, and one that is not named was not looked at. No finding
// therefore never means that every client takes the surface.
//
//	for _, f := range compat.Check(s) {
//		fmt.Println(f.Rule, f.Name, f.Pointer, f.Detail)
//	}
//
// Time and memory are linear in the bytes of the surface. Of one rule at most
// [PerItem] places are listed in one item and [PerRule] in all; [Finding.More]
// counts the others. Items that are no strict JSON object are not looked into; they are
// hazards of the surface already.
package compat

import (
	"cmp"
	"slices"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/surface"
)

// Effect is what a client does when it meets a thing.
type Effect string

// The effects, from the one that costs most to the one that costs least.
const (
	ListDropped    Effect = "list dropped"    // no item of the kind is usable
	RequestRefused Effect = "request refused" // the model answers nothing while the tool is enabled
	ToolDropped    Effect = "tool dropped"    // the model never sees the tool
	CallFails      Effect = "call fails"      // the tool is there, but cannot be called
	Confused       Effect = "tools confused"  // a call may reach another tool, or one of two disappears
	TextCut        Effect = "text cut"        // the model sees less than the server sent
	Renamed        Effect = "renamed"         // the model sees another name
	Repaired       Effect = "repaired"        // the client changes the schema and goes on
	Advised        Effect = "advised against" // by the specification; no client is known to mind
)

// effects holds the effects in order, each with the verb that a client takes.
var effects = []struct {
	effect    Effect
	verb, may string
}{
	{ListDropped, "drops the list", "may drop the list"},
	{RequestRefused, "refuses the request", "may refuse the request"},
	{ToolDropped, "drops the tool", "may drop the tool"},
	{CallFails, "fails the call", "may fail the call"},
	{Confused, "confuses tools", "may confuse tools"},
	{TextCut, "cuts it", "may cut it"},
	{Renamed, "renames it", "may rename it"},
	{Repaired, "repairs it", "may repair it"},
	{Advised, "advises against it", "advises against it"},
}

// Rank orders effects, the costliest first, from 0.
func (e Effect) Rank() int {
	for i, known := range effects {
		if known.effect == e {
			return i
		}
	}
	return len(effects)
}

// Source is one client and what it was seen to do.
type Source struct {
	Client string `json:"client"`
	Effect Effect `json:"effect"`
	// May marks what holds for some versions, models or settings of the client only.
	May   bool   `json:"may,omitempty"`
	Where string `json:"where"` // thread as OWNER/REPO#NUMBER, page and section, or package, version and file
	Date  string `json:"date"`  // year and month in which it was reported, or the page read: "2026-05"
}

// Does says in a few words what the client does: "drops the tool".
func (s Source) Does() string {
	known := effects[min(s.Effect.Rank(), len(effects)-1)]
	if s.May {
		return known.may
	}
	return known.verb
}

// Rule is one thing that clients were seen to mind.
type Rule struct {
	ID      string   `json:"id"` // "compat.name_length"; never renamed, never used again
	Title   string   `json:"title"`
	Meaning string   `json:"meaning"` // what happens and why
	Fix     string   `json:"fix"`     // what the author of the server can do
	Effect  Effect   `json:"effect"`  // the costliest; a loss that is certain goes before one that is not
	Sources []Source `json:"sources"` // at least one, the costliest effect first
}

// Finding is one place at which a rule holds.
type Finding struct {
	Rule    string       `json:"rule"`
	Kind    surface.Kind `json:"kind"`
	Name    string       `json:"name"`    // of the item, cut with "…" behind 1,024 bytes; "" for a nameless one and for the listing itself
	Index   int          `json:"index"`   // of the item in its listing, from 0; -1 for the listing itself
	Pointer string       `json:"pointer"` // RFC 6901, from the item; of a parent when it would be longer than 1,024 bytes
	Detail  string       `json:"detail"`  // what was found and what was wanted
	// More counts places of the rule that are not listed: in the same item when
	// that has more than ten; on the rule's last finding also those of the items
	// after it when the rule has more than 1,000.
	More int `json:"more,omitempty"`
}

// check is a rule with the one of its functions that is set. Each is pure; the
// string is the detail, "" when the rule does not hold.
type check struct {
	Rule

	listing func(l *listing, hit reporter) // once a kind
	item    func(it *item, hit reporter)   // once an item
	// node is called once a schema and returns the keyword, "" for the schema
	// itself, with the detail.
	node    func(n *node) (keyword, detail string)
	ref     func(r reference) string // once a $ref in use
	pattern func(n *node, p pattern) string
}

// reporter notes a place; pointer is relative to the item.
type reporter func(pointer, detail string)

// checks returns all rules, sorted by id.
func checks() []check {
	all := slices.Concat(nameChecks(), listChecks(), memberChecks(), rootChecks(), parameterChecks(), schemaChecks(), geminiChecks(), refChecks(), patternChecks())
	for i := range all {
		r := &all[i].Rule
		slices.SortStableFunc(r.Sources, func(a, b Source) int { return cmp.Compare(a.Effect.Rank(), b.Effect.Rank()) })
		certain := slices.IndexFunc(r.Sources, func(s Source) bool { return !s.May && s.Effect.Rank() <= CallFails.Rank() })
		r.Effect = r.Sources[max(0, certain)].Effect
	}
	slices.SortFunc(all, func(a, b check) int { return cmp.Compare(a.ID, b.ID) })
	return all
}

// Rules returns every rule, sorted by id. The caller may keep and change them.
func Rules() []Rule {
	all := checks()
	rules := make([]Rule, len(all))
	for i, c := range all {
		rules[i] = c.Rule
	}
	return rules
}

// Check returns where the rules hold in a surface, sorted by kind, place in the
// listing (the listing itself first), rule and pointer. Equal items give equal
// findings, however their JSON is spelled. Listings that were not observed have
// no findings.
func Check(s surface.Surface) []Finding {
	c := collector{checks: checks()}
	c.counts = make([]count, len(c.checks))
	for _, kind := range surface.Kinds() {
		c.kind(s, kind)
	}
	return c.out
}

// kind checks one listing.
func (c *collector) kind(s surface.Surface, kind surface.Kind) {
	l := &listing{kind: kind, server: s.Server.ID, items: s.Listing(kind).Items}
	for _, h := range s.Hazards {
		l.nullCursor = l.nullCursor || h.Code == surface.NullCursor && h.Where == kind.Method()
	}
	c.begin(kind, "", -1)
	for i, rule := range c.checks {
		if rule.listing != nil {
			rule.listing(l, c.reporter(i))
		}
	}
	c.end()
	for index, it := range l.items {
		if it.Problem != "" {
			continue
		}
		v, err := jsonv.Parse(it.Raw, jsonv.Unlimited())
		if err != nil || v.Kind() != jsonv.Object {
			continue
		}
		c.begin(kind, it.Name, index)
		c.item(&item{listing: l, v: v, name: it.Name})
		c.end()
	}
}

func (c *collector) item(it *item) {
	for i, rule := range c.checks {
		if rule.item != nil {
			rule.item(it, c.reporter(i))
		}
	}
	if it.listing.kind == surface.Tool {
		for _, side := range []string{inputSchema, outputSchema} {
			if v := it.v.Get(side); v.Kind() == jsonv.Object {
				root := newNode(nil, v, "/"+side, "")
				c.schema(root)
				references(root, c.reference)
			}
		}
	}
}

func (c *collector) reference(r reference) {
	for i, rule := range c.checks {
		if rule.ref != nil {
			if detail := rule.ref(r); detail != "" {
				c.keyword(i, r.node, "$ref", detail)
			}
		}
	}
}

// schema applies the rules to a schema and those below it.
func (c *collector) schema(n *node) {
	for i, rule := range c.checks {
		if rule.node != nil {
			if keyword, detail := rule.node(n); detail != "" {
				c.keyword(i, n, keyword, detail)
			}
		}
	}
	if text, ok := n.get(kwPattern).Str(); ok {
		p := scanPattern(text)
		for i, rule := range c.checks {
			if rule.pattern != nil {
				if detail := rule.pattern(n, p); detail != "" {
					c.keyword(i, n, "pattern", detail)
				}
			}
		}
	}
	n.children(c.schema)
}
