package observe_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/nasty"
	"github.com/mooring-mcp/mooring/internal/observe"
	"github.com/mooring-mcp/mooring/surface"
)

const wantModern = `{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":META}}
{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"_meta":META}}
{"jsonrpc":"2.0","id":3,"method":"tools/list","params":{"cursor":"page-2","_meta":META}}
{"jsonrpc":"2.0","id":4,"method":"prompts/list","params":{"_meta":META}}
{"jsonrpc":"2.0","id":5,"method":"resources/list","params":{"_meta":META}}
{"jsonrpc":"2.0","id":6,"method":"resources/templates/list","params":{"_meta":META}}
`

const modernMeta = `{"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
	`"io.modelcontextprotocol/clientInfo":{"name":"mooring","version":"1.2.3"},"io.modelcontextprotocol/clientCapabilities":{"sampling":{}}}`

func TestModernSurface(t *testing.T) {
	t.Parallel()
	log := filepath.Join(t.TempDir(), "log")
	o := server(t, "modern-two-pages", "log="+log)
	o.Era, o.Capabilities = observe.EraModern, `{"sampling":{}}`
	s := observed(t, o)
	want := surface.Context{Era: "modern", ProtocolVersion: "2026-07-28", Client: "mooring", Capabilities: `{"sampling":{}}`}
	if diff := cmp.Diff(want, s.Context); diff != "" {
		t.Errorf("context (-want +got):\n%s", diff)
	}
	handshake := surface.Handshake{
		ProtocolVersion: "2026-07-28",
		ServerInfo:      []byte(`{"name":"nasty","version":"1.0.0"}`),
		Capabilities:    []byte(`{"tools":{"listChanged":true},"prompts":{"listChanged":true},"resources":{"listChanged":true}}`),
		Instructions:    []byte(`"Notes are kept in memory. Read before you add."`),
		Result:          s.Handshake.Result,
	}
	if diff := cmp.Diff(handshake, s.Handshake); diff != "" || !strings.Contains(string(s.Handshake.Result), `"ttlMs":300000`) {
		t.Errorf("handshake (-want +got):\n%s\nof the result %s", diff, s.Handshake.Result)
	}
	got, err := os.ReadFile(log)
	if diff := cmp.Diff(strings.ReplaceAll(wantModern, "META", modernMeta), string(got)); diff != "" || err != nil {
		t.Errorf("what the server received, %v (-want +got):\n%s", err, diff)
	}
}

// recorder writes down the requests that a handler gets.
type recorder struct {
	http.Handler

	mu   sync.Mutex
	said []string
}

func (r *recorder) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	line := req.Method
	for _, name := range []string{"Mcp-Method", "Mcp-Protocol-Version", "Mcp-Session-Id", "Accept", "Content-Type", "Authorization", "X-Key"} {
		if value := req.Header.Get(name); value != "" {
			line += fmt.Sprintf(" %s=%s", name, value)
		}
	}
	line = strings.NewReplacer("Accept=application/json, text/event-stream Content-Type=application/json", "ok", "Mcp-", "").Replace(line)
	r.mu.Lock()
	r.said = append(r.said, line)
	r.mu.Unlock()
	r.Handler.ServeHTTP(w, req)
}

func (r *recorder) lines() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return strings.Join(r.said, "\n")
}

// recorded is the nasty server in a mode behind HTTP, and what it gets.
func recorded(tb testing.TB, mode, behind string) (observe.Options, *recorder) {
	tb.Helper()
	handler, err := nasty.NewWeb(strings.Fields(mode), strings.Fields(behind))
	if err != nil {
		tb.Fatal(err)
	}
	r := &recorder{Handler: handler}
	return reached(tb, r), r
}

func TestRequestsOverHTTP(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		mode, behind, era string
		want              string
	}{
		{"json", "tools-only", "auto", `POST Method=server/discover Protocol-Version=2026-07-28 ok
POST ok
POST Protocol-Version=2025-11-25 Session-Id=session-1 ok
POST Protocol-Version=2025-11-25 Session-Id=session-1 ok
POST Protocol-Version=2025-11-25 Session-Id=session-1 ok
POST Protocol-Version=2025-11-25 Session-Id=session-1 ok
POST Protocol-Version=2025-11-25 Session-Id=session-1 ok
POST Protocol-Version=2025-11-25 Session-Id=session-1 ok
DELETE Protocol-Version=2025-11-25 Session-Id=session-1 ok`},
		{"no-session", "old-version-only", "legacy", `POST ok
POST Protocol-Version=2024-11-05 ok
POST Protocol-Version=2024-11-05 ok
POST Protocol-Version=2024-11-05 ok
POST Protocol-Version=2024-11-05 ok
POST Protocol-Version=2024-11-05 ok
POST Protocol-Version=2024-11-05 ok`},
		{"json", "modern-only", "auto", `POST Method=server/discover Protocol-Version=2026-07-28 ok
