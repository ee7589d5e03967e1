package oauth

import (
	"net/http"
	"strings"
)

// challenge is what a server said when it was asked without a token, or with one that does not do.
type challenge struct {
	status   int    // 0 when nobody asked
	metadata string // resource_metadata, RFC 9728 §5.1; "" when it is not named
	scopes   []string
	code     string // error, RFC 6750 §3.1
}

// readChallenge takes the first Bearer challenge out of an answer. What cannot be parsed counts as absent: the
// well-known places are left.
func readChallenge(resp *http.Response) challenge {
	out := challenge{status: resp.StatusCode}
	for _, header := range resp.Header.Values("WWW-Authenticate") {
		if params, ok := bearerParams(header); ok {
			out.metadata, out.code = params["resource_metadata"], params["error"]
			out.scopes = strings.Fields(params["scope"])
			break
		}
	}
	return out
}

// bearerParams finds the parameters of the first Bearer challenge in a header (RFC 9110 §11.6.1):
//
//	challenge = scheme [ 1*SP ( token68 / parameter *( "," parameter ) ) ]
//
// Challenges of other schemes, with commas between, may come before and after. Names are in lower case; of a name that
// repeats the first value counts.
func bearerParams(header string) (params map[string]string, ok bool) {
	rest := header
	for rest != "" {
		rest = strings.TrimLeft(rest, " \t,")
		word := rest[:tokenLen(rest)]
		after := strings.TrimLeft(rest[len(word):], " \t")
		switch {
		case word == "":
			rest = skipOdd(rest)
		case strings.HasPrefix(after, "=") && (params != nil || !ok):
			var value string
			value, rest = paramValue(after[1:])
			if _, repeated := params[strings.ToLower(word)]; ok && !repeated {
				params[strings.ToLower(word)] = value
			}
		case ok: // the scheme of the next challenge
			return params, true
		default:
			rest = after
			if ok = strings.EqualFold(word, "bearer"); ok {
				params = map[string]string{}
			}
		}
	}
	return params, ok
}

// skipOdd leaves out one byte that begins neither a word nor anything else.
func skipOdd(s string) string {
	if s == "" {
		return ""
	}
	return s[1:]
}

// paramValue reads a token or a quoted string, and returns what comes after it.
func paramValue(s string) (value, rest string) {
	s = strings.TrimLeft(s, " \t")
	if !strings.HasPrefix(s, `"`) {
		end := strings.IndexAny(s, ", \t")
		if end < 0 {
			end = len(s)
		}
		return s[:end], s[end:]
	}
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '"':
			return b.String(), s[i+1:]
		case s[i] == '\\' && i+1 < len(s):
			i++
		}
		b.WriteByte(s[i])
	}
	return "", "" // without its end it has no value
}

// tokenLen is the length of the token (RFC 9110 §5.6.2) that s begins with.
func tokenLen(s string) int {
	for i := range len(s) {
		c := s[i]
		alnum := c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !alnum && !strings.ContainsRune("!#$%&'*+-.^_`|~", rune(c)) {
			return i
		}
	}
	return len(s)
}
