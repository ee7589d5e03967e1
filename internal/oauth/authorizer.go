package oauth

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"sync"
)

// Authorizer authorizes the requests to one server with what is stored. It never asks a person. It is safe for
// concurrent use.
type Authorizer struct {
	client *Client
	server string

	mu    sync.Mutex
	sent  Secret // the access token that was returned last
	fresh bool   // it was issued for a challenge: if it is refused too, nothing else will do
}

// Authorizer returns the authorizer of a server, by the URL that is dialled.
func (c *Client) Authorizer(server string) *Authorizer {
	return &Authorizer{client: c, server: server}
}

// Authorize returns the value of the Authorization header of the next request, "" for none.
//
// Before the first request challenge is nil: the answer is what is stored, refreshed if it has expired, and "" if
// there is none or it cannot be refreshed. The server then says whether it minds.
//
// Afterwards challenge is the 401 or 403 that came back; its body is not read. The answer is another token, or an error
// that is ErrLoginNeeded. A 403 that asks for more scope can be answered for client credentials alone; anything else
// takes a person. The caller sends the token to the origin of the server only, and calls again at most once a request.
func (a *Authorizer) Authorize(ctx context.Context, challenge *http.Response) (authorization string, err error) {
	server, err := ParseServer(a.server)
	if err != nil {
		if challenge == nil {
			return "", nil // plain http to somewhere else: nothing is stored for it, nor sent
		}
		return "", err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	records, err := a.client.Store.List(ctx)
	if err != nil {
		return "", err
	}
	stored := For(records, server)
	if challenge == nil {
		return a.first(ctx, stored)
	}
	return a.again(ctx, server, stored, readChallenge(challenge))
}

func (a *Authorizer) first(ctx context.Context, stored []Record) (string, error) {
	if len(stored) == 0 {
		return "", nil
	}
	rec := stored[0]
	if !rec.usable(a.client.Now()) {
		var err error
		if rec, err = a.client.renew(ctx, rec, rec.Scopes); err != nil {
			return "", ctx.Err()
		}
	}
	return a.bearer(rec, false), nil
}

func (a *Authorizer) bearer(rec Record, fresh bool) string {
	a.sent, a.fresh = rec.AccessToken, fresh
	return "Bearer " + string(rec.AccessToken)
}

func (a *Authorizer) again(ctx context.Context, server *url.URL, stored []Record, asked challenge) (string, error) {
	needed := &LoginNeededError{Server: server.String()}
	if len(stored) == 0 {
		needed.Scopes, needed.Reason = asked.scopes, "there is none stored"
		return "", needed
	}
	rec := stored[0]
	scopes := rec.Scopes
	switch {
	case asked.status == http.StatusForbidden && asked.code == "insufficient_scope":
		scopes = union(rec.Scopes, asked.scopes)
		needed.Scopes, needed.Reason = scopes, "the server wants more scope than was granted"
		if rec.Flow != ClientCredentials || a.fresh {
			return "", needed
		}
	case asked.status == http.StatusForbidden:
		return "", deniedf("server %q refuses this login (status 403) and does not ask for more scope", server.String()).hint("log in as somebody who may: %s", needed.Command())
	case a.fresh:
		needed.Reason = "it refuses a token that was issued just now"
		return "", needed
	case rec.AccessToken != a.sent && rec.usable(a.client.Now()):
		return a.bearer(rec, false), nil // somebody else logged in or refreshed meanwhile
	}
	rec.AccessToken = a.sentOr(rec)
	rec, err := a.client.renew(ctx, rec, scopes)
	if err != nil {
		if e := (*Error)(nil); !errors.As(err, &e) || e.Kind == Unreachable || e.Kind == Damaged || e.Kind == Usage {
			return "", err
		}
		needed.Reason = err.Error()
		return "", needed
	}
	return a.bearer(rec, true), nil
}

// sentOr is the token that was refused.
func (a *Authorizer) sentOr(rec Record) Secret {
	if a.sent != "" {
		return a.sent
	}
	return rec.AccessToken
}

// renew gets another access token without a person, and stores it. old.AccessToken is the one that does not do. Only
// one refreshes at a time, here and in other processes, since a refresh token may be good for once (RFC 9700 §4.14.2);
// who waited takes what the other got.
func (c *Client) renew(ctx context.Context, old Record, scopes []string) (Record, error) {
	unlock, err := c.Store.Lock(ctx, old.Key())
	if err != nil {
		return Record{}, err
	}
	defer unlock()
	rec, err := c.Store.Get(ctx, old.Key())
	if errors.Is(err, ErrNotStored) {
		return Record{}, deniedf("the login was removed meanwhile")
	}
	if err != nil {
		return Record{}, err
	}
	if rec.AccessToken != old.AccessToken && rec.usable(c.Now()) && len(union(rec.Scopes, scopes)) == len(rec.Scopes) {
		return rec, nil
	}
	switch {
	case !rec.renewable():
		return Record{}, deniedf("the token has expired or is refused, and authorization server %q gave none to refresh it with", rec.Issuer)
	case rec.Flow == ClientCredentials:
		rec.Scopes = scopes
		rec.RefreshToken = ""
		rec, err = c.grant(ctx, rec, grantClient, scopeParam(scopes))
	default:
		rec, err = c.grant(ctx, rec, grantRefresh, map[string][]string{"refresh_token": {string(rec.RefreshToken)}})
	}
	if err != nil {
		return Record{}, fmt.Errorf("refresh: %w", err)
	}
	// The old refresh token may be spent, so the new one is kept even if nobody waits for it any more.
	return rec, c.Store.Put(context.WithoutCancel(ctx), rec)
}
