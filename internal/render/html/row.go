package html

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/internal/wording"
)

// row is one line of the report, with all that is folded below it.
type row struct {
	Action        string
	ServerID      string // for the filter
	LensIDs       string // for the filter, with spaces
	Server        []piece
	What          what
	Size          string
	Cells         []cell
	AcceptedBy    []ruleRef
	Suppressed    int
	Names         [][]piece // of a group
	Findings      []finding
	Edits         []edit
	Before, After *string // digests of the item
}

// what names an item and says what happened to it.
type what struct {
	Kind string
	Name []piece // nil for an item that has none, and for a group
	Said []piece // "changed"
	Rule []piece // of a row about no change
}

func newWhat(r check.Row) what {
	out := what{Kind: wording.Kind(r.Kind), Said: shown(string(r.Op) + wording.In(r))}
	if r.Name != "" {
		out.Name = named(r.Name)
	}
	if r.Name != "" && r.Kind == check.Server { // the id of a skill says what it is
		out.Kind = ""
	}
	if r.Op == "" && len(r.Cells) > 0 {
		out.Rule = shown(r.Cells[0].Rules[0] + wording.In(r))
	}
	return out
}

// cell is what a lens says in the line.
type cell struct {
	Lens, Severity []piece
	Action         string
	Rules          [][]piece
	More           int
}

// ruleRef is a rule, with a link where the page explains it.
type ruleRef struct {
	ID    []piece
	Link  string // the id of the section, "" for none
	Title string
}

type finding struct {
	Action                 string
	Lens, Severity, Was    []piece
	Rule                   ruleRef
	Message, Detail, Where []piece
	Suppressed, DecidedBy  []piece
	Evidence               []evidence
	Omitted                int
	WitnessWord, NoteWord  string
	Witness, Note          []piece
	Fingerprint            *string
}

type evidence struct{ Text, Place []piece }

// rows makes the lines, and the filters that they are chosen by.
func (v *view) rows(r check.Report) {
	lenses, servers := []string{}, map[string]int{}
	for i := range r.Subjects {
		servers[r.Subjects[i].Server] = i
	}
	for _, l := range r.Lines() {
		out := v.row(l)
		out.ServerID = fmt.Sprintf("s%d", servers[l.Subject.Server])
		var ids []string
		for _, c := range l.Rows[0].Cells {
			at := slices.Index(lenses, c.Lens)
			if at < 0 {
				at = len(lenses)
				lenses = append(lenses, c.Lens)
				v.Lenses = append(v.Lenses, filter{fmt.Sprintf("l%d", at), raw(c.Lens)})
			}
			ids = append(ids, fmt.Sprintf("l%d", at))
		}
		out.LensIDs = strings.Join(ids, " ")
		if !slices.Contains(v.Actions, out.Action) {
			v.Actions = append(v.Actions, out.Action)
		}
		v.Rows = append(v.Rows, out)
	}
}

func (v *view) row(l check.Line) row {
	first := l.Rows[0]
	out := row{
		Action: string(first.Action), Server: named(l.Subject.Server), What: newWhat(first.Row), Suppressed: l.Suppressed(),
	}
	for _, c := range first.Cells {
		out.Cells = append(out.Cells, newCell(c))
	}
	for _, id := range first.AcceptedBy {
		out.AcceptedBy = append(out.AcceptedBy, acceptRule(id))
	}
	for _, f := range first.Findings {
		out.Findings = append(out.Findings, v.finding(f, len(l.Rows) == 1))
	}
	if c := first.Change; c != nil {
		out.Edits = edits(c)
		if len(l.Rows) == 1 {
			out.Before, out.After = optional(c.BeforeDigest), optional(c.AfterDigest)
			out.Size = size(*c)
		}
	}
	if len(l.Rows) > 1 {
		out.What = what{Said: shown(wording.Group(l.Rows))}
		for _, r := range l.Rows {
			out.Names = append(out.Names, named(r.Name))
		}
	}
	return out
}

// newCell names the rules as far as they are short; the findings below have all of
// them.
func newCell(c check.Cell) cell {
	const wide = 12
	out := cell{Lens: raw(c.Lens), Severity: raw(c.Severity), Action: string(c.Action)}
	length := 0
	for i, id := range c.Rules {
		if length += len(id); length > wide && c.Severity != "" {
			if i > 0 {
				out.More = len(c.Rules) - i
			}
			break
		}
		out.Rules = append(out.Rules, raw(id))
	}
	return out
}

func size(c check.Change) string {
	switch c.Op {
	case check.Added:
		return wording.Size(c.AfterBytes)
	case check.Removed:
		return wording.Size(c.BeforeBytes)
	case check.Changed:
	}
	return wording.Size(c.BeforeBytes) + " → " + wording.Size(c.AfterBytes)
}

func edits(c *check.Change) []edit {
	var out []edit
	for _, e := range c.Edits {
		out = append(out, newEdit(e))
	}
	return out
}

// rule links to the section about a rule of ours, which the page then has.
func (v *view) rule(id string) ruleRef {
	out := ruleRef{ID: raw(id)}
	if r, known := v.rules[id]; known {
		v.used[r.ID] = true
		out.Link, out.Title = "rule-"+r.ID, r.Title
	}
	return out
}

// acceptRule names a rule by which a change passes.
func acceptRule(id string) ruleRef {
	out := ruleRef{ID: raw(id)}
	for _, r := range check.AcceptRules() {
		if r.ID == id {
			out.Title = r.Title
		}
	}
	return out
}

func (v *view) finding(f check.Finding, single bool) finding {
	out := finding{
		Action: string(f.Action), Lens: raw(f.Lens), Severity: raw(f.Severity), Was: raw(f.Overridden), Rule: v.rule(f.Rule),
		Message: raw(f.Message), Detail: raw(f.Detail), Where: raw(f.Pointer), DecidedBy: raw(f.DecidedBy), Omitted: f.EvidenceOmitted,
	}
	if f.Suppressed != nil {
		out.Suppressed = shown(wording.Suppression(*f.Suppressed))
	}
	for _, e := range f.Evidence {
		of := evidence{Place: shown(wording.Place(e))}
		if e.Text != "" {
			of.Text = shown(visible.Text(e.Text))
		}
		out.Evidence = append(out.Evidence, of)
	}
	if f.Witness != nil {
		out.WitnessWord, out.Witness = wording.Witness(f), raw(string(f.Witness))
	}
	if f.Note != "" {
		out.Note = raw(f.Note)
	}
	if single {
		out.Fingerprint = optional(f.Fingerprint)
	}
	return out
}
