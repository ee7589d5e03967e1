package registry_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/registry"
	"github.com/mooring-mcp/mooring/surface"
)

func TestParse(t *testing.T) {
	t.Parallel()
	tests := []struct {
		word string
		want registry.Name
		ok   bool
		bad  bool
	}{
		{"registry:io.example/weather", registry.Name{Server: "io.example/weather"}, true, false},
		{"registry:io.example/weather@1.2.0", registry.Name{Server: "io.example/weather", Version: "1.2.0"}, true, false},
		{"registry:io.example/weather@latest", registry.Name{Server: "io.example/weather"}, true, false},
		{"npm:weather", registry.Name{}, false, false},
		{"registry:", registry.Name{}, true, true},
		{"registry:weather", registry.Name{Server: "weather"}, true, true},
		{"registry:a/b/c", registry.Name{Server: "a/b/c"}, true, true},
		{"registry:a/b?x", registry.Name{Server: "a/b?x"}, true, true},
		{"registry:a/b@1.0.0-rc.1+b_2", registry.Name{Server: "a/b", Version: "1.0.0-rc.1+b_2"}, true, false},
		{"registry:a/b@.", registry.Name{Server: "a/b", Version: "."}, true, true},
		{"registry:a/b@..", registry.Name{Server: "a/b", Version: ".."}, true, true},
		{"registry:a/b@1/2", registry.Name{Server: "a/b", Version: "1/2"}, true, true},
		{"registry:a/b@1%2e", registry.Name{Server: "a/b", Version: "1%2e"}, true, true},
		{"registry:a/b@", registry.Name{Server: "a/b"}, true, true},
	}
	for _, tt := range tests {
		got, ok, err := registry.Parse(tt.word)
		if got != tt.want || ok != tt.ok || (err != nil) != tt.bad {
			t.Errorf("Parse(%q) = %+v, %t, %v", tt.word, got, ok, err)
		}
	}
}

// answering is a client of a registry that gives one answer to everything, and
// the paths that it was asked for.
func answering(t *testing.T, status int, body string) (registry.Client, *[]string) {
	t.Helper()
	asked := []string{}
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.EscapedPath())
		w.Header().Set("Location", "http://127.0.0.1:1/")
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}))
	t.Cleanup(web.Close)
	return registry.Client{Base: web.URL, HTTP: http.DefaultClient}, &asked
}

func TestServerAsks(t *testing.T) {
	t.Parallel()
	c, asked := answering(t, http.StatusOK, `{"server":{"name":"io.example/w","version":"2.0.0"}}`)
	for _, version := range []string{"", "2.0.0"} {
		if _, err := c.Server(t.Context(), registry.Name{Server: "io.example/w", Version: version}); err != nil {
			t.Errorf("version %q: %v", version, err)
		}
	}
	want := []string{"/v0.1/servers/io.example%2Fw/versions/latest", "/v0.1/servers/io.example%2Fw/versions/2.0.0"}
	if diff := cmp.Diff(want, *asked); diff != "" {
		t.Errorf("asked (-want +got):\n%s", diff)
	}
}

func TestServerRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		status int
		body   string
		want   string
	}{
		{"missing", 404, "{}", "no such server or version"},
		{"redirect", 302, "{}", "status 302, want 200"},
		{"failing", 500, "{}", "status 500, want 200"},
		{"no json", 200, "<html>", "no JSON"},
		{"no server", 200, `{"name":"io.example/w"}`, "has no server"},
		{"no version", 200, `{"server":{"name":"io.example/w"}}`, "no name or no version"},
		{"another server", 200, `{"server":{"name":"io.example/other","version":"1.0.0"}}`, `answers for "io.example/other"`},
		{"another version", 200, `{"server":{"name":"io.example/w","version":"1.0.1"}}`, `want version "1.0.0"`},
		{"two names", 200, `{"server":{"name":"io.example/w","name":"io.example/w","version":"1.0.0"}}`, "no JSON"},
		{"deleted", 200, `{"server":{"name":"io.example/w","version":"1.0.0"},"_meta":{"io.modelcontextprotocol.registry/official":{"status":"deleted"}}}`, "deleted"},
		{"huge", 200, `{"server":"` + strings.Repeat("x", 1<<20) + `"}`, "over the limit"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c, _ := answering(t, tt.status, tt.body)
			_, err := c.Server(t.Context(), registry.Name{Server: "io.example/w", Version: "1.0.0"})
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want one with %q", err, tt.want)
			}
		})
	}
	for _, base := range []string{"http://registry.example", "registry.example", ":"} {
		c := registry.Client{Base: base, HTTP: http.DefaultClient}
		if _, err := c.Server(t.Context(), registry.Name{Server: "a/b"}); err == nil || !strings.Contains(err.Error(), "want https://HOST") {
			t.Errorf("base %q: %v", base, err)
		}
	}
}

