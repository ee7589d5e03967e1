package check_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/surface"
)

const handshake = `{"protocolVersion":"2025-11-25","serverInfo":{"name":"h","version":"1"},"capabilities":{"tools":{}},"instructions":"Moor."}`

// rest completes a surface whose tools are given.
const rest = `{"prompts":[{"name":"brief"}]}
{"resources":[{"uri":"h://log","name":"log"}]}
{"resourceTemplates":[]}`

// seen is a side as an observer would give it, from NDJSON of pages.
func seen(t *testing.T, pages ...string) check.Observation {
	t.Helper()
	s, err := surface.Read("harbor", []byte(strings.Join(pages, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	s.Context = surface.Context{Era: "legacy", ProtocolVersion: "2025-11-25", Client: "mooring", Capabilities: "{}"}
	return check.Observation{Label: "test", Surface: s}
}

func compare(t *testing.T, before, after check.Observation) check.Subject {
	t.Helper()
	s, err := check.Compare("harbor", before, after, check.Options{Lenses: []check.Lens{check.Drift{}, check.Taxonomy{}}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// account writes a subject in a few words a line.
func account(s check.Subject) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", s.Verdict)
	for _, c := range s.Changes {
		fmt.Fprintf(&b, "%s %s %q\n", c.Op, c.Kind, c.Name)
		for _, e := range c.Edits {
			fmt.Fprintf(&b, "  %s %q %s -> %s\n", e.Op, e.Pointer, e.Before, e.After)
		}
	}
	for _, f := range s.Findings {
		fmt.Fprintf(&b, "%s %s\n", f.Action, f.Rule)
	}
	for _, g := range s.Gaps {
		fmt.Fprintf(&b, "gap %s warning=%v\n", g.Code, g.Warning)
	}
	return b.String()
}

func TestCompare(t *testing.T) {
	tools := func(list string) string { return `{"tools":[` + list + `]}` }
	a, b := `{"name":"a","description":"one","inputSchema":{"type":"object","required":["x"]}}`, `{"name":"b"}`
	for _, tt := range []struct {
		name          string
		before, after check.Observation
		want          string
	}{
		{"same", seen(t, handshake, tools(a+","+b), rest), seen(t, handshake, tools(a+","+b), rest), "passed\n"},
		{
			"order of listing and members", seen(t, handshake, tools(a+","+b), rest),
			seen(t, handshake, tools(b+`,{"inputSchema":{"required":["x"],"type":"object"},"description":"\u006fne", "name":"a"}`), rest), "passed\n",
		},
		{
			"server info and protocol version", seen(t, handshake, tools(b), rest),
			seen(t, strings.NewReplacer(`"1"`, `"2"`, "2025-11-25", "2025-06-18").Replace(handshake), tools(b), rest), "passed\ngap protocol_version_changed warning=true\n",
		},
		{
			"edits beside a repeated name",
			seen(t, handshake, tools(a+`,{"name":"b","description":"x","inputSchema":{"n":1},"annotations":{"n":9007199254740992}},`+b), rest),
			seen(t, handshake, tools(a+`,{"name":"b","description":"y","inputSchema":{"n":1,"m":2},"annotations":{"n":9007199254740993}},`+b), rest),
			`refused
changed tool "b"
  changed "/annotations/n" 9007199254740992 -> 9007199254740993
  changed "/description" "x" -> "y"
  added "/inputSchema/m"  -> 2
review mooring_tool_number_changed
review mooring_tool_changed
review R08
review mooring_tool_changed
gap declared_mcp_manifest_ambiguous warning=false
gap mcp_manifest_observation_ambiguous warning=false
`,
		},
		{
			"items that are no objects", seen(t, handshake, tools(a+",7"), rest), seen(t, handshake, tools(a+",8,null"), rest),
			`refused
changed tool ""
  changed "" "7" -> "8"
added tool " #2"
  changed ""  -> "null"
fail mooring_tool_name_repeated
review mooring_tool_changed
gap partial_observation warning=false
gap inconclusive_manifest_partial_observation warning=false
gap mcp_manifest_observation_ambiguous warning=false
gap taxonomy_not_evaluated warning=false
gap taxonomy_not_evaluated warning=false
`,
		},
		{
			"everything at once", seen(t, handshake, tools(a+","+b), rest),
			seen(t, strings.Replace(handshake, "Moor.", "Moor!", 1), tools(`{"name":"a","description":"two","inputSchema":{"type":"object","required":["x","y"]},"title":null},{"name":"c","n":1.50}`), strings.Replace(rest, `"log"`, `"logs"`, 1)),
			`refused
changed instructions ""
  changed "" "Moor." -> "Moor!"
changed tool "a"
  changed "/description" "one" -> "two"
  added "/inputSchema/required/1"  -> "y"
  added "/title"  -> null
removed tool "b"
  removed "" {"name":"b"} -> 
added tool "c"
  added ""  -> {"n":1.5,"name":"c"}
changed resource "h://log"
  changed "/name" "log" -> "logs"
review mooring_instructions_changed
review mcp_tool_description_changed
review mcp_tool_input_schema_changed
review R04
review mooring_tool_title_changed
review mcp_tool_removed
review mcp_tool_added
review mooring_resource_changed
`,
		},
		{
			"instructions go", seen(t, handshake, tools(b), rest), seen(t, strings.Replace(handshake, `,"instructions":"Moor."`, "", 1), tools(b), rest),
			"refused\nremoved instructions \"\"\n  removed \"\" \"Moor.\" -> \nreview mooring_instructions_removed\n",
		},
		{
			"a number beyond a double", seen(t, handshake, tools(`{"name":"b","n":9007199254740992}`), rest), seen(t, handshake, tools(`{"name":"b","n":9007199254740993}`), rest),
			"refused\nchanged tool \"b\"\n  changed \"/n\" 9007199254740992 -> 9007199254740993\nreview mooring_tool_member_changed\n",
		},
		{
			"a number in a schema beyond a double", seen(t, handshake, tools(`{"name":"b","inputSchema":{"maximum":9007199254740992}}`), rest), seen(t, handshake, tools(`{"name":"b","inputSchema":{"maximum":9007199254740993}}`), rest),
			"refused\nchanged tool \"b\"\n  changed \"/inputSchema/maximum\" 9007199254740992 -> 9007199254740993\nreview mooring_tool_number_changed\n",
		},
		{
			"what the projection does not see", seen(t, handshake, tools(`{"name":"b"}`), rest), seen(t, handshake, tools(`{"name":"b","_meta":{},"icons":[],"execution":{},"title":"t","a/b":1}`), rest),
			`refused
changed tool "b"
  added "/_meta"  -> {}
  added "/a~1b"  -> 1
  added "/execution"  -> {}
  added "/icons"  -> []
  added "/title"  -> "t"
review mooring_tool_meta_changed
review mooring_tool_member_changed
review mooring_tool_execution_changed
review mooring_tool_icons_changed
review mooring_tool_title_changed
`,
		},
		{
			"missing from a partial listing", seen(t, handshake, tools(a+","+b), rest), seen(t, handshake, `{"tools":[`+a+`],"nextCursor":"x"}`, rest),
			"inconclusive\ngap inconclusive_manifest_partial_observation warning=false\n",
		},
		{
			"changed in a partial listing", seen(t, handshake, tools(a+","+b), rest), seen(t, handshake, `{"tools":[{"name":"b","x":1}],"nextCursor":"x"}`, rest),
			"refused\nchanged tool \"b\"\n  added \"/x\"  -> 1\nreview mooring_tool_member_changed\ngap inconclusive_manifest_partial_observation warning=false\n",
		},
		{
			"second copy of a name", seen(t, handshake, tools(b), rest), seen(t, handshake, tools(`{"name":"b","evil":true},`+b), rest),
			"refused\nchanged tool \"b\"\n  added \"/evil\"  -> true\nadded tool \"b #2\"\n  added \"\"  -> {\"name\":\"b\"}\nfail mooring_tool_name_repeated\nreview mooring_tool_member_changed\ngap mcp_manifest_observation_ambiguous warning=false\n",
		},
		{
			"unreadable item", seen(t, handshake, tools(b), rest), seen(t, handshake, tools(b+`,{"name":"c","d":1,"d":2}`), rest),
			"refused\nadded tool \"\"\n  changed \"\"  -> \"{\\\"name\\\":\\\"c\\\",\\\"d\\\":1,\\\"d\\\":2}\"\nreview mooring_tool_added\ngap inconclusive_manifest_partial_observation warning=false\ngap mcp_manifest_observation_ambiguous warning=false\ngap taxonomy_not_evaluated warning=false\n",
		},
		{
			"listing failed", seen(t, handshake, tools(b), rest), seen(t, handshake, `{"error":{"code":-32603,"message":"x"}}`, rest),
			"inconclusive\ngap inconclusive_manifest_not_observed warning=false\n",
		},
		{
			"kind never asked for", seen(t, handshake, tools(b), rest), seen(t, handshake, tools(b)),
			"passed\ngap not_compared warning=true\ngap not_compared warning=true\ngap not_compared warning=true\n",
		},
	} {
		if diff := cmp.Diff(tt.want, account(compare(t, tt.before, tt.after))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func file(t *testing.T, text string, vouched bool) check.Observation {
	t.Helper()
	s, err := surface.Read("f", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return check.Observation{Label: "file", Surface: s, Vouched: vouched}
}

func TestUnknownCompletenessOfFiles(t *testing.T) {
	list := `[{"name":"a"}]`
	if got := compare(t, file(t, list, true), file(t, list, true)).Verdict; got != check.Passed {
		t.Errorf("two arrays that a person vouches for: %s, want passed", got)
	}
	if got := compare(t, file(t, list, true), file(t, list, false)).Verdict; got != check.Inconclusive {
		t.Errorf("an array that nobody vouches for: %s, want inconclusive", got)
	}
}

func TestFingerprint(t *testing.T) {
	before := seen(t, handshake, `{"tools":[{"name":"a"}]}`, rest)
	after := seen(t, handshake, `{"tools":[{"name":"a","x":1}]}`, rest)
	f := compare(t, before, after).Findings[0]
	other, err := check.Compare("bay", before, after, check.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if f.Fingerprint == other.Findings[0].Fingerprint {
		t.Error("two servers share a fingerprint")
	}
	f2 := compare(t, before, seen(t, handshake, `{"tools":[{"name":"a","x":2}]}`, rest)).Findings[0]
	if f.Fingerprint == f2.Fingerprint {
		t.Error("two changes share a fingerprint")
	}
}

func TestReport(t *testing.T) {
	before := seen(t, handshake, `{"tools":[{"name":"a"}]}`, rest)
	passed := compare(t, before, before)
	refused := compare(t, before, seen(t, handshake, `{"tools":[]}`, rest))
	refused.Server = "bay"
	inconclusive := compare(t, before, seen(t, handshake, `{"tools":[],"nextCursor":"x"}`, rest))
	for _, tt := range []struct {
		subjects []check.Subject
		want     check.Verdict
	}{
		{nil, check.Passed},
		{[]check.Subject{passed}, check.Passed},
		{[]check.Subject{passed, inconclusive}, check.Inconclusive},
		{[]check.Subject{inconclusive, refused, passed}, check.Refused},
	} {
		r := check.NewReport("check", check.Lenses(), tt.subjects, check.Weighing{})
		if r.Verdict != tt.want {
			t.Errorf("%d subjects: %s, want %s", len(tt.subjects), r.Verdict, tt.want)
		}
		if len(r.Subjects) > 1 && r.Subjects[0].Server > r.Subjects[1].Server {
			t.Errorf("subjects are not sorted")
		}
	}
}
