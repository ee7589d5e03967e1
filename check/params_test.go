package check_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/check"
)

// gains compares two lists of tools and writes what the parameter lens says.
func gains(t *testing.T, before, after string) string {
	t.Helper()
	s, err := check.Compare("harbor", seen(t, handshake, `{"tools":[`+before+`]}`, rest), seen(t, handshake, `{"tools":[`+after+`]}`, rest), check.Options{Lenses: []check.Lens{check.Params{}}})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, f := range s.Findings {
		fmt.Fprintf(&b, "%s %s %s %s: %s, %s to %s\n", f.Action, f.Rule, f.Name, f.Pointer, f.Message, f.Before, f.After)
		for _, e := range f.Evidence {
			fmt.Fprintf(&b, "  %s %s %q %d-%d\n", e.Pointer, e.Definition, e.Text, e.Start, e.End)
		}
	}
	for _, g := range s.Gaps {
		if strings.HasPrefix(g.Code, "params") {
			fmt.Fprintf(&b, "gap %s %s warning=%v\n", g.Code, g.Detail, g.Warning)
		}
	}
	return b.String()
}

func TestParams(t *testing.T) {
	tool := func(properties string) string {
		return `{"name":"a","inputSchema":{"type":"object","properties":{` + properties + `}}}`
	}
	for _, tt := range []struct{ name, before, after, want string }{
		{"same", tool(`"url":{}`), tool(`"url":{}`), ""},
		{"of no class", tool(``), tool(`"ship":{}`), ""},
		{
			"new parameter", tool(``), tool(`"webhook":{}`),
			`warn params.class.gained a /inputSchema/properties/webhook: parameter "webhook" gained gg:url-endpoint, [] to ["gg:url-endpoint"]
  /inputSchema/properties/webhook gg:url-endpoint: form "webhook" in the name "webhook" 0-0
`,
		},
		{
			"known parameter", tool(`"url":{"description":"of it"}`), tool(`"url":{"description":"of it, with a Token or an API token"}`),
			`warn params.class.gained a /inputSchema/properties/url: parameter "url" gained gg:credential-value, ["gg:url-endpoint"] to ["gg:credential-value","gg:url-endpoint"]
  /inputSchema/properties/url/description gg:credential-value: form "token" in the description "Token" 14-19
`,
		},
		{"buckets", tool(`"x":{}`), tool(`"x":{"description":"sent to a body"}`), ""},
		{"lost", tool(`"x":{"description":"a path"}`), tool(`"x":{"description":"a thing"}`), ""},
		{"new tool", `{"name":"b"}`, `{"name":"b"},` + tool(`"url":{}`), ""},
		{"removed tool", tool(`"url":{}`) + `,{"name":"b"}`, `{"name":"b"}`, ""},
		{
			"definition that moves",
			`{"name":"a","inputSchema":{"type":"object","definitions":{"P":{"properties":{"path":{}}}}}}`,
			`{"name":"a","inputSchema":{"type":"object","$defs":{"P":{"properties":{"path":{}}}}}}`, "",
		},
		{
			"definition that comes", tool(``), `{"name":"a","inputSchema":{"type":"object","$defs":{"A/B":{"properties":{"sql":{}}}}}}`,
			`warn params.class.gained a /inputSchema/$defs/A~1B/properties/sql: parameter "sql" gained gg:command-string, [] to ["gg:command-string"]
  /inputSchema/$defs/A~1B/properties/sql gg:command-string: form "sql" in the name "sql" 0-0
`,
		},
		{"no object", `7`, `8`, "gap params_not_evaluated tool \"\": found number, want an object warning=true\n"},
		{
			"repeated member", tool(`"x":{}`), `{"name":"a","inputSchema":{"properties":{"url":{}},"properties":{}}}`,
			"gap params_not_evaluated tool \"\": member \"properties\" is repeated at byte 51, in \"/inputSchema\" warning=true\n",
		},
	} {
		if diff := cmp.Diff(tt.want, gains(t, tt.before, tt.after)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// TestParamsRecord: the record has the labels of what changed or came, and counts all.
func TestParamsRecord(t *testing.T) {
	const known = `{"name":"k","inputSchema":{"properties":{"path":{},"dir":{}},"required":["dir"]}}`
	before := seen(t, handshake, `{"tools":[`+known+`]}`, rest)
	after := seen(t, handshake, `{"tools":[`+known+`,{"name":"n","inputSchema":{"properties":{"sql":{},"toUrl":{},"x":{}},"required":["x"]}},{"name":"o"}]}`, rest)
	s, err := check.Compare("harbor", before, after, check.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := json.Marshal(s.Params)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"classes":[{"class":"gg:credential-value","tools":0,"required":0},{"class":"gg:filesystem-path","tools":1,"required":1},` +
		`{"class":"gg:command-string","tools":1,"required":0},{"class":"gg:money-amount","tools":0,"required":0},{"class":"gg:url-endpoint","tools":0,"required":0}],` +
		`"tools":[{"name":"n","parameters":[{"name":"sql","pointer":"/inputSchema/properties/sql","classes":["gg:command-string"],"evidence":[{"pointer":"/inputSchema/properties/sql",` +
		`"definition":"gg:command-string: form \"sql\" in the name","text":"sql","start":0,"end":0}]},` +
		`{"name":"toUrl","pointer":"/inputSchema/properties/toUrl","classes":[],"evidence":[],"hints":[{"kind":"derived:endpoint","pointer":"/inputSchema/properties/toUrl","why":"the words url"}]}]}],"non_claim":"`
	if !strings.HasPrefix(string(got), want) {
		t.Errorf("the record is\n%s\nwant\n%s…", got, want)
	}
}

// TestParamsDecideNothing: no class makes a comparison refused or inconclusive.
func TestParamsDecideNothing(t *testing.T) {
	before := seen(t, handshake, `{"tools":[{"name":"a"}]}`, rest)
	after := seen(t, handshake, `{"tools":[{"name":"a","inputSchema":{"properties":{"password":{}}}}]}`, rest)
	s, err := check.Compare("harbor", before, after, check.Options{Lenses: []check.Lens{check.Params{}}})
	if err != nil || s.Verdict != check.Passed || len(s.Findings) != 1 {
		t.Errorf("a class that is gained: %v, %s with %d findings, want passed with one", err, s.Verdict, len(s.Findings))
	}
}
