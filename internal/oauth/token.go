package oauth

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"net/url"
	"strings"
	"time"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"
)

// Values of grant_type.
const (
	grantCode    = "authorization_code"
	grantRefresh = "refresh_token"
	grantClient  = "client_credentials"
	grantDevice  = "urn:ietf:params:oauth:grant-type:device_code"
)

// grant asks the token endpoint for a token and returns the record with it. params are those of the grant; resource
// and what authenticates the client are added. The error is an [*Error]; [refusalCode] is the server's code.
//
// Every grant goes through [clientcredentials.Config], whose grant_type can be set: [oauth2.Config] sends no resource
// with a refresh, and its device flow takes no context for its first request.
func (c *Client) grant(ctx context.Context, rec Record, grantType string, params url.Values) (Record, error) {
	ctx, cancel := context.WithTimeout(ctx, RequestTimeout)
	defer cancel()
	config, err := c.endpointConfig(rec, params)
	if err != nil {
		return rec, err
	}
	config.EndpointParams.Set("grant_type", grantType)
	config.EndpointParams.Set("resource", rec.Resource)
	now := c.Now()
	token, err := config.Token(context.WithValue(ctx, oauth2.HTTPClient, c.client()))
	if err != nil {
		return rec, grantError(ctx, rec, config, err)
	}
	if !strings.EqualFold(token.TokenType, "bearer") && token.TokenType != "" {
		return rec, invalidf("authorization server %q issued a token of type %q, want Bearer", rec.Issuer, token.TokenType)
	}
	if strings.ContainsFunc(token.AccessToken, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return rec, invalidf("authorization server %q issued a token that does not fit a header", rec.Issuer)
	}
	rec.AccessToken, rec.RefreshToken = Secret(token.AccessToken), Secret(token.RefreshToken)
	rec.Obtained, rec.Expiry = now, expiryOf(now, token)
	if scope, ok := token.Extra("scope").(string); ok {
		rec.Scopes = strings.Fields(scope)
	}
	return rec, nil
}

// endpointConfig is the client at the token endpoint, authenticated as the record says. params may be nil.
func (c *Client) endpointConfig(rec Record, params url.Values) (*clientcredentials.Config, error) {
	config := &clientcredentials.Config{
		ClientID: rec.ClientID, TokenURL: rec.TokenEndpoint, AuthStyle: oauth2.AuthStyleInParams, EndpointParams: url.Values{},
	}
	maps.Copy(config.EndpointParams, params)
	switch rec.AuthMethod {
	case authBasic, authPost:
		secret, err := c.secret(rec)
		if err != nil {
			return nil, err
		}
		config.ClientSecret = secret
		if rec.AuthMethod == authBasic {
			config.AuthStyle = oauth2.AuthStyleInHeader
		}
	case authJWT:
		pem, err := c.variable(rec.KeyEnv)
		if err != nil {
			return nil, err
		}
		assertion, err := clientAssertion(pem, rec, c.Now())
		if err != nil {
			return nil, err
		}
		config.EndpointParams.Set("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
		config.EndpointParams.Set("client_assertion", assertion)
	case authNone:
	default:
		return nil, invalidf("client %q has to authenticate with %q, want one of none, %s, %s, %s", rec.ClientID, rec.AuthMethod, authBasic, authPost, authJWT)
	}
	return config, nil
}

func (c *Client) secret(rec Record) (string, error) {
	if rec.ClientSecret != "" {
		return string(rec.ClientSecret), nil
	}
	return c.variable(rec.SecretEnv)
}

// variable reads a secret from the environment by name.
func (c *Client) variable(name string) (string, error) {
	if c.Lookup != nil {
		if value, ok := c.Lookup(name); ok && value != "" {
			return value, nil
		}
	}
	return "", usagef("variable %q, which holds a secret of the client, is not set", name)
}

// expiryOf is the end of a token by our clock, zero when the server named none.
func expiryOf(now time.Time, token *oauth2.Token) time.Time {
	var seconds float64
	switch v := token.Extra("expires_in").(type) {
	case float64:
		seconds = v
	case int64:
		seconds = float64(v)
	case string: // some servers quote it
		if _, err := fmt.Sscan(v, &seconds); err != nil {
			return time.Time{}
		}
	}
	if !(seconds > 0) {
		return time.Time{}
	}
	return now.Add(time.Duration(math.Min(seconds, math.MaxInt32)) * time.Second)
}

// refusalCode is the token endpoint's error code (RFC 6749 §5.2, RFC 8628 §3.5), "" when err is something else.
func refusalCode(err error) string {
	if e := (*Error)(nil); errors.As(err, &e) {
		return e.code
	}
	return ""
}

// grantError turns an error of x/oauth2, which repeats the answer, into ours, which holds nothing that was sent.
func grantError(ctx context.Context, rec Record, config *clientcredentials.Config, err error) error {
	u, parseErr := url.Parse(rec.TokenEndpoint)
	if parseErr != nil {
		return invalidf("token_endpoint %q is no URL", rec.TokenEndpoint)
	}
	said := (*oauth2.RetrieveError)(nil)
	transport := (*url.Error)(nil)
	switch {
	case errors.As(err, &said):
		text := fmt.Sprintf("token endpoint %q refuses with status %d", shown(u), said.Response.StatusCode)
		if said.ErrorCode != "" {
			text = fmt.Sprintf("token endpoint %q refuses: %s", shown(u), quoteServer(said.ErrorCode, said.ErrorDescription, secretsOf(config)))
		}
		kind := Denied
		if said.Response.StatusCode >= 500 {
			kind = Unreachable
		}
		return &Error{Kind: kind, Text: text, code: said.ErrorCode}
	case errors.As(err, &transport), ctx.Err() != nil:
		return transportError(ctx, "the token", u, err)
	case strings.Contains(err.Error(), errTooLong.Error()):
		return invalidf("the token of %q: %v", shown(u), errTooLong)
	}
	return invalidf("token endpoint %q answers with something that is no token", shown(u))
}

// secretsOf are the values of a request to the token endpoint that must not come back in an error.
func secretsOf(config *clientcredentials.Config) []string {
	out := []string{config.ClientSecret}
	for _, name := range []string{"refresh_token", "code", "code_verifier", "device_code", "client_assertion"} {
		out = append(out, config.EndpointParams.Get(name))
	}
	return out
}
