package census

import "strings"

// Figure is one number of a result.
type Figure struct {
	Section string `json:"section"` // "class", "form", …
	Name    string `json:"name"`
	Measure string `json:"measure"` // "tools", "required", …
	Value   int64  `json:"value"`
}

// Figures lists the numbers of a result, in the order of the record; not those of its
// inputs and places.
func Figures(r Result) []Figure {
	var out figures
	out.add("total", "", "tools", r.Tools)
	out.add("total", "", "servers", r.Servers)
	out.enumeration("", r.Direct)
	if r.Deep != nil {
		out.enumeration("deep ", *r.Deep)
	}
	out.add("lines", "", "read", r.Lines.Read)
	out.add("lines", "", "bad", r.Lines.Bad)
	out.add("lines", "", "bad items", r.Lines.BadItems)
	for _, f := range r.Forms {
		out.add("form", f.Form+" ("+f.Of+")", "tools", f.Tools)
		out.add("form", f.Form+" ("+f.Of+")", "properties", f.Properties)
	}
	c := r.Consequence
	out.add("consequence", "", "tools", c.Tools)
	for _, k := range c.Kinds {
		out.add("consequence", k.Name, "tools", k.Tools)
	}
	out.add("consequence", "", "outbound", c.Outbound)
	out.add("consequence", "", "intersection", c.Intersection)
	out.add("read", "", "tools", c.Read)
	out.add("read", "", "servers", c.ReadServers)
	out.shape(r)
	for _, h := range r.HazardCounts {
		out.add("hazard", string(h.Hazard), "tools", h.Tools)
		out.add("hazard", string(h.Hazard), "lines", h.Lines)
	}
	return out
}

type figures []Figure

func (f *figures) add(section, name, measure string, value int64) {
	*f = append(*f, Figure{section, name, measure, value})
}

func (f *figures) enumeration(prefix string, e Enumeration) {
	f.add(prefix+"total", "", "properties", e.Properties)
	f.add(prefix+"total", "", "required properties", e.RequiredProperties)
	for _, part := range []struct {
		section string
		labels  []Label
	}{{prefix + "class", e.Classes}, {prefix + "bucket", e.Buckets}} {
		for _, l := range part.labels {
			f.add(part.section, l.ID, "tools", l.Tools)
			f.add(part.section, l.ID, "required", l.Required)
			f.add(part.section, l.ID, "servers", l.Servers)
			f.add(part.section, l.ID, "properties", l.Properties)
		}
	}
}

func (f *figures) shape(r Result) {
	s, d := r.Shape, r.Duplicates
	f.add("shape", "", "bytes", s.Bytes)
	f.add("shape", "", "largest tool", s.LargestTool)
	f.add("shape", "", "most properties", s.MostProperties)
	f.add("shape", "", "most tools", s.MostTools)
	f.add("shape", "", "with description", s.WithDescription)
	f.add("shape", "", "with input schema", s.WithInputSchema)
	f.add("shape", "", "input schema no object", s.InputSchemaNotObj)
	f.add("shape", "", "with output schema", s.WithOutputSchema)
	for _, n := range r.Dialects {
		f.add("dialect", n.Name, "tools", n.Tools)
	}
	for _, k := range r.Keywords {
		f.add("keyword", k.Keyword, "tools", k.Tools)
		f.add("keyword", k.Keyword, "uses", k.Uses)
	}
	f.add("copies", "", "distinct", d.Distinct)
	f.add("copies", "", "repeated", d.Repeated)
	f.add("copies", "", "most", d.Most)
}

// Change is a figure that differs.
type Change struct {
	Section string `json:"section"`
	Name    string `json:"name,omitempty"`
	Measure string `json:"measure"`
	Before  int64  `json:"before"` // 0 for one that was not there
	After   int64  `json:"after"`
	// BeforePercent and AfterPercent are of the tools of each side; nil where the measure
	// does not count tools.
	BeforePercent *Percent `json:"before_percent,omitempty"`
	AfterPercent  *Percent `json:"after_percent,omitempty"`
}

// Compare returns the figures that differ, in the order of the record: those of before,
// then those that only after has. What one of them did not look for, at any depth, is
// left out. nil for none.
func Compare(before, after Result) []Change {
	if before.Deep == nil || after.Deep == nil {
		before.Deep, after.Deep = nil, nil
	}
	type id struct{ section, name, measure string }
	values := map[id]int64{}
	for _, f := range Figures(after) {
		values[id{f.Section, f.Name, f.Measure}] = f.Value
	}
	var out []Change
	add := func(f Figure, a, b int64) {
		if a == b {
			return
		}
		c := Change{Section: f.Section, Name: f.Name, Measure: f.Measure, Before: a, After: b}
		if ofTools(f) {
			p, q := percentOf(a, before.Tools), percentOf(b, after.Tools)
			c.BeforePercent, c.AfterPercent = &p, &q
		}
		out = append(out, c)
	}
	for _, f := range Figures(before) {
		k := id{f.Section, f.Name, f.Measure}
		add(f, f.Value, values[k])
		delete(values, k)
	}
	for _, f := range Figures(after) {
		if _, left := values[id{f.Section, f.Name, f.Measure}]; left {
			add(f, 0, f.Value)
		}
	}
	return out
}

// ofTools reports a figure that is a number of tools.
func ofTools(f Figure) bool {
	switch f.Measure {
	case "tools", "required", "intersection", "outbound":
		return !strings.HasSuffix(f.Section, "total")
	}
	return false
}
