//go:build unix

package main

// This test is inside the package because it runs main.

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) { testscript.Main(m, map[string]func(){"mooring": main}) }

// TestSignalTwice sends a signal as a wrapper and its group do, twice: the run ends in
// order, with the status that says so.
func TestSignalTwice(t *testing.T) {
	// The server says when it is being stopped, and is in no hurry.
	said := filepath.Join(t.TempDir(), "said")
	if err := syscall.Mkfifo(said, 0o600); err != nil {
		t.Fatal(err)
	}
	// Held for writing as well, it does not end when the server's first word is written.
	pipe, err := os.OpenFile(said, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer pipe.Close()
	lines := bufio.NewReader(pipe)
	const server = `echo started > "$0"; cat > /dev/null; echo stopping > "$0"; exec sleep 60`
	cmd := exec.CommandContext(t.Context(), "mooring", "inspect", "--", "sh", "-c", server, said)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"started\n", "stopping\n"} {
		if got, err := lines.ReadString('\n'); got != want {
			t.Fatalf("server says %q, %v, want %q", got, err, want)
		}
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
	}
	if err := cmd.Wait(); cmd.ProcessState.ExitCode() != 3 {
		t.Errorf("mooring interrupted twice: %v, want exit status 3", err)
	}
}
