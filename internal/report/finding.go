package report

import (
	"fmt"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/internal/wording"
	"github.com/mooring-mcp/mooring/surface"
	"github.com/mooring-mcp/mooring/taxonomy"
)

// shownEvidence is how many places of one finding a terminal is shown; the JSON
// record has them all.
const shownEvidence = 4

// finding writes one finding, and below it what it rests on.
func (t *textWriter) finding(f check.Finding) {
	about := ""
	if len(f.Evidence) > 0 {
		about = "  " + visible.Text(f.Message)
	}
	action := t.action(f.Action)
	if f.Suppressed != nil {
		action = t.dim("· aside ")
	}
	t.wrapped(6, "    %s %s %s%s%s", action, t.severity(f.Severity), f.Rule, about, t.fingerprint(f))
	for i, e := range f.Evidence {
		if i == shownEvidence {
			t.line("        %s", t.dim(fmt.Sprintf("and %d more", len(f.Evidence)-i+f.EvidenceOmitted)))
			break
		}
		t.evidence(e)
	}
}

// fingerprint is the beginning of a finding's fingerprint, for what a check refuses
// and accept --finding lets stand; "" for anything else.
func (t *textWriter) fingerprint(f check.Finding) string {
	if t.command != "check" || t.grouped || f.Suppressed != nil || !f.Action.AtLeast(check.Review) {
		return ""
	}
	return "  " + t.dim(wording.Fingerprint(f))
}

// evidence writes one place: what was found, by which definition, where.
func (t *textWriter) evidence(e check.Evidence) {
	text := ""
	if e.Text != "" {
		text = visible.Name(e.Text) + "  "
	}
	t.wrapped(10, "        %s%s", text, t.dim(wording.Place(e)))
}

// severity draws a lens's word for how much a finding matters.
func (t *textWriter) severity(word string) string {
	text := fmt.Sprintf("%-8s", word)
	switch word {
	case "high", "HIGH", "CRITICAL":
		return t.red(text)
	case "medium", "MEDIUM":
		return t.yellow(text)
	}
	return t.dim(text)
}

// unclassified says of tools, by kind and name, why taxonomy-v1 found nothing in
// their change.
func unclassified(r *check.TaxonomyRecord) map[string]string {
	out := map[string]string{}
	if r == nil {
		return out
	}
	for _, tool := range r.Tools {
		key := string(surface.Tool) + " " + tool.Name
		switch tool.Outcome {
		case check.TaxonomyNoRule:
			out[key] = taxonomy.Version + ": NONE, no rule speaks of this change"
		case check.TaxonomyEqual:
			out[key] = taxonomy.Version + ": NONE, as doubles nothing changed"
		case check.TaxonomySignal, check.TaxonomyCosmetic:
		}
	}
	return out
}
