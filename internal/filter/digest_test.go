package filter_test

import (
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

const (
	toolA   = `{"name":"a"}`
	answerA = `{"tool_digest":"sha256:56c52e6199ec4401797f8645d4ea3d0fd2952a0f99ce9d90d014fac0fcc2772d",` +
		`"field_digests":{"description":"sha256:4b3a824a68546d30e9bfa22c864edd022d54387818af3bf39820f6d989bcb0f6",` +
		`"input_schema":"sha256:348b36fe8fa57bf35d8304f856debf21b097434d25aea31b8eee2c0ff92bd9e7",` +
		`"output_schema":"sha256:6969128f97f2ae0b5576343b492d312e1ab80eedf990f4bba8366c4622e808b5",` +
		`"annotations":"sha256:9d456a3d9cbf04f45cec915bcf7e8f02c034bf81abc077151b74bf5b06c4234b"}}`
)

func TestDigestOfTool(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{`{"tool":` + toolA + `}`, answerA},
		{`{"id":"x","tool":` + toolA + `}`, `{"id":"x",` + answerA[1:]},
		{`{"tool":` + toolA + `,"id":1.50}`, `{"id":1.50,` + answerA[1:]},
		{`{"tool":` + toolA + `,"id":{"a": [null ]}}`, `{"id":{"a": [null ]},` + answerA[1:]},
		{`{"id":null,"tool":` + toolA + `}`, `{"id":null,` + answerA[1:]},
		{` {"tool" : { "n\u0061me" : "a" } } `, answerA},
	} {
		if got, failed := digest(t, c.in+"\n"); got != c.want+"\n" || failed != 0 {
			t.Errorf("digest(%s) = %s, %d failed, want %s", c.in, got, failed, c.want)
		}
	}
}

// TestDigestOfPages runs the vectors that another implementation answered
// through the filter, all at once.
func TestDigestOfPages(t *testing.T) {
	var in strings.Builder
	var want []*jsonv.Value
	n := rows(t, func(row *jsonv.Value) {
		line := `{"id":` + row.Get("id").Raw() + `,"server":` + row.Get("server").Raw() +
			`,"completeness":` + row.Get("completeness").Raw() + `,"pages":`
		in.WriteString(line + strings.NewReplacer("\n", " ", "\r", " ").Replace(row.Get("raw").Text()) + "}\n")
		want = append(want, row)
	}, "data", "vectors", "manifests.jsonl.gz")
	out, failed := digest(t, in.String())
	answers := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	if failed != 0 || len(answers) != n {
		t.Fatalf("digest: %d answers, %d failed, want %d and 0", len(answers), failed, n)
	}
	for i, answer := range answers {
		record := want[i].Get("want").Raw()
		wanted := parse(t, `{"id":`+want[i].Get("id").Raw()+`,`+record[1:])
		if got := parse(t, answer); !jsonv.Equal(got, wanted, jsonv.Doubles) {
			t.Errorf("digest of %s =\n%s\nwant\n%s", want[i].Get("id").Text(), answer, wanted.Raw())
		}
	}
}

// TestInvalidPages: what strict parsing refuses is an error at its place.
func TestInvalidPages(t *testing.T) {
	n := rows(t, func(row *jsonv.Value) {
		raw := strings.NewReplacer("\n", " ", "\r", " ").Replace(row.Get("raw").Text())
		out, failed := digest(t, `{"id":5,"pages":`+raw+"}\n")
		answer := parse(t, out)
		if failed != 1 || answer.Get("id").Raw() != "5" || answer.Get("error").Get("code").Text() == "" {
			t.Errorf("digest of %s = %s, want an error for %q", row.Get("id").Text(), out, row.Get("want_error").Text())
		}
	}, "data", "vectors", "manifests-invalid.jsonl.gz")
	if n != 60 {
		t.Errorf("read %d vectors, want 60", n)
	}
}

