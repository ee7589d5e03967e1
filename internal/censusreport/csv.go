package censusreport

import (
	"encoding/csv"
	"io"
	"strconv"

	"github.com/mooring-mcp/mooring/internal/census"
)

// columns are the head of the table that [CSV] writes. A cell that has no meaning for a
// row is empty.
var columns = []string{"section", "name", "of", "tools", "percent", "required", "servers", "properties", "uses"}

// CSV writes the numbers of a census as one table (RFC 4180, with LF), a row for each:
// section says what of, name which one. A census that is not complete says so first, with
// the reason as the name. Its only errors are those of w.
func CSV(w io.Writer, r census.Result) error {
	out := csv.NewWriter(w)
	table := csvTable{}
	if !r.Complete {
		table.row("not complete", r.Ended, "", "", "", "", "", "", "")
	}
	table.row("lines", "read", "", "", "", "", "", "", r.Lines.Read)
	table.row("lines", "bad", "", "", "", "", "", "", r.Lines.Bad)
	table.row("lines", "bad items", "", "", "", "", "", "", r.Lines.BadItems)
	table.row("total", "tools", "", r.Tools, "", "", r.Servers, r.Direct.Properties, "")
	table.labels("class", r.Direct.Classes)
	table.labels("bucket", r.Direct.Buckets)
	if r.Deep != nil {
		table.labels("deep class", r.Deep.Classes)
		table.labels("deep bucket", r.Deep.Buckets)
	}
	for _, f := range r.Forms {
		table.row("form", f.Form, f.Of, f.Tools, "", "", "", f.Properties, "")
	}
	c := r.Consequence
	table.row("consequence", "any", "", c.Tools, c.Percent, "", "", "", "")
	for _, k := range c.Kinds {
		table.row("consequence", k.Name, "", k.Tools, "", "", "", "", "")
	}
	table.row("consequence", "any and outbound", "", c.Intersection, c.BothPercent, "", "", "", "")
	table.row("outbound", "", "", c.Outbound, "", "", "", "", "")
	table.row("read", "", "", c.Read, "", "", c.ReadServers, "", "")
	for _, d := range r.Dialects {
		table.row("dialect", d.Name, "", d.Tools, "", "", "", "", "")
	}
	for _, k := range r.Keywords {
		table.row("keyword", k.Keyword, "", k.Tools, "", "", "", "", k.Uses)
	}
	table.row("distinct", "tools", "", r.Duplicates.Distinct, "", "", "", "", "")
	for _, h := range r.HazardCounts {
		table.row("hazard", string(h.Hazard), "", h.Tools, "", "", "", "", "")
	}
	if err := out.Write(columns); err != nil {
		return err
	}
	return out.WriteAll(table.rows)
}

type csvTable struct{ rows [][]string }

func (t *csvTable) labels(section string, list []census.Label) {
	for _, l := range list {
		t.row(section, l.ID, "", l.Tools, l.Percent, l.Required, l.Servers, l.Properties, "")
	}
}

func (t *csvTable) row(cells ...any) {
	var out []string
	for _, cell := range cells {
		switch c := cell.(type) {
		case string:
			out = append(out, c)
		case int64:
			out = append(out, strconv.FormatInt(c, 10))
		case census.Percent:
			out = append(out, c.String())
		}
	}
	t.rows = append(t.rows, out)
}
