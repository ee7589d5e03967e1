package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/mooring-mcp/mooring/band"
	"github.com/mooring-mcp/mooring/internal/axes"
	"github.com/mooring-mcp/mooring/internal/clientconfig"
	"github.com/mooring-mcp/mooring/internal/lockfile"
	"github.com/mooring-mcp/mooring/internal/policy"
	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/internal/wording"
	"github.com/mooring-mcp/mooring/surface"
)

func (a *app) bandsPropose() *cobra.Command {
	var flags targetFlags
	var where lockFlags
	p := proposing{app: a}
	var now bool
	cmd := &cobra.Command{
		Use: "propose [flags] SERVER… [-- COMMAND ARGS…]", Short: "Propose axes of a server's tools, for review",
		Long: `Propose reversibility and scope of the tools of pinned servers by their words, one entry
a tool with its reasons, in the form in which mooring.yaml holds them. The surface is the
pinned one, and nothing is started: of the servers that are named, of those that FILE of
--config names, or with --all of all that are pinned. --now observes one server instead.

Names, parameters and descriptions are the server's own words. Its annotations can only
raise what is proposed. What the words do not tell is the worst value. Trust is always
proposed as untrusted: where the parameters come from is for you to say. A tool whose
arguments hold SQL, a command or a URL is judged by each call, and gets no entry.

An entry is accepted by being in mooring.yaml: review it there, as you review code. It
holds for the tool with its digest, which covers all that the server shows of the tool,
annotations too; a tool that changed is undeclared again. --write adds what is missing,
proposes anew what changed, and leaves every other byte of the file as it is. An entry
with this digest stays, whatever it says.

What is proposed for a tool that changed is on no axis below what was reviewed of its
earlier form, and the entry's reason says which values are kept. With --replace it is what
the words say now, and what that lowers is said.`,
		Example: example(
			"mooring bands propose harbor",
			"mooring bands propose harbor --write",
			"mooring bands propose --all --write",
			"mooring bands propose --now harbor -- ./harbor",
		),
		ValidArgsFunction: a.completeServers(&flags, &where),
		RunE: func(cmd *cobra.Command, args []string) error {
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
					p.accepted = l.Policy.Axes
					continue
				}
				p.above = append(p.above, l.Policy.Axes)
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
	cmd.Flags().StringVar(&p.path, "policy", "", "policy file that holds the axes (default "+defaultPolicy+" of the project)")
	cmd.Flags().BoolVar(&p.toFile, "write", false, "add what is proposed to the policy file")
	cmd.Flags().BoolVar(&p.replace, "replace", false, "propose for a changed tool what its words say, even below what was reviewed before")
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

// proposing is one run of the command.
type proposing struct {
	*app

	lock            lockFlags
	path            string // of the policy file
	toFile, replace bool
	accepted        map[string]policy.ServerAxes   // its entries, by server
	above           []map[string]policy.ServerAxes // those of the policies above it
}

// proposed is what there is to say of a server's tools.
type proposed struct {
	entries []policy.ProposedAxes // to be added, or in the place of stale ones
	notes   []string
}

func (p proposing) propose(entries []lockfile.Entry) error {
	all := make([]proposed, len(entries))
	for i, e := range entries {
		all[i] = p.server(e)
	}
	if p.toFile {
		return p.write(entries, all)
	}
	out, head := p.io.Stdout, false
	for i, e := range entries {
		for _, note := range all[i].notes {
			fmt.Fprintf(out, "# %s: %s\n", visible.Text(e.ID), visible.Text(note))
		}
	}
	for i, e := range entries {
		if len(all[i].entries) == 0 {
			continue
		}
		text := policy.AxesText(e.ID, all[i].entries)
		if head {
			text = strings.TrimPrefix(text, "axes:\n")
		}
		head = true
		fmt.Fprint(out, text)
	}
	return nil
}

// server proposes for the tools of one server.
func (p proposing) server(e lockfile.Entry) proposed {
	var out proposed
	digests := toolDigests(e)
	shown := map[string]bool{}
	for i, item := range e.Surface.Listing(surface.Tool).Items {
		shown[item.Name] = true
		proposal, err := axes.Propose(item.Raw, axes.Options{Remote: e.Surface.Server.Launch.URL != ""})
		if err != nil || item.Name == "" {
			out.note("tool %d has no name, or cannot be read, and stays undeclared", i+1)
			continue
		}
		p.tool(&out, toolFound{e.ID, item.Name, digests[i], proposal})
	}
	for _, tool := range sortedNames(p.accepted[e.ID]) {
		if !shown[tool] {
			out.note("%s: not shown by the server; its entry holds for nothing", tool)
		}
	}
	return out
}

func (o *proposed) note(format string, args ...any) {
	o.notes = append(o.notes, fmt.Sprintf(format, args...))
}

// toolFound is a tool and what its words say.
type toolFound struct {
	server, name, digest string

	axes.Proposal
}

// tool proposes for one tool, or says why not.
func (p proposing) tool(out *proposed, t toolFound) {
	old, accepted := p.accepted[t.server][t.name]
	current := accepted && old.Digest == t.digest
	switch {
	case current && old.Axes().Filled() == t.Axes:
		out.note("%s: accepted", t.name)
		return
	case current && t.Operation == "":
		out.note("%s: kept as it is in the policy: %s; proposed would be %s", t.name, axesLine(old.Axes()), axesLine(t.Axes))
		return
	case current:
		out.note("%s: kept as it is in the policy: %s; %s", t.name, axesLine(old.Axes()), t.Reasons[0].Text)
		return
	case t.Operation != "" && (!accepted || p.replace):
		out.note("%s: %s", t.name, t.Reasons[0].Text)
		return
	}
	f := former{entry: old, reviewed: p.reviewed(t)}
	if accepted {
		out.note("%s: changed since its entry, which was %s; proposed anew", t.name, axesLine(old.Axes()))
	}
	if p.replace {
		if lowered := f.above(t.Axes); len(lowered) > 0 {
			out.note("%s: lowered by --replace: %s", t.name, strings.Join(lowered, ", "))
		}
		f = former{}
	}
	entry, kept := f.entryFor(t)
	if kept != "" {
		out.note("%s: %s", t.name, kept)
	}
	out.entries = append(out.entries, entry)
}

// reviewed are the worst values that entries of the tool had, in any policy; the zero
// value for none.
func (p proposing) reviewed(t toolFound) band.Axes {
	var out band.Axes
	for _, layer := range append([]map[string]policy.ServerAxes{p.accepted}, p.above...) {
		if entry, is := layer[t.server][t.name]; is {
			out = out.Worse(entry.Axes().Filled())
		}
	}
	return out
}

func axesLine(a band.Axes) string {
	f := a.Filled()
	return fmt.Sprintf("%s, %s, %s", f.Reversibility, f.Scope, f.Trust)
}

// toolDigests are the item digests of an entry's tools, in the order of the listing.
func toolDigests(e lockfile.Entry) []string {
	var out []string
	for _, item := range e.Items {
		if item.Kind == surface.Tool {
			out = append(out, item.Digest)
		}
	}
	return out
}

// write adds the entries to the policy file.
func (p proposing) write(entries []lockfile.Entry, all []proposed) error {
	unlock, err := mutex(p.path)
	if err != nil {
		return usage(fmt.Errorf("wait for other writers of %q: %w", p.path, err), "")
	}
	defer unlock()
	before, err := readFile(p.path, policyBytes)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	text := before
	if err != nil {
		text = []byte("schema: " + policy.Schema + "\n")
	}
	for i, e := range entries {
		text, err = policy.AddAxes(text, e.ID, all[i].entries)
		if err != nil {
			return usage(fmt.Errorf("%q: %w; nothing was written", p.path, err), "put it in by hand: "+proposeLine(p.lock, e.ID))
		}
	}
	written := 0
	for _, one := range all {
		written += len(one.entries)
	}
	if written > 0 && !bytes.Equal(before, text) {
		if err := writeFile(p.path, text); err != nil {
			return usage(err, "")
		}
	}
	for i, e := range entries {
		for _, note := range all[i].notes {
			fmt.Fprintf(p.io.Stdout, "%s: %s\n", visible.Text(e.ID), visible.Text(note))
		}
		if len(all[i].entries) == 0 {
			fmt.Fprintf(p.io.Stdout, "%s: nothing to add to %s\n", visible.Text(e.ID), visible.Text(p.path))
			continue
		}
		fmt.Fprintf(p.io.Stdout, "%s: axes of %s written to %s\n", visible.Text(e.ID), wording.Plural(len(all[i].entries), "tool"), visible.Text(p.path))
	}
	if written > 0 {
		fmt.Fprintln(p.io.Stdout, "review them: what is in the file is accepted")
	}
	return nil
}
