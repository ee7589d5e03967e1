package cli

// This test is inside the package because the command tree is not exported.

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

// TestHelpFitsTheTerminal demands that no line of any command's help is wider than a
// terminal commonly is.
func TestHelpFitsTheTerminal(t *testing.T) {
	walk((&app{}).root(), func(c *cobra.Command) {
		var out bytes.Buffer
		c.InitDefaultHelpFlag()
		c.SetOut(&out)
		if err := c.Help(); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(out.String()) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > helpWidth {
				t.Errorf("%s: a line of help has %d columns, want at most %d:\n%s", c.CommandPath(), n, helpWidth, line)
			}
		}
	})
}

// TestHelpWraps shows what is broken anew, and what stays as it is laid out.
func TestHelpWraps(t *testing.T) {
	const text = `One two
three four.

  name   what it is
         and more of it
  other  what it is, at a length that no terminal of eighty columns takes in one line
         and more of it
  {"a": 1}
      answers what it answers
      and more`
	const want = `One two three four.

  name   what it is
         and more of it
  other  what it is, at a length that no terminal of eighty columns takes in one
         line and more of it
  {"a": 1}
      answers what it answers
      and more`
	if got := fill(text, 80); got != want {
		t.Errorf("fill:\n%s\nwant:\n%s", got, want)
	}
	if got := fill("One two three four.", 9); got != "One two\nthree\nfour." {
		t.Errorf("fill to 9 columns:\n%s", got)
	}
	for _, tt := range [][2]string{
		{"  mooring a --flag value --other value", "  mooring a --flag value \\\n      --other value"},
		{"  echo 'a long text' | mooring a", "  echo 'a long text' \\\n      | mooring a"},
		{"  mooring a b", "  mooring a b"},
		{"  mooring 'of a length that fits nowhere'", "  mooring \\\n      'of a length that fits nowhere'"},
	} {
		if got := examples(tt[0], 26); got != tt[1] {
			t.Errorf("examples(%q):\n%s\nwant:\n%s", tt[0], got, tt[1])
		}
	}
}
