package policy

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"github.com/mooring-mcp/mooring/internal/visible"
)

// ProposedAxes is an entry to be written.
type ProposedAxes struct {
	Tool string
	ToolAxes
}

// commentWords begin the comments that Mooring once wrote into entries, above the values;
// they go with the entry that they are in.
var commentWords = []string{"reversibility", "scope", "trust", "note"}

// AxesText writes the entries of a server as a file would have them.
func AxesText(server string, entries []ProposedAxes) string {
	return "axes:\n" + strings.Join(serverLines(server, entries, 2, 2), "\n") + "\n"
}

// AddAxes adds entries of a server to the text of a policy, in the place of those of the
// same tools. Every other byte stays as it is. The error is an [*Error] about a text that
// is no policy, or wraps [ErrUnsafeEdit].
func AddAxes(text []byte, server string, entries []ProposedAxes) ([]byte, error) {
	before, err := Parse(text)
	if err != nil || len(entries) == 0 {
		return text, err
	}
	out, err := edited(text, func(e *edit, root []*ast.MappingValueNode) error { return e.addAxes(root, server, entries) })
	if err != nil {
		return nil, err
	}
	after, err := Parse(out)
	if err != nil || !sameBut(before, after, server, entries) {
		return nil, fmt.Errorf("the policy %w", ErrUnsafeEdit)
	}
	return out, nil
}

// sameBut reports that two policies differ in the given entries alone, and that the
// second has them.
func sameBut(before, after Policy, server string, entries []ProposedAxes) bool {
	for _, e := range entries {
		if after.Axes[server][e.Tool] != e.ToolAxes {
			return false
		}
	}
	for _, p := range []*Policy{&before, &after} {
		others := map[string]ServerAxes{}
		for id, tools := range p.Axes {
			for tool, entry := range tools {
				named := id == server && slices.ContainsFunc(entries, func(e ProposedAxes) bool { return e.Tool == tool })
				if !named {
					others[id] = with(others[id], tool, entry)
				}
			}
		}
		p.Axes = others
	}
	return reflect.DeepEqual(before, after)
}

func (e *edit) addAxes(root []*ast.MappingValueNode, server string, entries []ProposedAxes) error {
	of, found, err := e.server(root, "axes", server, func(indent int) []string { return serverLines(server, entries, indent, 2) })
	if err != nil || !found {
		return err
	}
	return e.addTools(of, entries)
}

// addTools puts entries behind those of a server, or in the place of old ones.
func (e *edit) addTools(of node, entries []ProposedAxes) error {
	step := max(of.below-of.indent, 2)
	type change struct {
		from, to int
		lines    []string
	}
	var changes []change
	for _, entry := range entries {
		old, found, err := e.find(of.members, entry.Tool)
		lines := entryLines(entry, of.below, step)
		switch {
		case errors.Is(err, errFlow) || err == nil && found:
			kept := e.comments(old, of.below+step)
			changes = append(changes, change{old.from, old.to, slices.Concat(lines[:1], kept, lines[1:])})
		case err != nil:
			return err
		default:
			changes = append(changes, change{of.to, of.to, lines})
		}
	}
	slices.SortStableFunc(changes, func(a, b change) int { return a.from - b.from })
	for _, c := range slices.Backward(changes) {
		e.lines = slices.Replace(e.lines, c.from, c.to, e.ended(c.lines)...)
	}
	return nil
}

// comments are what somebody wrote into an entry beside its values.
func (e *edit) comments(old node, indent int) []string {
	var out []string
	for _, line := range e.lines[old.from:old.to] {
		text := strings.TrimSpace(line)
		ours := slices.ContainsFunc(commentWords, func(w string) bool { return strings.HasPrefix(text, "# "+w+": ") })
		switch {
		case strings.HasPrefix(text, "#") && !ours:
			out = append(out, strings.Repeat(" ", indent)+text)
		case !strings.HasPrefix(text, "#") && strings.Contains(text, " #"):
			out = append(out, strings.Repeat(" ", indent)+"# was: "+text)
		}
	}
	return out
}

func serverLines(server string, entries []ProposedAxes, indent, step int) []string {
	lines := []string{strings.Repeat(" ", indent) + visible.YAML(server) + ":"}
	for _, e := range entries {
		lines = append(lines, entryLines(e, indent+step, step)...)
	}
	return lines
}

// entryLines writes an entry: its key, then its values.
func entryLines(e ProposedAxes, indent, step int) []string {
	below := strings.Repeat(" ", indent+step)
	lines := []string{strings.Repeat(" ", indent) + visible.YAML(e.Tool) + ":"}
	return append(
		lines,
		below+"digest: "+visible.YAML(e.Digest),
		below+"reversibility: "+string(e.Reversibility),
		below+"scope: "+string(e.Scope),
		below+"trust: "+string(e.Trust),
		below+"reason: "+visible.YAML(e.Reason),
	)
}
