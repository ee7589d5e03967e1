//go:build unix

// Package npm_test packs the npm packages, installs them from their tarballs, and runs what people would.
package npm_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const version = "0.0.0-test"

// platformOf is how Node calls the platform that the test runs on.
var platformOf = map[string]string{
	"linux/amd64": "linux-x64", "linux/arm64": "linux-arm64",
	"darwin/amd64": "darwin-x64", "darwin/arm64": "darwin-arm64",
}[runtime.GOOS+"/"+runtime.GOARCH]

func TestInstalled(t *testing.T) {
	needNode(t)
	dir := t.TempDir()
	program := build(t, dir)
	tarballs := pack(t, dir)
	project := install(t, tarballs...)
	launcher := filepath.Join(project, "node_modules/.bin/mooring")

	t.Run("npx", func(t *testing.T) {
		want := output(t, exec.CommandContext(t.Context(), program, "version"))
		cmd := exec.CommandContext(t.Context(), "npx", "--no-install", "mooring", "version")
		cmd.Dir = project
		if got := output(t, cmd); got != want {
			t.Errorf("npx mooring version = %q, want %q", got, want)
		}
	})
	t.Run("status", func(t *testing.T) { testStatus(t, launcher, program) })
	t.Run("stdin", func(t *testing.T) { testStdin(t, launcher) })
	t.Run("signal", func(t *testing.T) { testSignals(t, launcher) })
	t.Run("killed", func(t *testing.T) { testKilled(t, launcher) })
	t.Run("no program", func(t *testing.T) {
		project := install(t, tarballs[len(tarballs)-1])
		testMissing(t, filepath.Join(project, "node_modules/.bin/mooring"))
	})
}

// testStatus compares the launcher with the program itself: status, output, errors.
func testStatus(t *testing.T, launcher, program string) {
	t.Helper()
	before := write(t, `[{"name":"a","inputSchema":{"type":"object"}}]`)
	after := write(t, `[{"name":"a","inputSchema":{"type":"object","properties":{"x":{}},"required":["x"]}}]`)
	tests := []struct {
		want int
		args []string
	}{
		{0, []string{"diff", before, before}},
		{1, []string{"diff", before, after}},
		{2, []string{"diff", "--no-such-flag"}},
		{3, []string{"inspect", "--", "false"}},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprint(tt.want), func(t *testing.T) {
			got, want := run(t, launcher, tt.args...), run(t, program, tt.args...)
			if diff := cmp.Diff(want, got); diff != "" || got.Status != tt.want {
				t.Errorf("mooring %q: status %d, want %d (-program +launcher):\n%s", tt.args, got.Status, tt.want, diff)
			}
		})
	}
}

// testStdin holds a conversation: a line is answered while standard input stays open.
func testStdin(t *testing.T, launcher string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), launcher, "classify", "prose")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	answers := bufio.NewReader(out)
	for _, id := range []string{"1", "2"} {
		fmt.Fprintf(in, `{"id":%s,"old":"a","new":"a"}`+"\n", id)
		answer, err := answers.ReadString('\n')
		if want := `"id":` + id; err != nil || !strings.Contains(answer, want) {
			t.Fatalf("answer %q, %v, want one with %s", answer, err, want)
		}
	}
	in.Close()
	if rest, err := io.ReadAll(answers); err != nil || len(rest) > 0 {
		t.Errorf("after the last line: %q, %v", rest, err)
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}

// testSignals interrupts an observation: the launcher alone, as a supervisor does, and
// the group, as a terminal does. Either way the program ends in order, with status 3.
func testSignals(t *testing.T, launcher string) {
	t.Helper()
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		for name, sign := range map[string]int{"process": 1, "group": -1} {
			t.Run(fmt.Sprintf("%v to the %s", sig, name), func(t *testing.T) {
				cmd, _ := observeSilent(t, launcher)
				if err := syscall.Kill(sign*cmd.Process.Pid, sig); err != nil {
					t.Fatal(err)
				}
				err := cmd.Wait()
				stderr := fmt.Sprint(cmd.Stderr)
				if cmd.ProcessState.ExitCode() != 3 || stderr != "mooring: error: interrupted\n" {
					t.Errorf("%v, stderr %q, want exit status 3 and that it was interrupted", err, stderr)
				}
			})
		}
	}
}

// testKilled kills the program: the launcher is to end by the same signal.
func testKilled(t *testing.T, launcher string) {
	t.Helper()
	cmd, program := observeSilent(t, launcher)
	if err := syscall.Kill(program, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	err := cmd.Wait()
	if got, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); !ok || !got.Signaled() || got.Signal() != syscall.SIGKILL {
		t.Errorf("the program was killed, the launcher: %v", err)
	}
}

