package policy

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/band"
	"github.com/mooring-mcp/mooring/internal/amountop"
	"github.com/mooring-mcp/mooring/internal/operation"
	"github.com/mooring-mcp/mooring/internal/sqlread"
)

// Operations say what the arguments of a server's tools hold, and where they land:
//
//	operations:
//	  db:
//	    scope: shared-remote
//	    dialect: postgres
//	    spend: {EUR: "50"}
//	    arguments:
//	      - {tool: "run_*", argument: /query, as: sql, reason: the tool runs it and nothing else}
type Operations struct {
	// Scope is where the effects of the server land; "" is where the texts say.
	Scope   band.Scope `yaml:"scope"`
	Dialect string     `yaml:"dialect"` // of SQL; "" is by the names, then generic
	// Spend are the lines up to which an amount passes on record, by ISO 4217 code.
	Spend     map[string]Text `yaml:"spend"`
	Arguments []ArgumentRule  `yaml:"arguments"` // the first that fits counts
}

// ArgumentRule says what an argument holds. One that is a program is all that a call of the tool does.
type ArgumentRule struct {
	Tool     string           `yaml:"tool"`     // name; * and ? for any letters
	Argument string           `yaml:"argument"` // RFC 6901 pointer in the arguments, * for any one segment
	As       operation.Kind   `yaml:"as"`
	Intent   operation.Intent `yaml:"intent"`  // of a path or URL
	Dialect  string           `yaml:"dialect"` // of SQL; "" is that of the server
	Reason   string           `yaml:"reason"`
}

// Mapping is what the classifiers take.
func (o Operations) Mapping() operation.Mapping {
	var out operation.Mapping
	for _, r := range o.Arguments {
		out = append(out, operation.Rule{Tool: r.Tool, Argument: r.Argument, As: r.As, Intent: r.Intent, Dialect: r.Dialect})
	}
	return out
}

// RulesOf are the rules that may fit an argument of a tool.
func (o Operations) RulesOf(tool string) []ArgumentRule {
	var out []ArgumentRule
	for _, r := range o.Arguments {
		if fits, err := path.Match(r.Tool, tool); err == nil && fits {
			out = append(out, r)
		}
	}
	return out
}

// Lines are the spend lines.
func (o Operations) Lines() (amountop.Lines, error) {
	lines := map[string]string{}
	for code, most := range o.Spend {
		lines[code] = string(most)
	}
	return amountop.ParseLines(lines)
}

func (p Policy) validateOperations(text []byte) error {
	for _, server := range slices.Sorted(maps.Keys(p.Operations)) {
		o, path := p.Operations[server], operationsPath(server)
		if err := (band.Axes{Scope: o.Scope}).Check(); err != nil {
			return at(text, path+".scope", "operations of server %q: %v", server, err)
		}
		if _, err := sqlread.ParseDialect(o.Dialect); err != nil {
			return at(text, path+".dialect", "operations of server %q: %v", server, err)
		}
		if _, err := o.Lines(); err != nil {
			return at(text, path+".spend", "operations of server %q: %v", server, err)
		}
		for i, r := range o.Arguments {
			if err := o.validateRule(text, server, i, r); err != nil {
				return err
			}
		}
	}
	return nil
}

func (o Operations) validateRule(text []byte, server string, i int, r ArgumentRule) error {
	here := fmt.Sprintf("%s.arguments[%d]", operationsPath(server), i)
	if err := o.Mapping()[i : i+1].Check(); err != nil {
		_, what, _ := strings.Cut(err.Error(), ": ")
		return at(text, here, "operations of server %q: %s", server, what)
	}
	_, err := sqlread.ParseDialect(r.Dialect)
	switch {
	case r.Intent != "" && r.As != operation.URLKind && r.As != operation.PathKind:
		return at(text, here+".intent", "operations of server %q: argument %s of %s: found an intent beside as: %s, want it beside url or path alone", server, r.Argument, r.Tool, r.As)
	case err != nil:
		return at(text, here+".dialect", "operations of server %q: %v", server, err)
	case r.Dialect != "" && r.As != operation.SQLKind:
		return at(text, here+".dialect", "operations of server %q: argument %s of %s: found a dialect beside as: %s, want it beside sql alone", server, r.Argument, r.Tool, r.As)
	case blank(r.Reason):
		return at(text, here, "operations of server %q: argument %s of %s: reason is missing", server, r.Argument, r.Tool)
	}
	return nil
}

func operationsPath(server string) string { return "$.operations." + quotePath(server) }

// addOperations joins those of a lower layer. What a server's tools hold is said by one layer: a second word on it could
// only make it milder.
func (s *Set) addOperations(l Layer) {
	for _, server := range slices.Sorted(maps.Keys(l.Policy.Operations)) {
		if _, both := s.Policy.Operations[server]; both {
			s.milder(l, operationsPath(server), "operations of server %q: a higher policy has them", server)
			continue
		}
		s.Policy.Operations = with(s.Policy.Operations, server, l.Policy.Operations[server])
	}
}

// operationsSettings lists what holds.
func (s Set) operationsSettings() []Setting {
	var out []Setting
	for _, server := range slices.Sorted(maps.Keys(s.Policy.Operations)) {
		o, name := s.Policy.Operations[server], "operations."+server
		origin := s.first(operationsPath(server), func(q Policy) bool { _, is := q.Operations[server]; return is })
		add := func(key, value, reason string) {
			if value != "" {
				out = append(out, Setting{name + "." + key, withReason(value, reason), origin})
			}
		}
		add("scope", string(o.Scope), "")
		add("dialect", o.Dialect, "")
		for _, code := range slices.Sorted(maps.Keys(o.Spend)) {
			add("spend."+code, string(o.Spend[code]), "")
		}
		for _, r := range o.Arguments {
			value := string(r.As)
			if r.Intent != "" {
				value += ", " + string(r.Intent)
			}
			if r.Dialect != "" {
				value += ", " + r.Dialect
			}
			add("arguments."+r.Tool+r.Argument, value, r.Reason)
		}
	}
	return out
}
