package oauth_test

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/oauth"
	"github.com/mooring-mcp/mooring/internal/oauth/oauthtest"
)

func TestLogin(t *testing.T) {
	b := newBench(oauthtest.New())
	rec := b.mustLogin(t, b.request())
	if !b.world.Valid("Bearer " + string(rec.AccessToken)) {
		t.Error("the server does not take the token")
	}
	want := oauth.Record{
		Server: "https://mcp.example/mcp", Issuer: "https://as.example", Resource: "https://mcp.example/mcp",
		TokenEndpoint: "https://as.example/token", RevocationEndpoint: "https://as.example/revoke",
		ClientID: "registered-1", AuthMethod: "none", Scopes: []string{"read", "offline_access"},
		AccessToken: rec.AccessToken, RefreshToken: rec.RefreshToken, Obtained: start, Expiry: start.Add(3600e9),
	}
	if diff := cmp.Diff(want, rec); diff != "" {
		t.Errorf("Login (-want +got):\n%s", diff)
	}
	stored, err := b.Store.Get(t.Context(), rec.Key())
	if diff := cmp.Diff(rec, stored); diff != "" || err != nil {
		t.Errorf("Get: %v (-want +got):\n%s", err, diff)
	}
	for _, suffix := range []string{"/authorize", "/token"} {
		for _, r := range b.world.Requests(suffix) {
			if got := r.Form.Get("resource"); got != "https://mcp.example/mcp" {
				t.Errorf("%s got resource %q", suffix, got)
			}
		}
	}
	b.silent(t, rec, &rec, []oauth.Record{rec})
}

