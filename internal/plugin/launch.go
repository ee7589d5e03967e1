package plugin

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/surface"
)

// Pin is the launch that a lock has under the name of a server, and where both sides
// are: relative paths of the launch start in Base, and those of the plugin in Root. Both
// folders are absolute, or "" where they are not known.
type Pin struct {
	Launch     surface.Launch
	Root, Base string
}

// launch is what an entry of mcp.json starts or reaches, without its secrets.
func (s *server) launch(kind string) surface.Launch {
	if kind != "stdio" {
		return surface.Launch{Transport: "http", URL: surface.RedactURL(s.v.Get("url").Text()), Headers: memberNames(s.v.Get("headers"))}
	}
	var args []string
	for _, arg := range s.v.Get("args").Items() {
		args = append(args, arg.Text())
	}
	return surface.NewLaunch(s.v.Get("command").Text(), args, s.v.Get("cwd").Text(), memberNames(s.v.Get("env")))
}

func memberNames(v *jsonv.Value) []string {
	var out []string
	for name := range v.Members() {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// Differences are the parts in which what a client starts for the plugin is not what is
// pinned: Before is pinned, After the plugin's. A path of the package is that file,
// however the pin writes it. Variables and headers that the pin has beyond the plugin's
// are the user's own.
func (s Server) Differences(pin Pin) []surface.Difference {
	before, after := pin.Launch, s.launch
	if before.Transport != "stdio" {
		before.Transport = "http" // or sse: the address says what is reached
	}
	if after.Dir == "" && before.Dir == "" || pin.path(before.Dir) == pin.own(dirOf(after.Dir)) {
		after.Dir = before.Dir
	}
	pin.Base = pin.path(before.Dir)
	if pin.same(before.Command, after.Command) {
		after.Command = before.Command
	}
	if slices.EqualFunc(before.Args, after.Args, pin.same) {
		after.Args = before.Args
	}
	if covers(before.Env, after.Env, func(a, b string) bool { return a == b }) {
		after.Env = before.Env
	}
	if covers(before.Headers, after.Headers, strings.EqualFold) {
		after.Headers = before.Headers
	}
	return before.Differences(after)
}

// dirOf is where a server runs: cwd, or the package (§7.2.1).
func dirOf(cwd string) string {
	if cwd == "" {
		return pluginRoot
	}
	return cwd
}

func covers(all, some []string, same func(a, b string) bool) bool {
	return !slices.ContainsFunc(some, func(b string) bool {
		return !slices.ContainsFunc(all, func(a string) bool { return same(a, b) })
	})
}

// same reports that a pinned word and one of the plugin are the same text, or the same
// file of the package. The folder of ${PLUGIN_DATA} is the client's to choose.
func (p Pin) same(pinned, own string) bool {
	if pinned == own {
		return true
	}
	if before, behind, found := strings.Cut(own, pluginData); found && !strings.Contains(behind, pluginData) {
		before, behind = p.expand(before), p.expand(behind)
		return len(pinned) > len(before)+len(behind) && strings.HasPrefix(pinned, before) && strings.HasSuffix(pinned, behind)
	}
	if p.Root == "" || !strings.HasPrefix(own, "./") && !strings.Contains(own, pluginRoot) {
		return false
	}
	return slashed(pinned) == slashed(p.expand(own)) || p.path(pinned) == p.own(own)
}

func (p Pin) expand(word string) string { return strings.ReplaceAll(word, pluginRoot, p.Root) }

// own is the absolute path of a word of the plugin.
func (p Pin) own(word string) string { return below(p.Root, p.expand(word)) }

// path is the absolute path of a pinned word.
func (p Pin) path(word string) string { return below(p.Base, word) }

func below(folder, word string) string {
	if filepath.IsAbs(word) || path.IsAbs(word) {
		return path.Clean(slashed(word))
	}
	return path.Join(slashed(folder), slashed(word))
}

func slashed(word string) string { return filepath.ToSlash(word) }

// pinned compares the servers with the pins of their names.
func (r *reader) pinned() {
	if r.options.Pinned == nil {
		return
	}
	for _, s := range r.out.Servers {
		pin, known := r.options.Pinned(s.Name)
		if !known {
			continue
		}
		for _, d := range s.Differences(pin) {
			r.add(ruleOtherLaunch, s.at, d.Part+" "+told(d.After)+" of server "+quoted(s.Name), d.Part+" "+told(d.Before)+", as pinned")
		}
	}
}

// told is a part of a launch for a finding.
func told(part string) string {
	switch {
	case part == "":
		return "none"
	case holdsSecret(part):
		return "with a secret"
	}
	return part
}
