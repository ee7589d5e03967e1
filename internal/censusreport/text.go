package censusreport

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"text/tabwriter"

	"github.com/mooring-mcp/mooring/internal/census"
	"github.com/mooring-mcp/mooring/internal/visible"
)

// shown is how many forms and keywords the text lists.
const shown = 10

// Text writes a census for a terminal. Its only errors are those of w.
func Text(w io.Writer, r census.Result) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "census  %s of %s, %s\n", count(r.Tools, "tool", "tools"), count(r.Servers, "server", "servers"), count(r.Direct.Properties, "parameter", "parameters"))
	if g := gap(r); g != "" {
		fmt.Fprintf(&b, "  %s\n", g)
	}
	textInputs(&b, r)
	textLabels(&b, "class", "", r.Direct.Classes)
	textLabels(&b, "bucket", "  (no risk classes; approximations)", r.Direct.Buckets)
	if r.Deep != nil {
		textLabels(&b, "class, at any depth", "", r.Deep.Classes)
		textLabels(&b, "bucket, at any depth", "", r.Deep.Buckets)
	}
	textConsequence(&b, r.Consequence)
	textForms(&b, r)
	textSchemas(&b, r)
	textHazards(&b, r)
	fmt.Fprintf(&b, "\nLabels are advisory, and not to be the sole authorization decision.\n")
	_, err := w.Write(blanks.ReplaceAll(b.Bytes(), []byte("\n")))
	return err
}

// blanks are what a row of a table ends with.
var blanks = regexp.MustCompile(` +\n`)

func textInputs(b *bytes.Buffer, r census.Result) {
	for _, in := range r.Inputs {
		how := "plain"
		if in.Compression != "" {
			how = in.Compression
		}
		fmt.Fprintf(b, "  %s  %s, %s, %s", visible.Name(in.Name), count(in.Lines, "line", "lines"), how, size(in.Bytes))
		switch {
		case in.Error != "":
			fmt.Fprintf(b, "\n        not read to its end: %s\n", visible.Text(in.Error))
		case in.SHA256 == "":
			fmt.Fprintf(b, "\n        not read to its end\n")
		default:
			fmt.Fprintf(b, "\n        sha256:%s\n", in.SHA256)
		}
	}
}

// table aligns rows of cells to the right, indented by two.
func table(b *bytes.Buffer, rows func(w io.Writer)) {
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', tabwriter.AlignRight)
	rows(t)
	_ = t.Flush() // a buffer takes everything
}

// left is a first cell, which is aligned to the left.
func left(s string, width int) string { return fmt.Sprintf("%-*s", width, s) }

func textLabels(b *bytes.Buffer, head, note string, labels []census.Label) {
	fmt.Fprintln(b)
	table(b, func(w io.Writer) {
		fmt.Fprintf(w, "%s\ttools\t%% of tools\t≥1 required\tservers\tparameters\t%s\n", left(head, 21), note)
		for _, l := range byTools(labels) {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t\n", left(l.ID, 21), grouped(l.Tools), l.Percent, grouped(l.Required), grouped(l.Servers), grouped(l.Properties))
		}
	})
}

func textConsequence(b *bytes.Buffer, c census.Consequence) {
	named := ""
	if c.Rules != "" {
		named = visible.Name(c.Rules) + ", "
	}
	fmt.Fprintf(b, "\nby words of name and description (%srules of Mooring's own)\n", named)
	table(b, func(w io.Writer) {
		fmt.Fprintf(w, "%s\t%s\t%s %%\t\n", left("high consequence", 22), grouped(c.Tools), c.Percent)
		for _, k := range c.Kinds {
			fmt.Fprintf(w, "%s\t%s\t\t\n", left("  "+k.Name, 22), grouped(k.Tools))
		}
		fmt.Fprintf(w, "%s\t%s\t%s %%\t\n", left("  and outbound network", 22), grouped(c.Intersection), c.BothPercent)
		fmt.Fprintf(w, "%s\t%s\t\t\n", left("read", 22), grouped(c.Read))
		fmt.Fprintf(w, "%s\t%s\t\t\n", left("  on servers", 22), grouped(c.ReadServers))
	})
}

func textForms(b *bytes.Buffer, r census.Result) {
	fmt.Fprintf(b, "\nforms that the most tools match\n")
	table(b, func(w io.Writer) {
		for _, f := range topForms(r, shown) {
			fmt.Fprintf(w, "%s\t%s\t\n", left(f.Form+" ("+f.Of+")", 36), grouped(f.Tools))
		}
	})
}

func textSchemas(b *bytes.Buffer, r census.Result) {
	s := r.Shape
	fmt.Fprintf(b, "\nschemas  %s with an input schema, %s with an output schema\n", count(s.WithInputSchema, "tool", "tools"), grouped(s.WithOutputSchema))
	fmt.Fprint(b, "  $schema ")
	comma := ""
	for _, d := range r.Dialects {
		if d.Tools > 0 {
			fmt.Fprintf(b, "%s %s %s", comma, d.Name, grouped(d.Tools))
			comma = ","
		}
	}
	fmt.Fprint(b, "\n  keywords")
	for i, k := range r.Keywords[:min(shown, len(r.Keywords))] {
		if i > 0 {
			fmt.Fprint(b, ",")
		}
		fmt.Fprintf(b, " %s %s", k.Keyword, grouped(k.Tools))
	}
	fmt.Fprintf(b, "\n  sizes %s together, %s the largest tool, %s in one tool, %s on one server\n", size(s.Bytes), size(s.LargestTool),
		count(s.MostProperties, "parameter", "parameters"), count(s.MostTools, "tool", "tools"))
	fmt.Fprintf(b, "  copies %s\n", copies(r.Duplicates))
}

func textHazards(b *bytes.Buffer, r census.Result) {
	fmt.Fprintf(b, "\nhazards\n")
	none := true
	for _, h := range r.HazardCounts {
		if h.Tools == 0 && h.Lines == 0 {
			continue
		}
		none = false
		fmt.Fprintf(b, "  %s  %s%s\n", left(string(h.Hazard), 20), count(h.Tools, "tool", "tools"), firstPlace(h.First))
	}
	if none {
		fmt.Fprintln(b, "  none")
	}
	if r.Lines.Bad+r.Lines.BadItems > 0 {
		fmt.Fprintln(b)
		notCounted(b, r)
	}
}

// NotCounted writes the places of bad lines and items, as [Text] does.
func NotCounted(w io.Writer, r census.Result) error {
	var b bytes.Buffer
	notCounted(&b, r)
	_, err := w.Write(b.Bytes())
	return err
}

func notCounted(b *bytes.Buffer, r census.Result) {
	fmt.Fprintf(b, "not counted  %s, %s of listings\n", count(r.Lines.Bad, "bad line", "bad lines"), count(r.Lines.BadItems, "item", "items"))
	for _, l := range r.Lines.First {
		fmt.Fprintf(b, "  %s: %s\n", place(l.LinePlace), visible.Text(l.Reason))
	}
}

func firstPlace(list []census.LinePlace) string {
	if len(list) == 0 {
		return ""
	}
	return ", first in " + place(list[0])
}

func place(p census.LinePlace) string {
	return fmt.Sprintf("%s line %d, byte %d", visible.Name(p.Input), p.Line, p.Offset)
}
