package observe_test

import (
	"bufio"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/observe"
	"github.com/mooring-mcp/mooring/surface"
)

// published are servers from the npm registry, at the versions of testdata/npm.
// With those of bothEras they are of eleven authors. code-runner greets on its
// standard output before it speaks the protocol.
var published = []struct {
	name, main string
	args, env  []string
}{
	{"server-everything", "@modelcontextprotocol/server-everything/dist/index.js", nil, nil},
	{"server-everything-old", "server-everything-old/dist/index.js", nil, nil},
	{"server-everything-paged", "server-everything-paged/dist/index.js", nil, nil},
	{"server-filesystem", "@modelcontextprotocol/server-filesystem/dist/index.js", []string{os.TempDir()}, nil},
	{"server-memory", "@modelcontextprotocol/server-memory/dist/index.js", nil, nil},
	{"server-chart", "@antv/mcp-server-chart/build/index.js", nil, nil},
	{"git-mcp-server", "@cyanheads/git-mcp-server/dist/index.js", nil, nil},
	{"chrome-devtools-mcp", "chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js", []string{"--no-usage-statistics"}, nil},
	{"playwright-mcp", "@playwright/mcp/cli.js", nil, nil},
	{"eslint-mcp", "@eslint/mcp/src/mcp-cli.js", nil, nil},
	{"notion-mcp-server", "@notionhq/notion-mcp-server/bin/cli.mjs", nil, nil},
	{"code-runner", "mcp-server-code-runner/dist/cli.js", nil, nil},
}

// publishedServer is how one of them is started; it skips the test when node or
// the package is missing, unless MOORING_REQUIRE names node.
func publishedServer(tb testing.TB, main string, args, env []string) observe.Options {
	tb.Helper()
	script, err := filepath.Abs(filepath.Join("../../testdata/npm/node_modules", main))
	if err == nil {
		_, err = os.Stat(script)
	}
	if err == nil {
		_, err = exec.LookPath("node")
	}
	if err != nil && slices.Contains(strings.Split(os.Getenv("MOORING_REQUIRE"), ","), "node") {
		tb.Fatalf("MOORING_REQUIRE wants node: %v; run make npm", err)
	}
	if err != nil {
		tb.Skipf("no published servers: %v; run make npm", err)
	}
	return observe.Options{
		ID: "published", Environ: os.Environ(),
		Server: observe.Stdio{Command: "node", Args: append([]string{script}, args...), Dir: tb.TempDir(), Env: env},
	}
}

func TestPublishedServers(t *testing.T) {
	t.Parallel()
	for _, tt := range published {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s, again := twice(t, publishedServer(t, tt.main, tt.args, tt.env))
			if c, at := s.Completeness(); c != surface.Complete {
				t.Errorf("%s are %s: %s", at.Kind.Plural(), c, at.Detail)
			}
			if n := len(s.Listing(surface.Tool).Items); n == 0 {
				t.Error("no tools, want some")
			}
			if diff := cmp.Diff(string(surface.Encode(s)), string(surface.Encode(again))); diff != "" {
				t.Errorf("two observations (-first +second):\n%.2000s", diff)
			}
			t.Logf("%q", describe(s))
		})
	}
}

// bothEras are published servers that answer server/discover as well as
// initialize.
var bothEras = []struct {
	name, main string
	args, env  []string
}{
	{"mcp-server-supabase", "@supabase/mcp-server-supabase/dist/cli.js", []string{"--access-token", "none", "--features", "account,database,debugging,development,functions,branching,storage"}, nil},
	{"context7-mcp", "@upstash/context7-mcp/dist/index.js", nil, nil},
	{"mongodb-mcp-server", "mongodb-mcp-server/dist/esm/index.js", nil, []string{"MDB_MCP_TELEMETRY=disabled", "DO_NOT_TRACK=1"}},
}

func TestPublishedServersInBothEras(t *testing.T) {
	t.Parallel()
	for _, tt := range bothEras {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			o := publishedServer(t, tt.main, tt.args, tt.env)
			said := map[string]string{}
			for _, era := range []string{observe.EraLegacy, observe.EraModern} {
				o.Era = era
				s := observed(t, o)
				if c, at := s.Completeness(); c != surface.Complete || s.Context.Era != era || len(s.Listing(surface.Tool).Items) == 0 {
					t.Errorf("era %s: %s are %s in era %q: %s", era, at.Kind.Plural(), c, s.Context.Era, at.Detail)
				}
				said[era] = items(s)
				t.Logf("%s: %q", era, describe(s))
			}
			if diff := cmp.Diff(said[observe.EraLegacy], said[observe.EraModern]); diff != "" {
				t.Errorf("items (-legacy +modern):\n%.2000s", diff)
			}
		})
	}
}

// TestPublishedServersOverHTTP observes one server over each transport it has,
// and wants the same items.
func TestPublishedServersOverHTTP(t *testing.T) {
	t.Parallel()
	o := publishedServer(t, "@modelcontextprotocol/server-everything/dist/index.js", nil, nil)
	want := items(observed(t, o))
	for mode, path := range map[string]string{"streamableHttp": "/mcp", "sse": "/sse"} {
		address := listening(t, o.Server.Args[0], mode)
		remote := observe.Options{ID: "published", URL: "http://" + address + path}
		s, again := twice(t, remote)
		if diff := cmp.Diff(want, items(s)); diff != "" || s.Context.Era != observe.EraLegacy {
			t.Errorf("%s, era %s: items (-stdio +here):\n%.2000s", mode, s.Context.Era, diff)
		}
		if diff := cmp.Diff(string(surface.Encode(s)), string(surface.Encode(again))); diff != "" {
			t.Errorf("%s: two observations (-first +second):\n%.2000s", mode, diff)
		}
	}
}

// listening starts a server that takes its port from the environment, and returns
// its address once it says that it listens.
func listening(t *testing.T, script, mode string) (address string) {
	t.Helper()
	port, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address = port.Addr().String()
	_ = port.Close()
	_, number, _ := net.SplitHostPort(address)
	cmd := exec.CommandContext(t.Context(), "node", script, mode)
	cmd.Env = append(os.Environ(), "PORT="+number)
	out, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdout, cmd.Stderr = w, w
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = w.Close()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		_ = out.Close()
	})
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if strings.Contains(lines.Text(), number) {
			go func() { _, _ = io.Copy(io.Discard, out) }()
			return address
		}
	}
	t.Fatalf("%s: the server ended before it listened", mode)
	return ""
}
