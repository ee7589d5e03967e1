package schemaset

import (
	"math/big"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// schema is a place in a document. source marks schemas of the subset's side in a
// place where [Options.Declared] closes objects.
type schema struct {
	doc    *document
	v      *jsonv.Value
	source bool
}

func (s schema) at(v *jsonv.Value) schema { return schema{s.doc, v, s.source} }

// formula is a statement about one value: a schema, an atom, or a connective.
type formula struct {
	op    op
	parts []formula // of and, or; one of not
	node  schema
	atom  atom
}

type op int

const (
	isNode op = iota
	isAtom
	isNot
	isAnd
	isOr
)

func node(s schema) formula           { return formula{op: isNode, node: s} }
func not(f formula) formula           { return formula{op: isNot, parts: []formula{f}} }
func and(parts ...formula) formula    { return formula{op: isAnd, parts: parts} }
func or(parts ...formula) formula     { return formula{op: isOr, parts: parts} }
func atomic(a atom, s schema) formula { a.node = s; return formula{op: isAtom, atom: a} }

// atomKind is what an atom is about.
type atomKind int

const (
	aType            atomKind = iota
	aEnum                     // values
	aMinimum                  // bound, strict
	aMaximum                  // bound, strict
	aMultipleOf               // bound
	aMinLength                // count
	aMaxLength                // count
	aPattern                  // text
	aFormat                   // text
	aMinItems                 // count
	aMaxItems                 // count
	aUnique                   //
	aItem                     // count is the index, value
	aItems                    // count is the first index, value
	aContains                 // value, count is the least number of items
	aContainsMost             // value, count is the greatest
	aRequired                 // text
	aProperty                 // text is the name, value
	aPatternProperty          // text, value
	aAdditional               // names, patterns are left out, value
	aNames                    // value
	aMinProperties            // count
	aMaxProperties            // count
	aUnmodelled               // text says what: nobody can tell
	aDeclares                 // an object declares its names, maybe none; always true
	aOpen                     // an object speaks of its further names; always true
)

// atom is one assertion. Of values of another type than its own it is true.
type atom struct {
	kind     atomKind
	types    typeSet
	values   []*jsonv.Value
	bound    *big.Rat
	strict   bool
	count    int
	text     string
	value    schema
	names    []string
	patterns []string
	node     schema // where it stands
}

// typeSet is a set of JSON types.
type typeSet uint8

const (
	tNull typeSet = 1 << iota
	tBool
	tNumber
	tString
	tArray
	tObject
	allTypes = tNull | tBool | tNumber | tString | tArray | tObject
)

// about is the type of value that an atom can be false of; all for type and enum.
func (a atom) about() typeSet {
	switch a.kind {
	case aMinimum, aMaximum, aMultipleOf:
		return tNumber
	case aMinLength, aMaxLength, aPattern, aFormat:
		return tString
	case aMinItems, aMaxItems, aUnique, aItem, aItems, aContains, aContainsMost:
		return tArray
	case aRequired, aProperty, aPatternProperty, aAdditional, aNames, aMinProperties, aMaxProperties:
		return tObject
	case aType, aEnum, aUnmodelled:
		return allTypes
	case aDeclares, aOpen:
	}
	return 0
}

func typeOf(v *jsonv.Value) typeSet {
	switch v.Kind() {
	case jsonv.Null:
		return tNull
	case jsonv.Bool:
		return tBool
	case jsonv.Number:
		return tNumber
	case jsonv.String:
		return tString
	case jsonv.Array:
		return tArray
	case jsonv.Object:
		return tObject
	}
	return 0
}

var typeNames = map[string]typeSet{
	"null": tNull, "boolean": tBool, "number": tNumber, "string": tString, "array": tArray, "object": tObject,
}
