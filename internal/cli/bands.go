package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/lockfile"
	"github.com/mooring-mcp/mooring/internal/plugin"
	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/internal/wording"
)

// declaring is a plugin whose declarations are pinned or compared.
type declaring struct {
	folder string
	plugin.Package
}

// readDeclaring reads plugins that a client would load.
func readDeclaring(folders []string) ([]declaring, error) {
	var out []declaring
	for _, folder := range folders {
		p, err := readPlugin(folder, plugin.Options{})
		if err != nil {
			return nil, err
		}
		if p.Rejected {
			return nil, usage(fmt.Errorf("%q: %w", folder, plugin.ErrRejected), shellLine([]string{"mooring", "plugin", "lint", folder}))
		}
		if slices.ContainsFunc(out, func(d declaring) bool { return d.Manifest.Name == p.Manifest.Name }) {
			return nil, usagef("", "--plugin names the plugin %q twice", p.Manifest.Name)
		}
		out = append(out, declaring{folder, p})
	}
	return out, nil
}

// called is the plugin's name and version.
func (d declaring) called() string {
	return strings.TrimSpace(d.Manifest.Name + " " + d.Manifest.Version)
}

// acceptLine is the command that pins what a plugin declares.
func acceptLine(d declaring) string {
	return shellLine([]string{"mooring", "accept", "--plugin", d.folder})
}

// bands are what a plugin declares of a server's tools and of its skills, nil for nothing.
// lockPath is the lock, from whose folder the plugin is found again.
func (d declaring) bands(server, lockPath string) *lockfile.Bands {
	b := &lockfile.Bands{
		Plugin: d.Manifest.Name, Version: d.Manifest.Version, Declaration: d.DeclarationDigest, Folder: folderBelow(filepath.Dir(lockPath), d.folder),
		Tools:  d.pinned(func(op plugin.Operation) (string, bool) { return op.Tool, op.Server == server }),
		Skills: d.pinned(func(op plugin.Operation) (string, bool) { return op.Skill, op.Skill != "" }),
	}
	if len(b.Tools)+len(b.Skills) == 0 {
		return nil
	}
	return b
}

// pinned is what is pinned of the operations that have a name, by that; nil for none.
func (d declaring) pinned(named func(plugin.Operation) (name string, meant bool)) map[string]lockfile.ToolBand {
	var out map[string]lockfile.ToolBand
	put := func(to *map[string]lockfile.ToolBand, name string, b lockfile.ToolBand) {
		if *to == nil {
			*to = map[string]lockfile.ToolBand{}
		}
		(*to)[name] = b
	}
	for _, op := range d.Declared {
		name, meant := named(op)
		if !meant {
			continue
		}
		one := lockfile.ToolBand{Band: op.Band, NeverAllow: op.NeverAllow}
		for _, e := range op.Environments {
			if e.Band != op.Band || e.NeverAllow != op.NeverAllow {
				put(&one.Environments, e.Name, lockfile.ToolBand{Band: e.Band, NeverAllow: e.NeverAllow})
			}
		}
		put(&out, name, one)
	}
	return out
}

// skilled reports that a plugin declares something of a skill.
func (d declaring) skilled() bool {
	return slices.ContainsFunc(d.Declared, func(op plugin.Operation) bool { return op.Skill != "" })
}