// TestLoginModes has one case for each way in which the servers may be different, and what comes of it: an error with
// that text, or a login.
func TestLoginModes(t *testing.T) {
	tests := []struct {
		name  string
		world func(*oauthtest.World)
		ask   func(*oauth.Request)
		kind  oauth.Kind
		want  string // in the error; "" for a login
	}{
		{"no challenge header", func(w *oauthtest.World) { w.NoHeader = true }, nil, 0, ""},
		{"no metadata at all, 2025-03-26", func(w *oauthtest.World) {
			w.NoHeader, w.NoResource, w.NoIssuer = true, true, true
		}, nil, oauth.Denied, "client registration at \"https://mcp.example/register\" is refused with status 404"},
		{"named metadata is missing", func(w *oauthtest.World) { w.NoResource = true }, nil, oauth.Invalid, "but there is none"},
		{"resource is the origin", func(w *oauthtest.World) { w.Resource = "https://mcp.example" }, nil, 0, ""},
		{"resource is another server", func(w *oauthtest.World) { w.Resource = "https://bank.example/mcp" }, nil, oauth.Invalid, `is for resource "https://bank.example/mcp", want "https://mcp.example/mcp"`},
		{"resource is a sibling", func(w *oauthtest.World) { w.Resource = "https://mcp.example/mcp2" }, nil, oauth.Invalid, "is for resource"},
		{"issuer is another", func(w *oauthtest.World) { w.Metadata = map[string]any{"issuer": "https://evil.example"} }, nil, oauth.Invalid, `is of issuer "https://evil.example", want "https://as.example"`},
		{"no metadata of the issuer", func(w *oauthtest.World) { w.NoIssuer = true }, nil, oauth.Invalid, "has no metadata"},
		{"no PKCE", func(w *oauthtest.World) { w.Metadata = map[string]any{"code_challenge_methods_supported": nil} }, nil, oauth.Invalid, "want S256"},
		{"plain PKCE", func(w *oauthtest.World) {
			w.Metadata = map[string]any{"code_challenge_methods_supported": []string{"plain"}}
		}, nil, oauth.Invalid, `PKCE methods ["plain"]`},
		{"endpoint without https", func(w *oauthtest.World) { w.Metadata = map[string]any{"token_endpoint": "http://as.example/token"} }, nil, oauth.Invalid, "want an https URL"},
		{"endpoint on this machine", func(w *oauthtest.World) {
			w.Metadata = map[string]any{"token_endpoint": "http://127.0.0.1:80/token"}
		}, nil, oauth.Invalid, "on this machine"},
		{"script as endpoint", func(w *oauthtest.World) { w.Metadata = map[string]any{"authorization_endpoint": "javascript:alert(1)"} }, nil, oauth.Invalid, "want an https URL"},
		{"repeated member", func(w *oauthtest.World) {
			w.MetadataRaw = `{"issuer":"https://as.example","issuer":"https://as.example"}`
		}, nil, oauth.Invalid, "duplicate_member"},
		{"token that is no JSON", func(w *oauthtest.World) { w.Raw = `{"access_token":"x"` }, nil, oauth.Invalid, "no token"},
		{"metadata elsewhere", func(w *oauthtest.World) {
			w.MetadataFrom = func() string { return "https://evil.example/metadata" }
		}, nil, oauth.Invalid, "another origin"},
		{"huge metadata", func(w *oauthtest.World) { w.Padding = oauth.MaxAnswer }, nil, oauth.Invalid, "over the limit of 262144 bytes"},
		{"huge token", func(w *oauthtest.World) { w.Raw = `{"x":"` + strings.Repeat("x", oauth.MaxAnswer) }, nil, oauth.Invalid, "over the limit of 262144 bytes"},
		{"wrong state", func(w *oauthtest.World) { w.Answer = func(v url.Values) { v.Set("state", "x") } }, nil, oauth.Invalid, "state is not that of this login"},
		{"wrong iss", func(w *oauthtest.World) { w.Answer = func(v url.Values) { v.Set("iss", "https://evil.example") } }, nil, oauth.Invalid, `is of issuer "https://evil.example", want "https://as.example"`},
		{"wrong iss that is not advertised", func(w *oauthtest.World) {
			w.Metadata = map[string]any{"authorization_response_iss_parameter_supported": nil}
			w.Answer = func(v url.Values) { v.Set("iss", "https://evil.example") }
		}, nil, oauth.Invalid, "is of issuer"},
		{"iss with a slash", func(w *oauthtest.World) { w.Answer = func(v url.Values) { v.Set("iss", "https://as.example/") } }, nil, oauth.Invalid, "is of issuer"},
		{"no iss", func(w *oauthtest.World) { w.Answer = func(v url.Values) { v.Del("iss") } }, nil, oauth.Invalid, "names no issuer"},
		{"no iss, nor advertised", func(w *oauthtest.World) {
			w.Metadata = map[string]any{"authorization_response_iss_parameter_supported": false}
			w.Answer = func(v url.Values) { v.Del("iss") }
		}, nil, 0, ""},
		{"person says no", func(w *oauthtest.World) {
			w.Answer = func(v url.Values) {
				v.Del("code")
				v.Set("error", "access_denied")
				v.Set("error_description", "no, thanks")
			}
		}, nil, oauth.Denied, `gives no access: "access_denied: no, thanks"`},
		{"no says another issuer", func(w *oauthtest.World) {
			w.Answer = func(v url.Values) { v.Set("error", "access_denied"); v.Set("iss", "https://evil.example") }
		}, nil, oauth.Invalid, "is of issuer"},
		{"neither code nor error", func(w *oauthtest.World) { w.Answer = func(v url.Values) { v.Del("code") } }, nil, oauth.Invalid, "neither code nor error"},
		{"another code", func(w *oauthtest.World) { w.Answer = func(v url.Values) { v.Set("code", "x") } }, nil, oauth.Denied, "invalid_grant"},
		{"registration refused", func(w *oauthtest.World) { w.RegisterCode = "invalid_redirect_uri" }, nil, oauth.Denied, `status 400: "invalid_redirect_uri"`},
		{"no registration", func(w *oauthtest.World) { w.Metadata = map[string]any{"registration_endpoint": nil} }, nil, oauth.Usage, "registers no clients by itself"},
		{"registered with post", func(w *oauthtest.World) { w.RegisterAs, w.Method = "client_secret_post", "client_secret_post" }, nil, 0, ""},
		{"registered with basic", func(w *oauthtest.World) { w.RegisterAs, w.Method = "client_secret_basic", "client_secret_basic" }, nil, 0, ""},
		{"registered with none", func(w *oauthtest.World) { w.RegisterAs = "none" }, nil, 0, ""},
		{"registered with something else", func(w *oauthtest.World) { w.RegisterAs = "tls_client_auth" }, nil, oauth.Invalid, `has to authenticate with "tls_client_auth"`},
		{"metadata document", func(w *oauthtest.World) {
			w.Metadata = map[string]any{"client_id_metadata_document_supported": true}
			w.Clients = map[string]string{"https://app.example/client.json": ""}
		}, func(r *oauth.Request) { r.Identity.MetadataURL = "https://app.example/client.json" }, 0, ""},
		{"no metadata documents", nil, func(r *oauth.Request) { r.Identity.MetadataURL = "https://app.example/client.json" }, 0, ""},
		{"registered beforehand", func(w *oauthtest.World) { w.Clients = map[string]string{"me": ""} }, func(r *oauth.Request) { r.Identity.ID = "me" }, 0, ""},
		{"unknown client", nil, func(r *oauth.Request) { r.Identity.ID = "me-too" }, 0, ""},
		{"token that fits no header", func(w *oauthtest.World) { w.Raw = `{"access_token":"a\r\nb","token_type":"bearer"}` }, nil, oauth.Invalid, "does not fit a header"},
		{"token of another type", func(w *oauthtest.World) { w.Raw = `{"access_token":"ab","token_type":"DPoP"}` }, nil, oauth.Invalid, `type "DPoP", want Bearer`},
		{"no such server", nil, func(r *oauth.Request) { r.Server = "https://nowhere.example/mcp" }, oauth.Unreachable, "no such host"},
		{"plain http", nil, func(r *oauth.Request) { r.Server = "http://mcp.example/mcp" }, oauth.Usage, "does not use https"},
		{"password", nil, func(r *oauth.Request) { r.Server = "https://me:pa55word@mcp.example/mcp" }, oauth.Usage, "holds a user name or a password"},
		{"no URL", nil, func(r *oauth.Request) { r.Server = "mcp.example" }, oauth.Usage, "is no URL of a server"},
		{"credentials without a client", nil, func(r *oauth.Request) { r.Flow = oauth.ClientCredentials }, oauth.Usage, "none is named"},
		{"no device flow", func(w *oauthtest.World) { w.Metadata = map[string]any{"device_authorization_endpoint": nil} }, func(r *oauth.Request) { r.Flow = oauth.Device }, oauth.Usage, "has no device_authorization_endpoint"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := newBench(oauthtest.New())
			if tt.world != nil {
				tt.world(b.world)
			}
			r := b.request()
			if tt.ask != nil {
				tt.ask(&r)
			}
			rec, err := b.Login(t.Context(), r)
			b.silent(t, rec, err)
			e := (*oauth.Error)(nil)
			switch {
			case tt.want == "" && err != nil:
				t.Fatalf("Login: %v", err)
			case tt.want == "":
				if !b.world.Valid("Bearer " + string(rec.AccessToken)) {
					t.Error("the server does not take the token")
				}
			case !errors.As(err, &e) || e.Kind != tt.kind || !strings.Contains(err.Error(), tt.want):
				t.Errorf("Login: %v (%+v), want kind %d and %q", err, e, tt.kind, tt.want)
			}
			if stored, _ := b.Store.List(t.Context()); (len(stored) > 0) != (tt.want == "") {
				t.Errorf("%d records are stored", len(stored))
			}
		})
	}
}

