package plugin

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"
	"unicode"

	"github.com/mooring-mcp/mooring/internal/confusable"
	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// The placeholders that are expanded (§9.2).
const (
	pluginRoot = "${PLUGIN_ROOT}"
	pluginData = "${PLUGIN_DATA}"
)

// stdio checks what a stdio server has of its own.
func (s *server) stdio() {
	if command, is := s.v.Get("command").Str(); is {
		s.command(command)
	}
	if cwd, is := s.v.Get("cwd").Str(); is {
		s.workingFolder(cwd)
	}
	for i, arg := range s.v.Get("args").Items() {
		s.placeholders(arg, fmt.Sprintf("%s/%d", s.at("args"), i), true)
	}
	for name, value := range s.v.Get("env").Members() {
		pointer := jsonv.AppendPointer(s.at("env"), name)
		switch {
		case name == "PLUGIN_ROOT" || name == "PLUGIN_DATA":
			s.refuse(ruleReserved, value, pointer, name, "another variable")
		case name == "" || strings.ContainsAny(name, "=\x00"):
			s.refuse(ruleServerValue, value, pointer, quoted(name)+" as a variable's name", "a name without = and NUL")
		case strings.EqualFold(name, "PLUGIN_ROOT") || strings.EqualFold(name, "PLUGIN_DATA"):
			s.note(rulePlaceholder, value, pointer, fmt.Sprintf("%s, which is the client's on Windows", quoted(name)), "another variable")
		}
		s.placeholders(value, pointer, true)
	}
}

// shellSigns are what only a shell would understand in a bare name.
const shellSigns = "|&;<>()$`\"'*?[]{}#~"

// command checks that a command is one executable: a bare name, or a path within the
// package.
func (s *server) command(command string) {
	at, pointer := s.v.Get("command"), s.at("command")
	refuse := func(why string) {
		s.refuse(ruleCommand, at, pointer, shown(at)+why, "a bare name, or a path such as ./bin/server")
	}
	name, relative := strings.CutPrefix(command, "./")
	switch {
	case command == "":
		refuse("")
	case strings.ContainsFunc(command, func(r rune) bool { return r < ' ' || r == 0x7F || r == 0xFFFD }):
		refuse(", with a control character")
	case relative && (name == "" || strings.HasSuffix(name, "/") || path.Base(name) == ".." || path.Base(name) == "."):
		refuse(", a folder")
	case relative:
		s.packagePath(at, pointer, name, ruleCommand)
		s.executable(at, pointer, name)
	case strings.ContainsAny(command, `/\:`):
		refuse(", a path that does not start with ./")
	case command == "." || command == "..":
		refuse(", a folder")
	case strings.ContainsFunc(command, unicode.IsSpace):
		refuse(", more than one word")
	case strings.ContainsAny(command, shellSigns):
		refuse(", which only a shell could take apart")
	case device(command):
		s.note(rulePathDevice, at, pointer, shown(at), "a program")
	}
	if scripts, mixed := confusable.MixedScript(command); mixed {
		s.note(ruleLookalike, at, pointer, shown(at)+", in letters of "+strings.Join(scripts, " and "), "the name of a program in letters of one script")
	}
}

// executable looks for the file of a command.
func (s *server) executable(at *jsonv.Value, pointer, name string) {
	if err := s.r.inside(name); err != nil && !escapes(name) { // by a link
		s.refuse(rulePathEscapes, at, pointer, shown(at)+", which "+err.Error(), "a path that stays in the package")
		return
	}
	why := ""
	for _, ending := range []string{"", ".exe", ".cmd", ".bat"} {
		switch _, info, err := s.r.resolve(name + ending); {
		case err == nil && info.Mode().IsRegular():
			return
		case errors.Is(err, errEscapes):
			return // told
		case ending != "":
		case err == nil:
			why = ", " + fileKind(info.Mode())
		case !errors.Is(err, fs.ErrNotExist):
			why = ", " + cause(err)
		}
	}
	if !s.failed {
		s.note(ruleCommandMissing, at, pointer, shown(at)+why, "a file of the package")
	}
}

// workingFolder checks cwd.
func (s *server) workingFolder(cwd string) {
	at, pointer := s.v.Get("cwd"), s.at("cwd")
	for _, root := range []string{"./", pluginRoot, pluginData} {
		name, is := strings.CutPrefix(cwd, root)
		if !is || root != "./" && name != "" && name[0] != '/' {
			continue
		}
		name = strings.TrimPrefix(name, "/")
		s.packagePath(at, pointer, name, ruleServerPath)
		if root != pluginData && !escapes(name) {
			s.linked(at, pointer, name)
		}
		s.placeholders(at, pointer, true)
		return
	}
	s.refuse(ruleServerPath, at, pointer, shown(at), "./folder, ${PLUGIN_ROOT} or ${PLUGIN_DATA}")
}

// linked reports a folder that leads out of the package by a link. That there is none
// is no error: the server may make it.
func (s *server) linked(at *jsonv.Value, pointer, name string) {
	if err := s.r.inside(name); err != nil {
		s.refuse(rulePathEscapes, at, pointer, shown(at)+", which "+err.Error(), "a path that stays in the package")
	}
}

// packagePath checks the letters of a path below the package, or below its data.
func (s *server) packagePath(at *jsonv.Value, pointer, name, rule string) {
	switch {
	case strings.ContainsRune(name, 0):
		s.refuse(rule, at, pointer, shown(at), "a path without NUL")
	case escapes(name):
		s.refuse(rulePathEscapes, at, pointer, shown(at), "a path that stays in the package")
	case devicePath(name):
		s.note(rulePathDevice, at, pointer, shown(at), "a path without names of devices")
	}
}

// escapes reports a relative path that leads out of where it starts, as some system
// takes it: separators are / and \.
func escapes(name string) bool {
	slashed := strings.ReplaceAll(name, `\`, "/")
	if rooted(slashed) {
		return true
	}
	for i := range len(slashed) + 1 { // no part of it, either: a folder above need not come back
		if i == len(slashed) || slashed[i] == '/' {
			if part := path.Clean(slashed[:i]); part == ".." || strings.HasPrefix(part, "../") {
				return true
			}
		}
	}
	return false
}

// devicePath reports a path one of whose names Windows takes for a device.
func devicePath(name string) bool {
	for part := range strings.SplitSeq(strings.ReplaceAll(name, `\`, "/"), "/") {
		if device(part) {
			return true
		}
	}
	return false
}

// placeholder is what looks as if it were expanded.
var placeholder = regexp.MustCompile(`\$\{[^{}]*\}|\$\{\{[^{}]*\}\}`)

// placeholders reports what is not expanded in a value; expanded is whether the two
// placeholders of the specification are.
func (s *server) placeholders(v *jsonv.Value, pointer string, expanded bool) {
	for _, found := range placeholder.FindAllString(v.Text(), -1) {
		if !expanded || found != pluginRoot && found != pluginData {
			s.note(rulePlaceholder, v, pointer, quoted(found), "text, ${PLUGIN_ROOT} or ${PLUGIN_DATA} where they are expanded")
			return
		}
	}
}
