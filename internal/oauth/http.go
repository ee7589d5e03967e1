package oauth

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"syscall"
	"time"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// NewHTTPClient returns a client that dials no link-local address, where clouds keep the credentials of a machine.
// proxy is as in [http.Transport]; nil uses none.
func NewHTTPClient(proxy func(*http.Request) (*url.URL, error)) *http.Client {
	dialer := &net.Dialer{Timeout: 10 * time.Second, Control: refuseLinkLocal}
	return &http.Client{Transport: &http.Transport{
		Proxy:                 proxy,
		DialContext:           dialer.DialContext,
		ForceAttemptHTTP2:     true,
		TLSHandshakeTimeout:   10 * time.Second,
		ResponseHeaderTimeout: RequestTimeout,
		IdleConnTimeout:       10 * time.Second,
		MaxIdleConnsPerHost:   2,
	}}
}

func refuseLinkLocal(_, address string, _ syscall.RawConn) error {
	addr, err := netip.ParseAddrPort(address)
	if err == nil && addr.Addr().Unmap().IsLinkLocalUnicast() {
		return fmt.Errorf("link-local address %s is not dialled", addr.Addr())
	}
	return nil
}

// client is the HTTP client of this package: no other origin, no cookies, limited answers.
func (c *Client) client() *http.Client {
	transport := c.HTTP.Transport
	if transport == nil {
		transport = http.DefaultTransport
	}
	return &http.Client{Transport: limitedTransport{transport}, CheckRedirect: sameOrigin}
}

// errRedirect is the cause of a redirect that was not followed.
var errRedirect = errors.New("redirect refused")

// sameOrigin follows a few redirects of a GET within one origin. A POST holds a secret and is never sent again.
func sameOrigin(req *http.Request, via []*http.Request) error {
	const most = 3
	first := via[0]
	switch {
	case first.Method != http.MethodGet:
		return fmt.Errorf("%w: a %s is not sent on to %q", errRedirect, first.Method, origin(req.URL))
	case origin(req.URL) != origin(first.URL):
		return fmt.Errorf("%w: %q sends on to another origin, %q", errRedirect, origin(first.URL), origin(req.URL))
	case len(via) > most:
		return fmt.Errorf("%w: more than %d redirects", errRedirect, most)
	}
	return nil
}

// limitedTransport makes the body of an answer end with an error after [MaxAnswer] bytes.
type limitedTransport struct{ http.RoundTripper }

func (t limitedTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := t.RoundTripper.RoundTrip(req)
	if err == nil {
		resp.Body = &limitedBody{ReadCloser: resp.Body, left: MaxAnswer}
	}
	return resp, err
}

type limitedBody struct {
	io.ReadCloser

	left int64
}

// errTooLong is the cause of an answer that was not read to its end.
var errTooLong = fmt.Errorf("the answer is over the limit of %d bytes", MaxAnswer)

func (b *limitedBody) Read(p []byte) (int, error) {
	if b.left < 0 {
		return 0, errTooLong
	}
	n, err := b.ReadCloser.Read(p[:min(int64(len(p)), b.left+1)])
	if b.left -= int64(n); b.left < 0 {
		return 0, errTooLong
	}
	return n, err
}

