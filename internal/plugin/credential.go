package plugin

import (
	"net/url"
	"regexp"
	"strings"
	"unicode"

	"github.com/mooring-mcp/mooring/surface"
)

// variableSecret reports a value that is likely a secret, by the name of the variable that
// holds it, or by its form.
func variableSecret(name, value string) bool {
	return surface.LooksSecret(name, value) || runTogether.MatchString(name) && surface.LooksSecret("token", value)
}

// runTogether are names whose last word stands right behind another one: PGPASSWORD.
var runTogether = regexp.MustCompile(`(?i)(?:(?:access|api|private|secret)[-_]?key|(?:access|auth)[-_]?token|passphrase|passw(?:or)?d|secret)s?$`)

// secretName reports the name of something that is kept secret, whatever its value.
func secretName(name string) bool { return variableSecret(name, "any value") }

// known reports a word in the form of a well-known token.
func known(word string) bool { return surface.LooksSecret("", word) }

var (
	privateKey = regexp.MustCompile(`-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----`) // RFC 7468 §10, §11
	anAddress  = regexp.MustCompile(`[A-Za-z][A-Za-z0-9+.-]*://[^\s"'<>,]+`)
	// member is one of an object within a text: "token": "…".
	member = regexp.MustCompile(`["']([^"']+)["']\s*:\s*["']([^"']+)["']`)
	// scheme is one of authentication within a text, with credentials.
	scheme = regexp.MustCompile(`(?i)\b(?:Bearer|Basic) +([A-Za-z0-9+/_.~-]{8,}=*)`)
)

// vague are words in names of much that is no secret, such as sort_key: within a text they
// say too little.
var vague = regexp.MustCompile(`(?i)(?:^|[^A-Za-z])(?:auth|cookies?|key|pat)$`)

// holdsSecret reports a text within which a credential stands, whatever the text is the
// value of: a private key, an address with a password or token, a pair whose name is that of
// a secret, or credentials behind a scheme of authentication.
func holdsSecret(text string) bool {
	if privateKey.MatchString(text) {
		return true
	}
	for _, address := range anAddress.FindAllString(text, -1) {
		if is, _ := addressSecret(address); is {
			return true
		}
	}
	for _, pair := range pairs(anAddress.ReplaceAllString(text, " ")) {
		sharp := !vague.MatchString(pair[0]) || runTogether.MatchString(pair[0])
		value := !stand.MatchString(pair[1]) && !strings.ContainsAny(pair[1], "[]()<>") // nor a piece of a program
		if sharp && value && variableSecret(pair[0], pair[1]) {
			return true
		}
	}
	for _, found := range scheme.FindAllStringSubmatch(text, -1) {
		if strings.ContainsAny(found[1], "0123456789=") {
			return true
		}
	}
	return false
}

// pairBytes is how much of a value is looked at, so that a text of nothing but = is no
// quadratic work.
const pairBytes = 256

// pairs are the names and values that are set within a text: NAME=VALUE, also behind another
// =, and members of objects.
func pairs(text string) [][2]string {
	var out [][2]string
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(`"',;&{}`, r) }) {
		for name, value, found := strings.Cut(word, "="); found; name, value, found = strings.Cut(value, "=") {
			out = append(out, [2]string{name, value[:min(len(value), pairBytes)]})
		}
	}
	for _, m := range member.FindAllStringSubmatch(text, -1) {
		out = append(out, [2]string{m[1], m[2]})
	}
	return out
}

// addressSecret reports an address with a credential: a password, a member of its query that
// is one by name or form, or a part of its path by which a service knows its user. stands
// says that something plainly is in the place of one.
func addressSecret(address string) (is, stands bool) {
	tell := func(value string) {
		if stand.MatchString(value) {
			stands = true
		} else if value != "" {
			is = true
		}
	}
	_, rest, _ := strings.Cut(address, "://")
	authority, tail := rest, ""
	if end := strings.IndexAny(rest, "/?#"); end >= 0 {
		authority, tail = rest[:end], rest[end:]
	}
	if at := strings.LastIndexByte(authority, '@'); at >= 0 {
		user, password, _ := strings.Cut(authority[:at], ":")
		tell(unescaped(password))
		if user = unescaped(user); known(user) || generatedFrom(shortestPart, user) {
			is = true
		}
	}
	words := func(r rune) bool { return strings.ContainsRune("/?&;#", r) }
	for part := range strings.FieldsFuncSeq(tail, words) {
		name, value, pair := strings.Cut(part, "=")
		name, value = unescaped(name), unescaped(value)
		switch {
		case pair && secretName(name):
			tell(value)
		case pair && (known(value) || generated(value)):
			is = true
		case !pair && (known(name) || uuid.MatchString(name) || generatedFrom(shortestPart, name)):
			is = true
		}
	}
	return is, stands
}

// shortestPart is the length from which a part of an address may read as generated.
const shortestPart = 20

// unescaped is a text without its percent-encoding, or as it is where that is none.
func unescaped(text string) string {
	if plain, err := url.QueryUnescape(text); err == nil {
		return plain
	}
	return text
}
