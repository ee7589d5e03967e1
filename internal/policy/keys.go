package policy

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"github.com/mooring-mcp/mooring/internal/spelling"
)

// checkKeys refuses a key that no field of t has, with its place and the nearest
// right words: the decoder itself knows only that a key is unknown.
func checkKeys(text []byte) error {
	file, err := parser.ParseBytes(text, 0)
	if err != nil {
		return positioned(err)
	}
	if len(file.Docs) > 1 {
		return errorAt(file.Docs[1].Body, "a second document begins, want one")
	}
	for _, doc := range file.Docs {
		if err := keysOf(doc.Body, reflect.TypeFor[Policy](), ""); err != nil {
			return err
		}
	}
	return nil
}

func keysOf(node ast.Node, t reflect.Type, path string) error {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch n := node.(type) {
	case *ast.AnchorNode:
		return keysOf(n.Value, t, path)
	case *ast.TagNode:
		return keysOf(n.Value, t, path)
	case *ast.SequenceNode:
		if t.Kind() != reflect.Slice {
			return nil // the decoder says what is wrong
		}
		for _, item := range n.Values {
			if err := keysOf(item, t.Elem(), path+"[]"); err != nil {
				return err
			}
		}
	case *ast.MappingNode:
		return mappingKeys(n.Values, t, path)
	case *ast.MappingValueNode:
		return mappingKeys([]*ast.MappingValueNode{n}, t, path)
	}
	return nil
}

func mappingKeys(values []*ast.MappingValueNode, t reflect.Type, path string) error {
	for _, v := range values {
		if _, merge := v.Key.(*ast.MergeKeyNode); merge {
			return errorAt(v.Key, "merge keys are not read; write the keys out")
		}
		key := v.Key.GetToken().Value
		below := strings.TrimPrefix(path+"."+key, ".")
		var value reflect.Type
		if t.Kind() == reflect.Map {
			value = t.Elem()
		} else if t.Kind() == reflect.Struct {
			var known bool
			if value, known = fieldOf(t, key); !known {
				return errorAt(v.Key, "unknown key %q%s, %s", key, in(path), want(key, keysFor(t)))
			}
		} else {
			return nil // the decoder says what is wrong
		}
		if err := keysOf(v.Value, value, below); err != nil {
			return err
		}
	}
	return nil
}

func in(path string) string {
	if path == "" {
		return ""
	}
	return " in " + path
}

// want says which word was meant, or which there are.
func want(wrong string, words []string) string {
	if near := spelling.Nearest(wrong, words, 3); len(near) > 0 {
		return fmt.Sprintf("did you mean %s?", strings.Join(near, " or "))
	}
	if len(words) > 24 {
		return "want another word"
	}
	return "want one of " + strings.Join(words, ", ")
}

func fieldOf(t reflect.Type, key string) (reflect.Type, bool) {
	for f := range t.Fields() {
		if yamlName(f) == key {
			return f.Type, true
		}
	}
	return nil, false
}

func keysFor(t reflect.Type) []string {
	var out []string
	for f := range t.Fields() {
		if name := yamlName(f); name != "" {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// yamlName is the key of a field, "" for one that is not read.
func yamlName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
	if name == "-" {
		return ""
	}
	return name
}

// errorAt is an error at a node.
func errorAt(node ast.Node, format string, args ...any) *Error {
	e := &Error{Detail: fmt.Sprintf(format, args...)}
	if token := node.GetToken(); token != nil && token.Position != nil {
		e.Line, e.Column = token.Position.Line, token.Position.Column
	}
	return e
}
