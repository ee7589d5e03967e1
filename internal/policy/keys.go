package policy

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"github.com/mooring-mcp/mooring/internal/spelling"
)

// shaped refuses a value of another shape than its field, and a key that no field of t
// has, with its place and the nearest right words. The decoder would speak of Go.
func shaped(node ast.Node, t reflect.Type, path string) error {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if _, null := node.(*ast.NullNode); null || t.Kind() == reflect.Interface {
		return nil
	}
	_, scalar := node.(ast.ScalarNode)
	word, below, wanted := shape(t)
	switch {
	case word != nil && scalar:
		return word(node)
	case below == nil:
		return errorAt(node, "found %s, want %s", found(node), wanted)
	}
	switch n := node.(type) {
	case *ast.SequenceNode:
		if below.Kind() == reflect.Slice {
			for _, item := range n.Values {
				if err := shaped(item, below.Elem(), path+"[]"); err != nil {
					return err
				}
			}
			return nil
		}
	case *ast.MappingNode:
		if below.Kind() != reflect.Slice {
			return mappingKeys(n.Values, below, path)
		}
	case *ast.MappingValueNode:
		if below.Kind() != reflect.Slice {
			return mappingKeys([]*ast.MappingValueNode{n}, below, path)
		}
	}
	return errorAt(node, "found %s, want %s", found(node), wanted)
}

// shape is what may stand for a type: a scalar of which word finds nothing wrong, nil for
// none; and a list, map or struct of the type below, nil for none.
func shape(t reflect.Type) (word func(ast.Node) error, below reflect.Type, wanted string) {
	const keys = "keys with values"
	anyWord := func(ast.Node) error { return nil }
	switch t {
	case reflect.TypeFor[Preset]():
		return anyWord, t, "author or consumer, or one of them by command"
	case reflect.TypeFor[Override]():
		return anyWord, t, "a severity, or " + keys
	case reflect.TypeFor[Rules]():
		return anyWord, t, "a rule or a list of rules"
	case reflect.TypeFor[Text]():
		return anyWord, nil, "a text" // it has more to say itself
	case reflect.TypeFor[Bytes]():
		return number, nil, "a number"
	}
	switch t.Kind() { //nolint:exhaustive // no field has another
	case reflect.Slice:
		return nil, t, "a list"
	case reflect.Map, reflect.Struct:
		return nil, t, keys
	case reflect.Bool:
		return truth, nil, "true or false"
	case reflect.Int:
		return whole, nil, "a whole number"
	}
	return anyWord, nil, "a text"
}

func truth(n ast.Node) error {
	if _, is := n.(*ast.BoolNode); is {
		return nil
	}
	return errorAt(n, "found %s, want true or false", found(n))
}

func whole(n ast.Node) error {
	if i, is := n.(*ast.IntegerNode); is {
		if v := reflect.ValueOf(i.Value); v.CanInt() || v.CanUint() && v.Uint() <= math.MaxInt {
			return nil
		}
	}
	return errorAt(n, "found %s, want a whole number", found(n))
}

func number(n ast.Node) error {
	switch n.(type) {
	case *ast.IntegerNode, *ast.FloatNode, *ast.InfinityNode, *ast.NanNode:
		return nil
	}
	return errorAt(n, "found %s, want a whole number", found(n))
}

// found says what a node is.
func found(n ast.Node) string {
	switch n.(type) {
	case *ast.SequenceNode:
		return "a list"
	case *ast.MappingNode, *ast.MappingValueNode:
		return "keys with values"
	case *ast.BoolNode:
		return "true or false"
	case *ast.IntegerNode, *ast.FloatNode, *ast.InfinityNode, *ast.NanNode:
		return "a number"
	case *ast.NullNode:
		return "nothing"
	}
	return "a text"
}

func mappingKeys(values []*ast.MappingValueNode, t reflect.Type, path string) error {
	for _, v := range values {
		key := v.Key.GetToken().Value
		below := strings.TrimPrefix(path+"."+key, ".")
		var value reflect.Type
		if t.Kind() == reflect.Map {
			value = t.Elem()
		} else {
			var known bool
			if value, known = fieldOf(t, key); !known {
				return errorAt(v.Key, "unknown key %q%s, %s", key, in(path), want(key, keysFor(t)))
			}
		}
		if err := shaped(v.Value, value, below); err != nil {
			return err
		}
	}
	return nil
}

func in(path string) string {
	if path == "" || path == "[]" { // the list that is the file
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
