package oauth_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/oauth"
)

var challengeTests = []struct {
	header string
	want   map[string]string // nil: no Bearer challenge
}{
	{"", nil},
	{"Bearer", map[string]string{}},
	{`bearer realm="x"`, map[string]string{"realm": "x"}},
	{`Bearer resource_metadata="https://m.example/a,b", scope="a b", Error=invalid_token`, map[string]string{"resource_metadata": "https://m.example/a,b", "scope": "a b", "error": "invalid_token"}},
	{`Basic realm="a, Bearer x=\"y\"", Bearer scope=a`, map[string]string{"scope": "a"}},
	{`Negotiate abcd==, Bearer scope=a`, map[string]string{"scope": "a"}},
	{`Bearer scope=a, Basic realm=b`, map[string]string{"scope": "a"}},
	{`Bearer scope = "a" ,, error="b"`, map[string]string{"scope": "a", "error": "b"}},
	{`Bearer scope=a, scope=b`, map[string]string{"scope": "a"}},
	{`Bearer scope="never ends`, map[string]string{"scope": ""}},
	{`Basic realm=b`, nil},
	{`scope="a"`, nil},
}

func TestBearerParams(t *testing.T) {
	for _, tt := range challengeTests {
		got, ok := oauth.BearerParams(tt.header)
		if ok != (tt.want != nil) {
			t.Errorf("BearerParams(%q): found is %v", tt.header, ok)
		}
		if diff := cmp.Diff(tt.want, got); ok && diff != "" {
			t.Errorf("BearerParams(%q) (-want +got):\n%s", tt.header, diff)
		}
	}
}

// FuzzBearerParams: what is read, written as a challenge, reads the same; names are tokens in lower case.
func FuzzBearerParams(f *testing.F) {
	for _, tt := range challengeTests {
		f.Add(tt.header)
	}
	f.Fuzz(func(t *testing.T, header string) {
		params, ok := oauth.BearerParams(header)
		if !ok {
			return
		}
		written := "Bearer "
		for name, value := range params {
			if name != strings.ToLower(name) || strings.ContainsAny(name, " \t,\"=") {
				t.Fatalf("name %q", name)
			}
			written += name + `="` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value) + `", `
		}
		if again, ok := oauth.BearerParams(written); !ok || !maps.Equal(params, again) {
			t.Errorf("BearerParams(%q) = %q, and written as %q it is %q", header, params, written, again)
		}
	})
}
