//go:build unix

package cli

import (
	"os/exec"
	"syscall"
)

// killGroup gives a command a process group of its own, all of which is killed when
// its context ends.
func killGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
