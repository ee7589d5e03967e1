package report_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/firstsight"
	"github.com/mooring-mcp/mooring/surface"
	"github.com/mooring-mcp/mooring/taxonomy"
)

func lookAt(t *testing.T, page string) firstsight.Sight {
	t.Helper()
	s, err := surface.Read("harbor", []byte(page))
	if err != nil {
		t.Fatal(err)
	}
	return firstsight.Look(s, taxonomy.Imperatives())
}

// TestParameters shows classes by parameter and in sum, and promises nothing.
func TestParameters(t *testing.T) {
	const key = "sk-live-0123456789abcdef"
	text := shownSight(t, lookAt(t, `{"tools":[
		{"name":"dock","inputSchema":{"properties":{"webhook":{},"path":{"description":"where the token lies"},"ship":{}},"required":["path"]}},
		{"name":"moor","inputSchema":{"properties":{"clientSecret":{},"x\u202e":{"default":"`+key+`"}}}},
		{"name":"none","inputSchema":{"properties":{"ship":{}}}},
		{"name":"call","inputSchema":{"properties":{"url":{}},"required":["url"]}}]}`))
	for _, want := range []string{`
parameters by risk class
  · gg:credential-value: 1 tool, required in 1
  · gg:filesystem-path: 1 tool, required in 1
  · gg:url-endpoint: 2 tools, required in 1
  dock  path (required) gg:credential-value gg:filesystem-path, webhook gg:url-endpoint
  moor  clientSecret ? derived:credential, x<U+202E> ? derived:credential
  call  url (required) gg:url-endpoint
  labels are advisory`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in:\n%s", want, text)
		}
	}
	for _, never := range []string{key, "safe", "none "} {
		if strings.Contains(text, never) {
			t.Errorf("%q in:\n%s", never, text)
		}
	}
	if text := shownSight(t, lookAt(t, `{"tools":[{"name":"a"}]}`)); strings.Contains(text, "risk class") {
		t.Errorf("labels where there are none:\n%s", text)
	}
}

// TestManyParameters: what is not shown is counted.
func TestManyParameters(t *testing.T) {
	var tools []string
	for i := range firstsight.MaxTools + 5 {
		tools = append(tools, fmt.Sprintf(`{"name":"t%d","inputSchema":{"properties":{"url":{}}}}`, i))
	}
	tools = append(tools, `{"name":"big","inputSchema":{"properties":{"url":{},"`+strings.Repeat("url ", 300_000)+`":{}}}}`)
	sight := lookAt(t, `{"tools":[`+strings.Join(tools, ",")+`]}`)
	if len(sight.Parameters.Tools) != firstsight.MaxTools || sight.Omitted["parameters"] != 6 {
		t.Errorf("%d tools, %v omitted, want %d and 6", len(sight.Parameters.Tools), sight.Omitted, firstsight.MaxTools)
	}
	text := shownSight(t, sight)
	if want := "and 966 more; --record sight lists up to 1000 tools"; !strings.Contains(text, want) {
		t.Errorf("no %q in:\n%s", want, text)
	}
}
