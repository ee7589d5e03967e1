package observe

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/mooring-mcp/mooring/surface"
)

const (
	maxHeader    = 64 << 10 // bytes of all headers of a response
	maxChallenge = 64 << 10 // bytes of a 401's body that Authorize gets to see
)

// courier sends HTTP requests to the one origin that a server has. It follows no
// redirect, and adds the configured headers and the authorization. It is safe for
// concurrent use and lasts for a whole observation.
type courier struct {
	client    *http.Client
	url       *url.URL
	headers   http.Header
	authorize func(context.Context, *http.Response) (string, error)
	hide      *secrets
	limit     int // bytes of a response
	patience  time.Duration

	mu            sync.Mutex
	asked         bool // authorize was called before the first request
	challenged    bool // authorize was called with a response
	authorization string
}

func newCourier(o Options, u *url.URL, hide *secrets) *courier {
	c := &courier{
		url: u, headers: http.Header{}, authorize: o.Authorize, hide: hide, limit: o.MaxLine, patience: o.RequestTimeout,
		client: &http.Client{
			Transport: &http.Transport{
				Proxy: o.Proxy, ForceAttemptHTTP2: true, MaxResponseHeaderBytes: maxHeader,
				TLSHandshakeTimeout: 10 * time.Second, IdleConnTimeout: 90 * time.Second,
				TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12},
			},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
	for _, h := range o.Headers {
		c.headers.Add(h.Name, h.Value)
	}
	if c.headers.Get("Authorization") != "" {
		c.authorize = nil
	}
	return c
}

// parcel is one HTTP request, without what the courier adds to it.
type parcel struct {
	method string
	to     *url.URL    // of the courier's origin
	header http.Header // the protocol's
	body   []byte
}

// do sends a request and returns its response, of which the caller closes the
// body. A response that asks for a login is answered with one, once. The error is
// a [*failure].
func (c *courier) do(ctx context.Context, p parcel) (*http.Response, error) {
	authorization, err := c.first(ctx)
	if err != nil {
		return nil, err
	}
	resp, err := c.once(ctx, p, authorization)
	if err != nil {
		return nil, err
	}
	if wantsLogin(resp) && c.authorize != nil {
		again, err := c.login(ctx, resp, authorization)
		_ = resp.Body.Close()
		if err != nil {
			return nil, err
		}
		if again == "" {
			return nil, refused(resp)
		}
		if resp, err = c.once(ctx, p, again); err != nil {
			return nil, err
		}
	}
	if wantsLogin(resp) || resp.StatusCode >= 300 && resp.StatusCode < 400 {
		_ = resp.Body.Close()
		return nil, c.dismissed(resp)
	}
	return resp, nil
}

func wantsLogin(resp *http.Response) bool {
	return resp.StatusCode == http.StatusUnauthorized || resp.StatusCode == http.StatusForbidden
}

// once sends a request. An authorization of "" sends none.
func (c *courier) once(ctx context.Context, p parcel, authorization string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, p.method, p.to.String(), bytes.NewReader(p.body))
	if err != nil {
		return nil, &failure{reason: surface.ServerGone, detail: "the request cannot be made", cause: errFinal}
	}
	req.Header = c.headers.Clone()
	maps.Copy(req.Header, p.header)
	if authorization != "" {
		req.Header.Set("Authorization", authorization)
	}
	req.Header["Idempotency-Key"] = nil // not sent; net/http then uses another connection when an idle one was closed
	req.Header.Del("Accept-Encoding")   // net/http's own, so that it decompresses
	resp, err := c.client.Do(req)
	if err != nil {
		return nil, c.unreached(ctx, err)
	}
	return resp, nil
}

// first asks for an authorization before the first request.
func (c *courier) first(ctx context.Context) (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.asked || c.authorize == nil {
		return c.authorization, nil
	}
	c.asked = true
	return c.ask(ctx, nil)
}

// login asks for another authorization than the one that was refused; "" when
// there is none.
func (c *courier) login(ctx context.Context, challenge *http.Response, refused string) (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.authorization != refused {
		return c.authorization, nil // got by another request meanwhile
	}
	if c.challenged {
		return "", nil
	}
	c.challenged = true
	return c.ask(ctx, challenge)
}

