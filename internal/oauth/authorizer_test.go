package oauth_test

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mooring-mcp/mooring/internal/oauth"
	"github.com/mooring-mcp/mooring/internal/oauth/oauthtest"
)

func TestAuthorizeStored(t *testing.T) {
	b := newBench(oauthtest.New())
	a := b.Authorizer(b.world.Server())
	if got, err := a.Authorize(t.Context(), nil); got != "" || err != nil {
		t.Errorf("Authorize with nothing stored = %q, %v", got, err)
	}
	_, err := b.again(t, a, "")
	needed := (*oauth.LoginNeededError)(nil)
	if !errors.Is(err, oauth.ErrLoginNeeded) || !errors.As(err, &needed) || needed.Command() != "mooring login https://mcp.example/mcp" {
		t.Errorf("Authorize of a challenge with nothing stored: %v", err)
	}
	rec := b.mustLogin(t, b.request())
	got, err := a.Authorize(t.Context(), nil)
	if got != "Bearer "+string(rec.AccessToken) || err != nil {
		t.Errorf("Authorize: %v, want the stored token", err)
	}
	for _, other := range []string{"https://mcp.example/other", "https://mcp.example:8443/mcp", "http://mcp.example/mcp", "https://as.example/mcp"} {
		if got, err := b.Authorizer(other).Authorize(t.Context(), nil); got != "" || err != nil {
			t.Errorf("Authorize of %q: %v, want nothing", other, err)
		}
	}
}

func TestRefresh(t *testing.T) {
	b := newBench(oauthtest.New())
	first := b.mustLogin(t, b.request())
	a := b.Authorizer(b.world.Server())

	b.pass(time.Hour - 31*time.Second)
	if got, _ := a.Authorize(t.Context(), nil); got != "Bearer "+string(first.AccessToken) {
		t.Error("the token was refreshed too early")
	}
	b.pass(2 * time.Second)
	got, err := a.Authorize(t.Context(), nil)
	if err != nil || !b.world.Valid(got) || got == "Bearer "+string(first.AccessToken) {
		t.Fatalf("Authorize when it is about to expire: %v, want another token", err)
	}
	second, _ := b.Store.Get(t.Context(), first.Key())
	if second.RefreshToken == first.RefreshToken || second.Expiry != start.Add(2*time.Hour-29*time.Second) {
		t.Errorf("the rotated refresh token or the expiry was not stored: %v", second)
	}

	// The server forgets tokens before their time.
	b.world.Expire()
	got, err = b.again(t, a, got)
	if err != nil || !b.world.Valid(got) {
		t.Fatalf("Authorize of a 401: %v, want another token", err)
	}
	for _, r := range b.world.Requests("/token") {
		if r.Form.Get("resource") != b.world.Server() {
			t.Errorf("a %s had resource %q", r.Form.Get("grant_type"), r.Form.Get("resource"))
		}
	}
	b.silent(t, first, second)
}

func TestRefreshRefused(t *testing.T) {
	for _, tt := range []struct {
		name  string
		world func(*oauthtest.World)
		want  string
	}{
		{"revoked", func(w *oauthtest.World) { w.Revoke() }, "invalid_grant"},
		{"fresh token is refused", func(w *oauthtest.World) { w.RefuseFresh = true }, "refuses a token that was issued just now"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := newBench(oauthtest.New())
			b.world.Echo = true
			b.mustLogin(t, b.request())
			tt.world(b.world)
			b.world.Expire()
			a := b.Authorizer(b.world.Server())
			got, err := a.Authorize(t.Context(), nil)
			for range 3 {
				if err == nil {
					got, err = b.again(t, a, got)
				}
			}
			if !errors.Is(err, oauth.ErrLoginNeeded) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Authorize: %v, want a login to be needed: %s", err, tt.want)
			}
			b.silent(t, err)
		})
	}
}

func TestNoRefreshToken(t *testing.T) {
	b := newBench(oauthtest.New())
	b.world.NoRefresh = true
	b.mustLogin(t, b.request())
	b.pass(2 * time.Hour)
	a := b.Authorizer(b.world.Server())
	if got, err := a.Authorize(t.Context(), nil); got != "" || err != nil {
		t.Errorf("Authorize: %v, want nothing", err)
	}
	if _, err := b.again(t, a, ""); !errors.Is(err, oauth.ErrLoginNeeded) {
		t.Errorf("Authorize: %v, want a login to be needed", err)
	}
}

