package censusreport

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"io"

	"github.com/mooring-mcp/mooring/internal/census"
	"github.com/mooring-mcp/mooring/internal/pagestyle"
	"github.com/mooring-mcp/mooring/internal/visible"
)

// HTML writes a census as one page that stands by itself: no script, and no style, image
// or font from elsewhere. Its only errors are those of w.
func HTML(w io.Writer, r census.Result) error {
	var b bytes.Buffer
	if err := page.Execute(&b, newView(r)); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}

//go:embed page.gohtml
var pageText string

//go:embed page.css
var ownStyle string

var page = template.Must(template.New("page").Parse(pageText))

var styleText = pagestyle.Base + ownStyle

// pagePolicy allows the page its own style, by its digest, and nothing else (Content
// Security Policy Level 3 §2.3.1).
var pagePolicy = "default-src 'none'; style-src '" + digest(styleText) + "'; base-uri 'none'; form-action 'none'"

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// view is what the template draws.
type view struct {
	Style  template.CSS
	Policy string

	Tools, Servers, Parameters, Distinct string
	Gap                                  string
	Tables, DeepTables                   []labelTable
	Signals, Forms, Dialects, Keywords   []bar
	Shape                                []fact
	Hazards                              []hazardRow
	Bad                                  string
	BadLines                             []badRow
	Inputs                               []inputRow
	NonClaim                             string
	Rules                                string
}

// labelTable is the specification's table, for some labels.
type labelTable struct {
	Title, Head string
	Rows        []labelRow
}

// labelRow is a row of the table.
type labelRow struct {
	ID, Tools, Percent, Required, Servers, Properties string
	All, Must                                         int // lengths of the bars, of 1000
}

// bar is a number that is drawn.
type bar struct {
	Name, Of, N, Percent string
	Class                string
	Length               int // of 1000
}

type fact struct{ Name, Value string }

type hazardRow struct{ Name, Meaning, Tools, First string }

type badRow struct{ Place, Reason string }

type inputRow struct{ Name, Lines, Size, Digest, Error string }

// ruleNames are the rules that counted; a record of v1 does not name those of consequence.
func ruleNames(r census.Result) string {
	if r.Consequence.Rules == "" {
		return r.Rules
	}
	return r.Rules + " and " + r.Consequence.Rules
}

func newView(r census.Result) view {
	v := view{
		Style:  template.CSS(styleText), //nolint:gosec // embedded, and part of the program
		Policy: pagePolicy, Tools: grouped(r.Tools), Servers: grouped(r.Servers), Parameters: grouped(r.Direct.Properties), Distinct: grouped(r.Duplicates.Distinct),
		Gap: gap(r), Tables: []labelTable{
			{Head: "class", Rows: labelRows(r.Direct.Classes, r.Tools)},
			{Head: "bucket", Rows: labelRows(r.Direct.Buckets, r.Tools)},
		},
		Signals: signalBars(r), Forms: formBars(r), Dialects: dialectBars(r), Keywords: keywordBars(r), Shape: shapeFacts(r),
		Hazards: hazardRows(r), NonClaim: r.NonClaim, Rules: ruleNames(r),
	}
	if r.Deep != nil {
		v.DeepTables = []labelTable{
			{"What parameters carry, at any depth", "class", labelRows(r.Deep.Classes, r.Tools)},
			{"Buckets, at any depth", "bucket", labelRows(r.Deep.Buckets, r.Tools)},
		}
	}
	if r.Lines.Bad+r.Lines.BadItems > 0 {
		v.Bad = count(r.Lines.Bad, "bad line", "bad lines") + " of " + grouped(r.Lines.Read) + ", " + count(r.Lines.BadItems, "item of a listing", "items of listings")
	}
	for _, l := range r.Lines.First {
		v.BadLines = append(v.BadLines, badRow{place(l.LinePlace), visible.Text(l.Reason)})
	}
	for _, in := range r.Inputs {
		row := inputRow{Name: visible.Name(in.Name), Lines: count(in.Lines, "line", "lines"), Size: size(in.Bytes), Digest: in.SHA256}
		if in.SHA256 == "" {
			row.Error = "not read to its end"
		}
		if in.Error != "" {
			row.Error += ": " + visible.Text(in.Error)
		}
		v.Inputs = append(v.Inputs, row)
	}
	return v
}

