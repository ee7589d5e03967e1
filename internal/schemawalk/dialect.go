package schemawalk

import (
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// dialect is a draft of JSON Schema; 0 is none that is known.
type dialect int

const (
	draft04 dialect = 4
	draft06 dialect = 6
	draft07 dialect = 7
	draft19 dialect = 8
	draft20 dialect = 9
)

// KnownDialect reports the address of a published dialect, from draft 4 on, as those
// write it: with http or https, with or without an empty fragment.
func KnownDialect(uri string) bool {
	scheme, _, _ := strings.Cut(uri, "://")
	return (scheme == "http" || scheme == "https") && dialectOf(uri) != 0
}

// dialectOf reads a $schema; a fragment and the scheme do not matter.
func dialectOf(uri string) dialect {
	uri = strings.TrimSuffix(uri, "#")
	_, uri, _ = strings.Cut(uri, "://")
	switch uri {
	case "json-schema.org/draft-04/schema":
		return draft04
	case "json-schema.org/draft-06/schema":
		return draft06
	case "json-schema.org/draft-07/schema":
		return draft07
	case "json-schema.org/draft/2019-09/schema":
		return draft19
	case "json-schema.org/draft/2020-12/schema":
		return draft20
	}
	return 0
}

// span is the drafts, first to last, in which a keyword has its meaning.
type span struct{ first, last dialect }

func (s span) has(d dialect) bool { return s.first <= d && d <= s.last }

var always = span{draft04, draft20}

// keywords are the keywords that say something about values. What is not here, no
// annotation and no container of definitions is unmodelled.
var keywords = map[string]span{
	"$dynamicRef":           {draft20, draft20},
	"$recursiveRef":         {draft19, draft19},
	"$ref":                  always,
	"additionalItems":       {draft04, draft19},
	"additionalProperties":  always,
	"allOf":                 always,
	"anyOf":                 always,
	"const":                 {draft06, draft20},
	"contains":              {draft06, draft20},
	"dependencies":          {draft04, draft07},
	"dependentRequired":     {draft19, draft20},
	"dependentSchemas":      {draft19, draft20},
	"else":                  {draft07, draft20},
	"enum":                  always,
	"exclusiveMaximum":      always,
	"exclusiveMinimum":      always,
	"format":                always,
	"if":                    {draft07, draft20},
	"items":                 always,
	"maxContains":           {draft19, draft20},
	"maxItems":              always,
	"maxLength":             always,
	"maxProperties":         always,
	"maximum":               always,
	"minContains":           {draft19, draft20},
	"minItems":              always,
	"minLength":             always,
	"minProperties":         always,
	"minimum":               always,
	"multipleOf":            always,
	"not":                   always,
	"oneOf":                 always,
	"pattern":               always,
	"patternProperties":     always,
	"prefixItems":           {draft20, draft20},
	"properties":            always,
	"propertyNames":         {draft06, draft20},
	"required":              always,
	"then":                  {draft07, draft20},
	"type":                  always,
	"unevaluatedItems":      {draft19, draft20},
	"unevaluatedProperties": {draft19, draft20},
	"uniqueItems":           always,
}

// containers hold what is only reached by a reference, or says how to read the
// document: no change by themselves.
var containers = map[string]bool{
	"$defs": true, "definitions": true, "$schema": true, "$vocabulary": true,
	"$dynamicAnchor": true, "$recursiveAnchor": true,
}

// places says how schemas stand below a keyword.
var places = map[string]string{
	"additionalItems": "schema", "additionalProperties": "schema", "contains": "schema",
	"contentSchema": "schema", "else": "schema", "if": "schema", "not": "schema",
	"propertyNames": "schema", "then": "schema", "unevaluatedItems": "schema",
	"unevaluatedProperties": "schema", "items": "either",
	"allOf": "list", "anyOf": "list", "oneOf": "list", "prefixItems": "list",
	"$defs": "map", "definitions": "map", "dependencies": "map", "dependentSchemas": "map",
	"patternProperties": "map", "properties": "map",
}

// below calls visit for every schema directly below v, with its pointer from v.
func below(v *jsonv.Value, visit func(keyword, pointer string, s *jsonv.Value)) {
	for name, m := range v.Members() {
		how := places[name]
		if how == "either" {
			how = "schema"
			if m.Kind() == jsonv.Array {
				how = "list"
			}
		}
		switch how {
		case "schema":
			visit(name, "/"+name, m)
		case "list":
			for i, s := range m.Items() {
				visit(name, index("/"+name, i), s)
			}
		case "map":
			for key, s := range m.Members() {
				visit(name, jsonv.AppendPointer("/"+name, key), s)
			}
		}
	}
}

// sameMeaning reports whether every keyword of the document means in draft d what
// it means in its own (reading C11).
func (doc *document) sameMeaning(d dialect) bool {
	equal := true
	each(doc.root, 0, func(s *jsonv.Value) {
		for name, m := range s.Members() {
			k, ok := keywords[name]
			if ok && k.has(d) != k.has(doc.dialect) || !sameShape(name, m, s, doc.dialect, d) {
				equal = false
			}
		}
	})
	return equal
}

// sameShape reports whether a keyword that both drafts have means the same in this
// form.
func sameShape(name string, m, s *jsonv.Value, a, b dialect) bool {
	switch name {
	case "items":
		return m.Kind() != jsonv.Array || (a == draft20) == (b == draft20)
	case "exclusiveMinimum", "exclusiveMaximum":
		return (a == draft04) == (b == draft04)
	case "$ref":
		return (a <= draft07) == (b <= draft07) || !constrainsBeside(s)
	case "$id", "id", "$anchor":
		return !referenced(name, a) || (a == draft04) == (b == draft04)
	}
	return true
}

func referenced(name string, a dialect) bool { return (name == "id") == (a == draft04) }

// constrainsBeside reports whether a $ref has siblings that say something about
// values.
func constrainsBeside(s *jsonv.Value) bool {
	for name := range s.Members() {
		if _, ok := keywords[name]; ok && name != "$ref" {
			return true
		}
	}
	return false
}

// each calls visit for a schema and all schemas below it.
func each(v *jsonv.Value, depth int, visit func(s *jsonv.Value)) {
	if v.Kind() != jsonv.Object || depth > maxDepth {
		return
	}
	visit(v)
	below(v, func(_, _ string, s *jsonv.Value) { each(s, depth+1, visit) })
}
