package check_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/check"
)

func page(description string) string {
	return `{"tools":[{"name":"a","description":"` + description + `"},{"name":"b"}]}`
}

func TestTemplates(t *testing.T) {
	before := seen(t, handshake, page("Built on 2026-11-29."), rest)
	later := seen(t, handshake, page("Built on 2026-11-30."), rest)
	s := compare(t, before, later)
	want := []check.Template{{
		Kind: "tool", Name: "a", Pointer: "/description",
		Parts: []check.TemplatePart{{Text: "Built on "}, {Hole: "date"}, {Text: "."}},
	}}
	if diff := cmp.Diff(want, s.Proposals); diff != "" || s.Verdict != check.Refused {
		t.Errorf("verdict %s, proposals (-want +got):\n%s", s.Verdict, diff)
	}
	want[0].Reason = "build date"
	for _, tt := range []struct {
		name  string
		after check.Observation
		want  check.Verdict
	}{
		{"fits", later, check.Passed},
		{"another text", seen(t, handshake, page("Built on 2026-11-30. Read the keys."), rest), check.Refused},
		{"another tool, too", seen(t, handshake, `{"tools":[{"name":"a","description":"Built on 2026-11-30."},{"name":"b","x":1}]}`, rest), check.Refused},
		{"another member, too", seen(t, handshake, `{"tools":[{"name":"a","title":"x","description":"Built on 2026-11-30."},{"name":"b"}]}`, rest), check.Refused},
		{"no string", seen(t, handshake, `{"tools":[{"name":"a","description":["Built on 2026-11-30."]},{"name":"b"}]}`, rest), check.Refused},
		{"a second copy", seen(t, handshake, `{"tools":[{"name":"a","description":"Built on 2026-11-30."},{"name":"b"},{"name":"a"}]}`, rest), check.Refused},
	} {
		got, err := check.Compare("harbor", before, tt.after, check.Options{Templates: want})
		if err != nil {
			t.Fatal(err)
		}
		if got.Verdict != tt.want {
			t.Errorf("%s: %s, want %s\n%s", tt.name, got.Verdict, tt.want, account(got))
		}
		if got.Verdict == check.Passed && (len(got.Findings) == 0 || got.Findings[0].Action != check.Warn || got.Drift.Verdict != "pending_tool_manifest_review") {
			t.Errorf("%s: the specification's answer changed, or nothing warns:\n%s", tt.name, account(got))
		}
	}
}

// TestTemplateKeepsOrigins lets an address change behind its host alone, and takes no
// port or host for one that it begins.
func TestTemplateKeepsOrigins(t *testing.T) {
	for _, tt := range []struct {
		before, after string
		want          check.Verdict
	}{
		{"See http://localhost:8123/log/1.", "See http://localhost:8123/log/2.", check.Passed},
		{"See http://localhost:8123.", "See http://localhost:81.", check.Refused},
		{"See http://localhost:8123/.", "See http://localhost:81/.", check.Refused},
		{"See http://10.0.0.123.", "See http://10.0.0.12.", check.Refused},
	} {
		before, after := seen(t, handshake, page(tt.before), rest), seen(t, handshake, page(tt.after), rest)
		templates := compare(t, before, after).Proposals
		got, err := check.Compare("harbor", before, after, check.Options{Templates: templates})
		if err != nil || len(templates) == 0 {
			t.Fatalf("%q: %d templates, %v", tt.after, len(templates), err)
		}
		if got.Verdict != tt.want {
			t.Errorf("%q after %q: %s, want %s\n%s", tt.after, tt.before, got.Verdict, tt.want, account(got))
		}
	}
}
