package paramrisk

import (
	"slices"
	"strconv"
	"strings"
)

func itoa(i int) string { return strconv.Itoa(i) }

// formats are the words of the keyword format that name a kind, those of JSON Schema
// 2020-12 §7.3 and OpenAPI, and what servers write beside them.
var formats = map[string]Kind{
	"file-path":     DerivedPath,
	"hostname":      DerivedEndpoint,
	"idn-hostname":  DerivedEndpoint,
	"ipv4":          DerivedEndpoint,
	"ipv6":          DerivedEndpoint,
	"iri":           DerivedEndpoint,
	"iri-reference": DerivedEndpoint,
	"password":      DerivedCredential,
	"path":          DerivedPath,
	"uri":           DerivedEndpoint,
	"uri-reference": DerivedEndpoint,
	"uri-template":  DerivedEndpoint,
	"url":           DerivedEndpoint,
}

// shape is how the values of one kind start.
type shape struct {
	prefix string
	length int // of the whole value, at least
	what   string
}

// secretShapes are starts of credentials that their issuers document. What follows has
// to be as long as a real one at least, so that a bare prefix is none.
var secretShapes = []shape{
	{"-----BEGIN ", 30, "a private key in PEM"},
	{"AIza", 35, "a Google API key"},
	{"AKIA", 20, "an AWS access key"},
	{"ASIA", 20, "an AWS access key"},
	{"eyJ", 40, "a JSON web token"},
	{"ghp_", 20, "a GitHub token"},
	{"gho_", 20, "a GitHub token"},
	{"ghs_", 20, "a GitHub token"},
	{"github_pat_", 20, "a GitHub token"},
	{"glpat-", 20, "a GitLab token"},
	{"sk-", 20, "an API key"},
	{"sk_live_", 20, "a Stripe key"},
	{"sk_test_", 20, "a Stripe key"},
	{"xoxb-", 20, "a Slack token"},
	{"xoxp-", 20, "a Slack token"},
	{"Bearer ", 20, "a bearer token"},
}

// byValue says what a value looks like, "" for nothing. It says what, never which.
func byValue(value string) (kind Kind, why string) {
	if what := secretShape(value); what != "" {
		return DerivedCredential, "a value that looks like " + what
	}
	switch {
	case isURL(value):
		return DerivedEndpoint, "a value that is a URL"
	case isPath(value):
		return DerivedPath, "a value that is a file path"
	case isQuery(value):
		return DerivedCommand, "a value that is a SQL statement"
	}
	return "", ""
}

func secretShape(value string) string {
	for _, s := range secretShapes {
		if !strings.HasPrefix(value, s.prefix) || len(value) < s.length {
			continue
		}
		if s.prefix == "-----BEGIN " && !strings.Contains(value, "PRIVATE KEY-----") {
			continue
		}
		if s.prefix == "eyJ" && strings.Count(value, ".") != 2 {
			continue
		}
		if s.prefix[0] != '-' && s.prefix != "Bearer " && strings.ContainsAny(value, " \t\n") {
			continue
		}
		return s.what
	}
	return ""
}

func isURL(value string) bool {
	scheme, rest, found := strings.Cut(value, "://")
	return found && rest != "" && !strings.ContainsAny(value, " \t\n") &&
		slices.Contains([]string{"http", "https", "ws", "wss", "ftp", "sftp"}, strings.ToLower(scheme))
}

// isPath reports an absolute path, or one from the home folder or the working one.
func isPath(value string) bool {
	if strings.ContainsAny(value, "\t\n") || len(value) < 3 {
		return false
	}
	drive := value[1] == ':' && (value[2] == '\\' || value[2] == '/') && 'A' <= value[0]&^0x20 && value[0]&^0x20 <= 'Z'
	rooted := value[0] == '/' && value[1] != '/' && strings.IndexByte(value[1:], '/') > 0
	return drive || rooted && !strings.ContainsAny(value, "{}:<>*? ") || strings.HasPrefix(value, "~/") || strings.HasPrefix(value, "./") ||
		strings.HasPrefix(value, "../")
}

func isQuery(value string) bool {
	first, rest, _ := strings.Cut(strings.ToUpper(value[:min(len(value), 4096)]), " ")
	switch first {
	case "SELECT":
		return strings.Contains(rest, " FROM ")
	case "INSERT":
		return strings.HasPrefix(rest, "INTO ")
	case "UPDATE":
		return strings.Contains(rest, " SET ")
	case "DELETE":
		return strings.HasPrefix(rest, "FROM ")
	}
	return false
}

// byPattern says what the start of a regular expression asks for.
func byPattern(pattern string) (kind Kind, why string) {
	start := strings.TrimLeft(pattern, "^(?:")
	switch {
	case strings.HasPrefix(start, "http"):
		return DerivedEndpoint, "a pattern of URLs"
	case slices.ContainsFunc(secretShapes, func(s shape) bool { return strings.HasPrefix(start, s.prefix) }):
		return DerivedCredential, "a pattern of credentials"
	case strings.HasPrefix(pattern, `^/`) || strings.HasPrefix(pattern, `^\/`):
		return DerivedPath, "a pattern of absolute paths"
	}
	return "", ""
}

// currencies are the codes of ISO 4217 that are traded most.
var currencies = []string{
	"AUD", "BRL", "CAD", "CHF", "CNY", "CZK", "DKK", "EUR", "GBP", "HKD", "HUF", "INR", "JPY", "KRW", "MXN", "NOK", "NZD", "PLN", "SEK", "SGD",
	"TRY", "USD", "ZAR",
}

func isCurrency(value string) bool {
	_, found := slices.BinarySearch(currencies, strings.ToUpper(value))
	return found
}
