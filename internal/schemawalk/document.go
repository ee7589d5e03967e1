package schemawalk

import (
	"net/url"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// document is one schema with what its references lead to.
type document struct {
	root    *jsonv.Value
	dialect dialect
	known   bool // whether $schema names a draft that is known
	named   map[string]*jsonv.Value
	bases   map[*jsonv.Value]string // of objects with $ref, where it is not ""
	dynamic bool
}

func newDocument(root *jsonv.Value, fallback string) *document {
	doc := &document{root: root, dialect: draft20, known: true}
	uri, ok := root.Get("$schema").Str()
	if !ok {
		uri, ok = fallback, fallback != ""
	}
	if ok {
		doc.dialect = dialectOf(uri)
		if doc.known = doc.dialect != 0; !doc.known {
			doc.dialect = draft20
		}
	}
	raw := root.Raw()
	doc.dynamic = strings.Contains(raw, `"$dynamicRef"`) || strings.Contains(raw, `"$recursiveRef"`)
	if strings.Contains(raw, `"$ref"`) {
		doc.named = map[string]*jsonv.Value{"": root}
		doc.bases = map[*jsonv.Value]string{}
		doc.index(root, "", 0)
	}
	return doc
}

func (doc *document) start() []ref {
	if !doc.root.Exists() {
		return nil
	}
	return []ref{{doc, doc.root}}
}

// index notes what identifiers name.
func (doc *document) index(v *jsonv.Value, base string, depth int) {
	if v.Kind() != jsonv.Object || depth > maxDepth {
		return
	}
	base = doc.identify(v, base)
	if base != "" && v.Get("$ref").Exists() {
		doc.bases[v] = base
	}
	below(v, func(_, _ string, s *jsonv.Value) { doc.index(s, base, depth+1) })
}

// identify notes the names that v gives itself and returns the base below it.
func (doc *document) identify(v *jsonv.Value, base string) string {
	name := "$id"
	if doc.dialect == draft04 {
		name = "id"
	}
	alone := doc.dialect <= draft07 && v.Get("$ref").Exists()
	if id, ok := v.Get(name).Str(); ok && !alone {
		if strings.HasPrefix(id, "#") {
			doc.name(base+id, v)
		} else {
			base = strings.TrimSuffix(join(base, id), "#")
			doc.name(base, v)
		}
	}
	for _, anchor := range []string{"$anchor", "$dynamicAnchor"} {
		if a, ok := v.Get(anchor).Str(); ok && doc.dialect >= draft19 {
			doc.name(base+"#"+a, v)
		}
	}
	return base
}

func (doc *document) name(uri string, v *jsonv.Value) {
	if _, taken := doc.named[uri]; !taken {
		doc.named[uri] = v
	}
}

// resolve returns the schema that a reference in v leads to, nil when the document
// does not hold it.
func (doc *document) resolve(v *jsonv.Value, target string) *jsonv.Value {
	full := join(doc.bases[v], target)
	base, fragment, _ := strings.Cut(full, "#")
	if fragment == "" {
		return doc.named[base]
	}
	if s, ok := doc.named[full]; ok {
		return s
	}
	if !strings.HasPrefix(fragment, "/") {
		return nil
	}
	if decoded, err := url.PathUnescape(fragment); err == nil {
		fragment = decoded
	}
	s, err := doc.named[base].At(fragment)
	if err != nil {
		return nil
	}
	return s
}

// join resolves a reference against a base.
func join(base, target string) string {
	if base == "" || strings.HasPrefix(target, "#") {
		return base + target
	}
	b, err := url.Parse(base)
	if err != nil {
		return target
	}
	t, err := b.Parse(target)
	if err != nil {
		return target
	}
	return t.String()
}

// index appends an item number to a pointer.
func index(pointer string, i int) string {
	return pointer + "/" + itoa(i)
}
