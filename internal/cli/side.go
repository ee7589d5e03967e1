package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"mvdan.cc/sh/v3/shell"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/manifest"
	"github.com/mooring-mcp/mooring/surface"
)

// side is one side of a diff before it is read: either a server to observe, or
// something to read.
type side struct {
	label  string
	server string // name of the server, "" when nothing tells
	// revision is the commit of a side from git, "" for others.
	revision string
	target   *target // set for a server
	read     func(ctx context.Context) (check.Observation, error)
}

// sideReader turns the words of a diff into sides.
type sideReader struct {
	*app

	flags  *targetFlags
	lock   *lockFlags
	lenses []check.Lens
	// partial says what tools that were observed in part count as.
	partial manifest.Partial
}

// sides finds BEFORE and AFTER among the arguments, the command behind "--" and
// the two command flags.
func (r sideReader) sides(args []string, dash int, beforeCmd, afterCmd string) (before, after side, err error) {
	words := args
	var command []string
	if n := len(args); dash < 0 && n+count(beforeCmd)+count(afterCmd) != 2 {
		return before, after, usagef("mooring diff --help", "found %s, want two: BEFORE and AFTER", sideCount(n+count(beforeCmd)+count(afterCmd)))
	}
	if dash >= 0 {
		words, command = args[:dash], args[dash:]
	}
	var list []side
	if beforeCmd != "" {
		s, err := r.shellSide("--before-cmd", beforeCmd)
		if err != nil {
			return before, after, err
		}
		list = append(list, s)
	}
	for _, word := range words {
		s, err := r.side(word)
		if err != nil {
			return before, after, err
		}
		list = append(list, s)
	}
	if afterCmd != "" {
		s, err := r.shellSide("--after-cmd", afterCmd)
		if err != nil {
			return before, after, err
		}
		list = append(list, s)
	}
	if dash >= 0 {
		s, err := r.commandSide(command)
		if err != nil {
			return before, after, err
		}
		list = append(list, s)
	}
	if len(list) != 2 {
		return before, after, usagef("mooring diff --help", "found %s, want two: BEFORE and AFTER", sideCount(len(list)))
	}
	return list[0], list[1], nil
}

func count(flag string) int {
	if flag == "" {
		return 0
	}
	return 1
}

func sideCount(n int) string {
	if n == 1 {
		return "one side"
	}
	return fmt.Sprintf("%d sides", n)
}

func (r sideReader) shellSide(flag, line string) (side, error) {
	words, err := shell.Fields(line, func(name string) string {
		value, _ := r.lookup(name)
		return value
	})
	if err != nil {
		return side{}, usage(fmt.Errorf("%s: %w", flag, err), "")
	}
	if len(words) == 0 {
		return side{}, usagef("", "%s is empty", flag)
	}
	return r.commandSide(words)
}

func (r sideReader) commandSide(command []string) (side, error) {
	t, err := r.commandTarget(r.flags, nil, command)
	if err != nil {
		return side{}, err
	}
	label := strings.Join(append([]string{t.launch.Command}, t.launch.Args...), " ")
	return side{label: label, server: t.id, target: &t}, nil
}

// side reads one word.
func (r sideReader) side(word string) (side, error) {
	if name, ok := strings.CutPrefix(word, "lock:"); ok {
		return r.lockSide(word, name)
	}
	if spec, ok := strings.CutPrefix(word, "git:"); ok {
		return gitSide(word, spec)
	}
	info, err := os.Stat(word)
	switch {
	case err == nil && info.IsDir():
		return side{label: word, read: func(context.Context) (check.Observation, error) { return dirSide(word) }}, nil
	case err == nil:
		return side{label: word, read: func(context.Context) (check.Observation, error) { return fileSide(word) }}, nil
	case r.flags.config != "":
		targets, err := r.configTargets(r.flags, []string{word})
		if err != nil {
			return side{}, err
		}
		return side{label: word + " observed now", server: word, target: &targets[0]}, nil
	case !errors.Is(err, fs.ErrNotExist):
		return side{}, usage(err, "")
	}
	return side{}, usagef("mooring diff --help", "%q is no file or folder, and no --config names servers", word)
}

func (r sideReader) lockSide(word, name string) (side, error) {
	path, err := r.lock.resolve()
	if err != nil {
		return side{}, err
	}
	file, err := readLock(path, false)
	if err != nil {
		return side{}, err
	}
	entry, pinned := file.lock.Get(name)
	if !pinned {
		return side{}, usagef("", "server %q is not in %q", name, path)
	}
	observation := pinnedSide(entry)
	observation.Label = word
	return side{label: word, server: name, read: func(context.Context) (check.Observation, error) { return observation, nil }}, nil
}

func fileSide(path string) (check.Observation, error) {
	text, err := readFile(path, sideBytes)
	if err != nil {
		return check.Observation{}, err
	}
	return readText(path, text)
}

func readText(label string, text []byte) (check.Observation, error) {
	s, err := surface.Read(label, text)
	if err != nil {
		return check.Observation{}, usage(fmt.Errorf("read %q: %w", label, placed(text, err)), "")
	}
	return check.Observation{Label: label, Surface: s, Vouched: true}, nil
}

// toolFile reports a file of a folder that holds one tool.
func toolFile(name string) bool {
	ext := filepath.Ext(name)
	return ext == ".json" || ext == ".snap"
}

func dirSide(dir string) (check.Observation, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return check.Observation{}, usage(err, "")
	}
	var files []namedText
	for _, e := range entries {
		if e.IsDir() || !toolFile(e.Name()) {
			continue
		}
		path := filepath.Join(dir, e.Name())
		text, err := readFile(path, sideBytes)
		if err != nil {
			return check.Observation{}, err
		}
		files = append(files, namedText{path, text})
	}
	return readTools(dir, files)
}

type namedText struct {
	name string
	text []byte
}

// readTools makes a side of files that hold one tool each.
func readTools(label string, files []namedText) (check.Observation, error) {
	if len(files) == 0 {
		return check.Observation{}, usagef("", "folder %q has no *.json or *.snap files", label)
	}
	tools := make([][]byte, 0, len(files))
	for _, f := range files {
		item := surface.NewItem(surface.Tool, f.text)
		if item.Problem != "" {
			return check.Observation{}, usagef("", "file %q: %s", f.name, item.Problem)
		}
		if item.Name == "" {
			return check.Observation{}, usagef("", "file %q: member \"name\" is missing, want one tool a file", f.name)
		}
		tools = append(tools, f.text)
	}
	return check.Observation{Label: label, Surface: surface.FromTools(label, tools), Vouched: true}, nil
}
