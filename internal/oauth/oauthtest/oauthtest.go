// Package oauthtest is a protected MCP server and its authorization server, for tests. Both can be told to misbehave.
//
// They are reached without a network, through [World.Client], as https://mcp.example/mcp and https://as.example; or on
// loopback ports, after [World.Listen].
package oauthtest

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
)

// World is both servers. Its fields are set before it is used.
type World struct {
	MCP, AS string // origins

	NoHeader     bool              // 401 without WWW-Authenticate
	NoResource   bool              // no protected resource metadata
	NoIssuer     bool              // no authorization server metadata
	Resource     string            // resource of the metadata, "" for the right one
	Metadata     map[string]any    // overrides members of the authorization server's metadata; nil values remove one
	MetadataFrom func() string     // when set, the authorization server's metadata is redirected there
	MetadataRaw  string            // body of the metadata, as it is
	Padding      int               // bytes that are added to the metadata
	RegisterCode string            // refuses registration with this error
	RegisterAs   string            // token_endpoint_auth_method of registered clients; with a secret unless "" or none
	Clients      map[string]string // secrets of clients that are registered beforehand
	Method       string            // the only way of a client with a secret to authenticate, "" for any
	Answer       func(url.Values)  // changes the answer that the browser takes back
	ExpiresIn    int               // of access tokens, in seconds; 0 says nothing
	NoRefresh    bool              // no refresh tokens
	KeepRefresh  bool              // refresh tokens stay good
	RefuseFresh  bool              // the server takes no token at all
	Scope        string            // that the server wants for everything
	Device       []string          // answers to polls, in order: an error code, or "" for a token
	Stall        chan struct{}     // the token endpoint waits for it, or for the client to go
	Raw          string            // body of every answer of the token endpoint, instead of a token
	Echo         bool              // errors of the token endpoint repeat what was sent
	Behind       http.Handler      // answers whom the server lets in; nil says nothing to everything

	mu       sync.Mutex
	access   map[string]string // scope by token
	refresh  map[string]string // scope by token, while it is good
	codes    map[string]url.Values
	secrets  []string
	requests []Request
	once     sync.Once
}

// Request is one request that a server got.
type Request struct {
	URL  string // without query
	Form url.Values
	Auth string // kind of authentication: "", basic, bearer
}

// New returns a world where all is well.
func New() *World {
	return &World{MCP: "https://mcp.example", AS: "https://as.example", ExpiresIn: 3600}
}

// Server is the URL of the MCP server.
func (w *World) Server() string { return w.MCP + "/mcp" }

// Listen puts both servers on loopback ports, until closed.
func (w *World) Listen() (closeAll func()) {
	mcp, as := httptest.NewServer(http.HandlerFunc(w.serveMCP)), httptest.NewServer(http.HandlerFunc(w.serveAS))
	w.MCP, w.AS = mcp.URL, as.URL
	return func() { mcp.Close(); as.Close() }
}

// Client reaches both servers without a network. Other hosts are dialled.
func (w *World) Client() *http.Client { return &http.Client{Transport: transport{w}} }

type transport struct{ w *World }

func (t transport) RoundTrip(req *http.Request) (*http.Response, error) {
	var h http.HandlerFunc
	switch req.URL.Scheme + "://" + req.URL.Host {
	case t.w.MCP:
		h = t.w.serveMCP
	case t.w.AS:
		h = t.w.serveAS
	default:
		if strings.HasSuffix(req.URL.Host, ".example") {
			return nil, fmt.Errorf("no such host %q", req.URL.Host)
		}
		return http.DefaultTransport.RoundTrip(req)
	}
	rec := httptest.NewRecorder()
	h(rec, req)
	if err := req.Context().Err(); err != nil {
		return nil, err
	}
	resp := rec.Result()
	resp.Request = req
	return resp, nil
}

// Secrets returns every token, code and secret that was made so far.
func (w *World) Secrets() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append(slices.Clone(w.secrets), slices.Collect(maps.Values(w.Clients))...)
}

// Requests returns the requests whose URL ends so.
func (w *World) Requests(suffix string) []Request {
	w.mu.Lock()
	defer w.mu.Unlock()
	var out []Request
	for _, r := range w.requests {
		if strings.HasSuffix(r.URL, suffix) {
			out = append(out, r)
		}
	}
	return out
}

// Expire makes every access token that was issued so far worthless.
func (w *World) Expire() {
	w.mu.Lock()
	defer w.mu.Unlock()
	clear(w.access)
}

// Revoke makes every refresh token worthless.
func (w *World) Revoke() {
	w.mu.Lock()
	defer w.mu.Unlock()
	clear(w.refresh)
}

// Valid reports whether a value of an Authorization header opens the server.
func (w *World) Valid(authorization string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	scope, ok := w.access[strings.TrimPrefix(authorization, "Bearer ")]
	return ok && w.Scope == "" || ok && slices.Contains(strings.Fields(scope), w.Scope)
}

