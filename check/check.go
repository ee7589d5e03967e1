// Package check compares two surfaces of one server and says what differs, what
// the lenses find in it, and what follows.
//
// [Compare] takes a before and an after and gives a [Subject]: the structural
// changes as facts, the findings that the lenses draw from them, and everything
// that kept the comparison from being complete. Several subjects make a
// [Report], the record mooring.report.v1, whose [Report.Verdict] is the answer:
// passed, refused, or could not tell.
//
// What becomes of a finding is the answer of a [Decider]: a [Preset], a preset with
// other [Levels], or one of the caller's own ([Subject.Decide]). [Subject.Details]
// gives each row with its change and its findings, and [ParseReport] reads a report
// that was saved. The examples show each of them.
//
// A lens is one more producer of findings: it is given the pair and the changes
// and returns what it sees. Nothing here reads a file, a clock or a network,
// and equal input gives equal output.
package check

import (
	"cmp"
	"slices"
)

// Schema is the id of the record that a [Report] is.
const Schema = "mooring.report.v1"

// Verdict is what a comparison comes to.
type Verdict string

// The verdicts. Refused beats Inconclusive beats Passed.
const (
	Passed       Verdict = "passed"
	Inconclusive Verdict = "inconclusive" // could not tell: something was not, or not fully, observed
	Refused      Verdict = "refused"      // a finding fails
)

// Worse returns the stronger of two verdicts.
func (v Verdict) Worse(w Verdict) Verdict {
	rank := map[Verdict]int{Passed: 0, Inconclusive: 1, Refused: 2}
	if rank[w] > rank[v] {
		return w
	}
	return v
}

// Report is the outcome of one run over one or more servers.
type Report struct {
	Schema   string    `json:"schema"` // always [Schema]
	Command  string    `json:"command"`
	Verdict  Verdict   `json:"verdict"`
	Lenses   []string  `json:"lenses"`
	RuleSets []RuleSet `json:"rule_sets"` // of the lenses whose rules have a version, in their order
	// Policy says by what findings were weighed.
	Policy   Weighing  `json:"policy"`
	Warnings []Warning `json:"warnings"` // about the policy itself
	Counts   Counts    `json:"counts"`   // of all subjects
	Subjects []Subject `json:"subjects"` // sorted by server id
}

// Weighing names what findings were weighed by.
type Weighing struct {
	Preset string  `json:"preset"`
	FailOn Action  `json:"fail_on"` // the mildest action that refuses
	Layers []Layer `json:"layers"`  // of files, the one that binds the others first; empty without a file
}

// Layer is one file of a policy.
type Layer struct {
	Name   string `json:"name"`   // managed, user or project
	Digest string `json:"digest"` // of the file's bytes
}

// Warning is something about a policy that somebody should look at. No verdict hangs
// on it.
type Warning struct {
	Code   string `json:"code"`
	Detail string `json:"detail"`
	Where  string `json:"where,omitempty"` // file and line
}

// RuleSet names the rules that a lens went by, so that a result can be repeated.
type RuleSet struct {
	Lens    string `json:"lens"`
	Version string `json:"version"`
	Phrases string `json:"phrases,omitempty"` // digest of a list of phrases that belongs to the rules
	Rules   string `json:"rules,omitempty"`   // digest of the table of rules
	Profile string `json:"profile,omitempty"` // which caller changes are judged for
}

// RuleSets names the rules of those lenses whose rules have a version.
func RuleSets(lenses []Lens) []RuleSet {
	var out []RuleSet
	for _, l := range lenses {
		if v, versioned := l.(interface{ RuleSet() RuleSet }); versioned {
			out = append(out, v.RuleSet())
		}
	}
	return out
}

// NewReport puts subjects together, sorts them by server and adds up their verdicts.
// by says what they were weighed by; its empty words become those of the zero [Preset].
func NewReport(command string, lenses []Lens, subjects []Subject, by Weighing) Report {
	r := Report{
		Schema: Schema, Command: command, Verdict: Passed, Lenses: []string{}, RuleSets: []RuleSet{}, Warnings: []Warning{},
		Policy: Weighing{Preset(by.Preset).String(), cmp.Or(by.FailOn, Review), orNone(by.Layers)}, Subjects: orNone(slices.Clone(subjects)),
	}
	for _, l := range lenses {
		r.Lenses = append(r.Lenses, l.ID())
	}
	r.RuleSets = append(r.RuleSets, RuleSets(lenses)...)
	slices.SortStableFunc(r.Subjects, func(a, b Subject) int { return cmp.Compare(a.Server, b.Server) })
	for _, s := range r.Subjects {
		r.Verdict = r.Verdict.Worse(s.Verdict)
		r.Counts = r.Counts.plus(s.Counts())
	}
	return r
}

