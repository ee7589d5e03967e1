package oauth

import (
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"slices"
	"strings"
	"time"
)

// hidden is printed in place of a secret.
const hidden = "(hidden)"

// Secret is a text that is never printed: every verb of package fmt and every log shows "(hidden)" in its place. Only
// its JSON form, which goes into the encrypted store, is the text itself.
type Secret string

// Format prints "(hidden)", or nothing for the empty secret.
func (s Secret) Format(f fmt.State, _ rune) {
	if s != "" {
		_, _ = io.WriteString(f, hidden)
	}
}

// LogValue is "(hidden)".
func (s Secret) LogValue() slog.Value { return slog.StringValue(fmt.Sprint(s)) }

// Key tells records apart: tokens are kept by who issued them and what for, so that none goes to another issuer.
type Key struct {
	Issuer   string
	Resource string
}

// Record is one login. It can be printed: its secrets are not shown.
type Record struct {
	Server   string `json:"server"`   // URL of the MCP server that was logged in to
	Issuer   string `json:"issuer"`   // of the authorization server
	Resource string `json:"resource"` // RFC 8707 resource indicator that the tokens are for
	Flow     Flow   `json:"flow"`

	TokenEndpoint      string `json:"token_endpoint"`
	RevocationEndpoint string `json:"revocation_endpoint,omitempty"`

	ClientID     string `json:"client_id"`
	AuthMethod   string `json:"auth_method"`             // at the token endpoint: none, client_secret_basic, client_secret_post, private_key_jwt
	ClientSecret Secret `json:"client_secret,omitempty"` // only one that dynamic registration gave
	SecretEnv    string `json:"secret_env,omitempty"`    // name of the variable with the secret
	KeyEnv       string `json:"key_env,omitempty"`       // name of the variable with the private key

	Scopes       []string  `json:"scopes,omitempty"` // granted
	AccessToken  Secret    `json:"access_token"`
	RefreshToken Secret    `json:"refresh_token,omitempty"`
	Expiry       time.Time `json:"expiry,omitzero"` // of the access token; zero when the server did not say
	Obtained     time.Time `json:"obtained"`
}

// Key returns what the record is stored by.
func (r Record) Key() Key { return Key{Issuer: r.Issuer, Resource: r.Resource} }

// usable reports whether the access token has not expired.
func (r Record) usable(now time.Time) bool {
	return r.AccessToken != "" && (r.Expiry.IsZero() || now.Add(expirySkew).Before(r.Expiry))
}

// renewable reports whether another access token can be had without a person.
func (r Record) renewable() bool { return r.RefreshToken != "" || r.Flow == ClientCredentials }

// Serves reports whether the record gives a token without a person: it has one that
// has not expired, or can get another.
func (r Record) Serves(now time.Time) bool { return r.usable(now) || r.renewable() }

// For returns the records whose tokens are for a server: the closest resource first, and of one resource the newest.
func For(records []Record, server *url.URL) []Record {
	var out []Record
	for _, r := range records {
		if covers(r.Resource, server) {
			out = append(out, r)
		}
	}
	slices.SortStableFunc(out, func(a, b Record) int {
		if c := len(b.Resource) - len(a.Resource); c != 0 {
			return c
		}
		if c := b.Obtained.Compare(a.Obtained); c != 0 {
			return c
		}
		return strings.Compare(a.Issuer, b.Issuer)
	})
	return out
}

// union is both lists without repetition, in order.
func union(lists ...[]string) []string {
	var out []string
	for _, list := range lists {
		for _, s := range list {
			if !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
	}
	return out
}