func TestWay(t *testing.T) {
	t.Parallel()
	const npm = `"registryType":"npm","identifier":"@x/w","version":"1.2.0","transport":{"type":"stdio"}`
	tests := []struct {
		name, entry string
		own         []string
		want        registry.Way
		refused     string
	}{
		{
			name:  "npm with arguments and variables",
			entry: `"packages":[{` + npm + `,"packageArguments":[{"type":"positional","value":"serve"},{"type":"named","name":"--mode","default":"ro"},{"type":"named","name":"--quiet","value":""},{"type":"named","name":"--maybe"}],"environmentVariables":[{"name":"KEY","isRequired":true},{"name":"A","isRequired":true},{"name":"URL","isRequired":true,"default":"x"},{"name":"OPT"}]}]`,
			want:  registry.Way{Artifact: surface.Artifact{Kind: surface.NPM, Name: "@x/w", Version: "1.2.0"}, Args: []string{"serve", "--mode", "ro", "--quiet"}, Required: []string{"A", "KEY"}},
		},
		{
			name: "arguments of the caller", entry: `"packages":[{` + npm + `,"packageArguments":[{"type":"positional","valueHint":"folder","isRequired":true}]}]`,
			own:  []string{"/data"},
			want: registry.Way{Artifact: surface.Artifact{Kind: surface.NPM, Name: "@x/w", Version: "1.2.0"}, Args: []string{"/data"}},
		},
		{
			name: "argument without value", entry: `"packages":[{` + npm + `,"packageArguments":[{"type":"positional","valueHint":"folder","isRequired":true},{"type":"named","name":"--at","value":"{place}","isRequired":true},{"type":"positional","isRequired":true},{"type":"positional","valueHint":"a\u200bb","isRequired":true},{"type":"named","name":"--maybe","value":"{place}"}]}]`,
			refused: "it wants the arguments <folder> <--at> <ARGUMENT> <\"a\\u200bb\">; type",
		},
		{
			name: "first package that can be started", entry: `"packages":[{"registryType":"mcpb","identifier":"https://x"},{"registryType":"oci","identifier":"docker.io/x/w:1.0","transport":{"type":"stdio"}}]`,
			want: registry.Way{Artifact: surface.Artifact{Kind: surface.OCI, Name: "docker.io/x/w:1.0"}},
		},
		{name: "options of the launcher", entry: `"packages":[{"registryType":"oci","identifier":"x/w:1.0","transport":{"type":"stdio"},"runtimeArguments":[{"type":"named","name":"--privileged"}]}]`, refused: "options of the launcher"},
		{name: "package of another place", entry: `"packages":[{` + npm + `,"registryBaseUrl":"https://packages.example/npm"}]`, refused: "the launcher would not ask"},
		{name: "place that ends alike", entry: `"packages":[{"registryType":"pypi","identifier":"w","version":"1.0.0","transport":{"type":"stdio"},"registryBaseUrl":"https://evilpypi.org"}]`, refused: "the launcher would not ask"},
		{
			name: "usual place", entry: `"packages":[{"registryType":"pypi","identifier":"w","version":"1.0.0","transport":{"type":"stdio"},"registryBaseUrl":"https://pypi.org"}]`,
			want: registry.Way{Artifact: surface.Artifact{Kind: surface.PyPI, Name: "w", Version: "1.0.0"}},
		},
		{name: "option as a name", entry: `"packages":[{"registryType":"npm","identifier":"--registry=https://x","version":"1","transport":{"type":"stdio"}}]`, refused: "is no name of a package, want NAME or @SCOPE/NAME"},
		{
			name: "address after a package over http", entry: `"packages":[{"registryType":"npm","identifier":"w","transport":{"type":"streamable-http"}}],"remotes":[{"type":"sse","url":"https://{tenant}.example/sse"},{"type":"streamable-http","url":"https://mcp.example/mcp","headers":[{"name":"X-Key","isRequired":true}]}]`,
			want: registry.Way{URL: "https://mcp.example/mcp", Required: []string{"X-Key"}},
		},
		{name: "address in the clear", entry: `"remotes":[{"type":"streamable-http","url":"http://mcp.example/mcp"}]`, refused: "want https://"},
		{
			name: "argument in braces", entry: `"packages":[{` + npm + `,"packageArguments":[{"type":"positional","value":"{\"a\":1}"}],"environmentVariables":[{"name":"FIXED","isRequired":true,"value":"x"},{"name":"OPEN","isRequired":true,"value":"{x}"}]}]`,
			want: registry.Way{Artifact: surface.Artifact{Kind: surface.NPM, Name: "@x/w", Version: "1.2.0"}, Args: []string{`{"a":1}`}, Required: []string{"OPEN"}},
		},
		{name: "hidden argument", entry: `"packages":[{` + npm + `,"packageArguments":[{"type":"positional","value":"a\u001b[2J"}]}]`, refused: `its argument "a\x1b[2J" has hidden characters`},
		{
			name: "hidden argument of which the caller gives another", entry: `"packages":[{` + npm + `,"packageArguments":[{"type":"positional","value":"a\u200b"}]}]`,
			own:  []string{"b"},
			want: registry.Way{Artifact: surface.Artifact{Kind: surface.NPM, Name: "@x/w", Version: "1.2.0"}, Args: []string{"b"}},
		},
		{name: "name of a variable", entry: `"packages":[{` + npm + `,"environmentVariables":[{"name":"A; rm -rf","isRequired":true}]}]`, refused: `requires "A; rm -rf", which is no name of a variable`},
		{name: "name of a header", entry: `"remotes":[{"type":"sse","url":"https://x.example/","headers":[{"name":"X\u001b","isRequired":true}]}]`, refused: `requires "X\x1b", which is no name of a header`},
		{name: "nothing", entry: `"packages":[]`, refused: "no package and no address"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c, _ := answering(t, http.StatusOK, `{"server":{"name":"io.example/w","version":"1.2.0",`+tt.entry+`}}`)
			s, err := c.Server(t.Context(), registry.Name{Server: "io.example/w"})
			if err != nil {
				t.Fatal(err)
			}
			got, err := s.Way(tt.own)
			if (err == nil) != (tt.refused == "") || err != nil && !strings.Contains(err.Error(), tt.refused) {
				t.Fatalf("error %v, want one with %q", err, tt.refused)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("way (-want +got):\n%s", diff)
			}
		})
	}
}

