package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/band"
	"github.com/mooring-mcp/mooring/internal/axes"
	"github.com/mooring-mcp/mooring/internal/lockfile"
	"github.com/mooring-mcp/mooring/internal/policy"
	"github.com/mooring-mcp/mooring/internal/report"
	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/internal/wording"
	"github.com/mooring-mcp/mooring/surface"
)

// proposing is one run of bands propose.
type proposing struct {
	*app

	lock            lockFlags
	path, format    string // of the policy file, of the output
	toFile, replace bool
	accepted        policy.Policy   // what it holds
	above           []policy.Policy // the policies above it
}

// proposed is what there is to say of a server's tools.
type proposed struct {
	report.ServerProposal

	entries    []policy.ProposedAxes // to be added, or in the place of stale ones
	operations policy.ProposedOperations
}

// empty reports that nothing is to be written.
func (o proposed) empty() bool { return len(o.entries) == 0 && o.operations.Empty() }

func (p proposing) propose(entries []lockfile.Entry) error {
	all := make([]proposed, len(entries))
	for i, e := range entries {
		all[i] = p.server(e)
	}
	if p.toFile {
		if err := p.write(all); err != nil {
			return err
		}
	}
	switch {
	case p.format == "json":
		return p.showRecord(all)
	case p.toFile:
		p.showWritten(all)
	default:
		p.showEntries(all)
	}
	return nil
}

// server proposes for the tools of one server.
func (p proposing) server(e lockfile.Entry) proposed {
	out := proposed{ServerProposal: report.ServerProposal{Server: e.ID, Tools: []report.ToolProposal{}}}
	digests := toolDigests(e)
	shown := map[string]bool{}
	for i, item := range e.Surface.Listing(surface.Tool).Items {
		shown[item.Name] = true
		record := report.ToolProposal{Name: item.Name, Digest: digests[i], State: report.ProposalUnreadable}
		proposal, err := axes.Propose(item.Raw, axes.Options{Remote: e.Surface.Server.Launch.URL != "", Server: e.ID})
		if err != nil || item.Name == "" {
			note(&record, "has no name, or cannot be read, and stays undeclared")
		} else {
			p.found(&out, &record, toolFound{e.ID, item.Name, digests[i], proposal})
		}
		out.Tools = append(out.Tools, record)
	}
	out.Scope = out.operations.Scope
	for _, tool := range sortedNames(p.accepted.Axes[e.ID]) {
		if !shown[tool] {
			out.Gone = append(out.Gone, tool)
		}
	}
	return out
}

// noteAccepted is said of each tool in a record, and once for all of them to people.
const noteAccepted = "accepted"

// notes are what there is to say of the tools beside their entries, a line each.
func (o proposed) notes() []string {
	var out []string
	accepted := 0
	for i, t := range o.Tools {
		if t.State == report.ProposalAccepted {
			accepted++
		}
		name := t.Name + ":"
		if t.State == report.ProposalUnreadable {
			name = fmt.Sprintf("tool %d", i+1)
		}
		for _, text := range t.Notes {
			if text != noteAccepted {
				out = append(out, name+" "+text)
			}
		}
	}
	if accepted > 0 {
		out = append(out, fmt.Sprintf("%s accepted already, as proposed", wording.Plural(accepted, "tool")))
	}
	for _, tool := range o.Gone {
		out = append(out, tool+": not shown by the server; its entry holds for nothing")
	}
	return out
}

func note(t *report.ToolProposal, format string, args ...any) {
	t.Notes = append(t.Notes, fmt.Sprintf(format, args...))
}

// toolFound is a tool and what its words say.
type toolFound struct {
	server, name, digest string

	axes.Proposal
}

// found proposes for a tool that can be read.
func (p proposing) found(out *proposed, record *report.ToolProposal, t toolFound) {
	if entry := p.tool(record, t); entry != nil {
		out.entries = append(out.entries, *entry)
	}
	p.rules(&out.operations, record, t)
}

// tool proposes an entry for one tool, nil for none, and records why.
func (p proposing) tool(record *report.ToolProposal, t toolFound) *policy.ProposedAxes {
	record.Operation = string(t.Operation)
	for _, r := range t.Reasons {
		record.Reasons = append(record.Reasons, report.ProposalReason{Axis: r.Axis, Text: r.Text})
	}
	if t.Operation == "" {
		record.Axes = &t.Axes
	}
	old, accepted := p.accepted.Axes[t.server][t.name]
	if accepted {
		record.Former = &report.FormerAxes{Digest: old.Digest, Axes: old.Axes().Filled()}
	}
	current := accepted && old.Digest == t.digest
	switch {
	case current && old.Axes().Filled() == t.Axes:
		record.State = report.ProposalAccepted
		note(record, noteAccepted)
		return nil
	case current && t.Operation == "":
		record.State = report.ProposalKept
		note(record, "kept as it is in the policy: %s; proposed would be %s", axesLine(old.Axes()), axesLine(t.Axes))
		return nil
	case current:
		record.State = report.ProposalKept
		note(record, "kept as it is in the policy: %s; %s", axesLine(old.Axes()), t.Reasons[0].Text)
		return nil
	case t.Operation != "" && (!accepted || p.replace):
		record.State = report.ProposalByCall
		note(record, "%s", t.Reasons[0].Text)
		return nil
	}
	return p.entry(record, t, old, accepted)
}

