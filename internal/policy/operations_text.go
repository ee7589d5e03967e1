package policy

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"github.com/mooring-mcp/mooring/band"
	"github.com/mooring-mcp/mooring/internal/visible"
)

// ProposedOperations are what is to be written about a server.
type ProposedOperations struct {
	Scope band.Scope     // "" leaves it as it is
	Rules []ArgumentRule // behind those that are there; one of the same tool and argument goes in its place
}

// Empty reports that nothing is to be written.
func (o ProposedOperations) Empty() bool { return o.Scope == "" && len(o.Rules) == 0 }

// scopeComment stands above a scope that is proposed.
const scopeComment = "# proposed: no word of the tools below says that what they reach is on this machine alone"

// OperationsText writes the operations of a server as a file would have them.
func OperationsText(server string, o ProposedOperations) string {
	return "operations:\n" + strings.Join(operationsLines(server, o, 2, 2), "\n") + "\n"
}

// AddOperations adds operations of a server to the text of a policy. Every other byte stays as it is. The errors are those
// of [AddAxes].
func AddOperations(text []byte, server string, o ProposedOperations) ([]byte, error) {
	before, err := Parse(text)
	if err != nil || o.Empty() {
		return text, err
	}
	want := before.Operations[server].with(o)
	out, err := edited(text, func(e *edit, root []*ast.MappingValueNode) error {
		return e.addOperations(root, server, before.Operations[server], o)
	})
	if err != nil {
		return nil, err
	}
	after, err := Parse(out)
	if err != nil || !reflect.DeepEqual(after.Operations[server], want) {
		return nil, fmt.Errorf("the policy %w", ErrUnsafeEdit)
	}
	before.Operations = with(before.Operations, server, want)
	if !reflect.DeepEqual(before, after) {
		return nil, fmt.Errorf("the policy %w", ErrUnsafeEdit)
	}
	return out, nil
}

// with are the operations with what is proposed.
func (o Operations) with(p ProposedOperations) Operations {
	if p.Scope != "" {
		o.Scope = p.Scope
	}
	o.Arguments = slices.Clone(o.Arguments)
	for _, r := range p.Rules {
		if i := o.rule(r); i >= 0 {
			o.Arguments[i] = r
			continue
		}
		o.Arguments = append(o.Arguments, r)
	}
	return o
}

// rule is the place of the rule of the same tool and argument, -1 for none.
func (o Operations) rule(r ArgumentRule) int {
	return slices.IndexFunc(o.Arguments, func(old ArgumentRule) bool { return old.Tool == r.Tool && old.Argument == r.Argument })
}

func (e *edit) addOperations(root []*ast.MappingValueNode, server string, before Operations, o ProposedOperations) error {
	of, found, err := e.server(root, "operations", server, func(indent int) []string { return operationsLines(server, o, indent, 2) })
	if err != nil || !found {
		return err
	}
	// Below the scope, so that its lines stay where they are.
	if err := e.addRules(of, before, o.Rules); err != nil {
		return err
	}
	if o.Scope != "" {
		e.insert(of.from+1, scopeLines(o.Scope, of.below))
	}
	return nil
}

// addRules puts rules behind those of a server, or in the place of old ones.
func (e *edit) addRules(of node, before Operations, rules []ArgumentRule) error {
	list, found, err := e.find(of.members, "arguments")
	switch {
	case len(rules) == 0:
		return nil
	case !found && err == nil:
		e.insert(of.to, argumentsLines(rules, of.below))
		return nil
	case err != nil && !errors.Is(err, errFlow):
		return err
	}
	items, indent := e.items(list)
	if len(items) != len(before.Arguments) {
		return errFlow
	}
	end := list.from + 1
	if len(items) > 0 {
		end = items[len(items)-1][1]
	}
	var added []string
	places := map[int][]string{}
	for _, r := range rules {
		if i := before.rule(r); i >= 0 {
			places[i] = ruleLines(r, indent)
			continue
		}
		added = append(added, ruleLines(r, indent)...)
	}
	e.insert(end, added)
	for i, item := range slices.Backward(items) {
		if lines, is := places[i]; is {
			kept := e.comments(node{from: item[0], to: item[1]}, indent)
			e.lines = slices.Replace(e.lines, item[0], item[1], e.ended(slices.Concat(kept, lines))...)
		}
	}
	return nil
}

// items are the lines of the items of a sequence in block style, from and to, the last excluded, and their indentation.
// They may begin where their key does.
func (e *edit) items(list node) (items [][2]int, indent int) {
	indent = list.indent + 2
	for i := list.from + 1; i < len(e.lines); i++ {
		text := strings.TrimLeft(e.lines[i], " ")
		at, blank := len(e.lines[i])-len(text), strings.TrimSpace(text) == "" || text[0] == '#'
		first := !blank && (text[0] == '-' && strings.TrimSpace(text[1:]) == "" || strings.HasPrefix(text, "- "))
		switch {
		case blank:
		case first && (at == indent && len(items) > 0 || at >= list.indent && len(items) == 0):
			items, indent = append(items, [2]int{i, i + 1}), at
		case at > indent && len(items) > 0:
			items[len(items)-1][1] = i + 1
		default:
			return items, indent
		}
	}
	return items, indent
}

func operationsLines(server string, o ProposedOperations, indent, step int) []string {
	lines := []string{strings.Repeat(" ", indent) + visible.YAML(server) + ":"}
	if o.Scope != "" {
		lines = append(lines, scopeLines(o.Scope, indent+step)...)
	}
	if len(o.Rules) > 0 {
		lines = append(lines, argumentsLines(o.Rules, indent+step)...)
	}
	return lines
}

func scopeLines(scope band.Scope, indent int) []string {
	margin := strings.Repeat(" ", indent)
	return []string{margin + scopeComment, margin + "scope: " + string(scope)}
}

func argumentsLines(rules []ArgumentRule, indent int) []string {
	lines := []string{strings.Repeat(" ", indent) + "arguments:"}
	for _, r := range rules {
		lines = append(lines, ruleLines(r, indent+2)...)
	}
	return lines
}

// ruleLines writes a rule as an item of a sequence.
func ruleLines(r ArgumentRule, indent int) []string {
	margin := strings.Repeat(" ", indent)
	lines := []string{
		margin + "- tool: " + visible.YAML(r.Tool),
		margin + "  argument: " + visible.YAML(r.Argument),
		margin + "  as: " + string(r.As),
	}
	if r.Intent != "" {
		lines = append(lines, margin+"  intent: "+string(r.Intent))
	}
	if r.Dialect != "" {
		lines = append(lines, margin+"  dialect: "+r.Dialect)
	}
	return append(lines, margin+"  reason: "+visible.YAML(r.Reason))
}
