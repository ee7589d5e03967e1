package cli

import (
	"context"
	"os"
	"os/exec"
	"syscall"
)

// killGroup leaves it at the command itself, which its context kills; what it holds
// open is given up after WaitDelay.
func killGroup(*exec.Cmd) {}

// shellCommand is a command line for the system's shell, which takes it apart itself.
func shellCommand(ctx context.Context, line string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "cmd")
	cmd.SysProcAttr = &syscall.SysProcAttr{CmdLine: `cmd /d /s /c "` + line + `"`}
	return cmd
}

// running reports that a process is there; one that cannot be asked counts as there.
func running(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	_ = p.Release()
	return true
}
