package census

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"

	"github.com/mooring-mcp/mooring/internal/consequence"
	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/paramrisk"
)

// Signals is what the words of a tool say about its effect; see package consequence.
// They are Mooring's own and no labels of the specification.
type Signals struct {
	Kinds    consequence.Set
	Outbound bool // the words, or a parameter with the class gg:url-endpoint
	Read     bool
}

// Scanner counts lines. It keeps its buffers from line to line. Not safe for concurrent
// use: each goroutine has its own.
type Scanner struct {
	options  Options
	doc      document
	params   paramrisk.Scanner
	inspect  inspector
	keywords keywordWalk
	line     lineTools
	flat     []byte // a tool without white space
	preimage []byte // of the key of a name
	server   []byte // the last one that a line named
	serverIs key    // its key
	tools    int    // most tools that a part had
}

// NewScanner returns a scanner.
func NewScanner(o Options) *Scanner {
	return &Scanner{options: o, params: paramrisk.Scanner{Deep: o.Deep}, server: []byte{}, serverIs: keyOf(nil)}
}

// Part returns an empty part for [Scanner.Line].
func (s *Scanner) Part() *Part {
	return &Part{counts: newCounts(), tools: make([]toolSeen, 0, s.tools), places: make([][]Place, len(Hazards())), list: s.options.List}
}

// TooLong counts a line that was too long to be held.
func (s *Scanner) TooLong(p *Part, at Place, most int) {
	p.counts.lines++
	s.bad(p, Bad{at, fmt.Sprintf("longer than the limit of %d bytes", most)})
	p.counts.badLines++
}

func (s *Scanner) bad(p *Part, b Bad) {
	if len(p.bad) < s.options.List {
		p.bad = append(p.bad, b)
	}
}

// Line counts one line: a tool, a listing, or either with its server. raw is neither
// kept nor changed. O(n) in bytes.
func (s *Scanner) Line(p *Part, raw []byte, at Place) {
	p.counts.lines++
	if err := s.doc.read(raw); err != nil {
		p.counts.badLines++
		s.bad(p, Bad{at, err.Error()})
		return
	}
	s.line.find(&s.doc, s.options.serverMember())
	if s.line.reason != "" {
		p.counts.badLines++
		s.bad(p, Bad{at, s.line.reason})
		return
	}
	server := s.serverKey(at)
	found := s.lineHazards(p)
	if len(s.line.tools) == 0 {
		p.empty = append(p.empty, serverSeen{server})
	}
	for n, tool := range s.line.tools {
		if !s.doc.is(tool, jsonv.Object) {
			p.counts.badItems++
			s.bad(p, Bad{at, fmt.Sprintf("item %d of the listing is no object", n)})
			continue
		}
		s.tool(p, tool, server, at, found)
	}
}

// serverKey is the key of the line's server; a line that names none is one by itself
// (reading G07).
func (s *Scanner) serverKey(at Place) key {
	if s.line.server != nil {
		if !bytes.Equal(s.line.server, s.server) { // lines of a server often follow each other
			s.server = append(s.server[:0], s.line.server...)
			s.serverIs = keyOf(s.server)
		}
		return s.serverIs
	}
	var place [17]byte
	place[0] = 0xFF // begins no UTF-8, and so no name
	binary.BigEndian.PutUint64(place[1:], uint64(at.Input))
	binary.BigEndian.PutUint64(place[9:], uint64(at.Line))
	return keyOf(place[:])
}

// lineHazards counts the line under the hazards in it.
func (s *Scanner) lineHazards(p *Part) hazards {
	found := s.inspect.value(&s.doc, 0)
	for i := range p.counts.hazardLines {
		if found&(1<<i) != 0 {
			p.counts.hazardLines[i]++
		}
	}
	return found
}