func TestWayOfCoordinates(t *testing.T) {
	t.Parallel()
	digest := "sha256:" + strings.Repeat("0a", 32)
	tests := []struct {
		kind, name, version string
		ok                  bool
	}{
		{"npm", "weather", "", true},
		{"npm", "@x/w.a_b~c-d", "1.2.3-rc.1+5", true},
		{"npm", "Legacy", "0.0.1", true},
		{"npm", "", "1.2.3", false},
		{"npm", "a/b", "", false},
		{"npm", "@x/y/z", "", false},
		{"npm", "./w", "", false},
		{"npm", "../w", "", false},
		{"npm", "file:w", "", false},
		{"npm", "https://x.example/w.tgz", "", false},
		{"npm", "git+ssh://x.example/w", "", false},
		{"npm", "w.tgz", "", false},
		{"npm", "w@npm:other", "", false},
		{"npm", "w@1.2.3", "", false},
		{"npm", "w", "npm:other@1.2.3", false},
		{"npm", "w", "^1.2.3", false},
		{"npm", "w", "1.2", false},
		{"npm", "w", "latest", false},
		{"npm", "w", "01.2.3", false},
		{"npm", "w", "1.2.3-a.tgz", false},
		{"npm", "w", "1.2.3\n", false},
		{"pypi", "mcp_server.a-b", "2026.1.14", true},
		{"pypi", "w", "1!2.0rc1+local", true},
		{"pypi", "w", "", true},
		{"pypi", "w-", "1.0", false},
		{"pypi", "w[extra]", "1.0", false},
		{"pypi", "w==1.0", "", false},
		{"pypi", "git+https://x.example/w", "", false},
		{"pypi", "w @ https://x.example/w", "", false},
		{"pypi", "w", "1.*", false},
		{"pypi", "w", "1.0,<2", false},
		{"pypi", "w", "=1.0", false},
		{"oci", "ghcr.io/x/w:1.0", "", true},
		{"oci", "localhost:5000/x/w", "1.0", true},
		{"oci", "ghcr.io/x/w", digest, true},
		{"oci", "ghcr.io/x/w:1.0@" + digest, "", true},
		{"oci", "localhost:5000/x/w:1.0", "1.0", false},
		{"oci", "ghcr.io/x/w@" + digest, "1.0", false},
		{"oci", "https://ghcr.io/x/w", "", false},
		{"oci", "ghcr.io/X/w", "", false},
		{"oci", "ghcr.io/x/../w", "", false},
		{"oci", "w", "", false},
		{"oci", "ghcr.io/x/w@sha256:00", "", false},
		{"oci", "ghcr.io/x/w", "1.0 --privileged", false},
	}
	for _, tt := range tests {
		s := registry.Server{Packages: []registry.Package{{Type: tt.kind, Identifier: tt.name, Version: tt.version, Transport: "stdio"}}}
		if _, err := s.Way(nil); (err == nil) != tt.ok || err != nil && !strings.Contains(err.Error(), "want ") {
			t.Errorf("%s %q %q: error %v, want none: %t", tt.kind, tt.name, tt.version, err, tt.ok)
		}
	}
}

