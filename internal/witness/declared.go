package witness

import "maps"

// declared returns a copy of the schema that accepts only names it declares: wherever an object may stand that some
// keyword declares properties for, in place or through composition, names that nothing evaluates are closed out. An
// additionalProperties in words, true too, evaluates and so keeps its object open (reading C01).
//
// A draft before 2019-09 does not know unevaluatedProperties, so that the copy of such a schema is in 2020-12; formats,
// which only the older draft asserts, are left to the schema itself.
func declared(tree any) any {
	d := newDocument(tree)
	if d.old {
		tree = modern(tree)
		d = newDocument(tree)
	}
	return closing{d}.at(tree, true)
}

// closing is one rewriting of a document.
type closing struct{ doc *document }

// at rewrites a schema. place says that the schema alone decides about a value there, so that closing it is exact; a
// branch of a composition is not such a place.
func (c closing) at(schema any, place bool) any {
	m, isMap := schema.(map[string]any)
	if !isMap {
		return schema
	}
	out := maps.Clone(m)
	for key, value := range m {
		switch kindOf[key] {
		case oneSchema:
			out[key] = c.at(value, key != "then" && key != "else")
		case listOfSchemas:
			out[key] = c.list(value, key == "prefixItems" || key == "items")
		case mapOfSchemas:
			out[key] = c.members(value, key == "properties" || key == "patternProperties")
		case noSchema:
		}
	}
	for _, key := range []string{"not", "if", "contains"} { // the other way round, or counted
		if value, exists := m[key]; exists {
			out[key] = value
		}
	}
	_, said := m["unevaluatedProperties"]
	if place && !said && c.declares(m, 0) {
		out["unevaluatedProperties"] = false
	}
	return out
}

func (c closing) list(value any, place bool) any {
	items, isList := value.([]any)
	if !isList {
		return c.at(value, place)
	}
	out := make([]any, len(items))
	for i, item := range items {
		out[i] = c.at(item, place)
	}
	return out
}

func (c closing) members(value any, place bool) any {
	m, isMap := value.(map[string]any)
	if !isMap {
		return value
	}
	out := make(map[string]any, len(m))
	for name, item := range m {
		out[name] = c.at(item, place)
	}
	return out
}

// declares reports whether a schema, or one it applies to the same value, names properties.
func (c closing) declares(schema any, depth int) bool {
	m, isMap := schema.(map[string]any)
	if !isMap || depth > maxRefs {
		return false
	}
	if _, exists := m["properties"]; exists {
		return true
	}
	for _, key := range []string{"allOf", "anyOf", "oneOf"} {
		branches, _ := m[key].([]any)
		for _, branch := range branches {
			if c.declares(branch, depth+1) {
				return true
			}
		}
	}
	if ref, isText := m["$ref"].(string); isText {
		if target, known := c.doc.resolve(ref); known && c.declares(target, depth+1) {
			return true
		}
	}
	return c.declares(m["then"], depth+1) || c.declares(m["else"], depth+1)
}
