package report_test

import (
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
