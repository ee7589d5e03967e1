package policy

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// maxDepth is how deep values may lie in each other. The parser takes memory by the
// square of it, and a stack.
const maxDepth = 100

// document is the one document of a file, with what YAML has several ways to write in
// one of them, and the places of its values.
type document struct {
	body   ast.Node // nil for an empty file
	places places
}

// read parses a file. What a policy has no use for is refused before anything is built of
// it: anchors, aliases, tags other than !!str, a second document.
func read(text []byte) (document, error) {
	tokens := lexer.Tokenize(string(bytes.TrimPrefix(text, []byte("\ufeff"))))
	for _, check := range []func(token.Tokens) error{bounded, single} {
		if err := check(tokens); err != nil {
			return document{}, err
		}
	}
	file, err := parse(tokens)
	if err != nil {
		return document{}, err
	}
	body := bodyOf(file)
	if body == nil {
		return document{}, nil
	}
	body = plain(body)
	d := document{body, places{}}
	d.places.add("$", body, nil)
	return d, nil
}

func parse(tokens token.Tokens) (file *ast.File, err error) {
	defer noPanic(&err)
	file, err = parser.Parse(tokens, 0)
	if err != nil {
		return nil, positioned(err)
	}
	return file, nil
}

// noPanic makes an error of a panic: the package has some for text that is no YAML.
func noPanic(err *error) {
	if failed := recover(); failed != nil {
		*err = &Error{Detail: "this is not YAML"}
	}
}

// bounded refuses what may take the parser much more than the file's length.
func bounded(tokens token.Tokens) error {
	flow := 0         // brackets that are open
	var columns []int // of the block that values lie in
	inBlock := func(column int) {
		for len(columns) > 0 && columns[len(columns)-1] >= column {
			columns = columns[:len(columns)-1]
		}
		columns = append(columns, column)
	}
	for i, t := range tokens {
		switch t.Type { //nolint:exhaustive // the others nest nothing
		case token.AnchorType:
			return errorIn(t, "anchors are not read; write the value out where it is needed")
		case token.AliasType:
			return errorIn(t, "aliases are not read; write the value out, and put a text that begins with * in quotes")
		case token.MergeKeyType:
			return errorIn(t, "merge keys are not read; write the keys out")
		case token.TagType:
			if t.Value != "!!str" || i > 0 && tokens[i-1].Type == token.TagType {
				return errorIn(t, "the tag %s is not read", t.Value)
			}
		case token.SequenceStartType, token.MappingStartType:
			flow++
		case token.SequenceEndType, token.MappingEndType:
			flow = max(flow-1, 0)
		case token.SequenceEntryType, token.MappingKeyType:
			inBlock(t.Position.Column)
		case token.MappingValueType:
			if flow == 0 && i > 0 {
				inBlock(tokens[i-1].Position.Column)
			}
		}
		if flow+len(columns) > maxDepth {
			return errorIn(t, "values lie more than %d deep in each other", maxDepth)
		}
	}
	return nil
}

// single refuses a second document, also an empty one.
func single(tokens token.Tokens) error {
	begun, ended, directive := false, false, 0 // the line of a directive
	for _, t := range tokens {
		switch {
		case t.Type == token.CommentType || t.Position.Line == directive:
		case t.Type == token.DirectiveType && !begun:
			directive = t.Position.Line
			if t.Next == nil || t.Next.Value != "YAML" {
				return errorIn(t, "only the directive %%YAML is read")
			}
		case ended || begun && t.Type == token.DocumentHeaderType:
			return errorIn(t, "a second document begins, want one")
		case t.Type == token.DocumentEndType:
			ended = true
		default:
			begun = true
		}
	}
	return nil
}

// bodyOf is what the document holds, nil for nothing.
func bodyOf(file *ast.File) ast.Node {
	for _, d := range file.Docs {
		if _, directive := d.Body.(*ast.DirectiveNode); !directive && d.Body != nil {
			return d.Body
		}
	}
	return nil
}

// plain writes a text in one way: !!str x, ? x and blocks become what x is.
func plain(n ast.Node) ast.Node {
	switch n := n.(type) {
	case *ast.TagNode:
		if s, scalar := n.Value.(ast.ScalarNode); scalar {
			return asText(s)
		}
		return n.Value
	case *ast.LiteralNode:
		return n.Value
	case *ast.MappingKeyNode:
		return plain(n.Value)
	case *ast.SequenceNode:
		for i := range n.Values {
			n.Values[i] = plain(n.Values[i])
		}
	case *ast.MappingNode:
		for _, v := range n.Values {
			plain(v)
		}
	case *ast.MappingValueNode:
		if key, is := plain(n.Key).(ast.MapKeyNode); is {
			n.Key = key
		}
		n.Value = plain(n.Value)
	}
	return n
}

