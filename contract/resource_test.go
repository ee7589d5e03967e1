package contract_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/contract"
	"github.com/mooring-mcp/mooring/surface"
)

type itemCase struct {
	name, before, after string
	want                []string
}

func runItemCases(t *testing.T, kind surface.Kind, cases []itemCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, err := contract.CompareItem(kind, []byte(`{`+c.before+`}`), []byte(`{`+c.after+`}`), contract.Options{})
			if diff := cmp.Diff(c.want, rulesOf(got)); diff != "" || err != nil {
				t.Errorf("%s to %s: %v, -want +got:\n%s", c.before, c.after, err, diff)
			}
		})
	}
}

func TestCompareResource(t *testing.T) {
	runItemCases(t, surface.Resource, []itemCase{
		{"type", `"mimeType":"text/plain"`, `"mimeType":"text/html"`, []string{"resource.mimeType.changed BREAKING /mimeType"}},
		{"parameter", `"mimeType":"text/plain"`, `"mimeType":"text/plain; charset=utf-8"`, []string{"resource.mimeType.changed POTENTIALLY_BREAKING /mimeType"}},
		{"case", `"mimeType":"text/plain"`, `"mimeType":"Text/Plain"`, []string{"resource.mimeType.changed POTENTIALLY_BREAKING /mimeType"}},
		{"no string", `"mimeType":"text/plain"`, `"mimeType":null`, []string{"resource.mimeType.changed BREAKING /mimeType"}},
		{"audience", `"annotations":{"audience":["user"]}`, `"annotations":{"audience":["user","assistant"]}`, []string{"resource.annotations.audienceChanged POTENTIALLY_BREAKING /annotations/audience"}},
		{"order of the audience", `"annotations":{"audience":["user","assistant"]}`, `"annotations":{"audience":["assistant","user","user"]}`, nil},
		{"audience is no array", `"annotations":{"audience":["user"]}`, `"annotations":{"audience":"user"}`, []string{"resource.annotations.audienceChanged POTENTIALLY_BREAKING /annotations/audience"}},
		{"volatile", `"size":1,"annotations":{"lastModified":"a"}`, `"size":2,"annotations":{"lastModified":"b"}`, nil},
		{"icons from another host", `"icons":[{"src":"https://a.com/i"}]`, `"icons":[{"src":"https://b.com/i"}]`, []string{"resource.icons.changed POTENTIALLY_BREAKING /icons"}},
		{"unknown", ``, `"x":1,"annotations":{"y":1}`, []string{"resource.member.unmodelled POTENTIALLY_BREAKING /annotations/y", "resource.member.unmodelled POTENTIALLY_BREAKING /x"}},
		{"annotations are no object", ``, `"annotations":1`, []string{"resource.member.unmodelled POTENTIALLY_BREAKING /annotations"}},
	})
}

func TestComparePrompt(t *testing.T) {
	args := func(list string) string { return `"arguments":[` + list + `]` }
	runItemCases(t, surface.Prompt, []itemCase{
		{"order", args(`{"name":"a"},{"name":"b"}`), args(`{"name":"b"},{"name":"a"}`), nil},
		{"required comes", args(``), args(`{"name":"a"},{"name":"b","required":true}`), []string{"prompt.argument.addedOptional NON_BREAKING /arguments/0", "prompt.argument.addedRequired BREAKING /arguments/1"}},
		{"one goes", args(`{"name":"a"},{"name":"b"}`), args(`{"name":"a"}`), []string{"prompt.argument.removed POTENTIALLY_BREAKING /arguments/1"}},
		{"perhaps required", args(`{"name":"a"}`), args(`{"name":"a","required":"no"}`), []string{"prompt.argument.becameRequired BREAKING /arguments/0/required"}},
		{"default written out", args(`{"name":"a"}`), args(`{"name":"a","required":false}`), []string{"prompt.argument.defaultMadeExplicit DOCUMENTATION /arguments/0/required"}},
		{"unknown member", args(`{"name":"a"}`), args(`{"name":"a","type":"x"}`), []string{"prompt.member.unmodelled POTENTIALLY_BREAKING /arguments/0/type"}},
		{"repeated name", args(`{"name":"a"}`), args(`{"name":"a"},{"name":"a","required":true}`), []string{"prompt.member.unmodelled POTENTIALLY_BREAKING /arguments"}},
		{"nameless", args(`{"name":"a"}`), args(`{"name":"a"},7`), []string{"prompt.member.unmodelled POTENTIALLY_BREAKING /arguments"}},
		{"no array", args(`{"name":"a"}`), `"arguments":{}`, []string{"prompt.member.unmodelled POTENTIALLY_BREAKING /arguments", "prompt.argument.removed POTENTIALLY_BREAKING /arguments/0"}},
	})
}

func TestCompareTemplate(t *testing.T) {
	uri := func(s string) string { return `"uriTemplate":"` + s + `"` }
	found := func(all ...string) []string {
		var out []string
		for _, s := range all {
			out = append(out, "resourceTemplate."+s+" /uriTemplate")
		}
		return out
	}
	many := strings.Repeat("{a}", 300)
	runItemCases(t, surface.ResourceTemplate, []itemCase{
		{"same", uri("a://{x}"), uri("a://{x}"), nil},
		{"renamed", uri("a://{x}/r"), uri("a://{y}/r"), found("variable.renamed POTENTIALLY_BREAKING")},
		{"added", uri("a://{x}"), uri("a://{x}{y}"), found("variable.added BREAKING")},
		{"added to an expression", uri("a://{x}"), uri("a://{x,y}"), found("variable.added BREAKING")},
		{"query added", uri("a://{x}"), uri("a://{x}{?q,r}"), found("variable.added POTENTIALLY_BREAKING", "variable.added POTENTIALLY_BREAKING")},
		{"removed", uri("a://{x}{?q}"), uri("a://{x}"), found("variable.removed BREAKING")},
		{"elsewhere is not renamed", uri("a://{x}/b"), uri("a:///{y}b"), found("variable.added BREAKING", "variable.removed BREAKING")},
		{"swapped", uri("a://{x}/{y}"), uri("a://{y}/{x}"), found("variable.changed BREAKING")},
		{"other operator", uri("a://{x}"), uri("a://{+x}"), found("variable.changed BREAKING")},
		{"other modifier", uri("a://{x}"), uri("a://{x*}"), found("variable.changed BREAKING")},
		{"other text", uri("a://{x}"), uri("b://{x}"), found("member.unmodelled POTENTIALLY_BREAKING")},
		{"no template", uri("a://{x}"), uri("a://{x"), found("member.unmodelled POTENTIALLY_BREAKING")},
		{"too many variables", uri("a://" + many), uri("a://{a}" + many), found("member.unmodelled POTENTIALLY_BREAKING")},
		{"no size", ``, `"size":1`, []string{"resourceTemplate.member.unmodelled POTENTIALLY_BREAKING /size"}},
	})
}

func TestCompareItemRefuses(t *testing.T) {
	for _, c := range []struct {
		kind          surface.Kind
		before, after string
	}{
		{surface.Tool, `{}`, `{}`},
		{surface.Prompt, `{"a":1,"a":2}`, `{}`},
		{surface.Prompt, `{}`, `[]`},
		{surface.Resource, `{}`, ``},
	} {
		if got, err := contract.CompareItem(c.kind, []byte(c.before), []byte(c.after), contract.Options{}); err == nil {
			t.Errorf("CompareItem(%s, %s, %s) = %v, want an error", c.kind, c.before, c.after, got)
		}
	}
}
