// Package censusreport shows a census: as text for a terminal, as a table of comma
// separated values, as a page that stands by itself, and its parameters as a Parquet
// file. The record itself is JSON; see [census.Encode].
//
// Names of inputs, and what a line says of itself, go through package visible.
package censusreport

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mooring-mcp/mooring/internal/census"
)

// utf8Text is a text with U+FFFD for what is no UTF-8.
func utf8Text(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

// grouped writes a number with a comma between each three digits.
func grouped(n int64) string {
	text := strconv.FormatInt(n, 10)
	digits := strings.TrimPrefix(text, "-")
	out := []byte(strings.TrimSuffix(text, digits))
	for i := range len(digits) {
		if i > 0 && (len(digits)-i)%3 == 0 {
			out = append(out, ',')
		}
		out = append(out, digits[i])
	}
	return string(out)
}

// size writes a number of bytes.
func size(n int64) string {
	switch {
	case n >= 1e9:
		return fmt.Sprintf("%.1f GB", float64(n)/1e9)
	case n >= 1e6:
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	case n >= 1e3:
		return fmt.Sprintf("%.1f kB", float64(n)/1e3)
	}
	return fmt.Sprintf("%d B", n)
}

// byTools are labels as the specification's table has them: the most tools first.
func byTools(labels []census.Label) []census.Label {
	out := slices.Clone(labels)
	slices.SortStableFunc(out, func(a, b census.Label) int { return cmp.Compare(b.Tools, a.Tools) })
	return out
}

// topForms are the forms that the most tools have.
func topForms(r census.Result, n int) []census.Form {
	out := slices.DeleteFunc(slices.Clone(r.Forms), func(f census.Form) bool { return f.Tools == 0 || !strings.HasPrefix(f.Of, "gg:") })
	slices.SortStableFunc(out, func(a, b census.Form) int { return cmp.Compare(b.Tools, a.Tools) })
	return out[:min(n, len(out))]
}

func count(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return grouped(n) + " " + many
}

// gap says why a result does not cover its inputs; "" for one that does.
func gap(r census.Result) string {
	if r.Ended != "" {
		return "Not complete: the reading was " + r.Ended + ". What stands here counts the lines before that."
	}
	if !r.Complete {
		return "Not complete: an input was not read to its end. What stands here counts the lines before that."
	}
	return ""
}

// copies says how many distinct tools there are.
func copies(d census.Duplicates) string {
	if d.Repeated == 0 {
		return count(d.Distinct, "distinct tool", "distinct tools") + ", none twice"
	}
	return fmt.Sprintf("%s, %s of them more than once, one %s times", count(d.Distinct, "distinct tool", "distinct tools"), grouped(d.Repeated), grouped(d.Most))
}
