//go:build unix

package cli_test

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/goccy/go-yaml"

	"github.com/mooring-mcp/mooring/internal/policy"
)

// ciExamples are the fenced blocks of docs/ci.md in a language.
func ciExamples(t *testing.T, language string) []string {
	t.Helper()
	var out []string
	for _, m := range regexp.MustCompile("(?ms)^```"+language+"\n(.*?)^```$").FindAllStringSubmatch(readText(t, "../../docs/ci.md"), -1) {
		out = append(out, m[1])
	}
	if len(out) == 0 {
		t.Fatalf("docs/ci.md has no example in %s", language)
	}
	return out
}

// TestCIExamplesAreYAML parses the YAML of docs/ci.md, and looks for the inputs that it
// gives the action.
func TestCIExamplesAreYAML(t *testing.T) {
	var action struct{ Inputs map[string]any }
	if err := yaml.Unmarshal([]byte(readText(t, "../../action.yml")), &action); err != nil {
		t.Fatal(err)
	}
	used := 0
	for _, example := range ciExamples(t, "yaml") {
		var workflow struct {
			Configurations []any
			Jobs           map[string]struct {
				Steps []struct {
					Uses string
					With map[string]any
				}
			}
		}
		if err := yaml.Unmarshal([]byte(example), &workflow); err != nil {
			t.Errorf("%v in\n%s", err, example)
		}
		if workflow.Configurations != nil {
			if p, err := policy.Parse([]byte(example)); err != nil || len(p.Configurations) != 3 {
				t.Errorf("configurations %v, %v, want three of\n%s", p.Configurations, err, example)
			}
		}
		for _, job := range workflow.Jobs {
			for _, step := range job.Steps {
				if !strings.HasPrefix(step.Uses, "mooring-mcp/mooring@") {
					continue
				}
				used++
				for input := range step.With {
					if _, known := action.Inputs[input]; !known {
						t.Errorf("action.yml has no input %q of\n%s", input, example)
					}
				}
			}
		}
	}
	if used != 3 {
		t.Errorf("%d examples use the action, want 3", used)
	}
	if lines := strings.Count(ciExamples(t, "yaml")[0], "\n"); lines > 8 {
		t.Errorf("the first example has %d lines, want eight at most", lines)
	}
}

// TestCIShellExample runs the example for any shell in the clone of a repository whose
// server the change breaks.
func TestCIShellExample(t *testing.T) {
	modules := actionNeeds(t)
	if _, err := exec.LookPath("npm"); err != nil {
		t.Skip(err)
	}
	a := newAction(t, modules, newGitHub(t, http.StatusCreated), looseSchema, "")
	write(t, filepath.Join(a.dir, "package.json"), fmt.Sprintf(
		`{"name":"tides","version":"1.0.0","type":"module","scripts":{"build":"mkdir -p dist && cp server.mjs dist/index.js && ln -sfn '%s' node_modules"}}`, modules))
	write(t, filepath.Join(a.dir, "package-lock.json"), `{"name":"tides","version":"1.0.0","lockfileVersion":3,"packages":{"":{"name":"tides","version":"1.0.0"}}}`)
	write(t, filepath.Join(a.dir, ".gitignore"), "node_modules\ndist\nreport.json\n")
	git := func(dir string, args ...string) {
		command(t, dir, "git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.com"}, args...)...)
	}
	git(a.dir, "add", "-A")
	git(a.dir, "commit", "-q", "-m", "package")
	git(a.dir, "branch", "-q", "-f", "main")
	clone := filepath.Join(t.TempDir(), "tides")
	git(a.dir, "clone", "-q", a.dir, clone)
	write(t, filepath.Join(clone, "server.mjs"), fmt.Sprintf(serverSource, strictSchema))
	cmd := exec.CommandContext(t.Context(), "sh", "-c", ciExamples(t, "sh")[0])
	cmd.Dir = clone
	out, _ := cmd.CombinedOutput()
	if got := cmd.ProcessState.ExitCode(); got != 1 || !strings.Contains(string(out), "tide_table") {
		t.Errorf("status %d, want 1 and a report of tide_table\n%s", got, out)
	}
}

// TestPreCommitHook runs the hook of .pre-commit-hooks.yaml as pre-commit does: in the
// project, without files.
func TestPreCommitHook(t *testing.T) {
	var hooks []struct {
		ID, Entry, Language, Files string
	}
	if err := yaml.Unmarshal([]byte(readText(t, "../../.pre-commit-hooks.yaml")), &hooks); err != nil || len(hooks) != 1 {
		t.Fatalf("%d hooks, want one: %v", len(hooks), err)
	}
	hook := hooks[0]
	if hook.Language != "golang" || !strings.Contains(ciExamples(t, "yaml")[5], "id: "+hook.ID) {
		t.Errorf("hook %+v is not the one of docs/ci.md", hook)
	}
	for name, want := range map[string]bool{".mcp.json": true, "mooring.lock.json": true, "mooring.yaml": true, "x/mooring.yaml": false, "main.go": false} {
		if got := regexp.MustCompile(hook.Files).MatchString(name); got != want {
			t.Errorf("hook runs for %s: %t, want %t", name, got, want)
		}
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, ".mcp.json"), `{"mcpServers":{"notes":{"command":"nasty","args":["good"]}}}`)
	run := func() int {
		words := strings.Fields(hook.Entry)
		cmd := exec.CommandContext(t.Context(), words[0], words[1:]...)
		cmd.Dir = dir
		_ = cmd.Run()
		return cmd.ProcessState.ExitCode()
	}
	command(t, dir, "mooring", "lock", "--config", ".mcp.json")
	if got := run(); got != 0 {
		t.Errorf("status %d of what is pinned, want 0", got)
	}
	write(t, filepath.Join(dir, "mooring.yaml"), "nonsense: true\n")
	if got := run(); got != 2 {
		t.Errorf("status %d of a wrong policy, want 2", got)
	}
}