func TestDigestOfOddPages(t *testing.T) {
	const (
		a     = `{"tools":[{"name":"a"}]}`
		b     = `{"tools":[{"name":"b"}]}`
		aMore = `{"tools":[{"name":"a"}],"nextCursor":"c"}`
		fault = `{"error":{"code":-32000,"message":"no"}}`
	)
	for _, c := range []struct{ line, want string }{
		{`{"pages":[]}`, `not_observed unknown 0`},
		{`{"pages":[],"completeness":"complete"}`, `not_observed unknown 0`},
		{`{"pages":[` + fault + `]}`, `not_observed unknown 0`},
		{`{"pages":[null]}`, `not_observed unknown 0`},
		{`{"pages":[{"prompts":[]}]}`, `not_observed unknown 0`},
		{`{"pages":[` + a + `]}`, `observed complete 1`},
		{`{"pages":[` + aMore + `]}`, `observed partial 1`},
		{`{"pages":[` + aMore + `,` + b + `]}`, `observed complete 2`},
		{`{"pages":[` + aMore + `,` + fault + `]}`, `observed partial 1`},
		{`{"pages":[` + fault + `,` + a + `]}`, `observed partial 1`},
		{`{"pages":[` + aMore + `,` + fault + `,` + b + `]}`, `observed partial 2`},
		{`{"pages":[` + a + `,` + b + `]}`, `observed partial 2`},
		{`{"pages":[` + aMore + `,5,` + b + `]}`, `observed partial 2`},
		{`{"pages":[` + a + `,` + a + `]}`, `ambiguous partial 2`},
		{`{"pages":[` + a + `,` + b + `],"completeness":"complete"}`, `observed complete 2`},
		{`{"pages":[` + a + `],"completeness":"unknown","server":"s"}`, `observed unknown 1`},
		{`{"pages":[` + a + `],"completeness":null,"server":"s"}`, `observed complete 1`},
		{`{"pages":[{"tools":[null,{"name":"b"}]}],"completeness":"complete"}`, `observed partial 2`},
	} {
		out, failed := digest(t, c.line+"\n")
		v := parse(t, out)
		o := v.Get("observed")
		got := v.Get("status").Text() + " " + o.Get("tools_list_complete").Text() + " " + o.Get("tool_count").Text()
		if got != c.want || failed != 0 {
			t.Errorf("digest(%s) = %s, want %s", c.line, out, c.want)
		}
	}
}

func TestDigestErrors(t *testing.T) {
	deep := strings.Repeat("[", 1000) + strings.Repeat("]", 1000)
	for _, c := range []struct{ line, code, message, place string }{
		{`{"tool":{"name":"a","x":{"y":1,"y":2}}}`, "duplicate_member", `member "y" is repeated`, "31 /tool/x"},
		{`{"tool":1e999}`, "number_out_of_range", "number 1e999 is beyond the largest double", "8 /tool"},
		{`{"tool":5}`, "wrong_value", "found number, want an object", "8 /tool"},
		{`{"tool":null}`, "wrong_value", "found null, want an object", "8 /tool"},
		{`{"tool":{"x":` + deep + `}}`, "too_deep", "nesting is over the limit of 1000", "1012 /tool"},
		{`{"tools":[]}`, "unknown_member", `found member "tools", want only id, tool, pages, server, completeness`, "9 /tools"},
		{`{"tool":{},"server":"s"}`, "unknown_member", `found member "server", want only id, tool`, "20 /server"},
		{`{"id":1}`, "missing_member", `found neither member "tool" nor "pages"`, "0 "},
		{`{"pages":{}}`, "wrong_value", "found object, want an array of results", "9 /pages"},
		{`{"pages":[],"server":7}`, "wrong_value", "found number, want a string", "21 /server"},
		{`{"pages":[],"completeness":"most"}`, "wrong_value", `found another value, want null or one of complete, partial, unknown`, "27 /completeness"},
		{`[]`, "not_object", "found array, want an object", "0 "},
		{"\xEF\xBB\xBF 5", "not_object", "found number, want an object", "4 "},
		{`{"tool":{}} x`, "trailing_text", "found 'x' after the end of the value", "12 "},
		{`{"a/b":1}`, "unknown_member", `found member "a/b", want only id, tool, pages, server, completeness`, "7 /a~1b"},
	} {
		out, failed := digest(t, c.line+"\n")
		e := parse(t, out).Get("error")
		if e.Get("code").Text() != c.code || e.Get("message").Text() != c.message || failed != 1 {
			t.Errorf("digest(%.60s) = %s, want %s: %s", c.line, out, c.code, c.message)
		}
		if place := e.Get("offset").Text() + " " + e.Get("pointer").Text(); !strings.HasPrefix(place, c.place) {
			t.Errorf("digest(%.60s) = %.200s, want place %s", c.line, out, c.place)
		}
	}
}