POST Method=tools/list Protocol-Version=2026-07-28 ok
POST Method=prompts/list Protocol-Version=2026-07-28 ok
POST Method=resources/list Protocol-Version=2026-07-28 ok
POST Method=resources/templates/list Protocol-Version=2026-07-28 ok`},
		{"session-lost", "", "legacy", `POST ok
POST Protocol-Version=2025-11-25 Session-Id=session-1 ok
POST Protocol-Version=2025-11-25 Session-Id=session-1 ok
POST Protocol-Version=2025-11-25 Session-Id=session-1 ok
POST ok
POST Protocol-Version=2025-11-25 Session-Id=session-2 ok
POST Protocol-Version=2025-11-25 Session-Id=session-2 ok
POST Protocol-Version=2025-11-25 Session-Id=session-2 ok
POST Protocol-Version=2025-11-25 Session-Id=session-2 ok
POST Protocol-Version=2025-11-25 Session-Id=session-2 ok
POST Protocol-Version=2025-11-25 Session-Id=session-2 ok
DELETE Protocol-Version=2025-11-25 Session-Id=session-2 ok`},
	} {
		o, r := recorded(t, tt.mode, tt.behind)
		o.Era = tt.era
		observed(t, o)
		if diff := cmp.Diff(tt.want, r.lines()); diff != "" {
			t.Errorf("%s, %s: requests (-want +got):\n%s", tt.mode, tt.behind, diff)
		}
	}
}

// TestEraIsRemembered wants no second try where the first is known to be right,
// and a second one where what is known is wrong.
func TestEraIsRemembered(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		behind, known string
		learned       string
		starts        int
	}{
		{"good", "", "legacy", 1},
		{"good", "legacy", "", 1},
		{"good", "modern", "legacy", 2},
		{"modern-only", "", "modern", 2},
		{"modern-only", "modern", "", 1},
		{"modern-only", "legacy", "modern", 2},
		{"dual-era", "modern", "", 1},
	} {
		log := filepath.Join(t.TempDir(), "log")
		o := server(t, tt.behind, "log="+log)
		o.Server.Env = append(o.Server.Env, "NOTES_TOKEN=secret-in-environment")
		var keys []string
		learned := ""
		o.KnownEra = func(key string) (string, bool) {
			keys = append(keys, key)
			return tt.known, tt.known != ""
		}
		o.LearnEra = func(key, era string) {
			keys = append(keys, key)
			learned = era
		}
		observed(t, o)
		text, err := os.ReadFile(log)
		if err != nil {
			t.Fatal(err)
		}
		if starts := strings.Count(string(text), `"id":1,`); starts != tt.starts || learned != tt.learned {
			t.Errorf("%s, known as %q: started %d times and learned %q, want %d and %q", tt.behind, tt.known, starts, learned, tt.starts, tt.learned)
		}
		if !strings.HasPrefix(keys[0], "sha256:") || keys[len(keys)-1] != keys[0] {
			t.Errorf("keys are %q, want one digest", keys)
		}
	}
}

// TestCapabilities offers roots, sampling and elicitation, and wants the server's
// requests answered with nothing.
func TestCapabilities(t *testing.T) {
	t.Parallel()
	const rich = `{"elicitation":{},"roots":{},"sampling":{}}`
	for mode, want := range map[string]struct{ answer, hazard string }{
		"asks-roots":       {`"result":{"roots":[]}`, "answered_request roots/list 1"},
		"asks-sampling":    {`"error":{"code":-1,"message":"the user rejected the request"}`, "answered_request sampling/createMessage 1"},
		"asks-elicitation": {`"result":{"action":"decline"}`, "answered_request elicitation/create 1"},
		"asks-unknown":     {`"error":{"code":-32601`, "refused_request harbour/whistle 1"},
	} {
		log := filepath.Join(t.TempDir(), "log")
		o := server(t, mode, "log="+log)
		o.Capabilities = rich
		s := observed(t, o)
		text, err := os.ReadFile(log)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(describe(s), "; "); got != good+"; "+want.hazard || !strings.Contains(string(text), want.answer) {
			t.Errorf("%s: surface is %s, want %s; the server received\n%swant %s in it", mode, got, want.hazard, text, want.answer)
		}
		if s.Context.Capabilities != rich {
			t.Errorf("%s: capabilities are recorded as %s, want %s", mode, s.Context.Capabilities, rich)
		}
	}
	o := server(t, "client-dependent")
	o.Capabilities = rich
	if got := describe(observed(t, o)); got[0] != "tool: complete 5" {
		t.Errorf("the server shows a rich client %q, want five tools", got)
	}
}
