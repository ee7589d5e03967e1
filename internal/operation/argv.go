package operation

import (
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/pathop"
)

// A command may come in parts: as an array of words, or with its arguments and its
// folder in members beside it.

// argv puts an array of words together that is one command by its name, or by that of a
// tool which runs commands where no other member names the program; false for anything else.
func (j *judge) argv(v *jsonv.Value, l leaf) (string, bool) {
	name := lastWord(l.name)
	whole := name == "argv" || commandNames[name] && !strings.HasSuffix(name, "s") ||
		argumentNames[name] && (j.tool.any(shells) || j.tool.any(runners)) && !namesProgram(l.siblings)
	if !whole || v.Len() == 0 {
		return "", false
	}
	var words []string
	for _, item := range v.Items() {
		word, ok := item.Str()
		if !ok {
			return "", false
		}
		words = append(words, word)
	}
	if len(words) == 1 {
		return words[0], true
	}
	return words[0] + quotedWords(words[1:]), true
}

var argumentNames = words("args arguments argv")

// namesProgram reports a member beside the arguments that holds the program.
func namesProgram(siblings *jsonv.Value) bool {
	for name, member := range siblings.Members() {
		last := lastWord(name)
		if _, text := member.Str(); text && (commandNames[last] || codeNames[last] || pathNames[last] || last == "executable" || last == "binary") && !isFolder(name) {
			return true
		}
	}
	return false
}

// withArguments puts the member args or arguments behind a command.
func withArguments(command string, siblings *jsonv.Value) string {
	for name, member := range siblings.Members() {
		if !argumentNames[lastWord(name)] {
			continue
		}
		var words []string
		for _, item := range member.Items() {
			words = append(words, item.Text())
		}
		if text, ok := member.Str(); ok && text != command {
			command += " " + text
		}
		command += quotedWords(words)
	}
	return command
}

// quotedWords are words as a shell takes them literally.
func quotedWords(words []string) string {
	var b strings.Builder
	for _, w := range words {
		b.WriteString(" '" + strings.ReplaceAll(w, "'", `'\''`) + "'")
	}
	return b.String()
}

// folder is where a command runs, by the member beside it; "" for the workspace, and
// where it cannot be told: the folder is then a part of its own, which escalates.
func (j *judge) folder(siblings *jsonv.Value) string {
	for name, member := range siblings.Members() {
		if text, ok := member.Str(); ok && text != "" && isFolder(name) {
			if dir := pathop.Classify(text, j.call.Place).Resolved; pathIsAbsolute(dir) {
				return dir
			}
		}
	}
	return ""
}

func pathIsAbsolute(p string) bool { return strings.HasPrefix(p, "/") || len(p) > 1 && p[1] == ':' }
