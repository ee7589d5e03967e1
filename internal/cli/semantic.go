package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"mvdan.cc/sh/v3/shell"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/visible"
)

// The bounds of what a program of --semantic may answer.
const (
	noteBytes = 1 << 10 // of one note
	// answerBytes is what a line may have: a note whose every byte is a \u escape.
	answerBytes = 8 * noteBytes
	// noteGrace is how long pipes stay open that a killed program has passed on.
	noteGrace = 500 * time.Millisecond
)

// semanticFlags name a program that comments on findings.
type semanticFlags struct {
	command string
	timeout time.Duration
}

func (f *semanticFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.command, "semantic", "", "command that is given each finding of the contract lens, as a JSON line, and may answer a note on it")
	cmd.Flags().DurationVar(&f.timeout, "semantic-timeout", 30*time.Second, "how long that command may take for all findings")
}

func (f *semanticFlags) validate() error {
	if f.timeout <= 0 {
		return usagef("", "--semantic-timeout is %s, want more than 0", f.timeout)
	}
	return nil
}

// words splits the command as a shell would, with variables of ours.
func (f *semanticFlags) words(a *app) ([]string, error) {
	if f.command == "" {
		return nil, nil
	}
	words, err := shell.Fields(f.command, func(name string) string {
		value, _ := a.lookup(name)
		return value
	})
	if err != nil {
		return nil, usage(fmt.Errorf("--semantic: %w", err), "")
	}
	if len(words) == 0 {
		return nil, usagef("", "--semantic is empty")
	}
	return words, nil
}

// semanticLine is what the program is told of a finding.
type semanticLine struct {
	Rule     string          `json:"rule"`
	Severity string          `json:"severity"`
	Kind     check.Kind      `json:"kind"`
	Name     string          `json:"name"`
	Path     string          `json:"path"`
	Before   json.RawMessage `json:"before,omitempty"`
	After    json.RawMessage `json:"after,omitempty"`
}

// annotate asks a program for notes on the findings of the contract lens, which are
// all judged by now, and sets nothing but their notes. Whatever goes wrong with the
// program is a warning, and then no finding has a note.
func (a *app) annotate(ctx context.Context, s *check.Subject, f semanticFlags, words []string) error {
	var about []int
	var lines bytes.Buffer
	enc := json.NewEncoder(&lines)
	enc.SetEscapeHTML(false)
	for i, one := range s.Findings {
		if one.Lens != (check.Contract{}).ID() || one.Severity == "" {
			continue
		}
		about = append(about, i)
		if err := enc.Encode(semanticLine{one.Rule, one.Severity, one.Kind, one.Name, one.Pointer, one.Before, one.After}); err != nil {
			return err
		}
	}
	if len(words) == 0 || len(about) == 0 {
		return nil
	}
	out, err := a.comment(ctx, f.timeout, words, lines.Bytes(), (len(about)+1)*answerBytes)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var notes []string
	if err == nil {
		notes, err = readNotes(out, len(about))
	}
	if err != nil {
		a.warn("--semantic %s: %s; the report has no notes", visible.Text(words[0]), visible.Text(err.Error()))
		return nil
	}
	for n, note := range notes {
		s.Findings[about[n]].Note = note
	}
	return nil
}

// comment runs the program once over all lines and returns what it answers.
func (a *app) comment(ctx context.Context, timeout time.Duration, words []string, lines []byte, limit int) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	out := &bounded{limit: limit, full: cancel}
	said := &visibleLines{w: a.io.Stderr}
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(lines), out, said
	cmd.Env = a.bareEnviron()
	cmd.WaitDelay = noteGrace
	killGroup(cmd)
	err := cmd.Run()
	if errors.Is(err, exec.ErrWaitDelay) && cmd.Cancel != nil {
		_ = cmd.Cancel() // what it left behind holds our pipes, and so the group is there
	}
	said.flush()
	switch {
	case out.over:
		return nil, fmt.Errorf("answered more than %d bytes", limit)
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return nil, fmt.Errorf("took longer than %s", timeout)
	case err != nil:
		return nil, err
	}
	return out.b.Bytes(), nil
}

// bareEnviron is the environment of a program that is only given what it judges.
func (a *app) bareEnviron() []string {
	names := []string{"PATH", "HOME"}
	if runtime.GOOS == "windows" {
		names = append(names, "PATHEXT", "SYSTEMROOT", "USERPROFILE")
	}
	out := []string{}
	for _, name := range names {
		if value, ok := a.lookup(name); ok {
			out = append(out, name+"="+value)
		}
	}
	return out
}

// readNotes takes one answer a line: {"note": TEXT} or {}.
func readNotes(text []byte, want int) ([]string, error) {
	text = bytes.TrimRight(text, "\r\n")
	lines := bytes.Split(text, []byte("\n"))
	if len(text) == 0 || len(lines) != want {
		n := len(lines)
		if len(text) == 0 {
			n = 0
		}
		return nil, fmt.Errorf("answered %d lines to %d findings, want one each", n, want)
	}
	notes := make([]string, want)
	for i, line := range lines {
		var answer struct {
			Note *string `json:"note"`
		}
		dec := json.NewDecoder(bytes.NewReader(line))
		line = bytes.TrimSpace(line)
		if len(line) == 0 || line[0] != '{' || dec.Decode(&answer) != nil || dec.More() {
			return nil, fmt.Errorf("answer %d is neither {\"note\": TEXT} nor {}", i+1)
		}
		if answer.Note == nil {
			continue
		}
		if len(*answer.Note) > noteBytes {
			return nil, fmt.Errorf("note %d has %d bytes, want at most %d", i+1, len(*answer.Note), noteBytes)
		}
		notes[i] = strings.TrimSpace(*answer.Note)
	}
	return notes, nil
}

// bounded keeps what is written to it up to a limit, past which it calls full.
type bounded struct {
	b     bytes.Buffer
	limit int
	over  bool
	full  func()
}

func (b *bounded) Write(p []byte) (int, error) {
	if b.b.Len()+len(p) > b.limit {
		b.over = true
		b.full()
		return 0, errors.New("too much output")
	}
	return b.b.Write(p)
}

// visibleLines writes lines with hidden characters spelled out, each behind a prefix.
type visibleLines struct {
	w      io.Writer
	prefix string
	line   []byte
}

func (v *visibleLines) Write(p []byte) (int, error) {
	const longest = 4 << 10
	for _, c := range p {
		if c == '\n' || len(v.line) >= longest {
			v.flush()
		}
		if c != '\n' {
			v.line = append(v.line, c)
		}
	}
	return len(p), nil
}

func (v *visibleLines) flush() {
	if len(v.line) > 0 {
		fmt.Fprintln(v.w, v.prefix+visible.Text(string(v.line)))
	}
	v.line = v.line[:0]
}