// TestLoginNotNeeded has a server that lets everybody in.
func TestLoginNotNeeded(t *testing.T) {
	b := newBench(oauthtest.New())
	b.world.NoResource = true
	r := b.request()
	r.Server = "https://as.example/open"
	_, err := b.Login(t.Context(), r)
	if e := (*oauth.Error)(nil); !errors.As(err, &e) || e.Kind != oauth.Usage || !strings.Contains(e.Text, "asks for no login") {
		t.Errorf("Login: %v, want that none is asked for", err)
	}
}

func TestClientAuthentication(t *testing.T) {
	for _, tt := range []struct {
		name      string
		method    string
		supported []string
		wantBasic bool
	}{
		{"by default", "client_secret_basic", nil, true},
		{"post alone", "client_secret_post", []string{"client_secret_post"}, false},
		{"both", "", []string{"client_secret_post", "client_secret_basic"}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := newBench(oauthtest.New())
			b.world.Method = tt.method
			b.world.Metadata = map[string]any{"token_endpoint_auth_methods_supported": tt.supported}
			b.world.Clients = map[string]string{"ci": "s3cr3t +/&"}
			b.vars["CI_SECRET"] = "s3cr3t +/&"
			r := b.request()
			r.Flow, r.Identity = oauth.ClientCredentials, oauth.Identity{ID: "ci", SecretEnv: "CI_SECRET"}
			rec := b.mustLogin(t, r)
			if rec.ClientSecret != "" || rec.RefreshToken != "" {
				t.Error("a secret that is kept by name was stored")
			}
			got := b.world.Requests("/token")
			if len(got) != 1 || (got[0].Auth == "basic") != tt.wantBasic && tt.method != "" {
				t.Errorf("token requests: %+v", got)
			}
			b.silent(t, rec)
		})
	}
}

