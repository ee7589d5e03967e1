package clientconfig_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/clientconfig"
)

func FuzzJSON(f *testing.F)  { fuzz(f, "a.json", "*/*.json") }
func FuzzTOML(f *testing.F)  { fuzz(f, "a.toml", "*/*.toml") }
func FuzzYAML(f *testing.F)  { fuzz(f, "a.yaml", "*/*.yaml") }
func FuzzNamed(f *testing.F) { fuzz(f, "/x/.vscode/mcp.json", "vscode/*.json") }

// fuzz demands of any text: no panic; the same answer twice; servers sorted and
// startable or blocked for a reason; nothing shown that a variable of the
// environment holds; a comment behind JSONC changes nothing.
func fuzz(f *testing.F, path, seeds string) {
	f.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", seeds))
	if err != nil || len(files) == 0 {
		f.Fatalf("no seeds %q: %v", seeds, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		servers, err := clientconfig.Parse(text, path, linux())
		again, _ := clientconfig.Parse(text, path, linux())
		if diff := cmp.Diff(servers, again); diff != "" {
			t.Errorf("two readings differ:\n%s", diff)
		}
		for i, s := range servers {
			if i > 0 && servers[i-1].Name > s.Name {
				t.Errorf("server %q stands behind %q", s.Name, servers[i-1].Name)
			}
			if s.Transport == "" && len(s.Blocked) == 0 || s.Transport == "stdio" && s.Command == "" && s.Written.Command == "" {
				t.Errorf("server %q cannot be started and is not blocked: %+v", s.Name, s)
			}
			if shown := cmp.Diff(nil, s.Launch()); strings.Contains(shown, "tok-3f9a1c77e2") && !strings.Contains(string(text), "tok-3f9a1c77e2") {
				t.Errorf("server %q shows a variable's value", s.Name)
			}
		}
		if err == nil && strings.HasSuffix(path, ".json") {
			commented, err := clientconfig.Parse(append(text, " // end"...), path, linux())
			if diff := cmp.Diff(servers, commented); diff != "" || err != nil {
				t.Errorf("a comment changes the answer: %v\n%s", err, diff)
			}
		}
	})
}