func TestUnreachableRefresh(t *testing.T) {
	b := newBench(oauthtest.New())
	rec := b.mustLogin(t, b.request())
	rec.TokenEndpoint = "https://gone.example/token"
	if err := b.Store.Put(t.Context(), rec); err != nil {
		t.Fatal(err)
	}
	a := b.Authorizer(b.world.Server())
	if _, err := a.Authorize(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	_, err := b.again(t, a, "")
	if e := (*oauth.Error)(nil); errors.Is(err, oauth.ErrLoginNeeded) || !errors.As(err, &e) || e.Kind != oauth.Unreachable {
		t.Errorf("Authorize: %v, want that the server is not reached", err)
	}
}

func TestStepUp(t *testing.T) {
	b := newBench(oauthtest.New())
	rec := b.mustLogin(t, b.request())
	b.world.Scope = "write"
	a := b.Authorizer(b.world.Server())
	got, _ := a.Authorize(t.Context(), nil)
	_, err := b.again(t, a, got)
	needed := (*oauth.LoginNeededError)(nil)
	if !errors.As(err, &needed) || needed.Command() != "mooring login https://mcp.example/mcp --scope 'read offline_access write'" {
		t.Fatalf("Authorize: %v, want a login for more scope", err)
	}
	r := b.request()
	r.Challenge = b.refused
	r.Scopes = needed.Scopes
	if up := b.mustLogin(t, r); !b.world.Valid("Bearer "+string(up.AccessToken)) || up.Key() != rec.Key() {
		t.Errorf("after the login the scopes are %q", up.Scopes)
	}
}

func TestStepUpByItself(t *testing.T) {
	b := newBench(oauthtest.New())
	b.world.Clients = map[string]string{"ci": "hush-hush"}
	b.vars["S"] = "hush-hush"
	r := b.request()
	r.Flow, r.Identity = oauth.ClientCredentials, oauth.Identity{ID: "ci", SecretEnv: "S"}
	b.mustLogin(t, r)
	b.world.Scope = "write"
	a := b.Authorizer(b.world.Server())
	got, _ := a.Authorize(t.Context(), nil)
	got, err := b.again(t, a, got)
	if err != nil || !b.world.Valid(got) {
		t.Errorf("Authorize: %v, want a token with more scope", err)
	}
	b.world.Scope = "admin"
	delete(b.vars, "S")
	_, err = b.again(t, b.Authorizer(b.world.Server()), got)
	if err == nil || !strings.Contains(err.Error(), `variable "S"`) {
		t.Errorf("Authorize: %v, want that the variable is not set", err)
	}
}

// TestConcurrentRefresh has many observers whose token expires at once, and a refresh token that is good for once.
func TestConcurrentRefresh(t *testing.T) {
	for _, tt := range []struct {
		name  string
		store func(dir string) func() oauth.Store
	}{
		{"in memory", func(string) func() oauth.Store { m := &oauth.Memory{}; return func() oauth.Store { return m } }},
		{"in a file, each with its own store", func(dir string) func() oauth.Store {
			return func() oauth.Store { return oauth.OpenStore(dir, oauth.InFile, nil) }
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			open := tt.store(t.TempDir())
			b := newBench(oauthtest.New())
			b.Store = open()
			b.mustLogin(t, b.request())
			b.world.Expire()
			b.ask(t, "")
			before := len(b.world.Requests("/token"))
			all := make([]*oauth.Authorizer, 16)
			for i := range all {
				client := *b.Client
				client.Store = open()
				all[i] = client.Authorizer(b.world.Server())
				if _, err := all[i].Authorize(t.Context(), nil); err != nil {
					t.Fatalf("Authorize: %v", err)
				}
			}
			var wait sync.WaitGroup
			for _, a := range all {
				wait.Go(func() {
					got, err := a.Authorize(t.Context(), b.refused)
					if err != nil || !b.world.Valid(got) {
						t.Errorf("Authorize: %v, want a token that is taken", err)
					}
				})
			}
			wait.Wait()
			if n := len(b.world.Requests("/token")) - before; n != 1 {
				t.Errorf("%d refreshes, want 1", n)
			}
		})
	}
}

func TestLogout(t *testing.T) {
	b := newBench(oauthtest.New())
	if _, err := b.Logout(t.Context(), b.world.Server(), b.tell); !errors.Is(err, oauth.ErrNotStored) {
		t.Errorf("Logout with nothing stored: %v", err)
	}
	rec := b.mustLogin(t, b.request())
	removed, err := b.Logout(t.Context(), b.world.Server(), b.tell)
	if err != nil || len(removed) != 1 || removed[0].AccessToken != "" {
		t.Errorf("Logout = %v, %v", removed, err)
	}
	if b.world.Valid("Bearer " + string(rec.AccessToken)) {
		t.Error("the token was not revoked")
	}
	if stored, _ := b.Store.List(t.Context()); len(stored) > 0 {
		t.Error("the record was not removed")
	}
	b.silent(t, removed)
}

func TestLogoutUnreachable(t *testing.T) {
	b := newBench(oauthtest.New())
	rec := b.mustLogin(t, b.request())
	rec.RevocationEndpoint = "https://gone.example/revoke"
	if err := b.Store.Put(t.Context(), rec); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Logout(t.Context(), b.world.Server(), b.tell); err != nil {
		t.Errorf("Logout: %v", err)
	}
	if stored, _ := b.Store.List(t.Context()); len(stored) > 0 || !strings.Contains(b.said.String(), "not revoked") {
		t.Errorf("%d records are left, and it said:\n%s", len(stored), b.said.String())
	}
}
