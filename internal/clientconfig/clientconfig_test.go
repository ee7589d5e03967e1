package clientconfig_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/clientconfig"
)

func linux() clientconfig.Env { return memory(machines()["linux"], nil) }

// TestParseByMembers reads files of no known name.
func TestParseByMembers(t *testing.T) {
	for _, tt := range []struct{ name, path, text, want string }{
		{"most clients", "a.json", `{"mcpServers": {"s": {"command": "x", "args": ["${env:HARBOR_TOKEN}", "${HARBOR_TOKEN}"]}}}`, "s stdio x tok-3f9a1c77e2 tok-3f9a1c77e2"},
		{"switched off", "a.json", `{"mcpServers": {"s": {"command": "x", "disabled": true}}}`, "s stdio x [disabled]"},
		{"comments", "a.json", `{"mcpServers": {"s": {"command": "x",}, /* */ }} // end`, "s stdio x"},
		{"a byte order mark and CRLF", "a.json", "\xEF\xBB\xBF{\"mcpServers\":\r\n{\"s\": {\"command\": \"x\"}}}\r\n", "s stdio x"},
		{"VS Code", "a.json", `{"servers": {"s": {"url": "https://h/${env:HARBOR_TOKEN}"}}}`, "s http https://h/tok-3f9a1c77e2"},
		{"VS Code settings", "a.json", `{"mcp": {"servers": {"s": {"command": "x"}}}}`, "s stdio x"},
		{"Zed", "a.json", `{"context_servers": {"s": {"command": {"path": "x", "args": ["y"]}}}}`, "s stdio x y"},
		{"Amp", "a.json", `{"amp.mcpServers": {"s": {"command": "x"}}}`, "s stdio x"},
		{"opencode", "a.json", `{"mcp": {"s": {"type": "local", "command": ["x", "{env:HARBOR_TOKEN}"]}}}`, "s stdio x tok-3f9a1c77e2"},
		{"Codex", "a.toml", "[mcp_servers.s]\ncommand='x'\n", "s stdio x"},
		{"Mistral Vibe", "a.toml", "[[mcp_servers]]\nname='s'\ncommand='x'\n", "s stdio x"},
		{"Continue", "a.yaml", "mcpServers:\n- name: s\n  command: x\n", "s stdio x"},
		{"Goose", "a.yml", "extensions:\n  s:\n    type: stdio\n    cmd: x\n", "s stdio x"},
		{"a copy of a home", "/backup/user/.codeium/windsurf/mcp_config.json", `{"mcpServers": {"s": {"serverUrl": "https://h/${X}"}}}`, "s http https://h/${X}"},
		{"a copy of another system's file", "/backup/claude_desktop_config.json", `{"mcpServers": {"s": {"command": "${X}"}}}`, "s stdio ${X}"},
		{"both command and URL", "a.json", `{"mcpServers": {"s": {"command": "x", "url": "https://h"}}}`, "s stdio x"},
		{"type decides", "a.json", `{"mcpServers": {"s": {"type": "SSE", "command": "x", "url": "https://h"}}}`, "s sse https://h"},
		{"unknown type", "a.json", `{"mcpServers": {"s": {"type": "ws", "url": "wss://h"}}}`, "s  wss://h [unknown_transport]"},
		{"connector of the account", "a.json", `{"mcpServers": {"s": {"type": "claudeai-proxy", "url": "https://h"}}}`, "s  https://h [account_connector]"},
		{"null members", "a.json", `{"mcpServers": {"s": {"command": "x", "args": null, "env": null, "cwd": null}}}`, "s stdio x"},
		{"no members", "a.json", `{"mcpServers": {}}`, ""},
		{"a repeated member elsewhere", "a.json", `{"x": 1, "x": 2, "n": 1e999, "mcpServers": {"s": {"command": "x"}}}`, "s stdio x"},
	} {
		servers, err := clientconfig.Parse([]byte(tt.text), tt.path, linux())
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		if got := line(servers); got != tt.want {
			t.Errorf("%s: Parse(%q) = %q, want %q", tt.name, tt.text, got, tt.want)
		}
	}
}

// line is a server in short.
func line(servers []clientconfig.Server) string {
	var out []string
	for _, s := range servers {
		words := []string{s.Name, s.Transport}
		if s.Command != "" {
			words = append(words, s.Command)
		}
		words = append(words, s.Args...)
		if s.URL != "" {
			words = append(words, s.URL)
		}
		for _, b := range s.Blocked {
			words = append(words, "["+string(b)+"]")
		}
		out = append(out, strings.Join(words, " "))
	}
	return strings.Join(out, ", ")
}

