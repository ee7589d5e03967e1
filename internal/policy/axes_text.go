package policy

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

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

// ErrUnsafeEdit is in the error of [AddAxes] when the text could not be edited.
var ErrUnsafeEdit = errors.New("cannot be edited without touching what else it says")

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
	const mark = "\uFEFF"
	text, marked := bytes.CutPrefix(text, []byte(mark))
	e := newEdit(text)
	if err := e.add(text, server, entries); err != nil {
		return nil, err
	}
	out := []byte(strings.Join(e.lines, "\n") + "\n")
	if marked {
		out = append([]byte(mark), out...)
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

// edit is a text by lines, each without the line feed at its end. A carriage return
// before it is the line's own: some files have both ends.
type edit struct {
	lines []string
	cr    string // what lines that are added have there
}

func newEdit(text []byte) edit {
	var e edit
	if bytes.Contains(text, []byte("\r\n")) {
		e.cr = "\r"
	}
	if len(text) == 0 {
		return e
	}
	whole, ended := strings.CutSuffix(string(text), "\n")
	if !ended {
		whole += e.cr
	}
	e.lines = strings.Split(whole, "\n")
	return e
}

// ended gives lines that are added the end of the others.
func (e *edit) ended(lines []string) []string {
	out := slices.Clone(lines)
	for i := range out {
		out[i] += e.cr
	}
	return out
}

// node is a key with its value in block style: lines from..to, the last excluded, and
// the indentation of the key and of what is below it.
type node struct {
	from, to, indent, below int
	members                 []*ast.MappingValueNode
}

func (e *edit) add(text []byte, server string, entries []ProposedAxes) error {
	file, err := parser.ParseBytes(text, 0)
	if err != nil {
		return positioned(err)
	}
	var root []*ast.MappingValueNode
	if len(file.Docs) > 0 && file.Docs[0].Body != nil {
		body := file.Docs[0].Body
		switch {
		case blockMembers(body) != nil:
			root = blockMembers(body)
		case body.Type() == ast.DirectiveType:
			return fmt.Errorf("the policy has a directive, and %w", ErrUnsafeEdit)
		case body.Type() != ast.NullType && body.Type() != ast.CommentType:
			return fmt.Errorf("the policy is in flow style, and %w", ErrUnsafeEdit)
		}
	}
	axes, found, err := e.find(root, "axes")
	switch {
	case err != nil:
		return err
	case !found:
		e.appendSection(root, server, entries)
		return nil
	}
	of, found, err := e.find(axes.members, server)
	switch {
	case err != nil:
		return err
	case !found:
		e.insert(axes.to, serverLines(server, entries, axes.below, 2))
		return nil
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

// appendSection adds the section at the end.
func (e *edit) appendSection(root []*ast.MappingValueNode, server string, entries []ProposedAxes) {
	indent := 0
	if len(root) > 0 {
		indent = root[0].Key.GetToken().Position.Column - 1
	}
	lines := append([]string{strings.Repeat(" ", indent) + "axes:"}, serverLines(server, entries, indent+2, 2)...)
	if len(e.lines) > 0 && strings.TrimSpace(e.lines[len(e.lines)-1]) != "" {
		lines = append([]string{""}, lines...)
	}
	e.insert(len(e.lines), lines)
}

func (e *edit) insert(at int, lines []string) {
	e.lines = slices.Insert(e.lines, at, e.ended(lines)...)
}

// errFlow is about a value whose members have no lines of their own.
var errFlow = fmt.Errorf("axes are in flow style, and the policy %w", ErrUnsafeEdit)

// find finds a key. errFlow comes with the lines of the node.
func (e *edit) find(members []*ast.MappingValueNode, key string) (node, bool, error) {
	for _, m := range members {
		token := m.Key.GetToken()
		if token.Value != key {
			continue
		}
		n := node{from: token.Position.Line - 1, indent: token.Position.Column - 1}
		n.below = n.indent + 2
		if n.from >= len(e.lines) { // a carriage return alone ended a line
			return node{}, false, fmt.Errorf("the policy has odd line ends, and %w", ErrUnsafeEdit)
		}
		n.to = e.end(n)
		n.members = blockMembers(m.Value)
		switch {
		case len(n.members) > 0:
			n.below = n.members[0].Key.GetToken().Position.Column - 1
		case m.Value.Type() != ast.NullType:
			return n, true, errFlow
		}
		return n, true, nil
	}
	return node{}, false, nil
}

// end is the line behind the last one that belongs to a key: what is indented more, with
// blank lines and comments in between.
func (e *edit) end(n node) int {
	end := n.from + 1
	for i := end; i < len(e.lines); i++ {
		text := strings.TrimLeft(e.lines[i], " ")
		deeper := len(e.lines[i])-len(text) > n.indent
		switch {
		case strings.TrimSpace(text) == "":
		case deeper:
			end = i + 1
		case text[0] != '#':
			return end
		}
	}
	return end
}

// blockMembers are those of a mapping in block style, nil for any other node.
func blockMembers(n ast.Node) []*ast.MappingValueNode {
	switch n := n.(type) {
	case *ast.MappingNode:
		if !n.IsFlowStyle {
			return n.Values
		}
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{n}
	}
	return nil
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
