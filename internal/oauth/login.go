package oauth

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/oauth2"
)

// Login gets a token for a server and stores it. It returns the record as it is stored. The error is an [*Error], or
// what the Store returned. When ctx ends, so does the login, and nothing is stored.
func (c *Client) Login(ctx context.Context, r Request) (Record, error) {
	server, err := ParseServer(r.Server)
	if err != nil {
		return Record{}, err
	}
	protected, as, err := c.discover(ctx, &r, server)
	if err != nil {
		return Record{}, err
	}
	scopes, err := c.scopes(ctx, &r, server, protected, as)
	if err != nil {
		return Record{}, err
	}
	l := login{client: c, request: &r, server: server, as: as, start: Record{
		Server: server.String(), Resource: protected.resource, Flow: r.Flow, Scopes: scopes,
		TokenEndpoint: as.TokenEndpoint, RevocationEndpoint: as.RevocationEndpoint,
	}}
	rec, err := l.run(ctx)
	if err != nil {
		return Record{}, err
	}
	// A token that was issued is stored even if the user interrupts now: it is better known than lost.
	if err := c.Store.Put(context.WithoutCancel(ctx), rec); err != nil {
		return Record{}, err
	}
	r.tell(Step{Kind: Done, Text: "logged in to " + rec.Server})
	return rec, nil
}

// discover finds out what protects the server.
func (c *Client) discover(ctx context.Context, r *Request, server *url.URL) (protection, authServer, error) {
	var asked challenge
	var err error
	if r.Challenge != nil {
		asked = readChallenge(r.Challenge)
	} else if asked, err = c.probe(ctx, server); err != nil {
		return protection{}, authServer{}, err
	}
	if asked.status != 0 {
		r.found(fmt.Sprintf("server %s answers with status %d", shown(server), asked.status))
	}
	protected, err := c.protection(ctx, server, asked)
	if err != nil {
		return protection{}, authServer{}, err
	}
	if protected.assumed {
		r.tell(Step{Kind: Note, Text: "the server has no protected resource metadata; its own origin is asked, as in MCP 2025-03-26"})
	} else {
		r.found("protected resource " + protected.resource)
	}
	as, err := c.authServer(ctx, server, protected)
	if err != nil {
		return protection{}, authServer{}, err
	}
	r.found("authorization server " + as.Issuer)
	return protected, as, nil
}

// scopes are those to ask for: what the user says, or else what the server wants and what was granted before, so that
// a login for more does not lose what there was. offline_access brings a refresh token where the server has that scope.
func (c *Client) scopes(ctx context.Context, r *Request, server *url.URL, p protection, as authServer) ([]string, error) {
	if r.Scopes != nil {
		return r.Scopes, nil
	}
	records, err := c.Store.List(ctx)
	if err != nil {
		return nil, err
	}
	var before []string
	for _, rec := range For(records, server) {
		if rec.Issuer == as.Issuer && rec.Resource == p.resource && rec.Flow == r.Flow {
			before = rec.Scopes
		}
	}
	scopes := union(before, p.scopes)
	if r.Flow != ClientCredentials && slices.Contains(as.ScopesSupported, "offline_access") {
		scopes = union(scopes, []string{"offline_access"})
	}
	return scopes, nil
}

// login is one login after discovery.
type login struct {
	client  *Client
	request *Request
	server  *url.URL
	as      authServer
	start   Record // what is known of the record before there is a client
}

func (l *login) run(ctx context.Context) (Record, error) {
	if len(l.start.Scopes) > 0 {
		l.request.found("scopes " + strings.Join(l.start.Scopes, " "))
	}
	switch l.request.Flow {
	case Device:
		return l.device(ctx)
	case ClientCredentials:
		rec, err := l.identified(ctx, "")
		if err != nil {
			return Record{}, err
		}
		return l.client.grant(ctx, rec, grantClient, scopeParam(rec.Scopes))
	default:
		return l.browser(ctx)
	}
}