// concerned are the servers beside whose pins a plugin's declarations belong: those of whose
// tools it declares something, and all of its mcp.json where it does of skills; sorted.
func (d declaring) concerned() []string {
	var out []string
	for _, op := range d.Declared {
		if op.Server != "" {
			out = append(out, op.Server)
		}
	}
	for _, s := range d.Servers {
		if d.skilled() {
			out = append(out, s.Name)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// servers are the pinned servers beside which a plugin's declarations belong, or are; sorted.
func (d declaring) servers(lock lockfile.Lock) []string {
	var out []string
	for _, e := range lock.Servers {
		if concerned := slices.Contains(d.concerned(), e.ID); concerned && !d.displaces(e) || e.Bands != nil && e.Bands.Plugin == d.Manifest.Name {
			out = append(out, e.ID)
		}
	}
	return out
}

// displaces reports that a plugin would take the place of what another one declares of a
// server's tools, and declares nothing of them itself.
func (d declaring) displaces(e lockfile.Entry) bool {
	own := slices.ContainsFunc(d.Declared, func(op plugin.Operation) bool { return op.Server == e.ID })
	return !own && e.Bands != nil && e.Bands.Plugin != d.Manifest.Name
}

func (d declaring) displacing(e lockfile.Entry) error {
	return usagef(d.diffHint(), "server %q has the bands of plugin %q, and plugin %q declares none of its tools", e.ID, e.Bands.Plugin, d.Manifest.Name)
}

// nowhere is the error of a plugin that declares something of skills alone and has no server
// beside whose pin that is or could be; nil for any other.
func (d declaring) nowhere(lock lockfile.Lock) error {
	if !d.skilled() || len(d.concerned()) > 0 || len(d.servers(lock)) > 0 {
		return nil
	}
	return usagef(d.diffHint(), "plugin %q declares bands of skills and has no MCP server that a client would load; the lock pins servers and what is declared beside each, so it has no place for them", d.Manifest.Name)
}

// diffHint is what to type where nothing can be pinned.
func (d declaring) diffHint() string {
	return "see what a later version takes back with: " + shellLine([]string{"mooring", "plugin", "diff", d.folder, "AFTER"})
}

// compareDeclared returns the findings about the tools of a pinned server, and those about the
// skills of the plugin. Skills that another plugin declared are other skills.
func compareDeclared(before, after *lockfile.Bands) (tools, skills []check.Finding) {
	b, a := bandsOrNone(before), bandsOrNone(after)
	tools = check.CompareBands(bandsOf(b.Tools), bandsOf(a.Tools))
	if before != nil && after != nil && b.Plugin != a.Plugin {
		return tools, check.CompareSkills(bandsOf(b.Skills), nil)
	}
	return tools, check.CompareSkills(bandsOf(b.Skills), bandsOf(a.Skills))
}

func bandsOrNone(b *lockfile.Bands) lockfile.Bands {
	if b == nil {
		return lockfile.Bands{}
	}
	return *b
}

// bandsOf is the form in which bands are compared.
func bandsOf(tools map[string]lockfile.ToolBand) map[string]check.DeclaredBand {
	out := map[string]check.DeclaredBand{}
	for name, t := range tools {
		out[name] = check.DeclaredBand{Band: t.Band, NeverAllow: t.NeverAllow, Environments: bandsOf(t.Environments)}
	}
	return out
}

// bandPinning is one run of lock or accept with --plugin.
type bandPinning struct {
	*app

	file    lockFile
	named   []string                                 // servers; empty for all that a plugin names
	lowered func(declaring) (agreed bool, err error) // whether what is lowered is pinned, too
	told    map[statement]bool                       // what was said of skills, and whether it was agreed to
}

// statement is a finding about a skill of a plugin, which is said once however many servers the
// plugin has.
type statement struct{ plugin, rule, name, pointer, before, after string }

func statementOf(d declaring, f check.Finding) statement {
	return statement{d.Manifest.Name, f.Rule, f.Name, f.Pointer, f.BeforeDigest, f.AfterDigest}
}

func newBandPinning(a *app, file lockFile, named []string, lowered func(declaring) (bool, error)) bandPinning {
	return bandPinning{a, file, named, lowered, map[statement]bool{}}
}

// registerPlugin adds --plugin to a command.
func registerPlugin(cmd *cobra.Command, folders *[]string, what string) {
	cmd.Flags().StringArrayVar(folders, "plugin", nil, "folder of a plugin "+what+" (may be repeated)")
}

// alone refuses flags and arguments that speak of observing servers.
func alone(cmd *cobra.Command, args []string) error {
	words := []string{"mooring", cmd.Name()}
	folders, _ := cmd.Flags().GetStringArray("plugin")
	for _, folder := range folders {
		words = append(words, "--plugin", folder)
	}
	if dash := cmd.ArgsLenAtDash(); dash >= 0 && dash < len(args) {
		return usagef("leave the command out: "+shellLine(append(words, args[:dash]...)), "accept --plugin accepts what is declared of servers that are pinned already, and starts none; found a command")
	}
	for _, f := range []string{"config", "repeat", "remove", "alarm-reason", "template-reason", "digest", "as", "profiles", "all", "header", "env"} {
		if cmd.Flags().Changed(f) {
			return usagef("leave it out: "+shellLine(append(words, args...)), "--%s is for observing servers, and --plugin starts none", f)
		}
	}
	return nil
}

// pinBands pins what plugins declare of pinned servers. It ends with 1 when something
// is lowered and not agreed to.
func (p bandPinning) pinBands(folders []string) error {
	plugins, err := readDeclaring(folders)
	if err != nil {
		return err
	}
	lock, status, lines := p.file.lock, statusPassed, []string{}
	for _, d := range plugins {
		servers, err := p.serversOf(d, lock)
		if err != nil {
			return err
		}
		for _, id := range servers {
			entry, _ := lock.Get(id)
			entry, told, s, err := p.beside(d, entry)
			if err != nil {
				return err
			}
			status, lines = worseStatus(status, s), append(lines, told...)
			lock = lock.Put(entry)
		}
	}
	if err := p.file.write(lock); err != nil {
		return err
	}
	for _, line := range lines {
		fmt.Fprintln(p.io.Stdout, visible.Text(line))
	}
	return quiet(status)
}

// beside puts what a plugin declares of a server beside its pin, unless something is
// lowered that nobody agrees to, and says so.
func (p bandPinning) beside(d declaring, entry lockfile.Entry) (_ lockfile.Entry, lines []string, status int, err error) {
	after := d.bands(entry.ID, p.file.path)
	agreed, err := p.agreed(d, entry, after)
	switch {
	case err != nil:
		return entry, nil, 0, err
	case !agreed:
		return entry, []string{fmt.Sprintf("not pinned: %s: bands by %s", entry.ID, d.Manifest.Name)}, statusRefused, nil
	}
	lines = []string{bandLine(entry, after, d)}
	for _, f := range pluginLaunch(d, entry, p.file.path) {
		lines = append(lines, "  warning: "+f.Message)
	}
	entry.Bands = after
	return entry, lines, statusPassed, nil
}

// serversOf are the servers of a plugin that are meant.
func (p bandPinning) serversOf(d declaring, lock lockfile.Lock) ([]string, error) {
	if err := d.nowhere(lock); err != nil {
		return nil, err
	}
	all, named := d.servers(lock), unique(p.named)
	if len(named) == 0 && len(all) > 0 {
		return all, nil
	}
	what := "declares no tool of"
	if d.skilled() {
		what = "does not name"
	}
	meant := named
	if len(named) == 0 {
		meant = d.concerned()
	}
	for _, id := range meant {
		if entry, _ := lock.Get(id); slices.Contains(d.concerned(), id) && d.displaces(entry) {
			return nil, d.displacing(entry)
		}
		if len(named) > 0 && !slices.Contains(all, id) {
			return nil, usagef("", "plugin %q %s server %q, or the server is not pinned", d.Manifest.Name, what, id)
		}
	}
	if len(named) == 0 {
		return nil, usagef(bothHint([]declaring{d}), "plugin %q %s a pinned server", d.Manifest.Name, what)
	}
	return named, nil
}

// agreed shows what is lowered, and reports whether it may be pinned. What was said of skills
// beside another server is not said again, and the answer holds.
func (p bandPinning) agreed(d declaring, entry lockfile.Entry, after *lockfile.Bands) (bool, error) {
	tools, skills := compareDeclared(entry.Bands, after)
	tools, skills = lowering(tools), lowering(skills)
	var fresh []check.Finding
	refused := false
	for _, f := range skills {
		agreed, told := p.told[statementOf(d, f)]
		refused = refused || told && !agreed
		if !told {
			fresh = append(fresh, f)
		}
	}
	p.showLowered(d, visible.Name(entry.ID), tools)
	of := "its skills"
	if entry.Bands != nil && entry.Bands.Plugin != d.Manifest.Name {
		of = "the skills of " + visible.Name(entry.Bands.Plugin)
	}
	p.showLowered(d, of, fresh)
	if refused || len(tools)+len(fresh) == 0 {
		return !refused, nil
	}
	agreed, err := p.lowered(d)
	for _, f := range fresh {
		p.told[statementOf(d, f)] = agreed
	}
	return agreed, err
}

// lowering are those findings that say that less is declared.
func lowering(findings []check.Finding) []check.Finding {
	return slices.DeleteFunc(findings, func(f check.Finding) bool {
		return f.Rule != check.RuleBandLowered && f.Rule != check.RuleBandRemoved
	})
}

// showLowered shows what a plugin declares less of something, if anything.
func (p bandPinning) showLowered(d declaring, of string, findings []check.Finding) {
	if len(findings) == 0 {
		return
	}
	lines := make([]string, len(findings))
	for i, f := range findings {
		lines[i] = fmt.Sprintf("  %s %s: %s", f.Rule, visible.Name(f.Name), f.Message)
	}
	fmt.Fprintf(p.io.Stdout, "%s declares less of %s than is pinned:\n%s\n", visible.Text(d.called()), of, visible.Block(strings.Join(lines, "\n")))
}

// bandLine says what was pinned.
func bandLine(entry lockfile.Entry, after *lockfile.Bands, d declaring) string {
	by := d.called()
	switch {
	case reflect.DeepEqual(entry.Bands, after):
		return fmt.Sprintf("unchanged: %s: bands by %s", entry.ID, by)
	case after == nil:
		return fmt.Sprintf("pinned: %s: no bands by %s", entry.ID, by)
	}
	var of []string
	if n := len(after.Tools); n > 0 {
		of = append(of, wording.Plural(n, "tool"))
	}
	if n := len(after.Skills); n > 0 {
		of = append(of, wording.Plural(n, "skill"))
	}
	return fmt.Sprintf("pinned: %s: bands of %s by %s", entry.ID, strings.Join(of, " and "), by)
}

// acceptBands is accept with --plugin: what is lowered is asked about.
func (a *app) acceptBands(cmd *cobra.Command, file lockFile, args, plugins []string, yes bool) error {
	if err := alone(cmd, args); err != nil {
		return err
	}
	ask := func(declaring) (bool, error) {
		if yes {
			return true, nil
		}
		return a.ask(cmd.Context(), "Pin it?")
	}
	return newBandPinning(a, file, args, ask).pinBands(plugins)
}

// folderBelow is a folder as seen from another one above it, slash-separated; "" where
// it is not below.
func folderBelow(above, folder string) string {
	from, err := filepath.Abs(above)
	to, err2 := filepath.Abs(folder)
	if errors.Join(err, err2) != nil {
		return ""
	}
	rel, err := filepath.Rel(from, to)
	if err != nil || !filepath.IsLocal(rel) || strings.ContainsAny(filepath.ToSlash(rel), "\\:") {
		return ""
	}
	return filepath.ToSlash(rel)
}
