package plugin

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/surface"
)

// secrets looks for credentials in an entry, whatever else is wrong with it: of a server that
// no client starts the package is as public.
func (s *server) secrets() {
	for name, v := range s.v.Members() {
		pointer := s.at(name)
		address, isText := v.Str()
		switch {
		case name == "url" && isText:
			s.secretAddress(v, pointer, address)
		case name == "headers" && v.Kind() == jsonv.Object:
			s.secretTexts("header", v, pointer)
		case name == "env" && v.Kind() == jsonv.Object:
			s.secretTexts("variable", v, pointer)
		case name == "args" && v.Kind() == jsonv.Array:
			s.secretWords(v, pointer)
		default:
			s.secretWithin(name, v, pointer)
		}
	}
	if s.v.Kind() != jsonv.Object {
		s.secretWithin("", s.v, s.pointer)
	}
}

func (s *server) secretAddress(v *jsonv.Value, pointer, address string) {
	switch is, stands := addressSecret(address); {
	case is:
		s.note(ruleSecret, v, pointer, "an address with what looks like a secret", "no secret")
	case stands:
		s.note(ruleSecretPlaceholder, v, pointer, "an address with a placeholder for a secret", "no secret in an address")
	}
}

// secretTexts looks at headers or variables.
func (s *server) secretTexts(what string, all *jsonv.Value, pointer string) {
	for name, v := range all.Members() {
		if at := jsonv.AppendPointer(pointer, name); v.Kind() == jsonv.String {
			s.secret(what, name, v, at)
		} else {
			s.secretWithin(name, v, at)
		}
	}
}

// secretWords looks at arguments.
func (s *server) secretWords(args *jsonv.Value, pointer string) {
	words := make([]string, 0, args.Len())
	for i, arg := range args.Items() {
		words = append(words, arg.Text())
		if arg.Kind() != jsonv.String {
			s.secretWithin("", arg, fmt.Sprintf("%s/%d", pointer, i))
		}
	}
	for _, i := range secretArgs(words) {
		s.note(ruleSecret, args.Index(i), fmt.Sprintf("%s/%d", pointer, i), "an argument that looks like a secret", "no secret")
	}
}

// secretWithin looks at every text of a value that has no meaning here, by the name of the
// member that it stands in.
func (s *server) secretWithin(name string, v *jsonv.Value, pointer string) {
	if text, is := v.Str(); is {
		if stands := variableSecret(name, text) && stand.MatchString(text); !stands && (variableSecret(name, text) || holdsSecret(text)) {
			s.note(ruleSecret, v, pointer, "a text that looks like a secret", "no secret")
		}
		return
	}
	for member, inner := range v.Members() {
		s.secretWithin(member, inner, jsonv.AppendPointer(pointer, member))
	}
	for i, inner := range v.Items() {
		s.secretWithin(name, inner, fmt.Sprintf("%s/%d", pointer, i))
	}
}

// secret reports a value that is a credential by its name or form, or stands for one.
// The value itself is never shown.
func (s *server) secret(what, name string, v *jsonv.Value, pointer string) {
	value, looks := v.Text(), variableSecret
	if what == "header" {
		looks = headerSecret
	}
	switch {
	case standsIn(looks, name, value):
		s.note(ruleSecretPlaceholder, v, pointer, what+" "+quoted(name)+" with a placeholder", "no "+what+" for a secret")
	case looks(name, value), holdsSecret(value):
		s.note(ruleSecret, v, pointer, what+" "+quoted(name)+" with a value that looks like a secret", "no secret")
	}
}

// credentialHeaders are the fields that HTTP, and the services that are widely used, keep
// for credentials: whatever stands there is one, however short.
var credentialHeaders = []string{
	"api-key",       // Azure
	"apikey",        // Supabase, Kong
	"authorization", // RFC 9110 §11.6.2
	"cookie",        // RFC 6265 §4.2
	"cookie2",       // RFC 2965 §3.3.5
	"dpop",          // RFC 9449 §4.1
	"ocp-apim-subscription-key",
	"private-token",       // GitLab
	"proxy-authorization", // RFC 9110 §11.7.2
	"set-cookie",          // RFC 6265 §4.1
	"signature",           // RFC 9421 §4.2
	"x-amz-security-token",
	"x-api-key",
	"x-auth-token",
	"x-csrf-token",
	"x-goog-api-key",
	"x-xsrf-token",
}

// headerWords are in the names of fields that hold credentials, beside the words of
// [surface.LooksSecret]; a field that only tells which one is meant ends in another word.
var headerWords = regexp.MustCompile(`(?i)(?:^|[-_.])(?:cookies?|csrf|jwt|login|otp|passcode|session(?:[-_.]?(?:id|key|token))?|sid|signature|xsrf)$`)

