package oauth

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// probeBody is a request that no server answers with anything but an empty result or an error, and that opens no
// session. A server that wants a token says so before it reads it.
const probeBody = `{"jsonrpc":"2.0","id":1,"method":"ping"}`

// probe asks the server for its challenge: with a POST, and with a GET where that is not taken (HTTP+SSE servers).
func (c *Client) probe(ctx context.Context, server *url.URL) (challenge, error) {
	out, err := c.probeWith(ctx, server, http.MethodPost)
	if err == nil && (out.status == http.StatusNotFound || out.status == http.StatusMethodNotAllowed) {
		return c.probeWith(ctx, server, http.MethodGet)
	}
	return out, err
}

func (c *Client) probeWith(ctx context.Context, server *url.URL, method string) (challenge, error) {
	const what = "asking for the challenge"
	ctx, cancel := context.WithTimeout(ctx, RequestTimeout)
	defer cancel()
	var body io.Reader
	if method == http.MethodPost {
		body = bytes.NewReader([]byte(probeBody))
	}
	req, err := http.NewRequestWithContext(ctx, method, server.String(), body)
	if err != nil {
		return challenge{}, usagef("%q is no URL of a server", shown(server))
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	client := c.client()
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	resp, err := client.Do(req)
	if err != nil {
		return challenge{}, transportError(ctx, what, server, err)
	}
	defer resp.Body.Close() // unread: it may be a stream without an end
	if resp.StatusCode >= 300 && resp.StatusCode < 400 {
		return challenge{}, invalidf("%q redirects to %q, which is not followed", shown(server), resp.Header.Get("Location")).
			hint("name the URL that the server really has")
	}
	if resp.StatusCode >= 500 {
		return challenge{}, &Error{Kind: Unreachable, Text: fmt.Sprintf("%s of %q: status %d, want 401", what, shown(server), resp.StatusCode)}
	}
	return readChallenge(resp), nil
}

// protection is what a server is protected by.
type protection struct {
	resource string   // RFC 8707 resource indicator of every request for a token
	issuer   string   // of the authorization server
	scopes   []string // that the server wants, nil when it does not say
	assumed  bool     // MCP 2025-03-26: there is no metadata, the server's origin is the authorization server
}

// protection finds out who may issue tokens for a server (MCP 2025-11-25, authorization server discovery).
func (c *Client) protection(ctx context.Context, server *url.URL, asked challenge) (protection, error) {
	for _, place := range metadataPlaces(server, asked.metadata) {
		var found resourceMetadata
		const what = "protected resource metadata"
		u, err := endpoint("the address of the "+what, place, server)
		if err != nil {
			return protection{}, err
		}
		ok, err := c.get(ctx, what, u, &found)
		switch {
		case err != nil:
			return protection{}, err
		case ok:
			return readProtection(server, u, found, asked)
		case place == asked.metadata:
			return protection{}, invalidf("the server names %q as its %s, but there is none", shown(u), what)
		}
	}
	if asked.status != http.StatusUnauthorized {
		return protection{}, usagef("%q asks for no login: it answers with status %d and has no protected resource metadata", shown(server), asked.status).
			hint("a server like that is observed without a login; is the URL right?")
	}
	return protection{resource: server.String(), issuer: origin(server), scopes: asked.scopes, assumed: true}, nil
}

// metadataPlaces are the URLs to look at, in order; only one when the server names it.
func metadataPlaces(server *url.URL, named string) []string {
	if named != "" {
		return []string{named}
	}
	const name = "oauth-protected-resource"
	places := []string{wellKnown(server, name, server.Path), wellKnown(server, name, "")}
	return slices.Compact(places)
}

func readProtection(server, place *url.URL, found resourceMetadata, asked challenge) (protection, error) {
	switch {
	case !covers(found.Resource, server):
		return protection{}, invalidf("the metadata %q is for resource %q, want %q", shown(place), found.Resource, shown(server)).
			hint("a token for another resource is not asked for; is the URL of the server right?")
	case len(found.AuthorizationServers) == 0:
		return protection{}, invalidf("the metadata %q names no authorization server", shown(place))
	}
	issuer := found.AuthorizationServers[0]
	if _, err := endpoint("the authorization server", issuer, server); err != nil {
		return protection{}, err
	}
	out := protection{resource: found.Resource, issuer: issuer, scopes: asked.scopes}
	if len(out.scopes) == 0 {
		out.scopes = found.ScopesSupported
	}
	return out, nil
}

// authServer reads the metadata of the authorization server and checks that it is the issuer's own, and its URLs.
func (c *Client) authServer(ctx context.Context, server *url.URL, p protection) (authServer, error) {
	const what = "authorization server metadata"
	issuer, err := endpoint("the authorization server", p.issuer, server)
	if err != nil {
		return authServer{}, err
	}
	for _, place := range issuerPlaces(issuer) {
		var found authServer
		u, err := url.Parse(place)
		if err != nil {
			return authServer{}, invalidf("%q is no URL", place)
		}
		ok, err := c.get(ctx, what, u, &found)
		if err != nil {
			return authServer{}, err
		}
		if ok {
			return found, found.check(u, p.issuer, server)
		}
	}
	if !p.assumed {
		return authServer{}, invalidf("authorization server %q has no metadata in any of the places of RFC 8414 and OpenID Connect", p.issuer)
	}
	// MCP 2025-03-26, fallbacks for servers without metadata discovery.
	return authServer{
		Issuer:                        p.issuer,
		AuthorizationEndpoint:         p.issuer + "/authorize",
		TokenEndpoint:                 p.issuer + "/token",
		RegistrationEndpoint:          p.issuer + "/register",
		CodeChallengeMethodsSupported: []string{"S256"}, // which that revision demands
	}, nil
}

// issuerPlaces are the URLs where an issuer's metadata may be, in the order of MCP 2025-11-25.
func issuerPlaces(issuer *url.URL) []string {
	const oauth, openid = "oauth-authorization-server", "openid-configuration"
	path := strings.TrimSuffix(issuer.Path, "/")
	places := []string{wellKnown(issuer, oauth, path), wellKnown(issuer, openid, path)}
	if path != "" {
		appended := url.URL{Scheme: issuer.Scheme, Host: issuer.Host, Path: path + "/.well-known/" + openid}
		places = append(places, appended.String())
	}
	return places
}

// check proves that the metadata is the issuer's (RFC 8414 §3.3; one slash at the end is forgiven, as the protocol's
// SDKs do) and that every URL in it may be used.
func (s authServer) check(place *url.URL, issuer string, server *url.URL) error {
	if strings.TrimSuffix(s.Issuer, "/") != strings.TrimSuffix(issuer, "/") {
		return invalidf("the metadata %q is of issuer %q, want %q", shown(place), s.Issuer, issuer)
	}
	if s.TokenEndpoint == "" {
		return invalidf("the metadata %q names no token_endpoint", shown(place))
	}
	for _, e := range []struct{ name, url string }{
		{"authorization_endpoint", s.AuthorizationEndpoint},
		{"token_endpoint", s.TokenEndpoint},
		{"registration_endpoint", s.RegistrationEndpoint},
		{"device_authorization_endpoint", s.DeviceAuthorizationEndpoint},
		{"revocation_endpoint", s.RevocationEndpoint},
	} {
		if e.url == "" {
			continue
		}
		if _, err := endpoint(e.name, e.url, server); err != nil {
			return err
		}
	}
	return nil
}
