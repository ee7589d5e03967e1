//go:build unix

package cli

import (
	"context"
	"errors"
	"os/exec"
	"syscall"
)

// killGroup gives a command a process group of its own, all of which is killed when
// its context ends.
func killGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

// shellCommand is a command line for the system's shell.
func shellCommand(ctx context.Context, line string) *exec.Cmd {
	return exec.CommandContext(ctx, "sh", "-c", line)
}

// running reports that a process is there, whoever's it is.
func running(pid int) bool { return !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) }
