package cli_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/mooring-mcp/mooring/internal/docsection"
)

// demo runs what documents show, in a folder of its own.
type demo struct {
	*testing.T

	dir, root string
}

func newDemo(t *testing.T) demo {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	return demo{t, t.TempDir(), root}
}

// run returns a command as somebody sees it who types it: its line and what it writes.
func (d demo) run(argv ...string) string {
	d.Helper()
	return d.shown(strings.Join(argv, " "), argv...)
}

func (d demo) shown(line string, argv ...string) string {
	d.Helper()
	cmd := exec.CommandContext(d.Context(), argv[0], argv[1:]...)
	cmd.Dir, cmd.Env = d.dir, append(os.Environ(), "HOME="+d.dir, "XDG_CONFIG_HOME="+d.dir, "NO_COLOR=1")
	out, err := cmd.CombinedOutput()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		d.Fatal(err)
	}
	return fmt.Sprintf("$ %s\n%sexit status %d\n", line, out, cmd.ProcessState.ExitCode())
}

// build builds the server of the examples at a path of the folder.
func (d demo) build(path string, flags ...string) {
	d.Helper()
	cmd := exec.CommandContext(d.Context(), "go", append(append([]string{"build", "-C", d.root}, flags...), "-o", filepath.Join(d.dir, path), "./examples/harbor")...)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		d.Fatalf("%v: %s", err, out)
	}
}

// TestReadme demands that the README shows what the demo prints, cut behind the first
// tool's section.
func TestReadme(t *testing.T) {
	d := newDemo(t)
	var shown strings.Builder
	d.build("harbor")
	shown.WriteString(d.run("mooring", "lock", "harbor", "--", "./harbor"))
	shown.WriteString(d.run("mooring", "check", "harbor", "--", "./harbor"))
	d.build("harbor", "-ldflags", "-X main.version=2")
	shown.WriteString(`$ go build -C ../.. -ldflags "-X main.version=2" -o bin/demo/harbor ./examples/harbor` + "\n")
	refused := d.run("mooring", "check", "harbor", "--", "./harbor")
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

// TestPluginExamples demands that README and docs/plugins.md show commands that work with
// the plugin of the examples, the latter with what they print.
func TestPluginExamples(t *testing.T) {
	d := newDemo(t)
	if err := os.CopyFS(filepath.Join(d.dir, "examples"), os.DirFS(filepath.Join(d.root, "examples"))); err != nil {
		t.Fatal(err)
	}
	const first = "go build -o examples/port-tools/harbor ./examples/harbor"
	d.build("examples/port-tools/harbor")
	commands, shown := []string{first}, []string{"$ " + first + "\n"}
	for _, line := range []string{
		"mooring plugin lint examples/port-tools",
		"mooring plugin summary examples/port-tools",
		"mooring plugin diff examples/port-tools examples/port-tools-next",
		"mooring lock --plugin examples/port-tools harbor -- examples/port-tools/harbor",
	} {
		commands = append(commands, line)
		shown = append(shown, d.run(strings.Fields(line)...))
	}
	readme := docsection.Section{File: "../../README.md", Begin: "of a package:\n\n```\n", End: "```\n"}
	readme.Compare(t, strings.Join(commands, "\n")+"\n", *update)
	document := docsection.Section{File: "../../docs/plugins.md", Begin: "this checkout:\n\n```\n", End: "```\n"}
	document.Compare(t, strings.Join(shown, ""), *update)
}

// TestRuleExample demands that docs/bands.md shows what the script of proposed rules prints, up to the second rule.
func TestRuleExample(t *testing.T) {
	script, err := txtar.ParseFile("testdata/script/bands_rules.txtar")
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(script.Files, func(f txtar.File) bool { return f.Name == "proposed.yaml" })
	_, rules, _ := strings.Cut(string(script.Files[at].Data), "operations:\n")
	parts := strings.SplitAfter(rules, "      - tool: ")
	if len(parts) < 4 {
		t.Fatalf("less than three rules in:\n%s", rules)
	}
	text := "operations:\n" + strings.TrimSuffix(strings.Join(parts[:3], ""), "      - tool: ") + "      …\n"
	document := docsection.Section{File: "../../docs/bands.md", Begin: "to the same file.\n\n```yaml\n", End: "```\n"}
	document.Compare(t, text, *update)
}

// TestBandExamples demands that docs/bands.md shows what the commands print, that of
// propose cut behind the second tool.
func TestBandExamples(t *testing.T) {
	d := newDemo(t)
	d.build("harbor")
	d.run("mooring", "lock", "harbor", "--", "./harbor")
	proposed := d.run("mooring", "bands", "propose", "harbor")
	parts := strings.SplitAfter(proposed, "\n    \"")
	if len(parts) < 4 {
		t.Fatalf("less than three tools in:\n%s", proposed)
	}
	text := strings.TrimSuffix(strings.Join(parts[:3], ""), "    \"") + "    …\n"
	document := docsection.Section{File: "../../docs/bands.md", Begin: "by being there.\n\n```\n", End: "```\n"}
	document.Compare(t, text, *update)

	const line = `echo '{"reversibility":"reversible","scope":"external","trust":"trusted"}' | mooring classify band`
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no sh to run the example of classify band")
	}
	answer, _, _ := strings.Cut(d.shown(line, "sh", "-c", line), "exit status")
	document = docsection.Section{File: "../../docs/bands.md", Begin: "for Go programs.\n\n```\n", End: "```\n"}
	document.Compare(t, answer, *update)
}
