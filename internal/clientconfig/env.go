package clientconfig

import (
	"path"
	"slices"
	"strings"
)

// Lookup finds the value of an environment variable.
type Lookup func(name string) (string, bool)

// Env is the machine that configurations are looked for on. Package clientconfig
// asks the process for nothing of it.
type Env struct {
	OS      string // a value of GOOS: "linux", "darwin", "windows"; others are read as Linux
	Home    string // absolute; "" finds no file of the user's
	Project string // absolute folder of the project; "" finds no project's file
	Lookup  Lookup // nil knows no variable

	// Read returns the content of a regular file of at most [MaxBytes]. root is
	// the folder that path, its links followed, must not leave; "" is anywhere.
	// Its error matches [io/fs.ErrNotExist] where there is nothing. [ReadFile] does it.
	Read func(root, path string) ([]byte, error)
	// List returns what a folder holds, links not followed. [ListFolder] does it.
	List func(root, path string) ([]Entry, error)
}

// Entry is one thing in a folder.
type Entry struct {
	Name   string
	Folder bool
}

func (e Env) lookup(name string) (string, bool) {
	if e.Lookup == nil {
		return "", false
	}
	return e.Lookup(name)
}

// value is a variable's value, fallback when it is unset or empty.
func (e Env) value(name, fallback string) string {
	if value, ok := e.lookup(name); ok && value != "" {
		return value
	}
	return fallback
}

func (e Env) separator() string {
	if e.OS == "windows" {
		return `\`
	}
	return "/"
}

// native writes a path in the manner of the operating system.
func (e Env) native(slashed string) string {
	if e.OS == "windows" {
		return strings.ReplaceAll(slashed, "/", `\`)
	}
	return slashed
}

// slashes writes a path with slashes and without "." and "..". The two slashes
// before the name of a machine stay.
func slashes(native string) string {
	slashed := strings.ReplaceAll(native, `\`, "/")
	if strings.HasPrefix(slashed, "//") {
		return "/" + path.Clean(slashed)
	}
	return path.Clean(slashed)
}

// slashed is a native path with slashes. A backslash is part of a name where
// paths have slashes.
func (e Env) slashed(native string) string {
	if e.OS == "windows" {
		return slashes(native)
	}
	return path.Clean(native)
}

// place returns the path of a file with its root filled in, with slashes; false
// when the root does not exist in this environment.
func (e Env) place(file string) (string, bool) {
	if !strings.HasPrefix(file, "{") {
		return file, true
	}
	name, rest, _ := strings.Cut(file[1:], "}")
	folder := e.root(name)
	if folder == "" {
		return "", false
	}
	return e.slashed(folder) + rest, true
}

// Root is a folder that paths of the table start with.
type Root struct{ Name, Linux, Darwin, Windows string }

// Roots returns the roots and what they stand for, for documents.
func Roots() []Root {
	return []Root{
		{"{home}", "the home folder", "the home folder", "the home folder"},
		{"{xdg}", "`$XDG_CONFIG_HOME` or `~/.config`", "`$XDG_CONFIG_HOME` or `~/.config`", "`~/.config`"},
		{"{support}", "{xdg}", "`~/Library/Application Support`", "`%APPDATA%`"},
		{"{project}", "the project's folder", "the project's folder", "the project's folder"},
		{"{codex}", "`$CODEX_HOME` or `~/.codex`", "`$CODEX_HOME` or `~/.codex`", "`%CODEX_HOME%` or `~/.codex`"},
		{"{copilot}", "`$COPILOT_HOME` or `~/.copilot`", "`$COPILOT_HOME` or `~/.copilot`", "`%COPILOT_HOME%` or `~/.copilot`"},
		{"{gemini}", "`$GEMINI_CLI_SYSTEM_SETTINGS_PATH` or `/etc/gemini-cli/settings.json`", "`$GEMINI_CLI_SYSTEM_SETTINGS_PATH` or `/Library/Application Support/GeminiCli/settings.json`", "`%GEMINI_CLI_SYSTEM_SETTINGS_PATH%` or `%ProgramData%\\gemini-cli\\settings.json`"},
		{"{programfiles}", "", "", "`%ProgramFiles%`"},
	}
}

func (e Env) root(name string) string {
	switch name {
	case "home":
		return e.Home
	case "project":
		return e.Project
	case "xdg":
		return e.xdg()
	case "support":
		return e.support()
	case "codex":
		return e.value("CODEX_HOME", e.inHome(".codex"))
	case "copilot":
		return e.value("COPILOT_HOME", e.inHome(".copilot"))
	case "gemini":
		return e.value("GEMINI_CLI_SYSTEM_SETTINGS_PATH", map[string]string{
			"windows": e.value("ProgramData", `C:\ProgramData`) + `\gemini-cli\settings.json`,
			"darwin":  "/Library/Application Support/GeminiCli/settings.json",
			"linux":   "/etc/gemini-cli/settings.json",
		}[e.OS])
	case "programfiles":
		return e.value("ProgramFiles", `C:\Program Files`)
	}
	return ""
}

// xdg is the configuration folder of the XDG base directory specification, whose
// variable counts only when it is absolute.
func (e Env) xdg() string {
	if folder := e.value("XDG_CONFIG_HOME", ""); e.OS != "windows" && strings.HasPrefix(folder, "/") {
		return folder
	}
	return e.inHome(".config")
}

// support is where desktop programs keep their configuration.
func (e Env) support() string {
	switch e.OS {
	case "windows":
		return e.value("APPDATA", e.inHome("AppData/Roaming"))
	case "darwin":
		return e.inHome("Library/Application Support")
	}
	return e.xdg()
}

func (e Env) inHome(folder string) string {
	if e.Home == "" {
		return ""
	}
	return e.native(e.slashed(e.Home) + "/" + folder)
}

// same compares two names of files as the operating system does by default.
func (e Env) same(a, b string) bool {
	if slices.Contains([]string{"windows", "darwin"}, e.OS) {
		return strings.EqualFold(a, b)
	}
	return a == b
}