func (c *courier) ask(ctx context.Context, challenge *http.Response) (string, error) {
	if challenge != nil {
		seen := *challenge
		seen.Body = io.NopCloser(io.LimitReader(challenge.Body, maxChallenge))
		challenge = &seen
	}
	value, err := c.authorize(ctx, challenge)
	if err != nil {
		f := &failure{reason: surface.PageFailed, detail: "authorization: " + c.hide.from(err.Error()), cause: errors.Join(ErrUnauthorized, err)}
		if challenge != nil {
			f.status = challenge.StatusCode
		}
		return "", f
	}
	if !isHeader(Header{"Authorization", value}) {
		return "", &failure{reason: surface.PageFailed, detail: "the authorization has a value that cannot be sent", cause: ErrUnauthorized}
	}
	c.hide.addHeader(value)
	c.authorization = value
	return value, nil
}

// refused is the failure of a response that wants a login which there is not.
func refused(resp *http.Response) *failure {
	f := &failure{reason: surface.PageFailed, detail: statusText(resp), status: resp.StatusCode, cause: errFinal}
	if resp.StatusCode == http.StatusUnauthorized {
		f.detail, f.cause = f.detail+": the server wants a login", ErrUnauthorized
	}
	return f
}

// dismissed is the failure of a response that gives no answer: one that wants a
// login, or a redirect.
func (c *courier) dismissed(resp *http.Response) *failure {
	if wantsLogin(resp) {
		return refused(resp)
	}
	f := &failure{reason: surface.PageFailed, status: resp.StatusCode, cause: errFinal}
	to, err := resp.Location()
	switch {
	case err != nil:
		f.detail = statusText(resp) + ", a redirect to nowhere"
	case origin(to) != origin(c.url):
		f.detail = fmt.Sprintf("%s: %s redirects to another origin, %s, where nothing is sent",
			statusText(resp), origin(c.url), cut(c.hide.from(origin(to))))
	default:
		f.detail = fmt.Sprintf("%s: the server redirects to the path %s; redirects are not followed, so configure that address",
			statusText(resp), cut(c.hide.from(to.EscapedPath())))
	}
	return f
}

// origin is what a URL has in common with those that may see our secrets (RFC
// 6454 §4).
func origin(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[strings.ToLower(u.Scheme)]
	}
	host := u.Hostname()
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	return strings.ToLower(u.Scheme + "://" + host + ":" + port)
}

// statusText names a status in our words: the server's may say anything.
func statusText(resp *http.Response) string {
	return strings.TrimSpace(fmt.Sprintf("status %d %s", resp.StatusCode, http.StatusText(resp.StatusCode)))
}

// unreached is the failure of a request without a response.
func (c *courier) unreached(ctx context.Context, err error) *failure {
	if ctx.Err() != nil {
		return &failure{reason: surface.ServerGone, detail: "the request was given up"}
	}
	f := &failure{reason: surface.ServerGone, detail: c.hide.from(networkText(err))}
	if strings.Contains(f.detail, "response headers exceeded") || strings.Contains(f.detail, "response header list larger") {
		f.detail = fmt.Sprintf("the headers of the response are over the limit of %d bytes", maxHeader)
	}
	op := (*net.OpError)(nil)
	certificate := (*tls.CertificateVerificationError)(nil)
	if errors.As(err, &op) && op.Op == "dial" || errors.As(err, &certificate) {
		f.detail, f.cause = "reach "+origin(c.url)+": "+f.detail, errors.Join(errUnreachable, bareNetwork(err))
	}
	return f
}

// bareNetwork takes off an error what net and net/http say of the URL and of
// addresses, in which there are secrets and the port of this one connection.
func bareNetwork(err error) error {
	if u := (*url.Error)(nil); errors.As(err, &u) {
		err = u.Err
	}
	if op := (*net.OpError)(nil); errors.As(err, &op) {
		err = op.Err
	}
	return err
}

func networkText(err error) string {
	switch err = bareNetwork(err); {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "the server closed the connection before the end of the response"
	case errors.Is(err, context.DeadlineExceeded):
		return "no answer in time"
	}
	if dns := (*net.DNSError)(nil); errors.As(err, &dns) {
		return fmt.Sprintf("lookup %s: %s", dns.Name, dns.Err)
	}
	return err.Error()
}