func (w *World) init() {
	w.once.Do(func() {
		w.access, w.refresh, w.codes = map[string]string{}, map[string]string{}, map[string]url.Values{}
	})
}

func (w *World) note(r *http.Request) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.init()
	auth, _, _ := strings.Cut(strings.ToLower(r.Header.Get("Authorization")), " ")
	_ = r.ParseForm()
	w.requests = append(w.requests, Request{URL: "http://" + r.Host + r.URL.Path, Form: r.Form, Auth: auth})
}

func (w *World) secret(kind string) string {
	s := kind + "-" + rand.Text()
	w.secrets = append(w.secrets, s)
	return s
}

func (w *World) serveMCP(rw http.ResponseWriter, r *http.Request) {
	w.note(r)
	const prm = "/.well-known/oauth-protected-resource"
	switch {
	case strings.HasPrefix(r.URL.Path, prm):
		if w.NoResource || r.URL.Path != prm+"/mcp" {
			http.NotFound(rw, r)
			return
		}
		resource := w.Resource
		if resource == "" {
			resource = w.Server()
		}
		reply(rw, 200, map[string]any{"resource": resource, "authorization_servers": []string{w.AS}, "scopes_supported": []string{"read"}})
	case r.URL.Path != "/mcp":
		http.NotFound(rw, r)
	case w.known(r.Header.Get("Authorization")) && !w.Valid(r.Header.Get("Authorization")):
		rw.Header().Set("WWW-Authenticate", fmt.Sprintf(`Bearer error="insufficient_scope", scope=%q`, w.Scope))
		rw.WriteHeader(http.StatusForbidden)
	case w.RefuseFresh || !w.Valid(r.Header.Get("Authorization")):
		if !w.NoHeader {
			rw.Header().Set("WWW-Authenticate", fmt.Sprintf(`Basic realm="a, b=\"c\"", Bearer resource_metadata=%q`, w.MCP+prm+"/mcp"))
		}
		rw.WriteHeader(http.StatusUnauthorized)
	case w.Behind != nil:
		w.Behind.ServeHTTP(rw, r)
	default:
		reply(rw, 200, map[string]any{"jsonrpc": "2.0", "id": 1, "result": map[string]any{}})
	}
}

// known reports whether a token was issued and has not expired, whatever its scope.
func (w *World) known(authorization string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	_, ok := w.access[strings.TrimPrefix(authorization, "Bearer ")]
	return ok && !w.RefuseFresh
}

func (w *World) metadata() map[string]any {
	m := map[string]any{
		"issuer": w.AS, "authorization_endpoint": w.AS + "/authorize", "token_endpoint": w.AS + "/token",
		"registration_endpoint": w.AS + "/register", "revocation_endpoint": w.AS + "/revoke",
		"device_authorization_endpoint":                  w.AS + "/device",
		"code_challenge_methods_supported":               []string{"S256"},
		"scopes_supported":                               []string{"read", "write", "offline_access"},
		"authorization_response_iss_parameter_supported": true,
	}
	for name, value := range w.Metadata {
		if m[name] = value; value == nil {
			delete(m, name)
		}
	}
	if w.Padding > 0 {
		m["padding"] = strings.Repeat("x", w.Padding)
	}
	return m
}

func (w *World) serveAS(rw http.ResponseWriter, r *http.Request) {
	w.note(r)
	switch r.URL.Path {
	case "/.well-known/oauth-authorization-server":
		switch {
		case w.NoIssuer:
			http.NotFound(rw, r)
		case w.MetadataFrom != nil:
			http.Redirect(rw, r, w.MetadataFrom(), http.StatusFound)
		case w.MetadataRaw != "":
			rw.Header().Set("Content-Type", "application/json")
			fmt.Fprint(rw, w.MetadataRaw)
		default:
			reply(rw, 200, w.metadata())
		}
	case "/authorize":
		w.authorize(rw, r)
	case "/register":
		w.register(rw, r)
	case "/device":
		w.mu.Lock()
		defer w.mu.Unlock()
		reply(rw, 200, map[string]any{"device_code": w.secret("device"), "user_code": "ABCD-EFGH", "verification_uri": w.AS + "/activate", "expires_in": 600, "interval": 5})
	case "/token":
		w.token(rw, r)
	case "/revoke":
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.refresh, r.Form.Get("token"))
		delete(w.access, r.Form.Get("token"))
	default:
		http.NotFound(rw, r)
	}
}

func (w *World) authorize(rw http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	defer w.mu.Unlock()
	back, err := url.Parse(r.Form.Get("redirect_uri"))
	if err != nil || r.Form.Get("code_challenge_method") != "S256" || r.Form.Get("response_type") != "code" {
		fault(rw, "invalid_request")
		return
	}
	code := w.secret("code")
	w.codes[code] = r.Form
	answer := url.Values{"code": {code}, "state": {r.Form.Get("state")}, "iss": {w.AS}}
	if w.Answer != nil {
		w.Answer(answer)
	}
	back.RawQuery = answer.Encode()
	http.Redirect(rw, r, back.String(), http.StatusFound) //nolint:gosec // Tests send themselves where they like.
}