func TestSecretNotSet(t *testing.T) {
	b := newBench(oauthtest.New())
	r := b.request()
	r.Identity = oauth.Identity{ID: "ci", SecretEnv: "CI_SECRET"}
	_, err := b.Login(t.Context(), r)
	if err == nil || !strings.Contains(err.Error(), `variable "CI_SECRET"`) {
		t.Errorf("Login: %v, want that the variable is not set", err)
	}
	if strings.Contains(b.said.String(), "/authorize") {
		t.Error("a person was asked before")
	}
}

// TestEcho has servers that repeat what they were sent.
func TestEcho(t *testing.T) {
	b := newBench(oauthtest.New())
	b.world.Echo, b.world.Method = true, "client_secret_post"
	b.world.Clients = map[string]string{"ci": "a-wrong-secret-is-expected-here"}
	b.vars["CI_SECRET"] = "this-is-what-was-sent"
	b.world.Metadata = map[string]any{"token_endpoint_auth_methods_supported": []string{"client_secret_post"}}
	for _, flow := range []oauth.Flow{oauth.Browser, oauth.ClientCredentials, oauth.Device} {
		r := b.request()
		r.Flow, r.Identity = flow, oauth.Identity{ID: "ci", SecretEnv: "CI_SECRET"}
		if flow == oauth.Device {
			synctest.Test(t, func(t *testing.T) {
				_, err := b.Login(t.Context(), r)
				b.silent(t, err)
			})
			continue
		}
		_, err := b.Login(t.Context(), r)
		if err == nil || !strings.Contains(err.Error(), "invalid_client") {
			t.Errorf("Login: %v, want invalid_client", err)
		}
		b.silent(t, err)
	}
}

// TestInterrupt ends a login that waits for a browser which never comes.
func TestInterrupt(t *testing.T) {
	b := newBench(oauthtest.New())
	ctx, cancel := context.WithCancel(t.Context())
	r := b.request()
	r.Open = func(context.Context, string) error { cancel(); return nil }
	_, err := b.Login(ctx, r)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("Login: %v, want it cancelled", err)
	}
}

// TestSlowServer has a token endpoint that never answers.
func TestSlowServer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(oauthtest.New())
		b.world.Stall = make(chan struct{})
		b.world.Clients = map[string]string{"ci": ""}
		r := b.request()
		r.Flow, r.Identity = oauth.ClientCredentials, oauth.Identity{ID: "ci"}
		_, err := b.Login(t.Context(), r)
		if e := (*oauth.Error)(nil); !errors.As(err, &e) || e.Kind != oauth.Unreachable || !strings.Contains(e.Text, "within 30s") {
			t.Errorf("Login: %v, want no answer within 30s", err)
		}
	})
}

func TestScopes(t *testing.T) {
	b := newBench(oauthtest.New())
	r := b.request()
	r.Scopes = []string{"write"}
	if rec := b.mustLogin(t, r); !slices.Equal(rec.Scopes, []string{"write"}) {
		t.Errorf("scopes %q, want those that were asked for", rec.Scopes)
	}
	if rec := b.mustLogin(t, b.request()); !slices.Equal(rec.Scopes, []string{"write", "read", "offline_access"}) {
		t.Errorf("scopes %q, want those before and those of the server", rec.Scopes)
	}
}
