package cli

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/mooring-mcp/mooring/internal/clientconfig"
	"github.com/mooring-mcp/mooring/internal/lockfile"
)

func (a *app) bandsPropose() *cobra.Command {
	var flags targetFlags
	var where lockFlags
	p := proposing{app: a}
	var now bool
	cmd := &cobra.Command{
		Use: "propose [flags] SERVER… [-- COMMAND ARGS…]", Short: "Propose axes and rules of a server's tools, for review",
		Long: `Propose reversibility and scope of the tools of pinned servers by their words, one entry
a tool with its reasons, in the form in which mooring.yaml holds them. The surface is the
pinned one, and nothing is started: of the servers that are named, of those that FILE of
--config names, or with --all of all that are pinned. --now observes one server instead.

Names, parameters and descriptions are the server's own words. Its annotations can only
raise what is proposed. What the words do not tell is the worst value. Trust is always
proposed as untrusted: where the parameters come from is for you to say. A tool whose
arguments hold SQL, a command or a URL is judged by each call, and gets no entry. It gets
a rule of "operations", by which a call passes where a classifier proves its argument, if
name, description, annotations and every other argument say that a call does no more; else
the doubt is said. No digest binds a rule: it holds by the tool's name.

An entry is accepted by being in mooring.yaml: review it there, as you review code. It
holds for the tool with its digest, which covers all that the server shows of the tool,
annotations too; a tool that changed is undeclared again. --write adds what is missing,
proposes anew what changed, and leaves every other byte of the file as it is. An entry
with this digest stays, whatever it says, and so does a rule about the tool.

What is proposed for a tool that changed is on no axis below what was reviewed of its
earlier form, and the entry's reason says which values are kept. With --replace it is what
the words say now, and what that lowers is said; a rule that was proposed before goes, too,
but none that somebody wrote.

--format json prints mooring.bands_proposal.v1, with --write as well.`,
		Example: example(
			"mooring bands propose harbor",
			"mooring bands propose harbor --write",
			"mooring bands propose --all --write",
			"mooring bands propose --now harbor -- ./harbor",
			"mooring bands propose harbor --format json",
		),
		ValidArgsFunction: a.completeServers(&flags, &where),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := oneOf("--format", p.format, "text", "json"); err != nil {
				return err
			}
			entries, err := a.proposable(cmd, &flags, where, args, now)
			if err != nil {
				return err
			}
			set, _, err := a.policies(p.path)
			if err != nil {
				return err
			}
			p.lock = where
			for _, l := range set.Layers {
				if l.Name == "project" {
					p.accepted = l.Policy
					continue
				}
				p.above = append(p.above, l.Policy)
			}
			if p.path == "" {
				p.path = fromHere(projectPolicy())
			}
			return p.propose(entries)
		},
	}
	flags.register(cmd)
	onlyObserving(cmd, "now")
	cmd.Flags().Lookup("all").Usage = "every pinned server"
	cmd.Flags().Lookup("config").Usage = "client configuration file whose servers are meant, as far as they are pinned"
	where.register(cmd)
	registerFormat(cmd, &p.format)
	cmd.Flags().StringVar(&p.path, "policy", "", "policy file that holds axes and rules (default "+defaultPolicy+" of the project)")
	cmd.Flags().BoolVar(&p.toFile, "write", false, "add what is proposed to the policy file")
	cmd.Flags().BoolVar(&p.replace, "replace", false, "propose for a changed tool what its words say, even below what was reviewed before; and for proposed rules")
	cmd.Flags().BoolVar(&now, "now", false, "observe one server instead of reading what is pinned")
	return cmd
}

// pinnedToo are the flags of a command that observes which say something without
// observing, too.
var pinnedToo = []string{"all", "config"}

// onlyObserving says in the help of each flag that is for observing with which flag it
// matters.
func onlyObserving(cmd *cobra.Command, with string) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !slices.Contains(pinnedToo, f.Name) {
			f.Usage = "with --" + with + ": " + f.Usage
		}
	})
}

// observing returns a flag that was given and is for observing alone.
func observing(cmd *cobra.Command) (name string) {
	var all targetFlags
	those := &cobra.Command{Use: "propose"}
	all.register(those)
	those.Flags().VisitAll(func(f *pflag.Flag) {
		if !slices.Contains(pinnedToo, f.Name) && cmd.Flags().Changed(f.Name) {
			name = f.Name
		}
	})
	return name
}

// proposable are the surfaces to propose for: pinned ones, or one that is observed.
func (a *app) proposable(cmd *cobra.Command, flags *targetFlags, where lockFlags, args []string, now bool) ([]lockfile.Entry, error) {
	if now && flags.all {
		return nil, usagef("leave --all out, and name one", "--now observes one server, and --all is every pinned one")
	}
	if now {
		o, err := a.observeSingle(cmd, flags, args)
		if err != nil {
			return nil, err
		}
		entry, line, status := entryOf(o)
		if status != statusPassed {
			return nil, &exitError{status: status, err: errors.New(strings.TrimPrefix(line, "not pinned: "))}
		}
		return []lockfile.Entry{entry}, nil
	}
	flag := observing(cmd)
	switch {
	case cmd.ArgsLenAtDash() >= 0:
		return nil, usagef("add --now to observe a server", "found a command, and pinned surfaces need none")
	case flag != "":
		return nil, usagef("add --now to observe a server", "--%s is for observing, and pinned surfaces are read", flag)
	case flags.all && (len(args) > 0 || flags.config != ""):
		return nil, usagef("leave --all out", "--all is every pinned server, and some are named, too")
	case len(args) == 0 && !flags.all && flags.config == "":
		return nil, usagef("name pinned servers, or take all of them: "+cmd.CommandPath()+" --all", "no server is named")
	}
	file, err := where.read(false)
	if err != nil {
		return nil, err
	}
	if flags.config == "" {
		return pinnedEntries(file, args)
	}
	return a.configuredEntries(file, flags.config, args)
}

// configuredEntries are the pinned servers that a client's configuration names, or those
// of them that args name.
func (a *app) configuredEntries(file lockFile, config string, args []string) ([]lockfile.Entry, error) {
	servers, err := a.readConfig(config)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, s := range servers {
		if _, pinned := file.lock.Get(s.Name); pinned {
			names = append(names, s.Name)
		}
	}
	for _, name := range args {
		if !slices.ContainsFunc(servers, func(s clientconfig.Server) bool { return s.Name == name }) {
			return nil, usagef("", "server %q is not in %q, which names %s", name, config, serverNames(servers))
		}
	}
	switch {
	case len(args) > 0:
		names = args
	case len(names) == 0:
		return nil, usagef(shellLine([]string{"mooring", "lock", "--config", config}), "none of the servers of %q is pinned in %q", config, file.path)
	}
	return pinnedEntries(file, names)
}
