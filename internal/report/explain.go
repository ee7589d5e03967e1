package report

import (
	"io"
	"strings"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/rulebook"
	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/internal/wording"
)

// Explain writes all that a report knows of one finding: the item, what changed, what
// the finding rests on, why it has its action, what its rule means, and how to accept
// or ignore it. The finding is one of the subject's.
func Explain(w io.Writer, r check.Report, s check.Subject, f check.Finding, o Options) error {
	t := textWriter{palette: palette{o.Color}, width: o.Width}
	t.line("%s", t.bold(visible.Text(f.Fingerprint)))
	t.wrapped(10, "  server  %s", visible.Name(s.Server))
	t.wrapped(10, "  item    %s", wording.Item(f.Kind, f.Name)+pointerText(f.Pointer))
	t.wrapped(10, "  found   %s", wording.Finding(f))
	if f.Note != "" {
		t.wrapped(10, "  note    %s", visible.Text(f.Note))
	}
	t.whatChanged(s, f)
	t.restsOn(f)
	t.why(r, f)
	t.ruleOf(f)
	t.wayOut(r, s, f)
	_, err := io.WriteString(w, t.b.String())
	return err
}

func pointerText(pointer string) string {
	if pointer == "" {
		return ""
	}
	return "  " + visible.Text(pointer)
}

// whatChanged shows the values of the finding, or the edits of its item at its place.
func (t *textWriter) whatChanged(s check.Subject, f check.Finding) {
	edits := editsOf(s, f)
	if len(edits) == 0 {
		return
	}
	t.line("")
	t.line("what changed")
	for _, e := range edits {
		t.edit(e)
	}
}

func editsOf(s check.Subject, f check.Finding) []check.Edit {
	if f.Before != nil || f.After != nil {
		e := check.Edit{Op: check.Changed, Pointer: f.Pointer, Before: f.Before, After: f.After}
		switch {
		case f.Before == nil:
			e.Op = check.Added
		case f.After == nil:
			e.Op = check.Removed
		}
		return []check.Edit{e}
	}
	var out []check.Edit
	for _, c := range s.Changes {
		if c.Kind != f.Kind || c.Name != f.Name {
			continue
		}
		for _, e := range c.Edits {
			if f.Pointer == "" || e.Pointer == "" || e.Pointer == f.Pointer || strings.HasPrefix(e.Pointer, f.Pointer+"/") {
				out = append(out, e)
			}
		}
	}
	return out
}

func (t *textWriter) restsOn(f check.Finding) {
	if len(f.Evidence) == 0 && f.Witness == nil {
		return
	}
	t.line("")
	t.line("what it rests on")
	for _, e := range f.Evidence {
		t.evidence(e)
	}
	if f.EvidenceOmitted > 0 {
		t.line("        %s", t.dim("and "+wording.Plural(f.EvidenceOmitted, "place")+" more, which the report leaves out"))
	}
	if f.Witness != nil {
		t.wrapped(10, "        witness: %s", wording.Value(f.Witness))
	}
}

// why says what gave the finding its action, and what follows from it.
func (t *textWriter) why(r check.Report, f check.Finding) {
	t.line("")
	t.wrapped(10, "%s  decided by %s", strings.TrimSpace(t.action(f.Action)), visible.Text(decidedBy(f)))
	if f.AtMost != "" {
		t.wrapped(4, "    never stricter than %s: %s", f.AtMost, visible.Text(f.CappedBy))
	}
	switch {
	case f.Suppressed != nil:
		t.wrapped(4, "    set aside, so that nothing follows: %s", wording.Suppression(*f.Suppressed))
	case f.Action.AtLeast(r.Policy.FailOn):
		t.wrapped(4, "    refuses (status 1): fail_on is %s, and this is as strict or stricter", r.Policy.FailOn)
	default:
		t.wrapped(4, "    does not refuse: fail_on is %s", r.Policy.FailOn)
	}
}

// decidedBy says what gave a finding its action: the preset with what it looked up,
// a key of the policy, or rules by which changes pass.
func decidedBy(f check.Finding) string {
	by := f.DecidedBy
	switch {
	case by == "":
		return "the rule itself"
	case by == "rule":
		return "the rule itself: its severity has no level in the policy"
	case strings.HasPrefix(by, "preset ") && f.Severity != "":
		return by + ", for " + f.Severity + " of the lens " + f.Lens
	case strings.HasPrefix(by, "levels.") || strings.HasPrefix(by, "severity_overrides"):
		return by + " of the policy"
	case strings.HasPrefix(by, "accept."):
		return by + ", under which such a change passes; see: mooring explain " + strings.Split(by, ", ")[0]
	}
	return by
}

func (t *textWriter) ruleOf(f check.Finding) {
	rule, known := rulebook.Find(f.Rule)
	if !known {
		return
	}
	t.line("")
	t.wrapped(6, "rule  %s: %s", t.bold(rule.ID), rule.Title)
	if rule.Meaning != "" {
		t.wrapped(6, "      %s", rule.Meaning)
	}
	t.wrapped(6, "      %s", t.dim("all of it: mooring explain "+rule.ID+", or docs/rules.md"))
}

// wayOut says how to live with the finding.
func (t *textWriter) wayOut(r check.Report, s check.Subject, f check.Finding) {
	if f.Suppressed != nil || f.Action == check.Pass {
		return
	}
	t.line("")
	if r.Command == "check" {
		critical := ""
		if isCritical(f) {
			critical = " --allow-critical"
		}
		t.line("to accept it, once, after reading it, with the flags that the check had:")
		t.line("  mooring accept --finding %s --why REASON%s %s", visible.Text(f.Fingerprint), critical, visible.Name(s.Server))
	}
	t.line("to ignore such findings, in mooring.yaml:")
	for _, line := range IgnoreLines(s.Server, f) {
		t.line("  %s", line)
	}
}

// IgnoreLines are the lines of a policy that set findings like one aside.
func IgnoreLines(server string, f check.Finding) []string {
	lines := []string{"ignore:", "  - rule: " + yamlWord(f.Rule)}
	entity := f.Name
	if _, is := f.SkillName(); is { // a tool could be called so
		entity = string(check.Server) + ":" + f.Name
	}
	if entity != "" {
		lines = append(lines, "    entity: "+visible.YAML(entity))
	}
	lines = append(lines, "    server: "+visible.YAML(server), "    reason: WHY", "    expires: YYYY-MM-DD")
	if isCritical(f) {
		lines = append(lines, "    allow_critical: true")
	}
	return lines
}

// isCritical reports a finding that is hidden only in so many words.
func isCritical(f check.Finding) bool { return f.Rule == "R01" || f.Rule == "R02" }

// yamlWord leaves the id of a rule of ours as it is.
func yamlWord(id string) string {
	if _, ours := rulebook.Find(id); ours {
		return id
	}
	return visible.YAML(id)
}
