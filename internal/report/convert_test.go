package report_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/report"
	"github.com/mooring-mcp/mooring/internal/report/reporttest"
)

// TestParseReport reads what was written and writes it again.
func TestParseReport(t *testing.T) {
	for _, r := range []check.Report{reporttest.Rich(), reporttest.Hostile("\u202e<b>")} {
		text := report.JSON(r)
		again, err := check.ParseReport(text)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(text), string(report.JSON(again))); diff != "" {
			t.Errorf("written, read and written again (-want +got):\n%s", diff)
		}
	}
}

// TestParseReportRefuses changes one thing of a report.
func TestParseReportRefuses(t *testing.T) {
	text := string(report.JSON(reporttest.Rich()))
	for _, tt := range []struct{ before, after, want string }{
		{`"op": "changed"`, `"op": "\u001b[2J"`, `op of a change is "\x1b[2J"`},
		{`"kind": "tool"`, `"kind": "spoon"`, `kind is "spoon"`},
		{`"verdict": "refused"`, `"verdict": "splendid"`, `verdict is "splendid"`},
		{`"action": "fail"`, `"action": "nod"`, `action is "nod"`},
		{`"severity": "CRITICAL"`, `"severity": "DIRE"`, `severity of the lens "taxonomy" is "DIRE", which it does not have`},
		{`"fingerprint": "sha256:`, `"fingerprint": "sha257:`, `want a digest`},
		{`"surface_digest": "sha256:`, `"surface_digest": "Sha256:`, `surface_digest is "Sha256:`},
		{`"rule": "R02"`, `"rule": "R02\nR03"`, `rule is "R02\nR03"`},
		{`"rules": [`, `"rules": [],"rules": [`, `rules`},
		{`"gaps": []`, `"gaps": null`, `gaps is missing or null, want a list`},
		{`"complete"`, `"splendid"`, `completeness is "splendid"`},
	} {
		if !strings.Contains(text, tt.before) {
			t.Fatalf("the report has no %s", tt.before)
		}
		_, err := check.ParseReport([]byte(strings.Replace(text, tt.before, tt.after, 1)))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("ParseReport with %s: %v, want %q", tt.after, err, tt.want)
		}
	}
}

// TestParseReportWantsRowsOfSomething takes away what a row stands for.
func TestParseReportWantsRowsOfSomething(t *testing.T) {
	for name, change := range map[string]func(*check.Subject){
		"there is no such change": func(s *check.Subject) { s.Changes = []check.Change{} },
		"has no row":              func(s *check.Subject) { s.Rows = s.Rows[1:] },
		"has neither a change nor a finding": func(s *check.Subject) {
			s.Rows = append(s.Rows, check.Row{Kind: "tool", Action: check.Pass, Cells: []check.Cell{}})
		},
		`a row says that tool "no such tool" was ch`: func(s *check.Subject) { s.Rows[0].Name = "no such tool" },
	} {
		r := reporttest.Rich()
		change(&r.Subjects[slices.IndexFunc(r.Subjects, func(s check.Subject) bool { return len(s.Changes) > 1 })])
		if _, err := check.ParseReport(report.JSON(r)); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%v, want %q", err, name)
		}
	}
}