// tool counts one tool; within are the hazards of its line.
func (s *Scanner) tool(p *Part, i int, server key, at Place, within hazards) {
	d := &s.doc
	name, description := d.str(d.member(i, "name")), d.str(d.member(i, "description"))
	seen := toolSeen{server: server, hasName: len(name) > 0, place: at}
	if seen.hasName {
		s.preimage = append(append(s.preimage[:0], server[:]...), name...)
		seen.name = keyOf(s.preimage)
	}
	var flat []byte
	flat, s.flat = d.compact(s.flat, i)
	seen.digest = keyOf(flat)

	c := &p.counts
	c.tools++
	c.bytes += int64(len(flat))
	c.largest = max(c.largest, int64(len(flat)))
	if len(description) > 0 {
		c.described++
	}
	s.schemas(c, i)
	s.toolHazards(p, i, at, within, seen.hasName)
	signals := signalsOf(consequence.Judge(string(name), string(description)))
	firstRow := len(p.Rows)
	s.parameters(p, i, &seen)
	signals.Outbound = signals.Outbound || seen.direct.Has(paramrisk.URLEndpoint)
	seen.read = signals.Read
	c.signals(signals)
	for n := firstRow; n < len(p.Rows); n++ {
		r := &p.Rows[n]
		r.Place, r.Server, r.Tool, r.ToolDigest, r.Signals = at, string(s.line.server), string(name), hex.EncodeToString(seen.digest[:]), signals
	}
	p.tools = append(p.tools, seen)
	s.tools = max(s.tools, len(p.tools))
}

func signalsOf(v consequence.Verdict) Signals {
	return Signals{Kinds: v.Kinds, Outbound: v.Outbound, Read: v.Read}
}

func (c *counts) signals(s Signals) {
	for i := range c.kinds {
		if s.Kinds&(1<<i) != 0 {
			c.kinds[i]++
		}
	}
	if s.Kinds != 0 {
		c.consequence++
	}
	if s.Outbound {
		c.outbound++
	}
	if s.Kinds != 0 && s.Outbound {
		c.both++
	}
	if s.Read {
		c.read++
	}
}

// schemas counts the schemas of a tool, dialect and keywords of the input schema.
func (s *Scanner) schemas(c *counts, i int) {
	d := &s.doc
	if d.is(d.member(i, "outputSchema"), jsonv.Object) {
		c.withOutput++
	}
	input := d.member(i, "inputSchema")
	if input == none {
		input = d.member(i, "input_schema") // reading G09
	}
	switch {
	case input == none:
		return
	case !d.is(input, jsonv.Object):
		c.rejected++
		return
	}
	c.withSchema++
	c.dialects[dialect(d, input)]++
	s.keywords.schema(d, input)
	for n, uses := range s.keywords.uses {
		if uses > 0 {
			c.keywords[n].tools++
			c.keywords[n].uses += uses
		}
	}
}

func (s *Scanner) toolHazards(p *Part, i int, at Place, within hazards, hasName bool) {
	var found hazards
	if within != 0 {
		found = s.inspect.value(&s.doc, i)
	}
	if !hasName {
		found |= hazardNoName
	}
	for n := range p.counts.hazardTools {
		if found&(1<<n) != 0 {
			p.counts.hazardTools[n]++
			p.keep(n, at)
		}
	}
}

// parameters counts the parameters of a tool. The text was taken apart before, so that
// the scan finds no error.
func (s *Scanner) parameters(p *Part, i int, seen *toolSeen) {
	c := &p.counts
	var required, deepRequired paramrisk.Set
	var forms paramrisk.Forms
	direct := int64(0)
	_ = s.params.Scan(s.doc.text(i), func(f paramrisk.Found) {
		labels := f.Forms.Set()
		c.deep.property(labels, f.Required)
		seen.deep |= labels
		if f.Required {
			deepRequired |= labels
		}
		if !f.Deep {
			direct++
			c.direct.property(labels, f.Required)
			seen.direct |= labels
			if f.Required {
				required |= labels
			}
			for n := range f.Forms.Each() {
				c.forms[n].properties++
				forms[n>>6] |= 1 << (n & 63)
			}
		}
		if s.options.Rows {
			p.Rows = append(p.Rows, Row{
				In: string(f.In), Name: string(f.Name), Required: f.Required, Deep: f.Deep, Labels: labels, Forms: f.Forms,
			})
		}
	})
	c.mostProperties = max(c.mostProperties, direct)
	c.direct.tool(seen.direct, required)
	c.deep.tool(seen.deep, deepRequired)
	for n := range forms.Each() {
		c.forms[n].tools++
	}
}
