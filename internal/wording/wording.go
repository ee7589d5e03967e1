// Package wording says in English what a report holds, for every renderer alike: one
// line without line ends, in which hidden characters of a server's text are spelled
// out (package visible). What an output takes for markup is the renderer's to
// neutralise.
package wording

import (
	"fmt"
	"strings"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/contract"
	"github.com/mooring-mcp/mooring/internal/visible"
)

// Plural writes a count with its noun: "1 tool", "3 tools".
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Size writes a number of bytes: "812 B", "3.4 kB".
func Size(n int) string {
	if n < 1000 {
		return fmt.Sprintf("%d B", n)
	}
	if n < 1_000_000 {
		return fmt.Sprintf("%.1f kB", float64(n)/1000)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1_000_000)
}

// Kind writes a kind: "resource template".
func Kind(k check.Kind) string { return strings.ReplaceAll(string(k), "_", " ") }

// Item names what a row or finding is about: "tool dock", "instructions", "skill:berths",
// which is of a server's plugin.
func Item(k check.Kind, name string) string {
	switch {
	case name != "" && k == check.Server:
		return visible.Name(name)
	case name != "":
		return Kind(k) + " " + visible.Name(name)
	case k == check.Server || k == check.Instructions || k == check.Capabilities:
		return Kind(k)
	}
	return Kind(k) + " (without a name)"
}

// Row says what happened to an item: "tool dock changed", or, where several
// configurations of a server have it, "tool dock changed, in: all, read-only". A row
// about no change is named by its rule.
func Row(r check.Row) string {
	switch {
	case r.Op != "":
		return Item(r.Kind, r.Name) + " " + string(r.Op) + In(r)
	case len(r.Cells) > 0:
		return Item(r.Kind, r.Name) + ": " + r.Cells[0].Rules[0] + In(r)
	}
	return Item(r.Kind, r.Name) + In(r)
}

// In says in which configurations of a server a row holds, ", in: all, read-only", and
// "" where its subject says all.
func In(r check.Row) string {
	if len(r.Configurations) == 0 {
		return ""
	}
	return visible.Text(", in: " + strings.Join(r.Configurations, ", "))
}

// Repeated says how much of a subject earlier configurations of its server show, "" for
// nothing.
func Repeated(s check.Subject) string {
	if s.RepeatedRows == 0 {
		return ""
	}
	return Plural(s.RepeatedRows, "row") + " shown with another configuration of the server"
}

// Group says what happened to the items of equal rows: "38 tools changed alike".
func Group(rows []check.Detail) string {
	if len(rows) == 1 {
		return Row(rows[0].Row)
	}
	return Plural(len(rows), Kind(rows[0].Kind)) + " " + string(rows[0].Op) + " alike" + In(rows[0].Row)
}

// Finding says a finding without its item: "R04 HIGH: new required input", with the
// detail where there is one.
func Finding(f check.Finding) string {
	text := f.Rule
	if f.Severity != "" {
		text += " " + f.Severity
	}
	if f.Overridden != "" {
		text += " (was " + f.Overridden + ")"
	}
	text += ": " + f.Message
	if f.Detail != "" {
		text += " " + f.Detail
	}
	return visible.Text(text)
}

// Fingerprint is the beginning of a finding's fingerprint, long enough to name it.
func Fingerprint(f check.Finding) string {
	const digits = 12
	hex := strings.TrimPrefix(f.Fingerprint, "sha256:")
	return hex[:min(digits, len(hex))]
}

// Suppression says who set a finding aside, and why: "policy mooring.yaml:12,
// until 2026-12-31: legacy tools are being rewritten".
func Suppression(s check.Suppression) string {
	text := s.Source
	if s.Where != "" {
		text += " " + s.Where
	}
	if s.Who != "" {
		text += ", " + s.Who
	}
	if s.Expires != "" {
		text += ", until " + s.Expires
	}
	if s.Reason == "" {
		return visible.Text(text + ": no reason given")
	}
	return visible.Text(text + ": " + s.Reason)
}

// Verdict says a verdict in words.
func Verdict(v check.Verdict) string {
	return map[check.Verdict]string{check.Passed: "passed", check.Refused: "refused", check.Inconclusive: "could not tell"}[v]
}

// Counts says how many rows came to what: "1 fails, 2 for review, 38 warn, 4 pass",
// with what is set aside. Without a row it is "no changes".
func Counts(c check.Counts) string {
	var parts []string
	for _, p := range []struct {
		n          int
		one, other string
	}{{c.Fail, "fails", "fail"}, {c.Review, "for review", "for review"}, {c.Warn, "warns", "warn"}, {c.Pass, "passes", "pass"}} {
		switch {
		case p.n == 1:
			parts = append(parts, "1 "+p.one)
		case p.n > 1:
			parts = append(parts, fmt.Sprintf("%d %s", p.n, p.other))
		}
	}
	text := strings.Join(parts, ", ")
	if text == "" {
		text = "no changes"
	}
	if c.Suppressed > 0 {
		text += "; " + Plural(c.Suppressed, "finding") + " suppressed"
	}
	return text
}

// AllSuppressed is what a summary says where nothing but suppressed findings would
// not have passed.
const AllSuppressed = "everything that would not pass is suppressed"

// Gap says what could not be told.
func Gap(g check.Gap) string { return visible.Text(g.Code + ": " + g.Detail) }

// Warning says what is wrong with the policy, and where.
func Warning(w check.Warning) string {
	text := w.Code + ": " + w.Detail
	if w.Where != "" {
		text = w.Where + ": " + text
	}
	return visible.Text(text)
}

// Place says where a piece of evidence is, and by which definition: "ignore previous
// in /description, bytes 115 to 130".
func Place(e check.Evidence) string {
	text := e.Definition
	if e.Pointer != "" {
		text += " in " + e.Pointer
	}
	if e.End > 0 {
		text += fmt.Sprintf(", bytes %d to %d", e.Start, e.End)
	}
	return visible.Text(text)
}

// Witness says what the witness of a finding shows.
func Witness(f check.Finding) string {
	if strings.HasPrefix(f.Rule, "tool.output.") {
		return "may be returned now, and was not before:"
	}
	return "was accepted before, and is rejected now:"
}

// Intended says which step of a version is intended, and whether that is enough for
// what the change asks: "intended: minor (package.json), which is too little".
func Intended(i check.Intended, asked string) string {
	text := "intended: " + string(i.Bump)
	if i.Source != "" {
		text += " (" + visible.Text(i.Source) + ")"
	}
	switch {
	case !i.Enough:
		return text + ", which is too little"
	case i.Bump.AtLeast(contract.BumpLevel(asked)):
		return text + ", which is enough"
	}
	return text + ", which is enough below 1.0.0"
}

// Bump says which step of a version a change asks for, and which is intended:
// "BREAKING, asks for: major; intended: minor, which is too little".
func Bump(r check.ContractRecord) string {
	text := visible.Text(r.Severity + ", asks for: " + r.Bump)
	if r.Intended != nil {
		text += "; " + Intended(*r.Intended, r.Bump)
	}
	return text
}

// Lost says that n declarations of a plugin count for nothing.
func Lost(n int) string {
	if n == 1 {
		return "1 declaration counts for nothing"
	}
	return fmt.Sprintf("%d declarations count for nothing", n)
}
