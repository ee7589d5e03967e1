package cli

// This test is inside the package because the command tree, from which
// docs/cli.md is made, is not exported.

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

const referencePath = "../../docs/cli.md"

func TestReference(t *testing.T) { checkPage(t, referencePath, reference()) }

// checkPage compares a page that is made from the commands with the file, or rewrites it.
func checkPage(t *testing.T, path string, got []byte) {
	t.Helper()
	if f := flag.Lookup("update"); f != nil && f.Value.String() == "true" {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s is not what the commands say; run: make update (-want +got):\n%s", path, diff)
	}
}

// TestEveryCommandExplainsItself demands help and an example of each command.
func TestEveryCommandExplainsItself(t *testing.T) {
	walk((&app{}).root(), func(c *cobra.Command) {
		if c.Short == "" || c.Long == "" {
			t.Errorf("%s: no help", c.CommandPath())
		}
		if c.Example == "" && !c.HasSubCommands() {
			t.Errorf("%s: no example", c.CommandPath())
		}
		if c.Runnable() && c.Args == nil && c.ValidArgsFunction == nil && c.Name() != "diff" {
			t.Errorf("%s: takes any arguments", c.CommandPath())
		}
	})
}

func walk(c *cobra.Command, visit func(*cobra.Command)) {
	visit(c)
	for _, sub := range c.Commands() {
		walk(sub, visit)
	}
}

// reference writes the page docs/cli.md.
func reference() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# Commands\n\nMade from the program's own help by `make update`.\n")
	walk((&app{}).root(), func(c *cobra.Command) {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n", c.CommandPath(), fenced(strings.TrimSpace(c.Long)))
		if c.Runnable() {
			fmt.Fprintf(&b, "```\n%s\n```\n", c.UseLine())
		}
		if c.Example != "" {
			fmt.Fprintf(&b, "\nExamples:\n\n```\n%s\n```\n", unindent(c.Example))
		}
		if c.LocalFlags().HasAvailableFlags() {
			fmt.Fprintf(&b, "\n| flag | meaning | default |\n|---|---|---|\n")
			c.LocalFlags().VisitAll(func(f *pflag.Flag) { b.WriteString(flagRow(f)) })
		}
	})
	return b.Bytes()
}

// fenced puts the indented lines of a help text, which are laid out, in fences.
func fenced(text string) string {
	var out []string
	open := false
	for line := range strings.SplitSeq(text, "\n") {
		if laidOut := strings.HasPrefix(line, "  "); laidOut != open && line != "" {
			out = append(out, "```")
			open = laidOut
		}
		out = append(out, line)
	}
	if open {
		out = append(out, "```")
	}
	return strings.Join(out, "\n")
}

func flagRow(f *pflag.Flag) string {
	value := defaultOf(f)
	if value != "" {
		value = "`" + value + "`"
	}
	return fmt.Sprintf("| `--%s` | %s | %s |\n", f.Name, strings.ReplaceAll(f.Usage, "|", `\|`), value)
}

// defaultOf is a flag's default, "" when it is to be without.
func defaultOf(f *pflag.Flag) string {
	if f.DefValue == "[]" || f.DefValue == "false" {
		return ""
	}
	return f.DefValue
}

func unindent(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimPrefix(line, "  ")
	}
	return strings.Join(lines, "\n")
}
