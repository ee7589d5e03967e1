package cli

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/internal/plugin"
	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/internal/word"
	"github.com/mooring-mcp/mooring/internal/wording"
)

// lockDeclared is lock with --plugin. What is declared of servers that are pinned is
// pinned beside them, and nothing is started; when servers are said that are not pinned,
// or how to start one, they are pinned in the same step.
func (a *app) lockDeclared(cmd *cobra.Command, flags *targetFlags, args []string, p pinning, folders []string) error {
	var err error
	if p.declared, err = readDeclaring(folders); err != nil {
		return err
	}
	a.warnOfLost(p.declared)
	for _, d := range p.declared {
		if err := d.nowhere(p.file.lock); err != nil {
			return err
		}
	}
	if p.observes(cmd, flags, args) {
		return a.lockBoth(cmd, flags, args, p)
	}
	if p.file.text == nil {
		return usagef(bothHint(p.declared), "no lock file %q, so no server is pinned beside which declared bands belong", p.file.path)
	}
	if err := alone(cmd, args); err != nil {
		return err
	}
	return newBandPinning(a, p.file, args, a.leaveLowered).pinBands(folders)
}

// warnOfLost says of which plugins something that they declare is not pinned, since it counts
// for nothing or was not read.
func (a *app) warnOfLost(plugins []declaring) {
	for _, d := range plugins {
		lint := shellLine([]string{"mooring", "plugin", "lint", d.folder})
		if d.Invalid > 0 {
			a.warn("plugin %q: %s; what is wrong: %s", d.Manifest.Name, wording.Lost(d.Invalid), lint)
		}
		if d.Count(plugin.Unknown) > 0 {
			a.warn("plugin %q: not all of it could be read; what is missing: %s", d.Manifest.Name, lint)
		}
	}
}

// leaveLowered says how to pin what is lowered, which lock does not.
func (a *app) leaveLowered(d declaring) (bool, error) {
	fmt.Fprintf(a.io.Stdout, "  pin it with: %s\n", visible.Text(acceptLine(d)))
	return false, nil
}

// observes reports that servers are to be started: it is said how, or one is named that
// is not pinned and of which a plugin declares something.
func (p pinning) observes(cmd *cobra.Command, flags *targetFlags, args []string) bool {
	if cmd.ArgsLenAtDash() >= 0 || flags.config != "" || flags.all {
		return true
	}
	return slices.ContainsFunc(args, func(arg string) bool {
		_, pinned := p.file.lock.Get(arg)
		return !pinned && (isSource(arg) || p.declares(arg))
	})
}

// declares reports that declarations of a plugin belong beside the pin of a server.
func (p pinning) declares(server string) bool {
	return slices.ContainsFunc(p.declared, func(d declaring) bool { return slices.Contains(d.concerned(), server) })
}

// lockBoth pins servers and what is declared of them. A plugin that declares nothing of
// them is an error, before anything is started.
func (a *app) lockBoth(cmd *cobra.Command, flags *targetFlags, args []string, p pinning) error {
	targets, err := a.targets(cmd.Context(), flags, args, cmd.ArgsLenAtDash())
	if err != nil {
		return err
	}
	for _, d := range p.declared {
		one := pinning{declared: []declaring{d}}
		if !slices.ContainsFunc(targets, func(t target) bool { return one.declares(t.id) }) {
			return usagef("name a server as the plugin's mcp.json does: "+serversWord(d), "plugin %q declares nothing of the servers that are to be pinned", d.Manifest.Name)
		}
	}
	return a.observeAndPin(cmd.Context(), flags, targets, p)
}

// serversWord names the servers of which a plugin declares something.
func serversWord(d declaring) string {
	names := d.concerned()
	if len(names) == 0 {
		return "it declares tools of none"
	}
	return word.Quoted(names)
}

// bothHint is the command that pins a server and what the plugins declare of it.
func bothHint(plugins []declaring) string {
	words, server := []string{"mooring", "lock"}, "SERVER"
	for _, d := range plugins {
		words = append(words, "--plugin", d.folder)
		if names := d.concerned(); len(names) > 0 && server == "SERVER" {
			server = names[0]
		}
	}
	return "pin the server and its bands in one step: " + shellLine(append(words, server)) + " -- COMMAND ARGS"
}
