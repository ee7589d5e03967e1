package check

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/word"
)

// validator looks for what no program of this version would have written. It keeps the
// first thing that is wrong.
type validator struct {
	at  string // what is looked at, for the error
	err error
}

func (v *validator) wrong(format string, args ...any) {
	if v.err == nil {
		v.err = fmt.Errorf(v.at+format, args...)
	}
}

// oneOf demands one of some words.
func oneOf[T ~string](v *validator, member string, value T, words ...T) {
	if !slices.Contains(words, value) {
		v.wrong("%s is %q, want one of %s", member, value, word.List(words))
	}
}

// maxWord is the length of the longest word.
const maxWord = 100

// word demands an identifier: a rule, a code, a lens, a version. They stand in reports as
// they are. A lens or rule of somebody else's has one, too.
func (v *validator) word(member, word string) {
	const marks = "_.:@/[]-"
	ok := word != "" && len(word) <= maxWord
	for _, r := range word {
		ok = ok && (r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune(marks, r))
	}
	if !ok {
		v.wrong("%s is %q, want a word of letters, digits and %s", member, word, marks)
	}
}

func (v *validator) words(member string, words []string) {
	for _, w := range words {
		v.word(member, w)
	}
}

func (v *validator) wordOrNone(member, word string) {
	if word != "" {
		v.word(member, word)
	}
}

func (v *validator) digestOrNone(member, digest string) {
	if digest != "" && !jsonv.IsDigest(digest) {
		v.wrong("%s is %q, want sha256: and 64 hexadecimal digits", member, digest)
	}
}

func (v *validator) counts(member string, numbers ...int) {
	for _, n := range numbers {
		if n < 0 {
			v.wrong("%s is %d, want 0 or more", member, n)
		}
	}
}

// list demands a list, which may be empty.
func list[T any](v *validator, member string, items []T) {
	if items == nil {
		v.wrong("%s is missing or null, want a list", member)
	}
}

func (v *validator) kind(k Kind) {
	if kindRank(k) < 0 {
		v.wrong("kind is %q, want that of an item, server, instructions or capabilities", k)
	}
}

// severity demands a word that the lens has; of a lens of somebody else's, any.
func (v *validator) severity(lens, severity string) {
	if severity == "" {
		return
	}
	if _, known := severityRank[severity]; !known && slices.Contains([]string{"server", Drift{}.ID(), Taxonomy{}.ID(), Contract{}.ID()}, lens) {
		v.wrong("severity of the lens %q is %q, which it does not have", lens, severity)
	}
	v.word("severity", severity)
}

func (r *Report) validate() error {
	v := &validator{}
	for word := range strings.SplitSeq(r.Command, " ") { // as in "manifest diff"
		v.word("command", word)
	}
	oneOf(v, "verdict", r.Verdict, Passed, Inconclusive, Refused)
	oneOf(v, "fail_on", r.Policy.FailOn, Actions()...)
	v.word("preset", r.Policy.Preset)
	list(v, "layers", r.Policy.Layers)
	for _, l := range r.Policy.Layers {
		oneOf(v, "name of a layer", l.Name, "managed", "user", "project")
		v.digestOrNone("digest of a layer", l.Digest)
	}
	list(v, "lenses", r.Lenses)
	v.words("lens", r.Lenses)
	list(v, "rule_sets", r.RuleSets)
	for _, s := range r.RuleSets {
		v.word("lens", s.Lens)
		v.word("version of rules", s.Version)
		v.digestOrNone("phrases", s.Phrases)
		v.digestOrNone("rules", s.Rules)
		v.wordOrNone("profile", s.Profile)
	}
	list(v, "warnings", r.Warnings)
	for _, w := range r.Warnings {
		v.word("code of a warning", w.Code)
	}
	v.counts("counts", r.Counts.Pass, r.Counts.Warn, r.Counts.Review, r.Counts.Fail, r.Counts.Suppressed)
	list(v, "subjects", r.Subjects)
	for _, s := range r.Subjects {
		v.at = fmt.Sprintf("server %q: ", s.Server)
		v.subject(s)
	}
	return v.err
}

func (v *validator) subject(s Subject) {
	oneOf(v, "verdict", s.Verdict, Passed, Inconclusive, Refused)
	v.side(s.Before)
	v.side(s.After)
	v.changes(s.Changes)
	list(v, "findings", s.Findings)
	for _, f := range s.Findings {
		v.finding(f)
	}
	v.rows(s)
	v.counts("repeated_rows", s.RepeatedRows)
	list(v, "gaps", s.Gaps)
	for _, g := range s.Gaps {
		v.word("code of a gap", g.Code)
	}
	for _, p := range s.Profiles {
		v.digestOrNone("surface_digest of a profile", p.SurfaceDigest)
		v.changes(p.Changes)
	}
	for _, p := range s.Proposals {
		v.kind(p.Kind)
		for _, part := range p.Parts {
			v.wordOrNone("hole", part.Hole)
		}
	}
	if s.Cause != nil {
		v.word("code of the cause", s.Cause.Code)
	}
	v.records(s)
}

func (v *validator) side(s *Side) {
	if s == nil {
		return
	}
	v.digestOrNone("surface_digest", s.SurfaceDigest)
	if s.ManifestDigest != nil && !jsonv.IsDigest(*s.ManifestDigest) {
		v.wrong("manifest_digest is %q, want a digest or null", *s.ManifestDigest)
	}
	oneOf(v, "completeness", s.Completeness, "complete", "partial", "unknown")
	v.counts("a size", s.Items, s.Bytes)
	if s.Largest != nil {
		v.kind(s.Largest.Kind)
		v.counts("a size", s.Largest.Bytes)
	}
}

