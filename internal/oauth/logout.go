package oauth

import (
	"context"
	"net/http"
	"net/url"
)

// Logout removes what is stored for a server and has it revoked where the authorization server can do that (RFC 7009).
// It returns the records that were removed, without their tokens; none is [ErrNotStored]. A revocation that fails is
// told and does not keep the record.
func (c *Client) Logout(ctx context.Context, raw string, tell func(Step)) ([]Record, error) {
	server, err := ParseServer(raw)
	if err != nil {
		return nil, err
	}
	records, err := c.Store.List(ctx)
	if err != nil {
		return nil, err
	}
	r := Request{Tell: tell}
	var removed []Record
	for _, rec := range For(records, server) {
		if err := c.end(ctx, &r, rec); err != nil {
			return removed, err
		}
		rec.AccessToken, rec.RefreshToken, rec.ClientSecret = "", "", ""
		removed = append(removed, rec)
	}
	if len(removed) == 0 {
		return nil, ErrNotStored
	}
	return removed, nil
}

// end revokes and removes one record, while nobody refreshes it.
func (c *Client) end(ctx context.Context, r *Request, rec Record) error {
	unlock, err := c.Store.Lock(ctx, rec.Key())
	if err != nil {
		return err
	}
	defer unlock()
	if now, err := c.Store.Get(ctx, rec.Key()); err == nil {
		rec = now
	}
	if rec.RevocationEndpoint == "" {
		r.tell(Step{Kind: Note, Text: "authorization server " + rec.Issuer + " cannot revoke tokens; they end by themselves"})
	}
	for _, token := range []struct {
		kind string
		text Secret
	}{{"refresh_token", rec.RefreshToken}, {"access_token", rec.AccessToken}} {
		if token.text == "" || rec.RevocationEndpoint == "" {
			continue
		}
		if err := c.revoke(ctx, rec, token.kind, token.text); err != nil {
			r.tell(Step{Kind: Note, Text: "not revoked: " + token.kind + ": " + err.Error()})
		} else {
			r.found("revoked: " + token.kind)
		}
	}
	return c.Store.Delete(context.WithoutCancel(ctx), rec.Key())
}

func (c *Client) revoke(ctx context.Context, rec Record, kind string, token Secret) error {
	const what = "revocation"
	u, err := url.Parse(rec.RevocationEndpoint)
	if err != nil {
		return invalidf("revocation_endpoint is no URL")
	}
	a, err := c.postForm(ctx, what, u, rec, url.Values{"token": {string(token)}, "token_type_hint": {kind}})
	if err != nil {
		return err
	}
	if a.status != http.StatusOK {
		return deniedf("%s at %q: status %d, want 200%s", what, shown(u), a.status, faultOf(a))
	}
	return nil
}
