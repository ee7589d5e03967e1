package schemagen

// draft07 returns a schema as draft-07 spells it: tuples in items, dependencies, definitions. Only what the builder makes
// for that draft is known.
func draft07(node any) any {
	switch node := node.(type) {
	case []any:
		out := make([]any, len(node))
		for i, item := range node {
			out[i] = draft07(item)
		}
		return out
	case string:
		if name, isRef := cutDefs(node); isRef {
			return "#/definitions/" + name
		}
	case object:
		return draft07Schema(node)
	}
	return node
}

func cutDefs(ref string) (string, bool) {
	const prefix = "#/$defs/"
	if len(ref) > len(prefix) && ref[:len(prefix)] == prefix {
		return ref[len(prefix):], true
	}
	return "", false
}

func draft07Schema(m object) object {
	out := object{}
	for key, value := range m {
		switch key {
		case "const", "enum":
			out[key] = value
		case "properties", "patternProperties":
			out[key] = draft07Members(value)
		case "$defs":
			out["definitions"] = draft07Members(value)
		case "dependentRequired", "dependentSchemas":
			all, _ := out["dependencies"].(object)
			if all == nil {
				all = object{}
			}
			members, _ := value.(object)
			for name, item := range members {
				if _, taken := all[name]; !taken || key == "dependentSchemas" {
					all[name] = draft07(item)
				}
			}
			out["dependencies"] = all
		case "prefixItems":
			out["items"] = draft07(value)
		case "items":
			if _, isTuple := m["prefixItems"]; isTuple {
				out["additionalItems"] = draft07(value)
			} else {
				out["items"] = draft07(value)
			}
		default:
			out[key] = draft07(value)
		}
	}
	return out
}

func draft07Members(value any) any {
	members, _ := value.(object)
	out := make(object, len(members))
	for name, schema := range members {
		out[name] = draft07(schema)
	}
	return out
}
