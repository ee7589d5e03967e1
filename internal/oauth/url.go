package oauth

import (
	"net/netip"
	"net/url"
	"strings"
)

// ParseServer reads the URL of an MCP server into the form that records are found by: lower-case scheme and host, no
// default port, no fragment, no lone slash. The error is an [*Error] of kind Usage.
func ParseServer(raw string) (*url.URL, error) {
	u, err := url.Parse(raw)
	switch {
	case err != nil || u.Host == "" || u.Opaque != "":
		return nil, usagef("%q is no URL of a server, want one like https://mcp.example.com/mcp", visiblePart(raw))
	case u.User != nil:
		return nil, usagef("the URL of host %q holds a user name or a password, want none", u.Host)
	}
	u.Scheme, u.Host, u.Fragment, u.RawFragment = strings.ToLower(u.Scheme), strings.ToLower(u.Host), "", ""
	if port := u.Port(); u.Scheme == "https" && port == "443" || u.Scheme == "http" && port == "80" {
		u.Host = strings.TrimSuffix(u.Host, ":"+port)
	}
	if u.Path == "/" {
		u.Path = ""
	}
	if u.Scheme != "https" && (u.Scheme != "http" || !loopback(u)) {
		return nil, usagef("%q does not use https, which is wanted of every server that is not on this machine", u.Redacted())
	}
	return u, nil
}

// visiblePart is what an error shows of a text that is no URL: no more than its start, which holds no query.
func visiblePart(raw string) string {
	raw, _, _ = strings.Cut(raw, "?")
	if _, after, found := strings.Cut(raw, "@"); found {
		raw = after
	}
	return raw[:min(len(raw), 100)]
}

// loopback reports whether a URL's host is this machine by its very name: localhost or a loopback address.
func loopback(u *url.URL) bool {
	host := strings.ToLower(u.Hostname())
	if host == "localhost" {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Unmap().IsLoopback()
}

// origin is scheme, host and port (RFC 6454), normalized as in [ParseServer].
func origin(u *url.URL) string {
	host := strings.ToLower(u.Host)
	scheme := strings.ToLower(u.Scheme)
	if port := u.Port(); scheme == "https" && port == "443" || scheme == "http" && port == "80" {
		host = strings.TrimSuffix(host, ":"+port)
	}
	return scheme + "://" + host
}

// endpoint reads a URL that somebody else named: https, or http on loopback, and loopback only for a server that is
// there itself. Otherwise any server could have this machine's own services asked.
func endpoint(what, raw string, server *url.URL) (*url.URL, error) {
	u, err := url.Parse(raw)
	switch {
	case err != nil || u.Host == "" || u.Opaque != "":
		return nil, invalidf("%s is %q, want an https URL", what, raw)
	case u.User != nil || u.Fragment != "":
		return nil, invalidf("%s at host %q holds a user name or a fragment, want neither", what, u.Host)
	case loopback(u) && !loopback(server):
		return nil, invalidf("%s is %q, on this machine, but the server is not", what, raw)
	case u.Scheme != "https" && (u.Scheme != "http" || !loopback(u)):
		return nil, invalidf("%s is %q, want an https URL", what, raw)
	}
	return u, nil
}

// covers reports whether tokens for a resource are for a server too: the same URL, or the same origin and a path
// above. RFC 9728 §3.3 wants the same URL; many servers name their origin instead, and the protocol's reference client
// takes any path above, which goes to nobody else.
func covers(resource string, server *url.URL) bool {
	r, err := url.Parse(resource)
	if err != nil || r.User != nil || r.Fragment != "" || r.Opaque != "" || origin(r) != origin(server) {
		return false
	}
	if r.RawQuery != "" && r.RawQuery != server.RawQuery {
		return false
	}
	above := strings.TrimSuffix(r.EscapedPath(), "/")
	return strings.HasPrefix(strings.TrimSuffix(server.EscapedPath(), "/")+"/", above+"/")
}

// wellKnown puts a well-known name between host and path (RFC 8615, RFC 8414 §3.1).
func wellKnown(u *url.URL, name, path string) string {
	w := url.URL{Scheme: u.Scheme, Host: u.Host, Path: "/.well-known/" + name + strings.TrimSuffix(path, "/")}
	return w.String()
}
