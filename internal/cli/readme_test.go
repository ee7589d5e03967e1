package cli_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/docsection"
)

// TestReadme demands that the README shows what the demo prints, cut behind the first
// tool's section.
func TestReadme(t *testing.T) {
	dir := t.TempDir()
	run := func(argv ...string) string {
		cmd := exec.CommandContext(t.Context(), argv[0], argv[1:]...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "HOME="+dir, "XDG_CONFIG_HOME="+dir, "NO_COLOR=1")
		out, err := cmd.CombinedOutput()
		if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		return fmt.Sprintf("$ %s\n%sexit status %d\n", strings.Join(argv, " "), out, cmd.ProcessState.ExitCode())
	}
	build := func(flags ...string) {
		root, err := filepath.Abs("../..")
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.CommandContext(t.Context(), "go", append(append([]string{"build", "-C", root}, flags...), "-o", filepath.Join(dir, "harbor"), "./examples/harbor")...)
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}

	var shown strings.Builder
	build()
	shown.WriteString(run("mooring", "lock", "harbor", "--", "./harbor"))
	shown.WriteString(run("mooring", "check", "harbor", "--", "./harbor"))
	build("-ldflags", "-X main.version=2")
	shown.WriteString(`$ go build -C ../.. -ldflags "-X main.version=2" -o bin/demo/harbor ./examples/harbor` + "\n")
	refused := run("mooring", "check", "harbor", "--", "./harbor")
	_, after, found := strings.Cut(refused, "\n~ tool ")
	if !found {
		t.Fatalf("no section of a changed tool in:\n%s", refused)
	}
	section, _, _ := strings.Cut(after, "\n\n")
	head, _, _ := strings.Cut(refused, after)
	last := strings.LastIndex(refused, "\n\n")
	shown.WriteString(head + section + "\n\n…\n" + refused[last+2:])

	readme := docsection.Section{File: "../../README.md", Begin: "and a new tool:\n\n```\n", End: "```\n"}
	readme.Compare(t, shown.String(), *update)
}