// testMissing runs the launcher without the package for this platform, and on a
// platform that has none.
func testMissing(t *testing.T, launcher string) {
	t.Helper()
	elsewhere := filepath.Join(t.TempDir(), "elsewhere.cjs")
	if err := os.WriteFile(elsewhere, []byte(`Object.defineProperty(process, "platform", { value: "sunos" });`), 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name string
		args []string
		want []string
	}{
		{"not installed", []string{launcher}, []string{
			"mooring: error: package @mooring-mcp/cli-" + platformOf + " is not installed\n",
			"npm install @mooring-mcp/cli-" + platformOf + "@" + version + "\n",
		}},
		{"unknown platform", []string{"--require", elsewhere, launcher}, []string{
			"mooring: error: no package for sunos-", "linux-x64, linux-arm64, darwin-x64", "mooring: hint: build it with Go: ",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := run(t, "node", tt.args...)
			if got.Status != 2 || got.Stdout != "" {
				t.Errorf("status %d, stdout %q, want 2 and none", got.Status, got.Stdout)
			}
			for _, want := range tt.want {
				if !strings.Contains(got.Stderr, want) {
					t.Errorf("stderr %q, want %q in it", got.Stderr, want)
				}
			}
		})
	}
}

// observeSilent starts an observation, in a process group of its own, of a server that
// only reads, and returns once the server runs, with the process ID of the program.
func observeSilent(t *testing.T, launcher string) (cmd *exec.Cmd, program int) {
	t.Helper()
	started := filepath.Join(t.TempDir(), "started")
	if err := syscall.Mkfifo(started, 0o600); err != nil {
		t.Fatal(err)
	}
	const server = `echo $PPID > "$0"; exec cat > /dev/null`
	cmd = exec.CommandContext(t.Context(), launcher, "inspect", "--", "sh", "-c", server, started)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Stderr = new(bytes.Buffer)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := os.ReadFile(started)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := fmt.Sscan(string(line), &program); err != nil {
		t.Fatalf("server says %q: %v", line, err)
	}
	return cmd, program
}

// needNode skips the test without npm, unless MOORING_REQUIRE names node.
func needNode(t *testing.T) {
	t.Helper()
	_, err := exec.LookPath("npm")
	if err == nil && platformOf == "" {
		err = errors.New("no npm package for " + runtime.GOOS + "/" + runtime.GOARCH)
	}
	if err != nil && slices.Contains(strings.Split(os.Getenv("MOORING_REQUIRE"), ","), "node") {
		t.Fatalf("MOORING_REQUIRE wants node: %v", err)
	}
	if err != nil {
		t.Skip(err)
	}
}

// build builds the program into dir/dist, with GoReleaser's files about it.
func build(t *testing.T, dir string) (program string) {
	t.Helper()
	program = filepath.Join(dir, "dist/mooring")
	output(t, exec.CommandContext(t.Context(), "go", "build", "-o", program, "../../cmd/mooring"))
	files := map[string]any{
		"metadata.json": map[string]string{"version": version},
		"artifacts.json": []map[string]string{
			{"type": "Binary", "goos": runtime.GOOS, "goarch": runtime.GOARCH, "path": "dist/mooring"},
		},
	}
	for name, value := range files {
		text, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "dist", name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return program
}

// pack makes the tarballs, the one that depends on the others last.
func pack(t *testing.T, dir string) (tarballs []string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "node", "pack.mjs", filepath.Join(dir, "dist"), filepath.Join(dir, "npm"), platformOf)
	return strings.Fields(output(t, cmd))
}

// install installs tarballs into a new project, without a network.
func install(t *testing.T, tarballs ...string) (project string) {
	t.Helper()
	project = t.TempDir()
	if err := os.WriteFile(filepath.Join(project, "package.json"), []byte(`{"private":true}`), 0o600); err != nil {
		t.Fatal(err)
	}
	args := append([]string{"install", "--offline", "--no-audit", "--no-fund", "--cache", t.TempDir()}, tarballs...)
	cmd := exec.CommandContext(t.Context(), "npm", args...)
	cmd.Dir = project
	output(t, cmd)
	return project
}

// result is what a run shows.
type result struct {
	Status         int
	Stdout, Stderr string
}

func run(t *testing.T, name string, args ...string) result {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return result{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

// output runs a command that has to pass, and returns what it prints.
func output(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%q: %v\n%s%s", cmd.Args, err, out, stderr.String())
	}
	return string(out)
}

func write(t *testing.T, text string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "tools.json")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
