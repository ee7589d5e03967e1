//go:build unix

package cli_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestOutputWritesThroughWhatIsNoFile names a pipe and links to streams, and finds them
// as they were.
func TestOutputWritesThroughWhatIsNoFile(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	write(t, filepath.Join(dir, "tools.json"), `[{"name":"dock"}]`)
	command(t, dir, "mooring", "lock", "notes", "--", "nasty", "good")
	for _, args := range [][]string{
		{"diff", "--format", "json", "--output", "OUT", "tools.json", "tools.json"},
		{"manifest", "export", "notes", "--out", "OUT"},
		{"export", "vscode", "--output", "OUT"},
	} {
		run := func(name string, stdout *os.File) {
			t.Helper()
			cmd := exec.CommandContext(t.Context(), "mooring", strings.Split(strings.ReplaceAll(strings.Join(args, "\x00"), "OUT", name), "\x00")...)
			var said strings.Builder
			cmd.Dir, cmd.Stderr = dir, &said
			if stdout != nil {
				cmd.Stdout = stdout
			}
			if err := cmd.Run(); err != nil {
				t.Errorf("%q to %s: %v\n%s", args, name, err, &said)
			}
		}
		read := make(chan string)
		go func() { // ends with what is written
			text, _ := os.ReadFile(pipe)
			read <- string(text)
		}()
		run("pipe", nil)
		if info, err := os.Lstat(pipe); err != nil || info.Mode()&fs.ModeNamedPipe == 0 {
			t.Fatalf("%q: the pipe is %v, %v", args, info.Mode(), err)
		}
		want := <-read
		if !strings.HasPrefix(want, "{") {
			t.Errorf("%q wrote %q into a pipe", args, want)
		}
		for _, name := range []string{"-", "/dev/stdout", "/proc/self/fd/1"} {
			if _, err := os.Stat("/proc/self/fd/1"); err != nil && name != "-" {
				continue
			}
			file := filepath.Join(dir, "stdout.txt")
			stdout, err := os.Create(file)
			if err != nil {
				t.Fatal(err)
			}
			_, _ = stdout.WriteString("before\n")
			run(name, stdout)
			_ = stdout.Close()
			if got := readText(t, file); got != "before\n"+want {
				t.Errorf("%q to %s wrote\n%s\nwant\n%s behind what was there", args, name, got, want)
			}
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "-")); err == nil {
		t.Error("there is a file -")
	}
}

// TestOutputKeepsInputs names what the run reads.
func TestOutputKeepsInputs(t *testing.T) {
	dir := t.TempDir()
	files := map[string]string{
		"tools.json": `[{"name":"dock"}]`, "folder/tools.json": `{"name":"dock"}`, "mooring.yaml": "preset: author\n", "other.yaml": "preset: author\n",
		"new.json": `[{"name":"dock"}]`,
	}
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		write(t, filepath.Join(dir, name), text)
	}
	command(t, dir, "mooring", "lock", "notes", "--", "nasty", "good")
	files["mooring.lock.json"] = readText(t, filepath.Join(dir, "mooring.lock.json"))
	if err := os.Symlink("tools.json", filepath.Join(dir, "link.json")); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"diff --output tools.json tools.json new.json", "diff --output ./new.json tools.json new.json", "diff --output link.json tools.json new.json",
		"diff --output folder/tools.json folder new.json", "diff --output other.yaml --policy other.yaml tools.json new.json",
		"diff --output mooring.yaml tools.json new.json", "check --output mooring.lock.json notes -- nasty good", "export vscode --output mooring.lock.json",
		"check --output mooring.yaml notes -- nasty good", "report convert --output tools.json tools.json",
	} {
		cmd := exec.CommandContext(t.Context(), "mooring", strings.Fields(line)...)
		cmd.Dir = dir
		out, _ := cmd.CombinedOutput()
		if got := cmd.ProcessState.ExitCode(); got != 2 || !strings.Contains(string(out), "which this run reads") {
			t.Errorf("%s: status %d, want 2\n%s", line, got, out)
		}
		for name, text := range files {
			if got := readText(t, filepath.Join(dir, name)); got != text {
				t.Fatalf("%s: %s became\n%s", line, name, got)
			}
		}
	}
	command(t, dir, "mooring", "diff", "--output", "report.json", "tools.json", "new.json")
	command(t, dir, "mooring", "diff", "--output", "report.json", "tools.json", "new.json") // its own result is no input
}
