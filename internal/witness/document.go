package witness

import (
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// maxRefs is how many references are followed in a row.
const maxRefs = 24

// shape says where below a keyword the schemas are.
type shape uint8

const (
	noSchema shape = iota
	oneSchema
	listOfSchemas // or one schema, as items was until 2019-09
	mapOfSchemas
)

// kindOf has every keyword with schemas below it, those of draft-07 too.
var kindOf = map[string]shape{
	"$defs":                 mapOfSchemas,
	"additionalItems":       oneSchema,
	"additionalProperties":  oneSchema,
	"allOf":                 listOfSchemas,
	"anyOf":                 listOfSchemas,
	"contains":              oneSchema,
	"definitions":           mapOfSchemas,
	"dependencies":          mapOfSchemas,
	"dependentSchemas":      mapOfSchemas,
	"else":                  oneSchema,
	"if":                    oneSchema,
	"items":                 listOfSchemas,
	"not":                   oneSchema,
	"oneOf":                 listOfSchemas,
	"patternProperties":     mapOfSchemas,
	"prefixItems":           listOfSchemas,
	"properties":            mapOfSchemas,
	"propertyNames":         oneSchema,
	"then":                  oneSchema,
	"unevaluatedItems":      oneSchema,
	"unevaluatedProperties": oneSchema,
}

// document is a whole schema, to resolve references in.
type document struct {
	root  any
	named map[string]any // by $id, and by "#" and $anchor or $dynamicAnchor
	old   bool           // a draft before 2019-09: a $ref is alone
}

func newDocument(root any) *document {
	d := &document{root: root, named: map[string]any{}}
	if m, isMap := root.(map[string]any); isMap {
		dialect, _ := m["$schema"].(string)
		d.old = strings.Contains(dialect, "/draft-0")
	}
	d.index(root)
	return d
}

// index collects the names of subschemas, wherever one may be.
func (d *document) index(node any) {
	switch node := node.(type) {
	case map[string]any:
		for _, key := range []string{"$anchor", "$dynamicAnchor"} {
			if name, isText := node[key].(string); isText {
				d.named["#"+name] = node
			}
		}
		if id, isText := node["$id"].(string); isText {
			d.named[id] = node
		}
		for _, name := range sortedNames(node) {
			d.index(node[name])
		}
	case []any:
		for _, item := range node {
			d.index(item)
		}
	}
}

// resolve returns what a reference within the document names.
func (d *document) resolve(ref string) (any, bool) {
	if target, known := d.named[ref]; known {
		return target, true
	}
	if ref == "#" {
		return d.root, true
	}
	pointer, local := strings.CutPrefix(ref, "#/")
	if !local {
		return nil, false
	}
	if plain, err := url.PathUnescape(pointer); err == nil {
		pointer = plain
	}
	node := d.root
	for token := range strings.SplitSeq(pointer, "/") {
		token = strings.NewReplacer("~1", "/", "~0", "~").Replace(token)
		switch at := node.(type) {
		case map[string]any:
			next, exists := at[token]
			if !exists {
				return nil, false
			}
			node = next
		case []any:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(at) {
				return nil, false
			}
			node = at[i]
		default:
			return nil, false
		}
	}
	return node, true
}

func sortedNames[V any](m map[string]V) []string {
	return slices.Sorted(maps.Keys(m))
}
