package paramrisk_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/paramrisk"
)

func derive(name, schema string) string {
	var out []string
	for _, h := range paramrisk.Derive(name, []byte(schema), paramrisk.Label(name, "").Set()) {
		out = append(out, strings.TrimPrefix(fmt.Sprintf("%s %s: %s", h.Kind, h.Where, h.Why), "derived:"))
	}
	return strings.Join(out, ", ")
}

func TestDerive(t *testing.T) {
	for _, c := range []struct{ name, schema, want string }{
		{"x", `{}`, ""},
		{"clientSecret", `{}`, "credential : the words client secret"},
		{"accessKeyId", `{}`, ""}, // an id is no secret
		{"accessKey", ``, "credential : the words access key"},
		{"access_token", `true`, "credential : the words token"},
		{"token", `{}`, ""}, // the rules see it
		{"maxTokens", `{}`, ""},
		{"webhookId", `{}`, ""},
		{"next_page_token", `{}`, ""},
		{"baseUrl", `{}`, "endpoint : the words url"},
		{"destinationPath", `{}`, "path : the words path"},
		{"repo_path", `{}`, "path : the words path"},
		{"profile", `{}`, ""},
		{"HTTPCmd", `{}`, "command : the words cmd"},
		{"unitPrice", `{}`, "money : the words price"},
		{"x", `{"format":"uri"}`, "endpoint /format: format uri"},
		{"x", `{"format":"date-time","pattern":"^[a-z]+$"}`, ""},
		{"x", `{"pattern":"^https?://"}`, "endpoint /pattern: a pattern of URLs"},
		{"x", `{"pattern":"^/[a-z]"}`, "path /pattern: a pattern of absolute paths"},
		{"x", `{"pattern":"^(?:ghp_)[A-Za-z0-9]{36}$"}`, "credential /pattern: a pattern of credentials"},
		{"x", `{"default":"https://harbor.example/x"}`, "endpoint /default: a value that is a URL"},
		{"x", `{"examples":["a","/srv/harbor/log"]}`, "path /examples/1: a value that is a file path"},
		{"x", `{"examples":["a/b","/","//x/y","/berths"]}`, ""},
		{"x", `{"const":"~/log"}`, "path /const: a value that is a file path"},
		{"x", `{"const":"C:\\log"}`, "path /const: a value that is a file path"},
		{"x", `{"default":"SELECT name FROM berths"}`, "command /default: a value that is a SQL statement"},
		{"x", `{"default":"Select one"}`, ""},
		{"x", `{"enum":["EUR","USD"]}`, "money /enum: codes of currencies"},
		{"x", `{"enum":["EUR","berth"]}`, ""},
		{"x", `{"examples":[7,null,{"a":"https://a.example"}],"enum":{"0":"https://a.example"}}`, ""},
		{"x", `{"enum":["https://b.example"],"default":"https://a.example","format":"url"}`, "endpoint /default: a value that is a URL"},
		{"x", `{"enum":["`, ""},
		{strings.Repeat("baseUrl", 200), `{}`, ""},
	} {
		if diff := cmp.Diff(c.want, derive(c.name, c.schema)); diff != "" {
			t.Errorf("Derive(%.40q, %s) (-want +got):\n%s", c.name, c.schema, diff)
		}
	}
}

// TestDeriveKeepsSecrets: a value that looks like a secret is named by its kind, and no
// part of it is in anything that is returned.
func TestDeriveKeepsSecrets(t *testing.T) {
	body := strings.Repeat("Zq7", 14)
	for _, secret := range []string{
		"AKIA" + body, "ASIA" + body, "AIza" + body, "ghp_" + body, "gho_" + body, "ghs_" + body, "github_pat_" + body, "glpat-" + body, "sk-" + body,
		"sk_live_" + body, "sk_test_" + body, "xoxb-" + body, "xoxp-" + body, "Bearer " + body, "eyJ" + body + "." + body + "." + body,
		`-----BEGIN RSA PRIVATE KEY-----\n` + body,
	} {
		for _, keyword := range []string{`"default":"%s"`, `"const":"%s"`, `"enum":["x","%s"]`, `"examples":["%s"]`} {
			tool := `{"name":"a","inputSchema":{"properties":{"x":{` + fmt.Sprintf(keyword, secret) + `}}}}`
			got, err := paramrisk.Classify([]byte(tool), paramrisk.Options{})
			if err != nil {
				t.Fatal(err)
			}
			hints := got.Parameters[0].Hints
			if !slices.ContainsFunc(hints, func(h paramrisk.Hint) bool { return h.Kind == paramrisk.DerivedCredential }) {
				t.Errorf("%s: no hint of a credential", tool)
			}
			if text := fmt.Sprintf("%+v", got); strings.Contains(text, "Zq7") {
				t.Errorf("%s: the secret is in %s", tool, text)
			}
		}
	}
}

// TestDerivedNamesNoClass: nothing advisory passes as canonical.
func TestDerivedNamesNoClass(t *testing.T) {
	for i, k := range paramrisk.Kinds() {
		if !strings.HasPrefix(string(k), "derived:") || k.Beside() != paramrisk.Classes()[i] {
			t.Errorf("kind %q stands beside %q", k, k.Beside())
		}
	}
	if c := paramrisk.Kind("derived:x").Beside(); c != "" {
		t.Errorf("a kind that is none stands beside %q", c)
	}
}
