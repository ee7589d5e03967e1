package census

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/paramrisk"
)

// most is what every count is below: an integer that a double holds, so that sums fit.
const most = 1<<53 - 1

// bounds are what the numbers of a result have to hold to be those of a census, whoever
// wrote it. The first that does not is kept. Every bound follows from how a [Tally] counts,
// and none from today's rules, so that records of other rules are read.
type bounds struct {
	at, problem string
}

// fail keeps a problem; parts are the tokens of the pointer.
func (b *bounds) fail(problem string, parts ...any) {
	if b.problem != "" {
		return
	}
	b.problem = problem
	for _, part := range parts {
		b.at = jsonv.AppendPointer(b.at, fmt.Sprint(part))
	}
}

// count demands 0 to a limit, and says what the limit is.
func (b *bounds) count(n, limit int64, of string, parts ...any) {
	switch {
	case n < 0:
		b.fail(fmt.Sprintf("found %d, want 0 or more", n), parts...)
	case n > limit:
		b.fail(fmt.Sprintf("found %d, want at most the %d %s", n, limit, of), parts...)
	}
}

// equal demands a number that follows from others.
func (b *bounds) equal(n, want int64, of string, parts ...any) {
	if n != want {
		b.fail(fmt.Sprintf("found %d, want the %d %s", n, want, of), parts...)
	}
}

func (b *bounds) percent(p Percent, n, of int64, parts ...any) {
	if want := percentOf(n, of); p != want {
		b.fail(fmt.Sprintf("found %s, want %s, which %d of %d are", p, want, n, of), parts...)
	}
}

// together demands that both, a nonzero number and what it is counted from, are there or
// neither.
func (b *bounds) together(n, of int64, what string, parts ...any) {
	if (n > 0) != (of > 0) {
		b.fail(fmt.Sprintf("found %d beside %d %s, want none or both", n, of, what), parts...)
	}
}

// shown demands a text of ours, which is printed as it stands.
func (b *bounds) shown(text string, parts ...any) {
	if visible.Text(text) != text {
		b.fail("found a character that is not printed, want none", parts...)
	}
}

// once demands names that are not empty, are shown and differ.
func (b *bounds) once(seen map[string]bool, name string, parts ...any) {
	b.shown(name, parts...)
	switch {
	case name == "":
		b.fail("found an empty name", parts...)
	case seen[name]:
		b.fail(fmt.Sprintf("found %q a second time", name), parts...)
	}
	seen[name] = true
}

func (b *bounds) result(r Result) {
	b.rules(r)
	b.count(r.Lines.Read, most, "that a record holds", "lines", "read")
	b.count(r.Lines.Bad, r.Lines.Read, "lines", "lines", "bad")
	b.count(r.Lines.BadItems, most, "that a record holds", "lines", "bad_items")
	b.count(r.Tools, most, "that a record holds", "tools")
	good := r.Lines.Read - r.Lines.Bad
	b.count(r.Servers, good, "lines that are not bad", "servers")
	b.inputs(r)
	for i, l := range r.Lines.First {
		b.place(r, l.LinePlace, "lines", "first", i)
	}
	b.count(int64(len(r.Lines.First)), r.Lines.Bad+r.Lines.BadItems, "bad lines and items", "lines", "first")
	b.enumeration(r, r.Direct, "direct")
	if r.Deep != nil {
		b.enumeration(r, *r.Deep, "deep")
		b.deeper(r.Direct, *r.Deep)
	}
	b.forms(r)
	b.consequence(r)
	b.shape(r)
	b.copies(r)
	b.hazards(r)
}

