package observe_test

import (
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
