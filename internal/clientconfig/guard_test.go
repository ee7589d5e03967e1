package clientconfig_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/clientconfig"
	"github.com/mooring-mcp/mooring/internal/pathop"
)

// TestConfigurationsAreGuarded: a file that says which servers a client starts guards calls, so that no agent writes it,
// be it by a path or by a command.
func TestConfigurationsAreGuarded(t *testing.T) {
	const project, home = "/home/mo/src/harbor", "/home/mo"
	roots := map[string]string{
		"{home}": home, "{project}": project, "{xdg}": home + "/.config", "{appdata}": "c:/Users/mo/AppData/Roaming", "{localappdata}": "c:/Users/mo/AppData/Local",
		"{programfiles}": "c:/Program Files", "{programdata}": "c:/ProgramData", "{copilot}": home + "/.copilot", "{codex}": home + "/.codex", "{gemini}": "/etc/gemini-cli/settings.json",
		"{config}": home + "/.config", "{support}": home + "/Library/Application Support",
	}
	pattern := strings.NewReplacer("**", "x", "*", "x", "?", "x")
	for _, c := range clientconfig.Clients() {
		for _, f := range c.Files {
			root := regexp.MustCompile(`^\{[a-z]+\}`).FindString(f.Path)
			folder, known := roots[root]
			if root != "" && !known {
				t.Errorf("%s: the root of %s is not known here", c.ID, f.Path)
				continue
			}
			path := folder + pattern.Replace(f.Path[len(root):])
			if r := pathop.Classify(path, pathop.Place{Workspace: project, Home: home}); r.Class != pathop.Guard {
				t.Errorf("%s: %s is %s (%s), want guard", c.ID, path, r.Class, r.Reason())
			}
		}
	}
}
