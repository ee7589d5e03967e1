package schemawalk

import (
	"regexp"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// place is where something stands: below the schema refs[ref] of a conjunction.
type place struct {
	ref int
	rel string // RFC 6901
}

func (p place) down(token string) place {
	return place{p.ref, jsonv.AppendPointer(p.rel, token)}
}

// mark is a keyword where it stands.
type mark struct {
	place
	name   string
	v      *jsonv.Value
	detail string
}

// sub is a schema below a node. One without a value constrains nothing.
type sub struct {
	ref
	at    place
	owner *jsonv.Value // the object that applies it in place, for what is merged later
}

// The counted keywords, by their index in node.sizes; even ones are minima.
const (
	minLength = iota
	maxLength
	minItems
	maxItems
	minProperties
	maxProperties
	sizeCount
)

var sizeNames = [sizeCount]string{
	"minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties",
}

// limit is a counted keyword with what it comes to; unset is 0 or no limit.
type limit struct {
	set  bool
	n    int64
	mark mark
}

// pattern is a member of patternProperties.
type pattern struct {
	text string
	re   *regexp.Regexp // nil when it cannot be read
	sub  sub
}

// fields is properties with its neighbours, of one schema object.
type fields struct {
	props    map[string]sub
	patterns []pattern
	rest     sub
	keyword  string       // of rest: additionalProperties or unevaluatedProperties
	v        *jsonv.Value // the object
	open     bool         // the author wrote additionalProperties: true
}

// row is prefixItems and items, of one schema object.
type row struct {
	prefix  []sub
	rest    sub
	keyword string // of rest
}

// containing is contains with its counts.
type containing struct {
	sub      sub
	min, max limit
}

// union is an anyOf or oneOf.
type union struct {
	one      bool
	mark     mark
	branches []sub
	nodes    []*node // of branches
}

// conditional is if with then and else; either may constrain nothing.
type conditional struct{ cond, then, otherwise sub }

// node is a compiled conjunction: everything in it holds together.
type node struct {
	id       int
	in       conj
	types    types // effective
	declared types // by type alone
	never    bool
	finite   bool // values is the set that is accepted
	values   []*jsonv.Value
	keys     map[string]bool // canonical, of values; false for what was ruled out

	enums    []mark
	typed    *mark // the first type keyword
	lower    *bound
	upper    *bound
	range2   [2]*mark // bounds that are just the ends of the interoperable range
	multiple *bound
	sizes    [sizeCount]limit
	most     int64 // items that an array can have, -1 for any number
	patterns []mark
	formats  []mark

	required map[string]mark
	fields   []fields
	names    []sub // propertyNames
	needs    map[string]map[string]mark
	implies  map[string][]sub // dependentSchemas
	rows     []row
	contains []containing
	unique   *mark

	unions []union
	nots   []sub
	conds  []conditional
	opaque []mark // what nobody knows: unresolved and dynamic references, dynamic unevaluated*

	notes      map[string]mark
	unmodelled []mark
}

// bare reports whether the node is one union and nothing else.
func (n *node) bare() bool {
	return len(n.unions) == 1 && len(n.enums) == 0 && n.typed == nil && n.lower == nil && n.upper == nil &&
		n.multiple == nil && n.sizes == [sizeCount]limit{} && len(n.patterns) == 0 && len(n.required) == 0 &&
		len(n.fields) == 0 && len(n.names) == 0 && len(n.needs) == 0 && len(n.implies) == 0 && len(n.rows) == 0 &&
		len(n.contains) == 0 && n.unique == nil && len(n.nots) == 0 && len(n.conds) == 0 && len(n.opaque) == 0
}

// least is what a minimum comes to.
func (n *node) least(i int) int64 {
	low := n.sizes[i].n
	if i == minProperties {
		low = max(low, int64(len(n.required)))
	}
	return low
}

// ofType returns the node cut down to some types.
func (w *walk) ofType(n *node, t types) *node {
	t &= n.in.types
	if t == n.in.types&anyType {
		return n
	}
	return w.node(conj{n.in.refs, n.in.solved, t | never})
}

// never is a type that nothing has: a conjunction of no type, where 0 means all.
const never types = 1 << 7

// child compiles what stands below a node.
func (w *walk) child(subs []sub) *node {
	var c conj
	seen := map[*jsonv.Value]bool{}
	for _, s := range subs {
		if s.v == nil || seen[s.v] {
			continue
		}
		seen[s.v] = true
		c.refs = append(c.refs, s.ref)
	}
	return w.node(c)
}

// both compiles the intersection of two nodes.
func (w *walk) both(a, b *node) *node {
	c := conj{types: a.in.types&b.in.types | never}
	seen := map[*jsonv.Value]bool{}
	for _, n := range []*node{a, b} {
		for _, r := range n.in.refs {
			if !seen[r.v] {
				seen[r.v] = true
				c.refs = append(c.refs, r)
			}
		}
		c.solved = append(c.solved, n.in.solved...)
	}
	return w.node(c)
}

// branch compiles a node together with one branch of one of its unions.
func (w *walk) branch(n *node, u union, i int) *node {
	c := conj{types: n.in.types}
	c.refs = append(append(c.refs, n.in.refs...), u.branches[i].ref)
	c.solved = append(append(c.solved, n.in.solved...), u.mark.v)
	return w.node(c)
}
