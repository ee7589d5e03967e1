package urlop

import (
	"net/netip"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/mooring-mcp/mooring/internal/percent"
)

// lenientMetadata says why a text that is Invalid leads to a metadata service for
// some program all the same; "" if it does for none that is known.
func lenientMetadata(text string) string {
	for _, candidate := range lenientHosts(text) {
		candidate = strings.TrimRight(strings.ToLower(candidate), ".")
		if candidate == "" {
			continue
		}
		var h host
		switch {
		case strings.Contains(candidate, ":"):
			literal, _, _ := strings.Cut(candidate, "%")
			a, err := netip.ParseAddr(literal)
			if err != nil || !a.Is6() {
				continue
			}
			h = v6Class(a)
		case endsInNumber(candidate):
			if h = v4Host(candidate); h.class != Metadata {
				h = wrapped(candidate)
			}
		default:
			h = names[candidate]
		}
		if h.class == Metadata {
			return "some parsers read a metadata service: " + h.reason
		}
	}
	return ""
}

// lenientHosts are the hosts that lenient programs find: those that strip controls
// and blanks, take backslashes for slashes and any number of them, decode before
// they split, fold characters, and end user information at the first or last @.
func lenientHosts(text string) []string {
	text = strings.Map(func(r rune) rune {
		if r <= ' ' || r == 0x7f {
			return -1
		}
		return r
	}, text)
	folded := text
	if len(text) <= longestFolded {
		folded = norm.NFKC.String(strings.NewReplacer("。", ".", "．", ".", "｡", ".", "\u00ad", "", "\u200b", "", "\u2060", "", "\ufeff", "").Replace(text))
	}
	var out []string
	readings := []string{folded, percent.Decode(folded)}
	for _, t := range readings[:2] {
		readings = append(readings, strings.ReplaceAll(t, `\`, "/"))
	}
	for _, t := range readings {
		if n := schemeEnd(t); n > 0 && !portFollows(t, n) {
			t = t[n+1:]
		}
		t = strings.TrimLeft(t, `/\`)
		if i := strings.IndexAny(t, "/?#"); i >= 0 {
			t = t[:i]
		}
		out = append(out, candidates(t)...)
	}
	return out
}

// longestFolded is the length up to which characters are folded, which takes time.
const longestFolded = 8 << 10

// longestHost is above the length of every name and number that leads anywhere.
const longestHost = 512

// candidates are what stands behind the first and the last @ of an authority, and in
// front of the first.
func candidates(authority string) []string {
	front, rest, _ := strings.Cut(authority, "@")
	first, _, _ := strings.Cut(rest, "@")
	last := authority[strings.LastIndexByte(authority, '@')+1:]
	var out []string
	for _, part := range []string{front, first, last} {
		if part != "" && len(part) <= longestHost {
			out = append(out, withoutPort(part))
		}
	}
	return out
}

func withoutPort(auth string) string {
	if inner, ok := strings.CutPrefix(auth, "["); ok {
		inner, _, _ = strings.Cut(inner, "]")
		return inner
	}
	if strings.Count(auth, ":") > 1 {
		return auth
	}
	name, _, _ := strings.Cut(auth, ":")
	return name
}

// wrapped is the class of a dotted address whose parts are cut to eight bits, as
// some programs do.
func wrapped(name string) host {
	if strings.Count(name, ".") != 3 {
		return host{}
	}
	var b [4]byte
	for i := range b {
		part, rest, _ := strings.Cut(name, ".")
		name = rest
		v, ok := number(part, true)
		if !ok {
			return host{}
		}
		b[i] = byte(v)
	}
	return v4Class(netip.AddrFrom4(b))
}
