package contract_test

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/contract"
	"github.com/mooring-mcp/mooring/internal/thirdparty"
	"github.com/mooring-mcp/mooring/surface"
)

// observed makes a surface of the results of one observation.
func observed(t *testing.T, results string) surface.Surface {
	t.Helper()
	var pages []json.RawMessage
	if err := json.Unmarshal([]byte(results), &pages); err != nil {
		t.Fatal(err)
	}
	raw := make([][]byte, len(pages))
	for i, p := range pages {
		raw[i] = p
	}
	s, err := surface.FromPages("s", raw)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// rulesOf returns "rule severity path" of findings.
func rulesOf(findings []contract.Finding) []string {
	var out []string
	for _, f := range findings {
		out = append(out, f.Rule+" "+string(f.Severity)+" "+f.Path)
	}
	return out
}

// TestExamples runs the examples of what is no schema and no tool.
func TestExamples(t *testing.T) {
	kinds := map[string]surface.Kind{"prompt": surface.Prompt, "resource": surface.Resource, "resourceTemplate": surface.ResourceTemplate}
	for _, r := range contract.Rules() {
		o := contract.Options{Volatile: r.Example.Volatile}
		var findings, same []contract.Finding
		switch kind, isItem := kinds[r.Example.Of]; {
		case isItem:
			var err error
			if findings, err = contract.CompareItem(kind, r.Example.Before, r.Example.After, o); err != nil {
				t.Fatal(err)
			}
			same, _ = contract.CompareItem(kind, r.Example.After, r.Example.After, o)
		case r.Example.Of == "surface":
			before, after := observed(t, string(r.Example.Before)), observed(t, string(r.Example.After))
			findings, same = contract.CompareServer(before, after, o), contract.CompareServer(after, after, o)
		default:
			continue
		}
		want := map[string]contract.Severity{r.ID: r.Severity}
		for _, id := range r.Example.Beside {
			beside, _ := contract.FindRule(id)
			want[id] = beside.Severity
		}
		got := map[string]contract.Severity{}
		for _, f := range findings {
			got[f.Rule] = f.Severity
			if f.Rule == r.ID && r.Severity == contract.Prose && (f.Severity == contract.Documentation || f.Severity == contract.PotentiallyBreaking) {
				got[f.Rule] = contract.Prose
			}
		}
		if diff := cmp.Diff(want, got); diff != "" || len(findings) != len(want) {
			t.Errorf("%s: %v, -want +got:\n%s", r.ID, rulesOf(findings), diff)
		}
		if len(same) > 0 {
			t.Errorf("%s: after compared with itself gives %v", r.ID, rulesOf(same))
		}
	}
}

func TestCompareServer(t *testing.T) {
	init := func(members string) string { return `[{"protocolVersion":"2025-11-25",` + members + `}]` }
	for _, c := range []struct {
		name, before, after string
		want                []string
	}{
		{"client-only capability", init(`"capabilities":{"sampling":{},"roots":{}}`), init(`"capabilities":{"elicitation":{}}`), nil},
		{"a capability that nobody defines", init(`"capabilities":{"instructions":{}}`), init(`"capabilities":{}`), []string{"server.member.unmodelled POTENTIALLY_BREAKING /capabilities/instructions"}},
		{"a task operation goes", init(`"capabilities":{"tasks":{"list":{},"requests":{"tools":{"call":{}}}}}`), init(`"capabilities":{"tasks":{"list":{}}}`), []string{"server.capability.removed BREAKING /capabilities/tasks/requests"}},
		{"an extension goes and comes", init(`"capabilities":{"extensions":{"a/x":{}}}`), init(`"capabilities":{"extensions":{"a/y":{}}}`), []string{"server.capability.removed BREAKING /capabilities/extensions/a~1x", "server.capability.added NON_BREAKING /capabilities/extensions/a~1y"}},
		{"a switch that nobody knows", init(`"capabilities":{"tools":{}}`), init(`"capabilities":{"tools":{"x":1}}`), []string{"server.member.unmodelled POTENTIALLY_BREAKING /capabilities/tools/x"}},
		{"null is not offered", init(`"capabilities":{"tools":{}}`), init(`"capabilities":{"tools":null}`), []string{"server.capability.removed BREAKING /capabilities/tools"}},
		{"capabilities are no object", init(`"capabilities":{"tools":{}}`), init(`"capabilities":[]`), []string{"server.capability.removed BREAKING /capabilities/tools"}},
		{"_meta belongs to the response", init(`"_meta":{"x":1}`), init(`"_meta":{"x":2}`), nil},
		{"unknown member", init(`"x":1`), init(`"x":2`), []string{"server.member.unmodelled POTENTIALLY_BREAKING /x"}},
		{"no handshake on a side", init(`"instructions":"a"`), `[{"tools":[]}]`, nil},
		{"a listing that was cut short", `[{"tools":[{"name":"a"},{"name":"b"}]}]`, `[{"tools":[{"name":"a"}],"nextCursor":"x"}]`, nil},
		{"a listing that was cut short before", `[{"tools":[{"name":"a"}],"nextCursor":"x"}]`, `[{"tools":[{"name":"b","inputSchema":{"type":"object"}}]}]`, []string{"tool.removed BREAKING /tools/a"}},
		{"a listing that was not seen", `[{"tools":[{"name":"a"}]}]`, `[{"prompts":[]}]`, nil},
		{"two of one name before and after", `[{"tools":[{"name":"a"},{"name":"a"}]}]`, `[{"tools":[{"name":"a"},{"name":"a"}]}]`, nil},
		{"a new tool without a schema", `[{"tools":[{"name":"a","inputSchema":{"type":"object"}}]}]`, `[{"tools":[{"name":"a","inputSchema":{"type":"object"}},{"name":"b/c"}]}]`, []string{"tool.added NON_BREAKING /tools/b~1c", "tool.inputSchema.invalid BREAKING /tools/b~1c/inputSchema"}},
		{"templates of one text", `[{"resourceTemplates":[{"uriTemplate":"a://{x}","name":"n"}]}]`, `[{"resourceTemplates":[{"uriTemplate":"a://{y}","name":"m"}]}]`, []string{"resourceTemplate.name.changed POTENTIALLY_BREAKING /resourceTemplates/a:~1~1{x}/name", "resourceTemplate.variable.renamed POTENTIALLY_BREAKING /resourceTemplates/a:~1~1{x}/uriTemplate"}},
		{"templates of one text, several", `[{"resourceTemplates":[{"uriTemplate":"a://{x}"},{"uriTemplate":"a://{z}"}]}]`, `[{"resourceTemplates":[{"uriTemplate":"a://{y}"},{"uriTemplate":"a://{z}"},{"uriTemplate":"a://{w}"}]}]`, []string{"resourceTemplate.added NON_BREAKING /resourceTemplates/a:~1~1{w}", "resourceTemplate.removed BREAKING /resourceTemplates/a:~1~1{x}", "resourceTemplate.added NON_BREAKING /resourceTemplates/a:~1~1{y}"}},
	} {
		before, after := observed(t, c.before), observed(t, c.after)
		got := rulesOf(contract.CompareServer(before, after, contract.Options{}))
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: -want +got:\n%s", c.name, diff)
		}
	}
}

