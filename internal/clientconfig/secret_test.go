package clientconfig_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/clientconfig"
)

// TestLaunchShowsNoSecrets puts a secret wherever one can stand in an entry.
func TestLaunchShowsNoSecrets(t *testing.T) {
	const text = `{"mcpServers": {
	  "args": {
	    "command": "npx",
	    "args": ["-y", "bridge", "--api-key", "S3CRET-1aaaaa", "--token=S3CRET-2aaaaa", "--header", "Authorization: Bearer S3CRET-3aaaaa", "-H", "X-Key:S3CRET-4aaaaa",
	      "--header=X: S3CRET-5aaaaa", "https://u:S3CRET-6aaaaa@h/x", "https://S3CRET-7aaaaa@h/x", "https://h/s/S3CRET-8aaaaaaaaaaaaaaaaaaa/mcp",
	      "S3CRET-9aaaaa", "in --text=S3CRET-9aaaaa", "https://h?api_key=S3CRET-10aaaa"],
	    "env": {"KEY": "S3CRET-9aaaaa", "OTHER": "${HARBOR_TOKEN}"}
	  },
	  "remote": {
	    "url": "https://h/S3CRET-11aaaaaaaaaaaaaaaaa/mcp?token=S3CRET-12aaaa&x=S3CRET-13aaaa",
	    "headers": {"Authorization": "Bearer S3CRET-14aaaa", "X": "S3CRET-13aaaa"}
	  }
	}}`
	servers, err := clientconfig.Parse([]byte(text), "a.json", linux())
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range servers {
		shown := fmt.Sprintf("%+v", s.Launch())
		if strings.Contains(shown, "S3CRET") || strings.Contains(shown, "tok-3f9a1c77e2") {
			t.Errorf("server %q is shown as %s", s.Name, shown)
		}
	}
	want := []string{
		"-y", "bridge", "--api-key", "<secret>", "--token=<secret>", "--header", "Authorization: <secret>", "-H", "X-Key: <secret>",
		"--header=X: <secret>", "https://u:<secret>@h/x", "https://<secret>@h/x", "https://h/s/<secret>/mcp",
		"<secret>", "in --text=<secret>", "https://h?api_key=<secret>",
	}
	if diff := cmp.Diff(want, servers[0].Launch().Args); diff != "" {
		t.Errorf("arguments shown (-want +got):\n%s", diff)
	}
}

// TestErrorsHoldNoValues breaks each syntax right behind a secret.
func TestErrorsHoldNoValues(t *testing.T) {
	for _, tt := range []struct{ path, text string }{
		{"a.json", `{"mcpServers": {"s": {"command": "x", "env": {"K": "S3CRET"} "oops"}}}`},
		{"a.json", `{"mcpServers": {"s": {"command": "x", "env": {"K": S3CRET}}}}`},
		{"a.json", `{"mcpServers": {"s": {"command": "x", "env": "S3CRET"}}}`},
		{"a.json", `{"mcpServers": {"s": {"command": "x", "args": "S3CRET"}}}`},
		{"a.json", `{"mcpServers": {"s": {"command": "x", "env": {"K": ["S3CRET"]}}}}`},
		{"a.json", `{"mcpServers": {"s": {"type": "http", "headers": {"K": "S3CRET"}}}}`},
		{"a.json", `{"mcpServers": {"s": {"command": "x", "headers": "S3CRET"}}}`},
		{"a.json", `{"mcpServers": {"s": "S3CRET"}}`},
		{"a.json", `{"mcpServers": "S3CRET"}`},
		{"a.toml", "[mcp_servers.s]\ncommand = 'x'\nenv = { K = S3CRET }\n"},
		{"a.toml", "[mcp_servers.s]\ncommand = 'x'\nenv = { K = 'S3CRET' \n"},
		{"a.toml", "[mcp_servers.s]\ncommand = 'x'\ncommand = 'S3CRET'\n"},
		{"a.toml", "[mcp_servers.s]\ncommand = \"S3CRET\\q\"\n"},
		{"a.toml", "[mcp_servers.s]\ncommand = 1979-99-S3CRET\n"},
		{"a.toml", "[mcp_servers.s]\ncommand = 12S3CRET\n"},
		{"a.yaml", "extensions:\n  s:\n    cmd: x\n    envs: {K: S3CRET\n"},
		{"a.yaml", "extensions:\n  s:\n    cmd: x: S3CRET\n"},
		{"a.yaml", "extensions:\n  s:\n    cmd: \"S3CRET\n"},
		{"a.yaml", "extensions:\n  s:\n   cmd: x\n    envs: S3CRET\n"},
		{"a.yaml", "extensions:\n  s:\n    cmd: &S3CRET\n\t*S3CRET\n"},
		{"a.yaml", "extensions:\n  s:\n    type: stdio\n    cmd: x\n    envs: S3CRET\n"},
	} {
		_, err := clientconfig.Parse([]byte(tt.text), tt.path, linux())
		if err == nil || strings.Contains(err.Error(), "S3CRET") {
			t.Errorf("Parse(%q): error %v, want one without the value", tt.text, err)
		}
	}
}
