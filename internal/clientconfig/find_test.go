package clientconfig_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/clientconfig"
)

const one = `{"mcpServers": {"files": {"command": "npx", "args": ["files"]}}}`

func TestFindOnce(t *testing.T) {
	env := machines()["linux"]
	env.Project = env.Home
	sources := clientconfig.Find(memory(env, map[string]string{"/home/user/.cursor/mcp.json": one}))
	if len(sources) != 1 || sources[0].Scope != clientconfig.User {
		t.Errorf("Find in a project that is the home folder = %+v, want one file of the user's", sources)
	}
}

func TestFindByVariables(t *testing.T) {
	env := memory(machines()["linux"], map[string]string{
		"/cfg/zed/settings.json":                    `{"context_servers": {}}`,
		"/codex/config.toml":                        "",
		"/copilot/mcp-config.json":                  one,
		"/etc/other/gemini.json":                    `{}`,
		"/home/user/.codex/config.toml":             "x",
		"/home/user/.config/amp/settings.json":      "x",
		"/etc/gemini-cli/settings.json":             "x",
		"relative/amp/settings.json":                "x",
		"/home/user/.copilot/mcp-config.json":       "x",
		"/Library/Application Support/ClaudeCode/x": "x",
	})
	vars := map[string]string{
		"XDG_CONFIG_HOME": "/cfg", "CODEX_HOME": "/codex", "COPILOT_HOME": "/copilot", "GEMINI_CLI_SYSTEM_SETTINGS_PATH": "/etc/other/gemini.json",
	}
	env.Lookup = func(name string) (string, bool) { v, ok := vars[name]; return v, ok }
	var got []string
	for _, s := range clientconfig.Find(env) {
		got = append(got, fmt.Sprintf("%s %s %d %v", s.Client.ID, s.Path, len(s.Servers), s.Err))
	}
	want := []string{
		"codex /codex/config.toml 0 <nil>", "copilot-cli /copilot/mcp-config.json 1 <nil>",
		"gemini-cli /etc/other/gemini.json 0 <nil>", "zed /cfg/zed/settings.json 0 <nil>",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Find (-want +got):\n%s", diff)
	}
	vars["XDG_CONFIG_HOME"] = "relative"
	if s := clientconfig.Find(env)[0]; s.Path != "/home/user/.config/amp/settings.json" {
		t.Errorf("a relative XDG_CONFIG_HOME counts: %q", s.Path)
	}
}

func TestFindNothing(t *testing.T) {
	if got := clientconfig.Find(memory(clientconfig.Env{OS: "linux"}, nil)); got != nil {
		t.Errorf("Find = %+v, want nothing", got)
	}
}

func TestFindWrong(t *testing.T) {
	env := memory(machines()["linux"], map[string]string{
		"/home/user/.cursor/mcp.json": "{\n",
		"/srv/pier/.mcp.json":         "{\"mcpServers\": {\n\"good\": {\"command\": \"x\"},\n \"bad\": {\"command\": 1}}}",
		"/home/user/.kimi/mcp.json":   `{"mcpServers": 7}`,
	})
	sources := clientconfig.Find(env)
	if len(sources) != 3 {
		t.Fatalf("Find returned %d files, want 3", len(sources))
	}
	cursor, kimi, code := sources[0], sources[1], sources[2]
	if cursor.Err == nil || !strings.Contains(cursor.Err.Error(), "line 2, column 1") {
		t.Errorf("torn file: %v", cursor.Err)
	}
	if kimi.Err == nil || kimi.Err.Error() != `line 1: "mcpServers" is number, want an object of servers by name` {
		t.Errorf("servers of a wrong kind: %v", kimi.Err)
	}
	if len(code.Servers) != 1 || len(code.Wrong) != 1 || code.Wrong[0].Error() != `line 3: server "bad": "command" is number, want a string` {
		t.Errorf("one wrong entry: %d servers, wrong %v", len(code.Servers), code.Wrong)
	}
}

func TestFindLimits(t *testing.T) {
	files := map[string]string{}
	for i := range 300 {
		files[fmt.Sprintf("/srv/pier/.continue/mcpServers/%03d.json", i)] = one
		files[fmt.Sprintf("/home/user/.claude/plugins/cache/%s/.mcp.json", strings.Repeat("d/", i%20))] = one
	}
	read, limited := 0, 0
	for _, s := range clientconfig.Find(memory(machines()["linux"], files)) {
		switch {
		case s.Client.ID == "continue" && s.Err == nil:
			read++
		case s.Err != nil && strings.Contains(s.Err.Error(), "limit of 200"):
			limited++
		}
	}
	if read != 200 || limited != 1 {
		t.Errorf("%d files of a pattern were read and %d limits told, want 200 and 1", read, limited)
	}
	endless := machines()["linux"]
	endless = memory(endless, nil)
	endless.List = func(_, _ string) ([]clientconfig.Entry, error) {
		out := make([]clientconfig.Entry, 20)
		for i := range out {
			out[i] = clientconfig.Entry{Name: fmt.Sprint(i), Folder: true}
		}
		return out, nil
	}
	got := clientconfig.Find(endless)
	if len(got) != 1 || got[0].Err == nil || !strings.Contains(got[0].Err.Error(), "limit of 2000") {
		t.Errorf("endless folders: %+v", got)
	}
}

