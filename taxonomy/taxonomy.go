// Package taxonomy is the security lens: it classifies the change of one MCP tool
// by spec taxonomy-v1. Nine rules, R01 to R09, say whether the change carries a
// signal of an attack, and how severe that is; no model decides anything, and
// equal input gives equal output.
//
// [Classify] takes the tool before and after, as JSON text, and gives the
// severity, the rules that fired and the evidence of each: where, which
// characters, by which definition. Member order, white space and the spelling of
// numbers never change a result.
//
// The rules see a part of what changes. More than half of real changes fire none
// (a removed property, a new type, a rewritten property description): their
// answer is NONE with no rules and a [Classification.Diff] that is not empty,
// which says that no rule speaks of the change, never that it is harmless.
package taxonomy

import (
	"fmt"
	"slices"

	"github.com/mooring-mcp/mooring/internal/jsondiff"
	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/signal"
)

// Version names the rule set that this package implements.
const Version = "taxonomy-v1"

// Severity is how much a change matters (spec §1.3).
type Severity string

// The severities, from least to most.
const (
	None     Severity = "NONE"
	Low      Severity = "LOW"
	Medium   Severity = "MEDIUM"
	High     Severity = "HIGH"
	Critical Severity = "CRITICAL"
)

// Rank returns 0 for [None] to 4 for [Critical], and -1 for any other word.
func (s Severity) Rank() int {
	return slices.Index([]Severity{None, Low, Medium, High, Critical}, s)
}

// Classification is the answer about one tool.
type Classification struct {
	Severity Severity // the highest of the rules that fired; [None] when none did
	Rules    []string // ids of the rules that fired, ascending, never nil
	// Rationale says for people why each rule fired, one line a rule in the order
	// of Rules. It quotes text of the server: make it visible before showing it.
	Rationale []string
	// Diff is what changed. Rules that are empty beside a Diff that is not mean
	// that no rule of the specification speaks of the change.
	Diff []Change
	// Evidence says for each rule that fired what it saw, in the order of Rules and
	// then of the places in the tool.
	Evidence []Evidence
	// Omitted counts by rule what is not in Evidence, see [MaxEvidence]; nil when all
	// is.
	Omitted map[string]int
}

// Classifier classifies with one list of phrases for R02. It is immutable and
// safe for concurrent use.
type Classifier struct{ phrases *signal.Phrases }

// New returns a classifier with the phrases of a list.
func New(p Phrases) *Classifier { return &Classifier{phrases: p.found()} }

// Classify is [Classifier.Classify] with the list imperatives-v1.txt.
func Classify(before, after []byte) (Classification, error) {
	return New(Imperatives()).Classify(before, after)
}

// Classify classifies the change from one state of a tool to the next, each a
// JSON text or nil. A tool that was not there before is compared with nothing, so
// that every signal in it is new; one that is gone fires no rule (reading T23).
// JSON null counts as nil.
//
// The error says that a text is no strict JSON, where, and in which of the two.
func (c *Classifier) Classify(before, after []byte) (Classification, error) {
	b, a, err := parsePair(before, after)
	if err != nil {
		return Classification{}, err
	}
	p := newPair(b, a)
	var fired collector
	c.signals(p, &fired)
	if len(fired.kept) == 0 {
		p.prose(&fired)
	}
	return classification(p.changes, fired), nil
}

// signals evaluates R01 to R07, each by itself.
func (c *Classifier) signals(p pair, out *collector) {
	if p.after == nil {
		return
	}
	t := textRules{pair: p, phrases: c.phrases, out: out}
	t.changedTexts(t.visit)
	p.inputs(out)
	p.capabilities(out)
}

// classification draws the conclusion from the evidence.
func classification(changes []jsondiff.Change, fired collector) Classification {
	c := Classification{
		Severity: None, Rules: []string{}, Diff: diffOf(changes), Evidence: fired.sorted(), Omitted: fired.omitted,
	}
	for _, e := range c.Evidence {
		if n := len(c.Rules); n > 0 && c.Rules[n-1] == e.Rule {
			continue
		}
		rule, _ := Find(e.Rule)
		c.Rules = append(c.Rules, rule.ID)
		c.Rationale = append(c.Rationale, rule.reason(e))
		if rule.Severity.Rank() > c.Severity.Rank() {
			c.Severity = rule.Severity
		}
	}
	return c
}

// parsePair reads both texts; an absent tool is nil.
func parsePair(before, after []byte) (b, a *jsonv.Value, err error) {
	if b, err = parse(before); err != nil {
		return nil, nil, fmt.Errorf("before: %w", err)
	}
	if a, err = parse(after); err != nil {
		return nil, nil, fmt.Errorf("after: %w", err)
	}
	return b, a, nil
}

func parse(text []byte) (*jsonv.Value, error) {
	if text == nil {
		return nil, nil
	}
	v, err := jsonv.Parse(text, jsonv.Limits{})
	if err != nil || v.IsNull() {
		return nil, err
	}
	return v, nil
}
