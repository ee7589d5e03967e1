package compat

import (
	"cmp"
	"slices"

	"github.com/mooring-mcp/mooring/internal/signal"
	"github.com/mooring-mcp/mooring/surface"
)

// The caps on what is listed; see [Finding.More].
const (
	PerItem = 10   // places of one rule in one item
	PerRule = 1000 // places of one rule
)

// collector gathers findings under the caps.
type collector struct {
	checks []check
	counts []count // one a check
	out    []Finding

	current Finding // kind, name and index of the item being checked
	first   int     // where its findings begin in out
}

// count is how much was found of one rule.
type count struct {
	listed int // in all items
	here   int // in this item
	last   int // index in collector.out of its last finding
}

func (c *collector) begin(kind surface.Kind, name string, index int) {
	c.current = Finding{Kind: kind, Name: signal.Cut(name, longestName), Index: index}
	c.first = len(c.out)
	for i := range c.counts {
		c.counts[i].here = 0
	}
}

// end sorts what was found in the item.
func (c *collector) end() {
	found := c.out[c.first:]
	if len(found) == 0 {
		return
	}
	slices.SortStableFunc(found, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Pointer, b.Pointer))
	})
	at := map[string]int{}
	for i, f := range found {
		at[f.Rule] = c.first + i
		if f.More > 0 && i+1 < len(found) && found[i+1].Rule == f.Rule { // the last of a rule carries the count
			found[i].More, found[i+1].More = 0, f.More
		}
	}
	for i := range c.checks {
		if last, ok := at[c.checks[i].ID]; ok {
			c.counts[i].last = last
		}
	}
}

func (c *collector) reporter(i int) reporter {
	return func(pointer, detail string) { c.hit(i, func() string { return pointer }, detail) }
}

// hit notes a place of check i, or only counts it. Of a place that is counted no
// pointer is made.
func (c *collector) hit(i int, pointer func() string, detail string) {
	n := &c.counts[i]
	if n.listed >= PerRule || n.here >= PerItem {
		c.out[n.last].More++
		return
	}
	f := c.current
	f.Rule, f.Pointer, f.Detail = c.checks[i].ID, pointer(), detail
	n.listed, n.here, n.last = n.listed+1, n.here+1, len(c.out)
	c.out = append(c.out, f)
}

// keyword notes a keyword of a schema, or the schema itself for "".
func (c *collector) keyword(i int, n *node, keyword, detail string) {
	c.hit(i, func() string { return n.pointer(keyword) }, detail)
}
