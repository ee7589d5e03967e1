package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/internal/allowlist"
)

func (a *app) export() *cobra.Command {
	cmd := &cobra.Command{
		Use: "export", Short: "Turn the lock into allow-lists of clients", GroupID: groupPlumbing,
		Long: `Write the lists by which clients decide which MCP servers may run, made of the
servers that the lock pins: the exact command of each, or its address. A list does
not say what a server may show; check does. docs/export.md says what each client
documents, and where its file belongs.`,
		Example: example("mooring export claude-managed", "mooring export vscode"),
		Args:    unknownArgument("client", "claude-managed or vscode"),
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(
		a.exportTo(allowlist.ClaudeManaged, "Managed settings of Claude Code", `Write allowedMcpServers and allowManagedMcpServersOnly of the managed settings of
Claude Code: servers that no entry matches are blocked, whoever configured them.`, "/etc/claude-code/managed-settings.json"),
		a.exportTo(allowlist.VSCode, "Managed settings of Copilot in VS Code", `Write allowedMcpServers of the enterprise-managed settings of Copilot, which VS Code,
Copilot CLI and JetBrains follow. The array in it is also the value of the policy
ChatAllowedMcpServers of VS Code.`, "managed-settings.json"),
	)
	return cmd
}

const exportLong = `

What the lock has and a list cannot say is told on stderr. A server is left out, and
so blocked, when its launch holds a secret, which the lock does not keep, or a
variable that the client does not expand.

Exit status: 0 every pinned server is in the list; 3 some are left out.`

func (a *app) exportTo(client allowlist.Client, short, long, file string) *cobra.Command {
	var where lockFlags
	var output string
	name := string(client)
	cmd := &cobra.Command{
		Use: name + " [flags]", Short: short, Long: long + exportLong,
		Example: example("mooring export "+name, "mooring export "+name+" --output "+file),
		Args:    noArgs,
		RunE: func(*cobra.Command, []string) error {
			f, err := where.read(false)
			if err != nil {
				return err
			}
			if len(f.lock.Servers) == 0 {
				return usagef("", "lock file %q pins no server, and an empty list would block every server", f.path)
			}
			return a.writeList(allowlist.Of(f.lock, client), output)
		},
	}
	where.register(cmd)
	cmd.Flags().StringVar(&output, "output", "", "file to write, whole; - is standard output, the default")
	return cmd
}

func (a *app) writeList(l allowlist.List, output string) error {
	status := statusPassed
	for _, n := range l.Notes {
		word := "note"
		if n.Left {
			word, status = "warning", statusUnknown
		}
		fmt.Fprintf(a.io.Stderr, "mooring: %s: %s\n", word, n)
	}
	if err := a.writeOutput("list", output, l.JSON()); err != nil {
		return err
	}
	return quiet(status)
}
