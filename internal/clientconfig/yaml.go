package clientconfig

import (
	"errors"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"github.com/mooring-mcp/mooring/internal/yamlbound"
)

// What a file of YAML may hold. The parser takes quadratic time and memory for
// nested text.
const (
	maxYAMLBrackets = 2000
	maxYAMLIndent   = 200
	maxYAMLMarks    = 32     // indicators ("-", "?", ":", "&a", "*a", "!a") in a row
	maxYAMLMerged   = 50_000 // members that merge keys bring
)

// fromYAML parses one YAML document. Anchors, aliases and merge keys are
// followed, tags ignored. The parser's messages quote the text and are left out.
func fromYAML(text []byte) (tree any, err error) {
	if err := boundYAML(text); err != nil {
		return nil, err
	}
	defer func() {
		if recover() != nil { // hostile text; the parser's faults are not ours to pass on
			tree, err = nil, errors.New("the file is no YAML that can be read")
		}
	}()
	file, err := parser.ParseBytes(text, 0)
	if err != nil {
		return nil, yamlError(err)
	}
	var body ast.Node
	for _, doc := range file.Docs {
		if doc.Body == nil || doc.Body.Type() == ast.CommentType || doc.Body.Type() == ast.DirectiveType {
			continue
		}
		if body != nil {
			return nil, errors.New("file holds more than one YAML document, want one")
		}
		body = doc.Body
	}
	y := yamlReader{anchors: map[string]any{}, merged: new(int)}
	return y.value(body, 0)
}

func boundYAML(text []byte) error {
	line, found := yamlbound.Limits{Brackets: maxYAMLBrackets, Indent: maxYAMLIndent, Marks: maxYAMLMarks}.Exceeded(text)
	switch {
	case found == "":
		return nil
	case line == 0:
		return fmt.Errorf("file has %s", found)
	}
	return fmt.Errorf("line %d: found %s", line, found)
}

func yamlError(err error) error {
	why := "the text is no valid YAML"
	if strings.Contains(err.Error(), "already defined") {
		why = "a key is repeated"
	}
	var e yaml.Error
	if errors.As(err, &e) && e.GetToken() != nil && e.GetToken().Position != nil {
		p := e.GetToken().Position
		return fmt.Errorf("line %d, column %d: %s", p.Line, p.Column, why)
	}
	return errors.New(why)
}

// yamlReader turns nodes into maps, slices and scalars. An alias shares the
// value of its anchor, so that nothing grows here.
type yamlReader struct {
	anchors map[string]any
	merged  *int
}

func (y yamlReader) value(node ast.Node, depth int) (any, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("values are nested deeper than the limit of %d", maxDepth)
	}
	switch n := node.(type) {
	case *ast.MappingNode:
		return y.mapping(n.Values, depth)
	case *ast.MappingValueNode:
		return y.mapping([]*ast.MappingValueNode{n}, depth)
	case *ast.SequenceNode:
		return y.sequence(n.Values, depth)
	case *ast.AnchorNode:
		v, err := y.value(n.Value, depth+1)
		y.anchors[n.Name.String()] = v // known only now: an alias never contains itself
		return v, err
	case *ast.AliasNode:
		v, ok := y.anchors[n.Value.String()]
		if !ok {
			return nil, fmt.Errorf("line %d: alias of an anchor that does not stand before it", n.Start.Position.Line)
		}
		return v, nil
	case *ast.TagNode:
		return y.value(n.Value, depth+1)
	case *ast.LiteralNode:
		return n.Value.Value, nil
	case *ast.StringNode:
		return n.Value, nil
	case *ast.BoolNode:
		return n.Value, nil
	case *ast.IntegerNode:
		return number(fmt.Sprint(n.Value)), nil
	case *ast.FloatNode:
		return number("0.5"), nil // no part of an entry is one; its kind is enough
	}
	return nil, nil
}

func (y yamlReader) sequence(nodes []ast.Node, depth int) (any, error) {
	out := make([]any, len(nodes))
	for i, node := range nodes {
		v, err := y.value(node, depth+1)
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}

// mapping reads members in order. What a merge key brings never replaces a
// member that the mapping itself has.
func (y yamlReader) mapping(members []*ast.MappingValueNode, depth int) (any, error) {
	out := map[string]any{}
	var merged []any
	for _, m := range members {
		v, err := y.value(m.Value, depth+1)
		if err != nil {
			return nil, err
		}
		if m.Key.IsMergeKey() {
			merged = append(merged, v)
			continue
		}
		name, err := y.name(m.Key, depth)
		if err != nil {
			return nil, err
		}
		if _, has := out[name]; has {
			return nil, fmt.Errorf("line %d: key %q is repeated", m.Start.Position.Line, name)
		}
		out[name] = v
	}
	for _, source := range merged {
		if !y.merge(out, source) {
			return nil, fmt.Errorf("merge keys bring more members than the limit of %d", maxYAMLMerged)
		}
	}
	return out, nil
}

func (y yamlReader) name(key ast.MapKeyNode, depth int) (string, error) {
	v, err := y.value(key, depth+1)
	if err != nil {
		return "", err
	}
	if name, ok := v.(string); ok {
		return name, nil
	}
	return key.GetToken().Value, nil
}

// merge adds the members that into lacks; false at the limit.
func (y yamlReader) merge(into map[string]any, source any) bool {
	*y.merged++
	switch s := source.(type) {
	case map[string]any:
		*y.merged += len(s)
		for name, v := range s {
			if _, has := into[name]; !has {
				into[name] = v
			}
		}
	case []any:
		for _, item := range s {
			if *y.merged > maxYAMLMerged || !y.merge(into, item) {
				return false
			}
		}
	}
	return *y.merged <= maxYAMLMerged
}
