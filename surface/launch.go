package surface

import (
	"slices"
	"strings"
	"unicode"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// Launch is how a server is reached, without any secret: variables and headers
// by name, and arguments that look like secrets replaced by [Secret].
type Launch struct {
	Transport string   // "stdio"; "" for none
	Command   string   // program, as configured
	Args      []string // arguments, as configured
	Dir       string   // working directory, "" for the caller's
	Env       []string // names of variables set for the server, sorted
	URL       string   // of a remote server, without user information
	Headers   []string // names of headers sent, sorted
}

// Secret stands in a [Launch] for a value that looks like one.
const Secret = "<secret>"

// NewLaunch returns the launch of a stdio server with its secrets replaced.
// env holds names only.
func NewLaunch(command string, args []string, dir string, env []string) Launch {
	names := slices.Clone(env)
	slices.Sort(names)
	return Launch{Transport: "stdio", Command: command, Args: redact(args), Dir: dir, Env: slices.Compact(names)}
}

// redact replaces the values of arguments whose name speaks of a secret
// ("--api-key X", "--token=X", "API_KEY=X") and words in the form of well-known
// tokens.
func redact(args []string) []string {
	out := slices.Clone(args)
	for i, arg := range out {
		name, value, found := strings.Cut(arg, "=")
		header, isHeader := redactHeader(args, i)
		switch {
		case isHeader:
			out[i] = header
		case found && mayBeSecret(value) && !strings.Contains(name, "://") && secretName(name):
			out[i] = name + "=" + Secret
		case mayBeSecret(arg) && i > 0 && strings.HasPrefix(args[i-1], "-") && !strings.HasPrefix(arg, "-") && !strings.Contains(args[i-1], "=") && secretName(args[i-1]):
			out[i] = Secret
		case secretWord(arg):
			out[i] = Secret
		default:
			out[i] = RedactURL(arg)
		}
	}
	return out
}

// secretNames are the words that make an option's value a secret. A name is
// split at its separators and case changes before the comparison, so that
// "--apiKey" is seen and "--keyboard" is not.
var secretNames = []string{"apikey", "auth", "authorization", "bearer", "cookie", "cookies", "credential", "credentials", "jwt", "key", "passphrase", "passwd", "password", "pat", "pwd", "secret", "token"}

// mayBeSecret reports a value that can be a secret at all. An address, a path and
// a short word are none: to hide them would hide that they changed.
func mayBeSecret(value string) bool {
	const shortest = 6
	if len(value) < shortest || strings.Contains(value, "://") {
		return false
	}
	return !strings.HasPrefix(value, "/") && !strings.HasPrefix(value, ".") && !strings.Contains(value, ":\\")
}

// A name that ends in one of harmlessEnds tells where a secret is, not what it is.
var harmlessEnds = []string{"dir", "endpoint", "file", "host", "id", "method", "mode", "name", "path", "port", "provider", "scheme", "server", "type", "uri", "url"}

func secretName(name string) bool {
	words := nameWords(name)
	if len(words) > 0 && slices.Contains(harmlessEnds, words[len(words)-1]) {
		return false
	}
	for _, word := range words {
		if slices.Contains(secretNames, word) {
			return true
		}
	}
	return false
}

// nameWords splits "--apiKey" into "api" and "key".
func nameWords(name string) []string {
	var words []string
	word := ""
	flush := func() {
		if word != "" {
			words = append(words, strings.ToLower(word))
		}
		word = ""
	}
	lower := false
	for _, r := range name {
		isUpper := 'A' <= r && r <= 'Z'
		isLetter := isUpper || 'a' <= r && r <= 'z'
		if !isLetter || isUpper && lower {
			flush()
		}
		if isLetter {
			word += string(r)
		}
		lower = isLetter && !isUpper
	}
	flush()
	return words
}

// secretPrefixes start the tokens of widely used issuers.
var secretPrefixes = []string{"AKIA", "AIza", "ghp_", "gho_", "ghs_", "ghu_", "github_pat_", "glpat-", "npm_", "sk-", "sk_live_", "xoxb-", "xoxp-", "eyJhbGciOi"}

func secretWord(arg string) bool {
	if len(arg) < 20 || strings.ContainsAny(arg, " /\\") {
		return false
	}
	return slices.ContainsFunc(secretPrefixes, func(p string) bool { return strings.HasPrefix(arg, p) })
}

// LooksSecret reports whether a value is likely a secret: by the name of the variable,
// header or option that holds it ("API_KEY", "Authorization"), or because one of its
// words has the form of a well-known token, as "" for the name asks alone.
func LooksSecret(name, value string) bool {
	return secretName(name) && mayBeSecret(value) || slices.ContainsFunc(strings.Fields(value), secretWord)
}

// redactHeader hides the value of an argument that is a header, as bridges to
// remote servers take them: --header "Authorization: Bearer …".
func redactHeader(args []string, i int) (string, bool) {
	prefix, arg := "", args[i]
	if option, value, has := strings.Cut(arg, "="); has && strings.HasPrefix(option, "--header") {
		prefix, arg = option+"=", value
	} else if i == 0 || !slices.Contains([]string{"-H", "--header", "--headers"}, args[i-1]) {
		return "", false
	}
	name, value, has := strings.Cut(arg, ":")
	if !has || value == "" {
		return "", false
	}
	return prefix + name + ": " + Secret, true
}

// RedactURL hides what is secret in the address of a word: the user before the
// host ("postgres://u:p@host" keeps "u"), the values of secret query members, and
// the long random parts of a path, by which hosted servers know their users. It
// leaves every other byte as it was.
func RedactURL(word string) string {
	parts := strings.Split(word, ",") // lists of addresses
	for i, part := range parts {
		parts[i] = redactOneURL(part)
	}
	return strings.Join(parts, ",")
}

func redactOneURL(word string) string {
	scheme, rest, found := strings.Cut(word, "://")
	if !found {
		return word
	}
	authority, tail := rest, ""
	if end := strings.IndexAny(rest, "/?#"); end >= 0 {
		authority, tail = rest[:end], rest[end:]
	}
	if at := strings.LastIndexByte(authority, '@'); at >= 0 {
		user, _, has := strings.Cut(authority[:at], ":")
		if has {
			authority = user + ":" + Secret + authority[at:]
		} else {
			authority = Secret + authority[at:]
		}
	}
	path, query, found := strings.Cut(tail, "?")
	parts := strings.Split(path, "/")
	for i, part := range parts {
		if random(part) {
			parts[i] = Secret
		}
	}
	out := scheme + "://" + authority + strings.Join(parts, "/")
	if !found {
		return out
	}
	members := strings.Split(query, "&")
	for i, m := range members {
		if name, value, has := strings.Cut(m, "="); has && value != "" && (secretName(name) || secretWord(value)) {
			members[i] = name + "=" + Secret
		}
	}
	return out + "?" + strings.Join(members, "&")
}

// random reports a word that is long and mixes digits and letters.
func random(word string) bool {
	const shortest = 20
	return len(word) >= shortest && !strings.Contains(word, "${") &&
		strings.ContainsFunc(word, unicode.IsDigit) && strings.ContainsFunc(word, unicode.IsLetter)
}

// Difference is one part of a launch that differs.
type Difference struct{ Part, Before, After string }

// Differences lists what distinguishes two launches: transport, command,
// arguments, directory, URL, and the names of variables and headers.
func (l Launch) Differences(after Launch) []Difference {
	var out []Difference
	add := func(part, before, after string) {
		if before != after {
			out = append(out, Difference{part, before, after})
		}
	}
	add("transport", l.Transport, after.Transport)
	add("command", l.Command, after.Command)
	add("args", quoteAll(l.Args), quoteAll(after.Args))
	add("dir", l.Dir, after.Dir)
	add("env", quoteAll(l.Env), quoteAll(after.Env))
	add("url", l.URL, after.URL)
	add("headers", quoteAll(l.Headers), quoteAll(after.Headers))
	return out
}

// quoteAll writes words so that two different lists never look alike.
func quoteAll(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = string(jsonv.AppendQuoted(nil, strings.ToValidUTF8(w, "\uFFFD")))
	}
	return strings.Join(quoted, " ")
}
