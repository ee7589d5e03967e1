package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/internal/wording"
	"github.com/mooring-mcp/mooring/manifest"
)

// Text writes the report for people: one block a server, one line a change with
// its values below, and a last line that sums up.
func Text(w io.Writer, r check.Report, o Options) error {
	t := textWriter{palette: palette{o.Color}, width: o.Width, command: r.Command}
	for i, s := range r.Subjects {
		if i > 0 {
			t.line("")
		}
		t.subject(s)
	}
	if len(r.Subjects) != 1 {
		t.summary(r)
	}
	t.warnings(r.Warnings)
	t.next(r, o.Accept)
	_, err := io.WriteString(w, t.b.String())
	return err
}

type textWriter struct {
	palette

	width   int
	command string
	grouped bool // what is written stands for several items
	b       strings.Builder
}

func (t *textWriter) line(format string, args ...any) {
	t.b.WriteString(t.neutral(fmt.Sprintf(format, args...)) + "\n")
}

// wrapped writes a line that may be broken at spaces.
func (t *textWriter) wrapped(indent int, format string, args ...any) {
	t.b.WriteString(wrapLine(t.neutral(fmt.Sprintf(format, args...)), t.width, indent) + "\n")
}

func (t *textWriter) verdict(v check.Verdict) string {
	switch v {
	case check.Passed:
		return t.green("passed")
	case check.Inconclusive:
		return t.yellow("could not tell")
	case check.Refused:
	}
	if t.command == "accept" {
		return t.yellow("differs")
	}
	return t.red("refused")
}

// missing reports a server that was not observed and need not be.
func missing(s check.Subject) bool {
	return s.Verdict == check.Passed && slices.ContainsFunc(s.Gaps, func(g check.Gap) bool { return g.Code == "not_observed" })
}

// outcome is what a server came to.
func (t *textWriter) outcome(s check.Subject) string {
	if missing(s) {
		return t.yellow("missing") + ", not required"
	}
	return t.verdict(s.Verdict)
}

func (t *textWriter) subject(s check.Subject) {
	if s.Verdict == check.Passed && len(s.Gaps)+len(s.Changes)+len(s.Profiles)+s.RepeatedRows == 0 && !notable(s.Findings) && s.After != nil && (s.Contract == nil || s.Contract.Intended == nil) {
		t.line("%s  %s%s  %s", t.bold(visible.Name(s.Server)), t.verdict(s.Verdict), t.tally(s), t.dim(visible.Text(s.After.ServerInfo)))
		return
	}
	t.line("%s  %s%s", t.bold(visible.Name(s.Server)), t.outcome(s), t.tally(s))
	if s.Before == nil || s.After == nil || digestOf(s.Before) != digestOf(s.After) {
		t.side("before", s.Before)
	}
	t.side("after", s.After)
	for _, g := range s.Gaps {
		if !vouched(g) {
			t.gap(g)
		}
	}
	for _, p := range s.Proposals {
		name := strings.TrimSpace(string(p.Kind) + " " + p.Name + " " + p.Pointer)
		t.wrapped(4, "  %s %s", t.dim("·"), visible.Text(name+" changes by itself: "+p.String()))
	}
	if s.Cause != nil && s.Cause.Code != check.CauseUnknown {
		t.wrapped(10, "  cause   %s: %s", s.Cause.Code, visible.Text(s.Cause.Detail))
	}
	groups := s.Groups()
	t.rows(s, groups)
	t.contract(s)
	silent := unclassified(s.Taxonomy)
	for _, g := range groups {
		if g[0].Change != nil {
			t.line("")
			t.group(g, silent[string(g[0].Kind)+" "+g[0].Name])
		}
	}
	if repeated := wording.Repeated(s); repeated != "" {
		t.line("%s", t.dim("  · "+repeated))
	}
	for _, p := range s.Profiles {
		t.profile(p)
	}
}

// vouched reports a gap of a list that whoever named its file vouches for.
func vouched(g check.Gap) bool {
	return g.Warning && (g.Code == check.GapUnknown || g.Code == manifest.WarningCoverageUnknown)
}

// notable reports a finding that does not simply pass.
func notable(findings []check.Finding) bool {
	return slices.ContainsFunc(findings, func(f check.Finding) bool { return f.Action != check.Pass })
}

func (t *textWriter) gap(g check.Gap) {
	mark := t.yellow("?")
	if g.Warning {
		mark = t.dim("·")
	}
	for i, line := range strings.Split(strings.TrimRight(g.Detail, "\n"), "\n") {
		if i == 0 {
			t.wrapped(4, "  %s %s: %s", mark, g.Code, visible.Text(line))
			continue
		}
		t.wrapped(6, "    %s", t.dim(visible.Text(line)))
	}
}