// asText is a scalar as a text, however it looks.
func asText(n ast.ScalarNode) ast.Node {
	switch n := n.(type) {
	case *ast.StringNode:
		return n
	case *ast.LiteralNode:
		return n.Value
	}
	return ast.String(n.GetToken())
}

// places are where values stand, by path.
type places map[string]place

type place struct{ key, value *token.Position } // key is nil for what has none

func (p places) add(path string, n ast.Node, key ast.Node) {
	at := place{value: position(n)}
	if key != nil {
		at.key = position(key)
	}
	p[path] = at
	switch n := n.(type) {
	case *ast.SequenceNode:
		for i, item := range n.Values {
			p.add(path+index(i), item, nil)
		}
	case *ast.MappingNode:
		for _, v := range n.Values {
			p.add(path+"."+quotePath(v.Key.GetToken().Value), v.Value, v.Key)
		}
	case *ast.MappingValueNode:
		p.add(path+"."+quotePath(n.Key.GetToken().Value), n.Value, n.Key)
	}
}

func position(n ast.Node) *token.Position {
	if n == nil || reflect.ValueOf(n).IsNil() {
		return nil
	}
	if m, is := n.(*ast.MappingValueNode); is {
		return position(m.Key)
	}
	if t := n.GetToken(); t != nil {
		return t.Position
	}
	return nil
}

// find is where a path begins. One that ends in a name of the user's begins with that
// name, where its value is on the same line.
func (p places) find(path string) *token.Position {
	at, known := p[normal(path)]
	if known && at.key != nil && (at.value == nil || strings.HasSuffix(path, "'") && at.key.Line == at.value.Line) {
		return at.key
	}
	return at.value
}

// normal writes every key of a path in quotes: "$.a.'b c'" becomes "$.'a'.'b c'".
func normal(path string) string {
	var b strings.Builder
	for path != "" {
		name, dotted := strings.CutPrefix(path, ".")
		switch {
		case dotted && strings.HasPrefix(name, "'"):
			end := endOfQuoted(name)
			b.WriteString("." + name[:end])
			path = name[end:]
		case dotted:
			end := strings.IndexAny(name+".", ".[")
			b.WriteString("." + quotePath(name[:end]))
			path = name[end:]
		default:
			end := strings.IndexByte(path[1:]+".", '.') + 1
			b.WriteString(path[:end])
			path = path[end:]
		}
	}
	return b.String()
}

// endOfQuoted is the length of a quoted key: up to a quote behind which the path goes on
// or ends.
func endOfQuoted(s string) int {
	for i := 1; i < len(s); i++ {
		if s[i] == '\'' && (i+1 == len(s) || s[i+1] == '.' || s[i+1] == '[') {
			return i + 1
		}
	}
	return len(s)
}

// decode reads a document into a value whose shape it has.
func (d document) decode(out any) (err error) {
	if d.body == nil {
		return nil
	}
	defer noPanic(&err)
	if err := shaped(d.body, reflect.TypeOf(out).Elem(), ""); err != nil {
		return err
	}
	if err := yaml.NodeToValue(d.body, out, yaml.Strict()); err != nil {
		return positioned(err)
	}
	return nil
}

func positioned(err error) *Error {
	if own := (*Error)(nil); errors.As(err, &own) {
		return own
	}
	var y yaml.Error
	if !errors.As(err, &y) {
		return &Error{Detail: err.Error()}
	}
	if y.GetToken() == nil {
		return &Error{Detail: y.GetMessage()}
	}
	return errorIn(y.GetToken(), "%s", y.GetMessage())
}

// errorAt is an error at a node.
func errorAt(node ast.Node, format string, args ...any) *Error {
	return errorOf(position(node), format, args...)
}

// errorIn is an error at a token.
func errorIn(t *token.Token, format string, args ...any) *Error {
	return errorOf(t.Position, format, args...)
}

func errorOf(at *token.Position, format string, args ...any) *Error {
	e := &Error{Detail: fmt.Sprintf(format, args...)}
	if at != nil {
		e.Line, e.Column = at.Line, at.Column
	}
	return e
}
