package schemaset

import (
	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// evaluated gathers what the schemas in place evaluate of an object or array:
// possibly, counting every branch, or certainly, counting only those that always
// apply.
type evaluated struct {
	doc      *document
	possibly bool

	names, patterns []string
	first           int // items before it are evaluated
	all             bool
}

const inPlaceDepth = 20

// inPlace calls visit for the schemas that apply to the same value.
func (e *evaluated) inPlace(v *jsonv.Value, visit func(*jsonv.Value)) {
	for _, s := range v.Get("allOf").Items() {
		visit(s)
	}
	for _, keyword := range []string{"$ref", "$dynamicRef", "$recursiveRef"} {
		ref, ok := v.Get(keyword).Str()
		if !ok {
			continue
		}
		target := e.doc.resolve(v, ref)
		if keyword != "$ref" || target == nil {
			e.all = e.all || e.possibly
			continue
		}
		visit(target)
	}
	if !e.possibly {
		return
	}
	for _, keyword := range []string{"anyOf", "oneOf"} {
		for _, s := range v.Get(keyword).Items() {
			visit(s)
		}
	}
	for _, keyword := range []string{"if", "then", "else"} {
		visit(v.Get(keyword))
	}
	for _, keyword := range []string{"dependentSchemas", "dependencies"} {
		for _, s := range v.Get(keyword).Members() {
			visit(s)
		}
	}
}

func (e *evaluated) properties(v *jsonv.Value, depth int) {
	if depth > inPlaceDepth {
		e.all = e.all || e.possibly
		return
	}
	if v.Kind() != jsonv.Object {
		return
	}
	names, patterns := ownNames(v)
	e.names, e.patterns = append(e.names, names...), append(e.patterns, patterns...)
	if isSchema(v.Get("additionalProperties")) || depth > 0 && isSchema(v.Get("unevaluatedProperties")) {
		e.all = true
	}
	e.inPlace(v, func(s *jsonv.Value) { e.properties(s, depth+1) })
}

func (e *evaluated) items(v *jsonv.Value, depth int) {
	if depth > inPlaceDepth {
		e.all = e.all || e.possibly
		return
	}
	if v.Kind() != jsonv.Object {
		return
	}
	prefix, rest := itemKeywords(v)
	e.first = max(e.first, prefix.Len())
	if isSchema(rest) || depth > 0 && isSchema(v.Get("unevaluatedItems")) {
		e.all = true
	}
	if isSchema(v.Get("contains")) { // evaluates the items that it accepts
		e.all = e.all || e.possibly
	}
	e.inPlace(v, func(s *jsonv.Value) { e.items(s, depth+1) })
}
