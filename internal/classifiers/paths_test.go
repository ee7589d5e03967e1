package classifiers_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/glob"
	"github.com/mooring-mcp/mooring/internal/pathop"
	"github.com/mooring-mcp/mooring/internal/places"
	"github.com/mooring-mcp/mooring/internal/shellop"
)

// TestReadAlike is that a text which reads a path is judged as the path is: what holds secrets, or leads nowhere that
// is known, escalates in both, and nothing else. A plain file outside of the workspace is auto in a text for a shell.
func TestReadAlike(t *testing.T) {
	at := pathop.Place{Workspace: "/src/harbor", Home: "/home/mate"}
	for _, p := range readPaths() {
		found := pathop.Classify(p, at)
		telling := false
		for _, m := range found.Matches {
			telling = telling || m.Class == pathop.Credential || m.Class == pathop.Unresolved
		}
		got := shellop.Classify("cat "+strings.ReplaceAll(p, " ", `\ `), shellop.Options{Shell: "bash", Workspace: at.Workspace, Home: at.Home})
		if telling && got.Band.Less(shellop.Escalate) {
			t.Errorf("cat %s is %s, as a path it is %s: %s", p, got.Band, found.Class, found.Reason())
		}
		if !telling && got.Band != shellop.Auto {
			t.Errorf("cat %s is %s, as a path it is %s", p, got.Band, found.Class)
		}
	}
}

// readPaths are a path for each row of the list of places, in a home, below the root and in the project, as itself, as
// a pattern, and behind links; and what is like any other file.
func readPaths() []string {
	out := []string{
		"main.go", "src/app.ts", "*.json", "src/*", "config/*.yaml", "~/notes.txt", "~/src/*/README.md", "/usr/share/dict/words", "/var/log/*.log",
		"/etc/*-release", ".env.example", "/proc/self/status", "/proc/self/cwd/main.go", "/proc/self/cwd/../.env", "/proc/1/root/etc/hostname",
		"/proc/self/root/../etc/shadow", "/proc/12/cwd/x", "/dev/fd/../environ", "/proc/self/fd/3/../x", "/var/run/../etc/shadow", "~/.??h/*", "~/.*/*",
		"~/.[r-t]*/*", "~/.{ssh,aws}/x", "~/.ss{g..i}/x", "/tmp/.?/etc/shadow", "/e*/s*", "cred*.json", ".e*", "**/*.pem", "src/**/id_*", "~/.config/*/*",
	}
	for _, q := range places.Rows() {
		if q.Class != places.Credential {
			continue
		}
		path := strings.NewReplacer("*", "1", "?", " ").Replace(q.String())
		starts := []string{"~/", "sub/", "/home/other/"}
		if q.Anchor != glob.Loose {
			starts = []string{""}
		}
		for _, start := range starts {
			out = append(out, start+path, start+strings.ToUpper(path))
			if !q.Only {
				out = append(out, start+path+"/x")
			}
			if strings.HasPrefix(path, ".") && !strings.Contains(path, "/") {
				out = append(out, fmt.Sprintf("%s%s*", start, path[:2]))
			}
		}
		if q.Anchor == glob.Root {
			out = append(out, "/proc/self/root"+path)
		}
	}
	return out
}
