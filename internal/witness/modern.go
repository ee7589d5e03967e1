package witness

// modern returns a schema of a draft up to 7 in the words of 2020-12. What has no such words is left out: bounds that
// draft-04 opens with a boolean. A reference into what moves leads nowhere afterwards, and the judge says so.
func modern(node any) any {
	m, isMap := node.(map[string]any)
	if !isMap {
		return node
	}
	if ref, alone := m["$ref"].(string); alone {
		return map[string]any{"$ref": ref, "definitions": modernMembers(m["definitions"])}
	}
	out := make(map[string]any, len(m))
	for key, value := range m {
		switch key {
		case "$schema", "id": // of another dialect
		case "exclusiveMinimum", "exclusiveMaximum":
			if rational(value) != nil {
				out[key] = value
			}
		case "additionalItems":
			if _, tuple := m["items"].([]any); tuple {
				out["items"] = modern(value)
			}
		case "items":
			if _, tuple := value.([]any); tuple {
				key = "prefixItems"
			}
			out[key] = modernList(value)
		case "dependencies":
			modernDependencies(out, value)
		default:
			out[key] = modernKeyword(kindOf[key], value)
		}
	}
	return out
}

func modernKeyword(kind shape, value any) any {
	switch kind {
	case oneSchema:
		return modern(value)
	case listOfSchemas:
		return modernList(value)
	case mapOfSchemas:
		return modernMembers(value)
	case noSchema:
	}
	return value
}

func modernList(value any) any {
	items, isList := value.([]any)
	if !isList {
		return modern(value)
	}
	out := make([]any, len(items))
	for i, item := range items {
		out[i] = modern(item)
	}
	return out
}

func modernMembers(value any) map[string]any {
	members, _ := value.(map[string]any)
	out := make(map[string]any, len(members))
	for name, schema := range members {
		out[name] = modern(schema)
	}
	return out
}

// modernDependencies splits one keyword into two.
func modernDependencies(out map[string]any, value any) {
	members, _ := value.(map[string]any)
	required, schemas := map[string]any{}, map[string]any{}
	for name, dependent := range members {
		if names, isList := dependent.([]any); isList {
			required[name] = names
		} else {
			schemas[name] = modern(dependent)
		}
	}
	out["dependentRequired"], out["dependentSchemas"] = required, schemas
}
