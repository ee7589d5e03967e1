package shellop

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/shelltable"
)

// looks are the commands of Mooring that decide and change nothing (docs/cli.md): they observe, compare and show. The
// others pin, accept, promote, log in or set up, which is for people.
var looks = []string{
	"", "audit", "audit show", "bands", "bands propose", "bands show", "census", "check", "classify", "completion", "diff", "doctor", "explain", "export",
	"help", "inspect", "manifest", "manifest candidate", "manifest diff", "manifest export", "manifest observe", "manifest verify", "plugin",
	"plugin diff", "plugin lint", "plugin summary", "policy", "policy show", "policy test", "report", "rules", "servers", "version",
}

// handsOwn looks at what code is given that is not in the text: with a file of Mooring it may do anything.
func (w *walker) handsOwn(name string, words []word, st *state, at Span) {
	for _, v := range words {
		if pl := w.place(st, v); pl.zones.Has(own) && !pl.unknown && !pl.glob {
			w.add(shelltable.Exec, "own-files", fmt.Sprintf("%s hands %q to code that is not in the text", name, v.show()), at)
		}
	}
}

// ownCommand is the command that the words name, with the one of its group. An option in front may take the next word,
// as in --lock check accept, so that the command is not known: then it is none of [looks].
func ownCommand(args []word) string {
	sub := ""
	for i := 0; i < len(args); i++ {
		text := args[i].text
		switch {
		case text == "--" && sub == "":
		case text == "--color" && i+1 < len(args):
			i++
		case text == "--help" || text == "-h" || text == "--version":
			return "help"
		case strings.HasPrefix(text, "--color="):
		case text == "--":
			return sub
		case strings.HasPrefix(text, "-"):
			if i+2 < len(args) && (sub == "" || !strings.Contains(text, "=")) {
				return sub + " ?"
			}
			return sub
		case sub != "":
			return sub + " " + text
		case !slices.ContainsFunc(looks, func(l string) bool { return strings.HasPrefix(l, text+" ") }):
			return text
		default:
			sub = text
		}
	}
	return sub
}

// ownName reports the name of a program of Mooring, as file systems that ignore case and Windows find it.
func ownName(name string) bool {
	return slices.Contains(shelltable.Names(), strings.TrimSuffix(strings.ToLower(name), ".exe"))
}

// runners are commands that run the program which one of their words names as a package or a folder.
var runners = []string{
	"bun run", "bun x", "bunx", "cargo r", "cargo run", "deno run", "deno x", "docker container run", "docker run", "dlx", "dotnet run", "finch run", "go run", "go tool",
	"nerdctl run", "nix run", "nix shell", "npm exec", "npm run", "npm x", "npx", "pipx", "pnpm dlx", "pnpm exec", "pnpm run", "pnpx", "podman container run", "podman run",
	"uv tool", "uvx", "yarn dlx", "yarn exec", "yarn run",
}

// ownBehind looks for a program of Mooring behind a runner: go run ./cmd/mooring, npx @scope/mooring, an image.
func (w *walker) ownBehind(argv []word, st *state, at Span) {
	for i, v := range argv {
		next := i + 1
		if next < len(argv) && argv[next].text == "--" {
			next++
		}
		if next < len(argv) && ownPackage(argv[next].text) || !ownPackage(v.text) {
			continue // the last of several, as in npx -p @scope/mooring mooring
		}
		w.ownProgram("mooring", argv[i:], st, at)
		return
	}
}

// ownScript reports a script of Mooring: by its name, or in a package that is installed.
func ownScript(text string) bool {
	_, inside, _ := strings.Cut(text, "node_modules/")
	return ownPackage(text) || slices.ContainsFunc(strings.Split(inside, "/"), ownName)
}

// ownPackage reports a package, module, folder, image or script of Mooring: its last part, without a version, or the
// folder of a file of Go.
func ownPackage(text string) bool {
	text = strings.TrimSuffix(strings.ToLower(text), "/")
	if _, pkg, ok := strings.Cut(text, "npm:"); ok {
		text = pkg
	}
	if at := strings.LastIndexAny(text, "@:#"); at > strings.LastIndexByte(text, '/') && at > 0 {
		if tail := text[at+1:]; ownName(tail) {
			return true // .#mooring
		}
		text = text[:at]
	}
	base := path.Base(text)
	if path.Ext(base) == ".go" || strings.Contains(base, string(markStar)) {
		base = path.Base(path.Dir(text))
	}
	return ownName(strings.TrimSuffix(base, path.Ext(base))) || ownName(base)
}
