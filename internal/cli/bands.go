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

// bands are what a plugin declares of a server's tools, nil for nothing. lockPath is
// the lock, from whose folder the plugin is found again.
func (d declaring) bands(server, lockPath string) *lockfile.Bands {
	b := &lockfile.Bands{
		Plugin: d.Manifest.Name, Version: d.Manifest.Version, Declaration: d.DeclarationDigest, Folder: folderBelow(filepath.Dir(lockPath), d.folder),
		Tools: map[string]lockfile.ToolBand{},
	}
	for _, op := range d.Declared {
		if op.Server != server {
			continue
		}
		tool := lockfile.ToolBand{Band: op.Band, NeverAllow: op.NeverAllow}
		for _, e := range op.Environments {
			if e.Band == op.Band && e.NeverAllow == op.NeverAllow {
				continue
			}
			if tool.Environments == nil {
				tool.Environments = map[string]lockfile.ToolBand{}
			}
			tool.Environments[e.Name] = lockfile.ToolBand{Band: e.Band, NeverAllow: e.NeverAllow}
		}
		b.Tools[op.Tool] = tool
	}
	if len(b.Tools) == 0 {
		return nil
	}
	return b
}

// servers are the pinned servers that a plugin declares tools of, or did when they were
// pinned; sorted.
func (d declaring) servers(lock lockfile.Lock) []string {
	var out []string
	for _, e := range lock.Servers {
		names := func(op plugin.Operation) bool { return op.Server == e.ID }
		if slices.ContainsFunc(d.Declared, names) || e.Bands != nil && e.Bands.Plugin == d.Manifest.Name {
			out = append(out, e.ID)
		}
	}
	return out
}

// declaredBands is the form in which bands are compared.
func declaredBands(b *lockfile.Bands) map[string]check.DeclaredBand {
	if b == nil {
		return nil
	}
	return bandsOf(b.Tools)
}

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
}

// registerPlugin adds --plugin to a command.
func registerPlugin(cmd *cobra.Command, folders *[]string, what string) {
	cmd.Flags().StringArrayVar(folders, "plugin", nil, "folder of a plugin "+what+" (may be repeated)")
}

