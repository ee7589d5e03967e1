package census

import "github.com/mooring-mcp/mooring/paramrisk"

// Tally is a census under way. Not safe for concurrent use.
type Tally struct {
	options Options
	counts  counts
	servers map[key]*server
	copies  map[key]uint32   // of each distinct tool
	names   map[key]struct{} // of each server
	bad     []Bad
	places  [][]Place
	inputs  map[int]*inputCount
}

// inputCount is what one input holds.
type inputCount struct{ lines, badLines, tools int64 }

// server is what is remembered of one.
type server struct {
	tools        uint32
	direct, deep paramrisk.Set
	reads        bool
}

// NewTally returns an empty tally.
func NewTally(o Options) *Tally {
	return &Tally{
		options: o, counts: newCounts(), servers: map[key]*server{}, copies: map[key]uint32{},
		names: map[key]struct{}{}, places: make([][]Place, len(Hazards())), inputs: map[int]*inputCount{},
	}
}

// Add adds a part of an input. Parts are added in the order of the lines; that decides
// which places are listed, and nothing else.
func (t *Tally) Add(p *Part, input int) {
	t.counts.add(&p.counts)
	of := t.inputs[input]
	if of == nil {
		of = &inputCount{}
		t.inputs[input] = of
	}
	of.lines += p.counts.lines
	of.badLines += p.counts.badLines
	of.tools += p.counts.tools
	for _, e := range p.empty {
		t.server(e.server)
	}
	for i := range p.tools {
		t.tool(&p.tools[i])
	}
	t.bad = append(t.bad, p.bad[:min(len(p.bad), t.options.List-len(t.bad))]...)
	for hazard, places := range p.places {
		for _, at := range places {
			t.keep(hazard, at)
		}
	}
}

func (t *Tally) server(k key) *server {
	of := t.servers[k]
	if of == nil {
		of = &server{}
		t.servers[k] = of
	}
	return of
}

func (t *Tally) tool(seen *toolSeen) {
	of := t.server(seen.server)
	of.tools++
	of.direct |= seen.direct
	of.deep |= seen.deep
	of.reads = of.reads || seen.read
	t.copies[seen.digest]++
	if !seen.hasName {
		return
	}
	if _, known := t.names[seen.name]; known {
		const repeated = 7 // of Hazards
		t.counts.hazardTools[repeated]++
		t.keep(repeated, seen.place)
		return
	}
	t.names[seen.name] = struct{}{}
}

func (t *Tally) keep(hazard int, at Place) {
	if l := &t.places[hazard]; len(*l) < t.options.List {
		*l = append(*l, at)
	}
}

// Tools is how many tools were counted.
func (t *Tally) Tools() int64 { return t.counts.tools }
