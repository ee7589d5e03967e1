package observe

import (
	"runtime"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/surface"
)

// The variables that every server gets: what programs need to run, and nothing
// that is likely to be a secret. It is the list that the TypeScript SDK's stdio
// client has, with PATHEXT, without which Windows finds no npx.
const (
	allowedUnix    = "HOME LOGNAME PATH SHELL TERM USER"
	allowedWindows = "APPDATA HOMEDRIVE HOMEPATH LOCALAPPDATA PATH PATHEXT PROCESSOR_ARCHITECTURE PROGRAMFILES " +
		"SYSTEMDRIVE SYSTEMROOT TEMP USERNAME USERPROFILE"
)

// environOf returns the environment of a server: the allow-listed variables of
// ours, then those of the configuration, of which the last wins.
func environOf(ours, configured []string) []string {
	var out []string
	for _, variable := range ours {
		name, value, _ := strings.Cut(variable, "=")
		if allowed(runtime.GOOS, name) && !strings.HasPrefix(value, "()") { // "()" begins a shell function
			out = append(out, variable)
		}
	}
	return append(out, configured...)
}

func allowed(system, name string) bool {
	if system == "windows" {
		return slices.Contains(strings.Fields(allowedWindows), strings.ToUpper(name))
	}
	return slices.Contains(strings.Fields(allowedUnix), name)
}

// variable returns the value of a variable in an environment.
func variable(environ []string, name string) string {
	for _, v := range slices.Backward(environ) {
		if n, value, _ := strings.Cut(v, "="); n == name {
			return value
		}
	}
	return ""
}

func launchOf(s Stdio) surface.Launch {
	names := make([]string, len(s.Env))
	for i, v := range s.Env {
		names[i], _, _ = strings.Cut(v, "=")
	}
	return surface.NewLaunch(s.Command, s.Args, s.Dir, names)
}
