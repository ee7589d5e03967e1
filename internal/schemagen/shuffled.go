package schemagen

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// Shuffled returns a schema that differs in nothing that matters: members, enums, required names, types and the
// branches of compositions in another order, and other names of definitions. An error says that it is no JSON.
func Shuffled(seed uint64, schema []byte) ([]byte, error) {
	tree, err := parse(schema)
	if err != nil {
		return nil, err
	}
	d := &draw{rand.New(rand.NewPCG(seed, 0))} //nolint:gosec // a repeatable sequence is the point
	names := map[string]string{}
	root, _ := tree.(object)
	for _, key := range []string{"$defs", "definitions"} {
		defs, _ := root[key].(object)
		for i, name := range keys(defs) {
			other := fmt.Sprintf("Other%d", i)
			names["#/"+key+"/"+escape(name)] = "#/" + key + "/" + other
			defs[other] = defs[name]
			delete(defs, name)
		}
	}
	shuffle(d, tree, names)
	return appendJSON(nil, tree, func(names []string) {
		d.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	}), nil
}

var unordered = []string{"allOf", "anyOf", "enum", "oneOf", "required", "type"}

// shuffle reorders the lists below a node whose order means nothing, and follows renamed definitions.
func shuffle(d *draw, node any, names map[string]string) {
	switch node := node.(type) {
	case []any:
		for _, item := range node {
			shuffle(d, item, names)
		}
	case object:
		for _, key := range keys(node) {
			if items, isList := node[key].([]any); isList && slices.Contains(unordered, key) {
				d.Shuffle(len(items), func(i, j int) { items[i], items[j] = items[j], items[i] })
			}
			if ref, isText := node[key].(string); isText && key == "$ref" && names[ref] != "" {
				node[key] = names[ref]
			}
			if !slices.Contains([]string{"const", "enum", "default", "examples"}, key) {
				shuffle(d, node[key], names)
			}
		}
	}
}
