package clientconfig_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/clientconfig"
)

// TestDocument keeps docs/clients.md what the table says.
func TestDocument(t *testing.T) {
	golden(t, "../../docs/clients.md", document())
}

const preface = `# Clients

Made from the client table by ` + "`go test ./internal/clientconfig -update`" + `.

` + "`mooring servers`" + ` looks through these places and lists the servers that it finds. It starts nothing, runs no helper,
and prints no value of a variable or header.

- **Scope.** *managed* files are an administrator's, *user* files the user's own, *project* files come with a project.
  Servers that only a project's file names are not started without ` + "`--trust-project`" + `. The project is the git working
  tree around the working directory, or that directory.
- **Links.** A file of a project that leads out of the project's folder is not read. In other places links are followed,
  but not the folders that a ` + "`*`" + ` stands for. Only regular files are read.
- **Limits.** 16 MiB a file; 1 MiB of TOML; 128 KiB of YAML; 200 files and 2,000 folders, 8 deep, for each place with a ` + "`*`" + `.
- **Syntax.** JSON that repeats a member within the servers is refused; elsewhere in the file it is none of our business.
  Comments and trailing commas are read but for clients that are known to refuse them.
- **Variables.** What a client has no form for is plain text. A variable that is not set, an input that a person would
  give, and a file that would have to be read (` + "`envFile`, `headersHelper`" + `) are named, and the server is not observed.
- **Not looked for.** Homes of other systems on the same machine (WSL), profiles of editors, policies that allow or deny
  servers, the parents of the project's folder.
- ` + "`--config FILE`" + ` is recognised by its path, else by its members.
`

func document() string {
	var b strings.Builder
	b.WriteString(preface)
	b.WriteString("\n## Folders\n\n| in a path | Linux | macOS | Windows |\n|---|---|---|---|\n")
	for _, r := range clientconfig.Roots() {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", r.Name, r.Linux, r.Darwin, r.Windows)
	}
	b.WriteString("\n## Places\n\n| client | scope | file | syntax | servers |\n|---|---|---|---|---|\n")
	for _, c := range clientconfig.Clients() {
		for _, f := range c.Files {
			fmt.Fprintf(&b, "| %s | %s | `%s`%s | %s | %s |\n", c.Name, f.Scope, f.Path, systems(f), f.Syntax, ways(f))
		}
	}
	b.WriteString("\n## Entries\n\nThe name in the first column is the one of `--client`.\n\n| client | remote | switched off by | variables | not seen | not certain |\n|---|---|---|---|---|---|\n")
	for _, c := range clientconfig.Clients() {
		fmt.Fprintf(&b, "| %s (`%s`) | %s | %s | %s | %s | %s |\n", c.Name, c.ID, remote(c), off(c), forms(c), c.Unseen, c.Unverified)
	}
	return b.String()
}

func systems(f clientconfig.File) string {
	if f.Systems == "" {
		return ""
	}
	return " (" + strings.NewReplacer("linux", "Linux", "darwin", "macOS", "windows", "Windows", " ", ", ").Replace(f.Systems) + ")"
}

func ways(f clientconfig.File) string {
	var out []string
	for _, way := range f.Keys {
		out = append(out, "`"+strings.Join(way, " › ")+"`")
	}
	text := strings.Join(out, ", ")
	if len(f.Also) > 0 {
		text += ", also read by " + strings.Join(f.Also, ", ")
	}
	return text
}

func remote(c clientconfig.Client) string {
	switch {
	case len(c.Files) == 0 || c.Shape.StdioOnly:
		return ""
	case c.Shape.URL != "":
		return "`" + c.Shape.URL + "`"
	}
	return "`url`"
}

func off(c clientconfig.Client) string {
	switch {
	case c.Filter.Excluded != nil:
		return "`" + strings.Join(c.Filter.Allowed, ".") + "`, `" + strings.Join(c.Filter.Excluded, ".") + "`"
	case c.Shape.Off == "enabled":
		return "`enabled: false`"
	case c.Shape.Off != "":
		return "`" + c.Shape.Off + ": true`"
	}
	return ""
}

func forms(c clientconfig.Client) string {
	if c.Dialect == clientconfig.AnyBraces {
		return "not known: any `${…}`"
	}
	var out []string
	for _, form := range c.Dialect.Forms() {
		out = append(out, "`"+form+"`")
	}
	return strings.Join(out, " ")
}
