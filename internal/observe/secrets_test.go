package observe_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/nasty"
	"github.com/mooring-mcp/mooring/internal/observe"
	"github.com/mooring-mcp/mooring/surface"
)

func TestHeaders(t *testing.T) {
	t.Parallel()
	o, r := recorded(t, "login", "")
	o.URL = strings.Replace(o.URL, "http://", "http://user:secret-password@", 1) + "?api_key=secret-in-query&page=1#part"
	o.Headers = []observe.Header{
		{"x-key", "secret-in-header"},
		{"Authorization", nasty.WebToken},
		{"accept", "text/plain"},
		{"X-Key", "another-secret"},
	}
	o.Authorize = func(context.Context, *http.Response) (string, error) { return "", errors.New("not to be called") }
	s := observed(t, o)
	want := surface.Launch{
		Transport: "http", Headers: []string{"Accept", "Authorization", "X-Key"},
		URL: strings.Replace(strings.Replace(o.URL, "secret-password", surface.Secret, 1), "secret-in-query", surface.Secret, 1),
	}
	if diff := cmp.Diff(want, s.Server.Launch); diff != "" {
		t.Errorf("launch (-want +got):\n%s", diff)
	}
	first, _, _ := strings.Cut(r.lines(), "\n")
	if want := "POST Method=server/discover Protocol-Version=2026-07-28 ok Authorization=" + nasty.WebToken + " X-Key=secret-in-header"; first != want {
		t.Errorf("first request is\n%s\nwant\n%s", first, want)
	}
	if record := string(surface.Encode(s)); strings.Contains(record, "secret-") || strings.Contains(record, "another-secret") {
		t.Errorf("the record holds a secret:\n%s", record)
	}
}

// TestWebSecretsStayOut has a server say its token in every way that it has.
func TestWebSecretsStayOut(t *testing.T) {
	t.Parallel()
	o := web(t, "echo", "")
	calls := 0
	o.Authorize = func(context.Context, *http.Response) (string, error) {
		calls++
		return nasty.WebToken, nil
	}
	s := observed(t, o)
	want := []string{
		"tool: not_observed page_failed", "prompt: not_observed page_failed", "resource: not_observed page_unreadable",
		"resource_template: not_observed frames_missed", "junk_lines http 1", "unknown_version initialize 1",
	}
	if diff := cmp.Diff(want, describe(s)); diff != "" {
		t.Errorf("surface (-want +got):\n%s\n%s", diff, details(s))
	}
	token := strings.TrimPrefix(nasty.WebToken, "Bearer ")
	s.Handshake = surface.Handshake{} // the server's own words
	if record := string(surface.Encode(s)); strings.Contains(record, token) || strings.Count(details(s), surface.Secret) != 5 {
		t.Errorf("the record is\n%s\nwant the token replaced five times", record)
	}
	if calls != 1 || s.Server.Launch.Headers != nil {
		t.Errorf("asked %d times for an authorization, headers are %q, want once and none", calls, s.Server.Launch.Headers)
	}
}

