package contract

import (
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/thirdparty"
)

// These tests reach inside the package: what they test is one half of CompareTool,
// and the findings about schemas would stand between theirs.

func parsed(tb testing.TB, text string) *jsonv.Value {
	tb.Helper()
	v, err := jsonv.Parse([]byte(text), jsonv.Limits{})
	if err != nil {
		tb.Fatalf("%s: %v", text, err)
	}
	return v
}

// told returns "rule severity path" of findings.
func told(findings []Finding) []string {
	var out []string
	for _, f := range findings {
		out = append(out, f.Rule+" "+string(f.Severity)+" "+f.Path)
	}
	return out
}

// toolCase is a change of the members of a tool named "get_issue" with an input
// schema.
type toolCase struct {
	name, before, after string
	want                []string
}

func runToolCases(t *testing.T, cases []toolCase) {
	t.Helper()
	tool := func(members string) *jsonv.Value {
		if members != "" {
			members = "," + members
		}
		return parsed(t, `{"name":"get_issue"`+members+`}`)
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := told(compareToolMembers(tool(c.before), tool(c.after), Options{}))
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("%s to %s, -want +got:\n%s", c.before, c.after, diff)
			}
		})
	}
}

func TestToolTexts(t *testing.T) {
	runToolCases(t, []toolCase{
		{"number in a description", `"description":"Up to 10 rows."`, `"description":"Up to 100 rows."`, []string{"tool.description.changed POTENTIALLY_BREAKING /description"}},
		{"full stop", `"description":"Lists rows."`, `"description":"Lists rows"`, []string{"tool.description.changed DOCUMENTATION /description"}},
		{"description comes", ``, `"description":"Lists rows."`, []string{"tool.description.changed POTENTIALLY_BREAKING /description"}},
		{"absent and empty", ``, `"description":""`, []string{"tool.description.changed DOCUMENTATION /description"}},
		{"null is no text", ``, `"description":null`, []string{"tool.description.changed POTENTIALLY_BREAKING /description"}},
		{"same text, other spelling", `"description":"\u0041"`, `"description":"A"`, nil},
		{"title repeats the name", ``, `"title":"Get issue"`, []string{"tool.title.repeatsName DOCUMENTATION /title"}},
		{"title repeated the name", `"title":"getIssue"`, ``, []string{"tool.title.repeatsName DOCUMENTATION /title"}},
		{"title says more", ``, `"title":"Get issues"`, []string{"tool.title.changed POTENTIALLY_BREAKING /title"}},
		{"title with a hidden character", ``, `"title":"Get\u200bissue"`, []string{"tool.title.changed POTENTIALLY_BREAKING /title"}},
		{"title says less than before", `"title":"Delete issue"`, `"title":"Get issue"`, []string{"tool.title.changed POTENTIALLY_BREAKING /title"}},
		{"unknown member", `"defer_loading":true`, ``, []string{"tool.member.unmodelled POTENTIALLY_BREAKING /defer_loading"}},
		{"member order", `"title":"a","x":1.0`, `"x":1,"title":"a"`, nil},
		{"numbers that one double holds", `"x":9007199254740993`, `"x":9007199254740992`, []string{"tool.member.unmodelled POTENTIALLY_BREAKING /x"}},
	})
}

func TestToolSchemasAsSuch(t *testing.T) {
	const object = `{"type":"object"}`
	runToolCases(t, []toolCase{
		{"becomes invalid", `"inputSchema":` + object, `"inputSchema":{}`, []string{"tool.inputSchema.invalid BREAKING /inputSchema"}},
		{"type as a list", `"inputSchema":` + object, `"inputSchema":{"type":["object"]}`, []string{"tool.inputSchema.invalid BREAKING /inputSchema"}},
		{"goes", `"inputSchema":` + object, ``, []string{"tool.inputSchema.invalid BREAKING /inputSchema"}},
		{"malformed properties", `"inputSchema":` + object, `"inputSchema":{"type":"object","properties":{"a":"string"}}`, []string{"tool.inputSchema.invalid BREAKING /inputSchema"}},
		{"malformed required", `"inputSchema":` + object, `"inputSchema":{"type":"object","required":true}`, []string{"tool.inputSchema.invalid BREAKING /inputSchema"}},
		{"is repaired", `"inputSchema":{"properties":{}}`, `"inputSchema":` + object, []string{"tool.inputSchema.repaired POTENTIALLY_BREAKING /inputSchema"}},
		{"was none and is none", `"inputSchema":{}`, `"inputSchema":{"properties":{}}`, nil},
		{"was no object and is none", `"inputSchema":"a"`, `"inputSchema":"b"`, []string{"tool.inputSchema.invalid BREAKING /inputSchema"}},
		{"stays valid", `"inputSchema":` + object, `"inputSchema":{"type":"object","minProperties":1}`, nil},
		{"output comes", ``, `"outputSchema":` + object, []string{"tool.outputSchema.added NON_BREAKING /outputSchema"}},
		{"output of any type", ``, `"outputSchema":{"type":"array"}`, []string{"tool.outputSchema.added NON_BREAKING /outputSchema"}},
		{"output goes", `"outputSchema":` + object, ``, []string{"tool.outputSchema.removed BREAKING /outputSchema"}},
		{"output is null", ``, `"outputSchema":null`, []string{"tool.outputSchema.invalid BREAKING /outputSchema"}},
		{"output is malformed", `"outputSchema":` + object, `"outputSchema":{"properties":[]}`, []string{"tool.outputSchema.invalid BREAKING /outputSchema"}},
		{"output stays malformed", `"outputSchema":{"properties":[]}`, `"outputSchema":{"properties":[1]}`, nil},
	})
}

