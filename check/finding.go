package check

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// Finding is one statement of one lens about one change.
type Finding struct {
	Lens   string `json:"lens"`
	Rule   string `json:"rule"`
	Action Action `json:"action"` // also of one that is set aside, which would be this
	// DecidedBy says what gave the action: a preset, a key of the policy, a rule of
	// [AcceptRules], a template.
	DecidedBy string `json:"decided_by,omitempty"`
	// ExplainedBy is the rule of [AcceptRules] whose edits explain all that a signal of
	// the security lens rests on, "" for none. What runs does not matter for it.
	ExplainedBy string `json:"explained_by,omitempty"`
	// Suppressed says who set the finding aside; nil for one that counts.
	Suppressed *Suppression `json:"suppressed,omitempty"`
	// AtMost is how strict the action may be, "" for no bound, and CappedBy why.
	AtMost   Action `json:"at_most,omitempty"`
	CappedBy string `json:"capped_by,omitempty"`
	// Severity is the lens's own word, "" when it has none.
	Severity string `json:"severity,omitempty"`
	// Overridden is the severity that the lens gave, where a policy put another one in
	// its place.
	Overridden string `json:"overridden,omitempty"`
	Kind       Kind   `json:"kind"`
	Name       string `json:"name,omitempty"`
	// Repeat is that of the change, for a further item of one name.
	Repeat  int    `json:"repeat,omitempty"`
	Pointer string `json:"pointer,omitempty"` // RFC 6901, in the item
	Message string `json:"message"`
	// BeforeDigest and AfterDigest are of what the finding is about, "" for absent.
	BeforeDigest string `json:"before_digest,omitempty"`
	AfterDigest  string `json:"after_digest,omitempty"`
	Fingerprint  string `json:"fingerprint"`
	// Before and After are canonical JSON of what changed at Pointer, where the lens
	// names it; nil is absent. Detail is a further word for people.
	Before json.RawMessage `json:"before,omitempty"`
	After  json.RawMessage `json:"after,omitempty"`
	Detail string          `json:"detail,omitempty"`
	// Witness is a value that one side of a schema accepts and the other does not: a
	// call that is rejected now, or a result that was not promised.
	Witness json.RawMessage `json:"witness,omitempty"`
	// Note is what a program of the user's says about the finding (diff --semantic).
	// Nothing is decided by it.
	Note string `json:"note,omitempty"`
	// Evidence is what made the rule fire, where the lens names it; EvidenceOmitted
	// counts what is left out of it.
	Evidence        []Evidence `json:"evidence,omitempty"`
	EvidenceOmitted int        `json:"evidence_omitted,omitempty"`

	own Action // what the lens gives it, where its severity has no level
}

// Evidence is one place that a finding rests on.
type Evidence struct {
	Pointer    string `json:"pointer"`    // RFC 6901, in the item after
	Definition string `json:"definition"` // the character, phrase, pattern or condition that was looked for
	Text       string `json:"text"`       // what was found
	// Start and End are its byte range in the string at Pointer; both 0 where it is
	// no part of a string.
	Start int `json:"start"`
	End   int `json:"end"`
}

// itemKey is the item that a finding or change is about.
type itemKey struct {
	kind   Kind
	name   string // as shown, "NAME #2" for a second item of one name
	repeat int    // tells that one from an item whose name is "NAME #2"
}

func (f Finding) item() itemKey { return itemKey{f.Kind, f.Name, f.Repeat} }

func (c Change) item() itemKey { return itemKey{c.Kind, c.Name, c.Repeat} }

// fingerprint identifies a finding by server, kind, name, rule, pointer and
// digests, and by no word of prose, so that a reworded message changes nothing
// and nothing said of one server holds for another.
func (f Finding) fingerprint(server string) string {
	b := []byte("[")
	for i, part := range []string{"mooring.fingerprint.v1", server, string(f.Kind), f.Name, f.Rule, f.Pointer, f.BeforeDigest, f.AfterDigest} {
		if i > 0 {
			b = append(b, ',')
		}
		b = jsonv.AppendQuoted(b, part)
	}
	return jsonv.Digest(append(b, ']'))
}

// Add appends findings to the subject and gives each its fingerprint. [Subject.Conclude]
// has to follow.
func (s *Subject) Add(findings ...Finding) {
	for _, f := range findings {
		f.Fingerprint, f.own = f.fingerprint(s.Server), f.Action
		s.Findings = append(s.Findings, f)
	}
}

// sortFindings puts the strictest first, then by kind, name, pointer and rule.
func sortFindings(findings []Finding) {
	slices.SortStableFunc(findings, func(a, b Finding) int {
		return cmp.Or(
			cmp.Compare(strictness[a.Action], strictness[b.Action]),
			cmp.Compare(kindRank(a.Kind), kindRank(b.Kind)),
			cmp.Compare(a.Name, b.Name),
			cmp.Compare(a.Pointer, b.Pointer),
			cmp.Compare(a.Lens, b.Lens),
			cmp.Compare(a.Rule, b.Rule),
			cmp.Compare(a.Fingerprint, b.Fingerprint),
		)
	})
}

// JSONText is a text as JSON for a finding; absent text ("") is nil. Bytes that are
// no UTF-8 become U+FFFD.
func JSONText(text string) json.RawMessage {
	if text == "" {
		return nil
	}
	return jsonv.AppendQuoted(nil, strings.ToValidUTF8(text, "\uFFFD"))
}

// TextDigest is the digest of a text for a finding; absent text ("") has none.
func TextDigest(text string) string {
	if text == "" {
		return ""
	}
	return jsonv.Digest([]byte(text))
}
