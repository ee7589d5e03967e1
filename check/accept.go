package check

import (
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/contract"
	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/schemawalk"
	"github.com/mooring-mcp/mooring/surface"
)

// AcceptRule is a kind of change that the preset [Consumer] lets pass when another
// version of the same package runs ([CausePackage]). The list is closed.
type AcceptRule struct{ ID, Title, Meaning string }

// The rules of [AcceptRules].
const (
	AcceptSerialization = "accept.serialization"
	AcceptSchemaAddress = "accept.schema_address"
	AcceptDefault       = "accept.default_explicit"
	AcceptVersion       = "accept.version_string"
	AcceptDocumentation = "accept.documentation"
	AcceptPackage       = "accept.package_version"
)

// AcceptRules returns the rules by id. A change passes only when its every edit is
// covered by one of them, and every statement of a lens about it, too; what R01 or
// R02 see is covered by none.
func AcceptRules() []AcceptRule { return slices.Clone(acceptRules) }

var acceptRules = []AcceptRule{
	{
		AcceptDefault, "default written out",
		"A hint of the annotations, taskSupport, required of an argument or a switch of a capability was written or removed, and its " +
			"effective value is the protocol's default as before (contract rules that end in .defaultMadeExplicit); so was an " +
			"additionalProperties that is true (.declaredOpen).",
	},
	{
		AcceptDocumentation, "wording that moves no choice",
		"A text has the same words, signs and lines as before: only case, spaces within a line and punctuation at its very end differ " +
			"(step 1 of the prose classifier, with line ends kept). Another word is never accepted, however small.",
	},
	{
		AcceptPackage, "version in the launch",
		"The arguments of the launch name the same package, once, in another exact version, and differ in nothing else.",
	},
	{
		AcceptSchemaAddress, "address of the schema dialect",
		"$schema of an input or output schema came, went or changed between the addresses of published dialects of JSON Schema, and every " +
			"keyword means what it meant (no tool.*.dialect.changed).",
	},
	{
		AcceptSerialization, "same schema, written otherwise",
		"A schema is written otherwise and accepts the very same values: both implementations of the contract lens leave no finding of it, " +
			"or prove it equal. No text and no name is new in it. The bounds of integers that every reader of JSON can tell apart are no " +
			"change (.bounds.interoperable).",
	},
	{
		AcceptVersion, "version string in a text",
		"A description, a title or the instructions are the same as before when the package's old version in them, three numbers that " +
			"stand as a word, is replaced by the new one.",
	},
}

// explain names for every signal the rule whose edits explain it.
func (s *Subject) explain() {
	changes := map[itemKey]Change{}
	for _, c := range s.Changes {
		changes[c.item()] = c
	}
	covered := map[itemKey]map[string]string{}
	for i := range s.Findings {
		f := &s.Findings[i]
		c, changed := changes[f.item()]
		if f.ExplainedBy = ""; f.Lens != (Taxonomy{}).ID() || !changed || c.Op != Changed || c.Repeat > 0 {
			continue
		}
		if covered[f.item()] == nil {
			covered[f.item()] = acceptance{change: c, findings: s.Findings}.covered()
		}
		if f.Rule != "R09" && coversSignal(*f, covered[f.item()]) {
			f.ExplainedBy = coveredBy(f.Evidence[0].Pointer, covered[f.item()])
		}
	}
}

// acceptable returns for every item that changed the rules by which all of it
// passes; it is empty unless another version of the same package is the cause.
func (s *Subject) acceptable() map[itemKey][]string {
	if s.Cause == nil || s.Cause.Code != CausePackage || !isRelease(s.Cause.Before) || !isRelease(s.Cause.After) {
		return nil
	}
	out := map[itemKey][]string{}
	findings := map[itemKey][]Finding{}
	for _, f := range s.Findings {
		findings[f.item()] = append(findings[f.item()], f)
	}
	for _, c := range s.Changes {
		if rules := (acceptance{c, findings[c.item()], *s.Cause}).rules(); rules != nil {
			out[c.item()] = rules
		}
	}
	if about := findings[itemKey{kind: Server}]; len(about) > 0 && onlyPackage(about, *s.Cause) {
		out[itemKey{kind: Server}] = []string{AcceptPackage}
	}
	return out
}

// onlyPackage reports that of all that is said about the server nothing is more
// than another version of the same package.
func onlyPackage(about []Finding, cause Cause) bool {
	launch := false
	for _, f := range about {
		switch {
		case f.Rule == RuleLaunchChanged:
			launch = true
			before, after, ok := texts(Edit{Op: Changed, Before: f.Before, After: f.After})
			if !ok || f.Pointer != "/launch/args" || !cause.namesPackage(before, after) {
				return false
			}
		case f.Lens == (Contract{}).ID() && f.Severity == string(contract.Documentation):
		default:
			return false
		}
	}
	return launch
}

// acceptance weighs one change against the list.
type acceptance struct {
	change   Change
	findings []Finding // about the item
	cause    Cause
}

