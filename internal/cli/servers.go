package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/internal/clientconfig"
)

// serversFlags choose what is listed.
type serversFlags struct{ client, scope, format, config string }

func (a *app) servers() *cobra.Command {
	var flags serversFlags
	cmd := &cobra.Command{
		Use: "servers [flags]", Short: "List the servers that your clients are configured to start", GroupID: groupStart,
		Long: `Look through the configurations of all known clients, those of the machine, of
the user and of the project (the git working tree around the working directory),
and list every server with how it is launched and whether it can be observed.

Nothing is started. No value of a variable or header is printed; variables that
are not set and inputs that a person would give are named. Servers that only a
file of the project names are never started without --trust-project: cloning a
repository must not run its code.

docs/clients.md lists the clients and where their files are. Status 2 when a
file that was asked for, with --config or --client, cannot be read.`,
		Example: example(
			"mooring servers",
			"mooring servers --client claude-code --scope project",
			"mooring servers --config .mcp.json",
			"mooring servers --format json",
		),
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error {
			if err := flags.validate(); err != nil {
				return err
			}
			return a.listServers(flags)
		},
	}
	cmd.Flags().StringVar(&flags.client, "client", "", "only this client, by its name in docs/clients.md")
	cmd.Flags().StringVar(&flags.scope, "scope", "", "only files of this scope: managed, user or project")
	cmd.Flags().StringVar(&flags.format, "format", "text", "text for people, or json")
	cmd.Flags().StringVar(&flags.config, "config", "", "only this file")
	cmd.MarkFlagsMutuallyExclusive("config", "client")
	cmd.MarkFlagsMutuallyExclusive("config", "scope")
	if err := cmd.RegisterFlagCompletionFunc("client", cobra.FixedCompletions(clientIDs(clientconfig.Clients()), cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic(err) // the flag is above
	}
	return cmd
}

func (f serversFlags) validate() error {
	if err := oneOf("--format", f.format, "text", "json"); err != nil {
		return err
	}
	if f.scope != "" {
		if err := oneOf("--scope", f.scope, "managed", "user", "project"); err != nil {
			return err
		}
	}
	if _, ok := clientconfig.ByID(f.client); f.client != "" && !ok {
		return usagef("mooring servers", "unknown client %q, want one of %s", f.client, strings.Join(clientIDs(clientconfig.Clients()), ", "))
	}
	return nil
}

func (a *app) listServers(f serversFlags) error {
	listing, err := a.findServers(f)
	if err != nil {
		return err
	}
	if f.format == "json" {
		err = listing.writeJSON(a.io.Stdout)
	} else {
		err = listing.writeText(a.io.Stdout, a.textOptions().Width)
	}
	if err != nil {
		return err
	}
	for _, s := range listing.sources {
		if f.client != "" && s.Err != nil {
			return usagef("", "configuration %q: %w", s.Path, s.Err)
		}
	}
	return nil
}

// serverListing is what was found, to be shown.
type serverListing struct {
	env     clientconfig.Env
	looked  []clientconfig.Client // on this system
	sources []clientconfig.Source
}

func (a *app) findServers(f serversFlags) (serverListing, error) {
	l := serverListing{env: a.clientEnv()}
	if f.config != "" {
		source, err := a.configSource(f.config)
		l.sources = []clientconfig.Source{source}
		return l, err
	}
	for _, c := range clientconfig.Clients() {
		if c.OnAny(l.env.OS) && (f.client == "" || f.client == c.ID) {
			l.looked = append(l.looked, c)
		}
	}
	l.sources = slices.DeleteFunc(clientconfig.Find(l.env), func(s clientconfig.Source) bool {
		return f.client != "" && f.client != s.Client.ID && !slices.Contains(s.Also, f.client) || f.scope != "" && f.scope != string(s.Scope)
	})
	return l, nil
}

// configSource is a file that is named, whatever client it is of.
func (a *app) configSource(path string) (clientconfig.Source, error) {
	servers, err := a.readConfig(path)
	if err != nil {
		return clientconfig.Source{}, err
	}
	s := clientconfig.Source{Path: absolute(path), Servers: servers, Client: clientconfig.Client{Name: "configuration"}}
	if len(servers) > 0 {
		if c, ok := clientconfig.ByID(servers[0].Client); ok {
			s.Client = c
		}
		s.Scope = servers[0].Scope
	}
	return s, nil
}

func clientIDs(clients []clientconfig.Client) []string {
	ids := make([]string, len(clients))
	for i, c := range clients {
		ids[i] = c.ID
	}
	return ids
}

// clientEnv is where client configurations are looked for.
func (a *app) clientEnv() clientconfig.Env {
	home, err := os.UserHomeDir()
	if err != nil {
		home = ""
	}
	return clientconfig.Env{
		OS: runtime.GOOS, Home: home, Project: projectFolder(), Lookup: a.lookup,
		Read: clientconfig.ReadFile, List: clientconfig.ListFolder,
	}
}

// projectFolder is the nearest folder upwards that is a git working tree, else
// the working directory; "" when there is none.
func projectFolder() string {
	here, err := os.Getwd()
	if err != nil {
		return ""
	}
	for folder := here; ; folder = filepath.Dir(folder) {
		if _, err := os.Lstat(filepath.Join(folder, ".git")); err == nil {
			return folder
		}
		if folder == filepath.Dir(folder) {
			return here
		}
	}
}

// absolute is a path from the root, as far as that can be told.
func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

// state says in words whether a server can be observed, and why not.
func state(s clientconfig.Server) string {
	if why := blockedText(s); why != "" {
		return why
	}
	return "observable"
}

// blockedText says why a server cannot be observed; "" when it can.
func blockedText(s clientconfig.Server) string {
	var why []string
	for _, b := range s.Blocked {
		switch b {
		case clientconfig.IsDisabled:
			why = append(why, "disabled")
		case clientconfig.AccountConnector:
			why = append(why, "reached through the account only")
		case clientconfig.ClientBuiltin:
			why = append(why, "part of the client")
		case clientconfig.UnknownTransport:
			why = append(why, "unknown type")
		case clientconfig.NeedsInput, clientconfig.UnsetVariable, clientconfig.UnreadSource: // the names below say it
		}
	}
	if len(s.Unresolved) > 0 {
		why = append(why, fmt.Sprintf("needs %s", strings.Join(s.Unresolved, ", ")))
	}
	return strings.Join(why, "; ")
}
