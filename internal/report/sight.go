package report

import (
	"fmt"
	"strings"

	"github.com/mooring-mcp/mooring/internal/firstsight"
	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/taxonomy"
)

// How much of a first look a terminal is shown; the record has all of it.
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
	t.line("  %s", t.alarms(s))
	t.signals(s.Alarms, t.red("✗ alarm"))
	t.signals(s.Advisories, t.yellow("!"))
	for _, class := range firstsight.Classes() {
		t.class(s, class)
	}
	t.wrapped(2, "  %s", t.dim(visible.Text(s.NonClaim)))
}

func (t *textWriter) alarms(s firstsight.Sight) string {
	if n := len(s.Alarms); n > 0 {
		return t.red(plural(n, "alarm")) + t.more(s, "R01", "R02")
	}
	return "no alarm: R01, R02 and repeated names were looked for"
}

// more says how much of some rules is left out of the record.
func (t *textWriter) more(s firstsight.Sight, rules ...string) string {
	n := 0
	for _, rule := range rules {
		n += s.Omitted[rule]
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" and %d more", n)
}

func (t *textWriter) signals(list []firstsight.Signal, mark string) {
	for i, s := range list {
		if i == shownSignals {
			t.line("  %s", t.dim(fmt.Sprintf("and %d more; --record sight lists them", len(list)-i)))
			return
		}
		t.wrapped(6, "  %s %s%s  %s", mark, s.Rule, t.ruleTitle(s.Rule), visible.Text(strings.TrimSpace(strings.ReplaceAll(string(s.Kind), "_", " ")+" "+named(s.Name))))
		t.evidence(s.Evidence)
	}
}

func (t *textWriter) ruleTitle(id string) string {
	rule, known := taxonomy.Find(id)
	if !known {
		return ""
	}
	return " " + rule.Title
}

func named(name string) string {
	if name == "" {
		return ""
	}
	return visible.Name(name)
}

// class writes how many hosts, paths or references there are, and the first ones.
func (t *textWriter) class(s firstsight.Sight, class firstsight.Class) {
	var parts []string
	n := s.Omitted[string(class)]
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
	t.wrapped(6, "  · %ss: %d  %s", class, n, t.dim(text))
}
