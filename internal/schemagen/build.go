package schemagen

import (
	"encoding/json"
	"fmt"
)

// builder makes one schema.
type builder struct {
	*draw
	old  bool // draft-07: only what it can say; the spelling changes at the end
	defs object
}

// names are what tools call their parameters, and what is hard about names.
var names = []string{
	"query", "limit", "path", "mode", "owner", "repo", "since", "filters", "a/b", "x~y", "0", "1", "", "ключ", "a.b", "$ref",
}

// build returns a root object, and whether it is to be spelled as draft-07.
func build(d *draw) (root object, old bool) {
	b := &builder{draw: d, old: d.one(5), defs: object{}}
	root = b.object(2, 1, 5)
	properties, _ := root["properties"].(object)
	if b.one(6) { // the schema is recursive as a whole
		properties["children"] = object{"type": "array", "items": object{"$ref": "#"}}
	}
	if b.one(8) {
		properties["same"] = object{"$ref": "#/properties/first"}
		properties["first"] = b.scalar()
	}
	if b.one(10) && !b.old {
		b.defs["Marked"] = object{"$anchor": "marked", "type": "object", "properties": object{"v": b.scalar()}}
		properties["marked"] = object{"$ref": "#marked"}
	}
	if len(b.defs) > 0 {
		root["$defs"] = b.defs
	}
	return root, b.old
}

// any is a schema of any kind. depth bounds how many levels of containers are below it.
func (b *builder) any(depth int) any {
	if depth <= 0 || b.one(2) {
		return b.leaf()
	}
	return pick(b.draw, []func(int) any{
		b.array, b.array, b.tuple, b.nested, b.nested, b.mapping, b.anyOf, b.anyOf, b.oneOf, b.tagged, b.allOf, b.not,
		b.reference, b.recursive, b.conditional,
	})(depth - 1)
}

// leaf is a schema without containers: mostly a scalar.
func (b *builder) leaf() any {
	switch b.IntN(24) {
	case 0:
		return !b.one(4)
	case 1:
		return object{}
	}
	return b.scalar()
}

func (b *builder) scalar() object {
	s := pick(b.draw, []func() object{
		b.integer, b.integer, b.numeric, b.text, b.text, b.text, b.enum, b.constant,
		func() object { return object{"type": "boolean"} },
		func() object { return object{"type": "null"} },
		func() object { return object{"type": list("string", "integer", "boolean")} },
	})()
	kind, single := s["type"].(string)
	_, listed := s["enum"]
	_, fixed := s["const"]
	if single && kind != "null" && !listed && !fixed && b.one(6) {
		s["type"] = list(kind, "null")
	}
	return s
}

func (b *builder) integer() object {
	s := object{"type": "integer"}
	b.bounds(s)
	return s
}

func (b *builder) numeric() object {
	s := object{"type": "number"}
	b.bounds(s)
	return s
}

func (b *builder) bounds(s object) {
	low := b.IntN(12) - 6
	if b.one(2) {
		s[pick(b.draw, []string{"minimum", "minimum", "exclusiveMinimum"})] = number(low)
	}
	if b.one(2) {
		s[pick(b.draw, []string{"maximum", "maximum", "exclusiveMaximum"})] = number(low + 1 + b.IntN(60))
	}
	if b.one(8) {
		s["multipleOf"] = pick(b.draw, []json.Number{"2", "5", "10", "0.5"})
	}
}

// patterns come with what they can be weakened to by a longer look; see widenings.
var patterns = []string{"^[a-z]+$", "^/", "^(?:a|b)-[0-9]{1,3}$", "[A-Z]", "^x?y*$", "^[^/]+/[^/]+$"}

func (b *builder) text() object {
	s := object{"type": "string"}
	low := b.IntN(4)
	if b.one(3) {
		s["minLength"] = number(low)
	}
	if b.one(3) {
		s["maxLength"] = number(low + b.IntN(30))
	}
	if b.one(4) {
		s["pattern"] = pick(b.draw, patterns)
	}
	if b.one(8) {
		s["format"] = pick(b.draw, []string{"date", "uri", "email", "uuid", "date-time"})
	}
	return s
}

// words are the values of enums; the numbers and null make them mixed.
var words = []any{"a", "b", "c", "asc", "desc", "", json.Number("1"), json.Number("2.5"), true, nil}

func (b *builder) enum() object {
	if b.one(4) {
		return object{"enum": some(b.draw, words, 1, 5)}
	}
	return object{"type": "string", "enum": some(b.draw, words[:6], 1, 4)}
}

func (b *builder) constant() object {
	return object{"const": pick(b.draw, append([]any{list(number(1)), object{"k": "v"}}, words...))}
}

