//go:build unix && !linux

package observe

import (
	"os/exec"
	"syscall"
)

// attributes put the child into a group of its own.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// awaitExit waits for the child to end and reaps it: nothing portable waits
// without.
func awaitExit(cmd *exec.Cmd) { _ = cmd.Wait() }

func reap(*exec.Cmd) {}