// answer is what came back, read to its end.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// do sends one request and reads its answer. The error is an [*Error] that says what was asked for and from where.
func (c *Client) do(ctx context.Context, what string, req *http.Request) (answer, error) {
	ctx, cancel := context.WithTimeout(ctx, RequestTimeout)
	defer cancel()
	resp, err := c.client().Do(req.WithContext(ctx))
	if err != nil {
		return answer{}, transportError(ctx, what, req.URL, err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return answer{}, transportError(ctx, what, req.URL, err)
	}
	return answer{status: resp.StatusCode, header: resp.Header, body: body}, nil
}

// transportError says why there is no answer. ctx is that of the request, whose deadline is ours.
func transportError(ctx context.Context, what string, u *url.URL, err error) *Error {
	if wrapped := (*url.Error)(nil); errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	text := fmt.Sprintf("%s of %q", what, shown(u))
	switch {
	case errors.Is(err, errRedirect), errors.Is(err, errTooLong):
		return invalidf("%s: %v", text, err)
	case errors.Is(ctx.Err(), context.Canceled):
		return &Error{Kind: Unreachable, Text: text, Err: context.Canceled}
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return &Error{Kind: Unreachable, Text: fmt.Sprintf("%s: no whole answer within %s", text, RequestTimeout)}
	}
	return &Error{Kind: Unreachable, Text: fmt.Sprintf("%s: %v", text, err)}
}

// shown is a URL without its query, which may hold a secret.
func shown(u *url.URL) string {
	short := url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}
	return short.String()
}

// decode reads a JSON answer: strict, and with the content type that the RFCs demand.
func (a answer) decode(what string, u *url.URL, into any) error {
	media, _, err := mime.ParseMediaType(a.header.Get("Content-Type"))
	if err != nil || media != "application/json" && !strings.HasSuffix(media, "+json") {
		return invalidf("%s of %q has content type %q, want application/json", what, shown(u), a.header.Get("Content-Type"))
	}
	value, err := jsonv.Parse(a.body, jsonv.Limits{})
	if err != nil {
		return invalidf("%s of %q is no strict JSON: %s", what, shown(u), jsonFault(err))
	}
	if value.Kind() != jsonv.Object {
		return invalidf("%s of %q is JSON but no object", what, shown(u))
	}
	if err := json.Unmarshal(a.body, into); err != nil {
		if wrong := (*json.UnmarshalTypeError)(nil); errors.As(err, &wrong) {
			return invalidf("%s of %q: member %q is a %s", what, shown(u), wrong.Field, wrong.Value)
		}
		return invalidf("%s of %q does not fit its schema", what, shown(u))
	}
	return nil
}

// jsonFault names the fault and its place; the text around it may be a secret.
func jsonFault(err error) string {
	if e := (*jsonv.Error)(nil); errors.As(err, &e) {
		return fmt.Sprintf("%v at byte %d", e.Code, e.Offset)
	}
	return "it cannot be parsed"
}

// get asks for a JSON document. ok is false when there is none: a status from 400 to 499.
func (c *Client) get(ctx context.Context, what string, u *url.URL, into any) (ok bool, err error) {
	req, err := http.NewRequest(http.MethodGet, u.String(), nil) //nolint:noctx // do sets the context.
	if err != nil {
		return false, invalidf("%s: %q is no URL", what, shown(u))
	}
	req.Header.Set("Accept", "application/json")
	a, err := c.do(ctx, what, req)
	switch {
	case err != nil:
		return false, err
	case a.status >= 400 && a.status < 500:
		return false, nil
	case a.status != http.StatusOK:
		return false, &Error{Kind: Unreachable, Text: fmt.Sprintf("%s of %q: status %d, want 200", what, shown(u), a.status)}
	}
	return true, a.decode(what, u, into)
}

// post sends a body.
func (c *Client) post(ctx context.Context, what string, u *url.URL, media string, body []byte) (answer, error) {
	req, err := http.NewRequest(http.MethodPost, u.String(), bytes.NewReader(body)) //nolint:noctx // do sets the context.
	if err != nil {
		return answer{}, invalidf("%s: %q is no URL", what, shown(u))
	}
	req.Header.Set("Content-Type", media)
	req.Header.Set("Accept", "application/json")
	return c.do(ctx, what, req)
}

// formRequest is a POST of a form.
func formRequest(what string, u *url.URL, form url.Values) (*http.Request, error) {
	req, err := http.NewRequest(http.MethodPost, u.String(), strings.NewReader(form.Encode())) //nolint:noctx // do sets the context.
	if err != nil {
		return nil, invalidf("%s: %q is no URL", what, shown(u))
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Accept", "application/json")
	return req, nil
}
