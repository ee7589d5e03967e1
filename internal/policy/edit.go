package policy

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// Editing a policy by its lines, so that every byte beside the edit stays as it is.

// ErrUnsafeEdit is in the errors of [AddAxes] and [AddOperations] when the text could not be edited.
var ErrUnsafeEdit = errors.New("cannot be edited without touching what else it says")

// edited is the text of a policy after an edit, given the members at its top.
func edited(text []byte, change func(*edit, []*ast.MappingValueNode) error) ([]byte, error) {
	const mark = "\uFEFF"
	text, marked := bytes.CutPrefix(text, []byte(mark))
	e := newEdit(text)
	root, err := rootOf(text)
	if err != nil {
		return nil, err
	}
	if err := change(&e, root); err != nil {
		return nil, err
	}
	out := []byte(strings.Join(e.lines, "\n") + "\n")
	if marked {
		out = append([]byte(mark), out...)
	}
	return out, nil
}

// rootOf are the members at the top of a policy.
func rootOf(text []byte) (root []*ast.MappingValueNode, err error) {
	file, err := parser.ParseBytes(text, 0)
	if err != nil {
		return nil, positioned(err)
	}
	if len(file.Docs) > 0 && file.Docs[0].Body != nil {
		body := file.Docs[0].Body
		switch {
		case blockMembers(body) != nil:
			root = blockMembers(body)
		case body.Type() == ast.DirectiveType:
			return nil, fmt.Errorf("the policy has a directive, and %w", ErrUnsafeEdit)
		case body.Type() != ast.NullType && body.Type() != ast.CommentType:
			return nil, fmt.Errorf("the policy is in flow style, and %w", ErrUnsafeEdit)
		}
	}
	return root, nil
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

// appendSection adds a section at the end: its key, and lines for an indentation below it.
func (e *edit) appendSection(root []*ast.MappingValueNode, key string, below func(indent int) []string) {
	indent := 0
	if len(root) > 0 {
		indent = root[0].Key.GetToken().Position.Column - 1
	}
	lines := append([]string{strings.Repeat(" ", indent) + key}, below(indent+2)...)
	if len(e.lines) > 0 && strings.TrimSpace(e.lines[len(e.lines)-1]) != "" {
		lines = append([]string{""}, lines...)
	}
	e.insert(len(e.lines), lines)
}

func (e *edit) insert(at int, lines []string) {
	e.lines = slices.Insert(e.lines, at, e.ended(lines)...)
}

// errFlow is about a value whose members have no lines of their own.
var errFlow = fmt.Errorf("what it has of the server is in flow style, and the policy %w", ErrUnsafeEdit)

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

// server finds what a section says of a server. Where it says nothing, the lines for it are put there instead.
func (e *edit) server(root []*ast.MappingValueNode, section, server string, lines func(indent int) []string) (of node, found bool, err error) {
	all, found, err := e.find(root, section)
	switch {
	case err != nil:
		return node{}, false, err
	case !found:
		e.appendSection(root, section+":", lines)
		return node{}, false, nil
	}
	if of, found, err = e.find(all.members, server); err == nil && !found {
		e.insert(all.to, lines(all.below))
	}
	return of, found, err
}
