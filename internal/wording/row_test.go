package wording_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/report/reporttest"
	"github.com/mooring-mcp/mooring/internal/wording"
)

func TestClip(t *testing.T) {
	for _, tt := range []struct {
		text string
		most int
		want string
	}{{"abc", 3, "abc"}, {"abcd", 3, "ab…"}, {"äöü", 3, "äöü"}, {"äöüß", 3, "äö…"}, {"", 3, ""}} {
		if got := wording.Clip(tt.text, tt.most); got != tt.want {
			t.Errorf("Clip(%q, %d) = %q, want %q", tt.text, tt.most, got, tt.want)
		}
	}
}

func TestRows(t *testing.T) {
	r := reporttest.Rich()
	if got, want := wording.Summary(r), "refused: 8 servers, 2 fail, 10 for review, 2 warn, 4 pass; 4 findings suppressed; "+
		"everything that would not pass is suppressed: quay"; got != want {
		t.Errorf("Summary = %q, want %q", got, want)
	}
	var got []string
	for _, s := range r.Subjects {
		for _, rows := range s.Groups() {
			if len(rows) > 1 || rows[0].Suppressed > 0 && rows[0].Action == check.Pass {
				got = append(got, wording.Title(s.Server, rows)+": "+wording.Names(rows))
				got = append(got, wording.Findings(rows[0])...)
			}
		}
	}
	want := []string{
		"harbor: 6 tools changed alike: berth_add, berth_free, berth_list, berth_move, berth_sell, and 1 more",
		"mcp_tool_input_schema_changed medium: input schema changed, at /inputSchema",
	}
	if diff := cmp.Diff(want, got[:min(2, len(got))]); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	if last := got[len(got)-1]; !strings.Contains(last, "suppressed by lock, operator: wording agreed with the vendor") {
		t.Errorf("the last line is %q", last)
	}
}
