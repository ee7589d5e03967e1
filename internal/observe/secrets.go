package observe

import (
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/mooring-mcp/mooring/surface"
)

// secrets are values that a server was given and that must not come back out of
// what it says on stderr, in log lines or in error messages. They are safe for
// concurrent use.
type secrets struct {
	mu     sync.Mutex
	values []string // longest first, since a value may hold another
}

// add adds a value. One under eight bytes, such as "true" or "8080", is no
// secret worth the damage that hiding it does to a text.
func (s *secrets) add(value string) {
	const shortest = 8
	if len(value) < shortest {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.values = append(s.values, value)
	slices.SortFunc(s.values, func(a, b string) int { return len(b) - len(a) })
}

// addHeader adds a header's value and, of "Bearer X" and the like, its words.
func (s *secrets) addHeader(value string) {
	s.add(value)
	for word := range strings.FieldsSeq(value) {
		s.add(word)
	}
}

// from returns text without the secrets.
func (s *secrets) from(text string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, secret := range s.values {
		text = strings.ReplaceAll(text, secret, surface.Secret)
	}
	return text
}

// fromError returns an error whose text has no secrets.
func (s *secrets) fromError(err error) error {
	text := err.Error()
	if clean := s.from(text); clean != text {
		return &cleanError{clean, err}
	}
	return err
}

// cleanError is an error without the secrets that its cause may tell.
type cleanError struct {
	text  string
	cause error
}

func (e *cleanError) Error() string { return e.text }
func (e *cleanError) Unwrap() error { return e.cause }

// fromSurface takes the secrets out of what is said about a surface. What the
// server shows stays as it is.
func (s *secrets) fromSurface(out *surface.Surface) {
	for i := range out.Listings {
		out.Listings[i].Detail = s.from(out.Listings[i].Detail)
	}
	for i := range out.Hazards {
		out.Hazards[i].Where = s.from(out.Hazards[i].Where)
		out.Hazards[i].Detail = s.from(out.Hazards[i].Detail)
	}
	out.AddHazards() // which sorts them
}

// addStdio adds the configured values of variables, and the arguments that the
// launch does not show.
func (s *secrets) addStdio(server Stdio, launch surface.Launch) {
	for _, v := range server.Env {
		_, value, _ := strings.Cut(v, "=")
		s.add(value)
	}
	for i, arg := range server.Args {
		if arg == launch.Args[i] {
			continue
		}
		s.add(arg)
		if _, value, found := strings.Cut(arg, "="); found {
			s.add(value)
		}
	}
}

// addURL adds the password of a URL, and the query values that the launch does
// not show.
func (s *secrets) addURL(u *url.URL, launch surface.Launch) {
	if password, ok := u.User.Password(); ok {
		s.add(password)
		s.add(url.QueryEscape(password))
	}
	for member := range strings.SplitSeq(u.RawQuery, "&") {
		_, value, _ := strings.Cut(member, "=")
		if value == "" || strings.Contains(launch.URL, value) {
			continue
		}
		s.add(value)
		if plain, err := url.QueryUnescape(value); err == nil {
			s.add(plain)
		}
	}
}