// alone refuses flags and arguments that speak of observing servers.
func alone(cmd *cobra.Command, args []string) error {
	if dash := cmd.ArgsLenAtDash(); dash >= 0 && dash < len(args) {
		return usagef("", "accept --plugin accepts what is declared of servers that are pinned already, and starts none; found a command")
	}
	for _, f := range []string{"config", "repeat", "remove", "alarm-reason", "template-reason", "digest", "as", "profiles", "all", "header", "env"} {
		if cmd.Flags().Changed(f) {
			return usagef("", "--%s is for observing servers, and --plugin starts none", f)
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
		servers, err := p.serversOf(d)
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
func (p bandPinning) serversOf(d declaring) ([]string, error) {
	all := d.servers(p.file.lock)
	if len(p.named) == 0 {
		if len(all) == 0 {
			return nil, usagef(bothHint([]declaring{d}), "plugin %q declares no tool of a pinned server", d.Manifest.Name)
		}
		return all, nil
	}
	named := unique(p.named)
	for _, id := range named {
		if !slices.Contains(all, id) {
			return nil, usagef("", "plugin %q declares no tool of server %q, or the server is not pinned", d.Manifest.Name, id)
		}
	}
	return named, nil
}

// agreed shows what is lowered, and reports whether it may be pinned.
func (p bandPinning) agreed(d declaring, entry lockfile.Entry, after *lockfile.Bands) (bool, error) {
	var lowered []string
	for _, f := range check.CompareBands(declaredBands(entry.Bands), declaredBands(after)) {
		if f.Rule == check.RuleBandLowered || f.Rule == check.RuleBandRemoved {
			lowered = append(lowered, fmt.Sprintf("  %s %s: %s", f.Rule, visible.Name(f.Name), f.Message))
		}
	}
	if len(lowered) == 0 {
		return true, nil
	}
	fmt.Fprintf(p.io.Stdout, "%s declares less of %s than is pinned:\n%s\n", visible.Text(d.called()), visible.Name(entry.ID), visible.Block(strings.Join(lowered, "\n")))
	return p.lowered(d)
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
	return fmt.Sprintf("pinned: %s: bands of %s by %s", entry.ID, wording.Plural(len(after.Tools), "tool"), by)
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
	return bandPinning{a, file, args, ask}.pinBands(plugins)
}

// bandChecks compares pinned bands with what plugins declare now.
type bandChecks struct {
	lockPath string
	plugins  []declaring
	read     map[string]folderPlugin // by folder of the lock
}

// folderPlugin is what was read of a folder that the lock names.
type folderPlugin struct {
	declaring

	err error
}

// newBandChecks reads the plugins of --plugin. One of which the lock pins nothing is an
// error: nothing would be compared.
func newBandChecks(lock lockfile.Lock, lockPath string, folders []string) (bandChecks, error) {
	plugins, err := readDeclaring(folders)
	for _, d := range plugins {
		pinned := func(e lockfile.Entry) bool { return e.Bands != nil && e.Bands.Plugin == d.Manifest.Name }
		if !slices.ContainsFunc(lock.Servers, pinned) {
			return bandChecks{}, usagef(shellLine([]string{"mooring", "lock", "--plugin", d.folder}), "no bands by plugin %q are pinned", d.Manifest.Name)
		}
	}
	return bandChecks{lockPath, plugins, map[string]folderPlugin{}}, err
}

// add adds findings about the bands of a pinned server, or what kept them from being
// compared.
func (c bandChecks) add(s *check.Subject, entry lockfile.Entry) {
	if entry.Bands == nil {
		return
	}
	d, why := c.find(*entry.Bands)
	if why != "" {
		s.Gaps = append(s.Gaps, check.Gap{Code: "bands_not_compared", Detail: why})
	} else {
		findings := check.CompareBands(declaredBands(entry.Bands), declaredBands(d.bands(entry.ID, c.lockPath)))
		for i := range findings {
			findings[i].Message += fmt.Sprintf(", by %s; pin it with: %s", d.called(), acceptLine(d))
		}
		s.Add(findings...)
		s.Add(pluginLaunch(d, entry, c.lockPath)...)
	}
	s.Conclude()
}

// pluginLaunch reports every part in which a plugin starts something else than what is
// pinned under the name of its server.
func pluginLaunch(d declaring, entry lockfile.Entry, lockPath string) []check.Finding {
	i := slices.IndexFunc(d.Servers, func(s plugin.Server) bool { return s.Name == entry.ID })
	if i < 0 || entry.Surface.Server.Launch.Transport == "" { // of a surface from a file
		return nil
	}
	var out []check.Finding
	for _, diff := range d.Servers[i].Differences(pinOf(entry, d.folder, lockPath)) {
		f := serverFinding(check.RulePluginLaunch, check.Fail, fmt.Sprintf("%s starts something else: %s pinned %s, of the plugin %s", d.called(), diff.Part, orNone(diff.Before), orNone(diff.After)))
		f.Pointer = "/plugin/launch/" + diff.Part
		f.BeforeDigest, f.AfterDigest = check.TextDigest(diff.Before), check.TextDigest(diff.After)
		f.Before, f.After = check.JSONText(diff.Before), check.JSONText(diff.After)
		out = append(out, f)
	}
	return out
}

// pinOf is the pinned launch of a server, for the plugin in a folder. What the launch
// names by a relative path is taken to start in the folder of the lock.
func pinOf(entry lockfile.Entry, folder, lockPath string) plugin.Pin {
	return plugin.Pin{Launch: entry.Surface.Server.Launch, Root: absolute(folder), Base: absolute(filepath.Dir(lockPath))}
}

// find finds the plugin whose bands are pinned: one of --plugin, or the one in the
// folder that the lock names. why says why it could not.
func (c bandChecks) find(b lockfile.Bands) (d declaring, why string) {
	for _, d := range c.plugins {
		if d.Manifest.Name == b.Plugin {
			return d, ""
		}
	}
	hint := fmt.Sprintf("; name the folder of %s: --plugin DIR", b.Plugin)
	if b.Folder == "" {
		return d, "the lock does not say where the plugin lies that declares bands" + hint
	}
	found, known := c.read[b.Folder]
	if !known {
		list, err := readDeclaring([]string{filepath.Join(filepath.Dir(c.lockPath), filepath.FromSlash(b.Folder))})
		if found.err = err; err == nil {
			found.declaring = list[0]
		}
		c.read[b.Folder] = found
	}
	switch {
	case found.err != nil:
		return d, "plugin " + b.Plugin + ": " + found.err.Error() + hint
	case found.Manifest.Name != b.Plugin:
		return d, fmt.Sprintf("folder %q holds plugin %s%s", b.Folder, found.Manifest.Name, hint)
	}
	return found.declaring, ""
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