// tally counts the changes behind the verdict: ", 2 changed, 1 added".
func (t *textWriter) tally(s check.Subject) string {
	counts := map[check.Op]int{}
	for _, c := range s.Changes {
		counts[c.Op]++
	}
	text := ""
	for _, op := range []check.Op{check.Changed, check.Added, check.Removed} {
		if n := counts[op]; n > 0 {
			text += fmt.Sprintf(", %d %s", n, op)
		}
	}
	if text == "" && s.Before != nil && s.After != nil && digestOf(s.Before) == digestOf(s.After) {
		text = ", " + wording.Plural(s.After.Items, "item") + " unchanged"
	}
	return t.dim(text)
}

func (t *textWriter) side(word string, s *check.Side) {
	if s == nil {
		return
	}
	info := ""
	if s.ServerInfo != "" {
		info = "  " + visible.Text(s.ServerInfo)
	}
	about := ""
	switch {
	case s.Bytes > 0:
		about = "  " + wording.Plural(s.Items, "item") + ", " + wording.Size(s.Bytes)
	case s.Items > 0:
		about = "  " + wording.Plural(s.Items, "tool")
	}
	t.line("%s", t.dim(fmt.Sprintf("  %-6s  %s%s%s", word, visible.Text(s.Label), info, about)))
	switch digest := digestOf(s); {
	case s.SurfaceDigest != "":
		t.line("%s", t.dim("        "+digest))
	case digest != "":
		t.line("%s", t.dim("  tools "+digest))
	}
}

// digestOf is the digest of the whole surface, or of the tools where only they
// are known.
func digestOf(s *check.Side) string {
	if s.SurfaceDigest == "" && s.ManifestDigest != nil {
		return *s.ManifestDigest
	}
	return s.SurfaceDigest
}

// action draws what becomes of a finding, all as wide as the longest.
func (t *textWriter) action(a check.Action) string {
	word := fmt.Sprintf("%-6s", a)
	switch a {
	case check.Fail, check.Review:
		return t.red("✗ " + word)
	case check.Warn:
		return t.yellow("! " + word)
	case check.Pass:
	}
	return t.dim("· " + word)
}

// group writes items that changed alike; note is a further line about them, "" for
// none.
func (t *textWriter) group(g []check.Detail, note string) {
	first := g[0]
	var findings []check.Finding
	for _, f := range first.Findings {
		if !aboutContract(f) {
			findings = append(findings, f) // those are said above
		}
	}
	if len(g) == 1 {
		t.change(*first.Change, findings, note)
		return
	}
	t.wrapped(2, "%s %s: %s", t.mark(first.Op), t.bold(wording.Group(g)), t.names(g))
	t.grouped = true // each item has fingerprints of its own, which the record has
	t.about(*first.Change, findings, note)
	t.grouped = false
}

// names lists the items of a group, all of them.
func (t *textWriter) names(g []check.Detail) string {
	out := make([]string, len(g))
	for i, d := range g {
		out[i] = visible.Name(d.Name)
	}
	return t.dim(strings.Join(out, ", "))
}

func (t *textWriter) mark(op check.Op) string {
	return map[check.Op]string{check.Added: t.green("+"), check.Removed: t.red("-"), check.Changed: t.yellow("~")}[op]
}

// change writes one changed item; note is a further line about it, "" for none.
func (t *textWriter) change(c check.Change, findings []check.Finding, note string) {
	name := wording.Kind(c.Kind)
	switch {
	case c.Name != "":
		name += " " + t.bold(visible.Name(c.Name))
	case c.Kind != check.Instructions && c.Kind != check.Capabilities:
		name += " (without a name)"
	}
	t.line("%s %s %s%s", t.mark(c.Op), name, c.Op, t.dim(sizes(c)))
	t.about(c, findings, note)
}

// about writes what is said of a change, and its values.
func (t *textWriter) about(c check.Change, findings []check.Finding, note string) {
	for _, f := range findings {
		t.finding(f)
	}
	if note != "" {
		t.wrapped(6, "    %s", t.dim("· "+note))
	}
	for _, e := range c.Edits {
		t.edit(e)
	}
}

// profile shows what another identity was shown differently.
func (t *textWriter) profile(p check.ProfileResult) {
	if len(p.Changes) == 0 {
		t.line("%s", t.dim("  as "+visible.Text(p.Name)+": the same"))
		return
	}
	t.line("")
	t.line("as %s, against the first identity:", t.bold(visible.Text(p.Name)))
	for _, c := range p.Changes {
		t.change(c, nil, "")
	}
}

func sizes(c check.Change) string {
	switch c.Op {
	case check.Added:
		return "  " + wording.Size(c.AfterBytes)
	case check.Removed:
		return "  " + wording.Size(c.BeforeBytes)
	case check.Changed:
	}
	return fmt.Sprintf("  %s → %s", wording.Size(c.BeforeBytes), wording.Size(c.AfterBytes))
}
