package report_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/band"
	"github.com/mooring-mcp/mooring/internal/operation"
	"github.com/mooring-mcp/mooring/internal/report"
)

// TestExplainCallIsShort: a call with thousands of arguments fits a screen, and says how many are left out.
func TestExplainCallIsShort(t *testing.T) {
	c := report.Call{Tool: "run", Decision: operation.Decision{Why: operation.ByNothing}}
	for i := range 3000 {
		at := fmt.Sprintf("/a%04d", i)
		c.Result.Reasons = append(c.Result.Reasons, operation.Reason{Argument: at, Kind: operation.URLKind, Code: "external", Band: band.SoftAck})
		c.Result.Doubts = append(c.Result.Doubts, operation.Doubt{Argument: at, Detail: "it is a place of its own"})
		c.Unfit = append(c.Unfit, report.Unfit{Argument: at, Detail: "is missing, and the schema requires it"})
	}
	var b strings.Builder
	if err := report.ExplainCall(&b, c, report.Options{}); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(b.String(), "\n"); n > 80 || strings.Count(b.String(), "2980 more") != 3 {
		t.Errorf("%d lines, want at most 80, with three counts of 2980 more:\n%s", n, b.String())
	}
}
