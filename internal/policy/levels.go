package policy

import (
	"maps"
	"slices"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"github.com/mooring-mcp/mooring/check"
)

// all is the word for every command in keys that are by command.
const all = "all"

// commands are those whose findings a policy weighs.
var commands = []string{"check", "diff"}

// Preset is which preset a command starts from: one for all, or one by command.
type Preset map[string]check.Preset

// UnmarshalYAML reads a word, or words by command.
func (p *Preset) UnmarshalYAML(node ast.Node) error {
	byCommand := map[string]check.Preset{}
	if _, word := node.(ast.ScalarNode); word {
		var one check.Preset
		if err := yaml.NodeToValue(node, &one, yaml.Strict()); err != nil {
			return err
		}
		*p = Preset{all: one}
		return nil
	}
	if err := yaml.NodeToValue(node, &byCommand, yaml.Strict()); err != nil {
		return err
	}
	*p = byCommand
	return nil
}

// of is the preset for a command; said is false where the file says nothing of it.
func (p Preset) of(command string) (preset check.Preset, said bool) {
	if one, said := p[command]; said {
		return one, true
	}
	one, said := p[all]
	return one, said
}

// defaultPreset is the preset of a command that no policy speaks of.
func defaultPreset(command string) check.Preset {
	if command == "diff" {
		return check.Author
	}
	return check.Consumer
}

// CommandLevels give actions by command ("all" for every one), lens and severity.
type CommandLevels map[string]check.Levels

// of looks a severity up, by the command first.
func (l CommandLevels) of(command, lens, severity string) (action check.Action, key string, said bool) {
	for _, name := range []string{command, all} {
		if a, said := l[name].Action(lens, severity); said {
			return a, "levels." + name + "." + lens + "." + severity, true
		}
	}
	return "", "", false
}

func (p Policy) validateWeights(text []byte) error {
	for _, command := range slices.Sorted(maps.Keys(p.Preset)) {
		path := "$.preset"
		if command != all {
			path += "." + quotePath(command)
			if !slices.Contains(commands, command) {
				return at(text, "$.preset", "unknown command %q, %s", command, want(command, append(commands, all)))
			}
		}
		if preset := p.Preset[command]; !slices.Contains(check.Presets(), preset) {
			return at(text, path, "preset is %q, %s", string(preset), want(string(preset), []string{"author", "consumer"}))
		}
	}
	if err := p.validateAction(text, "$.fail_on", p.FailOn, check.Warn); p.FailOn != "" && err != nil {
		return err
	}
	for _, command := range slices.Sorted(maps.Keys(p.Levels)) {
		path := "$.levels." + quotePath(command)
		if command != all && !slices.Contains(commands, command) {
			return at(text, path, "unknown command %q in levels, %s", command, want(command, append(slices.Clone(commands), all)))
		}
		if err := p.validateLevels(text, path, p.Levels[command]); err != nil {
			return err
		}
	}
	return nil
}

func (p Policy) validateLevels(text []byte, path string, levels check.Levels) error {
	known := check.Consumer.Levels()
	for _, lens := range slices.Sorted(maps.Keys(levels)) {
		path := path + "." + quotePath(lens)
		if known[lens] == nil {
			return at(text, path, "unknown lens %q, %s", lens, want(lens, slices.Sorted(maps.Keys(known))))
		}
		for _, severity := range slices.Sorted(maps.Keys(levels[lens])) {
			path := path + "." + quotePath(severity)
			if _, is := known[lens][severity]; !is {
				return at(text, path, "unknown severity %q of lens %s, %s", severity, lens, want(severity, slices.Sorted(maps.Keys(known[lens]))))
			}
			action := levels[lens][severity]
			if err := p.validateAction(text, path, action, check.Pass); err != nil {
				return err
			}
			if lens == "taxonomy" && severity == "CRITICAL" && action != check.Fail {
				return at(text, path, "CRITICAL is %s, and has to fail; one rule is made milder by severity_overrides with allow_critical and a reason", action)
			}
		}
	}
	return nil
}

// validateAction refuses a word that is no action, or a milder one than least.
func (p Policy) validateAction(text []byte, path string, a, least check.Action) error {
	var words []string
	for _, action := range check.Actions() {
		if action.AtLeast(least) {
			words = append(words, string(action))
		}
	}
	if slices.Contains(words, string(a)) {
		return nil
	}
	return at(text, path, "action is %q, %s", a, want(string(a), words))
}
