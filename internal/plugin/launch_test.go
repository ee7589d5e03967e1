package plugin_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/plugin"
	"github.com/mooring-mcp/mooring/surface"
)

func TestDifferences(t *testing.T) {
	stdio := func(command string, args ...string) surface.Launch { return surface.NewLaunch(command, args, "", nil) }
	in := func(dir string, l surface.Launch) surface.Launch { l.Dir = dir; return l }
	with := func(l surface.Launch, env ...string) surface.Launch { l.Env = env; return l }
	remote := func(transport, url string, headers ...string) surface.Launch {
		return surface.Launch{Transport: transport, URL: url, Headers: headers}
	}
	for _, tt := range []struct {
		name, server string
		pinned       surface.Launch
		want         []string
	}{
		{"same", `"type":"stdio","command":"npx","args":["-y","a@1"]`, stdio("npx", "-y", "a@1"), nil},
		{"another version", `"type":"stdio","command":"npx","args":["-y","a@2"]`, stdio("npx", "-y", "a@1"), []string{`args "-y" "a@1" → "-y" "a@2"`}},
		{"another program", `"type":"stdio","command":"uvx"`, stdio("npx"), []string{"command npx → uvx"}},
		{"one more argument", `"type":"stdio","command":"a","args":["--all"]`, stdio("a"), []string{`args  → "--all"`}},
		{"a file of the package", `"type":"stdio","command":"./bin/a"`, stdio("port-tools/bin/a"), nil},
		{"by its absolute path", `"type":"stdio","command":"./bin/a"`, stdio("/work/port-tools/bin/a"), nil},
		{"as the package writes it", `"type":"stdio","command":"./bin/a"`, stdio("./bin/a"), nil},
		{"a file of another folder", `"type":"stdio","command":"./bin/a"`, stdio("/work/other/bin/a"), []string{"command /work/other/bin/a → ./bin/a"}},
		{"out of the package and back", `"type":"stdio","command":"./bin/a"`, stdio("port-tools/x/../bin/a"), nil},
		{"root in arguments", `"type":"stdio","command":"node","args":["${PLUGIN_ROOT}/a.js","--dir=${PLUGIN_ROOT}"]`, stdio("node", "port-tools/a.js", "--dir=/work/port-tools"), nil},
		{"another file in arguments", `"type":"stdio","command":"node","args":["${PLUGIN_ROOT}/b.js"]`, stdio("node", "port-tools/a.js"), []string{`args "port-tools/a.js" → "${PLUGIN_ROOT}/b.js"`}},
		{"data is anywhere", `"type":"stdio","command":"a","args":["--db","${PLUGIN_DATA}/a.db"]`, stdio("a", "--db", "/home/u/a.db"), nil},
		{"another file of the data", `"type":"stdio","command":"a","args":["--db","${PLUGIN_DATA}/a.db"]`, stdio("a", "--db", "/home/u/b.db"), []string{`args "--db" "/home/u/b.db" → "--db" "${PLUGIN_DATA}/a.db"`}},
		{"a secret is compared as one", `"type":"stdio","command":"a","args":["--token","abcdefgh"]`, stdio("a", "--token", "ijklmnop"), nil},
		{"folder", `"type":"stdio","command":"a","cwd":"./b"`, in("port-tools/b", stdio("a")), nil},
		{"another folder", `"type":"stdio","command":"a","cwd":"./c"`, in("port-tools/b", stdio("a")), []string{"dir port-tools/b → ./c"}},
		{"the package is the folder", `"type":"stdio","command":"./a"`, in("/work/port-tools", stdio("./a")), nil},
		{"a folder of its own", `"type":"stdio","command":"a","cwd":"./c"`, stdio("a"), []string{"dir  → ./c"}},
		{"variables of the user", `"type":"stdio","command":"a","env":{"A":"1"}`, with(stdio("a"), "A", "B"), nil},
		{"a further variable", `"type":"stdio","command":"a","env":{"A":"1","NODE_OPTIONS":"--require x"}`, with(stdio("a"), "A"), []string{`env "A" → "A" "NODE_OPTIONS"`}},
		{"remote", `"type":"streamable-http","url":"https://a.example/mcp"`, remote("http", "https://a.example/mcp", "Authorization"), nil},
		{"remote by sse", `"type":"sse","url":"https://a.example/mcp"`, remote("http", "https://a.example/mcp"), nil},
		{"another address", `"type":"streamable-http","url":"https://b.example/mcp"`, remote("http", "https://a.example/mcp"), []string{"url https://a.example/mcp → https://b.example/mcp"}},
		{"a header by another case", `"type":"streamable-http","url":"https://a.example/mcp","headers":{"x-a":"1"}`, remote("sse", "https://a.example/mcp", "X-A"), nil},
		{"remote instead of local", `"type":"streamable-http","url":"https://a.example/mcp"`, stdio("a"), []string{"transport stdio → http", "command a → ", "url  → https://a.example/mcp"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			pin := func(string) (plugin.Pin, bool) {
				return plugin.Pin{Launch: tt.pinned, Root: "/work/port-tools", Base: "/work"}, true
			}
			p := read(t, map[string]string{
				"plugin.json": declaring(""), "mcp.json": servers(`"harbor":{` + tt.server + `}`), "bin/a": "", "a": "",
			}, plugin.Options{Pinned: pin})
			if len(p.Servers) != 1 {
				t.Fatalf("found %d servers: %+v", len(p.Servers), p.Findings)
			}
			var got []string
			known, _ := pin("")
			for _, d := range p.Servers[0].Differences(known) {
				got = append(got, d.Part+" "+d.Before+" → "+d.After)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("Differences (-want +got):\n%s", diff)
			}
			told := 0
			for _, f := range p.Findings {
				if f.Rule == "plugin.server.other_launch" {
					told++
					if strings.Contains(f.Found, "abcdefgh") || f.Pointer != "/mcpServers/harbor" {
						t.Errorf("finding %+v", f)
					}
				}
			}
			if told != len(tt.want) {
				t.Errorf("lint tells %d differences, want %d", told, len(tt.want))
			}
		})
	}
}
