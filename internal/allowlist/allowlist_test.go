package allowlist_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/allowlist"
	"github.com/mooring-mcp/mooring/internal/lockfile"
	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/surface"
)

var update = flag.Bool("update", false, "rewrite golden files")

func stdio(dir string, env []string, words ...string) surface.Launch {
	return surface.NewLaunch(words[0], words[1:], dir, env)
}

func remote(address string, headers ...string) surface.Launch {
	return surface.Launch{Transport: "http", URL: surface.RedactURL(address), Headers: headers}
}

// launches has each kind of launch once, by the name of its server.
var launches = map[string]surface.Launch{
	"alone":       stdio("", nil, "/usr/local/bin/harbor"),
	"again":       stdio("/srv", nil, "/usr/local/bin/harbor"),
	"braces":      stdio("", nil, "${workspaceFolder}/run"),
	"default":     stdio("", nil, "node", "${DIR:-/srv}/index.js"),
	"editor":      stdio("", nil, "npx", "-y", "notes@1.2.3", "${env:HOME}"),
	"files":       stdio("", []string{"API_KEY"}, "npx", "-y", "@harbor/files@2.0.0", "/srv", "a \"b\"\u202e"),
	"hosted":      remote("https://mcp.example.com/u/0a1b2c3d4e5f6a7b8c9d0e1f/mcp"),
	"key":         stdio("", nil, "npx", "-y", "notes@1.2.3", "--api-key", "0123456789"),
	"nothing":     {},
	"pathless":    remote("https://mcp.example.com"),
	"search":      remote("https://mcp.example.com/search", "Authorization"),
	"star":        remote("https://mcp.example.com/*"),
	"variable":    stdio("", nil, "${HOME}/bin/server"),
	"variableurl": remote("https://${HOST}/mcp"),
}

func lock(t *testing.T) lockfile.Lock {
	t.Helper()
	var out lockfile.Lock
	for id, launch := range launches {
		s, err := surface.FromPages(id, [][]byte{[]byte(`{"tools":[]}`), []byte(`{"prompts":[]}`), []byte(`{"resources":[]}`), []byte(`{"resourceTemplates":[]}`)})
		if err != nil {
			t.Fatal(err)
		}
		s.Server.Launch = launch
		e, err := lockfile.Pin(s)
		if err != nil {
			t.Fatal(err)
		}
		out = out.Put(e)
	}
	return out
}

func TestLists(t *testing.T) {
	for _, client := range []allowlist.Client{allowlist.ClaudeManaged, allowlist.VSCode} {
		l := allowlist.Of(lock(t), client)
		var b bytes.Buffer
		b.Write(l.JSON())
		for _, n := range l.Notes {
			b.WriteString(n.String() + "\n")
		}
		path := filepath.Join("testdata", string(client)+".txt")
		if *update {
			if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), b.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", path, diff)
		}
	}
}

// TestEveryServerIsToldOf demands of each pinned server an entry or a note that it is
// left out, and of no entry that it has a secret.
func TestEveryServerIsToldOf(t *testing.T) {
	for _, client := range []allowlist.Client{allowlist.ClaudeManaged, allowlist.VSCode} {
		l := allowlist.Of(lock(t), client)
		text := string(l.JSON())
		if strings.Contains(text, surface.Secret) || strings.ContainsFunc(strings.ReplaceAll(text, "\n", ""), visible.Hidden) {
			t.Errorf("%s: a secret or a hidden character in\n%s", client, text)
		}
		left := map[string]bool{}
		for _, n := range l.Notes {
			left[n.Server] = left[n.Server] || n.Left
		}
		for id, launch := range launches {
			if in := has(t, l, launch); in == left[id] {
				t.Errorf("%s: server %q is in the list %t, left out %t", client, id, in, left[id])
			}
		}
	}
}

// has reads the list as a client would.
func has(t *testing.T, l allowlist.List, launch surface.Launch) bool {
	t.Helper()
	var file struct {
		Allowed []map[string]any `json:"allowedMcpServers"`
	}
	if err := json.Unmarshal(l.JSON(), &file); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{"serverUrl": launch.URL}
	if launch.URL == "" {
		words := []any{launch.Command}
		for _, a := range launch.Args {
			words = append(words, a)
		}
		want = map[string]any{"serverCommand": words}
	}
	for _, e := range file.Allowed {
		if cmp.Equal(e, want) {
			return true
		}
	}
	return false
}

func TestEmptyLock(t *testing.T) {
	if got := string(allowlist.Of(lockfile.Lock{}, allowlist.VSCode).JSON()); got != "{\n  \"allowedMcpServers\": []\n}\n" {
		t.Errorf("an empty lock gives %s", got)
	}
}
