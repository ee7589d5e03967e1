package schemaset

import (
	"net/url"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// document is a root schema with what its references can lead to.
type document struct {
	root      *jsonv.Value
	resources map[*jsonv.Value]*resource // by any object or array in it
	byURI     map[string]*resource
	dynamics  map[string]int // how many $dynamicAnchor there are of a name
	recursive bool           // some $recursiveAnchor is true
	formats   bool           // format is an assertion in all dialects
	noFormats bool           // and in none
	otherwise dialect        // without $schema
	// enums are the values of long enums, by the first of them.
	enums map[*jsonv.Value]map[string]bool
}

// resource is a schema with an identity: the root, or one with $id.
type resource struct {
	uri     string
	root    *jsonv.Value
	anchors map[string]*jsonv.Value
	dialect dialect
}

// dialect is what $schema turns on or off.
type dialect struct {
	refAlone bool // siblings of $ref are ignored (up to draft-07)
	formats  bool // format is an assertion (up to draft-07)
}

func dialectOf(schema string, otherwise dialect) dialect {
	for _, old := range []string{"draft-07", "draft-06", "draft-05", "draft-04", "draft-03"} {
		if strings.Contains(schema, old) {
			return dialect{refAlone: true, formats: true}
		}
	}
	if schema == "" {
		return otherwise
	}
	return dialect{}
}

func newDocument(root *jsonv.Value, o Options) *document {
	d := &document{
		root: root, resources: map[*jsonv.Value]*resource{}, byURI: map[string]*resource{}, dynamics: map[string]int{}, formats: o.Formats, noFormats: o.NoFormats,
		otherwise: dialectOf(o.Dialect, dialect{}),
	}
	d.index(root, nil, false)
	return d
}

// index finds resources and anchors below v, but for values that are no schemas.
// named says that the members of v are schemas by name, not keywords.
func (d *document) index(v *jsonv.Value, r *resource, named bool) {
	if v.Kind() == jsonv.Object && !named {
		r = d.enter(v, r)
	}
	if r == nil {
		r = &resource{root: v, anchors: map[string]*jsonv.Value{}}
	}
	d.resources[v] = r
	for name, member := range v.Members() {
		if isContainer(member) && (named || !slices.Contains(plainValues, name)) {
			d.index(member, r, !named && slices.Contains(namedSchemas, name))
		}
	}
	for _, item := range v.Items() {
		if isContainer(item) {
			d.index(item, r, false)
		}
	}
}

// plainValues are keywords whose value is no schema, whatever it looks like.
var plainValues = []string{"enum", "const", "default", "examples", "example"}

func isContainer(v *jsonv.Value) bool { return v.Kind() == jsonv.Object || v.Kind() == jsonv.Array }

// enter opens a resource when v is one, and notes v's anchors.
func (d *document) enter(v *jsonv.Value, r *resource) *resource {
	id := v.Get("$id").Text()
	if id == "" && v.Get("id").Kind() == jsonv.String && strings.Contains(v.Get("id").Text(), ":") {
		id = v.Get("id").Text() // draft-04
	}
	alone := r != nil && r.dialect.refAlone && v.Get("$ref").Exists()
	if r == nil || id != "" && !strings.HasPrefix(id, "#") && !alone {
		base, from := "", d.otherwise
		if r != nil {
			base, from = r.uri, r.dialect
		}
		uri, _ := resolveURI(base, id)
		r = &resource{uri: uri, root: v, anchors: map[string]*jsonv.Value{}, dialect: dialectOf(v.Get("$schema").Text(), from)}
		d.byURI[uri] = r
	}
	if name, local := strings.CutPrefix(id, "#"); local && name != "" {
		r.anchors[name] = v
	}
	for _, keyword := range []string{"$anchor", "$dynamicAnchor"} {
		if name := v.Get(keyword).Text(); name != "" {
			r.anchors[name] = v
		}
	}
	if name := v.Get("$dynamicAnchor").Text(); name != "" {
		d.dynamics[name]++
	}
	d.recursive = d.recursive || v.Get("$recursiveAnchor").Bool()
	return r
}

// resolveURI resolves a reference without its fragment, which is returned apart.
func resolveURI(base, ref string) (uri, fragment string) {
	ref, fragment, _ = strings.Cut(ref, "#")
	if ref == "" {
		return base, fragment
	}
	b, err := url.Parse(base)
	r, err2 := url.Parse(ref)
	if err != nil || err2 != nil {
		return ref, fragment
	}
	return b.ResolveReference(r).String(), fragment
}

// resolve finds what a reference in a schema leads to; nil when that is not in the
// document.
func (d *document) resolve(from *jsonv.Value, ref string) *jsonv.Value {
	here := d.resources[from]
	if here == nil {
		return nil
	}
	uri, fragment := resolveURI(here.uri, ref)
	target := d.byURI[uri]
	if uri == here.uri {
		target = here
	}
	if target == nil {
		return nil
	}
	if fragment, err := url.PathUnescape(fragment); err == nil {
		switch {
		case fragment == "":
			return target.root
		case strings.HasPrefix(fragment, "/"):
			if v, err := target.root.At(fragment); err == nil {
				return v
			}
			return nil
		}
		return target.anchors[fragment]
	}
	return nil
}

// dialectAt is the dialect that holds at a schema.
func (d *document) dialectAt(v *jsonv.Value) dialect {
	r := d.resources[v]
	if r == nil {
		return dialect{formats: d.formats && !d.noFormats}
	}
	out := r.dialect
	out.formats = (out.formats || d.formats) && !d.noFormats
	return out
}
