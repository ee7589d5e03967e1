package schemaset

import (
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// annotations are keywords that no value is judged by.
var annotations = []string{
	"title", "description", "default", "examples", "example", "$comment", "deprecated", "readOnly", "writeOnly",
}

// namedSchemas are keywords whose members are schemas by name.
var namedSchemas = []string{"properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"}

// subschemas are keywords whose value is a schema or a list of them.
var subschemas = []string{
	"additionalItems", "additionalProperties", "allOf", "anyOf", "contains", "else", "if", "items", "not", "oneOf", "prefixItems",
	"propertyNames", "then", "unevaluatedItems", "unevaluatedProperties",
}

// intoAnnotations reports a reference that leads into an annotation, so that what
// stands there is no annotation.
func intoAnnotations(v *jsonv.Value) bool {
	for range v.Find(func(v *jsonv.Value) bool {
		for _, keyword := range []string{"$ref", "$dynamicRef", "$recursiveRef"} {
			for token := range strings.SplitSeq(v.Get(keyword).Text(), "/") {
				if slices.Contains(annotations, token) {
					return true
				}
			}
		}
		return false
	}) {
		return true
	}
	return false
}

// sameAssertions reports two schemas that differ in annotations alone, if at all:
// what is not modelled is the same on both sides then.
func sameAssertions(a, b *jsonv.Value) bool {
	if a.Kind() != jsonv.Object || b.Kind() != jsonv.Object {
		if a.Kind() == jsonv.Array && b.Kind() == jsonv.Array && a.Len() == b.Len() {
			for i, item := range a.Items() {
				if !sameAssertions(item, b.Index(i)) {
					return false
				}
			}
			return true
		}
		return jsonv.Equal(a, b, jsonv.Source)
	}
	for _, pair := range [][2]*jsonv.Value{{a, b}, {b, a}} {
		for name, member := range pair[0].Members() {
			if !slices.Contains(annotations, name) && !sameKeyword(name, member, pair[1].Get(name)) {
				return false
			}
		}
	}
	return true
}

func sameKeyword(name string, a, b *jsonv.Value) bool {
	switch {
	case !b.Exists():
		return false
	case slices.Contains(subschemas, name):
		return sameAssertions(a, b)
	case slices.Contains(namedSchemas, name) && a.Kind() == jsonv.Object && b.Kind() == jsonv.Object:
		if a.Len() != b.Len() {
			return false
		}
		for key, s := range a.Members() {
			if other := b.Get(key); !other.Exists() || !sameAssertions(s, other) {
				return false
			}
		}
		return true
	}
	return jsonv.Equal(a, b, jsonv.Source)
}