// rules are named by what the record's version says.
func (b *bounds) rules(r Result) {
	c := r.Consequence
	b.shown(r.Rules, "rules")
	b.shown(c.Rules, "consequence", "rules")
	b.shown(r.Ended, "ended")
	b.shown(r.NonClaim, "non_claim")
	switch {
	case r.Rules == "":
		b.fail("found no rules", "rules")
	case r.Schema == SchemaV1 && c.Rules != "":
		b.fail("found rules, which "+SchemaV1+" does not name", "consequence", "rules")
	case r.Schema == SchemaV1 && c.Words != "":
		b.fail("found words, which "+SchemaV1+" does not name", "consequence", "words")
	case r.Schema == Schema && c.Rules == "":
		b.fail("found no rules of consequence", "consequence")
	case r.Schema == Schema && !jsonv.IsDigest(c.Words):
		b.fail("found no digest, want sha256: and 64 hexadecimal digits", "consequence", "words")
	}
}

func (b *bounds) inputs(r Result) {
	var lines, bad, tools int64
	complete := r.Ended == ""
	for i, in := range r.Inputs {
		b.count(in.Bytes, most, "that a record holds", "inputs", i, "bytes")
		b.count(in.Lines, r.Lines.Read-lines, "lines that are left of all", "inputs", i, "lines")
		b.count(in.BadLines, min(in.Lines, r.Lines.Bad-bad), "lines that it can be of", "inputs", i, "bad_lines")
		b.count(in.Tools, r.Tools-tools, "tools that are left of all", "inputs", i, "tools")
		lines, bad, tools = lines+in.Lines, bad+in.BadLines, tools+in.Tools
		switch digest, err := hex.DecodeString(in.SHA256); {
		case in.SHA256 != "" && (err != nil || len(digest) != 32 || strings.ToLower(in.SHA256) != in.SHA256):
			b.fail("found no digest, want 64 hexadecimal digits", "inputs", i, "sha256")
		case in.SHA256 != "" && in.Error != "":
			b.fail("found an error beside a digest, which only an input that was read to its end has", "inputs", i, "error")
		case !slices.Contains([]string{"", "gzip", "zstd"}, in.Compression):
			b.fail(fmt.Sprintf("found %q, want gzip or zstd", in.Compression), "inputs", i, "compression")
		}
		complete = complete && in.SHA256 != ""
	}
	if b.problem != "" {
		return
	}
	b.equal(r.Lines.Read, lines, "lines of the inputs", "lines", "read")
	b.equal(r.Lines.Bad, bad, "bad lines of the inputs", "lines", "bad")
	b.equal(r.Tools, tools, "tools of the inputs", "tools")
	if r.Complete != complete {
		b.fail(fmt.Sprintf("found %t, and of the inputs it is %t", r.Complete, complete), "complete")
	}
}

func (b *bounds) place(r Result, p LinePlace, parts ...any) {
	switch {
	case !slices.ContainsFunc(r.Inputs, func(in Input) bool { return in.Name == p.Input }):
		b.fail(fmt.Sprintf("found %q, want one of the inputs", p.Input), append(parts, "input")...)
	case p.Line < 1 || p.Line > most:
		b.fail(fmt.Sprintf("found %d, want a line from 1 on", p.Line), append(parts, "line")...)
	}
	b.count(p.Offset, most, "that a record holds", append(parts, "offset")...)
}

func (b *bounds) enumeration(r Result, e Enumeration, name string) {
	b.count(e.Properties, most, "that a record holds", name, "properties")
	b.count(e.RequiredProperties, e.Properties, "parameters", name, "required_properties")
	var classes, buckets []string
	for _, c := range paramrisk.Classes() {
		classes = append(classes, string(c))
	}
	for _, c := range paramrisk.Buckets() {
		buckets = append(buckets, string(c))
	}
	b.labels(r, e, e.Classes, classes, name, "classes")
	b.labels(r, e, e.Buckets, buckets, name, "buckets")
}

