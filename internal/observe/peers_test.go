package observe_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mooring-mcp/mooring/internal/observe"
	"github.com/mooring-mcp/mooring/surface"
)

// sdkServer is a server of the Go SDK with something of each kind, and tools for
// more than one page.
func sdkServer() *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "harbour", Version: "1.0.0"}, &mcp.ServerOptions{
		Instructions: "Ask before you enter.", PageSize: 3,
	})
	type berth struct {
		Ship string `json:"ship"`
	}
	enter := func(context.Context, *mcp.CallToolRequest, berth) (*mcp.CallToolResult, any, error) {
		return nil, nil, nil
	}
	for i := range 5 {
		mcp.AddTool(s, &mcp.Tool{Name: fmt.Sprintf("berth_%d", i), Description: "Give a ship a berth."}, enter)
	}
	s.AddPrompt(&mcp.Prompt{Name: "report"}, nil)
	s.AddResource(&mcp.Resource{Name: "log", URI: "harbour://log"}, nil)
	s.AddResourceTemplate(&mcp.ResourceTemplate{Name: "ship", URITemplate: "harbour://{ship}"}, nil)
	return s
}

// TestSDKEverything builds the everything-server of the Go SDK and wants the same
// items of it in both eras.
func TestSDKEverything(t *testing.T) {
	t.Parallel()
	program := filepath.Join(t.TempDir(), "everything")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", program, "github.com/modelcontextprotocol/go-sdk/examples/server/everything")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	said := map[string]string{}
	for _, era := range []string{observe.EraLegacy, observe.EraModern} {
		s := observed(t, observe.Options{ID: "everything", Environ: os.Environ(), Server: observe.Stdio{Command: program}, Era: era})
		if c, at := s.Completeness(); c != surface.Complete || s.Context.Era != era || len(s.Listing(surface.Tool).Items) == 0 {
			t.Errorf("era %s: %s are %s in era %q: %s", era, at.Kind.Plural(), c, s.Context.Era, at.Detail)
		}
		said[era] = items(s)
	}
	if diff := cmp.Diff(said[observe.EraLegacy], said[observe.EraModern]); diff != "" {
		t.Errorf("items (-legacy +modern):\n%.2000s", diff)
	}
}

// sdkOver is that server over HTTP.
func sdkOver(tb testing.TB, o *mcp.StreamableHTTPOptions) observe.Options {
	tb.Helper()
	return reached(tb, mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return sdkServer() }, o))
}

// items writes down all items of a surface, as they were sent.
func items(s surface.Surface) string {
	var text strings.Builder
	for _, l := range s.Listings {
		fmt.Fprintf(&text, "%s %s\n", l.Kind, l.Completeness)
		for _, item := range l.Items {
			fmt.Fprintf(&text, "%s\n", item.Raw)
		}
	}
	fmt.Fprintf(&text, "%s\n", s.Handshake.Instructions)
	return text.String()
}

// TestSDK observes one server over each transport in each era, and wants the same
// items.
func TestSDK(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	stdio := observe.Options{ID: "sdk", Environ: os.Environ(), Server: observe.Stdio{
		Command: self, Args: []string{"sdk"}, Env: []string{"GORACE=atexit_sleep_ms=0"},
	}}
	old := reached(t, mcp.NewSSEHandler(func(*http.Request) *mcp.Server { return sdkServer() }, nil))
	want := ""
	for _, tt := range []struct {
		name, era string
		options   observe.Options
		want      string // era that was spoken
	}{
		{"stdio", "auto", stdio, "legacy"},
		{"stdio", "legacy", stdio, "legacy"},
		{"stdio", "modern", stdio, "modern"},
		{"stateful", "auto", sdkOver(t, nil), "legacy"},
		{"stateful", "legacy", sdkOver(t, nil), "legacy"},
		{"stateful, JSON", "auto", sdkOver(t, &mcp.StreamableHTTPOptions{JSONResponse: true}), "legacy"},
		{"stateful, resumable", "auto", sdkOver(t, &mcp.StreamableHTTPOptions{EventStore: mcp.NewMemoryEventStore(nil)}), "legacy"},
		{"stateless", "auto", sdkOver(t, &mcp.StreamableHTTPOptions{Stateless: true}), "modern"},
		{"stateless", "legacy", sdkOver(t, &mcp.StreamableHTTPOptions{Stateless: true}), "legacy"},
		{"stateless, JSON", "auto", sdkOver(t, &mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true}), "modern"},
		{"HTTP+SSE", "auto", old, "legacy"},
	} {
		tt.options.Era = tt.era
		s := observed(t, tt.options)
		if c, at := s.Completeness(); c != surface.Complete || s.Context.Era != tt.want || len(s.Hazards) > 0 {
			t.Errorf("%s, era %s: %s are %s in era %q, hazards %v, want all complete in era %q", tt.name, tt.era, at.Kind.Plural(), c, s.Context.Era, s.Hazards, tt.want)
		}
		if info := string(s.Handshake.ServerInfo); !strings.Contains(info, `"harbour"`) {
			t.Errorf("%s, era %s: server info is %s, want the harbour's", tt.name, tt.era, info)
		}
		if want == "" {
			want = items(s)
		}
		if diff := cmp.Diff(want, items(s)); diff != "" {
			t.Errorf("%s, era %s: items (-stdio +here):\n%s", tt.name, tt.era, diff)
		}
	}
	if !strings.Contains(want, "berth_4") {
		t.Errorf("items are\n%s\nwant five tools", want)
	}
}
