package html

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/contract"
	"github.com/mooring-mcp/mooring/internal/rulebook"
	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/internal/wording"
)

// view is what the template draws.
type view struct {
	Style  template.CSS
	Script template.JS
	Policy string

	Verdict, Word string // the verdict, and in words
	Command       string
	Counts        []count
	Sentence      string // the counts in words
	AllSuppressed string
	Gaps          []said
	Warnings      [][]piece
	Next          [][]piece
	Several       bool // servers
	Rows          []row
	Actions       []string
	Lenses        []filter
	Servers       []server
	Suppressed    []suppressed
	Weighing      weighing
	Rules         []rulebook.Rule

	rules map[string]rulebook.Rule
	used  map[string]bool // rules that something links to
}

// count is one number of the head.
type count struct {
	Class, Label string
	N            int
}

// said is a text about a server, under a code.
type said struct {
	Server, Code, Text []piece
}

// filter is one choice of a filter: the value in the rows, and its name.
type filter struct {
	ID   string
	Name []piece
}

// weighing is by what the findings were weighed.
type weighing struct {
	Preset, FailOn []piece
	Layers         []digested
	Sets           []ruleSet
}

// digested is something with a digest.
type digested struct {
	Name   []piece
	Digest *string
}

type ruleSet struct {
	Lens, Version, Profile []piece
	Phrases, Rules         *string
}

func newView(r check.Report, o Options) *view {
	v := &view{
		Style: style, Script: script, Policy: policy,
		Verdict: string(r.Verdict), Word: wording.Verdict(r.Verdict), Command: visible.Text(r.Command),
		Counts: counts(r.Counts), Sentence: wording.Counts(r.Counts), Several: len(r.Subjects) > 1,
		rules: map[string]rulebook.Rule{}, used: map[string]bool{},
	}
	for _, rule := range rulebook.Rules() {
		v.rules[rule.ID] = rule
	}
	for _, w := range r.Warnings {
		v.Warnings = append(v.Warnings, shown(wording.Warning(w)))
	}
	for _, command := range o.Next {
		v.Next = append(v.Next, raw(command))
	}
	all := 0
	for i := range r.Subjects {
		v.subject(r.Subjects[i])
		if r.Subjects[i].AllSuppressed() {
			all++
		}
	}
	if all > 0 {
		v.AllSuppressed = wording.AllSuppressed
		if v.Several {
			v.AllSuppressed = "in " + wording.Plural(all, "server") + " " + wording.AllSuppressed
		}
	}
	v.rows(r)
	v.Weighing = newWeighing(r)
	for _, rule := range rulebook.Rules() {
		if v.used[rule.ID] {
			v.Rules = append(v.Rules, rule)
		}
	}
	return v
}

func counts(c check.Counts) []count {
	return []count{{"fail", "fail", c.Fail}, {"review", "for review", c.Review}, {"warn", "warn", c.Warn}, {"pass", "pass", c.Pass}, {"suppressed", "suppressed", c.Suppressed}}
}

func newWeighing(r check.Report) weighing {
	out := weighing{Preset: raw(r.Policy.Preset), FailOn: raw(string(r.Policy.FailOn))}
	for _, l := range r.Policy.Layers {
		out.Layers = append(out.Layers, digested{raw(l.Name), optional(l.Digest)})
	}
	for _, s := range r.RuleSets {
		out.Sets = append(out.Sets, ruleSet{raw(s.Lens), raw(s.Version), raw(s.Profile), optional(s.Phrases), optional(s.Rules)})
	}
	return out
}

// optional is nil for a digest that there is none of. A digest of a report that
// somebody else wrote may be any text.
func optional(digest string) *string {
	if digest == "" {
		return nil
	}
	digest = visible.Text(digest)
	return &digest
}

// server is one server with everything that is said of it as a whole.
type server struct {
	Verdict, Word string
	Name          []piece
	Unchanged     string
	Sides         []side
	Cause         *said
	Contract      []piece
	Proved        string
	Gaps          []said // that only warn
	Proposals     [][]piece
	Profiles      []profile
}

type side struct {
	Word                       string
	Label, Info, About, Detail []piece
	Surface, Manifest          *string
}