func (w *World) register(rw http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	defer w.mu.Unlock()
	var wanted map[string]any
	if json.NewDecoder(r.Body).Decode(&wanted) != nil || wanted["application_type"] != "native" {
		fault(rw, "invalid_client_metadata")
		return
	}
	if w.RegisterCode != "" {
		fault(rw, w.RegisterCode)
		return
	}
	id := fmt.Sprintf("registered-%d", len(w.Clients)+1)
	answer := map[string]any{"client_id": id, "redirect_uris": wanted["redirect_uris"]}
	if w.Clients == nil {
		w.Clients = map[string]string{}
	}
	w.Clients[id] = ""
	if w.RegisterAs != "" {
		answer["token_endpoint_auth_method"] = w.RegisterAs
		if w.RegisterAs != "none" {
			w.Clients[id] = w.secret("secret")
			answer["client_secret"] = w.Clients[id]
		}
	}
	reply(rw, 201, answer)
}

func (w *World) token(rw http.ResponseWriter, r *http.Request) {
	if w.Stall != nil {
		select {
		case <-w.Stall:
		case <-r.Context().Done():
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.Raw != "" {
		rw.Header().Set("Content-Type", "application/json")
		fmt.Fprint(rw, w.Raw)
		return
	}
	code := "invalid_client"
	var scope string
	if w.authenticated(r) {
		scope, code = w.granted(r.Form)
	}
	if code != "" {
		description := ""
		if w.Echo {
			description = "you sent " + r.Form.Encode() + " " + r.Header.Get("Authorization")
		}
		reply(rw, 400, map[string]any{"error": code, "error_description": description})
		return
	}
	access := w.secret("access")
	w.access[access] = scope
	answer := map[string]any{"access_token": access, "token_type": "bearer", "scope": scope}
	if w.ExpiresIn > 0 {
		answer["expires_in"] = w.ExpiresIn
	}
	if !w.NoRefresh && r.Form.Get("grant_type") != "client_credentials" && !w.KeepRefresh {
		refresh := w.secret("refresh")
		w.refresh[refresh] = scope
		answer["refresh_token"] = refresh
	}
	reply(rw, 200, answer)
}

// authenticated checks the client: by its secret, or as one that has none.
func (w *World) authenticated(r *http.Request) bool {
	id, secret, basic := r.BasicAuth()
	method := "client_secret_basic"
	if basic { // RFC 6749 §2.3.1
		id, _ = url.QueryUnescape(id)
		secret, _ = url.QueryUnescape(secret)
	}
	switch {
	case r.Form.Get("client_assertion") != "":
		return w.Method == "private_key_jwt"
	case !basic:
		id, secret, method = r.Form.Get("client_id"), r.Form.Get("client_secret"), "client_secret_post"
	}
	if want := w.Clients[id]; secret != want {
		return false
	}
	return secret == "" || w.Method == "" || w.Method == method
}

// granted is the scope that a request for a token gets, or the error.
func (w *World) granted(form url.Values) (scope, code string) {
	if form.Get("resource") == "" {
		return "", "invalid_target"
	}
	switch form.Get("grant_type") {
	case "authorization_code":
		asked, ok := w.codes[form.Get("code")]
		delete(w.codes, form.Get("code"))
		sum := sha256.Sum256([]byte(form.Get("code_verifier")))
		if !ok || asked.Get("code_challenge") != base64.RawURLEncoding.EncodeToString(sum[:]) ||
			asked.Get("redirect_uri") != form.Get("redirect_uri") || asked.Get("resource") != form.Get("resource") {
			return "", "invalid_grant"
		}
		return asked.Get("scope"), ""
	case "refresh_token":
		scope, ok := w.refresh[form.Get("refresh_token")]
		if !ok {
			return "", "invalid_grant"
		}
		if !w.KeepRefresh {
			delete(w.refresh, form.Get("refresh_token"))
		}
		return scope, ""
	case "client_credentials":
		return form.Get("scope"), ""
	case "urn:ietf:params:oauth:grant-type:device_code":
		code := ""
		if len(w.Device) > 0 {
			code, w.Device = w.Device[0], w.Device[1:]
		}
		return "read", code
	}
	return "", "unsupported_grant_type"
}

func fault(rw http.ResponseWriter, code string) { reply(rw, 400, map[string]any{"error": code}) }

func reply(rw http.ResponseWriter, status int, body any) {
	rw.Header().Set("Content-Type", "application/json")
	rw.WriteHeader(status)
	_ = json.NewEncoder(rw).Encode(body)
}