func TestWayOfAddresses(t *testing.T) {
	t.Parallel()
	tests := []struct {
		url     string
		refused string
	}{
		{"https://mcp.example/mcp?x=%7By%7D", ""},
		{"https://93.184.216.34/mcp", ""},
		{"https://[2606:4700::1]/mcp", ""},
		{"https://u:hunter2@mcp.example/", "a user or a password; name it by its address"},
		{"https://localhost/", "name it by its address"},
		{"https://127.0.0.1/", "name it by its address"},
		{"https://127.1/", "name it by its address"},
		{"https://2130706433/", "name it by its address"},
		{"https://0.0.0.0/", "name it by its address"},
		{"https://10.1.2.3:8443/", "name it by its address"},
		{"https://192.168.1.1./", "name it by its address"},
		{"https://169.254.169.254/latest", "name it by its address"},
		{"https://[::1]/", "name it by its address"},
		{"https://[fe80::1%25eth0]/", "name it by its address"},
		{"https://[fd00::1]/", "name it by its address"},
		{"https://[::ffff:127.0.0.1]/", "name it by its address"},
		{"https://", "want https://HOST/PATH"},
		{"https://mcp.example/\u202e", "want https://HOST/PATH"},
	}
	for _, tt := range tests {
		_, err := registry.Server{Remotes: []registry.Remote{{URL: tt.url}}}.Way(nil)
		if (err == nil) != (tt.refused == "") || err != nil && (!strings.Contains(err.Error(), tt.refused) || strings.Contains(err.Error(), "hunter2")) {
			t.Errorf("%s: error %v, want one with %q", tt.url, err, tt.refused)
		}
	}
}