// schemes are those of authentication (IANA HTTP Authentication Scheme Registry) that
// credentials follow as one word or more.
var schemes = regexp.MustCompile(`(?i)^(?:ApiKey|AWS4-HMAC-SHA256|Basic|Bearer|Digest|DPoP|GoogleLogin|Hawk|HOBA|Mutual|Negotiate|NTLM|OAuth|PrivateToken|SCRAM-SHA-(?:1|256)|Token|vapid) +\S`)

// headerSecret reports a header that carries a credential: by its name, by the scheme that
// its value begins with, or because a word of the value is one that nobody types. An empty
// name asks for the value alone.
func headerSecret(name, value string) bool {
	switch {
	case strings.TrimSpace(value) == "":
		return false
	case slices.Contains(credentialHeaders, strings.ToLower(name)), headerWords.MatchString(name), schemes.MatchString(value), variableSecret(name, value):
		return true
	}
	return slices.ContainsFunc(strings.FieldsFunc(value, func(r rune) bool { return strings.ContainsRune(" \t,;=:\"", r) }), generated)
}

// shortestGenerated is the length from which a word may read as generated.
const shortestGenerated = 24

// generated reports a word that reads as generated: long, of the letters of base64 or of
// hexadecimal digits, with digits and letters changing often. The groups of a UUID and the
// parts of a version change too seldom.
func generated(word string) bool { return generatedFrom(shortestGenerated, word) }

func generatedFrom(shortest int, word string) bool {
	const changes = 6
	if len(word) < shortest || uuid.MatchString(word) {
		return false
	}
	turns, was := 0, ' '
	for _, r := range word {
		kind := ' '
		switch {
		case '0' <= r && r <= '9':
			kind = '0'
		case 'a' <= r && r <= 'z':
			kind = 'a'
		case 'A' <= r && r <= 'Z':
			kind = 'A'
		case !strings.ContainsRune("+/_-.~", r):
			return false
		}
		if kind != ' ' && was != ' ' && kind != was {
			turns++
		}
		if kind != ' ' {
			was = kind
		}
	}
	return turns >= changes && strings.ContainsAny(word, "0123456789")
}

// uuid names something, and is not secret for its form.
var uuid = regexp.MustCompile(`^(?i)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

// stand is what somebody writes where a secret is to go.
var stand = regexp.MustCompile(`(?i)\$\{|\$[A-Z_]+$|\{\{|^<.*>$|your[-_ ]|[-_ ]here$|change[-_ ]?me|^x{3,}$|^\*{3,}$|placeholder|^todo|%[A-Z_]{3,}%|(?:^| )env:[A-Z_]+$|^(?:Bearer|Basic|token) +(?:<.*>|x{3,}|\*{3,}|token|[A-Z_]*(?:TOKEN|KEY|SECRET))$`)

// standsForSecret reports a header's value in the place of a secret that is plainly none.
func standsForSecret(name, value string) bool { return standsIn(headerSecret, name, value) }

// standsIn reports a value in the place of a secret that is plainly none.
func standsIn(looks func(name, value string) bool, name, value string) bool {
	return looks(name, value) && !surface.LooksSecret("", value) && stand.MatchString(value)
}

// secretArgs returns which arguments look like secrets.
func secretArgs(args []string) []int {
	var out []int
	for i, clean := range surface.NewLaunch("", args, "", nil).Args {
		named := clean != surface.RedactURL(args[i]) && strings.Contains(clean, surface.Secret) && !stand.MatchString(args[i])
		if name, value, is := headerArg(args, i); is && named {
			named = headerSecret(name, value)
		} else if name, _, is := strings.Cut(args[i], "="); is && strings.ContainsFunc(name, unicode.IsSpace) {
			named = false // a text, and no option
		}
		if named || holdsSecret(args[i]) {
			out = append(out, i)
		}
	}
	return out
}

// headerArg takes an argument apart that is a header, as bridges to remote servers take
// them: --header "Accept: application/json".
func headerArg(args []string, i int) (name, value string, is bool) {
	arg := args[i]
	if option, rest, has := strings.Cut(arg, "="); has && strings.HasPrefix(option, "--header") {
		arg = rest
	} else if i == 0 || !slices.Contains([]string{"-H", "--header", "--headers"}, args[i-1]) {
		return "", "", false
	}
	name, value, is = strings.Cut(arg, ":")
	return strings.TrimSpace(name), strings.TrimSpace(value), is
}
