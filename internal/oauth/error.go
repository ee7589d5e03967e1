package oauth

import (
	"errors"
	"fmt"
	"strings"
)

// Kind says whose fault an [Error] is.
type Kind uint8

// The kinds of errors.
const (
	Usage       Kind = iota + 1 // what was asked for cannot work as it was asked: another flag, variable or URL is needed
	Unreachable                 // no answer, or none in time
	Invalid                     // an answer that breaks a rule of the protocol or of this package
	Denied                      // a server or a person said no
	Damaged                     // the stored tokens cannot be read
)

// Error says what was found, what was wanted and what to do next. It holds no secret.
type Error struct {
	Kind Kind
	Text string // what was done, found and wanted
	Hint string // a command to type or a sentence; "" for none
	Err  error  // the cause, when a caller may match it: an error of the context, of a file or of the keychain

	code string // of a token endpoint that refused
}

func (e *Error) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("%s: %v", e.Text, e.Err)
	}
	return e.Text
}

// Unwrap returns the cause, nil if there is none to match.
func (e *Error) Unwrap() error { return e.Err }

func (e *Error) hint(format string, args ...any) *Error {
	e.Hint = fmt.Sprintf(format, args...)
	return e
}

func usagef(format string, args ...any) *Error {
	return &Error{Kind: Usage, Text: fmt.Sprintf(format, args...)}
}

func invalidf(format string, args ...any) *Error {
	return &Error{Kind: Invalid, Text: fmt.Sprintf(format, args...)}
}

func deniedf(format string, args ...any) *Error {
	return &Error{Kind: Denied, Text: fmt.Sprintf(format, args...)}
}

// unreachable reports an answer that did not come, and may yet.
func unreachable(err error) bool {
	e := (*Error)(nil)
	return errors.As(err, &e) && e.Kind == Unreachable
}

// ErrLoginNeeded is what every [LoginNeededError] is.
var ErrLoginNeeded = errors.New("login needed")

// LoginNeededError says that only a person or a new login can get a token that the server takes.
type LoginNeededError struct {
	Server string   // URL as it was dialled
	Scopes []string // to ask for, granted ones included; nil unless the server wanted more
	Reason string   // why what is stored does not do
}

func (e *LoginNeededError) Error() string {
	return fmt.Sprintf("%q needs a login: %s", e.Server, e.Reason)
}

// Is matches [ErrLoginNeeded].
func (e *LoginNeededError) Is(target error) bool { return target == ErrLoginNeeded }

// Command is the command line to type next.
func (e *LoginNeededError) Command() string {
	command := "mooring login " + e.Server
	if len(e.Scopes) > 0 {
		command += " --scope '" + strings.Join(e.Scopes, " ") + "'"
	}
	return command
}

// maxQuote is how much of a server's own explanation an error repeats, in bytes.
const maxQuote = 300

// quoteServer is a server's error code and description as part of an error, without any of the secrets that were sent.
func quoteServer(code, description string, secrets []string) string {
	text := code
	if description != "" {
		text += ": " + description
	}
	for _, secret := range secrets {
		if len(secret) > 3 {
			text = strings.ReplaceAll(text, secret, hidden)
		}
	}
	if len(text) > maxQuote {
		text = strings.ToValidUTF8(text[:maxQuote], "") + "…"
	}
	return fmt.Sprintf("%q", text)
}