func (v *validator) changes(changes []Change) {
	list(v, "changes", changes)
	for _, c := range changes {
		oneOf(v, "op of a change", c.Op, Added, Removed, Changed)
		v.kind(c.Kind)
		v.digestOrNone("before_digest", c.BeforeDigest)
		v.digestOrNone("after_digest", c.AfterDigest)
		v.counts("a size", c.BeforeBytes, c.AfterBytes, c.Repeat)
		list(v, "edits", c.Edits)
		for _, e := range c.Edits {
			oneOf(v, "op of an edit", e.Op, Added, Removed, Changed)
		}
	}
}

func (v *validator) finding(f Finding) {
	v.word("lens", f.Lens)
	v.word("rule", f.Rule)
	v.kind(f.Kind)
	oneOf(v, "action", f.Action, Actions()...)
	if f.AtMost != "" {
		oneOf(v, "at_most", f.AtMost, Actions()...)
	}
	v.severity(f.Lens, f.Severity)
	v.severity(f.Lens, f.Overridden)
	v.wordOrNone("explained_by", f.ExplainedBy)
	if !jsonv.IsDigest(f.Fingerprint) {
		v.wrong("fingerprint is %q, want a digest", f.Fingerprint)
	}
	v.digestOrNone("before_digest", f.BeforeDigest)
	v.digestOrNone("after_digest", f.AfterDigest)
	if s := f.Suppressed; s != nil {
		oneOf(v, "source", s.Source, SuppressedByPolicy, SuppressedByLock)
		if _, err := time.Parse(time.DateOnly, s.Expires); s.Expires != "" && err != nil {
			v.wrong("expires is %q, want YYYY-MM-DD", s.Expires)
		}
	}
	for _, e := range f.Evidence {
		if e.Start < 0 || e.End < e.Start {
			v.wrong("evidence is from %d to %d", e.Start, e.End)
		}
	}
	v.counts("evidence_omitted", f.EvidenceOmitted)
}

// rows demands that a row stands for a change or for findings about none, and that every
// finding belongs to one.
func (v *validator) rows(s Subject) {
	list(v, "rows", s.Rows)
	changed, found, told := s.changed(), map[rowKey]bool{}, map[rowKey]bool{}
	for _, f := range s.Findings {
		found[f.rowKey(changed)] = true
	}
	for _, r := range s.Rows {
		v.row(r)
		k := r.key()
		_, about := changed[k.item]
		switch {
		case r.Op == "" && !found[k]:
			v.wrong("a row about %s %q has neither a change nor a finding", r.Kind, r.Name)
		case r.Op == "" && about:
			v.wrong("a row about %s %q does not say its change", r.Kind, r.Name)
		case r.Op != "" && !slices.ContainsFunc(s.Changes, func(c Change) bool { return c.item() == k.item && c.Op == r.Op }):
			v.wrong("a row says that %s %q was %s, and there is no such change", r.Kind, r.Name, r.Op)
		}
		told[k] = true
	}
	for _, f := range s.Findings {
		if !told[f.rowKey(changed)] {
			v.wrong("a finding of rule %q about %s %q has no row", f.Rule, f.Kind, f.Name)
		}
	}
}

func (v *validator) row(r Row) {
	if r.Op != "" {
		oneOf(v, "op of a row", r.Op, Added, Removed, Changed)
	}
	v.kind(r.Kind)
	oneOf(v, "action of a row", r.Action, Actions()...)
	list(v, "lenses of a row", r.Cells)
	for _, c := range r.Cells {
		v.word("lens", c.Lens)
		oneOf(v, "action of a lens", c.Action, Actions()...)
		v.severity(c.Lens, c.Severity)
		if len(c.Rules) == 0 {
			v.wrong("a row about %s %q has the lens %q without a rule", r.Kind, r.Name, c.Lens)
		}
		v.words("rule", c.Rules)
	}
	v.words("accepted_by", r.AcceptedBy)
	v.counts("suppressed", r.Suppressed)
	v.digestOrNone("group", r.Group)
}

// records looks at the answers of the lenses in their own words.
func (v *validator) records(s Subject) {
	if d := s.Drift; d != nil {
		v.word("verdict of drift", d.Verdict)
		for _, f := range d.Findings {
			v.wordOrNone("field", f.Field)
			v.word("code", f.Code)
			v.severity(Drift{}.ID(), f.Severity)
		}
		for _, n := range d.Notes {
			v.word("code", n.Code)
		}
		v.words("coverage", slices.Concat(d.Coverage, d.Inconclusive, d.AllInconclusive))
	}
	if t := s.Taxonomy; t != nil {
		v.counts("unchanged", t.Unchanged)
		for _, tool := range t.Tools {
			v.severity(Taxonomy{}.ID(), tool.Severity)
			v.words("rule", tool.Rules)
			oneOf(v, "outcome", tool.Outcome, TaxonomySignal, TaxonomyCosmetic, TaxonomyNoRule, TaxonomyEqual)
			v.counts("changes", tool.Changes)
		}
	}
	if c := s.Contract; c != nil {
		v.severity(Contract{}.ID(), c.Severity)
		for severity := range c.Counts {
			v.severity(Contract{}.ID(), severity)
		}
		v.word("bump", c.Bump)
		if c.Intended != nil {
			v.word("intended bump", string(c.Intended.Bump))
		}
		for _, e := range c.ProvedEqual {
			v.word("rule", e.Rule)
			v.kind(e.Kind)
		}
	}
}
