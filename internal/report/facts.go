package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/contract"
	"github.com/mooring-mcp/mooring/internal/visible"
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

// manyItems is how many items make one fact of changes whose values differ.
const manyItems = 5

// facts groups findings, the worst first and among those the rarest, so that many
// equal changes never bury the one that is unlike them.
func facts(findings []check.Finding) []fact {
	var out, single []fact
	for _, f := range group(findings, func(f check.Finding) string {
		key := f.Rule + "\x00" + f.Severity + "\x00" + string(f.Before) + "\x00" + string(f.After)
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
		for _, one := range f.findings {
			out = append(out, fact{one.Rule, contract.Severity(one.Severity), []check.Finding{one}, []string{itemOf(one)}, true})
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
		if f.Lens == (check.Contract{}).ID() {
			findings = append(findings, f)
		}
	}
	if s.Contract == nil || len(findings)+len(s.Contract.ProvedEqual) == 0 {
		return
	}
	t.line("")
	t.line("%s  %s%s", t.bold("contract"), t.severe(contract.Severity(s.Contract.Severity), s.Contract.Severity), t.dim(", asks for: "+s.Contract.Bump))
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
		t.line("  %s", t.dim(fmt.Sprintf("· %s of a schema proved to accept the same values as before (--no-equivalence shows them)", plural(n, "change"))))
	}
}

func (t *textWriter) severe(severity contract.Severity, text string) string {
	switch severity {
	case contract.Breaking:
		return t.red(text)
	case contract.PotentiallyBreaking:
		return t.yellow(text)
	case contract.None, contract.NonBreaking, contract.Documentation:
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
		t.wrapped(6, "%s%s  %s", head, f.rule, visible.Text(strings.TrimSpace(itemOf(first)+" "+first.Pointer)))
		f.alike = true
	case len(f.items) == 1 && !f.alike:
		t.wrapped(6, "%s%s of %s: %s", head, plural(len(f.findings), "text"), visible.Text(f.items[0]), t.dim(pointers(f.findings)))
		return
	default:
		t.wrapped(6, "%s%s  %s", head, f.rule, t.spread(f))
	}
	if f.alike {
		t.values(first)
	}
	if first.Detail != "" && f.alike {
		t.wrapped(8, "      %s", t.dim(visible.Text(first.Detail)))
	}
	if first.Witness != nil {
		t.wrapped(8, "      %s %s", witnessWord(first), visible.Text(string(first.Witness)))
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
		out = append(out, visible.Text(strings.TrimSuffix(f.Pointer, "/description")))
	}
	return strings.Join(out, ", ")
}

// witnessWord says what a witness shows.
func witnessWord(f check.Finding) string {
	if strings.HasPrefix(f.Rule, "tool.output.") {
		return "may be returned now, and was not before:"
	}
	return "was accepted before, and is rejected now:"
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
	return fmt.Sprintf("%s%s: %s", plural(len(f.items), noun), places, strings.Join(names, ", "))
}

// longestValue is from where a value is left to the details.
const longestValue = 160

// values writes both values of a finding on one line, when they are short.
func (t *textWriter) values(f check.Finding) {
	before, after := visible.Text(string(f.Before)), visible.Text(string(f.After))
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
}
