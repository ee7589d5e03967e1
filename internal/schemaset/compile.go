package schemaset

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// compile is what a schema says, one level down. Where a schema cannot be said
// exactly (unevaluated…), left asks for a statement that is true of more values, so
// that a proof from it holds, and otherwise for one that is true of fewer.
func compile(s schema, left bool) formula {
	switch s.v.Kind() {
	case jsonv.Bool:
		if s.v.Bool() {
			return and()
		}
		return or()
	case jsonv.Object:
	default:
		return atomic(atom{kind: aUnmodelled, text: "a schema that is no object"}, s)
	}
	c := compiler{schema: s, left: left}
	if s.v.Get("$ref").Exists() && s.doc.dialectAt(s.v).refAlone {
		c.reference()
		return and(c.out...)
	}
	c.reference()
	c.types()
	c.numbers()
	c.strings()
	c.arrays()
	c.objects()
	c.applicators()
	c.unevaluated()
	return and(c.out...)
}

type compiler struct {
	schema

	left bool
	out  []formula
}

func (c *compiler) add(a atom)             { c.out = append(c.out, atomic(a, c.schema)) }
func (c *compiler) say(f formula)          { c.out = append(c.out, f) }
func (c *compiler) unknown(w string)       { c.add(atom{kind: aUnmodelled, text: w}) }
func (c *compiler) sub(name string) schema { return c.at(c.v.Get(name)) }

// isSchema reports a value that can be a schema.
func isSchema(v *jsonv.Value) bool {
	return v.Kind() == jsonv.Object || v.Exists() && v.Kind() == jsonv.Bool
}

func (c *compiler) reference() {
	for _, keyword := range []string{"$ref", "$dynamicRef", "$recursiveRef"} {
		ref, isString := c.v.Get(keyword).Str()
		if !isString {
			continue
		}
		target := c.doc.resolve(c.v, ref)
		dynamic := keyword == "$dynamicRef" && target.Get("$dynamicAnchor").Exists() && c.doc.dynamics[target.Get("$dynamicAnchor").Text()] > 1 ||
			keyword == "$recursiveRef" && c.doc.recursive
		switch {
		case !isSchema(target) && strings.Contains(ref, "://"):
			c.unknown(elsewhere + ref)
		case !isSchema(target):
			c.unknown("a reference that leads nowhere: " + ref)
		case dynamic:
			c.unknown("a dynamic reference")
		default:
			c.say(node(c.at(target)))
		}
	}
}

func (c *compiler) types() {
	if t := c.v.Get("type"); t.Kind() == jsonv.String || t.Kind() == jsonv.Array {
		c.typeKeyword(t)
	}
	if values := c.v.Get("enum"); values.Kind() == jsonv.Array {
		var list []*jsonv.Value
		for _, v := range values.Items() {
			list = append(list, v)
		}
		c.add(atom{kind: aEnum, values: list})
	}
	if v := c.v.Get("const"); v.Exists() {
		c.add(atom{kind: aEnum, values: []*jsonv.Value{v}})
	}
}

func (c *compiler) typeKeyword(t *jsonv.Value) {
	words := []string{t.Text()}
	if t.Kind() == jsonv.Array {
		words = nil
		for _, item := range t.Items() {
			words = append(words, item.Text())
		}
	}
	var types typeSet
	integer, number := false, false
	for _, word := range words {
		integer = integer || word == "integer"
		number = number || word == "number"
		types |= typeNames[word]
	}
	if integer && !number {
		types |= tNumber
		c.add(atom{kind: aMultipleOf, bound: big.NewRat(1, 1)})
	}
	c.add(atom{kind: aType, types: types})
}

func (c *compiler) numbers() {
	for _, k := range []struct {
		name, exclusive string
		kind            atomKind
	}{{"minimum", "exclusiveMinimum", aMinimum}, {"maximum", "exclusiveMaximum", aMaximum}} {
		strict := c.v.Get(k.exclusive)
		c.bound(k.name, atom{kind: k.kind, strict: strict.Bool()}) // a boolean is draft-04's
		c.bound(k.exclusive, atom{kind: k.kind, strict: true})
	}
	c.bound("multipleOf", atom{kind: aMultipleOf})
}

