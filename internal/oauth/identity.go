package oauth

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
)

// Ways of a client to authenticate at the token endpoint (RFC 7591 §2).
const (
	authNone  = "none"
	authBasic = "client_secret_basic"
	authPost  = "client_secret_post"
	authJWT   = "private_key_jwt"
)

// identify settles who asks: a client that was registered beforehand, a client-id metadata document where the server
// takes those, or one that is registered now. Only the last one changes anything at the server.
func (c *Client) identify(ctx context.Context, r *Request, server *url.URL, as authServer, redirect string) (Record, error) {
	id := r.Identity
	out := Record{Issuer: as.Issuer, SecretEnv: id.SecretEnv, KeyEnv: id.KeyEnv}
	switch {
	case id.ID != "":
		out.ClientID, out.AuthMethod = id.ID, authMethod(id, as)
		r.found(fmt.Sprintf("client %q, registered beforehand", id.ID))
		return out, nil
	case id.MetadataURL != "" && as.ClientIDMetadataDocumentSupported:
		out.ClientID, out.AuthMethod = id.MetadataURL, authNone
		if id.KeyEnv != "" {
			out.AuthMethod = authJWT
		}
		r.found(fmt.Sprintf("client %q, by its metadata document", id.MetadataURL))
		return out, nil
	case r.Flow == ClientCredentials:
		return Record{}, usagef("client credentials are of a client that is registered beforehand, and none is named").
			hint("name it with --client-id, and the variable of its secret with --client-secret-env")
	case as.RegistrationEndpoint == "":
		return Record{}, usagef("authorization server %q registers no clients by itself, and none is named", as.Issuer).
			hint("register a client there and name it with --client-id")
	}
	if id.MetadataURL != "" {
		r.tell(Step{Kind: Note, Text: "the authorization server takes no client-id metadata documents; registering instead"})
	}
	return c.register(ctx, r, server, as, redirect)
}

// authMethod chooses how a client that was registered beforehand authenticates. Basic is the default of RFC 8414 §2
// where the server does not say.
func authMethod(id Identity, as authServer) string {
	supported := as.TokenEndpointAuthMethodsSupported
	switch {
	case id.KeyEnv != "":
		return authJWT
	case id.SecretEnv == "":
		return authNone
	case slices.Contains(supported, authPost) && !slices.Contains(supported, authBasic):
		return authPost
	}
	return authBasic
}

// register is RFC 7591 dynamic registration as a native application.
func (c *Client) register(ctx context.Context, r *Request, server *url.URL, as authServer, redirect string) (Record, error) {
	const what = "client registration"
	u, err := endpoint("registration_endpoint", as.RegistrationEndpoint, server)
	if err != nil {
		return Record{}, err
	}
	wanted := registration{
		RedirectURIs:            []string{redirect},
		TokenEndpointAuthMethod: registeredMethod(as),
		GrantTypes:              []string{"authorization_code", "refresh_token"},
		ResponseTypes:           []string{"code"},
		ClientName:              c.Name,
		SoftwareVersion:         c.Version,
		ApplicationType:         "native",
	}
	if wanted.ClientName == "" {
		wanted.ClientName = "Mooring"
	}
	if r.Flow == Device {
		wanted.GrantTypes = []string{grantDevice, "refresh_token"}
	}
	body, err := json.Marshal(wanted)
	if err != nil {
		return Record{}, err
	}
	a, err := c.post(ctx, what, u, "application/json", body)
	if err != nil {
		return Record{}, err
	}
	if a.status != http.StatusCreated && a.status != http.StatusOK {
		return Record{}, refusedRegistration(a, u)
	}
	var got registered
	if err := a.decode(what, u, &got); err != nil {
		return Record{}, err
	}
	if got.ClientID == "" {
		return Record{}, invalidf("%s at %q: the answer has no client_id", what, shown(u))
	}
	out := Record{Issuer: as.Issuer, ClientID: got.ClientID, ClientSecret: Secret(got.ClientSecret), AuthMethod: got.TokenEndpointAuthMethod}
	switch {
	case out.ClientSecret == "":
		out.AuthMethod = authNone
	case out.AuthMethod == "" || out.AuthMethod == authNone:
		out.AuthMethod = authMethod(Identity{SecretEnv: "registered"}, as)
	}
	r.found(fmt.Sprintf("client %q, registered now", got.ClientID))
	return out, nil
}

// registeredMethod is the method to register with: none, since a program on somebody's machine keeps no secret, unless
// the server has no such clients.
func registeredMethod(as authServer) string {
	supported := as.TokenEndpointAuthMethodsSupported
	for _, method := range []string{authNone, authPost, authBasic} {
		if slices.Contains(supported, method) {
			return method
		}
	}
	return authNone
}

func refusedRegistration(a answer, u *url.URL) *Error {
	var said fault
	text := fmt.Sprintf("client registration at %q is refused with status %d", shown(u), a.status)
	if json.Unmarshal(a.body, &said) == nil && said.Code != "" {
		text += ": " + quoteServer(said.Code, said.Description, nil)
	}
	return deniedf("%s", text).hint("register a client there by hand and name it with --client-id")
}
