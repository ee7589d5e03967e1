package wording

import (
	"strconv"
	"strings"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/visible"
)

// maxText is the length of one statement, in characters. A server can make any text as
// long as it likes.
const maxText = 500

// Clip cuts a text that has more than some characters, and shows that it did.
func Clip(text string, most int) string {
	n, end := 0, 0
	for i := range text {
		if n++; n == most {
			end = i
		}
		if n > most {
			return text[:end] + "…"
		}
	}
	return text
}

// FindingAt says a finding and where in the item it is: "R04 HIGH: new required input, at
// /inputSchema/required".
func FindingAt(f check.Finding) string {
	text := strings.TrimSuffix(Finding(f), ".")
	if f.Pointer != "" {
		text += ", at " + visible.Text(f.Pointer)
	}
	return Clip(text, maxText)
}

// Findings says what is found of a row, a statement each, strictest first; those that
// are set aside come last, with who did it and why.
func Findings(d check.Detail) []string {
	var out []string
	for _, f := range d.Findings {
		if f.Suppressed == nil && (f.Action != check.Pass || d.Action == check.Pass) {
			out = append(out, FindingAt(f))
		}
	}
	for _, f := range d.Findings {
		if f.Suppressed != nil {
			out = append(out, FindingAt(f)+", suppressed by "+Clip(Suppression(*f.Suppressed), maxText))
		}
	}
	return out
}

// mostNames is how many items of a group are named.
const mostNames = 5

// Title says which server a group of equal rows is of, and what happened: "harbor: tool
// dock changed", "harbor: 38 tools changed alike".
func Title(server string, rows []check.Detail) string {
	return Clip(visible.Text(server)+": "+Group(rows), maxText)
}

// Names lists the items of a group: "a, b, c, d, e, and 33 more".
func Names(rows []check.Detail) string {
	var names []string
	for i, d := range rows {
		if i == mostNames {
			break
		}
		names = append(names, Clip(visible.Name(d.Name), maxText/mostNames))
	}
	return more(names, len(rows))
}

// more joins what is shown of n names.
func more(shown []string, n int) string {
	text := strings.Join(shown, ", ")
	if n > len(shown) {
		text += ", and " + strconv.Itoa(n-len(shown)) + " more"
	}
	return text
}

// Summary says what a report comes to, and where only suppressions made it pass:
// "refused: 7 servers, 2 fail, 10 for review".
func Summary(r check.Report) string {
	text := Verdict(r.Verdict) + ": " + Plural(len(r.Subjects), "server") + ", " + Counts(r.Counts)
	var aside []string
	n := 0
	for _, s := range r.Subjects {
		if !s.AllSuppressed() {
			continue
		}
		if n++; n <= mostNames {
			aside = append(aside, Clip(visible.Name(s.Server), maxText/mostNames))
		}
	}
	if n > 0 {
		text += "; " + AllSuppressed + ": " + more(aside, n)
	}
	return text
}
