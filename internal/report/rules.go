package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/jsondiff"
	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/rulebook"
)

// RulesJSON renders rules as a JSON array, indented.
func RulesJSON(rules []rulebook.Rule) []byte { return encode(rules) }

// Rules writes one line a rule; where the columns leave too little room for titles, each
// title is below its rule.
func Rules(w io.Writer, rules []rulebook.Rule, o Options) error {
	t := textWriter{palette: palette{o.Color}, width: o.Width}
	id, severity := 0, 0
	for _, r := range rules {
		id, severity = max(id, len(r.ID)), max(severity, len(r.SeverityWord()))
	}
	for _, r := range rules {
		line := fmt.Sprintf("%-*s  %-8s  %-*s  ", id, r.ID, r.Lens, severity, r.SeverityWord())
		if o.Width == 0 || o.Width >= len(line)+titleColumns {
			t.wrapped(len(line), "%s%s", line, r.Title)
			continue
		}
		t.wrapped(4, "%s  %s  %s", r.ID, r.Lens, r.SeverityWord())
		t.wrapped(4, "    %s", r.Title)
	}
	_, err := io.WriteString(w, t.b.String())
	return err
}

// titleColumns is the room that titles want beside the columns of a list.
const titleColumns = 40

// Rule writes one rule with all that is known of it.
func Rule(w io.Writer, r rulebook.Rule, o Options) error {
	t := textWriter{palette: palette{o.Color}, width: o.Width}
	head := t.bold(r.ID) + "  " + r.Title
	if r.Severity != "" {
		head += "  " + strings.TrimSpace(t.severity(r.Severity))
	}
	t.wrapped(2, "%s  %s", head, t.dim("lens "+r.Lens))
	t.paragraph("", r.Meaning)
	when, fix := "fires when  ", "mend it     "
	switch r.Lens {
	case "accept":
		when = "passes when  "
	case "gap", "cause", "policy", "server":
		fix = "what to do  "
	}
	t.paragraph(when, r.Condition)
	t.paragraph(fix, r.Fix)
	if len(r.NearMisses) > 0 {
		t.line("")
		t.line("near misses")
		for _, miss := range r.NearMisses {
			t.wrapped(4, "  · %s", miss)
		}
	}
	if len(r.Sources) > 0 {
		t.line("")
		for _, source := range r.Sources {
			t.wrapped(4, "%s", t.dim("source  "+source))
		}
	}
	if r.Example != nil {
		t.line("")
		t.line("a change in which it fires  %s", t.dim(r.Example.Name))
		t.example(*r.Example)
	}
	_, err := io.WriteString(w, t.b.String())
	return err
}

func (t *textWriter) paragraph(label, text string) {
	if text != "" {
		t.line("")
		t.wrapped(len(label), "%s%s", label, text)
	}
}

// example writes what differs between the sides of a fixture.
func (t *textWriter) example(e rulebook.Example) {
	before, err := jsonv.Parse(e.Old, jsonv.Limits{})
	after, err2 := jsonv.Parse(e.New, jsonv.Limits{})
	if err != nil || err2 != nil {
		return // fixtures are JSON, which the tests see to
	}
	for _, c := range jsondiff.Diff(before, after, jsonv.Source) {
		t.edit(check.Edit{
			Op: examplesOps[c.Kind], Pointer: c.Pointer,
			Before: canonical(c.Before), After: canonical(c.After),
		})
	}
}

var examplesOps = map[jsondiff.Kind]check.Op{
	jsondiff.Added: check.Added, jsondiff.Removed: check.Removed, jsondiff.Modified: check.Changed,
}

// canonical is nil for what is absent.
func canonical(v *jsonv.Value) []byte {
	if !v.Exists() {
		return nil
	}
	return jsonv.Canonical(v, jsonv.Source)
}