// TestRuntimeProfile: what is not BREAKING is left out, prose with it.
func TestRuntimeProfile(t *testing.T) {
	before := parsed(t, `{"name":"a","description":"Reads.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}}`)
	after := parsed(t, `{"name":"a","description":"Never reads.","inputSchema":{}}`)
	got := told(compareToolMembers(before, after, Options{Profile: Runtime}))
	if diff := cmp.Diff([]string{"tool.inputSchema.invalid BREAKING /inputSchema"}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestFindingValues: both values are canonical JSON, numbers as they were written.
func TestFindingValues(t *testing.T) {
	got := compareToolMembers(parsed(t, `{"x": {"b": 9007199254740993, "a": 1.0}}`), parsed(t, `{}`), Options{})
	want := []Finding{{
		Rule: "tool.member.unmodelled", Severity: PotentiallyBreaking, Path: "/x",
		Before: json.RawMessage(`{"a":1,"b":9007199254740993}`),
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestToolExamples runs the examples of rules about tools that are no schema.
func TestToolExamples(t *testing.T) {
	for _, r := range Rules() {
		if r.Example.Of != "tool" {
			continue
		}
		before, after := parsed(t, string(r.Example.Before)), parsed(t, string(r.Example.After))
		got := compareToolMembers(before, after, Options{})
		if len(got) != 1 || got[0].Rule != r.ID || r.Severity != Prose && got[0].Severity != r.Severity {
			t.Errorf("%s: example gives %v", r.ID, told(got))
		}
		if same := compareToolMembers(after, parsed(t, string(r.Example.After)), Options{}); len(same) > 0 {
			t.Errorf("%s: after compared with itself gives %v", r.ID, told(same))
		}
	}
}

// TestToolHostileInput: whatever stands in a member, there is an answer, it is the
// same each time, and a difference is never passed over.
func TestToolHostileInput(t *testing.T) {
	values := []string{
		`null`, `true`, `0`, `""`, `"\u202e"`, `[]`, `[null]`, `[[],{}]`, `{}`, `{"":{}}`, `{"a/b~c":[1]}`,
		`{"title":[],"readOnlyHint":"yes","taskSupport":7,"src":{}}`, `[{"src":"http://[::1"},{"src":7}]`, `[{"src":"data:,"}]`,
		strings.Repeat(`[`, 500) + strings.Repeat(`]`, 500),
	}
	members := []string{"name", "title", "description", "inputSchema", "outputSchema", "annotations", "icons", "execution", "_meta", "x"}
	// What differs without saying anything: the name, and a schema's inside.
	silent := map[string]bool{"name": true, "outputSchema": true, "inputSchema": true}
	for _, member := range members {
		for _, b := range values {
			for _, a := range values {
				before, after := parsed(t, fmt.Sprintf(`{%q:%s}`, member, b)), parsed(t, fmt.Sprintf(`{%q:%s}`, member, a))
				got := compareToolMembers(before, after, Options{})
				if (b == a) != (len(got) == 0) && !silent[member] {
					t.Errorf("%s: %s to %s gives %v", member, b, a, told(got))
				}
				if again := compareToolMembers(before, after, Options{}); !slices.EqualFunc(got, again, func(x, y Finding) bool { return cmp.Equal(x, y) }) {
					t.Errorf("%s: %s to %s gives %v, then %v", member, b, a, told(got), told(again))
				}
			}
		}
	}
}

// TestManyMembers: an item of a million members is compared in one go.
func TestManyMembers(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"_meta":{`)
	for i := range 200_000 {
		fmt.Fprintf(&b, `"k%d":%d,`, i, i)
	}
	b.WriteString(`"z":0}}`)
	got := compareToolMembers(parsed(t, b.String()), parsed(t, `{"_meta":{}}`), Options{})
	if len(got) != 200_001 {
		t.Errorf("%d findings, want 200,001", len(got))
	}
}

// TestRealTools compares 2,223 real states of tools and logs what fires.
func TestRealTools(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(thirdparty.Path(t, "data", "corpus", "git"), "*.pairs.jsonl.gz"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	files = append(files, thirdparty.Path(t, "data", "corpus", "npm-live", "pairs.jsonl.gz"))
	pairs, clean := 0, 0
	histogram := map[string]int{}
	for _, file := range files {
		thirdparty.Lines(t, file, func(line []byte) {
			v, err := jsonv.Parse(line, jsonv.Limits{})
			if err != nil {
				t.Fatalf("%s: %v", filepath.Base(file), err)
			}
			before, after := v.Get("old"), v.Get("new")
			got := compareToolMembers(before, after, Options{})
			if pairs++; len(got) == 0 {
				clean++
			}
			for _, f := range got {
				histogram[f.Rule+" "+string(f.Severity)]++
			}
			if same := compareToolMembers(after, after, Options{}); len(same) > 0 {
				t.Errorf("%s: %v compared with itself gives %v", filepath.Base(file), after.Get("name").Raw(), told(same))
			}
		})
	}
	t.Logf("%d pairs, %d without a finding", pairs, clean)
	for _, key := range slices.Sorted(maps.Keys(histogram)) {
		t.Logf("%5d %s", histogram[key], key)
	}
}
