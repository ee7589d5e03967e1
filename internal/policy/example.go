package policy

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/surface"
)

// Example is a change of one tool with what the policy has to make of it.
type Example struct {
	Name    string `yaml:"name"`
	Command string `yaml:"command"` // check or diff; "" is check
	Server  string `yaml:"server"`  // id; "" is "example"
	// Before and After are a tool, null when it is not there.
	Before map[string]any `yaml:"before"`
	After  map[string]any `yaml:"after"`
	// Package is the change of a package that causes the change of the tool.
	Package *PackageStep `yaml:"package"`
	Today   string       `yaml:"today"` // YYYY-MM-DD; "" is the day of the run
	Want    Wanted       `yaml:"want"`
}

// PackageStep is another version of the same package.
type PackageStep struct {
	Name   string `yaml:"name"`
	Before string `yaml:"before"`
	After  string `yaml:"after"`
}

// Wanted is what an example has to come to; what is left out is not compared.
type Wanted struct {
	Action     check.Action  `yaml:"action"`  // of the row
	Verdict    check.Verdict `yaml:"verdict"` // passed or refused
	Suppressed *int          `yaml:"suppressed"`
	Rules      []string      `yaml:"rules"` // that fire and are not set aside, drift's apart
}

func (p Policy) validateExamples(text []byte) error {
	for n, e := range p.Examples {
		path := "$.examples" + index(n)
		switch {
		case e.Before == nil && e.After == nil:
			return at(text, path, "example %q has neither before nor after, want a tool", e.Name)
		case e.Command != "" && !slices.Contains(commands, e.Command):
			return at(text, path+".command", "unknown command %q, %s", e.Command, want(e.Command, commands))
		case e.Want.Action == "" && e.Want.Verdict == "" && e.Want.Suppressed == nil && e.Want.Rules == nil:
			return at(text, path, "example %q wants nothing; give want an action, a verdict, suppressed or rules", e.Name)
		}
		if e.Want.Action != "" {
			if err := p.validateAction(text, path+".want.action", e.Want.Action, check.Pass); err != nil {
				return err
			}
		}
		if v := e.Want.Verdict; v != "" && v != check.Passed && v != check.Refused {
			return at(text, path+".want.verdict", "verdict is %q, want passed or refused", v)
		}
	}
	return nil
}

// Outcome is what an example came to. Err says how it differs from what was wanted;
// nil when it does not.
type Outcome struct {
	Where string // file and line
	Name  string
	Err   error
}

// RunExamples compares the tools of every example, weighs the result, and says what
// is not as wanted.
func (s Set) RunExamples(today string) []Outcome {
	var out []Outcome
	for _, l := range s.Layers {
		for n, e := range l.Policy.Examples {
			name := e.Name
			if name == "" {
				name = fmt.Sprintf("example %d", n+1)
			}
			out = append(out, Outcome{l.where("$.examples" + index(n)), name, s.run(e, today)})
		}
	}
	return out
}

func (s Set) run(e Example, today string) error {
	server, command := e.Server, e.Command
	if server == "" {
		server = "example"
	}
	if command == "" {
		command = "check"
	}
	if e.Today != "" {
		today = e.Today
	}
	before, err := exampleSide("before", e.Before)
	if err != nil {
		return err
	}
	after, err := exampleSide("after", e.After)
	if err != nil {
		return err
	}
	subject, err := check.Compare(server, before, after, check.Options{})
	if err != nil {
		return err
	}
	if p := e.Package; p != nil {
		subject.Cause = &check.Cause{Code: check.CausePackage, Package: p.Name, Before: p.Before, After: p.After}
	}
	s.Weigher(command, today).Weigh(&subject)
	return e.Want.compare(subject)
}

func exampleSide(label string, tool map[string]any) (check.Observation, error) {
	var tools [][]byte
	if tool != nil {
		text, err := json.Marshal(tool)
		if err != nil {
			return check.Observation{}, fmt.Errorf("%s: %w", label, err)
		}
		tools = append(tools, text)
	}
	return check.Observation{Label: label, Surface: surface.FromTools(label, tools), Vouched: true}, nil
}

func (w Wanted) compare(s check.Subject) error {
	var wrong []error
	action, rules, suppressed := check.Pass, []string{}, s.Counts().Suppressed
	for _, r := range s.Rows {
		action = action.Stricter(r.Action)
		for _, c := range r.Cells {
			for _, rule := range c.Rules {
				if c.Lens != (check.Drift{}).ID() && !slices.Contains(rules, rule) {
					rules = append(rules, rule)
				}
			}
		}
	}
	if w.Action != "" && w.Action != action {
		wrong = append(wrong, fmt.Errorf("action is %s, want %s (%s)", action, w.Action, decisions(s)))
	}
	if w.Verdict != "" && w.Verdict != s.Verdict {
		wrong = append(wrong, fmt.Errorf("verdict is %s, want %s", s.Verdict, w.Verdict))
	}
	if w.Suppressed != nil && *w.Suppressed != suppressed {
		wrong = append(wrong, fmt.Errorf("%d findings are suppressed, want %d", suppressed, *w.Suppressed))
	}
	if w.Rules != nil {
		slices.Sort(rules)
		if wanted := slices.Sorted(slices.Values(w.Rules)); !slices.Equal(wanted, rules) {
			wrong = append(wrong, fmt.Errorf("rules are %q, want %q", rules, wanted))
		}
	}
	return errors.Join(wrong...)
}

// decisions says which finding was decided by what, for an example that is wrong.
func decisions(s check.Subject) string {
	parts := make([]string, len(s.Findings))
	for i, f := range s.Findings {
		parts[i] = fmt.Sprintf("%s %s by %s", f.Rule, f.Action, f.DecidedBy)
		if f.Suppressed != nil {
			parts[i] += ", suppressed"
		}
	}
	return strings.Join(parts, "; ")
}
