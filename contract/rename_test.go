package contract_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/contract"
)

// renamed returns "before after" of the hints, and fails when one is milder than
// what stands beside it.
func renamed(t *testing.T, before, after string) []string {
	t.Helper()
	findings := contract.CompareServer(observed(t, before), observed(t, after), contract.Options{})
	var out []string
	paths := map[string]string{}
	for _, f := range findings {
		paths[f.Rule+f.Path] = f.Path
	}
	for _, f := range findings {
		if f.Rule != "tool.renamed" {
			continue
		}
		if f.Severity != contract.Breaking || paths["tool.removed"+f.Path] == "" {
			t.Errorf("hint %+v stands alone, or is mild", f)
		}
		out = append(out, strings.ReplaceAll(string(f.Before)+" "+string(f.After), `"`, ""))
	}
	return out
}

func TestRenames(t *testing.T) {
	list := func(tools ...string) string { return `[{"tools":[` + strings.Join(tools, ",") + `]}]` }
	tool := func(name, description, schema string) string {
		return fmt.Sprintf(`{"name":%q,"description":%q,"inputSchema":{"type":"object"%s}}`, name, description, schema)
	}
	const schema = `,"properties":{"q":{"type":"string"}}`
	titled := func(name, title string) string {
		return fmt.Sprintf(`{"name":%q,"annotations":{"title":%q,"readOnlyHint":true},"inputSchema":{"type":"object"}}`, name, title)
	}
	for _, c := range []struct {
		name, before, after string
		want                []string
	}{
		{"equal but for the name", list(tool("fetch", "Gets.", schema)), list(tool("zzz", "Gets.", schema)), []string{"fetch zzz"}},
		{"title repeats both names", list(titled("get_it", "Get It")), list(titled("fetch_it", "Fetch it")), []string{"get_it fetch_it"}},
		{"title says something", list(titled("alpha", "Get It")), list(titled("omega", "Fetch it all")), nil},
		{"words in another order", list(tool("issue_get", "One.", schema)), list(tool("getIssue", "Two.", schema)), []string{"issue_get getIssue"}},
		{"with a prefix", list(tool("get_issue", "One.", schema)), list(tool("github_get_issue", "Two.", schema)), []string{"get_issue github_get_issue"}},
		{"another schema", list(tool("get_issue", "One.", schema)), list(tool("github_get_issue", "One.", "")), nil},
		{"another name and text", list(tool("get_issue", "One.", schema)), list(tool("delete_page", "Two.", schema)), nil},
		{"the best of several", list(tool("get_user", "A.", ""), tool("get_page", "A.", "")), list(tool("get_pages", "A.", ""), tool("get_users", "A.", "")), []string{"get_page get_pages", "get_user get_users"}},
		{"one of two is left", list(tool("a", "A.", ""), tool("b", "A.", "")), list(tool("c", "A.", "")), []string{"a c"}},
	} {
		if diff := cmp.Diff(c.want, renamed(t, c.before, c.after)); diff != "" {
			t.Errorf("%s: -want +got:\n%s", c.name, diff)
		}
	}
}

// TestManyRenames: a thousand tools that look alike cost bounded work, and the order
// in which they are listed changes nothing.
func TestManyRenames(t *testing.T) {
	var before, after []string
	for i := range 1000 {
		before = append(before, fmt.Sprintf(`{"name":"before_%d","inputSchema":{"type":"object"}}`, i))
		after = append(after, fmt.Sprintf(`{"name":"after_%d","inputSchema":{"type":"object"}}`, i))
	}
	list := func(tools []string) string { return `[{"tools":[` + strings.Join(tools, ",") + `]}]` }
	first := renamed(t, list(before), list(after))
	slices.Reverse(before)
	slices.Reverse(after)
	if diff := cmp.Diff(first, renamed(t, list(before), list(after))); diff != "" {
		t.Errorf("another order gives other pairs:\n%s", diff)
	}
}
