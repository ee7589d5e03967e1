package observe

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/surface"
)

// target is a server that is to be observed, in one attempt or several.
type target struct {
	options Options
	launch  surface.Launch
	hide    *secrets
	grants  *jsonv.Value // capabilities that are declared
	courier *courier     // of a remote server; nil for one that is started
}

func newTarget(o Options) (*target, error) {
	grants, err := jsonv.Parse([]byte(o.Capabilities), jsonv.Limits{})
	if err != nil || grants.Kind() != jsonv.Object {
		return nil, errors.New("client capabilities are no JSON object")
	}
	o.Capabilities = string(jsonv.Canonical(grants, jsonv.Source))
	t := &target{options: o, hide: &secrets{}, grants: grants}
	if o.URL == "" {
		t.launch = launchOf(o.Server)
		t.hide.addStdio(o.Server, t.launch)
		return t, nil
	}
	if o.Server.Command != "" {
		return nil, errors.New("both a command and a URL are configured, want one")
	}
	u, err := url.Parse(o.URL)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("URL %q is none of http or https", surface.RedactURL(o.URL))
	}
	u.Fragment = ""
	t.launch = surface.Launch{Transport: "http", URL: surface.RedactURL(o.URL)}
	t.hide.addURL(u, t.launch)
	for _, h := range o.Headers {
		if !isHeader(h) {
			return nil, fmt.Errorf("header %q has a name or a value that cannot be sent", h.Name)
		}
		t.launch.Headers = append(t.launch.Headers, http.CanonicalHeaderKey(h.Name))
		t.hide.addHeader(h.Value)
	}
	slices.Sort(t.launch.Headers)
	t.launch.Headers = slices.Compact(t.launch.Headers)
	t.courier = newCourier(o, u, t.hide)
	return t, nil
}

// place is where hazards are that belong to no method and no item.
func (t *target) place() string {
	if t.courier != nil {
		return "http"
	}
	return "stdout"
}

// isHeader reports whether a header can be sent as it is (RFC 9110 §5.1, §5.5).
func isHeader(h Header) bool {
	return h.Name != "" && all(h.Name, isTokenByte) &&
		all(h.Value, func(c byte) bool { return c >= ' ' && c != 0x7F || c == '\t' })
}

func isTokenByte(c byte) bool {
	switch {
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		return true
	}
	return slices.Contains([]byte("!#$%&'*+-.^_`|~"), c)
}

func all(text string, is func(byte) bool) bool {
	for i := range len(text) {
		if !is(text[i]) {
			return false
		}
	}
	return true
}