func (b *bounds) labels(r Result, e Enumeration, labels []Label, ids []string, parts ...any) {
	if len(labels) != len(ids) {
		b.fail(fmt.Sprintf("found %d, want %d: %s", len(labels), len(ids), strings.Join(ids, ", ")), parts...)
		return
	}
	for i, l := range labels {
		at := func(member string) []any { return append(slices.Clone(parts), i, member) }
		if l.ID != ids[i] {
			b.fail(fmt.Sprintf("found %q, want %q", l.ID, ids[i]), at("id")...)
		}
		b.count(l.Tools, r.Tools, "tools", at("tools")...)
		b.percent(l.Percent, l.Tools, r.Tools, at("percent")...)
		b.count(l.Required, min(l.Tools, e.RequiredProperties), "tools and required parameters", at("required")...)
		b.count(l.Servers, min(l.Tools, r.Servers), "servers that they can be on", at("servers")...)
		b.together(l.Servers, l.Tools, "tools", at("servers")...)
		b.count(l.Properties, e.Properties, "parameters", at("properties")...)
		b.count(l.Tools, l.Properties, "parameters of this label", at("tools")...)
		b.together(l.Tools, l.Properties, "parameters of this label", at("tools")...)
	}
}

// deeper demands that more is found at all depths.
func (b *bounds) deeper(direct, deep Enumeration) {
	const of = "that are found without looking deeper"
	more := func(n, least int64, parts ...any) {
		if n < least {
			b.fail(fmt.Sprintf("found %d, want at least the %d %s", n, least, of), parts...)
		}
	}
	more(deep.Properties, direct.Properties, "deep", "properties")
	more(deep.RequiredProperties, direct.RequiredProperties, "deep", "required_properties")
	for _, part := range []struct {
		name         string
		direct, deep []Label
	}{{"classes", direct.Classes, deep.Classes}, {"buckets", direct.Buckets, deep.Buckets}} {
		for i := range min(len(part.direct), len(part.deep)) {
			a, c := part.direct[i], part.deep[i]
			more(c.Tools, a.Tools, "deep", part.name, i, "tools")
			more(c.Required, a.Required, "deep", part.name, i, "required")
			more(c.Servers, a.Servers, "deep", part.name, i, "servers")
			more(c.Properties, a.Properties, "deep", part.name, i, "properties")
		}
	}
}

func (b *bounds) forms(r Result) {
	labels, seen := map[string]Label{}, map[string]map[string]bool{} // by class or bucket
	for _, l := range slices.Concat(r.Direct.Classes, r.Direct.Buckets) {
		labels[l.ID], seen[l.ID] = l, map[string]bool{}
	}
	for i, f := range r.Forms {
		of, known := labels[f.Of]
		if !known {
			b.fail(fmt.Sprintf("found %q, want a class or a bucket", f.Of), "forms", i, "of")
			return
		}
		b.once(seen[f.Of], f.Form, "forms", i, "form")
		b.count(f.Tools, of.Tools, "tools of "+f.Of, "forms", i, "tools")
		b.count(f.Properties, of.Properties, "parameters of "+f.Of, "forms", i, "properties")
		b.count(f.Tools, f.Properties, "parameters of the form", "forms", i, "tools")
		b.together(f.Tools, f.Properties, "parameters of the form", "forms", i, "tools")
	}
}

func (b *bounds) consequence(r Result) {
	c, seen := r.Consequence, map[string]bool{}
	b.count(c.Tools, r.Tools, "tools", "consequence", "tools")
	b.percent(c.Percent, c.Tools, r.Tools, "consequence", "percent")
	for i, k := range c.Kinds {
		b.once(seen, k.Name, "consequence", "kinds", i, "name")
		b.count(k.Tools, c.Tools, "tools of high consequence", "consequence", "kinds", i, "tools")
	}
	b.count(c.Outbound, r.Tools, "tools", "consequence", "outbound")
	b.count(c.Intersection, min(c.Tools, c.Outbound), "tools that can be both", "consequence", "intersection")
	b.percent(c.BothPercent, c.Intersection, r.Tools, "consequence", "both_percent")
	b.count(c.Outbound-c.Intersection, r.Tools-c.Tools, "tools that are of no high consequence, beside the intersection", "consequence", "outbound")
	b.count(c.Read, r.Tools-c.Tools, "tools that are of no high consequence", "consequence", "read")
	b.count(c.ReadServers, min(c.Read, r.Servers), "servers that they can be on", "consequence", "read_servers")
	b.together(c.ReadServers, c.Read, "tools", "consequence", "read_servers")
}

