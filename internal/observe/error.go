package observe

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Stage is how far an observation came.
type Stage string

// The stages at which there is no surface.
const (
	StageStart      Stage = "start"      // the process did not start, or the address cannot be reached
	StageInitialize Stage = "initialize" // the handshake of the legacy era failed
	StageDiscover   Stage = "discover"   // that of the modern era, server/discover, failed
	StageList       Stage = "list"       // the caller's context ended while listing, or listing wants a login
)

// ErrUnauthorized is wrapped by the error of a remote server that wants a login:
// it answered with status 401, even to what Options.Authorize gave.
var ErrUnauthorized = errors.New("unauthorized")

// What a failure can be beyond its text.
var (
	errUnreachable = errors.New("unreachable")  // no connection was made
	errFinal       = errors.New("final")        // asking in another way would not help
	errModern      = errors.New("modern")       // the server speaks the modern era, and refuses us
	errSessionLost = errors.New("session lost") // an HTTP session has ended
	errNoEndpoint  = errors.New("no endpoint")  // nobody takes messages at the address
)

// Error says why nothing could be observed.
type Error struct {
	ID     string // of the server
	Stage  Stage
	Err    error  // wraps ErrUnauthorized where the server wants a login
	Stderr string // last lines of the server's stderr, at most 4 KiB; hostile text, without the configured secrets
	Status string // how the process ended, such as "exit status 3"; "" when it was still there
}

// Error returns one line: the server, the stage, what was found, how the
// process ended, and the last lines of its stderr, quoted.
func (e *Error) Error() string { return fmt.Sprintf("server %q: %s", e.ID, e.Reason()) }

// Reason is [Error.Error] without the server.
func (e *Error) Reason() string {
	text := e.Err.Error()
	if e.Stage != StageStart {
		text = string(e.Stage) + ": " + text
	}
	return text + Ending{e.Status, e.Stderr}.clause()
}

// final reports whether trying the other era would not help.
func (e *Error) final() bool {
	for _, cause := range []error{ErrUnauthorized, errUnreachable, errFinal} {
		if errors.Is(e, cause) {
			return true
		}
	}
	return e.Stage == StageStart || e.Stage == StageList || e.Stage == StageDiscover && errors.Is(e, errModern)
}

// clearer returns the one of two errors that says more. The first handshake that
// everybody's servers know is initialize, so its error wins, unless a modern
// server has said that it is one.
func clearer(before, after *Error) *Error {
	if before == nil || after.final() || after.Stage == StageInitialize && !before.final() {
		return after
	}
	return before
}

// stageOf is the stage that the error of a handshake belongs to.
func stageOf(talk era, err error) Stage {
	switch {
	case errors.Is(err, errUnreachable):
		return StageStart
	case talk.name() == EraModern:
		return StageDiscover
	}
	return StageInitialize
}

// Ending is how a server ended that nobody had asked to.
type Ending struct {
	Status string // such as "exit status 3"; "" when it is not known
	Stderr string // last lines of its stderr, as in [Error]
}

// String returns one line.
func (e Ending) String() string { return "it went away" + e.clause() }

func (e Ending) clause() string {
	text := ""
	if e.Status != "" {
		text += "; it ended with " + e.Status
	}
	if last := lastLines(e.Stderr, 3); len(last) > 0 {
		for i, line := range last {
			last[i] = cut(line)
		}
		text += "; its stderr ends with " + strings.Join(last, " ")
		if named := errorLine(e.Stderr); named != "" && !slices.Contains(last, cut(named)) {
			text += " and says before that " + cut(named)
		}
	}
	return text
}

// Unwrap returns the cause: [os/exec.ErrNotFound] for an unknown command,
// [context.Canceled] or another cause when the caller's context ended.
func (e *Error) Unwrap() error { return e.Err }

// lastLines returns up to n lines of text that are not blank, from its end.
func lastLines(text string, n int) []string {
	var lines []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return lines[max(0, len(lines)-n):]
}

// errorLine is the last line that names an error, "" for none: many runtimes say
// what went wrong first and where at length behind it.
func errorLine(text string) string {
	found := ""
	for line := range strings.Lines(text) {
		if strings.Contains(line, "Error: ") || strings.Contains(line, "error: ") || strings.Contains(line, "panic: ") {
			found = strings.TrimSpace(line)
		}
	}
	return found
}

// cut quotes a text of the server for a line of ours and shortens it.
func cut(text string) string {
	const most = 200
	if len(text) <= most {
		return fmt.Sprintf("%q", text)
	}
	return fmt.Sprintf("%q…", strings.ToValidUTF8(text[:most], ""))
}