func (b *builder) array(depth int) any {
	s := object{"type": "array", "items": b.any(depth)}
	b.lengths(s, "minItems", "maxItems", 3)
	if b.one(4) {
		s["uniqueItems"] = true
	}
	if b.one(6) {
		b.contains(s)
	}
	if b.one(8) {
		delete(s, "items")
	}
	return s
}

func (b *builder) contains(s object) {
	s["contains"] = b.scalar()
	if !b.old && b.one(3) {
		s["minContains"] = number(b.IntN(3))
	}
	if !b.old && b.one(3) {
		s["maxContains"] = number(2 + b.IntN(2))
	}
}

func (b *builder) lengths(s object, least, most string, odds int) {
	low := b.IntN(3)
	if b.one(odds) {
		s[least] = number(low)
	}
	if b.one(odds) {
		s[most] = number(low + 1 + b.IntN(5))
	}
}

func (b *builder) tuple(depth int) any {
	s := object{"type": "array", "prefixItems": list(b.any(depth), b.any(depth))}
	switch b.IntN(4) {
	case 0:
		s["items"] = false
	case 1:
		s["items"] = b.scalar()
	case 2:
		if !b.old {
			s["unevaluatedItems"] = b.one(2)
		}
	}
	b.lengths(s, "minItems", "maxItems", 5)
	return s
}

func (b *builder) nested(depth int) any { return b.object(depth, 1, 3) }

func (b *builder) mapping(depth int) any {
	s := object{"type": "object", "additionalProperties": b.any(depth)}
	b.lengths(s, "minProperties", "maxProperties", 5)
	if b.one(3) {
		s["propertyNames"] = object{"pattern": "^[a-z]+$"}
	}
	return s
}

func (b *builder) anyOf(depth int) any {
	branches := list(b.any(depth), b.any(depth))
	if b.one(3) {
		branches = append(branches, object{"type": "null"})
	}
	return object{"anyOf": branches}
}

func (b *builder) oneOf(depth int) any {
	if b.one(2) {
		return object{"oneOf": list[any](b.scalar(), b.scalar())} // they may overlap
	}
	return object{"oneOf": list[any](object{"type": "string", "minLength": number(1)}, b.integer(), b.array(depth))}
}

// tagged is a union with a discriminator, the kind of oneOf that people mean.
func (b *builder) tagged(int) any {
	branch := func(tag string) any {
		properties := object{"kind": object{"const": tag}, pick(b.draw, names[:6]): b.scalar()}
		return object{"type": "object", "properties": properties, "required": list("kind")}
	}
	return object{pick(b.draw, []string{"oneOf", "anyOf"}): list(branch("file"), branch("url"))}
}

func (b *builder) allOf(int) any {
	if b.one(2) {
		return object{"allOf": list[any](b.text(), object{"maxLength": number(20)})}
	}
	first := object{"type": "object", "properties": object{"id": b.scalar()}, "required": list("id")}
	second := object{"properties": object{"note": b.scalar()}}
	s := object{"allOf": list[any](first, second)}
	if !b.old && b.one(2) {
		s["unevaluatedProperties"] = false
	}
	return s
}

func (b *builder) not(int) any {
	s := b.text()
	s["not"] = pick(b.draw, []any{object{"const": "a"}, object{"enum": list("a", "b")}, object{"minLength": number(9)}, object{"pattern": "^x"}})
	return s
}

func (b *builder) conditional(int) any {
	s := object{"if": object{"type": "string"}, "then": object{"minLength": number(1 + b.IntN(3))}}
	if b.one(2) {
		s["else"] = object{"type": list("integer", "null")}
	}
	return s
}

func (b *builder) reference(depth int) any {
	name := fmt.Sprintf("T%d", b.IntN(2))
	if b.defs[name] == nil {
		b.defs[name] = b.scalar() // what is made for it may refer to it meanwhile, and then a scalar stays
		if schema := b.any(min(depth, 1)); !mentions(schema, "#/$defs/T") {
			b.defs[name] = schema
		}
	}
	s := object{"$ref": "#/$defs/" + name}
	if !b.old && b.one(5) {
		s["type"] = list("string", "object", "integer", "array")
	}
	return s
}

func (b *builder) recursive(int) any {
	if b.defs["Node"] == nil {
		self := object{"$ref": "#/$defs/Node"}
		properties := object{"v": b.scalar(), "kids": object{"type": "array", "items": self}}
		if b.one(2) {
			properties["next"] = object{"anyOf": list[any](object{"$ref": "#/$defs/Node"}, object{"type": "null"})}
		}
		node := object{"type": "object", "properties": properties}
		if b.one(2) {
			node["required"] = list("v")
		}
		if b.one(3) {
			node["additionalProperties"] = false
		}
		b.defs["Node"] = node
	}
	return object{"$ref": "#/$defs/Node"}
}
