package check

import (
	"encoding/json"
	"slices"

	"github.com/mooring-mcp/mooring/internal/template"
)

// Template lets one text of a surface change by itself: a string with typed
// holes, accepted by somebody for a reason. A text that fits it is drift of which
// only a warning comes; every other text is drift as ever.
type Template struct {
	Kind    Kind           `json:"kind"`
	Name    string         `json:"name,omitempty"`
	Pointer string         `json:"pointer"` // RFC 6901, of a string in the item
	Parts   []TemplatePart `json:"parts"`
	Reason  string         `json:"reason,omitempty"` // "" for a proposal
}

// TemplatePart is text that stands as it is, or a hole of a type: uuid, datetime,
// date, time, hex or number, at most 64 ASCII characters long.
type TemplatePart struct {
	Text string `json:"text,omitempty"`
	Hole string `json:"hole,omitempty"`
}

// String writes the template for people, with holes as «type».
func (t Template) String() string { return t.inner().String() }

func (t Template) inner() template.Template {
	out := make(template.Template, len(t.Parts))
	for i, p := range t.Parts {
		out[i] = template.Part{Text: p.Text, Hole: template.Type(p.Hole)}
	}
	return out
}

// covers reports whether an edit is one string in place of another that both fit.
func (t Template) covers(c Change, e Edit) bool {
	if t.Kind != c.Kind || t.Name != c.Name || t.Pointer != e.Pointer || c.Repeat > 0 {
		return false
	}
	before, after, ok := texts(e)
	return ok && t.inner().Matches(before) && t.inner().Matches(after)
}

func texts(e Edit) (before, after string, ok bool) {
	if e.Op != Changed {
		return "", "", false
	}
	return before, after, json.Unmarshal(e.Before, &before) == nil && json.Unmarshal(e.After, &after) == nil
}

// templated returns the templates that cover every edit of a change, or nil.
func templated(c Change, templates []Template) []Template {
	var used []Template
	for _, e := range c.Edits {
		i := slices.IndexFunc(templates, func(t Template) bool { return t.covers(c, e) })
		if i < 0 {
			return nil
		}
		used = append(used, templates[i])
	}
	return used
}

// Propose returns a template for every edit of a change; nil unless all of them
// are texts in which only typed words differ.
func Propose(c Change) []Template {
	var out []Template
	for _, e := range c.Edits {
		before, after, ok := texts(e)
		if !ok || c.Op != Changed || c.Repeat > 0 {
			return nil
		}
		derived, ok := template.Derive(before, after)
		if !ok {
			return nil
		}
		t := Template{Kind: c.Kind, Name: c.Name, Pointer: e.Pointer}
		for _, p := range derived {
			t.Parts = append(t.Parts, TemplatePart{p.Text, string(p.Hole)})
		}
		out = append(out, t)
	}
	return out
}

// applyTemplates makes warnings of the findings of changes that fit a template,
// and proposes templates for the others.
func (s *Subject) applyTemplates(templates []Template) {
	findings := map[itemKey][]int{}
	for i, f := range s.Findings {
		findings[f.item()] = append(findings[f.item()], i)
	}
	for _, c := range s.Changes {
		used := templated(c, templates)
		if used == nil {
			s.Proposals = append(s.Proposals, Propose(c)...)
			continue
		}
		for _, i := range findings[c.item()] {
			if s.Findings[i].fitsTemplate(c) {
				s.Findings[i].capAt(Warn, "template")
			}
		}
		for _, t := range used {
			s.Gaps = append(s.Gaps, Gap{Code: "text_template", Detail: string(t.Kind) + " " + t.Name + " " + t.Pointer + " fits its template (" + t.Reason + ")", Warning: true})
		}
	}
}