// rules returns the rules that cover the change, nil when something of it is covered
// by none.
func (a acceptance) rules() []string {
	if a.change.Op != Changed || a.change.Repeat > 0 {
		return nil
	}
	covered := a.covered()
	var rest []string
	for _, e := range a.change.Edits {
		if covered[e.Pointer] != "" {
			continue
		}
		if !insideSchema(e.Pointer) {
			return nil
		}
		rest = append(rest, e.Pointer)
	}
	for _, f := range a.findings {
		if !a.covers(f, covered) {
			return nil
		}
	}
	if !a.sayNothingNew(covered) {
		return nil
	}
	// Nothing is left that the contract lens says of a schema, so what remains in it
	// changes no set of values: its silence is a proof (reading C02, "unmodelled
	// means breaking").
	for _, pointer := range rest {
		covered[pointer] = AcceptSerialization
	}
	var out []string
	for _, rule := range covered {
		if !slices.Contains(out, rule) {
			out = append(out, rule)
		}
	}
	slices.Sort(out)
	return out
}

// covered are the edits that a rule covers by itself, by their pointers.
func (a acceptance) covered() map[string]string {
	out := map[string]string{}
	for _, e := range a.change.Edits {
		if rule := a.ofEdit(e); rule != "" {
			out[e.Pointer] = rule
		}
	}
	return out
}

// ofEdit is the rule that covers an edit by itself, "" for none.
func (a acceptance) ofEdit(e Edit) string {
	var about []Finding
	for _, f := range a.findings {
		if f.Lens == (Contract{}).ID() && f.item() == a.change.item() && (f.Pointer == e.Pointer || within(f.Pointer, e.Pointer)) {
			about = append(about, f)
		}
	}
	if isSchemaAddress(a.change.Kind, e) {
		if len(about) > 0 {
			return "" // what a keyword means depends on it
		}
		return AcceptSchemaAddress
	}
	if a.cause.isVersion(e) && len(about) > 0 && !slices.ContainsFunc(about, func(f Finding) bool { return !isProse(f.Rule) }) {
		return AcceptVersion
	}
	rule := ""
	for _, f := range about {
		switch {
		case f.Severity != string(contract.Documentation):
			return ""
		case strings.HasSuffix(f.Rule, ".defaultMadeExplicit"), strings.HasSuffix(f.Rule, ".additionalProperties.declaredOpen"):
			rule = AcceptDefault
		case strings.HasSuffix(f.Rule, ".bounds.interoperable"):
			rule = AcceptSerialization
		case isProse(f.Rule) && sameWording(e), strings.HasSuffix(f.Rule, ".repeatsName"):
			rule = AcceptDocumentation
		default:
			return ""
		}
	}
	return rule
}

// isProse reports a rule whose severity the prose classifier gives.
func isProse(id string) bool {
	rule, _ := contract.FindRule(id)
	return rule.Severity == contract.Prose
}

// covers reports that a finding says nothing that the covered edits do not explain.
func (a acceptance) covers(f Finding, covered map[string]string) bool {
	switch f.Lens {
	case Drift{}.ID():
		return f.Rule != RuleNameRepeated(f.Kind)
	case Contract{}.ID():
		return coveredBy(f.Pointer, covered) != ""
	case Taxonomy{}.ID():
		return coversSignal(f, covered)
	}
	return false
}

// coversSignal reports a signal that the edits explain: the new address of R03 is
// that of the dialect, the new capability of R07 was there by default, the rewritten
// text of R08 has another version in it.
func coversSignal(f Finding, covered map[string]string) bool {
	want := map[string][]string{"R03": {AcceptSchemaAddress}, "R07": {AcceptDefault}, "R08": {AcceptVersion, AcceptDocumentation}, "R09": nil}
	rules, known := want[f.Rule]
	if !known || f.EvidenceOmitted > 0 {
		return false
	}
	if f.Rule == "R09" {
		return true
	}
	for _, e := range f.Evidence {
		if !slices.Contains(rules, coveredBy(e.Pointer, covered)) {
			return false
		}
	}
	return len(f.Evidence) > 0
}

// coveredBy is the rule of the edit at a pointer or above it, "" for none.
func coveredBy(pointer string, covered map[string]string) string {
	for {
		if rule := covered[pointer]; rule != "" || pointer == "" {
			return rule
		}
		pointer = pointer[:strings.LastIndexByte(pointer, '/')]
	}
}

// within reports that a pointer leads below another one.
func within(pointer, above string) bool { return strings.HasPrefix(pointer, above+"/") }

// schemaMembers are the members of a tool that hold a schema.
var schemaMembers = []string{"/inputSchema", "/outputSchema"}

func insideSchema(pointer string) bool {
	return slices.ContainsFunc(schemaMembers, func(m string) bool { return within(pointer, m) })
}

func isSchemaAddress(kind Kind, e Edit) bool {
	if kind != Kind(surface.Tool) || !slices.ContainsFunc(schemaMembers, func(m string) bool { return e.Pointer == m+"/$schema" }) {
		return false
	}
	return isDialect(e.Before) && isDialect(e.After)
}

// isDialect reports an absent value, or the address of a published dialect.
func isDialect(text []byte) bool {
	if text == nil {
		return true
	}
	v, err := jsonv.Parse(text, jsonv.Limits{})
	if err != nil {
		return false
	}
	uri, is := v.Str()
	return is && schemawalk.KnownDialect(uri)
}