func (c *compiler) bound(name string, a atom) {
	v := c.v.Get(name)
	if v.Kind() != jsonv.Number {
		return
	}
	r, ok := rational(v)
	if !ok || a.kind == aMultipleOf && r.Sign() <= 0 {
		c.unknown(name + " of " + v.Raw())
		return
	}
	a.bound = r
	c.add(a)
}

func (c *compiler) strings() {
	c.counts(map[string]atomKind{"minLength": aMinLength, "maxLength": aMaxLength})
	if text, ok := c.v.Get("pattern").Str(); ok {
		c.add(atom{kind: aPattern, text: text})
	}
	if text, ok := c.v.Get("format").Str(); ok && c.doc.dialectAt(c.v).formats {
		c.add(atom{kind: aFormat, text: text})
	}
}

// counts adds bounds of lengths; one that says nothing is left out.
func (c *compiler) counts(keywords map[string]atomKind) {
	for name, kind := range keywords {
		if n := natural(c.v.Get(name)); n >= 0 {
			c.add(atom{kind: kind, count: n})
		}
	}
}

func (c *compiler) arrays() {
	c.counts(map[string]atomKind{"minItems": aMinItems, "maxItems": aMaxItems})
	if c.v.Get("uniqueItems").Bool() {
		c.add(atom{kind: aUnique})
	}
	prefix, rest := itemKeywords(c.v)
	for i, item := range prefix.Items() {
		if isSchema(item) {
			c.add(atom{kind: aItem, count: i, value: c.at(item)})
		}
	}
	if isSchema(rest) {
		c.add(atom{kind: aItems, count: prefix.Len(), value: c.at(rest)})
	}
	if s := c.v.Get("contains"); isSchema(s) {
		least := 1
		if n := natural(c.v.Get("minContains")); n >= 0 {
			least = n
		}
		if least > 0 {
			c.add(atom{kind: aContains, count: least, value: c.at(s)})
		}
		if n := natural(c.v.Get("maxContains")); n >= 0 {
			c.add(atom{kind: aContainsMost, count: n, value: c.at(s)})
		}
	}
}

// itemKeywords are the schemas of the first items and of the rest, in whichever
// draft they are spelled; nil for none.
func itemKeywords(v *jsonv.Value) (prefix, rest *jsonv.Value) {
	if items := v.Get("items"); items.Kind() == jsonv.Array {
		return items, v.Get("additionalItems")
	}
	return v.Get("prefixItems"), v.Get("items")
}

func (c *compiler) objects() {
	c.counts(map[string]atomKind{"minProperties": aMinProperties, "maxProperties": aMaxProperties})
	for _, name := range c.v.Get("required").Items() {
		if text, ok := name.Str(); ok {
			c.add(atom{kind: aRequired, text: text})
		}
	}
	if c.v.Get("properties").Kind() == jsonv.Object {
		c.add(atom{kind: aDeclares})
	}
	for name, s := range c.v.Get("properties").Members() {
		if isSchema(s) {
			c.add(atom{kind: aProperty, text: name, value: c.at(s)})
		}
	}
	for pattern, s := range c.v.Get("patternProperties").Members() {
		if isSchema(s) {
			c.add(atom{kind: aPatternProperty, text: pattern, value: c.at(s)})
		}
	}
	if s := c.v.Get("additionalProperties"); isSchema(s) {
		names, patterns := ownNames(c.v)
		c.add(atom{kind: aOpen, strict: s.Kind() == jsonv.Bool && s.Bool()})
		c.add(atom{kind: aAdditional, names: names, patterns: patterns, value: c.at(s)})
	}
	if s := c.v.Get("propertyNames"); isSchema(s) {
		c.add(atom{kind: aNames, value: c.at(s)})
	}
}

// ownNames are the names and patterns that a schema's own keywords evaluate.
func ownNames(v *jsonv.Value) (names, patterns []string) {
	for name := range v.Get("properties").Members() {
		names = append(names, name)
	}
	for pattern := range v.Get("patternProperties").Members() {
		patterns = append(patterns, pattern)
	}
	return names, patterns
}

func (c *compiler) applicators() {
	c.each("allOf", func(list []formula) formula { return and(list...) })
	c.each("anyOf", func(list []formula) formula { return or(list...) })
	c.each("oneOf", c.exactlyOne)
	if s := c.v.Get("not"); isSchema(s) {
		c.say(not(node(schema{c.doc, s, false})))
	}
	c.conditional()
	c.dependent()
}

