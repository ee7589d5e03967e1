package plugin

import (
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// remote checks what a server that is reached over HTTP has of its own.
func (s *server) remote() {
	if address, is := s.v.Get("url").Str(); is {
		s.address(address)
	}
	seen := map[string]string{}
	for name, value := range s.v.Get("headers").Members() {
		pointer := jsonv.AppendPointer(s.at("headers"), name)
		lower := strings.ToLower(name)
		if first, repeated := seen[lower]; repeated {
			s.refuse(ruleHeader, value, pointer, quoted(name)+" beside "+quoted(first), "each header once, whatever its case")
		}
		seen[lower] = name
		if !token(name) {
			s.refuse(ruleHeader, value, pointer, quoted(name)+" as a header's name", "a token of HTTP")
		}
		if content, is := value.Str(); is && !fieldValue(content) {
			s.refuse(ruleHeader, value, pointer, "a value that is no field value", "visible text, without line ends and space around it")
		}
		if !standsForSecret(name, value.Text()) {
			s.placeholders(value, pointer, false)
		}
	}
}

// token reports a name that HTTP takes (RFC 9110 §5.6.2).
func token(name string) bool {
	return name != "" && !strings.ContainsFunc(name, func(r rune) bool {
		letter := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
		return !letter && !strings.ContainsRune("!#$%&'*+-.^_`|~", r)
	})
}

// fieldValue reports a value that HTTP takes (RFC 9110 §5.5), obsolete bytes included.
func fieldValue(value string) bool {
	control := func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7F }
	return value == strings.Trim(value, " \t") && !strings.ContainsFunc(value, control)
}

// address checks a url.
func (s *server) address(address string) {
	at, pointer := s.v.Get("url"), s.at("url")
	if why := badAddress(address); why != "" {
		s.refuse(ruleURL, at, pointer, why, "https://HOST/PATH")
		return
	}
	u, err := url.Parse(address)
	if err != nil {
		return // badAddress has said it
	}
	if u.Scheme == "http" && !loopback(u.Hostname()) {
		s.refuse(ruleHTTPS, at, pointer, "http to "+quoted(u.Host), "https, or http to localhost or an address of the loopback")
	}
	if _, stands := addressSecret(address); !stands {
		s.placeholders(at, pointer, false)
	}
}

// badAddress says why a url is none that a client may take, "" for one that is. It
// names no part that may be secret.
func badAddress(address string) string {
	if strings.ContainsFunc(address, func(r rune) bool { return r <= ' ' || r >= 0x7F || strings.ContainsRune("\\\"<>^`|", r) }) {
		return "characters that no address has: space, controls, letters beyond ASCII, or one of \\ \" < > ^ ` |"
	}
	u, err := url.Parse(address)
	if err != nil {
		return "no address"
	}
	authority, _, _ := strings.Cut(strings.TrimPrefix(address[len(u.Scheme):], "://"), "/")
	authority, _, _ = strings.Cut(authority, "?")
	switch {
	case u.Scheme != "http" && u.Scheme != "https":
		return "scheme " + quoted(u.Scheme)
	case u.Opaque != "" || u.Hostname() == "":
		return "no host"
	case strings.Contains(authority, "@"):
		return "user information"
	case strings.Contains(address, "#"):
		return "a fragment"
	case strings.Contains(authority, "%"):
		return "a host with %"
	case u.Port() == "" && strings.HasSuffix(u.Host, ":"):
		return "an empty port"
	}
	if port, err := strconv.Atoi(u.Port()); u.Port() != "" && (err != nil || port < 1 || port > 65535) {
		return "port " + quoted(u.Port())
	}
	return ""
}

// loopback reports a host to which http is allowed: exactly localhost, or an address
// of the loopback in its usual spelling. 127.1 and 2130706433 are names to some.
func loopback(host string) bool {
	if host == "localhost" {
		return true
	}
	address, err := netip.ParseAddr(host)
	return err == nil && address.Zone() == "" && address.IsLoopback() && !address.Is4In6()
}
