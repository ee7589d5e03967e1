package census

import (
	"cmp"
	"slices"

	"github.com/mooring-mcp/mooring/internal/consequence"
	"github.com/mooring-mcp/mooring/paramrisk"
)

// Result sums up what was added. inputs say how each input was read, by their place;
// what they hold is filled in. ended says why the reading ended early, "" when it did
// not.
func (t *Tally) Result(inputs []Input, ended string) Result {
	inputs = slices.Clone(inputs)
	complete := ended == ""
	for i := range inputs {
		if of := t.inputs[i]; of != nil {
			inputs[i].Lines, inputs[i].BadLines, inputs[i].Tools = of.lines, of.badLines, of.tools
		}
		complete = complete && inputs[i].SHA256 != ""
	}
	c := &t.counts
	r := Result{
		Schema: Schema, Rules: paramrisk.Version, Complete: complete, Ended: ended, Inputs: inputs,
		Lines: Lines{Read: c.lines, Bad: c.badLines, BadItems: c.badItems, First: []BadLine{}},
		Tools: c.tools, Servers: int64(len(t.servers)),
		Direct:      t.enumeration(&c.direct, func(s *server) paramrisk.Set { return s.direct }),
		Forms:       c.formRows(),
		Consequence: t.consequences(),
		Shape: Shape{
			Bytes: c.bytes, LargestTool: c.largest, MostProperties: c.mostProperties, WithDescription: c.described,
			WithInputSchema: c.withSchema, InputSchemaNotObj: c.rejected, WithOutputSchema: c.withOutput,
		},
		Dialects: c.dialectRows(), Keywords: c.keywordRows(), Duplicates: t.duplicates(), NonClaim: NonClaim,
	}
	if t.options.Deep {
		deep := t.enumeration(&c.deep, func(s *server) paramrisk.Set { return s.deep })
		r.Deep = &deep
	}
	for _, s := range t.servers {
		r.Shape.MostTools = max(r.Shape.MostTools, int64(s.tools))
	}
	for _, b := range t.bad {
		r.Lines.First = append(r.Lines.First, BadLine{placeOf(b.Place, inputs), b.Reason})
	}
	for i, h := range Hazards() {
		row := HazardRow{Hazard: h, Tools: c.hazardTools[i], Lines: c.hazardLines[i], First: []LinePlace{}}
		for _, p := range t.places[i] {
			row.First = append(row.First, placeOf(p, inputs))
		}
		r.HazardCounts = append(r.HazardCounts, row)
	}
	return r
}

func placeOf(p Place, inputs []Input) LinePlace {
	return LinePlace{Input: inputs[p.Input].Name, Line: p.Line, Offset: p.Offset}
}

func (t *Tally) enumeration(e *enumeration, of func(*server) paramrisk.Set) Enumeration {
	var servers [labelCount]int64
	for _, s := range t.servers {
		for i := range servers {
			if of(s)&(1<<i) != 0 {
				servers[i]++
			}
		}
	}
	out := Enumeration{Properties: e.properties, RequiredProperties: e.required, Classes: []Label{}, Buckets: []Label{}}
	for i, n := range e.labels {
		row := Label{
			ID: labelName(i), Tools: n.tools, Percent: percentOf(n.tools, t.counts.tools), Required: n.requiredTools,
			Servers: servers[i], Properties: n.properties,
		}
		if i < len(paramrisk.Classes()) {
			out.Classes = append(out.Classes, row)
		} else {
			out.Buckets = append(out.Buckets, row)
		}
	}
	return out
}

// labelName names a bit of a [paramrisk.Set].
func labelName(i int) string {
	classes := paramrisk.Classes()
	if i < len(classes) {
		return string(classes[i])
	}
	return string(paramrisk.Buckets()[i-len(classes)])
}

func (c *counts) formRows() []Form {
	out := []Form{}
	for i, f := range paramrisk.AllForms() {
		out = append(out, Form{Form: f.Text, Of: string(f.Class) + string(f.Bucket), Tools: c.forms[i].tools, Properties: c.forms[i].properties})
	}
	return out
}

func (t *Tally) consequences() Consequence {
	c := &t.counts
	out := Consequence{
		Rules: consequence.Version, Words: consequence.Digest(),
		Tools: c.consequence, Percent: percentOf(c.consequence, c.tools), Outbound: c.outbound, Intersection: c.both,
		BothPercent: percentOf(c.both, c.tools), Read: c.read,
	}
	for i, k := range consequence.Kinds() {
		out.Kinds = append(out.Kinds, Named{string(k), c.kinds[i]})
	}
	for _, s := range t.servers {
		if s.reads {
			out.ReadServers++
		}
	}
	return out
}

func (c *counts) dialectRows() []Named {
	out := []Named{}
	for i, d := range dialects {
		out = append(out, Named{d.name, c.dialects[i]})
	}
	return out
}

// keywordRows are those that occur, the most used by tools first.
func (c *counts) keywordRows() []Keyword {
	out := []Keyword{}
	for i, n := range c.keywords {
		if n.uses == 0 {
			continue
		}
		name := "other"
		if i < len(keywords) {
			name = keywords[i].name
		}
		out = append(out, Keyword{name, n.tools, n.uses})
	}
	slices.SortFunc(out, func(a, b Keyword) int {
		return cmp.Or(cmp.Compare(b.Tools, a.Tools), cmp.Compare(b.Uses, a.Uses), cmp.Compare(a.Keyword, b.Keyword))
	})
	return out
}

func (t *Tally) duplicates() Duplicates {
	out := Duplicates{Distinct: int64(len(t.copies))}
	for _, n := range t.copies {
		if n > 1 {
			out.Repeated++
		}
		out.Most = max(out.Most, int64(n))
	}
	return out
}
