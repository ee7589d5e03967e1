package schemawalk

import "github.com/mooring-mcp/mooring/internal/jsonv"

// types is a set of types. A number is an integer or a fraction, so that integer
// is a part of number.
type types uint8

const (
	null types = 1 << iota
	boolean
	integer
	fraction
	text
	array
	object
	numeric = integer | fraction
	anyType = null | boolean | numeric | text | array | object
)

var typeNames = map[string]types{
	"null": null, "boolean": boolean, "integer": integer, "number": numeric,
	"string": text, "array": array, "object": object,
}

// groups are the types that are looked at apart.
var groups = []types{null, boolean, numeric, text, array, object}

// readTypes reads a type keyword. ok is false for anything but names of types.
func readTypes(v *jsonv.Value) (t types, ok bool) {
	if name, is := v.Str(); is {
		t, ok = typeNames[name]
		return t, ok
	}
	if v.Kind() != jsonv.Array {
		return 0, false
	}
	for _, item := range v.Items() {
		name, _ := item.Str()
		one, known := typeNames[name]
		if !known {
			return 0, false
		}
		t |= one
	}
	return t, true
}

// typeOf returns the type of a value.
func typeOf(v *jsonv.Value) types {
	switch v.Kind() {
	case jsonv.Null:
		return null
	case jsonv.Bool:
		return boolean
	case jsonv.String:
		return text
	case jsonv.Array:
		return array
	case jsonv.Object:
		return object
	case jsonv.Number:
		r, ok := rational(v)
		switch {
		case !ok:
			return numeric
		case r.IsInt():
			return integer
		}
		return fraction
	}
	return 0
}
