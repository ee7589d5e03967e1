package sarif

import (
	"cmp"
	"strings"
	"unicode"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/annotation"
	"github.com/mooring-mcp/mooring/internal/rulebook"
	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/internal/wording"
)

// rulesURI is the document that has every rule.
const rulesURI = informationURI + "/blob/main/docs/rules.md"

// ruleTable collects the rules that are used, in the order of their first result.
type ruleTable struct {
	book        map[string]rulebook.Rule
	levels      check.Levels
	failOn      check.Action
	descriptors []descriptor
	at          map[string]int
}

func newRuleTable(r check.Report) *ruleTable {
	t := &ruleTable{
		book: map[string]rulebook.Rule{}, levels: check.Preset(r.Policy.Preset).Levels(), failOn: r.Policy.FailOn,
		descriptors: []descriptor{}, at: map[string]int{},
	}
	for _, rule := range rulebook.Rules() {
		t.book[rule.ID] = rule
	}
	return t
}

// index is where in the table the rule of a finding is; it is added when it is new.
func (t *ruleTable) index(f check.Finding) int {
	i, known := t.at[f.Rule]
	if !known {
		i = len(t.descriptors)
		t.at[f.Rule] = i
		t.descriptors = append(t.descriptors, t.describe(f))
	}
	return i
}

// describe says what the book has about a rule. A rule of somebody else's lens has only
// its id.
func (t *ruleTable) describe(f check.Finding) descriptor {
	rule, known := t.book[f.Rule]
	if !known {
		rule = rulebook.Rule{ID: visible.Text(f.Rule), Lens: visible.Text(f.Lens), Title: visible.Text(f.Rule)}
	}
	d := descriptor{
		ID: rule.ID, Name: wording.Clip(pascal(rule.Title), maxName), HelpURI: rulesURI,
		Short: message{Text: plain(wording.Clip(rule.Title, maxDescription))}, Full: message{Text: plain(wording.Clip(cmp.Or(rule.Meaning, rule.Title), maxDescription))},
		Help:    message{Text: plain(help(rule, func(s string) string { return s }, "")), Markdown: help(rule, markdown, "**")},
		Default: configuration{string(t.level(rule))},
		Properties: ruleProperties{
			Lens: rule.Lens, Severity: rule.Severity, Tags: []string{cmp.Or(rule.Lens, "other")},
		},
	}
	if anchor := rule.Anchor(); anchor != "" {
		d.HelpURI += "#" + anchor
	}
	if score, is := scores[rule.Severity]; is && rule.Lens == (check.Taxonomy{}).ID() {
		d.Properties.Score, d.Properties.Tags = score, append(d.Properties.Tags, "security")
	}
	return d
}

// GitHub's limits of a rule, in characters.
const (
	maxName        = 255
	maxDescription = 1024
)

// scores are the severities of taxonomy-v1 in the middle of GitHub's bands: critical over
// 9.0, high from 7.0, medium from 4.0, low below.
var scores = map[string]string{"CRITICAL": "9.5", "HIGH": "8.0", "MEDIUM": "5.5", "LOW": "2.0"}

// level is what the preset of the report does with the rule.
func (t *ruleTable) level(rule rulebook.Rule) annotation.Level {
	action, known := t.levels.Action(rule.Lens, rule.Severity)
	if !known {
		return annotation.Warning // SARIF's own default
	}
	return annotation.Of(action, t.failOn)
}

// help says all that the book has about a rule, as plain text or Markdown.
func help(r rulebook.Rule, escape func(string) string, bold string) string {
	parts := []string{bold + escape(r.ID) + bold + ": " + escape(r.Title) + "."}
	paragraph := func(label, text string) {
		if text != "" {
			parts = append(parts, label+escape(text))
		}
	}
	paragraph("", r.Meaning)
	paragraph("Fires: ", r.Condition)
	paragraph("Mend it: ", r.Fix)
	if len(r.NearMisses) > 0 {
		list := []string{"Near misses:", ""}
		for _, miss := range r.NearMisses {
			list = append(list, "- "+escape(miss))
		}
		parts = append(parts, strings.Join(list, "\n"))
	}
	if len(r.Sources) > 0 {
		paragraph("Source: ", strings.Join(r.Sources, "; "))
	}
	return strings.Join(parts, "\n\n")
}

// markdown makes a text mean itself in GitHub Flavored Markdown.
func markdown(text string) string {
	var b strings.Builder
	for _, c := range text {
		if strings.ContainsRune("\\`*_{}[]<>#|~", c) {
			b.WriteByte('\\')
		}
		b.WriteRune(c)
	}
	return b.String()
}

// pascal makes a name of a title (§3.49.7): "new required input" is "NewRequiredInput".
func pascal(title string) string {
	var b strings.Builder
	for word := range strings.FieldsFuncSeq(title, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }) {
		letters := []rune(word)
		b.WriteString(string(unicode.ToUpper(letters[0])) + string(letters[1:]))
	}
	return b.String()
}
