package cli_test

import (
	"errors"
	"os/exec"
	"strconv"
)

// exitStatus is the exit status of a command as text.
func exitStatus(err error) string {
	if err == nil {
		return "0"
	}
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return strconv.Itoa(exit.ExitCode())
	}
	return err.Error()
}
