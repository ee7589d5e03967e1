package cli

// This test is inside the package because the table of identities is not exported.

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/clientconfig"
	"github.com/mooring-mcp/mooring/internal/jsonv"
)

const identitiesPath = "../../docs/identities.md"

// TestIdentitiesDocument keeps docs/identities.md what the table says.
func TestIdentitiesDocument(t *testing.T) {
	got := identitiesDocument()
	if f := flag.Lookup("update"); f != nil && f.Value.String() == "true" {
		if err := os.WriteFile(identitiesPath, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(identitiesPath)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("docs/identities.md is not what the table says; run: make update (-want +got):\n%s", diff)
	}
}

const identitiesPreface = `# Identities

Made from the table of identities by ` + "`make update`" + `.

A server can show one client what it hides from another. ` + "`lock` and `check`" + ` ask as each client whose configuration names
the server; ` + "`--as`" + ` chooses the identities. An identity is what a client sends when it connects: its name, its version and
its capabilities. Whatever else tells clients apart (headers, timing, the environment of a started server) stays ours.

- **certain**: the client's own source says it, or a frame that was recorded.
- **partly**: so are name and version, but capabilities are as others report them.
- **reported**: all of it is as others report it.

A version is that of one release. Where it is older than the client of a machine, a server that looks at versions may
tell them apart.

`

func identitiesDocument() []byte {
	var b bytes.Buffer
	b.WriteString(identitiesPreface)
	b.WriteString("| `--as` | name | version | capabilities | standing | source |\n|---|---|---|---|---|---|\n")
	for _, p := range profiles {
		version := p.version
		if version == "" {
			version = "Mooring's"
		}
		fmt.Fprintf(&b, "| `%s` | `%s` | %s | `%s` | %s | %s |\n", p.name, p.client, version, p.capabilities, p.standing, p.source)
	}
	fmt.Fprintf(&b, "\nNo configuration stands for %s: `--as` names them.\n", strings.Join(identitiesWithoutClient(), ", "))
	b.WriteString("\n## Clients without an identity\n\nHow these present themselves is not known here. Where one of them names a server, `check` says that nobody asked as it.\n\n")
	fmt.Fprintf(&b, "%s.\n", strings.Join(clientsWithoutIdentity(), ", "))
	return b.Bytes()
}

func identitiesWithoutClient() []string {
	var names []string
	for _, p := range profiles {
		if _, ok := clientconfig.ByID(p.name); !ok {
			names = append(names, "`"+p.name+"`")
		}
	}
	return names
}

func clientsWithoutIdentity() []string {
	var names []string
	for _, c := range clientconfig.Clients() {
		if _, err := findProfile(c.ID); err != nil {
			names = append(names, c.Name)
		}
	}
	return names
}

// TestIdentities demands of each row what the rest takes for granted.
func TestIdentities(t *testing.T) {
	if !slices.IsSortedFunc(profiles, func(a, b profile) int { return strings.Compare(a.name, b.name) }) {
		t.Error("the identities are not sorted by name")
	}
	presented := map[string]string{}
	for _, p := range profiles {
		value, err := jsonv.Parse([]byte(p.capabilities), jsonv.Limits{})
		if err != nil {
			t.Errorf("%s: capabilities: %v", p.name, err)
			continue
		}
		if got := string(jsonv.Canonical(value, jsonv.Source)); got != p.capabilities {
			t.Errorf("%s: capabilities are %s, want the canonical %s", p.name, p.capabilities, got)
		}
		if (p.standing == ours) != (p.version == "" && p.source == "") {
			t.Errorf("%s: standing %q with version %q and source %q", p.name, p.standing, p.version, p.source)
		}
		// A pin is asked again as whom it was made: the two must tell every identity.
		key := p.client + " " + p.capabilities
		if other, ok := presented[key]; ok {
			t.Errorf("%s presents itself as %s does", p.name, other)
		}
		presented[key] = p.name
	}
}

// TestIdentitiesOfClients asks as each client that a configuration file can name a
// server in.
func TestIdentitiesOfClients(t *testing.T) {
	for _, id := range []string{"claude-code", "claude-desktop", "cline", "codex", "continue", "copilot-cli", "cursor", "gemini-cli", "goose", "junie", "opencode", "vscode", "windsurf", "zed"} {
		if _, ok := clientconfig.ByID(id); !ok {
			t.Errorf("%q is no client", id)
		}
		if as, strangers := identity(id); len(as) != 1 || as[0].name != id || len(strangers) > 0 {
			t.Errorf("identity(%q) = %v, %v, want that one", id, as, strangers)
		}
	}
	if as, strangers := identity("jetbrains-ai", "", "cline"); len(as) != 1 || len(strangers) != 1 || strangers[0] != "jetbrains-ai" {
		t.Errorf(`identity("jetbrains-ai", "", "cline") = %v, %v`, as, strangers)
	}
}