func TestParseScopes(t *testing.T) {
	text := []byte(`{"mcpServers": {"s": {"command": "x"}}}`)
	for path, want := range map[string]clientconfig.Scope{
		"/home/user/.cursor/mcp.json":                    clientconfig.User,
		"/home/user/./x/../.cursor/mcp.json":             clientconfig.User,
		"/srv/pier/.cursor/mcp.json":                     clientconfig.Project,
		"/elsewhere/.cursor/mcp.json":                    clientconfig.Project,
		"/elsewhere/.mcp.json":                           clientconfig.Project,
		"/etc/claude-code/managed-mcp.json":              clientconfig.Managed,
		"/backup/.codeium/windsurf/mcp_config.json":      "",
		"/elsewhere/servers.json":                        "",
		"/home/user/.claude/plugins/cache/a/b/.mcp.json": clientconfig.User,
	} {
		servers, err := clientconfig.Parse(text, path, linux())
		if err != nil || len(servers) != 1 || servers[0].Scope != want {
			t.Errorf("Parse(%q) = %+v, %v; want scope %q", path, servers, err, want)
		}
	}
}

func TestParseAs(t *testing.T) {
	codex, _ := clientconfig.ByID("codex")
	got, err := clientconfig.ParseAs(codex, []byte("[mcp_servers.s]\ncommand = 'x'\nenabled = false\n"), "/tmp/some.toml", linux())
	if err != nil || line(got) != "s stdio x [disabled]" || got[0].Client != "codex" || got[0].Scope != "" {
		t.Errorf("ParseAs = %+v, %v", got, err)
	}
}