func (c *compiler) each(keyword string, join func([]formula) formula) {
	list := c.v.Get(keyword)
	if list.Kind() != jsonv.Array || list.Len() == 0 {
		return
	}
	var parts []formula
	for _, s := range list.Items() {
		if !isSchema(s) {
			c.unknown(keyword + " of something that is no schema")
			return
		}
		parts = append(parts, node(c.at(s)))
	}
	c.say(join(parts))
}

// exactlyOne says that one of the schemas holds and no other: on the left as a
// choice, on the right as two demands.
func (c *compiler) exactlyOne(list []formula) formula {
	blind := func(f formula) formula { f.node.source = false; return f }
	if c.left {
		var choices []formula
		for i, chosen := range list {
			parts := []formula{chosen}
			for j, other := range list {
				if i != j {
					parts = append(parts, not(blind(other)))
				}
			}
			choices = append(choices, and(parts...))
		}
		return or(choices...)
	}
	demands := []formula{or(list...)}
	for i := range list {
		for j := range i {
			demands = append(demands, not(and(blind(list[i]), blind(list[j]))))
		}
	}
	return and(demands...)
}

func (c *compiler) conditional() {
	if !isSchema(c.v.Get("if")) {
		return
	}
	condition := node(schema{c.doc, c.v.Get("if"), false})
	if isSchema(c.v.Get("then")) {
		c.say(or(not(condition), and(condition, node(c.sub("then")))))
	}
	if isSchema(c.v.Get("else")) {
		c.say(or(condition, and(not(condition), node(c.sub("else")))))
	}
}

// dependent says: what is no object, an object without the name, or what the name
// demands.
func (c *compiler) dependent() {
	for _, keyword := range []string{"dependentRequired", "dependentSchemas", "dependencies"} {
		for name, demand := range c.v.Get(keyword).Members() {
			var then []formula
			switch {
			case demand.Kind() == jsonv.Array:
				for _, other := range demand.Items() {
					then = append(then, atomic(atom{kind: aRequired, text: other.Text()}, c.schema))
				}
			case isSchema(demand):
				then = append(then, node(c.at(demand)))
			default:
				c.unknown(keyword)
			}
			without := and(atomic(atom{kind: aType, types: tObject}, c.schema), atomic(atom{kind: aRequired, text: name}, c.schema))
			c.say(or(not(without), and(then...)))
		}
	}
}

// unevaluated approximates unevaluatedProperties and unevaluatedItems by what the
// schemas in place may evaluate (left) or certainly do (right).
func (c *compiler) unevaluated() {
	if s := c.v.Get("unevaluatedProperties"); isSchema(s) {
		e := evaluated{doc: c.doc, possibly: c.left}
		e.properties(c.v, 0)
		c.add(atom{kind: aOpen})
		if !e.all {
			c.add(atom{kind: aAdditional, names: e.names, patterns: e.patterns, value: c.at(s)})
		}
	}
	if s := c.v.Get("unevaluatedItems"); isSchema(s) {
		e := evaluated{doc: c.doc, possibly: c.left}
		e.items(c.v, 0)
		if !e.all {
			c.add(atom{kind: aItems, count: e.first, value: c.at(s)})
		}
	}
}

// place is a schema's pointer in its document, for people: "" when not found
// quickly.
func place(s schema) string {
	if s.doc == nil || s.v == nil {
		return ""
	}
	return pointerTo(s.doc.root, s.v.Span())
}

// pointerTo walks down to the value with a span.
func pointerTo(v *jsonv.Value, span jsonv.Span) string {
	pointer := ""
	for v.Span() != span {
		next, token := (*jsonv.Value)(nil), ""
		for name, member := range v.Members() {
			if inside(span, member.Span()) {
				next, token = member, name
				break
			}
		}
		for i, item := range v.Items() {
			if inside(span, item.Span()) {
				next, token = item, strconv.Itoa(i)
				break
			}
		}
		if next == nil {
			return pointer
		}
		v, pointer = next, jsonv.AppendPointer(pointer, token)
	}
	return pointer
}

func inside(a, b jsonv.Span) bool { return b.Start <= a.Start && a.End <= b.End }