// profile is what another client was shown differently.
type profile struct {
	Name    []piece
	Digest  *string
	Changes []row
}

func (v *view) subject(s check.Subject) {
	out := server{Verdict: string(s.Verdict), Word: wording.Verdict(s.Verdict), Name: named(s.Server)}
	for _, g := range s.Gaps {
		gap := said{named(s.Server), raw(g.Code), shown(visible.Block(strings.TrimRight(g.Detail, "\n")))}
		if g.Warning {
			out.Gaps = append(out.Gaps, gap)
			continue
		}
		v.Gaps = append(v.Gaps, gap)
	}
	if len(s.Rows)+len(s.Gaps) == 0 && s.After != nil {
		out.Unchanged = wording.Plural(s.After.Items, "item") + " unchanged"
	}
	for word, of := range map[string]*check.Side{"before": s.Before, "after": s.After} {
		if of != nil {
			out.Sides = append(out.Sides, newSide(word, *of))
		}
	}
	slices.SortFunc(out.Sides, func(a, b side) int { return strings.Compare(b.Word, a.Word) })
	if s.Cause != nil {
		out.Cause = &said{Code: raw(s.Cause.Code), Text: raw(s.Cause.Detail)}
	}
	if c := s.Contract; c != nil && (c.Severity != string(contract.None) || c.Intended != nil) {
		out.Contract = shown(wording.Bump(*c))
	}
	if s.Contract != nil && len(s.Contract.ProvedEqual) > 0 {
		out.Proved = wording.Plural(len(s.Contract.ProvedEqual), "change") + " of a schema proved to accept the same values as before"
	}
	for _, p := range s.Proposals {
		out.Proposals = append(out.Proposals, shown(wording.Item(p.Kind, p.Name)+" "+visible.Text(p.Pointer+" changes by itself: "+p.String())))
	}
	for _, p := range s.Profiles {
		of := profile{Name: raw(p.Name), Digest: optional(p.SurfaceDigest)}
		for i := range p.Changes {
			c := &p.Changes[i]
			of.Changes = append(of.Changes, row{What: newWhat(check.Row{Op: c.Op, Kind: c.Kind, Name: c.Name}), Edits: edits(c)})
		}
		out.Profiles = append(out.Profiles, of)
	}
	v.Servers = append(v.Servers, out)
	v.setAside(s)
}

func newSide(word string, s check.Side) side {
	out := side{Word: word, Label: raw(s.Label), Info: raw(s.ServerInfo), Surface: optional(s.SurfaceDigest)}
	if s.ManifestDigest != nil {
		out.Manifest = optional(*s.ManifestDigest)
	}
	about := wording.Plural(s.Items, "item")
	if s.Bytes > 0 {
		about += ", " + wording.Size(s.Bytes)
	}
	if s.Largest != nil && s.Items > 1 {
		about += fmt.Sprintf(", largest: %s %s", wording.Item(s.Largest.Kind, s.Largest.Name), wording.Size(s.Largest.Bytes))
	}
	out.About = shown(about)
	detail := s.Completeness
	if s.ProtocolVersion != "" {
		detail += ", protocol " + s.ProtocolVersion
	}
	out.Detail = raw(detail)
	return out
}

// suppressed are the findings that are set aside for one reason.
type suppressed struct {
	Reason   []piece
	Findings []aside
}

// Count says how many there are.
func (s suppressed) Count() string { return wording.Plural(len(s.Findings), "finding") }

type aside struct {
	Server, Item []piece
	Rule         ruleRef
	Action       string // that it would have
}

func (v *view) setAside(s check.Subject) {
	at := map[string]int{}
	for _, f := range s.Findings {
		if f.Suppressed == nil {
			continue
		}
		reason := wording.Suppression(*f.Suppressed)
		i, known := at[reason]
		if !known {
			i = len(v.Suppressed)
			at[reason] = i
			v.Suppressed = append(v.Suppressed, suppressed{Reason: shown(reason)})
		}
		v.Suppressed[i].Findings = append(v.Suppressed[i].Findings, aside{named(s.Server), shown(wording.Item(f.Kind, f.Name)), v.rule(f.Rule), string(f.Action)})
	}
}