func TestParseRefuses(t *testing.T) {
	for _, tt := range []struct{ name, path, text, want string }{
		{"no JSON", "a.json", "{\n", "line 2, column 1: found the end"},
		{"empty", "a.json", " \n", "the file is empty"},
		{"NUL", "a.json", "\x00", "line 1, column 1: "},
		{"two values", "a.json", `{"mcpServers": {}} {}`, "after the end of the value"},
		{"no servers", "a.json", `{"servers": {}}`, `no member "mcpServers" found`},
		{"no servers of the client", "/x/.vscode/mcp.json", `{"mcpServers": {}}`, `no member "servers" found, under which VS Code`},
		{"strict JSON", "/x/.mcp.json", "{\"mcpServers\": {}, }", "line 1, column 20"},
		{"servers is a list", "a.json", `{"mcpServers": []}`, "mcpServers"},
		{"servers is text", "/x/.mcp.json", `{"mcpServers": "x"}`, `"mcpServers" is string, want an object`},
		{"entry is text", "a.json", "{\"mcpServers\":\n {\"a\": \"x\"}}", `line 2: server "a": found string, want an object`},
		{"no command", "a.json", `{"mcpServers": {"a": {}}}`, "neither command nor url"},
		{"command is a list", "a.json", `{"mcpServers": {"a": {"command": ["x"]}}}`, `"command" is array, want a string`},
		{"argument is a number", "a.json", `{"mcpServers": {"a": {"command": "x", "args": [1]}}}`, `"args" is number, want strings`},
		{"value of a variable is a number", "a.json", `{"mcpServers": {"a": {"command": "x", "env": {"P": 1}}}}`, `"env P" is number`},
		{"type is a number", "a.json", `{"mcpServers": {"a": {"command": "x", "type": 1}}}`, `"type" is number`},
		{"stdio without command", "a.json", `{"mcpServers": {"a": {"url": "x", "type": "stdio"}}}`, `type is stdio, and command is not set`},
		{"http without URL", "a.json", `{"mcpServers": {"a": {"command": "x", "type": "http"}}}`, `type is http, and url is not set`},
		{"NUL in an argument", "a.json", `{"mcpServers": {"a": {"command": "x", "args": ["\u0000"]}}}`, `NUL`},
		{"repeated server", "a.json", `{"mcpServers": {"a": {"command": "x"}, "a": {"command": "y"}}}`, `member "a" is repeated`},
		{"repeated servers", "a.json", `{"mcpServers": {}, "mcpServers": {"a": {"command": "y"}}}`, `member "mcpServers" is repeated`},
		{"escaped repetition", "a.json", `{"mcpServers": {}, "mcp\u0053ervers": {}}`, `member "mcpServers" is repeated`},
		{"repeated member of an entry", "a.json", `{"mcpServers": {"a": {"command": "x", "command": "y"}}}`, `member "command" is repeated`},
		{"deep JSON", "a.json", `{"mcpServers": ` + strings.Repeat("[", 5000), "in \"/mcpServers/0"},
		{"deep JSON within the servers", "a.json", `{"mcpServers": ` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + "}", "1000"},
		{"huge", "a.json", strings.Repeat(" ", clientconfig.MaxBytes+1), "over the limit of 16777216"},
		{"no TOML", "a.toml", "[mcp_servers.a]\ncommand = secret\n", `line 2, column 11, at key "mcp_servers.a.command": the text is no valid TOML`},
		{"repeated TOML table", "a.toml", "[mcp_servers.a]\n[mcp_servers.a]\n", `line 2, column`},
		{"repeated TOML key", "a.toml", "[mcp_servers.a]\ncommand='x'\ncommand='y'\n", `line 3, column 1`},
		{"huge TOML", "a.toml", strings.Repeat(" ", 1<<20) + "x", "over the limit of 1048576 for its syntax"},
		{"deep TOML", "a.toml", "a = " + strings.Repeat("[", 60_000), "over the limit of 50000"},
		{"deep TOML that is closed", "a.toml", "a = " + strings.Repeat("[", 300) + strings.Repeat("]", 300), "limit of 200"},
		{"dotted TOML", "a.toml", strings.Repeat("a.", 200) + "b = 1", "line 1: found 200 dots"},
		{"TOML date for a command", "a.toml", "[mcp_servers.a]\ncommand = 2020-01-01\n", `"command" is number`},
		{"no YAML", "a.yaml", "mcpServers: [", "line 1, column"},
		{"repeated YAML key", "a.yaml", "a: 1\na: 2\n", "a key is repeated"},
		{"huge YAML", "a.yaml", strings.Repeat(" ", 128<<10) + "x", "over the limit of 131072 for its syntax"},
		{"deep YAML", "a.yaml", strings.Repeat("[", 3000), "over the limit of 2000"},
		{"deep YAML by dashes", "a.yaml", strings.Repeat("- ", 100) + "x", "100 YAML indicators in a row, over the limit of 32"},
		{"deep YAML by indentation", "a.yaml", strings.Repeat(" ", 300) + "x: y", "over the limit of 200"},
		{"two YAML documents", "a.yaml", "a: 1\n---\nb: 1\n", "more than one YAML document"},
		{"alias of nothing", "a.yaml", "a: *x\n", "alias"},
		{"alias of itself", "a.yaml", "a: &x [*x]\n", "alias"},
		{"aliases of aliases", "a.yaml", bomb(), "limit of 16777216 bytes"},
		{"merge keys of merge keys", "a.yaml", mergeBomb(), "more members than the limit"},
		{"repeated name", "a.yaml", "mcpServers:\n- {name: s, command: x}\n- {name: s, command: y}\n", `server "s" is repeated`},
		{"entry without a name", "a.yaml", "mcpServers:\n- command: x\n", "server 1 of the list has no name"},
	} {
		_, err := clientconfig.Parse([]byte(tt.text), tt.path, linux())
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want one with %q", tt.name, err, tt.want)
		}
	}
	if _, err := clientconfig.Parse([]byte(`{}`), "a.json", linux()); !errors.Is(err, clientconfig.ErrNoServers) {
		t.Errorf("Parse({}): %v, want ErrNoServers", err)
	}
}

// bomb is YAML whose aliases stand for a billion values.
func bomb() string {
	var b strings.Builder
	b.WriteString("a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]\n")
	for i := 1; i < 10; i++ {
		prev, next := string(rune('0'+i-1)), string(rune('0'+i))
		b.WriteString("a" + next + ": &a" + next + " [" + strings.Repeat("*a"+prev+", ", 9) + "*a" + prev + "]\n")
	}
	return b.String()
}

func mergeBomb() string {
	return strings.ReplaceAll(bomb(), "[lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]", "[{x: y}]") + "z:\n  <<: *a9\n"
}