func (b *bounds) shape(r Result) {
	s := r.Shape
	b.count(s.Bytes, most, "that a record holds", "shape", "bytes")
	b.count(s.LargestTool, s.Bytes, "bytes of all tools", "shape", "largest_tool")
	b.together(s.LargestTool, r.Tools, "tools", "shape", "largest_tool")
	b.count(s.MostProperties, r.Direct.Properties, "parameters", "shape", "most_properties")
	b.together(s.MostProperties, r.Direct.Properties, "parameters", "shape", "most_properties")
	b.count(s.MostTools, r.Tools, "tools", "shape", "most_tools")
	b.together(s.MostTools, r.Tools, "tools", "shape", "most_tools")
	b.count(s.WithDescription, r.Tools, "tools", "shape", "with_description")
	b.count(s.WithInputSchema, r.Tools, "tools", "shape", "with_input_schema")
	b.count(s.InputSchemaNotObj, r.Tools-s.WithInputSchema, "tools without an input schema", "shape", "input_schema_no_object")
	b.count(s.WithOutputSchema, r.Tools, "tools", "shape", "with_output_schema")
	seen, used, left := map[string]bool{}, map[string]bool{}, s.WithInputSchema
	for i, d := range r.Dialects {
		b.once(seen, d.Name, "dialects", i, "name")
		b.count(d.Tools, left, "tools with an input schema that are left", "dialects", i, "tools")
		left -= d.Tools
	}
	for i, k := range r.Keywords {
		b.once(used, k.Keyword, "keywords", i, "keyword")
		b.count(k.Tools, s.WithInputSchema, "tools with an input schema", "keywords", i, "tools")
		b.count(k.Uses, most, "that a record holds", "keywords", i, "uses")
		b.count(k.Tools, k.Uses, "uses", "keywords", i, "tools")
		b.together(k.Tools, k.Uses, "uses", "keywords", i, "tools")
	}
}

func (b *bounds) copies(r Result) {
	d := r.Duplicates
	b.count(d.Distinct, r.Tools, "tools", "duplicates", "distinct")
	b.together(d.Distinct, r.Tools, "tools", "duplicates", "distinct")
	b.count(d.Repeated, min(d.Distinct, r.Tools-d.Distinct), "tools that can be there more than once", "duplicates", "repeated")
	b.count(d.Most, r.Tools-max(d.Distinct-1, 0), "tools beside one of each other", "duplicates", "most")
	if more := d.Most > 1; more != (d.Repeated > 0) || d.Most == 0 && r.Tools > 0 {
		b.fail(fmt.Sprintf("found %d beside %d tools that are there more than once", d.Most, d.Repeated), "duplicates", "most")
	}
}

func (b *bounds) hazards(r Result) {
	seen := map[string]bool{}
	for i, h := range r.HazardCounts {
		if !slices.Contains(Hazards(), h.Hazard) {
			b.fail(fmt.Sprintf("found %q, which is no hazard", h.Hazard), "hazards", i, "hazard")
		}
		b.once(seen, string(h.Hazard), "hazards", i, "hazard")
		b.count(h.Tools, r.Tools, "tools", "hazards", i, "tools")
		b.count(h.Lines, r.Lines.Read-r.Lines.Bad, "lines that are not bad", "hazards", i, "lines")
		b.count(int64(len(h.First)), h.Tools, "tools", "hazards", i, "first")
		for n, p := range h.First {
			b.place(r, p, "hazards", i, "first", n)
		}
	}
}

// bounded proves the numbers of a result at a pointer in a record.
func bounded(record *jsonv.Value, pointer string, r Result) error {
	var b bounds
	b.at = pointer
	b.result(r)
	if b.problem == "" {
		return nil
	}
	e := &jsonv.Error{Code: jsonv.Record, Pointer: b.at, Detail: b.problem}
	if v, err := record.At(b.at); err == nil { // what is left out has no place
		e.Offset = v.Span().Start
	}
	return e
}
