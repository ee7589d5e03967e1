package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/firstsight"
	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/internal/wording"
	"github.com/mooring-mcp/mooring/taxonomy"
)

// How much of a first look a terminal is shown; the record has more of it.
const (
	shownSignals = 12
	shownEntries = 6
)

// SightJSON renders a first look as the record mooring.first_sight.v1.
func SightJSON(s firstsight.Sight) []byte { return encode(s) }

// sight writes a first look: alarms, advisories, and the inventory in a line a
// class.
func (t *textWriter) sight(s firstsight.Sight) {
	t.line("")
	t.line("%s", t.bold("first sight"))
	t.wrapped(4, "  %s", t.alarms(s))
	t.signals(s.Alarms, s.Omitted, t.red("✗ alarm"))
	t.signals(s.Advisories, s.Omitted, t.yellow("!"))
	for _, class := range firstsight.Classes() {
		t.class(s, class)
	}
	t.wrapped(2, "  %s", t.dim(visible.Text(s.NonClaim)))
	t.parameters(s)
}

func (t *textWriter) alarms(s firstsight.Sight) string {
	n := counted(tallySignals(s.Alarms, s.Omitted))
	text, what := t.red(wording.Plural(n, "alarm")), "R01, R02 and repeated names were looked for"
	switch {
	case n == 0 && s.Unread == 0:
		return "no alarm: " + what
	case n == 0:
		text = "no alarm in what could be read: " + what
	}
	if s.Unread > 0 {
		text += t.yellow("; " + passedOver(s.Unread))
	}
	return text
}

func passedOver(items int) string {
	if items == 1 {
		return "1 item could not be read and was passed over"
	}
	return wording.Plural(items, "item") + " could not be read and were passed over"
}

// tallySignals counts signals by rule, also those that the record leaves out: it has
// the first one of each rule.
func tallySignals(list []firstsight.Signal, omitted map[string]int) map[string]int {
	counts := map[string]int{}
	for _, s := range list {
		if counts[s.Rule] == 0 {
			counts[s.Rule] = omitted[s.Rule]
		}
		counts[s.Rule]++
	}
	return counts
}

// counted is the sum of a tally.
func counted(tally map[string]int) int {
	n := 0
	for _, of := range tally {
		n += of
	}
	return n
}

// rarest picks signals in turn, one a rule and the rarest rule first, so that a
// noisy rule hides none of the others. Those of one rule stay together.
func rarest(list []firstsight.Signal, tally map[string]int, most int) []firstsight.Signal {
	by := map[string][]firstsight.Signal{}
	for _, s := range list {
		by[s.Rule] = append(by[s.Rule], s)
	}
	rules := byRarity(tally)
	taken := map[string]int{}
	for left := min(most, len(list)); left > 0; {
		for _, rule := range rules {
			if left > 0 && taken[rule] < len(by[rule]) {
				taken[rule]++
				left--
			}
		}
	}
	var out []firstsight.Signal
	for _, rule := range rules {
		out = append(out, by[rule][:taken[rule]]...)
	}
	return out
}

func byRarity(tally map[string]int) []string {
	return slices.SortedFunc(maps.Keys(tally), func(a, b string) int { return cmp.Or(cmp.Compare(tally[a], tally[b]), cmp.Compare(a, b)) })
}

func (t *textWriter) signals(list []firstsight.Signal, omitted map[string]int, mark string) {
	tally := tallySignals(list, omitted)
	shown := rarest(list, tally, shownSignals)
	for _, s := range shown {
		t.wrapped(6, "  %s %s%s  %s", mark, s.Rule, t.ruleTitle(s.Rule), sourceOf(s))
		t.evidence(placed(s))
	}
	more := counted(tally) - len(shown)
	if more == 0 {
		return
	}
	lists := "lists them"
	if listed := len(list) - len(shown); listed < more {
		lists = fmt.Sprintf("lists %d of them", listed)
	}
	t.line("  %s", t.dim(fmt.Sprintf("and %d more; --record sight %s", more, lists)))
}

// sourceOf names the item of a signal: "tool dock".
func sourceOf(s firstsight.Signal) string {
	return strings.TrimSpace(strings.ReplaceAll(string(s.Kind), "_", " ") + " " + named(s.Name))
}

func named(name string) string {
	if name == "" {
		return ""
	}
	return visible.Name(name)
}

// placed is the evidence of a signal, with a mark where its pointer leads to a parent
// only.
func placed(s firstsight.Signal) check.Evidence {
	e := s.Evidence
	if s.PointerCut {
		e.Pointer += "/…"
	}
	return e
}

func (t *textWriter) ruleTitle(id string) string {
	rule, known := taxonomy.Find(id)
	if !known {
		return ""
	}
	return " " + rule.Title
}

// class writes how many hosts, paths or references there are, and the first ones.
func (t *textWriter) class(s firstsight.Sight, class firstsight.Class) {
	var parts []string
	n := 0
	for _, e := range s.Inventory {
		if e.Class != class {
			continue
		}
		if n++; len(parts) < shownEntries {
			parts = append(parts, fmt.Sprintf("%s ×%d", visible.Name(e.Text), e.Items))
		}
	}
	if n == 0 {
		return
	}
	text := strings.Join(parts, ", ")
	if n > len(parts) {
		text += fmt.Sprintf(" and %d more", n-len(parts))
	}
	if more := s.Omitted[string(class)]; more > 0 {
		text += fmt.Sprintf("; %s of others", wording.Plural(more, "mention"))
	}
	t.wrapped(6, "  · %ss: %d  %s", class, n, t.dim(text))
}

// AlarmLines are the alarms of a first look, one line each and hidden characters
// spelled out, with a last line that counts those beyond twelve; nil for none.
func AlarmLines(s firstsight.Sight) []string {
	tally := tallySignals(s.Alarms, s.Omitted)
	shown := rarest(s.Alarms, tally, shownSignals)
	var out []string
	for _, a := range shown {
		out = append(out, fmt.Sprintf("%s %s %s: %s (%s)", a.Rule, sourceOf(a), visible.Text(placed(a).Pointer), visible.Name(a.Text), visible.Text(a.Definition)))
	}
	if more := counted(tally) - len(shown); more > 0 {
		out = append(out, fmt.Sprintf("and %d more", more))
	}
	return out
}

// SightCounts are a first look in short, but for its alarms: advisories by rule, the
// rarest first, and what the inventory holds; nil for nothing. see is the command
// that shows all of it.
func SightCounts(s firstsight.Sight, see string) []string {
	var out []string
	if tally := tallySignals(s.Advisories, s.Omitted); len(tally) > 0 {
		var rules []string
		for _, rule := range byRarity(tally) {
			rules = append(rules, fmt.Sprintf("%s ×%d", rule, tally[rule]))
		}
		out = append(out, fmt.Sprintf("advisories: %d (%s); see: %s", counted(tally), strings.Join(rules, ", "), visible.Text(see)))
	}
	var classes []string
	for _, class := range firstsight.Classes() {
		n := 0
		for _, e := range s.Inventory {
			if e.Class == class {
				n++
			}
		}
		if n > 0 {
			classes = append(classes, fmt.Sprintf("%ss: %d", class, n))
		}
	}
	if classes != nil {
		out = append(out, strings.Join(classes, ", "))
	}
	return out
}
