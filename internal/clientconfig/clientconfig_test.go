package clientconfig_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/clientconfig"
)

func lookup(name string) (string, bool) {
	value, ok := map[string]string{"HOME": "/home/x", "TOKEN": "s3cret", "EMPTY": ""}[name]
	return value, ok
}

func TestParse(t *testing.T) {
	text := `{"other": 1, "mcpServers": {
	  "web": {"type": "http", "disabled": true, "url": "https://mcp.example/${TOKEN}"},
	  "files": {"command": "node", "args": ["server.js", "${HOME}/notes", "${NOPE}", "$HOME"], "cwd": "${DIR:-work}", "env": {"B": "${TOKEN}", "A": "${EMPTY:-x}", "C": "${ALSO_NOPE}"}}
	}}`
	got, err := clientconfig.Parse([]byte(text), lookup)
	if err != nil {
		t.Fatal(err)
	}
	want := []clientconfig.Server{
		{
			Name: "files", Command: "node", Args: []string{"server.js", "/home/x/notes", "${NOPE}", "$HOME"}, Dir: "work",
			Env: []string{"A=x", "B=s3cret", "C=${ALSO_NOPE}"}, Unresolved: []string{"ALSO_NOPE", "NOPE"},
			Written: clientconfig.Written{Command: "node", Args: []string{"server.js", "${HOME}/notes", "${NOPE}", "$HOME"}, Dir: "${DIR:-work}"},
		},
		{Name: "web", URL: "https://mcp.example/s3cret", Written: clientconfig.Written{URL: "https://mcp.example/${TOKEN}"}, Disabled: true},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Parse (-want +got):\n%s", diff)
	}
}

func TestParseRefuses(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"no JSON", `{`, "end of the text"},
		{"no servers", `{"servers": {}}`, "mcpServers"},
		{"servers is a list", `{"mcpServers": []}`, "mcpServers"},
		{"entry is text", `{"mcpServers": {"a": "x"}}`, `server "a": found string, want an object`},
		{"no command", `{"mcpServers": {"a": {}}}`, "neither command nor url"},
		{"command is a list", `{"mcpServers": {"a": {"command": ["x"]}}}`, `"command" is array, want a string`},
		{"argument is a number", `{"mcpServers": {"a": {"command": "x", "args": [1]}}}`, `"args" is number, want strings`},
		{"value of a variable is a number", `{"mcpServers": {"a": {"command": "x", "env": {"P": 1}}}}`, `"env P" is number`},
		{"repeated server", `{"mcpServers": {"a": {"command": "x"}, "a": {"command": "y"}}}`, `member "a" is repeated`},
	} {
		if _, err := clientconfig.Parse([]byte(tt.text), lookup); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want one with %q", tt.name, err, tt.want)
		}
	}
}
