package observe

import (
	"fmt"
	"strings"
)

// Stage is how far an observation came.
type Stage string

// The stages at which there is no surface.
const (
	StageStart      Stage = "start"      // the process did not start
	StageInitialize Stage = "initialize" // the handshake failed
	StageList       Stage = "list"       // the caller's context ended while listing
)

// Error says why nothing could be observed.
type Error struct {
	ID     string // of the server
	Stage  Stage
	Err    error
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

// cut quotes a text of the server for a line of ours and shortens it.
func cut(text string) string {
	const most = 200
	if len(text) <= most {
		return fmt.Sprintf("%q", text)
	}
	return fmt.Sprintf("%q…", strings.ToValidUTF8(text[:most], ""))
}
