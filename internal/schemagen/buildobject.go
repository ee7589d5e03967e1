package schemagen

// object is an object schema with between low and high properties, and now and then one of everything else that can be
// said about objects.
func (b *builder) object(depth, low, high int) object {
	properties := object{}
	for _, name := range some(b.draw, names, low, high) {
		properties[name] = b.any(depth)
	}
	s := object{"type": "object", "properties": properties}
	if required := some(b.draw, keys(properties), 0, len(properties)); len(required) > 0 {
		s["required"] = list(required...)
	}
	b.rest(s)
	if _, said := s["additionalProperties"]; b.one(12) && (!said || b.one(6)) { // seldom beyond what anything satisfies
		s["required"] = list("undeclared")
	}
	b.relations(s)
	b.composition(s)
	return s
}

// rest says what other names may stand for.
func (b *builder) rest(s object) {
	switch b.IntN(8) {
	case 0, 1, 2:
		s["additionalProperties"] = false
	case 3:
		s["additionalProperties"] = b.leaf()
	case 4:
		if !b.old && b.one(2) {
			s["unevaluatedProperties"] = pick(b.draw, []any{false, b.scalar()})
		}
	}
	if b.one(10) {
		s["patternProperties"] = object{pick(b.draw, []string{"^x-", "[0-9]$", "^[a-c]"}): b.leaf()}
	}
	if b.one(14) {
		allowed := append(keys(properties(s)), "extra")
		s["propertyNames"] = pick(b.draw, []any{
			object{"maxLength": number(7)}, object{"pattern": "^[a-z0-9/~.$]*$"}, object{"enum": list(allowed...)},
		})
	}
	if b.one(8) {
		b.lengths(s, "minProperties", "maxProperties", 2)
	}
}

// relations makes members depend on each other.
func (b *builder) relations(s object) {
	own := keys(properties(s))
	one, other := pick(b.draw, own), pick(b.draw, own)
	if b.one(10) {
		s["dependentRequired"] = object{one: list(some(b.draw, own, 1, 2)...)}
	}
	if _, taken := s["dependentRequired"]; b.one(12) && (!b.old || !taken) { // draft-07 has one keyword for both
		s["dependentSchemas"] = object{one: pick(b.draw, []any{
			object{"required": list(other)}, object{"properties": object{other: b.scalar()}}, object{"minProperties": number(2)},
		})}
	}
	if b.one(10) {
		s["if"] = object{"properties": object{one: object{"const": pick(b.draw, words)}}, "required": list(one)}
		s["then"] = pick(b.draw, []any{object{"required": list(other)}, object{"properties": object{other: b.scalar()}}})
		if b.one(2) {
			s["else"] = object{"properties": object{other: b.scalar()}}
		}
	}
}

// composition adds conditions on the whole object.
func (b *builder) composition(s object) {
	own := keys(properties(s))
	one, other := pick(b.draw, own), pick(b.draw, own)
	switch b.IntN(24) {
	case 0:
		s["anyOf"] = list[any](object{"required": list(one)}, object{"required": list(other)})
	case 1:
		s["oneOf"] = list[any](object{"required": list(one)}, object{"required": list("alternative")})
	case 2:
		s["allOf"] = list[any](object{"properties": object{one: b.refinement()}}, object{"minProperties": number(1)})
	case 3, 4:
		s["not"] = pick(b.draw, []any{
			object{"required": list("forbidden")},
			object{"properties": object{one: object{"const": "a"}}, "required": list(one)},
		})
	}
}

// refinement is a condition beside another one that both can hold.
func (b *builder) refinement() object {
	return pick(b.draw, []object{
		{"not": object{"const": "zz"}},
		{"maxLength": number(12)},
		{"minimum": number(-3)},
		{"maxItems": number(4)},
		{"type": list("string", "integer", "number", "array", "object", "null")},
		{"required": list("id")},
	})
}

func properties(s object) object {
	p, _ := s["properties"].(object)
	return p
}
