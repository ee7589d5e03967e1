package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/mooring-mcp/mooring/band"
	"github.com/mooring-mcp/mooring/contract"
	"github.com/mooring-mcp/mooring/internal/plugin"
	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/internal/wording"
)

// PluginLintJSON renders what is wrong with a package as the record
// mooring.plugin_lint.v1.
func PluginLintJSON(l plugin.Lint) []byte { return encode(l) }

// PluginSummaryJSON renders a summary as the record mooring.plugin_summary.v1.
func PluginSummaryJSON(s plugin.Summary) []byte { return encode(s) }

// PluginDiffJSON renders what differs as the record mooring.plugin_diff.v1.
func PluginDiffJSON(d plugin.Diff) []byte { return encode(d) }

// PluginLint writes what is wrong with a package for people: each finding with its
// place, what to do below it, and a last line that counts.
func PluginLint(w io.Writer, l plugin.Lint, o Options) error {
	t := textWriter{palette: palette{o.Color}, width: o.Width}
	t.pluginFindings(l.Findings)
	for _, r := range plugin.Rules() {
		if n := l.Omitted[r.ID]; n > 0 {
			t.wrapped(10, "%s %s  %s", t.pluginLevel(r.Level), t.bold(r.ID), fmt.Sprintf("and %d more", n))
		}
	}
	if len(l.Findings) > 0 {
		t.line("")
	}
	t.line("%s  %s", t.bold(pluginName(l.Plugin)), pluginCounts(l.Counts))
	_, err := io.WriteString(w, t.b.String())
	return err
}

// pluginFindings writes findings, each with what to do below it.
func (t *textWriter) pluginFindings(findings []plugin.Finding) {
	for _, f := range findings {
		where := visible.Text(f.File)
		if f.Line > 0 {
			where += fmt.Sprintf(":%d:%d", f.Line, f.Column)
		}
		if f.Pointer != "" {
			where += "  " + visible.Text(f.Pointer)
		}
		t.wrapped(10, "%s %s  %s", t.pluginLevel(f.Level), t.bold(f.Rule), where)
		t.wrapped(10, "          found %s; want %s", visible.Text(f.Found), visible.Text(f.Want))
		if f.Effect != "" {
			t.wrapped(10, "          %s", t.dim(f.Effect))
		}
		t.wrapped(12, "          → %s", f.Do)
	}
}

// pluginName is the plugin's name and version, as far as they are known.
func pluginName(p plugin.Named) string {
	if p.Name == "" {
		return "(no name)"
	}
	return strings.TrimSpace(visible.Name(p.Name) + " " + visible.Text(p.Version))
}

func pluginCounts(c plugin.Counts) string {
	var parts []string
	if c.Error > 0 {
		parts = append(parts, wording.Plural(c.Error, "error"))
	}
	if c.Unknown > 0 {
		parts = append(parts, fmt.Sprintf("%d could not be told", c.Unknown))
	}
	if c.Warning > 0 {
		parts = append(parts, wording.Plural(c.Warning, "warning"))
	}
	if len(parts) == 0 {
		return "no findings"
	}
	return strings.Join(parts, ", ")
}

// pluginLevel draws a level, all as wide as the longest.
func (t *textWriter) pluginLevel(l plugin.Level) string {
	switch l {
	case plugin.Error:
		return t.red("✗ error  ")
	case plugin.Unknown:
		return t.yellow("? unknown")
	case plugin.Warning:
	}
	return t.yellow("! warning")
}

// PluginSummary writes what a plugin declares for people: the sentence, one line an
// operation, the highest band first, and what the declarations do not cover.
func PluginSummary(w io.Writer, s plugin.Summary, o Options) error {
	t := textWriter{palette: palette{o.Color}, width: o.Width}
	t.wrapped(2, "%s %s", t.bold(pluginName(s.Plugin)), s.Sentence)
	declared := slices.Clone(s.Declared)
	slices.SortStableFunc(declared, func(a, b plugin.Declared) int { return b.Rank() - a.Rank() })
	wide := 0
	for _, d := range declared {
		wide = max(wide, utf8.RuneCountInString(visible.Text(d.ID)))
	}
	for _, d := range declared {
		id := visible.Text(d.ID)
		told := saidWords(d.Said)
		if d.Missing {
			told += "; the plugin does not have it, so that it counts nowhere"
		}
		pad := strings.Repeat(" ", wide-utf8.RuneCountInString(id))
		t.wrapped(15, "  %-11s  %s%s  %s", d.Word(), t.bold(id), pad, t.dim(told))
		for _, name := range d.EnvironmentNames() {
			e := d.Environments[name]
			t.wrapped(17, "               in %s: %s, %s", visible.Name(name), e.Word(), t.dim(saidWords(e)))
		}
	}
	for _, server := range s.Servers {
		if !slices.ContainsFunc(s.Declared, func(d plugin.Declared) bool { return d.Server == server.Name }) {
			t.wrapped(4, "  %s", t.dim(fmt.Sprintf("· server %s: no tool is declared", visible.Name(server.Name))))
		}
	}
	for _, skill := range s.Skills {
		t.skill(skill)
	}
	for _, n := range s.NotLoaded {
		what := visible.Text(n.File)
		if n.Server != "" {
			what = "server " + visible.Name(n.Server)
		}
		t.wrapped(4, "  %s %s", t.yellow("!"), what+": "+n.Effect+"; mooring plugin lint says why")
	}
	if s.Invalid > 0 {
		t.wrapped(4, "  %s %s", t.yellow("!"), wording.Lost(s.Invalid)+"; mooring plugin lint says why")
	}
	if !s.Complete {
		t.wrapped(4, "  %s %s", t.yellow("?"), "not all of it could be read; mooring plugin lint says what")
	}
	_, err := io.WriteString(w, t.b.String())
	return err
}

