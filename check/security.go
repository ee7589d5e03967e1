package check

import (
	"errors"
	"fmt"
	"strings"

	"github.com/mooring-mcp/mooring/surface"
	"github.com/mooring-mcp/mooring/taxonomy"
)

// Taxonomy is the lens of spec taxonomy-v1: does the change of a tool carry a
// signal of an attack? It gives one finding for every rule that fires on a tool,
// with its evidence, and says of each changed tool what the specification answers,
// also where no rule speaks of the change. An added tool is compared with nothing
// (reading T23).
type Taxonomy struct {
	Phrases taxonomy.Phrases // of R02; the zero value is the list of this version
}

// ID returns "taxonomy".
func (Taxonomy) ID() string { return "taxonomy" }

// RuleSet names the rules and their data.
func (l Taxonomy) RuleSet() RuleSet {
	return RuleSet{Lens: l.ID(), Version: taxonomy.Version, Phrases: l.Phrases.Digest()}
}

// Judge classifies every tool that changed.
func (l Taxonomy) Judge(pair Pair) Judgement {
	var j Judgement
	if pair.Before.Listing(surface.Tool).Status != surface.Observed || pair.After.Listing(surface.Tool).Status != surface.Observed {
		return j
	}
	classifier := taxonomy.New(l.Phrases)
	before, after := itemTexts(pair.Before), itemTexts(pair.After)
	record := TaxonomyRecord{Tools: []TaxonomyTool{}, Unchanged: len(pair.After.Listing(surface.Tool).Items), NonClaim: noRuleIsNoProof}
	for _, c := range pair.Changes {
		if c.Kind != Kind(surface.Tool) {
			continue
		}
		if c.Op != Removed {
			record.Unchanged--
		}
		got, err := classifier.Classify(before[c.item()], after[c.item()])
		if noObject(before[c.item()]) || noObject(after[c.item()]) {
			err = errors.New("found an item that is no object")
		}
		if err != nil {
			j.Gaps = append(j.Gaps, Gap{Code: "taxonomy_not_evaluated", Detail: fmt.Sprintf("tool %q: %v", c.Name, err)})
			continue
		}
		record.Tools = append(record.Tools, taxonomyTool(c, got))
		j.Findings = append(j.Findings, l.findings(c, got)...)
	}
	j.Taxonomy = &record
	return j
}

// noObject reports a listed item that is JSON of another kind; null is one, too, and
// not the absence of a tool. An item is listed without white space around it.
func noObject(item []byte) bool { return len(item) > 0 && item[0] != '{' }

// noRuleIsNoProof is what no classification claims.
const noRuleIsNoProof = "a severity says which signals a change carries, never that a tool is harmless or hostile"

func (l Taxonomy) findings(c Change, got taxonomy.Classification) []Finding {
	out := make([]Finding, len(got.Rules))
	for i, id := range got.Rules {
		rule, _ := taxonomy.Find(id)
		out[i] = Finding{
			Lens: l.ID(), Rule: id, Severity: string(rule.Severity), Kind: c.Kind, Name: c.Name, Repeat: c.Repeat,
			Message: rule.Title, BeforeDigest: c.BeforeDigest, AfterDigest: c.AfterDigest, EvidenceOmitted: got.Omitted[id],
		}
		for _, e := range got.Evidence {
			if e.Rule == id {
				out[i].Evidence = append(out[i].Evidence, Evidence{e.Pointer, e.Definition, e.Text, e.Start, e.End})
			}
		}
		out[i].Pointer = sharedPointer(out[i].Evidence)
	}
	return out
}

// sharedPointer is where all evidence lies, "" for the whole tool.
func sharedPointer(evidence []Evidence) string {
	for _, e := range evidence {
		if e.Pointer != evidence[0].Pointer {
			return ""
		}
	}
	return evidence[0].Pointer
}

// fitsTemplate reports that a finding is explained by a text that changed as a
// template allows. What R01 and R02 see always counts, and so does what R03 sees,
// unless it is an address or path whose start, up to the host's end, was there
// before.
func (f Finding) fitsTemplate(c Change) bool {
	switch f.Rule {
	case "R01", "R02":
		return false
	case "R03":
		for _, e := range f.Evidence {
			if !startedBefore(c, e) {
				return false
			}
		}
	}
	return true
}

func startedBefore(c Change, e Evidence) bool {
	for _, edit := range c.Edits {
		before, _, ok := texts(edit)
		if ok && edit.Pointer == e.Pointer && mentions(before, origin(e.Text)) {
			return true
		}
	}
	return false
}

// mentions reports that a text has an origin that is no part of a longer host:
// "https://a.example" is none of "https://a.example.net/".
func mentions(text, origin string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], origin)
		if i < 0 {
			return false
		}
		start, end := from+i, from+i+len(origin)
		if strings.HasSuffix(origin, "/") || !inHost(text[:start], origin, text[end:]) {
			return true
		}
		from = start + 1
	}
}

// inHost reports that a host goes on before or behind what was found.
func inHost(before, found, behind string) bool {
	letter := func(c byte) bool {
		return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80 || strings.IndexByte("-_%", c) >= 0
	}
	if behind != "" && (letter(behind[0]) || strings.IndexByte(":@", behind[0]) >= 0) || len(behind) > 1 && behind[0] == '.' && letter(behind[1]) {
		return true
	}
	return before != "" && !strings.Contains(found, "://") && (letter(before[len(before)-1]) || before[len(before)-1] == '.')
}

// origin is a URL up to the end of its host, a path up to its first separator; a
// bare host or address is taken whole.
func origin(text string) string {
	const scheme = "://"
	host := 0
	if i := strings.Index(text, scheme); i >= 0 {
		host = i + len(scheme)
	}
	end := strings.IndexAny(text[host:], `/\?#`)
	if end < 0 {
		return text
	}
	return text[:host+end+1]
}

// TaxonomyRecord is what taxonomy-v1 answers for the tools of one server.
type TaxonomyRecord struct {
	Tools []TaxonomyTool `json:"tools"` // those that changed
	// Unchanged counts the tools of the after side that are as they were: NONE
	// without rules and without a change.
	Unchanged int    `json:"unchanged"`
	NonClaim  string `json:"non_claim"`
}

// TaxonomyTool is the answer about one tool.
type TaxonomyTool struct {
	Name     string          `json:"name"`
	Severity string          `json:"severity"`
	Rules    []string        `json:"rules"`
	Outcome  TaxonomyOutcome `json:"outcome"`
	Changes  int             `json:"changes"` // in the specification's diff
}

// TaxonomyOutcome tells apart what the severity NONE can mean.
type TaxonomyOutcome string

// The outcomes.
const (
	TaxonomySignal   TaxonomyOutcome = "signal"   // one or more of R01 to R08 fired
	TaxonomyCosmetic TaxonomyOutcome = "cosmetic" // R09
	TaxonomyNoRule   TaxonomyOutcome = "no_rule"  // it changed, and no rule speaks of that
	TaxonomyEqual    TaxonomyOutcome = "equal"    // it differs only in what a double does not tell apart
)

func taxonomyTool(c Change, got taxonomy.Classification) TaxonomyTool {
	t := TaxonomyTool{Name: c.Name, Severity: string(got.Severity), Rules: got.Rules, Outcome: TaxonomySignal, Changes: len(got.Diff)}
	switch {
	case len(got.Diff) == 0:
		t.Outcome = TaxonomyEqual
	case len(got.Rules) == 0:
		t.Outcome = TaxonomyNoRule
	case got.Rules[0] == "R09":
		t.Outcome = TaxonomyCosmetic
	}
	return t
}
