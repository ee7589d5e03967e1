package cli_test

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/cli"
)

// goWords are those of the functions of Go that read the values of flags.
var goWords = regexp.MustCompile(`strconv|invalid syntax|invalid argument|time: |parse error|must be formatted|out of range`)

// flagLine is a flag that takes a value, in a help text.
var flagLine = regexp.MustCompile(`(?m)^ +(?:-\w, )?--([a-z-]+) (int|uint|float|duration|stringToString|strings)\b`)

// TestFlagValues gives every flag of every command that reads a number, a duration or a
// list values that it cannot read.
func TestFlagValues(t *testing.T) {
	seen := 0
	var walk func(words []string)
	walk = func(words []string) {
		help := output(t, append(words, "--help")...)
		for _, m := range flagLine.FindAllStringSubmatch(help, -1) {
			for _, value := range []string{"x", `a"b`, "1x", "99999999999999999999999", "-99999999999999999999999", "1e999", "-1.5"} {
				stderr := refusal(t, append(words, "--"+m[1]+"="+value)...)
				if goWords.MatchString(stderr) {
					t.Errorf("%q --%s=%s: %s", words, m[1], value, stderr)
				}
				if strings.Contains(stderr, "--"+m[1]+" is ") {
					seen++
				}
			}
		}
		_, commands, _ := strings.Cut(help, "Available Commands:\n")
		if len(words) == 0 {
			_, commands, _ = strings.Cut(help, "\nStart:\n")
		}
		commands, _, _ = strings.Cut(commands, "\nFlags:")
		for line := range strings.Lines(commands) {
			if name, _, _ := strings.Cut(strings.TrimSpace(line), " "); strings.HasPrefix(line, "  ") && name != "help" {
				walk(append(slices.Clip(words), name))
			}
		}
	}
	walk(nil)
	if seen < 100 {
		t.Errorf("%d values of flags were refused, want them of all commands", seen)
	}
	for _, c := range []struct{ flag, want string }{
		{"--seed=-1", `mooring: error: --seed is "-1", want a whole number from 0 on`},
		{"--seed=18446744073709551616", `mooring: error: --seed is "18446744073709551616", want a whole number from 0 to 18446744073709551615`},
		{"--tools=1.5", `mooring: error: --tools is "1.5", want a whole number`},
	} {
		if got, _, _ := strings.Cut(refusal(t, "census", "generate", c.flag), "\n"); got != c.want {
			t.Errorf("%s: %s, want %s", c.flag, got, c.want)
		}
	}
}

func output(t *testing.T, args ...string) string {
	t.Helper()
	var out, stderr bytes.Buffer
	if status := cli.Run(t.Context(), cli.IO{Args: args, Stdin: strings.NewReader(""), Stdout: &out, Stderr: &stderr}); status != 0 {
		t.Fatalf("%q: status %d, %s", args, status, &stderr)
	}
	return out.String()
}

func refusal(t *testing.T, args ...string) string {
	t.Helper()
	var stderr bytes.Buffer
	t.Chdir(t.TempDir())
	if status := cli.Run(t.Context(), cli.IO{Args: args, Stdin: strings.NewReader(""), Stdout: &stderr, Stderr: &stderr}); status != 2 {
		t.Errorf("%q: status %d, want 2: %s", args, status, &stderr)
	}
	return stderr.String()
}