// Subject is the comparison of one server.
type Subject struct {
	Server string `json:"server"`
	// Configuration is the one of the server's in which it was observed, "" where it has
	// none. Server then ends in its name; see [Subject.ForConfiguration].
	Configuration string    `json:"configuration,omitempty"`
	Verdict       Verdict   `json:"verdict"`
	Before        *Side     `json:"before"` // null when there is none, for a server that is not pinned
	After         *Side     `json:"after"`  // null when it could not be observed
	Changes       []Change  `json:"changes"`
	Findings      []Finding `json:"findings"`
	// Rows are the changes as reports show them, the strictest first.
	Rows []Row `json:"rows"`
	// RepeatedRows counts the rows that an earlier configuration of the server shows;
	// the verdict is that of all rows. See [MergeConfigurations].
	RepeatedRows int   `json:"repeated_rows,omitempty"`
	Gaps         []Gap `json:"gaps"` // why the comparison is not complete
	// Profiles are further client identities under which the server was asked.
	Profiles []ProfileResult `json:"profiles,omitempty"`
	// Proposals are templates under which changes would only warn.
	Proposals []Template `json:"proposals,omitempty"`
	// Cause says why the surface may have changed; nil when it did not.
	Cause *Cause `json:"cause,omitempty"`
	// Drift is the answer of the drift specification in its own words; nil when
	// tools were not compared.
	Drift *DriftRecord `json:"drift,omitempty"`
	// Taxonomy is the answer of taxonomy-v1; nil when tools were not compared.
	Taxonomy *TaxonomyRecord `json:"taxonomy,omitempty"`
	// Contract is what the contract lens answers; nil when it did not judge.
	Contract *ContractRecord `json:"contract,omitempty"`
	// Params is what the parameter lens says; nil when tools were not compared.
	Params *ParamsRecord `json:"params,omitempty"`

	decider  Decider              // nil for Consumer
	failOn   Action               // the mildest action that refuses, "" for Review
	accepted map[itemKey][]string // rules by which an item's change passes
}

// Side names one surface of a comparison and its digests.
type Side struct {
	Label          string  `json:"label"`                    // where it came from, for people
	SurfaceDigest  string  `json:"surface_digest,omitempty"` // "" where only tools are known, or not all was seen
	ManifestDigest *string `json:"manifest_digest"`          // assay; null when it has none
	Completeness   string  `json:"completeness"`
	ServerInfo     string  `json:"server_info,omitempty"` // the server's own name and version, shown and never compared
	// ProtocolVersion is the negotiated revision; "" for a file. A difference is a
	// gap that only warns, since a library's update moves it.
	ProtocolVersion string `json:"protocol_version,omitempty"`
	Items           int    `json:"items"`
	Bytes           int    `json:"bytes"` // canonical length of all items
	// Largest is the item with the most of them; nil where there is none.
	Largest *SizedItem `json:"largest,omitempty"`
}

// SizedItem is an item and its canonical length.
type SizedItem struct {
	Kind  Kind   `json:"kind"`
	Name  string `json:"name,omitempty"`
	Bytes int    `json:"bytes"`
}

// Gap is something that could not be told.
type Gap struct {
	Code   string `json:"code"`
	Detail string `json:"detail"`
	// Warning marks a gap that is shown but does not make the verdict Inconclusive.
	Warning bool `json:"warning,omitempty"`
}

// Conclude decides about the findings, sorts them, makes the rows and sets the
// verdict. It is called again by whoever adds to a subject.
func (s *Subject) Conclude() {
	s.Changes, s.Findings, s.Gaps = orNone(s.Changes), orNone(s.Findings), orNone(s.Gaps)
	s.decide()
	s.recount()
	sortFindings(s.Findings)
	s.Rows = s.rows()
	s.Verdict = Passed
	for _, g := range s.Gaps {
		if !g.Warning {
			s.Verdict = Inconclusive
		}
	}
	for _, f := range s.Findings {
		if f.Suppressed == nil && f.Action.AtLeast(cmp.Or(s.failOn, Review)) {
			s.Verdict = Refused
		}
	}
}

// orNone makes an empty list of none at all, since a record has lists, never null.
func orNone[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
