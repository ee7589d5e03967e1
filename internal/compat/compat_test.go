package compat_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/compat"
	"github.com/mooring-mcp/mooring/surface"
)

// listed makes a surface of the items of one kind.
func listed(tb testing.TB, kind surface.Kind, items ...string) surface.Surface {
	tb.Helper()
	s, err := surface.FromPages("harbor", [][]byte{[]byte(`{"` + kind.Member() + `":[` + strings.Join(items, ",") + `]}`)})
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// tool is a tool in which nothing is wrong but what members adds.
func tool(name, members string) string {
	if !strings.Contains(members, `"inputSchema"`) {
		members += `,"inputSchema":{"type":"object","properties":{}}`
	}
	return fmt.Sprintf(`{"name":%q%s}`, name, members)
}

// input is a tool with one parameter of the given schema.
func input(schema string) string { return inputs(`{"a":` + schema + `}`) }

func inputs(properties string) string {
	return tool("dock", `,"inputSchema":{"type":"object","properties":`+properties+`}`)
}

func inputRoot(members string) string {
	return tool("dock", `,"inputSchema":{"type":"object","properties":{}`+members+`}`)
}

func output(schema string) string { return tool("dock", `,"outputSchema":`+schema) }

// many are n tools.
func many(n int) []string {
	tools := make([]string, n)
	for i := range tools {
		tools[i] = tool(fmt.Sprintf("dock%d", i), "")
	}
	return tools
}

// nested is a schema of so many levels.
func nested(levels int) string {
	return strings.Repeat(`{"type":"object","properties":{"a":`, levels-1) + `{"type":"string"}` + strings.Repeat(`}}`, levels-1)
}

var long = strings.Repeat("x", 65)

// cases hold for each rule items of which it says something and items, as near as
// can be, of which it says nothing.
var cases = []struct {
	rule        string
	kind        surface.Kind // "" for tools
	fires, near []string
}{
	{rule: "compat.annotations", fires: []string{tool("a", `,"annotations":{"readOnlyHint":"true"}`), tool("b", `,"annotations":null`)}, near: []string{tool("a", `,"annotations":{"readOnlyHint":true,"other":"x"}`)}},
	{rule: "compat.annotations", kind: surface.Resource, fires: []string{`{"uri":"a:b","name":"a","annotations":{"priority":1.5}}`, `{"uri":"a:c","name":"a","annotations":{"audience":["model"]}}`}, near: []string{`{"uri":"a:b","name":"a","annotations":{"priority":1,"audience":["user"]}}`}},
	{rule: "compat.array_items", fires: []string{input(`{"type":"array"}`)}, near: []string{input(`{"type":"array","items":{"type":"string"}}`), input(`{"type":"array","prefixItems":[{"type":"string"}]}`), output(`{"type":"object","properties":{"a":{"type":"array"}}}`)}},
	{rule: "compat.const", fires: []string{input(`{"type":"string","const":"x"}`)}, near: []string{input(`{"type":"string","enum":["const"]}`), inputs(`{"const":{"type":"string"}}`)}},
	{rule: "compat.description_empty", fires: []string{tool("a", `,"description":""`)}, near: []string{tool("a", ""), tool("b", `,"description":"x"`)}},
	{rule: "compat.description_length", fires: []string{tool("a", `,"description":"`+strings.Repeat("é", 1025)+`"`)}, near: []string{tool("a", `,"description":"`+strings.Repeat("é", 1024)+`"`)}},
	{rule: "compat.enum_type", fires: []string{input(`{"enum":["a"]}`), input(`{"anyOf":[{"const":"a"}]}`)}, near: []string{input(`{"type":"string","enum":["a"]}`), input(`{}`)}},
	{rule: "compat.enum_values", fires: []string{input(`{"type":"integer","enum":[1,2]}`), input(`{"type":"string","enum":["a",""]}`)}, near: []string{input(`{"type":"string","enum":["1","2"]}`)}},
	{rule: "compat.format", fires: []string{input(`{"type":"string","format":"uri"}`)}, near: []string{input(`{"type":"string","format":"date-time"}`), input(`{"type":"number","format":"double"}`)}},
	{rule: "compat.icons", fires: []string{tool("a", `,"icons":null`), tool("b", `,"icons":[{}]`), tool("c", `,"icons":[{"src":"x","sizes":"48x48"}]`), tool("d", `,"icons":[{"src":"x","theme":"blue"}]`)}, near: []string{tool("a", `,"icons":[{"src":"x","sizes":["any"],"theme":"dark"}]`)}},
	{rule: "compat.input_root", fires: []string{`{"name":"a"}`, tool("b", `,"inputSchema":{}`), tool("c", `,"inputSchema":true`), tool("d", `,"inputSchema":{"type":["object"]}`), tool("e", `,"inputSchema":{"anyOf":[{"type":"object"}]}`)}, near: []string{tool("a", "")}},
	{rule: "compat.member_type", fires: []string{tool("a", `,"description":null`), tool("b", `,"title":null`), tool("c", `,"_meta":null`)}, near: []string{tool("a", `,"description":"","title":"x","_meta":{},"other":null`)}},
	{rule: "compat.name_characters", fires: []string{tool("dock.list", ""), tool("dock list", ""), tool("dock/list", ""), tool("dоck", "")}, near: []string{tool("dock-list_2", "")}},
	{rule: "compat.name_collision", fires: []string{tool("search-a", ""), tool("search_a", "")}, near: []string{tool("search_a", ""), tool("search_b", ""), tool("Search_a", "")}},
	{rule: "compat.name_duplicate", fires: []string{tool("dock", ""), tool("dock", `,"title":"x"`)}, near: []string{tool("dock", ""), tool("Dock", "")}},
	{rule: "compat.name_length", fires: []string{tool(long, "")}, near: []string{tool(long[1:], "")}},
	{rule: "compat.name_missing", fires: []string{`{"name":null,"inputSchema":{"type":"object","properties":{}}}`, tool("", "")}, near: []string{tool("a", "")}},
	{rule: "compat.name_missing", kind: surface.Resource, fires: []string{`{"uri":"a:b"}`}, near: []string{`{"uri":"a:b","name":""}`}},
	{rule: "compat.name_prefixed", fires: []string{tool(long[:54], "")}, near: []string{tool(long[:51], ""), tool(long, "")}},
	{rule: "compat.name_start", fires: []string{tool("21st", ""), tool("-a", "")}, near: []string{tool("_1", ""), tool("a1", "")}},
	{rule: "compat.nesting", fires: []string{input(nested(10))}, near: []string{input(nested(9))}},
	{rule: "compat.object_keywords", fires: []string{input(`{"type":"string","properties":{}}`)}, near: []string{input(`{"type":"object","properties":{}}`), input(`{"properties":{}}`)}},
	{rule: "compat.output_root", fires: []string{output(`{"type":"array","items":{}}`), output(`null`), output(`{"properties":{}}`)}, near: []string{output(`{"type":"object"}`), tool("a", "")}},
	{rule: "compat.pattern_bracket", fires: []string{input(`{"type":"string","pattern":"^[a[]*$"}`)}, near: []string{input(`{"type":"string","pattern":"^[a\\[]*$"}`)}},
	{rule: "compat.pattern_invalid", fires: []string{input(`{"type":"string","pattern":"(?i)x"}`), input(`{"type":"string","pattern":"^https\\:"}`), output(`{"type":"object","properties":{"a":{"type":"string","pattern":"x\\Z"}}}`)}, near: []string{input(`{"type":"string","pattern":"^https:\\/\\/[\\w.-]+$"}`)}},
	{rule: "compat.pattern_lookaround", fires: []string{input(`{"type":"string","pattern":"^(?!x)"}`), input(`{"type":"string","pattern":"(?<=x)y"}`)}, near: []string{input(`{"type":"string","pattern":"^(?:x)[(?!]\\(?="}`), output(`{"type":"object","properties":{"a":{"pattern":"^(?!x)"}}}`)}},
	{rule: "compat.pattern_property", fires: []string{input(`{"type":"string","pattern":"\\p{L}"}`)}, near: []string{input(`{"type":"string","pattern":"\\\\p"}`)}},
	{rule: "compat.prompt_arguments", kind: surface.Prompt, fires: []string{`{"name":"a","arguments":null}`, `{"name":"b","arguments":[{"name":"x","required":"yes"}]}`, `{"name":"c","arguments":[{}]}`}, near: []string{`{"name":"a","arguments":[{"name":"x","required":true}]}`}},
	{rule: "compat.properties_missing", fires: []string{tool("a", `,"inputSchema":{"type":"object"}`)}, near: []string{tool("a", `,"inputSchema":{"type":"object","properties":{}}`)}},
	{rule: "compat.properties_type", fires: []string{inputs(`[]`), inputs(`null`), input(`"string"`), input(`{"type":"object","properties":[]}`)}, near: []string{inputs(`{}`), input(`{"type":"object"}`)}},
	{rule: "compat.property_boolean", fires: []string{input(`true`), input(`{"type":"object","properties":{"b":true}}`), output(`{"type":"object","properties":{"a":true}}`)}, near: []string{input(`{}`), inputRoot(`,"additionalProperties":true`), output(`{"type":"object","properties":{"a":{"properties":{"b":true}}}}`)}},
	{rule: "compat.property_name", fires: []string{inputs(`{"filter[id]":{"type":"string"}}`), inputs(`{"` + long + `":{"type":"string"}}`)}, near: []string{inputs(`{"filter.id-2":{"type":"string"}}`), input(`{"type":"object","properties":{"filter[id]":{"type":"string"}}}`)}},
	{rule: "compat.ref_dangling", fires: []string{output(`{"type":"object","properties":{"a":{"$ref":"#/$defs/X"}}}`), input(`{"$ref":"#/$defs/X"}`), input(`{"$ref":"#name"}`), input(`{"allOf":[{"$ref":"#/properties/a/allOf/00"}]}`), input(`{"allOf":[{},{"$ref":"#/properties/a/allOf/+0"}]}`)}, near: []string{output(`{"type":"object","$defs":{"X":{}},"properties":{"a":{"$ref":"#/$defs/X"}}}`), inputRoot(`,"$defs":{"unused":{"$ref":"#/$defs/X"}}`), inputRoot(`,"$defs":{"X":{"$anchor":"name"}},"additionalProperties":{"$ref":"#name"}`)}},
	{rule: "compat.ref_input", fires: []string{inputRoot(`,"$defs":{"X":{"type":"string"}},"additionalProperties":{"$ref":"#/$defs/X"}`)}, near: []string{inputRoot(`,"$defs":{"X":{"type":"string"}}`), output(`{"type":"object","$defs":{"X":{}},"properties":{"a":{"$ref":"#/$defs/X"}}}`)}},
	{rule: "compat.ref_recursive", fires: []string{inputRoot(`,"$defs":{"X":{"properties":{"x":{"$ref":"#/$defs/X"}}}},"additionalProperties":{"$ref":"#/$defs/X"}`), output(`{"type":"object","properties":{"a":{"$ref":"#"}}}`)}, near: []string{inputRoot(`,"$defs":{"X":{"$ref":"#/$defs/Y"},"Y":{}},"additionalProperties":{"$ref":"#/$defs/X"},"items":{"$ref":"#/$defs/X"}`)}},
	{rule: "compat.ref_remote", fires: []string{input(`{"$ref":"https://example.com/x.json"}`), inputRoot(`,"$id":"https://example.com/ax.json","additionalProperties":{"$ref":"x.json"}`), inputRoot(`,"$id":"https://example.com/","additionalProperties":{"$ref":"/example.com"}`)}, near: []string{inputRoot(`,"$defs":{"X":{"$id":"https://example.com/s/x.json#"}},"additionalProperties":{"$ref":"x.json#/a"},"items":{"$ref":"s/x.json"}`), inputRoot(`,"$id":"https://example.com/x.json","additionalProperties":{"$ref":"https://example.com/x.json#/$defs/X"},"$defs":{"X":{}}`)}},
	{rule: "compat.required_type", fires: []string{inputRoot(`,"required":null`), input(`{"type":"string","required":true}`), inputRoot(`,"required":[1]`), inputRoot(`,"required":["a","b","a"]`)}, near: []string{inputRoot(`,"required":[]`), inputs(`{"required":{"type":"boolean"}}`)}},
	{rule: "compat.required_undeclared", fires: []string{inputRoot(`,"required":["a"]`)}, near: []string{tool("a", `,"inputSchema":{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}`)}},
	{rule: "compat.resource_uri", kind: surface.Resource, fires: []string{`{"uri":"users/me","name":"a"}`, `{"uri":"/a:b","name":"a"}`}, near: []string{`{"uri":"notes:today","name":"a"}`}},
	{rule: "compat.root_combinator", fires: []string{inputRoot(`,"anyOf":[{"type":"object"}]`), inputRoot(`,"not":{}`), inputRoot(`,"if":{}`)}, near: []string{input(`{"anyOf":[{"type":"string"}]}`), output(`{"type":"object","anyOf":[{}]}`)}},
	{rule: "compat.schema_2020", fires: []string{inputRoot(`,"$schema":"https://json-schema.org/draft/2020-12/schema#"`)}, near: []string{inputRoot(`,"$schema":"http://json-schema.org/draft-07/schema#"`), output(`{"type":"object","$schema":"https://json-schema.org/draft/2020-12/schema"}`)}},
	{rule: "compat.schema_dialect", fires: []string{output(`{"type":"object","$schema":"http://json-schema.org/draft-07/schema#"}`), inputRoot(`,"$schema":"http://json-schema.org/draft-04/schema#"`)}, near: []string{inputRoot(`,"$schema":"http://json-schema.org/draft-07/schema#"`), inputRoot(`,"$schema":"https://json-schema.org/draft/2020-12/schema"`), output(`{"type":"object","$schema":"https://json-schema.org/draft/2020-12/schema"}`)}},
	{rule: "compat.schema_invalid", fires: []string{input(`{"type":"any"}`), input(`{"type":"string","enum":[]}`), input(`{"type":"number","multipleOf":0}`), input(`{"type":"number","multipleOf":-2}`), inputRoot(`,"$schema":"http://json-schema.org/draft-07/schema#","additionalProperties":{"exclusiveMinimum":true}`), input(`{"type":"number","minimum":0,"exclusiveMinimum":true}`), input(`{"type":"string","minLength":1.5}`), output(`{"type":"object","properties":{"a":{"type":"any"}}}`), inputRoot(`,"$defs":{"X":"string"}`)}, near: []string{input(`{"type":["string","null"],"minLength":1.0,"examples":[]}`), input(`{"type":"number","multipleOf":1e-3}`), inputRoot(`,"$schema":"http://json-schema.org/draft-04/schema#","additionalProperties":{"minimum":0,"exclusiveMinimum":true}`), inputRoot(`,"dependencies":{"a":["b"]},"additionalProperties":false`)}},
	{rule: "compat.template_uri", kind: surface.ResourceTemplate, fires: []string{`{"uriTemplate":"notes://{id","name":"a"}`, `{"uriTemplate":"notes://id}","name":"a"}`, `{"uriTemplate":"notes://{a b}","name":"a"}`, `{"uriTemplate":"notes://{}","name":"a"}`}, near: []string{`{"uriTemplate":"notes://{id}{/path*}{?a,b:3}{+c.d}","name":"a"}`}},
	{rule: "compat.tool_count", fires: many(81), near: many(80)},
	{rule: "compat.tuple_items", fires: []string{input(`{"type":"array","items":[{"type":"string"}]}`)}, near: []string{input(`{"type":"array","items":{"type":"string"}}`)}},
	{rule: "compat.type_array", fires: []string{input(`{"type":["string","null"]}`)}, near: []string{input(`{"type":"string"}`), output(`{"type":"object","properties":{"a":{"type":["string","null"]}}}`)}},
}

// fired are the findings of one rule.
func fired(findings []compat.Finding, rule string) []compat.Finding {
	return slices.DeleteFunc(findings, func(f compat.Finding) bool { return f.Rule != rule })
}

func TestRulesFire(t *testing.T) {
	for _, tt := range cases {
		t.Run(tt.rule, func(t *testing.T) {
			kind := tt.kind
			if kind == "" {
				kind = surface.Tool
			}
			if near := fired(compat.Check(listed(t, kind, tt.near...)), tt.rule); len(near) > 0 {
				t.Errorf("Check(%v) = %+v, want nothing of the rule", tt.near, near)
			}
			found := fired(compat.Check(listed(t, kind, tt.fires...)), tt.rule)
			if len(found) == 0 {
				t.Fatalf("Check(%v) has nothing of the rule", tt.fires)
			}
			if found[0].Index < 0 {
				return
			}
			for i, it := range tt.fires {
				if !slices.ContainsFunc(found, func(f compat.Finding) bool { return f.Index == i }) {
					t.Errorf("Check(%s) has nothing of the rule", it)
				}
			}
		})
	}
}

// TestNullCursor is apart from the table, since a page tells it.
func TestNullCursor(t *testing.T) {
	for text, want := range map[string]int{`{"tools":[],"nextCursor":null}`: 1, `{"tools":[]}`: 0} {
		s, err := surface.FromPages("harbor", [][]byte{[]byte(text)})
		if err != nil {
			t.Fatal(err)
		}
		if got := fired(compat.Check(s), "compat.null_cursor"); len(got) != want {
			t.Errorf("Check(%s) = %+v, want %d", text, got, want)
		}
	}
}

func TestRulesAreComplete(t *testing.T) {
	rules := compat.Rules()
	if !slices.IsSortedFunc(rules, func(a, b compat.Rule) int { return strings.Compare(a.ID, b.ID) }) {
		t.Error("Rules() is not sorted by id")
	}
	tested := map[string]bool{"compat.null_cursor": true}
	for _, c := range cases {
		tested[c.rule] = true
	}
	id := regexp.MustCompile(`^compat\.[a-z0-9_]+$`)
	date := regexp.MustCompile(`^20[0-9]{2}-(0[1-9]|1[0-2])$`)
	for i, r := range rules {
		if !id.MatchString(r.ID) || i > 0 && rules[i-1].ID == r.ID {
			t.Errorf("rule %q: not an id of its own", r.ID)
		}
		if !tested[r.ID] {
			t.Errorf("rule %s has no case", r.ID)
		}
		if r.Title == "" || r.Meaning == "" || r.Fix == "" || len(r.Sources) == 0 {
			t.Errorf("rule %s lacks a title, a meaning, a fix or a source", r.ID)
			continue
		}
		if !slices.ContainsFunc(r.Sources, func(s compat.Source) bool { return s.Effect == r.Effect }) {
			t.Errorf("rule %s: effect %q is of no source", r.ID, r.Effect)
		}
		for _, s := range r.Sources {
			if s.Client == "" || s.Where == "" || !date.MatchString(s.Date) || s.Effect.Rank() > compat.Advised.Rank() {
				t.Errorf("rule %s: source %+v is not complete", r.ID, s)
			}
		}
	}
	for rule := range tested {
		if !slices.ContainsFunc(rules, func(r compat.Rule) bool { return r.ID == rule }) {
			t.Errorf("a case names rule %s, which does not exist", rule)
		}
	}
}

// TestNames shows that a long name of an item is not repeated with every finding.
func TestNames(t *testing.T) {
	name := strings.Repeat("n", 1<<20)
	for _, f := range compat.Check(listed(t, surface.Tool, tool(name, `,"description":null`))) {
		if f.Index >= 0 && f.Name != name[:1024]+"…" {
			t.Errorf("finding %s with a name of %d bytes", f.Rule, len(f.Name))
		}
	}
}

// TestPlaces fixes order, pointers and details.
func TestPlaces(t *testing.T) {
	s := listed(t, surface.Tool,
		tool("b.c", `,"description":null`),
		tool("a", `,"inputSchema":{"type":"object","required":["z"],"properties":{"x/y":{"type":"array"},"b":{"type":["string","null"]}}}`),
	)
	want := []compat.Finding{
		{Rule: "compat.member_type", Kind: surface.Tool, Name: "b.c", Pointer: "/description", Detail: "description is null; want a string or nothing"},
		{Rule: "compat.name_characters", Kind: surface.Tool, Name: "b.c", Pointer: "/name", Detail: `'.'; want letters, digits, _ and - only`},
		{Rule: "compat.array_items", Kind: surface.Tool, Name: "a", Index: 1, Pointer: "/inputSchema/properties/x~1y", Detail: "array without items"},
		{Rule: "compat.property_name", Kind: surface.Tool, Name: "a", Index: 1, Pointer: "/inputSchema/properties", Detail: `"x/y"; want letters, digits, _ . and -, at most 64`},
		{Rule: "compat.required_undeclared", Kind: surface.Tool, Name: "a", Index: 1, Pointer: "/inputSchema/required", Detail: `"z" not among properties`},
		{Rule: "compat.type_array", Kind: surface.Tool, Name: "a", Index: 1, Pointer: "/inputSchema/properties/b/type", Detail: `"string", "null"; want one type`},
	}
	if diff := cmp.Diff(want, compat.Check(s)); diff != "" {
		t.Errorf("Check (-want +got):\n%s", diff)
	}
}

// places counts what findings stand for.
func places(findings []compat.Finding) int {
	n := len(findings)
	for _, f := range findings {
		n += f.More
	}
	return n
}

// TestCaps shows that what is not listed is counted.
func TestCaps(t *testing.T) {
	var properties []string
	for i := range 25 {
		properties = append(properties, fmt.Sprintf(`"p%d":{"type":"array"}`, i))
	}
	wide := inputs("{" + strings.Join(properties, ",") + "}")
	tests := []struct {
		name             string
		items            []string
		listed, of, more int
	}{
		{"one item", []string{wide}, 10, 25, 15},
		{"two items", []string{wide, input(`{"type":"array"}`)}, 11, 26, 0},
		{"many items", slices.Repeat([]string{wide}, 120), 1000, 3000, 515},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := fired(compat.Check(listed(t, surface.Tool, tt.items...)), "compat.array_items")
			if last := got[len(got)-1]; len(got) != tt.listed || places(got) != tt.of || last.More != tt.more {
				t.Errorf("Check lists %d of %d, last %+v; want %d of %d, more %d", len(got), places(got), last, tt.listed, tt.of, tt.more)
			}
		})
	}
}