func TestDisk(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege on Windows")
	}
	home, project, outside := t.TempDir(), t.TempDir(), t.TempDir()
	write := func(path string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(one), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	link := func(target, path string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(target, path); err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(outside, "mcp.json"))
	write(filepath.Join(project, "inside.json"))
	write(filepath.Join(project, ".continue/mcpServers/a.json"))
	write(filepath.Join(home, ".junie")) // a file where a folder would be
	link(filepath.Join(outside, "mcp.json"), filepath.Join(home, ".cursor/mcp.json"))
	link(filepath.Join(outside, "mcp.json"), filepath.Join(project, ".cursor/mcp.json"))
	link("../inside.json", filepath.Join(project, ".roo/mcp.json"))
	link(outside, filepath.Join(project, ".continue/mcpServers/away"))
	if err := os.MkdirAll(filepath.Join(home, ".kimi/mcp.json"), 0o755); err != nil {
		t.Fatal(err)
	}
	env := clientconfig.Env{OS: "linux", Home: home, Project: project, Read: clientconfig.ReadFile, List: clientconfig.ListFolder}
	got := map[string]string{}
	for _, s := range clientconfig.Find(env) {
		got[fmt.Sprint(s.Client.ID, " ", s.Scope)] = fmt.Sprint(len(s.Servers), " ", s.Err != nil)
	}
	want := map[string]string{
		"cursor user": "1 false", "cursor project": "0 true", "roo project": "1 false", "continue project": "1 false", "kimi user": "0 true",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Find on disk (-want +got):\n%s", diff)
	}
}

func TestReadFileLimit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "big")
	if err := os.WriteFile(path, make([]byte, clientconfig.MaxBytes+1), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := clientconfig.ReadFile("", path); err == nil || !strings.Contains(err.Error(), "limit of 16777216 bytes") {
		t.Errorf("ReadFile: %v, want the limit", err)
	}
}

func TestNamed(t *testing.T) {
	const other = `{"mcpServers": {"files": {"command": "npx", "args": ["other"]}}}`
	const off = `{"mcpServers": {"files": {"command": "npx", "args": ["other"], "disabled": true}}}`
	for _, tt := range []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"user", map[string]string{"/home/user/.cursor/mcp.json": one}, "[cursor] user false"},
		{"project", map[string]string{"/srv/pier/.mcp.json": one}, "[claude-code jetbrains-air vscode] project true"},
		{"both alike", map[string]string{"/home/user/.cursor/mcp.json": one, "/srv/pier/.roo/mcp.json": one}, "[cursor roo] user false"},
		{
			"different",
			map[string]string{"/home/user/.cursor/mcp.json": one, "/srv/pier/.roo/mcp.json": other},
			`server "files" is launched differently by "/home/user/.cursor/mcp.json" and "/srv/pier/.roo/mcp.json"`,
		},
		{"different and off", map[string]string{"/home/user/.cursor/mcp.json": one, "/srv/pier/.roo/mcp.json": off}, "[cursor] user false"},
		{"only off", map[string]string{"/srv/pier/.roo/mcp.json": off}, "[roo] project true"},
		{"same after variables", map[string]string{
			"/home/user/.cursor/mcp.json": `{"mcpServers": {"files": {"command": "${env:NOTES_DIR}"}}}`,
			"/home/user/.claude.json":     `{"mcpServers": {"files": {"command": "${NOTES_DIR}"}}}`,
		}, "[claude-code cursor] user false"},
		{"of the user, for this project", map[string]string{
			"/home/user/.claude.json": `{"mcpServers": {"files": {"command": "x"}}, "projects": {"/srv/pier": {"mcpServers": {"files": {"command": "y"}}}}}`,
		}, "[claude-code] user false"},
		{"none", map[string]string{"/home/user/.cursor/mcp.json": `{}`}, `no such server "files" in the 1 configuration that was found`},
	} {
		m, err := clientconfig.Named(clientconfig.Find(memory(machines()["linux"], tt.files)), "files")
		got := fmt.Sprintf("%v %s %v", m.Clients, m.Server.Scope, m.Project)
		if err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s: Named = %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestPlacesAreLookedAt puts a file at each place and has it found.
func TestPlacesAreLookedAt(t *testing.T) {
	for name, env := range machines() {
		places := clientconfig.Places(env)
		if len(places) < 20 {
			t.Errorf("%s: %d places", name, len(places))
		}
		for _, p := range places {
			if strings.Contains(p.Path, "*") {
				continue
			}
			sources := clientconfig.Find(memory(env, map[string]string{p.Path: one}))
			if len(sources) != 1 || sources[0].Path != p.Path {
				t.Errorf("%s: a file at %s is found as %+v", name, p.Path, sources)
			}
		}
	}
}
