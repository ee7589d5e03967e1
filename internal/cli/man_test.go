package cli

// This test is inside the package because the command tree, from which
// docs/mooring.1 is made, is not exported.

import (
	"bytes"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

const manualPath = "../../docs/mooring.1"

func TestManual(t *testing.T) { checkPage(t, manualPath, manual()) }

// TestManualRenders reads the page as man does, with a formatter that says what is
// wrong with it.
func TestManualRenders(t *testing.T) {
	groff, err := exec.LookPath("groff")
	if err != nil {
		t.Skip("no groff")
	}
	cmd := exec.CommandContext(t.Context(), groff, "-man", "-Tutf8", "-Kutf8", "-ww", "-z", manualPath)
	if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("groff -ww: %v\n%s", err, out)
	}
}

// manual writes the page docs/mooring.1: one page, as one looks for a word in it.
// Help texts are laid out and no Markdown, so that no converter takes them.
func manual() []byte {
	root := (&app{}).root()
	var b bytes.Buffer
	fmt.Fprintf(&b, ".\\\" Made from the program's own help by make update.\n")
	fmt.Fprintf(&b, ".TH MOORING 1 \"\" mooring \"User Commands\"\n.nh\n.ad l\n")
	fmt.Fprintf(&b, ".SH NAME\nmooring \\- %s\n", roff(root.Short))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B mooring\n.I command\n[flags] [arguments]\n")
	fmt.Fprintf(&b, ".SH DESCRIPTION\n")
	manualEntry(&b, root)
	fmt.Fprintf(&b, ".SH COMMANDS\n")
	walk(root, func(c *cobra.Command) {
		if c == root {
			return
		}
		fmt.Fprintf(&b, ".SS %s\n", roff(c.CommandPath()))
		if c.Runnable() {
			fmt.Fprintf(&b, ".B %s\n.PP\n", roff(c.UseLine()))
		}
		manualEntry(&b, c)
	})
	fmt.Fprintf(&b, ".SH SEE ALSO\nhttps://github.com/mooring\\-mcp/mooring\n")
	return b.Bytes()
}

// manualEntry writes what a command does, its flags and its examples.
func manualEntry(b *bytes.Buffer, c *cobra.Command) {
	manualText(b, strings.TrimSpace(c.Long))
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		fmt.Fprintf(b, ".TP\n.B %s\n%s\n", roff("--"+f.Name), roff(f.Usage))
		if value := defaultOf(f); value != "" {
			fmt.Fprintf(b, "(default %s)\n", roff(value))
		}
	})
	if c.Example != "" {
		fmt.Fprintf(b, ".PP\nExamples:\n.PP\n.nf\n%s\n.fi\n", roff(c.Example))
	}
}

// manualText writes a help text: paragraphs are filled, indented lines stay as they are.
func manualText(b *bytes.Buffer, text string) {
	laidOut := false
	for line := range strings.SplitSeq(text, "\n") {
		if now := strings.HasPrefix(line, "  ") || strings.HasPrefix(line, "\t"); now != laidOut && line != "" {
			laidOut = now
			b.WriteString(map[bool]string{true: ".nf\n", false: ".fi\n"}[now])
		}
		if line == "" {
			line = ".PP"
		} else {
			line = roff(line)
		}
		fmt.Fprintln(b, line)
	}
	if laidOut {
		b.WriteString(".fi\n")
	}
}

// roff escapes text: hyphens stay ASCII, so that a command can be copied, and no line
// is a request.
func roff(text string) string {
	lines := strings.Split(strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
