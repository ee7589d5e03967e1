package nasty_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/nasty"
)

// post sends a message to a server and returns its status and body.
func post(t *testing.T, h http.Handler, body string, headers ...string) (status int, text, session string) {
	t.Helper()
	req := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/mcp", strings.NewReader(body))
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		req.Header.Set(name, value)
	}
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, req)
	resp := rec.Result()
	all, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	return resp.StatusCode, string(all), resp.Header.Get("Mcp-Session-Id")
}

func newWeb(t *testing.T, mode, behind string) *nasty.Web {
	t.Helper()
	w, err := nasty.NewWeb(strings.Fields(mode), strings.Fields(behind))
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestWebSession(t *testing.T) {
	w := newWeb(t, "json", "")
	status, text, session := post(t, w, initialize)
	if status != http.StatusOK || !strings.Contains(text, `"protocolVersion"`) || session != "session-1" {
		t.Fatalf("initialize: status %d, %s, session %q", status, text, session)
	}
	for _, step := range []struct {
		name, body, session string
		status              int
		want                string
	}{
		{"before it is initialized", listTools, session, http.StatusOK, "-32602"},
		{"initialized", initialized, session, http.StatusAccepted, ""},
		{"with the session", listTools, session, http.StatusOK, "read_note"},
		{"without the session", listTools, "", http.StatusBadRequest, ""},
		{"with another session", listTools, "session-2", http.StatusNotFound, ""},
		{"no message", "hello", session, http.StatusBadRequest, ""},
	} {
		status, text, _ := post(t, w, step.body, "Mcp-Session-Id: "+step.session)
		if status != step.status || !strings.Contains(text, step.want) {
			t.Errorf("%s: status %d, %s, want %d and %q", step.name, status, text, step.status, step.want)
		}
	}
}

func TestWebModern(t *testing.T) {
	const discover = `{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{` +
		`"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{}}}}`
	good := []string{"Mcp-Protocol-Version: 2026-07-28", "Mcp-Method: server/discover"}
	for _, step := range []struct {
		name, behind string
		headers      []string
		status       int
		want         string
	}{
		{"modern", "modern-only", good, http.StatusOK, `"supportedVersions":["2026-07-28"]`},
		{"another method", "modern-only", []string{good[0], "Mcp-Method: tools/list"}, http.StatusBadRequest, "-32020"},
		{"no version", "modern-only", good[1:], http.StatusBadRequest, "-32020"},
		{"legacy", "good", good, http.StatusBadRequest, "Bad Request"},
	} {
		status, text, session := post(t, newWeb(t, "json", step.behind), discover, step.headers...)
		if status != step.status || !strings.Contains(text, step.want) || session != "" {
			t.Errorf("%s: status %d, %s, session %q, want %d, %s and no session", step.name, status, text, session, step.status, step.want)
		}
	}
}

func TestWebUsage(t *testing.T) {
	for _, tt := range []struct{ mode, behind, want string }{
		{"kind", "", `web mode ["kind"] is unknown`},
		{"", "", "is unknown"},
		{"json more", "", `got the arguments ["more"]`},
		{"redirect-origin", "", `want "URL"`},
		{"json", "kind", `mode "kind" is unknown`},
	} {
		_, err := nasty.NewWeb(strings.Fields(tt.mode), strings.Fields(tt.behind))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("NewWeb(%q, %q): error is %v, want %q in it", tt.mode, tt.behind, err, tt.want)
		}
	}
}
