package census

import (
	"math/bits"

	"github.com/mooring-mcp/mooring/internal/consequence"
	"github.com/mooring-mcp/mooring/paramrisk"
)

// Part is what a run of lines adds to a [Tally].
type Part struct {
	// Rows are the parameters, by their place in the text; nil without [Options] Rows.
	Rows []Row

	counts counts
	tools  []toolSeen
	empty  []serverSeen // servers of lines without a tool
	bad    []Bad
	places [][]Place // of each hazard
	list   int
}

// toolSeen is what is remembered of a tool.
type toolSeen struct {
	server, name, digest key
	hasName              bool
	place                Place
	direct, deep         paramrisk.Set
	read                 bool
}

type serverSeen struct{ server key }

// keep lists a place, as long as there is room.
func (p *Part) keep(hazard int, at Place) {
	if l := &p.places[hazard]; len(*l) < p.list {
		*l = append(*l, at)
	}
}

// counts are numbers that add up.
type counts struct {
	lines, badLines, badItems         int64
	tools, bytes, largest             int64
	withSchema, withOutput, described int64
	rejected                          int64 // tools with an input schema that is no object
	direct, deep                      enumeration
	forms                             []formCount
	keywords                          []use
	dialects                          []int64
	hazardTools, hazardLines          []int64
	kinds                             []int64
	consequence, outbound, both, read int64
	mostProperties                    int64
}

// enumeration counts one way to find the parameters of a tool.
type enumeration struct {
	properties, required int64
	labels               [labelCount]labelled
}

// labelCount is the number of classes and buckets.
const labelCount = 7

// labelled counts one class or bucket.
type labelled struct{ tools, requiredTools, properties int64 }

type formCount struct{ tools, properties int64 }

type use struct{ tools, uses int64 }

func newCounts() counts {
	return counts{
		forms:       make([]formCount, len(paramrisk.AllForms())),
		keywords:    make([]use, len(keywords)+1),
		dialects:    make([]int64, len(dialects)),
		hazardTools: make([]int64, len(Hazards())),
		hazardLines: make([]int64, len(Hazards())),
		kinds:       make([]int64, len(consequence.Kinds())),
	}
}

func (c *counts) add(o *counts) {
	c.lines += o.lines
	c.badLines += o.badLines
	c.badItems += o.badItems
	c.tools += o.tools
	c.bytes += o.bytes
	c.largest = max(c.largest, o.largest)
	c.withSchema += o.withSchema
	c.withOutput += o.withOutput
	c.described += o.described
	c.rejected += o.rejected
	c.direct.add(&o.direct)
	c.deep.add(&o.deep)
	for i, n := range o.forms {
		c.forms[i].tools += n.tools
		c.forms[i].properties += n.properties
	}
	for i, n := range o.keywords {
		c.keywords[i].tools += n.tools
		c.keywords[i].uses += n.uses
	}
	sum(c.dialects, o.dialects)
	sum(c.hazardTools, o.hazardTools)
	sum(c.hazardLines, o.hazardLines)
	sum(c.kinds, o.kinds)
	c.consequence += o.consequence
	c.outbound += o.outbound
	c.both += o.both
	c.read += o.read
	c.mostProperties = max(c.mostProperties, o.mostProperties)
}

func sum(to, from []int64) {
	for i, n := range from {
		to[i] += n
	}
}

func (e *enumeration) add(o *enumeration) {
	e.properties += o.properties
	e.required += o.required
	for i, n := range o.labels {
		e.labels[i].tools += n.tools
		e.labels[i].requiredTools += n.requiredTools
		e.labels[i].properties += n.properties
	}
}

// property counts the labels of one parameter.
func (e *enumeration) property(labels paramrisk.Set, required bool) {
	e.properties++
	if required {
		e.required++
	}
	for rest := labels; rest != 0; rest &= rest - 1 {
		e.labels[bits.TrailingZeros8(uint8(rest))].properties++
	}
}

// tool counts the labels of the parameters of one tool, and of the required ones.
func (e *enumeration) tool(labels, required paramrisk.Set) {
	for rest := labels; rest != 0; rest &= rest - 1 {
		e.labels[bits.TrailingZeros8(uint8(rest))].tools++
	}
	for rest := required; rest != 0; rest &= rest - 1 {
		e.labels[bits.TrailingZeros8(uint8(rest))].requiredTools++
	}
}