func TestItemAt(t *testing.T) {
	kind, name, ok := contract.ItemAt("/resourceTemplates/a:~1~1{x}/uriTemplate")
	if kind != surface.ResourceTemplate || name != "a://{x}" || !ok {
		t.Errorf("ItemAt = %q, %q, %v", kind, name, ok)
	}
	for _, path := range []string{"", "/tools", "/capabilities/tools", "tools/a", "/tools/~"} {
		if _, _, ok := contract.ItemAt(path); ok {
			t.Errorf("ItemAt(%q) finds an item", path)
		}
	}
}

// TestRealServers compares what 98 pairs of published versions say of themselves.
func TestRealServers(t *testing.T) {
	histogram := map[string]int{}
	thirdparty.Lines(t, thirdparty.Path(t, "data", "corpus", "npm-live", "server-diffs.jsonl.gz"), func(line []byte) {
		var row struct {
			Before json.RawMessage `json:"initialize_old"`
			After  json.RawMessage `json:"initialize_new"`
		}
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		before, after := observed(t, "["+string(row.Before)+"]"), observed(t, "["+string(row.After)+"]")
		for _, f := range contract.CompareServer(before, after, contract.Options{}) {
			histogram[f.Rule+" "+string(f.Severity)]++
		}
		if same := contract.CompareServer(after, after, contract.Options{}); len(same) > 0 {
			t.Errorf("a server compared with itself gives %v", rulesOf(same))
		}
	})
	for _, key := range slices.Sorted(maps.Keys(histogram)) {
		t.Logf("%5d %s", histogram[key], key)
	}
}