// identified is the record with its client.
func (l *login) identified(ctx context.Context, redirect string) (Record, error) {
	id, err := l.client.identify(ctx, l.request, l.server, l.as, redirect)
	if err != nil {
		return Record{}, err
	}
	rec := l.start
	rec.Issuer, rec.ClientID, rec.ClientSecret = id.Issuer, id.ClientID, id.ClientSecret
	rec.AuthMethod, rec.SecretEnv, rec.KeyEnv = id.AuthMethod, id.SecretEnv, id.KeyEnv
	_, err = l.client.endpointConfig(rec, nil) // a missing secret shows before a person is asked
	return rec, err
}

func scopeParam(scopes []string) url.Values {
	if len(scopes) == 0 {
		return url.Values{}
	}
	return url.Values{"scope": {strings.Join(scopes, " ")}}
}

// browser is the authorization code flow with PKCE.
func (l *login) browser(ctx context.Context) (Record, error) {
	switch {
	case l.as.AuthorizationEndpoint == "":
		return Record{}, invalidf("authorization server %q has no authorization_endpoint", l.as.Issuer).hint("try --device")
	case !slices.Contains(l.as.CodeChallengeMethodsSupported, "S256"):
		return Record{}, invalidf("authorization server %q supports the PKCE methods %q, want S256 among them", l.as.Issuer, l.as.CodeChallengeMethodsSupported).
			hint("without PKCE a code can be stolen; try --device, if the server has it")
	}
	verifier, state := oauth2.GenerateVerifier(), rand.Text()
	answers, err := listen(ctx, l.request.CallbackPort, state)
	if err != nil {
		return Record{}, err
	}
	defer answers.close(ctx)
	rec, err := l.identified(ctx, answers.redirect)
	if err != nil {
		return Record{}, err
	}
	config := oauth2.Config{ClientID: rec.ClientID, RedirectURL: answers.redirect, Scopes: rec.Scopes, Endpoint: oauth2.Endpoint{AuthURL: l.as.AuthorizationEndpoint}}
	l.visit(ctx, config.AuthCodeURL(state, oauth2.S256ChallengeOption(verifier), oauth2.SetAuthURLParam("resource", rec.Resource)), "")
	answer, err := answers.wait(ctx)
	if err != nil {
		return Record{}, err
	}
	code, err := l.code(answer)
	if err != nil {
		return Record{}, err
	}
	l.request.found("the browser brought the answer")
	return l.client.grant(ctx, rec, grantCode, url.Values{"code": {code}, "code_verifier": {verifier}, "redirect_uri": {answers.redirect}})
}

// visit tells where to go, and opens it if that is wanted.
func (l *login) visit(ctx context.Context, target, code string) {
	l.request.tell(Step{Kind: Visit, Text: "open this page in a browser", URL: target, Code: code})
	if l.request.Open != nil {
		if err := l.request.Open(ctx, target); err != nil {
			l.request.tell(Step{Kind: Note, Text: "no browser could be opened; open the page yourself"})
		}
	}
	l.request.tell(Step{Kind: Wait, Text: "waiting for you to log in there"})
}

// code takes the code out of an answer whose state is right. Who answered is checked first (RFC 9207 §2.4): the answer
// of another server says nothing, not even no.
func (l *login) code(answer url.Values) (string, error) {
	iss, named := answer.Get("iss"), answer.Has("iss")
	switch {
	case !named && l.as.IssParameterSupported:
		return "", invalidf("the answer names no issuer, but authorization server %q says that it always does", l.as.Issuer)
	case named && iss != l.as.Issuer:
		return "", invalidf("the answer is of issuer %q, want %q", iss, l.as.Issuer).hint("the login may have been mixed up with one at another server; nothing was stored")
	}
	if answer.Has("error") {
		text := quoteServer(answer.Get("error"), answer.Get("error_description"), []string{answer.Get("code"), answer.Get("state")})
		return "", deniedf("authorization server %q gives no access: %s", l.as.Issuer, text)
	}
	if answer.Get("code") == "" {
		return "", invalidf("the answer of authorization server %q has neither code nor error", l.as.Issuer)
	}
	return answer.Get("code"), nil
}