// TestInterruptedBaseLeavesNothing interrupts a build of the base, and looks for what is
// left: a process, a folder, a note of the repository.
func TestInterruptedBaseLeavesNothing(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip(err)
	}
	dir, tmp := t.TempDir(), t.TempDir()
	git := func(args ...string) string {
		return command(t, dir, "git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.com"}, args...)...)
	}
	git("init", "-q", "-b", "main")
	git("commit", "-q", "--allow-empty", "-m", "one")
	ready := filepath.Join(tmp, "ready")
	command(t, dir, "mkfifo", ready)
	cmd := exec.CommandContext(t.Context(), "mooring", "diff", "--base=main", "--build", "echo $$ > "+ready+"; sleep 600", "--", "true")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "TMPDIR="+tmp)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	pid := strings.TrimSpace(readText(t, ready)) // waits for the build
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if got := cmd.ProcessState.ExitCode(); got != 3 {
		t.Errorf("status %d, want 3", got)
	}
	if err := exec.CommandContext(t.Context(), "kill", "-0", pid).Run(); err == nil && !zombie(pid) {
		t.Errorf("the build %s goes on", pid)
	}
	if left, _ := filepath.Glob(filepath.Join(tmp, "mooring-base-*")); len(left) > 0 {
		t.Errorf("folders %q are left", left)
	}
	if list := git("worktree", "list"); strings.Count(list, "\n") != 1 {
		t.Errorf("the repository notes\n%s", list)
	}
}

// TestKilledBaseIsClearedLater kills a run in the build of the base, and looks for what
// the next one leaves: nothing of the first, and the work trees of others.
func TestKilledBaseIsClearedLater(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip(err)
	}
	dir, tmp := t.TempDir(), t.TempDir()
	git := func(args ...string) string {
		return command(t, dir, "git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.com"}, args...)...)
	}
	git("init", "-q", "-b", "main")
	git("commit", "-q", "--allow-empty", "-m", "one")
	others := []string{filepath.Join(tmp, "mooring-base-other", "x"), filepath.Join(tmp, "mooring-base-alive", "x")}
	for _, other := range others {
		git("worktree", "add", "-q", "--detach", other, "HEAD")
	}
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(filepath.Dir(others[1]), "owner.pid"), fmt.Sprintf("%d %s\n", os.Getpid(), host))
	ready := filepath.Join(tmp, "ready")
	command(t, dir, "mkfifo", ready)
	run := func(build string) *exec.Cmd {
		cmd := exec.CommandContext(t.Context(), "mooring", "diff", "--base=main", "--build", build, "--", "true")
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "TMPDIR="+tmp)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd
	}
	killed := run("echo $$ > " + ready + "; sleep 600")
	build, err := strconv.Atoi(strings.TrimSpace(readText(t, ready))) // waits for it
	if err != nil || build <= 1 {
		t.Fatalf("the build is process %d: %v", build, err)
	}
	if err := killed.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = killed.Wait()
	// Not by kill(1): procps 4.0.2 takes the group -1234 for -1, which is every process.
	if err := syscall.Kill(-build, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	if list := git("worktree", "list"); strings.Count(list, "\n") != 4 {
		t.Fatalf("the repository notes\n%s", list)
	}
	_ = run("true").Wait()
	if list := git("worktree", "list"); strings.Count(list, "\n") != 3 {
		t.Errorf("the repository notes\n%s", list)
	}
	left, _ := filepath.Glob(filepath.Join(tmp, "mooring-base-*", "*", ".git"))
	if len(left) != len(others) {
		t.Errorf("folders %q are left, want %q", left, others)
	}
}

// TestBaseInAFolderOfAnyName compares in a repository whose path holds a line's end.
func TestBaseInAFolderOfAnyName(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip(err)
	}
	dir := filepath.Join(t.TempDir(), "a\nb ", "c\n")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Skip(err)
	}
	write(t, filepath.Join(dir, "file"), "")
	for _, args := range [][]string{{"init", "-q", "-b", "main", ".."}, {"add", "file"}, {"-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "-m", "one"}} {
		command(t, dir, "git", args...)
	}
	command(t, dir, "mooring", "diff", "--base=main", "--", "nasty", "good")
}
