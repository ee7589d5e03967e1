package clientconfig_test

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/clientconfig"
)

var update = flag.Bool("update", false, "rewrite golden files")

// The environments of three machines. Their files are in memory.
func machines() map[string]clientconfig.Env {
	return map[string]clientconfig.Env{
		"darwin":  {OS: "darwin", Home: "/Users/user", Project: "/srv/pier"},
		"linux":   {OS: "linux", Home: "/home/user", Project: "/srv/pier"},
		"windows": {OS: "windows", Home: `C:\Users\user`, Project: `C:\work\pier`},
	}
}

var variables = map[string]string{
	"HARBOR_TOKEN": "tok-3f9a1c77e2", "NOTES_DIR": "/srv/notes", "EMPTY": "", "ProgramData": `C:\ProgramData`, "TEAM": "",
}

func lookup(name string) (string, bool) {
	value, ok := variables[name]
	return value, ok
}

// memory makes an environment in which files are what a map of native paths says.
func memory(env clientconfig.Env, files map[string]string) clientconfig.Env {
	env.Lookup = lookup
	env.Read = func(_, path string) ([]byte, error) {
		text, ok := files[path]
		if !ok {
			return nil, fs.ErrNotExist
		}
		return []byte(text), nil
	}
	separator := "/"
	if env.OS == "windows" {
		separator = `\`
	}
	env.List = func(_, folder string) ([]clientconfig.Entry, error) {
		seen := map[clientconfig.Entry]bool{}
		for path := range files {
			if rest, ok := strings.CutPrefix(path, folder+separator); ok {
				name, _, below := strings.Cut(rest, separator)
				seen[clientconfig.Entry{Name: name, Folder: below}] = true
			}
		}
		var out []clientconfig.Entry
		for e := range seen {
			out = append(out, e)
		}
		slices.SortFunc(out, func(a, b clientconfig.Entry) int { return strings.Compare(a.Name, b.Name) })
		return out, nil
	}
	return env
}

// places are the native paths of a file of the table, with a name in the place
// of each pattern.
func place(env clientconfig.Env, f clientconfig.File) string {
	path := strings.NewReplacer(
		"{home}", env.Home, "{project}", env.Project,
		"{xdg}", env.Home+"/.config",
		"{support}", map[string]string{"linux": env.Home + "/.config", "darwin": env.Home + "/Library/Application Support", "windows": env.Home + "/AppData/Roaming"}[env.OS],
		"{codex}", env.Home+"/.codex", "{copilot}", env.Home+"/.copilot",
		"{gemini}", map[string]string{"linux": "/etc/gemini-cli/settings.json", "darwin": "/Library/Application Support/GeminiCli/settings.json", "windows": "C:/ProgramData/gemini-cli/settings.json"}[env.OS],
		"{programfiles}", "C:/Program Files", "**", "market/tide/1.0.0", "*", "x",
	).Replace(f.Path)
	if env.OS == "windows" {
		return strings.ReplaceAll(path, "/", `\`)
	}
	return path
}

// sample is the golden configuration of a file of the table.
func sample(t *testing.T, c clientconfig.Client, f clientconfig.File) string {
	t.Helper()
	name := strings.ReplaceAll(filepath.Base(f.Path), "*", "x")
	if f.Path == "{gemini}" {
		name = "settings.json"
	}
	text, err := os.ReadFile(filepath.Join("testdata", c.ID, string(f.Scope)+"-"+name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestClients finds the golden configuration of every client at its paths on
// three systems, and compares all that is read with testdata/CLIENT/want.txt.
func TestClients(t *testing.T) {
	for _, c := range clientconfig.Clients() {
		if len(c.Files) == 0 {
			continue
		}
		t.Run(c.ID, func(t *testing.T) {
			var b strings.Builder
			for _, goos := range []string{"linux", "darwin", "windows"} {
				env := machines()[goos]
				files := map[string]string{}
				for _, f := range c.Files {
					if f.On(goos) {
						files[place(env, f)] = sample(t, c, f)
					}
				}
				sources := clientconfig.Find(memory(env, files))
				if len(sources) != len(files) {
					t.Errorf("%s: Find returned %d files of %d", goos, len(sources), len(files))
				}
				fmt.Fprintf(&b, "== %s\n", goos)
				describe(&b, sources, goos)
			}
			golden(t, filepath.Join("testdata", c.ID, "want.txt"), b.String())
		})
	}
}

func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}

func describe(b *strings.Builder, sources []clientconfig.Source, goos string) {
	for _, s := range sources {
		fmt.Fprintf(b, "%s %s %s\n", s.Client.ID, s.Scope, s.Path)
		if s.Err != nil {
			fmt.Fprintf(b, "  error: %v\n", s.Err)
		}
		for _, err := range s.Wrong {
			fmt.Fprintf(b, "  wrong: %v\n", err)
		}
		for _, server := range s.Servers {
			fmt.Fprintf(b, "  %s %s%s\n", server.Name, server.Transport, blocked(server))
			if goos != "darwin" { // the same as on Linux but for the paths
				describeServer(b, server)
			}
		}
	}
}

func blocked(s clientconfig.Server) string {
	if len(s.Blocked) == 0 {
		return ""
	}
	return fmt.Sprintf(" %v %q", s.Blocked, s.Unresolved)
}

func describeServer(b *strings.Builder, s clientconfig.Server) {
	show := func(what string, value any, isSet bool) {
		if isSet {
			fmt.Fprintf(b, "    %s: %q\n", what, value)
		}
	}
	show("command", append([]string{s.Command}, s.Args...), s.Command != "")
	show("dir", s.Dir, s.Dir != "")
	show("env", s.Env, len(s.Env) > 0)
	show("url", s.URL, s.URL != "")
	show("headers", s.Headers, len(s.Headers) > 0)
	show("bearer", s.BearerEnv, s.BearerEnv != "")
	launch := s.Launch()
	show("shown", append([]string{launch.Command}, launch.Args...), launch.Command != "")
	show("shown url", launch.URL, launch.URL != "")
	show("shown names", append(launch.Env, launch.Headers...), len(launch.Env)+len(launch.Headers) > 0)
}

// TestParseKnowsPaths gives every golden configuration by its path, as --config
// does: the client, the scope and the servers are those that Find returns.
func TestParseKnowsPaths(t *testing.T) {
	for goos, env := range machines() {
		for _, c := range clientconfig.Clients() {
			for _, f := range c.Files {
				if !f.On(goos) {
					continue
				}
				path, text := place(env, f), sample(t, c, f)
				env := memory(env, map[string]string{path: text})
				sources := clientconfig.Find(env)
				if len(sources) != 1 || sources[0].Client.ID != c.ID {
					t.Errorf("%s %s: Find(%q) = %d files", goos, c.ID, path, len(sources))
					continue
				}
				got, err := clientconfig.Parse([]byte(text), path, env)
				if err != nil && len(sources[0].Servers) > 0 {
					t.Errorf("%s: Parse(%q): %v", goos, path, err)
				}
				if diff := cmp.Diff(sources[0].Servers, got); diff != "" {
					t.Errorf("%s: Parse(%q) (-found +parsed):\n%s", goos, path, diff)
				}
			}
		}
	}
}

// TestTable demands of each row what documents and commands rely on.
func TestTable(t *testing.T) {
	rows := clientconfig.Clients()
	if !slices.IsSortedFunc(rows, func(a, b clientconfig.Client) int { return strings.Compare(a.ID, b.ID) }) {
		t.Error("the table is not sorted by ID")
	}
	for _, c := range rows {
		if c.Name == "" || c.Source == "" || len(c.Files) == 0 && c.Unseen == "" {
			t.Errorf("%s: name, source or what is not seen is missing", c.ID)
		}
		for _, f := range c.Files {
			if f.Scope == "" || f.Syntax == "" || len(f.Keys) == 0 || (f.Scope == clientconfig.Project) != strings.HasPrefix(f.Path, "{project}/") {
				t.Errorf("%s: incomplete file %+v", c.ID, f)
			}
			for _, id := range f.Also {
				if _, ok := clientconfig.ByID(id); !ok {
					t.Errorf("%s: %q is no client", c.ID, id)
				}
			}
		}
	}
}
