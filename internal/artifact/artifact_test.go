package artifact_test

import (
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/artifact"
	"github.com/mooring-mcp/mooring/surface"
)

func TestOfCommand(t *testing.T) {
	for _, tt := range []struct{ command, want string }{
		{"npx -y @scope/server@1.2.3 --flag", "npm:@scope/server@1.2.3"},
		{"npx -y @scope/server", "npm:@scope/server"},
		{"npx server@latest stdio", "npm:server"},
		{"npx server@^1.2.0", "npm:server"},
		{"npx server@1", "npm:server"},
		{"npx --package=server@2.0.0 run-it", "npm:server@2.0.0"},
		{"npx -p server@2.0.0 run-it", "npm:server@2.0.0"},
		{"pnpm dlx server@1.0.0", "npm:server@1.0.0"},
		{"pnpm install x", ""},
		{"bunx server@1.0.0-beta.1", "npm:server@1.0.0-beta.1"},
		{"uvx mcp-server-git==2026.1.14 --repository .", "pypi:mcp-server-git@2026.1.14"},
		{"uvx --python 3.12 mcp-server-git@2026.1.14", "pypi:mcp-server-git@2026.1.14"},
		{"uvx --from git-things==1.0.0 mcp-server-git", "pypi:git-things@1.0.0"},
		{"uvx mcp-server-git", "pypi:mcp-server-git"},
		{"uv tool run x==1.0.0", "pypi:x@1.0.0"},
		{"pipx run x", "pypi:x"},
		{"docker run -i --rm -e TOKEN -v /a:/b ghcr.io/o/server:1.2.3 stdio", "oci:ghcr.io/o/server:1.2.3"},
		{"docker run -i --rm o/server", "oci:o/server"},
		{"docker run -i localhost:5000/o/server:latest", "oci:localhost:5000/o/server"},
		{"docker run o/server@sha256:abc", "oci:o/server@sha256:abc"},
		{"docker ps", ""},
		{"./server --x", ""},
		{"npx", ""},
	} {
		words := strings.Fields(tt.command)
		a, ok := artifact.OfCommand(words[0], words[1:])
		if got := a.String(); got != tt.want || ok != (tt.want != "") {
			t.Errorf("OfCommand(%q) = %q, %t, want %q", tt.command, got, ok, tt.want)
		}
	}
}

func TestParse(t *testing.T) {
	for _, text := range []string{"npm:@a/b@1.2.3", "npm:a", "pypi:a@1.0.0", "oci:a/b:1", "oci:a@sha256:0"} {
		if a, ok := artifact.Parse(text); !ok || a.String() != text {
			t.Errorf("Parse(%q) = %q, %t", text, a, ok)
		}
	}
	for _, text := range []string{"", "npm:", "git:HEAD:x", "file", "C:/x"} {
		if a, ok := artifact.Parse(text); ok {
			t.Errorf("Parse(%q) = %q, want nothing", text, a)
		}
	}
}

func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestFind(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "node_modules/@s/p/package.json", `{"name":"@s/p","version":"1.2.3"}`)
	write(t, dir, "node_modules/.package-lock.json", `{"packages":{"node_modules/@s/p":{"integrity":"sha512-x"}}}`)
	script := write(t, dir, "node_modules/@s/p/dist/index.js", "//")
	write(t, dir, "server", "program")
	machine := artifact.Machine{LookPath: func(command string) (string, error) {
		if command == "./server" {
			return command, nil
		}
		return "", errors.New("not found")
	}}
	if got := machine.Find("node", []string{"--flag", script, "stdio"}, ""); got != (surface.Artifact{Kind: surface.NPM, Name: "@s/p", Version: "1.2.3", Digest: "sha512-x"}) {
		t.Errorf("script in a package: %+v", got)
	}
	a := machine.Find("./server", nil, dir)
	b := machine.Find("python3", []string{"server"}, dir)
	if a.Kind != surface.File || !strings.HasPrefix(a.Digest, "sha256:") || a != b {
		t.Errorf("program %+v, script %+v, want one file", a, b)
	}
	write(t, dir, "server", "another program")
	if c := machine.Find("./server", nil, dir); c.Digest == a.Digest {
		t.Error("two files have one digest")
	}
	if got := machine.Find("nowhere", nil, dir); got != (surface.Artifact{}) {
		t.Errorf("unknown program: %+v", got)
	}
}

// TestFindOfNpx has the folder that npm 10 and 11 were seen to install this spec in.
func TestFindOfNpx(t *testing.T) {
	cache := t.TempDir()
	folder := filepath.Join(cache, "_npx", "c98ccc168155bafa", "node_modules")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	noted := `{"packages":{"node_modules/@modelcontextprotocol/server-memory":{"version":"2026.8.31","integrity":"sha512-abc"}}}`
	if err := os.WriteFile(filepath.Join(folder, ".package-lock.json"), []byte(noted), 0o600); err != nil {
		t.Fatal(err)
	}
	const name, exact = "@modelcontextprotocol/server-memory", "@modelcontextprotocol/server-memory@2026.8.31"
	empty, local, binary := t.TempDir(), t.TempDir(), t.TempDir()
	write(t, local, "node_modules/"+name+"/package.json", "{}")
	write(t, binary, "node_modules/.bin/"+exact, "")
	for _, tt := range []struct {
		name, dir string
		args      []string
		want      string
	}{
		{"exact", empty, []string{"-y", exact}, "sha512-abc"},
		{"as a flag", empty, []string{"-p", exact, "run"}, "sha512-abc"},
		{"another spec", empty, []string{"-y", name}, ""},
		{"several packages", empty, []string{"-p", "other", "--package=" + exact, "run"}, ""},
		{"installed here", local, []string{"-y", exact}, ""},
		{"installed above", filepath.Join(local, "a", "b"), []string{"-y", exact}, ""},
		{"a program here", binary, []string{"-y", exact}, ""},
	} {
		got := artifact.Machine{NPMCache: cache}.Find("npx", tt.args, tt.dir)
		if got.Name != name || got.Digest != tt.want {
			t.Errorf("%s: %+v, want integrity %q", tt.name, got, tt.want)
		}
	}
	write(t, folder, ".package-lock.json", strings.Replace(noted, "2026.8.31", "2026.8.30", 1))
	if got := (artifact.Machine{NPMCache: cache}).Find("npx", []string{exact}, empty); got.Digest != "" {
		t.Errorf("another version: %+v, want no integrity", got)
	}
}

// TestFindOfNewestNpx has a spec without version, of which any version is kept.
func TestFindOfNewestNpx(t *testing.T) {
	cache := t.TempDir()
	sum := sha512.Sum512([]byte("w"))
	write(t, cache, "_npx/"+hex.EncodeToString(sum[:8])+"/node_modules/.package-lock.json", `{"packages":{"node_modules/w":{"version":"1.0.0","integrity":"sha512-w"}}}`)
	want := surface.Artifact{Kind: surface.NPM, Name: "w", Digest: "sha512-w"}
	if got := (artifact.Machine{NPMCache: cache}).Find("npx", []string{"w"}, t.TempDir()); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}
