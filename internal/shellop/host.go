package shellop

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/shelltable"
	"github.com/mooring-mcp/mooring/internal/urlop"
)

// reach says where a host leads.
type reach uint8

const (
	loopback reach = iota
	external
	disguised // a spelling that hides where it leads, or that not all programs read alike
	metadata
)

// reachOf reads a URL or host as internal/urlop does. Only a plain loopback is one: a disguised one leads elsewhere for
// some programs.
func reachOf(text string) reach {
	a := parseAddress(text)
	bare := strings.Trim(a.host, string([]rune{markUnknown, markNumber, markName})) // what is not known may be empty
	asked := a.host
	if slices.Contains([]string{"http", "https", "ws", "wss"}, a.scheme) && strings.Contains(text, "://") {
		asked = a.scheme + "://" + a.authority
		if port := a.authority[strings.LastIndexByte(a.authority, '@')+1:]; has(port, unknownMarks) && !has(a.host, unknownMarks) {
			asked = a.scheme + "://" + a.host
		}
	}
	if a.authority == "" || fewSlashes(text) {
		asked = text
	}
	if has(a.host, unknownMarks) {
		if urlop.Classify(bare).Class == urlop.Metadata {
			return metadata
		}
		return external
	}
	switch r := urlop.Classify(asked); {
	case r.Class == urlop.Metadata, wildcardMetadata(a.host):
		return metadata
	case r.Class == urlop.Loopback && !r.Disguised:
		return loopback
	case r.Class == urlop.Invalid, r.Disguised && r.Class != urlop.External:
		return disguised
	}
	return external
}

// fewSlashes reports an address with another number of slashes than two, or with backslashes, which curl and others take.
func fewSlashes(text string) bool {
	scheme, rest, _ := strings.Cut(text, ":")
	return (strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https")) && !strings.HasPrefix(rest, "//") && !isPort(rest)
}

func isPort(text string) bool {
	text, _, _ = strings.Cut(text, "/")
	return text != "" && strings.Trim(text, "0123456789\x00\x05") == ""
}

// wildcardMetadata reports a name under a service that resolves each name to the address in it.
func wildcardMetadata(host string) bool {
	host = strings.ToLower(host)
	return slices.ContainsFunc([]string{".nip.io", ".sslip.io", ".xip.io"}, func(service string) bool { return strings.HasSuffix(host, service) }) &&
		(strings.Contains(host, "169.254.169.254") || strings.Contains(host, "169-254-169-254") || strings.Contains(host, "a9fea9fe"))
}

// address is what a word says as a URL.
type address struct {
	scheme, authority, host, path string
}

// parseAddress reads a URL leniently: what a program would make of it.
func parseAddress(text string) address {
	scheme, rest, ok := strings.Cut(text, "://")
	if !ok {
		scheme, rest = "http", text
	}
	authority := rest
	tail := ""
	if i := strings.IndexAny(rest, `/?#\`); i >= 0 {
		authority, tail = rest[:i], rest[i:]
	}
	host := authority[strings.LastIndexByte(authority, '@')+1:]
	if strings.HasPrefix(host, "[") {
		host, _, _ = strings.Cut(host, "]")
	} else if strings.Count(host, ":") < 2 || ok {
		host, _, _ = strings.Cut(host, ":")
	}
	return address{strings.ToLower(scheme), authority, strings.Trim(host, "["), tail}
}

// host judges an operand that names a host or a URL, and is what its answer adds to the output.
func (w *walker) host(v word, who string, _ *state, at Span) origin {
	text := v.data()
	part := v.unknown() && strings.Trim(text, "\x00") != ""
	if v.sub && !v.known() || part || v.from&fromSecret != 0 {
		w.leaves(v, who, at)
	}
	if reachOf(text) == metadata {
		w.add(shelltable.Metadata, "metadata-host", fmt.Sprintf("%s reaches %q, the metadata service of a cloud", who, v.show()), at)
	}
	return fromNet
}

// leaves notes that local data goes out in a word.
func (w *walker) leaves(v word, who string, at Span) {
	effect, code := shelltable.Leak, "data-leaves"
	if v.from&fromSecret != 0 && v.sub {
		effect, code = shelltable.Exfil, "credentials-leave"
	}
	w.add(effect, code, fmt.Sprintf("%s sends %q, which holds local data", who, v.show()), at)
}

// sends notes that a flow or a file goes to another machine.
func (w *walker) sends(from origin, v word, who string, st *state, at Span) {
	if v.text != "" && v.text != "-" {
		pl := w.place(st, v)
		if effect, code := pl.readTree(); opens(effect, code) || strings.HasPrefix(pl.path, "/etc/") {
			from |= fromSecret
		}
		from |= st.files[pl.key()].from
	}
	effect, code := shelltable.Leak, "data-leaves"
	if from&fromSecret != 0 {
		effect, code = shelltable.Exfil, "credentials-leave"
	}
	w.add(effect, code, fmt.Sprintf("%s sends %q to another machine", who, v.show()), at)
}