// skill says of a skill what is to be known beside its declaration.
func (t *textWriter) skill(s plugin.SkillTold) {
	text := "skill " + visible.Name(s.Name) + ": "
	switch {
	case !s.Declared:
		text += "not declared"
	case s.Enough == plugin.EnoughNo:
		text += "declares less than a tool that it names"
	case s.Enough == plugin.EnoughUnknown:
		text += "whether it declares as much as its tools is not known"
	default:
		return
	}
	if len(s.Tools) > 0 {
		text += "; it names " + visible.Text(strings.Join(s.Tools, ", "))
	}
	t.wrapped(4, "  %s", t.dim("· "+text))
}

// saidWords says what a band was decided by.
func saidWords(s plugin.Said) string {
	if s.NeverAllow || s.DecidedBy != band.ByProjection {
		return "as declared"
	}
	return "by " + string(s.DecidedBy) + ": " + s.Why
}

// PluginDiff writes what differs between two versions of a plugin for people.
func PluginDiff(w io.Writer, d plugin.Diff, o Options) error {
	t := textWriter{palette: palette{o.Color}, width: o.Width}
	wide, ids := 0, make([]string, len(d.Moved))
	for i, m := range d.Moved {
		ids[i] = t.bold(visible.Text(m.ID))
		if m.Environment != "" {
			ids[i] += " in " + visible.Name(m.Environment)
		}
		wide = max(wide, columns(ids[i]))
	}
	for i, m := range d.Moved {
		mark := t.dim("· " + fmt.Sprintf("%-8s", m.Change))
		if m.Change.Breaks() {
			mark = t.red("✗ " + fmt.Sprintf("%-8s", m.Change))
		}
		pad := strings.Repeat(" ", wide-columns(ids[i]))
		t.wrapped(11, "%s %s%s  %s", mark, ids[i], pad, movedWords(m))
	}
	t.pluginFindings(d.Findings)
	if len(d.Moved)+len(d.Findings) > 0 {
		t.line("")
	}
	t.wrapped(2, "%s → %s  %s", t.bold(atVersion(d.Before)), orNoVersion(d.After.Version), pluginVerdict(d))
	if !d.Complete {
		t.wrapped(2, "%s", t.yellow("? not all of both could be read; mooring plugin lint says what"))
	}
	_, err := io.WriteString(w, t.b.String())
	return err
}

// movedWords says what became of a declaration; where it comes to the same, in which part it
// differs.
func movedWords(m plugin.Moved) string {
	before, after := m.Before.Word(), m.After.Word()
	if before != after || m.Before == nil || m.After == nil {
		return before + " → " + after
	}
	out := []string{before}
	b, a := *m.Before, *m.After
	for _, part := range [][3]string{
		{"band", string(b.Band), string(a.Band)},
		{"declared_min_band", string(b.Declared), string(a.Declared)},
		{"reversibility", string(b.Axes.Reversibility), string(a.Axes.Reversibility)},
		{"scope", string(b.Axes.Scope), string(a.Axes.Scope)},
		{"trust", string(b.Axes.Trust), string(a.Axes.Trust)},
	} {
		if part[1] != part[2] {
			out = append(out, fmt.Sprintf("%s %s → %s", part[0], cmp.Or(part[1], "none"), cmp.Or(part[2], "none")))
		}
	}
	return strings.Join(out, ", ")
}

// atVersion is a plugin's name and version, also where it has none.
func atVersion(p plugin.Named) string {
	if p.Version == "" {
		return pluginName(p) + " " + orNoVersion("")
	}
	return pluginName(p)
}

func orNoVersion(version string) string {
	if version == "" {
		return "(no version)"
	}
	return visible.Text(version)
}

// asked is the step that is asked for, and why a minor one is enough for a break.
func asked(d plugin.Diff) string {
	if d.Asks == contract.BumpMinor {
		return "minor, as it is below 1.0.0"
	}
	return string(d.Asks)
}

// pluginVerdict says what the change asks for, and whether the versions show it.
func pluginVerdict(d plugin.Diff) string {
	switch {
	case len(d.Moved) == 0:
		return "declares the same"
	case d.Asks == contract.BumpNone:
		return "no band is lowered"
	case d.StepError != "":
		return fmt.Sprintf("asks for %s, which the versions do not show: %s", asked(d), visible.Text(d.StepError))
	}
	return fmt.Sprintf("asks for %s, and the version shows %s", asked(d), d.Step)
}
