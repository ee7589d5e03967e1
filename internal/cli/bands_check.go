package cli

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/lockfile"
	"github.com/mooring-mcp/mooring/internal/plugin"
)

// bandChecks compares pinned bands with what plugins declare now.
type bandChecks struct {
	lockPath string
	plugins  []declaring
	read     map[string]folderPlugin // by folder of the lock
	told     map[statement]bool      // what was said of skills
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
		if err := d.nowhere(lock); err != nil {
			return bandChecks{}, err
		}
		pinned := func(e lockfile.Entry) bool { return e.Bands != nil && e.Bands.Plugin == d.Manifest.Name }
		if !slices.ContainsFunc(lock.Servers, pinned) {
			return bandChecks{}, usagef(shellLine([]string{"mooring", "lock", "--plugin", d.folder}), "no bands by plugin %q are pinned", d.Manifest.Name)
		}
	}
	return bandChecks{lockPath, plugins, map[string]folderPlugin{}, map[statement]bool{}}, err
}

// addAll adds to every subject what is to be said of its bands. It goes by the names of the
// servers and not by the order in which they were asked for: what is said of a skill is said of
// the first server whose pin has it, and its fingerprint names that server.
func (c bandChecks) addAll(subjects []check.Subject, lock lockfile.Lock) {
	byName := make([]int, len(subjects))
	for i := range byName {
		byName[i] = i
	}
	slices.SortStableFunc(byName, func(i, j int) int { return cmp.Compare(subjects[i].Server, subjects[j].Server) })
	for _, i := range byName {
		if entry, pinned := lock.Get(subjects[i].Server); pinned {
			c.add(&subjects[i], entry)
		}
	}
}

// add adds findings about the bands of a pinned server and of its plugin's skills, or what
// kept them from being compared.
func (c bandChecks) add(s *check.Subject, entry lockfile.Entry) {
	if entry.Bands == nil {
		return
	}
	d, why := c.find(*entry.Bands)
	if why != "" {
		s.Gaps = append(s.Gaps, check.Gap{Code: "bands_not_compared", Detail: why})
	} else {
		findings, skills := compareDeclared(entry.Bands, d.bands(entry.ID, c.lockPath))
		for _, f := range skills {
			if s := statementOf(d, f); !c.told[s] {
				c.told[s], findings = true, append(findings, f)
			}
		}
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
	case errors.Is(found.err, plugin.ErrRejected), errors.Is(found.err, errUnjudged):
		return d, fmt.Sprintf("plugin %s: %v; what is wrong: %s", b.Plugin, found.err, hintOf(found.err))
	case found.err != nil:
		return d, "plugin " + b.Plugin + ": " + found.err.Error() + hint
	case found.Manifest.Name != b.Plugin:
		return d, fmt.Sprintf("folder %q holds plugin %s%s", b.Folder, found.Manifest.Name, hint)
	}
	return found.declaring, ""
}