// entry proposes a new entry, or one in the place of a stale one.
func (p proposing) entry(record *report.ToolProposal, t toolFound, old policy.ToolAxes, accepted bool) *policy.ProposedAxes {
	record.State = report.ProposalNew
	f := former{entry: old, reviewed: p.reviewed(t)}
	if accepted {
		record.State = report.ProposalRenewed
		note(record, "changed since its entry, which was %s; proposed anew", axesLine(old.Axes()))
	}
	if p.replace {
		if lowered := f.above(t.Axes); len(lowered) > 0 {
			note(record, "lowered by --replace: %s", strings.Join(lowered, ", "))
		}
		f = former{}
	}
	entry, kept := f.entryFor(t)
	if kept != "" {
		note(record, "%s", kept)
	}
	record.Entry = &report.ProposalEntry{Digest: entry.Digest, Axes: entry.Axes(), Reason: entry.Reason}
	return &entry
}

// reviewed are the worst values that entries of the tool had, in any policy; the zero
// value for none.
func (p proposing) reviewed(t toolFound) band.Axes {
	var out band.Axes
	for _, layer := range append([]policy.Policy{p.accepted}, p.above...) {
		if entry, is := layer.Axes[t.server][t.name]; is {
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

// showEntries writes what is proposed as the policy would have it.
func (p proposing) showEntries(all []proposed) {
	out, head := p.io.Stdout, ""
	for _, one := range all {
		for _, text := range one.notes() {
			fmt.Fprintf(out, "# %s: %s\n", visible.Text(one.Server), visible.Text(text))
		}
	}
	section := func(text, key string) {
		if text, found := strings.CutPrefix(text, key); found && head == key {
			fmt.Fprint(out, text)
			return
		}
		head = key
		fmt.Fprint(out, text)
	}
	for _, one := range all {
		if len(one.entries) > 0 {
			section(policy.AxesText(one.Server, one.entries), "axes:\n")
		}
	}
	for _, one := range all {
		if !one.operations.Empty() {
			section(policy.OperationsText(one.Server, one.operations), "operations:\n")
		}
	}
	next := "nothing to add to " + p.path
	if slices.ContainsFunc(all, func(one proposed) bool { return !one.empty() }) {
		next = "next: the same with --write adds this to " + p.path + ", for review"
	}
	fmt.Fprintf(out, "# %s\n", visible.Text(next))
}

// showRecord writes the record of what is proposed, and where it was written to.
func (p proposing) showRecord(all []proposed) error {
	record := report.Proposal{Schema: report.ProposalSchema, Servers: []report.ServerProposal{}}
	for _, one := range all {
		record.Servers = append(record.Servers, one.ServerProposal)
		if p.toFile && !one.empty() {
			record.Written = p.path
		}
	}
	_, err := p.io.Stdout.Write(report.ProposalJSON(record))
	return err
}

// showWritten says what was written.
func (p proposing) showWritten(all []proposed) {
	written := false
	for _, one := range all {
		for _, text := range one.notes() {
			fmt.Fprintf(p.io.Stdout, "%s: %s\n", visible.Text(one.Server), visible.Text(text))
		}
		if one.empty() {
			fmt.Fprintf(p.io.Stdout, "%s: nothing to add to %s\n", visible.Text(one.Server), visible.Text(p.path))
			continue
		}
		written = true
		if n := len(one.entries); n > 0 {
			fmt.Fprintf(p.io.Stdout, "%s: axes of %s written to %s\n", visible.Text(one.Server), wording.Plural(n, "tool"), visible.Text(p.path))
		}
		if n := len(one.operations.Rules); n > 0 {
			fmt.Fprintf(p.io.Stdout, "%s: %s of operations written to %s\n", visible.Text(one.Server), wording.Plural(n, "rule"), visible.Text(p.path))
		}
	}
	if written {
		fmt.Fprintln(p.io.Stdout, "review them: what is in the file is accepted")
	}
}

// write adds the entries to the policy file.
func (p proposing) write(all []proposed) error {
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
	written := false
	for _, one := range all {
		written = written || !one.empty()
		text, err = policy.AddAxes(text, one.Server, one.entries)
		if err == nil {
			text, err = policy.AddOperations(text, one.Server, one.operations)
		}
		if err != nil {
			return usage(fmt.Errorf("%q: %w; nothing was written", p.path, err), "put it in by hand: "+proposeLine(p.lock, one.Server))
		}
	}
	if !written || bytes.Equal(before, text) {
		return nil
	}
	if err := writeFile(p.path, text); err != nil {
		return usage(err, "")
	}
	return nil
}
