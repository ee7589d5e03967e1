// Package oauth logs in to protected MCP servers and hands their tokens to whoever observes them.
//
//	server URL → challenge → protected resource metadata → authorization server metadata
//	           → identity → flow (browser, device, client credentials) → Record → Store
//	Store → Authorizer.Authorize → "Bearer …" of the next request
//
// It follows the authorization chapter of MCP 2026-07-28 and, where a server is older, of 2025-11-25, 2025-06-18 and
// 2025-03-26: RFC 9728 and RFC 8414 discovery, RFC 7636 PKCE with S256, RFC 8707 resource indicators, RFC 9207 issuer
// checks, RFC 7591 registration, RFC 8628 device flow, RFC 7523 client assertions, RFC 7009 revocation.
//
// Everything that a server says is hostile. URLs are https, or http on loopback for a server that is on loopback
// itself; nothing is followed to another origin; an answer is at most [MaxAnswer] bytes; a request has a deadline.
// No token, secret or code is in an error, a step or the printed form of a record ([Secret]). Text of a server that is
// in an error is not made safe for a terminal here.
//
// The package reads no environment and no clock: both are functions that the caller sets.
//
//	client := &oauth.Client{HTTP: oauth.NewHTTPClient(proxy), Store: store, Now: time.Now, Lookup: lookup}
//	record, err := client.Login(ctx, oauth.Request{Server: "https://mcp.example/mcp", Tell: show})
//	authorizer := client.Authorizer("https://mcp.example/mcp")
package oauth

import (
	"context"
	"net/http"
	"time"
)

// MaxAnswer is the greatest length in bytes of any answer that is read: metadata, registrations and tokens.
const MaxAnswer = 256 << 10

// RequestTimeout is how long one request may take, answer included.
const RequestTimeout = 30 * time.Second

// expirySkew is how long before its end a token counts as expired, so that it does not end on its way.
const expirySkew = 30 * time.Second

// Client logs in, out, and authorizes requests. All fields but Lookup, Name and Version are required, and none may
// change once it is used. It is safe for concurrent use if its Store is.
type Client struct {
	HTTP  *http.Client     // see [NewHTTPClient]; its CheckRedirect, Jar and Timeout are not used
	Store Store            // where records are kept
	Now   func() time.Time // the clock
	// Lookup finds a variable of the environment, for secrets that are kept by name only; nil finds none.
	Lookup func(name string) (string, bool)

	Name    string // client_name of a registration, default "Mooring"
	Version string // software_version of a registration, "" for none
}

// Flow is a way to get the first token.
type Flow uint8

// The flows.
const (
	Browser           Flow = iota // authorization code with PKCE, answered on a loopback port
	Device                        // RFC 8628: a code that is typed on another device
	ClientCredentials             // RFC 6749 §4.4: a program logs in as itself
)

func (f Flow) String() string {
	switch f {
	case Browser:
		return "authorization code"
	case Device:
		return "device code"
	case ClientCredentials:
		return "client credentials"
	}
	return "unknown"
}

// Identity says who asks for a token. The zero Identity is registered dynamically.
type Identity struct {
	ID          string // client_id of a client that was registered beforehand
	MetadataURL string // URL of a client-id metadata document, used where the server supports those and ID is ""
	SecretEnv   string // name of the variable with the client's secret
	KeyEnv      string // name of the variable with a private key in PEM, for private_key_jwt
}

// Request says what to log in to, as whom and how.
type Request struct {
	Server   string   // URL of the MCP server, as it is dialled
	Flow     Flow     // zero: the browser
	Scopes   []string // to ask for; nil asks for what the server says it needs
	Identity Identity

	// CallbackPort is the loopback port that takes the browser's answer; 0 is any free one. Clients registered
	// beforehand with a redirect URI that names a port need it.
	CallbackPort int
	// Open shows a URL in a browser. nil opens none; the URL is in a [Step] in any case.
	Open func(ctx context.Context, url string) error
	// Tell is told each step, from one goroutine at a time; nil for nobody.
	Tell func(Step)
	// Challenge is the 401 or 403 that made the login necessary; nil asks the server for one. Its body is not read.
	Challenge *http.Response
}

// Step is one thing that a login did or wants done. No field holds a secret, but Code is for the user's eyes.
type Step struct {
	Kind StepKind
	Text string // what was done, found or is waited for, in lower case
	URL  string // where to go, for Visit
	Code string // what to type there, for Visit; "" for nothing
}

// StepKind says what a [Step] is about.
type StepKind uint8

// The kinds of steps.
const (
	Found StepKind = iota // something was learnt or done
	Note                  // something is not as it should be, and the login goes on
	Visit                 // a person has to open URL, and to type Code when there is one
	Wait                  // the login waits for that person
	Done                  // the token is stored
)

func (r *Request) tell(s Step) {
	if r.Tell != nil {
		r.Tell(s)
	}
}

func (r *Request) found(text string) { r.tell(Step{Kind: Found, Text: text}) }
