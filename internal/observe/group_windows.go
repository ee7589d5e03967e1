package observe

import (
	"errors"
	"fmt"
	"os/exec"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

// group is a job object that ends with our last handle to it, so that not even
// our own crash leaves its processes behind.
type group struct {
	job windows.Handle
	id  uint32 // of the child and its console process group
}

// attributes give the child a console process group of its own, which Ctrl-C in
// our console does not reach.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: windows.CREATE_NEW_PROCESS_GROUP, HideWindow: true}
}

// newGroup puts a started child into a job. What the child starts before that
// is outside of it; package exec offers no way to start it suspended.
func newGroup(cmd *exec.Cmd) (group, error) {
	g := group{id: uint32(cmd.Process.Pid)}
	job, err := windows.CreateJobObject(nil, nil)
	if err == nil {
		g.job = job
		err = g.adopt()
	}
	if err != nil {
		g.release()
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		return group{}, fmt.Errorf("put it into a job: %w", err)
	}
	return g, nil
}

func (g group) adopt() error {
	info := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{}
	info.BasicLimitInformation.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
	_, err := windows.SetInformationJobObject(g.job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&info)), uint32(unsafe.Sizeof(info))) //nolint:gosec // the call is made that way
	if err != nil {
		return err
	}
	child, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, g.id)
	if err != nil {
		return err
	}
	return errors.Join(windows.AssignProcessToJobObject(g.job, child), windows.CloseHandle(child))
}

// terminate asks with Ctrl-Break, which reaches programs that share our console.
func (g group) terminate() { _ = windows.GenerateConsoleCtrlEvent(windows.CTRL_BREAK_EVENT, g.id) }
func (g group) kill()      { _ = windows.TerminateJobObject(g.job, 1) }

func (g group) release() {
	if g.job != 0 {
		_ = windows.CloseHandle(g.job)
	}
}

// alive is not asked for: closing the job ends what is left in it.
func (g group) alive() bool { return false }

func awaitExit(cmd *exec.Cmd) { _ = cmd.Wait() }

func reap(*exec.Cmd) {}

// lookPath follows PATH and PATHEXT of our own environment, which are passed on.
func lookPath(command, _ string) (string, error) { return exec.LookPath(command) }
