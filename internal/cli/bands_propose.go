package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/band"
	"github.com/mooring-mcp/mooring/internal/axes"
	"github.com/mooring-mcp/mooring/internal/lockfile"
	"github.com/mooring-mcp/mooring/internal/policy"
	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/internal/wording"
	"github.com/mooring-mcp/mooring/surface"
)

func (a *app) bandsPropose() *cobra.Command {
	var flags targetFlags
	var where lockFlags
	var path string
	var write, now bool
	cmd := &cobra.Command{
		Use: "propose [flags] SERVER… [-- COMMAND ARGS…]", Short: "Propose axes of a server's tools, for review",
		Long: `Propose reversibility and scope of the tools of pinned servers by their words, one entry
a tool with the reasons as comments, in the form in which mooring.yaml holds them. The
surface is the pinned one, and nothing is started; --now observes one server instead.

Names, parameters and descriptions are the server's own words. Its annotations can only
raise what is proposed. What the words do not tell is the worst value. Trust is always
proposed as untrusted: where the parameters come from is for you to say. A tool whose
arguments hold SQL, a command or a URL is judged by each call, and gets no entry.

An entry is accepted by being in mooring.yaml: review it there, as you review code. It
holds for the tool with its digest, which covers all that the server shows of the tool,
annotations too; a tool that changed is undeclared again. --write adds what is missing,
proposes anew what changed, and leaves every other byte of the file as it is. An entry
with this digest stays, whatever it says.`,
		Example: example(
			"mooring bands propose harbor",
			"mooring bands propose harbor --write",
			"mooring bands propose --now harbor -- ./harbor",
		),
		ValidArgsFunction: a.completeServers(&flags, &where),
		RunE: func(cmd *cobra.Command, args []string) error {
			entries, err := a.proposable(cmd, &flags, where, args, now)
			if err != nil {
				return err
			}
			set, _, err := a.policies(path)
			if err != nil {
				return err
			}
			p := proposing{app: a, path: path, lock: where}
			for _, l := range set.Layers {
				if l.Name == "project" {
					p.accepted = l.Policy.Axes
				}
			}
			if p.path == "" {
				p.path = fromHere(projectPolicy())
			}
			return p.propose(entries, write)
		},
	}
	flags.register(cmd)
	where.register(cmd)
	cmd.Flags().StringVar(&path, "policy", "", "policy file that holds the axes (default "+defaultPolicy+" of the project)")
	cmd.Flags().BoolVar(&write, "write", false, "add what is proposed to the policy file")
	cmd.Flags().BoolVar(&now, "now", false, "observe the server instead of reading what is pinned")
	return cmd
}

// proposable are the surfaces to propose for: pinned ones, or one that is observed.
func (a *app) proposable(cmd *cobra.Command, flags *targetFlags, where lockFlags, args []string, now bool) ([]lockfile.Entry, error) {
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
	if cmd.ArgsLenAtDash() >= 0 {
		return nil, usagef("add --now to observe a server", "found a command, and pinned surfaces need none")
	}
	if len(args) == 0 {
		return nil, usagef(cmd.CommandPath()+" --help", "no server is named")
	}
	file, err := where.read(false)
	if err != nil {
		return nil, err
	}
	return pinnedEntries(file, args)
}

// proposing is one run of the command.
type proposing struct {
	*app

	lock     lockFlags
	path     string                       // of the policy file
	accepted map[string]policy.ServerAxes // its entries, by server
}

// proposed is what there is to say of a server's tools.
type proposed struct {
	entries []policy.ProposedAxes // to be added, or in the place of stale ones
	notes   []string
}

func (p proposing) propose(entries []lockfile.Entry, write bool) error {
	all := make([]proposed, len(entries))
	for i, e := range entries {
		all[i] = p.server(e)
	}
	if write {
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
	note := func(format string, args ...any) { out.notes = append(out.notes, fmt.Sprintf(format, args...)) }
	digests := toolDigests(e)
	shown := map[string]bool{}
	for i, item := range e.Surface.Listing(surface.Tool).Items {
		shown[item.Name] = true
		proposal, err := axes.Propose(item.Raw, axes.Options{Remote: e.Surface.Server.Launch.URL != ""})
		if err != nil || item.Name == "" {
			note("tool %d has no name, or cannot be read, and stays undeclared", i+1)
			continue
		}
		old, accepted := p.accepted[e.ID][item.Name]
		current := accepted && old.Digest == digests[i]
		switch {
		case current && old.Axes().Filled() == proposal.Axes:
			note("%s: accepted", item.Name)
			continue
		case current && proposal.Operation == "":
			note("%s: kept as it is in the policy: %s; proposed would be %s", item.Name, axesLine(old.Axes()), axesLine(proposal.Axes))
			continue
		case current:
			note("%s: kept as it is in the policy: %s; %s", item.Name, axesLine(old.Axes()), proposal.Reasons[0].Text)
			continue
		case proposal.Operation != "":
			note("%s: %s", item.Name, proposal.Reasons[0].Text)
			continue
		case accepted:
			note("%s: changed since its entry, which was %s; proposed anew", item.Name, axesLine(old.Axes()))
		}
		out.entries = append(out.entries, entryFor(item.Name, digests[i], proposal))
	}
	for _, tool := range sortedNames(p.accepted[e.ID]) {
		if !shown[tool] {
			note("%s: not shown by the server; its entry holds for nothing", tool)
		}
	}
	return out
}

// entryFor writes a proposal as an entry.
func entryFor(tool, digest string, proposal axes.Proposal) policy.ProposedAxes {
	entry := policy.ProposedAxes{Tool: tool, ToolAxes: policy.ToolAxes{
		Digest: digest, Reversibility: proposal.Axes.Reversibility, Scope: proposal.Axes.Scope, Trust: proposal.Axes.Trust,
	}}
	var decided []string
	for _, r := range proposal.Reasons {
		about := string(r.Axis)
		entry.Comments = append(entry.Comments, policy.Comment{About: about, Text: r.Text})
		if r.Axis != band.AxisTrust {
			decided = append(decided, r.Text)
		}
	}
	entry.Reason = "proposed: " + strings.Join(decided, "; ")
	return entry
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
