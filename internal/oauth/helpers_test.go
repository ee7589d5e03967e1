package oauth_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mooring-mcp/mooring/internal/oauth"
	"github.com/mooring-mcp/mooring/internal/oauth/oauthtest"
)

var start = time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)

// bench is a client in a world, with a clock that a test moves, and everything that was said.
type bench struct {
	*oauth.Client

	world *oauthtest.World
	vars  map[string]string

	refused *http.Response // the answer to the last ask

	mu   sync.Mutex
	now  time.Time
	said strings.Builder
}

func newBench(w *oauthtest.World) *bench {
	b := &bench{world: w, now: start, vars: map[string]string{}}
	b.Client = &oauth.Client{
		HTTP: w.Client(), Store: &oauth.Memory{}, Version: "1.2.3",
		Now:    func() time.Time { b.mu.Lock(); defer b.mu.Unlock(); return b.now },
		Lookup: func(name string) (string, bool) { v, ok := b.vars[name]; return v, ok },
	}
	return b
}

func (b *bench) pass(d time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.now = b.now.Add(d)
}

func (b *bench) tell(s oauth.Step) {
	b.mu.Lock()
	defer b.mu.Unlock()
	fmt.Fprintf(&b.said, "%d %s %s %s\n", s.Kind, s.Text, s.URL, s.Code)
}

// request is a login in which a browser does what it is told.
func (b *bench) request() oauth.Request {
	return oauth.Request{Server: b.world.Server(), Tell: b.tell, Open: b.browse}
}

// browse follows the redirect of the authorization page to the loopback port.
func (b *bench) browse(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := b.world.Client().Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// mustLogin logs in.
func (b *bench) mustLogin(t *testing.T, r oauth.Request) oauth.Record {
	t.Helper()
	rec, err := b.Login(t.Context(), r)
	if err != nil {
		t.Fatalf("Login: %v", err)
	}
	return rec
}

// silent fails when a secret was said, or is in one of the texts.
func (b *bench) silent(t *testing.T, texts ...any) {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	all := b.said.String()
	for _, text := range texts {
		all += fmt.Sprintf("%v %+v %#v %s %q\n", text, text, text, text, text)
	}
	secrets := b.world.Secrets()
	for _, v := range b.vars {
		secrets = append(secrets, v)
	}
	for _, secret := range secrets {
		if secret != "" && strings.Contains(all, secret) {
			t.Errorf("secret %q was said in:\n%s", secret, all)
		}
	}
}

// ask sends a request with that header to the MCP server, which answers with refused.
func (b *bench) ask(t *testing.T, authorization string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, b.world.Server(), strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	if authorization != "" {
		req.Header.Set("Authorization", authorization)
	}
	resp, err := b.world.Client().Do(req)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	b.refused = resp
}

// again asks with that header, and then for another one.
func (b *bench) again(t *testing.T, a *oauth.Authorizer, authorization string) (string, error) {
	t.Helper()
	b.ask(t, authorization)
	return a.Authorize(t.Context(), b.refused)
}
