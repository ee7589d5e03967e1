package firstsight

import (
	"regexp"
	"strings"

	"github.com/mooring-mcp/mooring/internal/signal"
)

// uri is a stretch of text behind "://" up to white space, a quote or an angle
// bracket, as R03's pattern of a URL ends (spec taxonomy-v1 §4.3).
type uri struct {
	start, authorityEnd, end int
	web                      bool // http or https, which R03 knows as a URL
	mcp                      bool
}

// uris are the ones of a text, in order.
type uris struct {
	list []uri
	next int
}

// urisOf finds them in one pass. What begins inside another one is a part of it.
func urisOf(text string) *uris {
	const mark = "://"
	u := &uris{}
	for from := 0; ; {
		i := strings.Index(text[from:], mark)
		if i < 0 {
			return u
		}
		scheme := strings.ToLower(text[max(from, from+i-len("https")) : from+i])
		found := uri{start: from + i + len(mark), web: strings.HasSuffix(scheme, "http") || scheme == "https", mcp: strings.HasSuffix(scheme, "mcp")}
		found.end = found.start + upTo(text[found.start:], " \t\r\n\f\"'<>")
		found.authorityEnd = found.start + upTo(text[found.start:found.end], `/\?#`)
		u.list = append(u.list, found)
		from = found.end
	}
}

// upTo is how many bytes come before the first of some characters.
func upTo(text, chars string) int {
	if i := strings.IndexAny(text, chars); i >= 0 {
		return i
	}
	return len(text)
}

// around returns the one that a match begins in. Matches are asked for in order.
func (u *uris) around(m signal.Match) (uri, bool) {
	for u.next < len(u.list) && u.list[u.next].end <= m.Start {
		u.next++
	}
	if u.next == len(u.list) || u.list[u.next].start > m.Start {
		return uri{}, false
	}
	return u.list[u.next], true
}

// glued is where a URL that R03's pattern takes for one is several: "http://a,http://b".
var glued = regexp.MustCompile(`(?i)[,;|]+https?://`)

// hostsOf are the hosts of a URL. One that is not written out has none: "https://…",
// "https://{host}/".
func hostsOf(url string) []string {
	_, rest, _ := strings.Cut(url, "://")
	var out []string
	for {
		next := glued.FindStringIndex(rest)
		one := rest
		if next != nil {
			one = rest[:next[0]]
		}
		if host := hostOf(one); host != "" {
			out = append(out, host)
		}
		if next == nil {
			return out
		}
		rest = rest[next[1]:]
	}
}

// hostOf is the host of a URL without its scheme (RFC 3986 §3.2), without user and
// port; "" when nothing of it is written out.
func hostOf(rest string) string {
	authority := rest[:upTo(rest, `/\?#`)]
	authority = authority[strings.LastIndexByte(authority, '@')+1:]
	if strings.HasPrefix(authority, "[") {
		address, _, closed := strings.Cut(authority, "]")
		if !closed || len(address) == 1 {
			return ""
		}
		return strings.ToLower(address) + "]"
	}
	host := plainHost(authority[:upTo(authority, ":,;|()`")])
	if host == "" || strings.ContainsRune("$%", rune(host[0])) || !written(host) {
		return ""
	}
	return host
}

// plainHost is in lower case and without the punctuation of a sentence behind it.
func plainHost(host string) string {
	host = strings.TrimRight(host, ".*_]")
	for strings.HasSuffix(host, "}") && strings.Count(host, "}") > strings.Count(host, "{") {
		host = strings.TrimRight(strings.TrimSuffix(host, "}"), ".")
	}
	return strings.ToLower(host)
}

// written reports a letter or digit outside of braces, in which a placeholder stands.
func written(host string) bool {
	depth := 0
	for _, c := range host {
		switch {
		case c == '{':
			depth++
		case c == '}':
			depth--
		case depth <= 0 && (c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c > '~'):
			return true
		}
	}
	return false
}
