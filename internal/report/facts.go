package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/contract"
	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/internal/wording"
)

// fact is what the contract lens says once of several items: equal changes are one
// fact, and so are many changes by one rule.
type fact struct {
	rule     string
	severity contract.Severity
	findings []check.Finding
	items    []string // kind and name, each once, in the order of the findings
	alike    bool     // all findings have the same values
}

// manyItems and manyPlaces are how many items, or places in one item, make one fact
// of changes whose values differ.
const (
	manyItems  = 5
	manyPlaces = 3
)

// namesOnly reports a finding about a list of required names. What matters is which
// came or went, as its detail says, not what else is in the list.
func namesOnly(f check.Finding) bool {
	return f.Detail != "" && (strings.HasSuffix(f.Rule, ".required.added") || strings.HasSuffix(f.Rule, ".required.removed"))
}

// facts groups findings, the worst first and among those the rarest, so that many
// equal changes never bury the one that is unlike them.
func facts(findings []check.Finding) []fact {
	var out, single []fact
	for _, f := range group(findings, func(f check.Finding) string {
		key := f.Rule + "\x00" + f.Severity + "\x00" + string(f.Before) + "\x00" + string(f.After)
		if namesOnly(f) {
			key = f.Rule + "\x00" + f.Severity + "\x00" + f.Detail
		}
		if strings.HasPrefix(f.Pointer, "/annotations/") {
			key += "\x00" + f.Pointer // one hint is not another
		}
		return key
	}) {
		f.alike = true
		if len(f.items) > 1 {
			out = append(out, f)
		} else {
			single = append(single, f)
		}
	}
	var rest, texts []check.Finding
	for _, f := range single {
		if rule, _ := contract.FindRule(f.rule); rule.Severity == contract.Prose {
			texts = append(texts, f.findings...)
			continue
		}
		rest = append(rest, f.findings...)
	}
	out = append(out, group(texts, func(f check.Finding) string { return f.Severity + "\x00" + itemOf(f) })...)
	for _, f := range group(rest, func(f check.Finding) string { return f.Rule + "\x00" + f.Severity }) {
		if len(f.items) >= manyItems {
			out = append(out, f)
			continue
		}
		for _, item := range group(f.findings, itemOf) {
			if len(item.findings) >= manyPlaces {
				out = append(out, item)
				continue
			}
			for _, one := range item.findings {
				out = append(out, fact{one.Rule, contract.Severity(one.Severity), []check.Finding{one}, []string{itemOf(one)}, true})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b fact) int {
		return cmp.Or(
			cmp.Compare(b.severity.Rank(), a.severity.Rank()), cmp.Compare(a.order(), b.order()), cmp.Compare(len(a.items), len(b.items)),
			cmp.Compare(a.rule, b.rule), cmp.Compare(a.items[0], b.items[0]),
		)
	})
	return out
}

// order puts weakened hints first (reading C12) and changes of text last.
func (f fact) order() int {
	switch rule, _ := contract.FindRule(f.rule); {
	case strings.HasSuffix(f.rule, ".safetyWeakened"):
		return 0
	case rule.Severity == contract.Prose:
		return 2
	}
	return 1
}

func group(findings []check.Finding, key func(check.Finding) string) []fact {
	var out []fact
	at := map[string]int{}
	for _, f := range findings {
		k := key(f)
		i, known := at[k]
		if !known {
			i = len(out)
			at[k] = i
			out = append(out, fact{rule: f.Rule, severity: contract.Severity(f.Severity)})
		}
		out[i].findings = append(out[i].findings, f)
		if name := itemOf(f); !slices.Contains(out[i].items, name) {
			out[i].items = append(out[i].items, name)
		}
	}
	return out
}

// itemOf names what a finding is about: "tool dock".
func itemOf(f check.Finding) string {
	return strings.TrimSpace(strings.ReplaceAll(string(f.Kind), "_", " ") + " " + named(f.Name))
}

// contract writes the facts of the contract lens: what breaks and what may in a
// line each, the rest counted.
func (t *textWriter) contract(s check.Subject) {
	var findings []check.Finding
	for _, f := range s.Findings {
		if aboutContract(f) && f.Suppressed == nil {
			findings = append(findings, f)
		}
	}
	if s.Contract == nil || len(findings)+len(s.Contract.ProvedEqual)+len(s.Changes) == 0 && s.Contract.Intended == nil {
		return
	}
	t.line("")
	t.wrapped(4, "%s  %s%s", t.bold("contract"), t.severe(contract.Severity(s.Contract.Severity), s.Contract.Severity), t.bump(*s.Contract))
	quiet := map[contract.Severity][]fact{}
	for _, f := range facts(findings) {
		if f.severity.Rank() < contract.PotentiallyBreaking.Rank() {
			quiet[f.severity] = append(quiet[f.severity], f)
			continue
		}
		t.fact(f)
	}
	for _, severity := range []contract.Severity{contract.NonBreaking, contract.Documentation} {
		t.quietly(severity, quiet[severity])
	}
	if n := len(s.Contract.ProvedEqual); n > 0 {
		t.line("  %s", t.dim(fmt.Sprintf("· %s of a schema proved to accept the same values as before (--no-equivalence shows them)", wording.Plural(n, "change"))))
	}
	t.growth(s)
}

// aboutContract reports a finding about a change of the contract. What the lens
// says of somebody's intent or policy has no severity.
func aboutContract(f check.Finding) bool {
	return f.Lens == (check.Contract{}).ID() && f.Severity != ""
}

// bump says which step of a version the change asks for, and which is intended.
func (t *textWriter) bump(r check.ContractRecord) string {
	text := t.dim(", asks for: " + r.Bump)
	if r.Intended == nil {
		return text
	}
	intended := wording.Intended(*r.Intended, r.Bump)
	if r.Intended.Enough {
		return text + t.dim("; ") + t.green(intended)
	}
	return text + t.dim("; ") + t.red(intended)
}

// growth says how the size of the surface changed, since a model is given all of it.
func (t *textWriter) growth(s check.Subject) {
	if s.Before == nil || s.After == nil || s.Before.Bytes == s.After.Bytes || s.Before.Bytes == 0 || s.After.Bytes == 0 {
		return
	}
	text := fmt.Sprintf("size  %s → %s%s", wording.Size(s.Before.Bytes), wording.Size(s.After.Bytes), percent(s.Before.Bytes, s.After.Bytes))
	if l := s.After.Largest; l != nil && s.After.Items > 1 {
		text += fmt.Sprintf(", largest: %s %s", strings.TrimSpace(strings.ReplaceAll(string(l.Kind), "_", " ")+" "+visible.Name(l.Name)), wording.Size(l.Bytes))
	}
	t.wrapped(6, "%s", t.dim(text))
}

// percent writes a growth in whole percent, " (+63 %)"; "" for less than half of one.
func percent(before, after int) string {
	n := (2*100*max(after-before, before-after) + before) / (2 * before)
	switch {
	case n == 0:
		return ""
	case after < before:
		n = -n
	}
	return fmt.Sprintf(" (%+d %%)", n)
}

func (t *textWriter) severe(severity contract.Severity, text string) string {
	switch severity {
	case contract.Breaking:
		return t.red(text)
	case contract.PotentiallyBreaking:
		return t.yellow(text)
	case contract.None, contract.NonBreaking, contract.Documentation, contract.Prose:
	}
	return t.dim(text)
}

// fact writes what is said once, and of how many.
func (t *textWriter) fact(f fact) {
	mark := map[bool]string{true: "✗ ", false: "! "}[f.severity == contract.Breaking]
	first := f.findings[0]
	head := fmt.Sprintf("  %s ", t.severe(f.severity, mark+string(f.severity)))
	switch {
	case len(f.findings) == 1:
		t.wrapped(6, "%s%s  %s%s", head, f.rule, visible.Text(strings.TrimSpace(itemOf(first)+" "+first.Pointer)), t.fingerprint(first))
		f.alike = true
	case len(f.items) == 1 && !f.alike && f.ofTexts():
		t.wrapped(6, "%s%s of %s: %s", head, wording.Plural(len(f.findings), "text"), visible.Text(f.items[0]), t.dim(pointers(f.findings)))
		t.notes(f.findings, false)
		return
	case len(f.items) == 1 && !f.alike:
		t.wrapped(6, "%s%s  %s in %d places: %s", head, f.rule, visible.Text(f.items[0]), len(f.findings), t.dim(pointers(f.findings)))
	default:
		t.wrapped(6, "%s%s  %s", head, f.rule, t.spread(f))
	}
	if f.alike {
		t.values(first)
	}
	if first.Detail != "" && f.alike && !namesOnly(first) {
		t.wrapped(8, "      %s", t.dim(visible.Text(first.Detail)))
	}
	t.witness(f)
	t.notes(f.findings, false)
}

// notes writes what a program of the user's said of findings. named says which
// finding each is about, where no line above does.
func (t *textWriter) notes(findings []check.Finding, named bool) {
	shown, more := map[string]bool{}, 0
	for _, f := range findings {
		text := "note: " + visible.Text(f.Note)
		if named {
			text = "note on " + f.Rule + " of " + visible.Text(itemOf(f)) + ": " + visible.Text(f.Note)
		}
		switch {
		case f.Note == "" || shown[text]:
		case len(shown) == shownItems:
			more++
		default:
			shown[text] = true
			t.wrapped(8, "      %s", t.dim(text))
		}
	}
	if more > 0 {
		t.line("      %s", t.dim(fmt.Sprintf("and %s in --format json", wording.Plural(more, "further note"))))
	}
}

// ofTexts reports that a fact is about texts, whichever their rules.
func (f fact) ofTexts() bool { return f.order() == 2 }

// witness shows the first value that is known for a fact, and of which item.
func (t *textWriter) witness(f fact) {
	for _, one := range f.findings {
		if one.Witness == nil {
			continue
		}
		of := ""
		if len(f.items) > 1 {
			of = t.dim(visible.Name(one.Name) + ": ")
		}
		t.wrapped(8, "      %s%s %s", of, wording.Witness(one), visible.Text(string(one.Witness)))
		return
	}
}

// pointers lists where findings are, those of properties by their name.
func pointers(findings []check.Finding) string {
	var out []string
	for i, f := range findings {
		if i == 2*shownItems {
			out = append(out, fmt.Sprintf("and %d more", len(findings)-i))
			break
		}
		out = append(out, visible.Text(shortPointer(f.Pointer)))
	}
	return strings.Join(out, ", ")
}

// shortPointer names a place in an item: a property by its name, the item's own
// text by its member.
func shortPointer(pointer string) string {
	short := pointer
	for _, schema := range []string{"/inputSchema/properties/", "/outputSchema/properties/"} {
		short = strings.TrimPrefix(short, schema)
	}
	if cut := strings.TrimSuffix(short, "/description"); cut != "" {
		short = cut
	}
	return strings.TrimPrefix(short, "/")
}

// shownItems is how many items of a fact are named.
const shownItems = 4

// spread says how many items a fact is about, and names the first.
func (t *textWriter) spread(f fact) string {
	kinds := map[check.Kind]int{}
	for _, one := range f.findings {
		kinds[one.Kind]++
	}
	noun := "item"
	if len(kinds) == 1 {
		noun = strings.ReplaceAll(string(f.findings[0].Kind), "_", " ")
	}
	var names []string
	for i, item := range f.items {
		if i == shownItems {
			names = append(names, fmt.Sprintf("and %d more", len(f.items)-i))
			break
		}
		names = append(names, strings.TrimPrefix(item, noun+" "))
	}
	places := ""
	if n := len(f.findings); n > len(f.items) {
		places = fmt.Sprintf(" in %d places", n)
	}
	if pointer := f.findings[0].Pointer; strings.HasPrefix(pointer, "/annotations/") && f.alike {
		places = " " + visible.Text(pointer)
	}
	return fmt.Sprintf("%s%s: %s", wording.Plural(len(f.items), noun), places, strings.Join(names, ", "))
}

// longestValue is from where a value is left to the details.
const longestValue = 160

// values writes both values of a finding on one line, when they are short.
func (t *textWriter) values(f check.Finding) {
	before, after := visible.Text(string(f.Before)), visible.Text(string(f.After))
	if namesOnly(f) {
		before, after = visible.Text(f.Detail), ""
		if strings.HasSuffix(f.Rule, ".added") {
			before, after = after, before
		}
	}
	if len(before)+len(after) > longestValue || before == "" && after == "" {
		return
	}
	switch {
	case before == "":
		t.wrapped(8, "      %s %s", t.green("+"), after)
	case after == "":
		t.wrapped(8, "      %s %s", t.red("-"), before)
	default:
		t.wrapped(8, "      %s → %s", before, after)
	}
}

// quietly counts facts by rule on one line.
func (t *textWriter) quietly(severity contract.Severity, list []fact) {
	if len(list) == 0 {
		return
	}
	counts, order := map[string]int{}, []string{}
	for _, f := range list {
		if counts[f.rule] == 0 {
			order = append(order, f.rule)
		}
		counts[f.rule] += len(f.findings)
	}
	slices.Sort(order)
	parts := make([]string, len(order))
	for i, rule := range order {
		parts[i] = fmt.Sprintf("%s ×%d", rule, counts[rule])
	}
	t.wrapped(4, "  %s", t.dim("· "+string(severity)+"  "+strings.Join(parts, ", ")))
	for _, f := range list {
		t.notes(f.findings, true)
	}
}
