package report_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/firstsight"
	"github.com/mooring-mcp/mooring/internal/report"
	"github.com/mooring-mcp/mooring/surface"
	"github.com/mooring-mcp/mooring/taxonomy"
)

func signals(rule string, n int) []firstsight.Signal {
	out := make([]firstsight.Signal, n)
	for i := range out {
		out[i] = firstsight.Signal{Rule: rule, Kind: check.Kind(surface.Tool), Name: "dock", Evidence: check.Evidence{Pointer: fmt.Sprintf("/x/%d", i), Definition: "d", Text: "a\u200b"}}
	}
	return out
}

func shownSight(t *testing.T, s firstsight.Sight) string {
	t.Helper()
	var b bytes.Buffer
	if err := report.Surface(&b, surface.Surface{Listings: []surface.Listing{{Kind: surface.Tool, Status: surface.Observed, Completeness: surface.Complete}}}, s, report.Options{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestNoisyRule shows that the rule that says most hides none of the others, and
// that what is not shown is counted.
func TestNoisyRule(t *testing.T) {
	s := firstsight.Sight{
		Alarms:     append(signals("R01", 200), signals("R02", 1)...),
		Advisories: append(signals("advisory.hidden_text", 100), signals("advisory.tag_characters", 2)...),
		Omitted:    map[string]int{"R01": 300, "host": 7},
		Inventory:  []firstsight.Entry{{Class: firstsight.Host, Text: "h.example", Items: 2}},
	}
	text := shownSight(t, s)
	for _, want := range []string{
		"\n  501 alarms\n", "alarm R02", "alarm R01", "and 489 more; --record sight lists 189 of them", "! advisory.tag_characters",
		"and 90 more; --record sight lists them", "hosts: 1  h.example ×2; 7 mentions of others",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in:\n%s", want, text)
		}
	}
	lines := report.AlarmLines(s)
	if len(lines) != 13 || !strings.HasPrefix(lines[0], "R02 ") || lines[1] != "R01 tool dock /x/0: a<U+200B> (d)" || lines[12] != "and 489 more" {
		t.Errorf("AlarmLines = %q", lines)
	}
	counts := strings.Join(report.SightCounts(s, "mooring inspect"), "\n")
	if want := "advisories: 102 (advisory.tag_characters ×2, advisory.hidden_text ×100); see: mooring inspect\nhosts: 1"; counts != want {
		t.Errorf("SightCounts = %q, want %q", counts, want)
	}
	if got := shownSight(t, firstsight.Sight{Alarms: signals("R01", 1)}); !strings.Contains(got, "\n  1 alarm\n") {
		t.Errorf("one alarm:\n%s", got)
	}
}

// TestUnread shows that nobody is told of a look at what could not be read.
func TestUnread(t *testing.T) {
	s, err := surface.Read("harbor", []byte(`{"tools":[7,{"name":"a"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	want := "no alarm in what could be read: R01, R02 and repeated names were looked for; 1 item could not be read and was passed over"
	if got := shownSight(t, firstsight.Look(s, taxonomy.Imperatives())); !strings.Contains(got, want) {
		t.Errorf("no %q in:\n%s", want, got)
	}
}
