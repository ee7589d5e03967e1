package urlop

import (
	"net/netip"
	"strings"
	"unicode/utf8"

	"github.com/mooring-mcp/mooring/internal/percent"
)

// parts are the byte ranges of a text that parsers agree about.
type parts struct {
	scheme             string
	hostStart, hostEnd int
	v6, bracketed      bool
	user               bool // user information is there
	carries            bool // a query is there
}

// fetched are the schemes of what a tool fetches or connects to.
func fetched(scheme string) bool {
	switch scheme {
	case "http", "https", "ws", "wss":
		return true
	}
	return false
}

// split finds the host; a reason says what stands in the way, with its byte range.
func split(text string) (p parts, reason string, start, end int) {
	if text == "" {
		return p, "empty", 0, 0
	}
	if reason, at := plain(text); reason != "" {
		return p, reason, at, at + 1
	}
	rest := 0
	if n := schemeEnd(text); n > 0 && !portFollows(text, n) && !bareV6(text, n) {
		p.scheme = strings.ToLower(text[:n])
		switch {
		case !fetched(p.scheme):
			return p, "scheme " + p.scheme + " is not one that is fetched", 0, n
		case !strings.HasPrefix(text[n+1:], "//"):
			return p, "no // after the scheme: parsers disagree", 0, n + 1
		}
		rest = n + 3
	} else if strings.HasPrefix(text, "//") || strings.HasPrefix(text, "\\\\") {
		return p, "no scheme in front of //", 0, 2
	}
	stop := len(text)
	if i := strings.IndexAny(text[rest:], "/?#"); i >= 0 {
		stop = rest + i
	}
	if i := strings.IndexByte(text[stop:], '?'); i >= 0 {
		hash := strings.IndexByte(text[stop:], '#')
		p.carries = hash < 0 || i < hash
	}
	if stop == rest {
		return p, "empty authority: parsers disagree about what follows", rest, rest
	}
	if i := strings.IndexByte(text[rest:stop], '\\'); i >= 0 {
		return p, "backslash in the authority: parsers disagree", rest + i, rest + i + 1
	}
	if i := strings.IndexByte(text[rest:stop], '@'); i >= 0 {
		if reason := userInfo(text[rest : rest+i]); reason != "" {
			return p, reason, rest, rest + i
		}
		if strings.IndexByte(text[rest+i+1:stop], '@') >= 0 {
			return p, "two @ signs: parsers disagree", rest + i, stop
		}
		p.user = true
		rest += i + 1
	}
	return p.hostPort(text, rest, stop)
}

// hostPort splits text[rest:stop].
func (p parts) hostPort(text string, rest, stop int) (parts, string, int, int) {
	auth := text[rest:stop]
	p.hostStart, p.hostEnd = rest, stop
	port := ""
	switch {
	case strings.HasPrefix(auth, "["):
		i := strings.IndexByte(auth, ']')
		if i < 0 {
			return p, "no closing bracket", rest, stop
		}
		p.v6, p.bracketed, p.hostEnd = true, true, rest+i+1
		if port = auth[i+1:]; port != "" && port[0] != ':' {
			return p, "text between ] and the port", rest + i + 1, stop
		}
		port = strings.TrimPrefix(port, ":")
	case strings.Count(auth, ":") > 1:
		if p.scheme != "" || p.user {
			return p, "several colons outside of brackets", rest, stop
		}
		p.v6 = true
	default:
		if i := strings.IndexByte(auth, ':'); i >= 0 {
			port, p.hostEnd = auth[i+1:], rest+i
		}
	}
	if !portOK(port) {
		return p, "port is not a number up to 65535", stop - len(port), stop
	}
	if p.hostEnd == p.hostStart {
		return p, "no host", rest, stop
	}
	return p, "", 0, 0
}

// plain refuses what some programs strip and others keep.
func plain(text string) (reason string, at int) {
	for i := range len(text) {
		if c := text[i]; c < 0x20 || c == 0x7f {
			return "control character: some parsers strip it", i
		}
	}
	switch {
	case text[0] == ' ' || text[len(text)-1] == ' ':
		return "blank at an end: some parsers trim it", max(0, strings.IndexByte(text, ' '))
	case !utf8.ValidString(text):
		return "no valid UTF-8", 0
	}
	return "", 0
}

// schemeEnd is the offset of the colon behind a scheme (RFC 3986 §3.1), 0 for none.
func schemeEnd(text string) int {
	for i := range len(text) {
		c := text[i] | 0x20
		switch {
		case c >= 'a' && c <= 'z':
		case i > 0 && (text[i] >= '0' && text[i] <= '9' || text[i] == '+' || text[i] == '-' || text[i] == '.'):
		case i > 0 && text[i] == ':':
			return i
		default:
			return 0
		}
	}
	return 0
}

// portFollows reports a port after the colon at n: the text is HOST:PORT. A name
// that is a well-known scheme without a host is no host.
func portFollows(text string, n int) bool {
	switch strings.ToLower(text[:n]) {
	case "javascript", "data", "mailto", "tel", "sms", "about", "blob", "file", "urn", "http", "https", "ws", "wss":
		return false
	}
	rest := text[n+1:]
	i := 0
	for i < len(rest) && rest[i] >= '0' && rest[i] <= '9' {
		i++
	}
	return i > 0 && (i == len(rest) || strings.IndexByte("/?#", rest[i]) >= 0)
}

// bareV6 reports that what ends at the colon at n is the first group of an IPv6
// address rather than a scheme.
func bareV6(text string, n int) bool {
	if n > 4 || strings.IndexByte(text[n+1:], ':') < 0 {
		return false
	}
	literal, _, _ := strings.Cut(text, "%")
	a, err := netip.ParseAddr(literal)
	return err == nil && a.Is6()
}

func portOK(port string) bool {
	if len(port) > 5 {
		return false
	}
	n := 0
	for i := range len(port) {
		if port[i] < '0' || port[i] > '9' {
			return false
		}
		n = n*10 + int(port[i]-'0')
	}
	return n <= 65535
}

// userInfo refuses what does not stand there by RFC 3986 §3.2.1, and encoded
// characters that end an authority for a program that decodes first.
func userInfo(text string) string {
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '%':
			d, whole := percent.At(text, i)
			if !whole {
				return "incomplete percent encoding in the user information"
			}
			if d <= 0x20 || d >= 0x7f || strings.IndexByte(`/\?#@[]:`, d) >= 0 {
				return "encoded delimiter in the user information"
			}
		case c <= 0x20, c >= 0x7f, strings.IndexByte(`"<>[]^`+"`{|}", c) >= 0:
			return "character that may not stand in user information"
		}
	}
	return ""
}