func TestDialects(t *testing.T) {
	env := linux()
	windows := memory(machines()["windows"], nil)
	const whole = "${HARBOR_TOKEN} ${NOT_SET} ${NOT_SET:-d e} ${EMPTY:-d} ${EMPTY} ${env:HARBOR_TOKEN} ${env:NOT_SET} $HARBOR_TOKEN $NOT_SET %HARBOR_TOKEN% {env:HARBOR_TOKEN} {env:NOT_SET} {file:k} ${{ secrets.HARBOR_TOKEN }} ${{secrets.NOT_SET}} ${input:id} ${userHome} ${workspaceFolder} ${open"
	for _, tt := range []struct {
		client, want string
		unresolved   []string
		env          clientconfig.Env
	}{
		{"claude-desktop", whole, nil, env},
		{"zed", whole, nil, env},
		{"codex", whole, nil, env},
		{
			"claude-code",
			"tok-3f9a1c77e2 ${NOT_SET} d e d  ${env:HARBOR_TOKEN} ${env:NOT_SET} $HARBOR_TOKEN $NOT_SET %HARBOR_TOKEN% {env:HARBOR_TOKEN} {env:NOT_SET} {file:k} ${{ secrets.HARBOR_TOKEN }} ${{secrets.NOT_SET}} ${input:id} ${userHome} ${workspaceFolder} ${open",
			[]string{"NOT_SET", "env:HARBOR_TOKEN", "env:NOT_SET", "input:id", "userHome", "workspaceFolder"},
			env,
		},
		{
			"vscode",
			"${HARBOR_TOKEN} ${NOT_SET} ${NOT_SET:-d e} ${EMPTY:-d} ${EMPTY} tok-3f9a1c77e2 ${env:NOT_SET} $HARBOR_TOKEN $NOT_SET %HARBOR_TOKEN% {env:HARBOR_TOKEN} {env:NOT_SET} {file:k} ${{ secrets.HARBOR_TOKEN }} ${{secrets.NOT_SET}} ${input:id} /home/user /srv/pier ${open",
			[]string{"NOT_SET", "input:id"},
			env,
		},
		{
			"windsurf",
			"${HARBOR_TOKEN} ${NOT_SET} ${NOT_SET:-d e} ${EMPTY:-d} ${EMPTY} tok-3f9a1c77e2 ${env:NOT_SET} $HARBOR_TOKEN $NOT_SET %HARBOR_TOKEN% {env:HARBOR_TOKEN} {env:NOT_SET} {file:k} ${{ secrets.HARBOR_TOKEN }} ${{secrets.NOT_SET}} ${input:id} ${userHome} ${workspaceFolder} ${open",
			[]string{"NOT_SET"},
			env,
		},
		{
			"opencode",
			"${HARBOR_TOKEN} ${NOT_SET} ${NOT_SET:-d e} ${EMPTY:-d} ${EMPTY} $tok-3f9a1c77e2 $ $HARBOR_TOKEN $NOT_SET %HARBOR_TOKEN% tok-3f9a1c77e2  {file:k} ${{ secrets.HARBOR_TOKEN }} ${{secrets.NOT_SET}} ${input:id} ${userHome} ${workspaceFolder} ${open",
			[]string{"NOT_SET", "file:k"},
			env,
		},
		{
			"continue",
			"${HARBOR_TOKEN} ${NOT_SET} ${NOT_SET:-d e} ${EMPTY:-d} ${EMPTY} ${env:HARBOR_TOKEN} ${env:NOT_SET} $HARBOR_TOKEN $NOT_SET %HARBOR_TOKEN% {env:HARBOR_TOKEN} {env:NOT_SET} {file:k} tok-3f9a1c77e2 ${{secrets.NOT_SET}} ${input:id} ${userHome} ${workspaceFolder} ${open",
			[]string{"secrets.NOT_SET"},
			env,
		},
		{
			"gemini-cli",
			"tok-3f9a1c77e2     tok-3f9a1c77e2  tok-3f9a1c77e2 {env:HARBOR_TOKEN}",
			[]string{"NOT_SET", "env:X"},
			windows,
		},
	} {
		c, _ := clientconfig.ByID(tt.client)
		text := whole
		if tt.client == "gemini-cli" {
			text = "${HARBOR_TOKEN} ${NOT_SET} ${NOT_SET:-d e} ${EMPTY} ${env:X} $HARBOR_TOKEN $NOT_SET %HARBOR_TOKEN% {env:HARBOR_TOKEN}"
		}
		// The text is the working directory, which every shape has.
		way := c.Files[len(c.Files)-1].Keys[0]
		if tt.client == "claude-code" {
			way = []string{"mcpServers"}
		}
		entry := `{"command": "x", "cwd": "` + text + `"}`
		servers, err := clientconfig.ParseAs(c, []byte(`{"`+strings.Join(way, `": {"`)+`": {"s": `+entry+`}`+strings.Repeat("}", len(way))), "/tmp/any", tt.env)
		if err != nil || len(servers) != 1 {
			t.Errorf("%s: %d servers, %v", tt.client, len(servers), err)
			continue
		}
		if diff := cmp.Diff(tt.want, servers[0].Dir); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.client, diff)
		}
		if diff := cmp.Diff(tt.unresolved, servers[0].Unresolved); diff != "" {
			t.Errorf("%s unresolved (-want +got):\n%s", tt.client, diff)
		}
		if servers[0].Written.Dir != text {
			t.Errorf("%s: written as %q, want %q", tt.client, servers[0].Written.Dir, text)
		}
	}
}
