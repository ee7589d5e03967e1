package cli

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/lockfile"
	"github.com/mooring-mcp/mooring/internal/template"
)

// repeated observes every target n times and returns the first observations,
// each with what the others showed differently.
func (a *app) repeated(ctx context.Context, f *targetFlags, targets []target, n int) ([]observation, error) {
	first, err := a.observeAll(ctx, f, targets)
	if err != nil {
		return nil, err
	}
	for range n - 1 {
		again, err := a.observeAll(ctx, f, targets)
		if err != nil {
			return nil, err
		}
		for i := range first {
			first[i].again = append(first[i].again, again[i])
		}
	}
	return first, nil
}

// stability is what several observations of one server come to.
type stability struct {
	templates []check.Template // under which they are one surface
	unstable  bool             // they differ beyond that
}

// stable compares an observation with its repetitions.
func stable(o observation) (stability, error) {
	var out stability
	for _, again := range o.again {
		if again.err != nil {
			return stability{unstable: true}, nil //nolint:nilerr // a failed repetition is an unstable server, not our error
		}
		s, err := compareRuns(o, again, nil)
		if err != nil {
			return out, err
		}
		for _, t := range s.Proposals {
			out.add(t)
		}
	}
	for _, again := range o.again {
		s, err := compareRuns(o, again, out.templates)
		if err != nil {
			return out, err
		}
		out.unstable = out.unstable || s.Verdict != check.Passed
	}
	return out, nil
}

func compareRuns(a, b observation, templates []check.Template) (check.Subject, error) {
	return check.Compare(a.id, check.Observation{Surface: a.surface}, check.Observation{Surface: b.surface}, check.Options{Templates: templates})
}

// add keeps, of two templates for one text, the one with more holes.
func (s *stability) add(t check.Template) {
	i := slices.IndexFunc(s.templates, func(u check.Template) bool {
		return u.Kind == t.Kind && u.Name == t.Name && u.Pointer == t.Pointer
	})
	switch {
	case i < 0:
		s.templates = append(s.templates, t)
	case len(t.Parts) > len(s.templates[i].Parts):
		s.templates[i] = t
	}
}

// settle decides whether an entry can be pinned after repetition, and gives it
// its templates. reason is the operator's; without one templates are only shown.
func settle(entry lockfile.Entry, o observation, reason string) (lockfile.Entry, string, int) {
	s, err := stable(o)
	switch {
	case err != nil:
		return entry, "not pinned: " + err.Error(), statusUnknown
	case s.unstable:
		return entry, fmt.Sprintf("not pinned: server %q shows another surface each time, in more than dates, times, ids and numbers", o.id), statusRefused
	case len(s.templates) > 0 && reason == "":
		return entry, fmt.Sprintf("not pinned: server %q shows texts that change by themselves:%s\n  pin them as templates with: --template-reason TEXT", o.id, templateLines(s.templates)), statusRefused
	}
	entry.Templates = mergeTemplates(entry.Templates, s.templates, reason)
	return entry, "", statusPassed
}

func templateLines(templates []check.Template) string {
	var b strings.Builder
	for _, t := range templates {
		fmt.Fprintf(&b, "\n  %s %s %s: %s", t.Kind, t.Name, t.Pointer, t)
	}
	return b.String()
}

// mergeTemplates adds proposals to the templates of an entry.
func mergeTemplates(old []lockfile.Template, proposals []check.Template, reason string) []lockfile.Template {
	out := slices.Clone(old)
	for _, p := range proposals {
		t := lockfile.Template{Kind: string(p.Kind), Name: p.Name, Pointer: p.Pointer, Reason: reason}
		for _, part := range p.Parts {
			t.Parts = append(t.Parts, template.Part{Text: part.Text, Hole: template.Type(part.Hole)})
		}
		out = slices.DeleteFunc(out, func(u lockfile.Template) bool { return sameText(u, t) })
		out = append(out, t)
	}
	slices.SortFunc(out, func(a, b lockfile.Template) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Pointer, b.Pointer))
	})
	return out
}

func sameText(a, b lockfile.Template) bool {
	return a.Kind == b.Kind && a.Name == b.Name && a.Pointer == b.Pointer
}

// templatesOf are the templates of an entry for a comparison.
func templatesOf(e lockfile.Entry) []check.Template {
	var out []check.Template
	for _, t := range e.Templates {
		c := check.Template{Kind: check.Kind(t.Kind), Name: t.Name, Pointer: t.Pointer, Reason: t.Reason}
		for _, p := range t.Parts {
			c.Parts = append(c.Parts, check.TemplatePart{Text: p.Text, Hole: string(p.Hole)})
		}
		out = append(out, c)
	}
	return out
}
