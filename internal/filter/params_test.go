package filter_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/filter"
	"github.com/mooring-mcp/mooring/internal/jsonv"
)

const nothing = `"classes":{"gg:command-string":{"any":false,"required":false},"gg:credential-value":{"any":false,"required":false},` +
	`"gg:filesystem-path":{"any":false,"required":false},"gg:money-amount":{"any":false,"required":false},"gg:url-endpoint":{"any":false,"required":false}},` +
	`"buckets":{"account_identity":{"any":false,"required":false},"raw_content_blob":{"any":false,"required":false}}`

func TestParams(t *testing.T) {
	url := strings.Replace(nothing, `endpoint":{"any":false`, `endpoint":{"any":true`, 1)
	for _, c := range []struct{ in, want, deep string }{
		{`{"id":1,"name":"x","description":null}`, `{"id":1,"classes":[],"buckets":[],"matches":[]}`, ""},
		{
			`{"name":"api_key","description":"sent to it"}`,
			`{"classes":["gg:credential-value"],"buckets":["account_identity"],"matches":[{"label":"gg:credential-value","form":"api_key","field":"name","start":0,"end":7},` +
				`{"label":"account_identity","form":"to","field":"description","start":5,"end":7}]}`, "",
		},
		{`{"tool":{}}`, `{"properties":[],` + nothing + `}`, `{"properties":[],` + nothing + `,"deep":{` + nothing + `}}`},
		{
			`{"tool":{"inputSchema":{"properties":{"baseUrl":{}},"$defs":{"A":{"items":{"properties":{"url":{}}}}}}}}`,
			`{"properties":[{"in":"","name":"baseUrl","required":false,"classes":[],"buckets":[],"matches":[],"derived":[{"kind":"derived:endpoint","where":"","why":"the words url"}]}],` + nothing + `}`,
			`{"properties":[{"in":"","name":"baseUrl","required":false,"classes":[],"buckets":[],"matches":[],"derived":[{"kind":"derived:endpoint","where":"","why":"the words url"}]},` +
				`{"in":"/$defs/A/items","name":"url","required":false,"classes":["gg:url-endpoint"],"buckets":[],"matches":[{"label":"gg:url-endpoint","form":"url","field":"name","start":0,"end":3}],"deep":true}],` +
				nothing + `,"deep":{` + url + `}}`,
		},
	} {
		got, failed := run(t, c.in+"\n", filter.Params(false))
		if diff := cmp.Diff(c.want+"\n", got); diff != "" || failed != 0 {
			t.Errorf("params(%s), %d failed (-want +got):\n%s", c.in, failed, diff)
		}
		if c.deep == "" {
			c.deep = c.want
		}
		got, failed = run(t, c.in+"\n", filter.Params(true))
		if diff := cmp.Diff(c.deep+"\n", got); diff != "" || failed != 0 {
			t.Errorf("params(%s), deep, %d failed (-want +got):\n%s", c.in, failed, diff)
		}
	}
}

func TestParamsErrors(t *testing.T) {
	for in, want := range map[string]string{
		`{}`:                           "missing_member",
		`{"description":"x"}`:          "missing_member",
		`{"name":7}`:                   "wrong_value",
		`{"name":"x","description":7}`: "wrong_value",
		`{"tool":[]}`:                  "wrong_value",
		`{"tool":{},"name":"x"}`:       "unknown_member",
		`{"tool":{"a":1,"a":2}}`:       "duplicate_member",
	} {
		out, failed := run(t, in+"\n", filter.Params(false))
		if code := parse(t, out).Get("error").Get("code").Text(); code != want || failed != 1 {
			t.Errorf("params(%s) = %s, want the error %s", in, out, want)
		}
	}
}

// TestParamsVectors runs the vectors of another implementation through the filter, in
// both depths.
func TestParamsVectors(t *testing.T) {
	for _, deep := range []bool{false, true} {
		var in strings.Builder
		var want [][]map[string]any
		n := rows(t, func(row *jsonv.Value) {
			in.WriteString(`{"tool":` + row.Get("tool").Raw() + "}\n")
			answer := row.Get("want")
			if deep && row.Get("want_deep").Exists() {
				answer = row.Get("want_deep")
			}
			want = append(want, properties(t, answer.Raw()))
		}, "data", "vectors", "gg-tools.jsonl.gz")
		out, failed := run(t, in.String(), filter.Params(deep))
		answers := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
		if failed != 0 || n != 3000 || len(answers) != n {
			t.Fatalf("%d answers to %d lines, %d failed, want 3000", len(answers), n, failed)
		}
		for i, answer := range answers {
			if diff := cmp.Diff(want[i], properties(t, answer)); diff != "" {
				t.Errorf("line %d, deep %v (-want +got):\n%s", i+1, deep, diff)
			}
		}
	}
}

// properties are those of an answer, without what is beyond the vectors.
func properties(t *testing.T, answer string) []map[string]any {
	t.Helper()
	var got struct{ Properties []map[string]any }
	if err := json.Unmarshal([]byte(answer), &got); err != nil {
		t.Fatal(err)
	}
	for _, p := range got.Properties {
		delete(p, "matches")
		delete(p, "derived")
		delete(p, "deep")
	}
	return got.Properties
}