// length is a share of 1000, at least 1 of what is there.
func length(n, of int64) int {
	if n == 0 || of == 0 {
		return 0
	}
	return max(1, int(n*1000/of))
}

// labelRows draws on a scale on which the most frequent one is as long as the chart, so
// that rare ones are seen; the numbers are of all tools.
func labelRows(labels []census.Label, tools int64) []labelRow {
	var out []labelRow
	scale := scaleOf(labels, tools)
	for _, l := range byTools(labels) {
		out = append(out, labelRow{
			ID: l.ID, Tools: grouped(l.Tools), Percent: l.Percent.String(), Required: grouped(l.Required), Servers: grouped(l.Servers),
			Properties: grouped(l.Properties), All: length(l.Tools, scale), Must: length(l.Required, scale),
		})
	}
	return out
}

// scaleOf is how many tools the length of a chart stands for.
func scaleOf(labels []census.Label, tools int64) int64 {
	most := int64(0)
	for _, l := range labels {
		most = max(most, l.Tools)
	}
	return min(most, tools)
}

func signalBars(r census.Result) []bar {
	c := r.Consequence
	scale := max(c.Tools, c.Read, 1)
	out := []bar{{Name: "read only", N: grouped(c.Read), Class: "calm", Length: length(c.Read, scale)}, {Name: "high consequence", N: grouped(c.Tools), Percent: c.Percent.String(), Class: "loud", Length: length(c.Tools, scale)}}
	for _, k := range c.Kinds {
		out = append(out, bar{Name: k.Name, Class: "below", N: grouped(k.Tools), Length: length(k.Tools, scale)})
	}
	return append(out, bar{
		Name: "and outbound network", N: grouped(c.Intersection), Percent: c.BothPercent.String(), Class: "loud below", Length: length(c.Intersection, scale),
	})
}

func formBars(r census.Result) []bar {
	var out []bar
	forms := topForms(r, 15)
	for _, f := range forms {
		out = append(out, bar{Name: f.Form, Of: f.Of, N: grouped(f.Tools), Length: length(f.Tools, forms[0].Tools)})
	}
	return out
}

func dialectBars(r census.Result) []bar {
	var out []bar
	for _, d := range r.Dialects {
		if d.Tools > 0 {
			out = append(out, bar{Name: d.Name, N: grouped(d.Tools), Length: length(d.Tools, r.Shape.WithInputSchema)})
		}
	}
	return out
}

func keywordBars(r census.Result) []bar {
	var out []bar
	for _, k := range r.Keywords[:min(20, len(r.Keywords))] {
		out = append(out, bar{Name: k.Keyword, N: grouped(k.Tools), Length: length(k.Tools, r.Tools)})
	}
	return out
}

func shapeFacts(r census.Result) []fact {
	s := r.Shape
	return []fact{
		{"with a description", grouped(s.WithDescription)},
		{"with an input schema", grouped(s.WithInputSchema)},
		{"with an output schema", grouped(s.WithOutputSchema)},
		{"copies", copies(r.Duplicates)},
		{"all tools", size(s.Bytes)},
		{"largest tool", size(s.LargestTool)},
		{"most parameters of a tool", grouped(s.MostProperties)},
		{"most tools of a server", grouped(s.MostTools)},
	}
}

// meanings says what a hazard is.
var meanings = map[census.Hazard]string{
	census.DuplicateMembers: "an object with two members of one name: two readers may see two tools",
	census.HiddenCharacters: "zero-width, bidirectional and other characters that show nothing",
	census.InvalidUTF8:      "bytes that are no UTF-8",
	census.LoneSurrogates:   "half of a pair of escapes",
	census.LooseSyntax:      "controls, escapes or literals that JSON does not have",
	census.BeyondDouble:     "a number that is too large for a double",
	census.NoName:           "a tool without a name",
	census.RepeatedName:     "a server with two tools of one name",
}

func hazardRows(r census.Result) []hazardRow {
	var out []hazardRow
	for _, h := range r.HazardCounts {
		if h.Tools+h.Lines > 0 {
			row := hazardRow{Name: string(h.Hazard), Meaning: meanings[h.Hazard], Tools: grouped(h.Tools)}
			if len(h.First) > 0 {
				row.First = place(h.First[0])
			}
			out = append(out, row)
		}
	}
	return out
}