func TestAuthorize(t *testing.T) {
	t.Parallel()
	const stale = "Bearer stale-token-of-yesterday"
	for _, tt := range []struct {
		name          string
		first, second string
		err           error
		calls         int
		want          string // part of the error; "" for a surface
	}{
		{"none before, one after", "", nasty.WebToken, nil, 2, ""},
		{"one before", nasty.WebToken, "", nil, 1, ""},
		{"a stale one before", stale, nasty.WebToken, nil, 2, ""},
		{"never the right one", stale, "Bearer another-stale-token", nil, 2, "status 401 Unauthorized: the server wants a login"},
		{"none at all", "", "", nil, 2, "status 401 Unauthorized: the server wants a login"},
		{"an error", stale, "", errors.New("refresh " + stale + ": expired"), 2, "authorization: refresh <secret>: expired"},
		{"no header value", stale, "a\nb", nil, 2, "the authorization has a value that cannot be sent"},
	} {
		o := web(t, "login", "")
		calls, challenge := 0, ""
		o.Authorize = func(_ context.Context, resp *http.Response) (string, error) {
			if calls++; resp == nil {
				return tt.first, nil
			}
			body, err := io.ReadAll(resp.Body)
			challenge = resp.Status + " " + resp.Header.Get("WWW-Authenticate") + " " + string(body)
			return tt.second, errors.Join(err, tt.err)
		}
		s, err := observe.Observe(t.Context(), o)
		if calls != tt.calls {
			t.Errorf("%s: asked %d times, want %d", tt.name, calls, tt.calls)
		}
		if want := `401 Unauthorized Bearer resource_metadata="/.well-known/oauth-protected-resource" sign in` + "\n"; calls > 1 && challenge != want {
			t.Errorf("%s: challenge is %q, want %q", tt.name, challenge, want)
		}
		switch {
		case tt.want == "" && (err != nil || s.Listing(surface.Tool).Completeness != surface.Complete):
			t.Errorf("%s: %v, tools are %s, want a surface", tt.name, err, listing(s.Listing(surface.Tool)))
		case tt.want != "" && (!errors.Is(err, observe.ErrUnauthorized) || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "stale-token")):
			t.Errorf("%s: error is %v, want it unauthorized, with %q and no token", tt.name, err, tt.want)
		}
	}
}

// TestNothingGoesToAnotherOrigin redirects, and names an endpoint, elsewhere.
func TestNothingGoesToAnotherOrigin(t *testing.T) {
	t.Parallel()
	var visits atomic.Int32
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { visits.Add(1) }))
	t.Cleanup(elsewhere.Close)
	for _, mode := range []string{"redirect-origin", "old-other-origin"} {
		o := web(t, mode+" "+elsewhere.URL, "")
		o.Headers = []observe.Header{{"Authorization", nasty.WebToken}}
		_, err := observe.Observe(t.Context(), o)
		if text := asError(t, err).Error(); !strings.Contains(text, "another origin") || errors.Is(err, observe.ErrUnauthorized) {
			t.Errorf("%s: error is %q, want another origin in it", mode, text)
		}
	}
	if n := visits.Load(); n != 0 {
		t.Errorf("the other origin was visited %d times, want never", n)
	}
}

// TestProxy uses the proxy that it is given, and none of the environment's.
func TestProxy(t *testing.T) {
	o, r := recorded(t, "json", "")
	t.Setenv("HTTP_PROXY", "http://127.0.0.1:1")
	t.Setenv("http_proxy", "http://127.0.0.1:1")
	host := strings.TrimSuffix(strings.TrimPrefix(o.URL, "http://"), "/mcp")
	o.URL = "http://notes.example/mcp"
	o.Proxy = http.ProxyURL(mustURL(t, "http://"+host))
	if s := observed(t, o); s.Listing(surface.Tool).Completeness != surface.Complete || r.lines() == "" {
		t.Errorf("through the proxy, tools are %s, want them complete", listing(s.Listing(surface.Tool)))
	}
	if strings.Contains(r.lines(), "CONNECT") {
		t.Errorf("requests are\n%s\nwant plain ones", r.lines())
	}
}

// TestCertificate wants an unknown issuer named as what prevented the connection.
func TestCertificate(t *testing.T) {
	t.Parallel()
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	server.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	server.StartTLS()
	t.Cleanup(server.Close)
	_, err := observe.Observe(t.Context(), observe.Options{ID: "notes", URL: server.URL})
	if e := asError(t, err); e.Stage != observe.StageStart || !strings.Contains(err.Error(), "certificate") {
		t.Errorf("stage %q, error %v, want a certificate in it", e.Stage, err)
	}
}

func mustURL(tb testing.TB, text string) *url.URL {
	tb.Helper()
	u, err := url.Parse(text)
	if err != nil {
		tb.Fatal(err)
	}
	return u
}
