package census

import "github.com/mooring-mcp/mooring/internal/jsonv"

// below says how schemas stand below a keyword.
type below uint8

const (
	nothing below = iota
	schema
	list   // of schemas
	either // a schema or a list of them
	named  // schemas by names
)

// keyword is one that is counted.
type keyword struct {
	name  string
	below below
}

// keywords are those of the published dialects of JSON Schema, from draft 4 on, and what
// OpenAPI adds to them; by name. All others are counted together.
var keywords = []keyword{
	{"$anchor", nothing},
	{"$comment", nothing},
	{"$defs", named},
	{"$dynamicAnchor", nothing},
	{"$dynamicRef", nothing},
	{"$id", nothing},
	{"$recursiveAnchor", nothing},
	{"$recursiveRef", nothing},
	{"$ref", nothing},
	{"$schema", nothing},
	{"$vocabulary", nothing},
	{"additionalItems", schema},
	{"additionalProperties", schema},
	{"allOf", list},
	{"anyOf", list},
	{"const", nothing},
	{"contains", schema},
	{"contentEncoding", nothing},
	{"contentMediaType", nothing},
	{"contentSchema", schema},
	{"default", nothing},
	{"definitions", named},
	{"dependencies", named},
	{"dependentRequired", nothing},
	{"dependentSchemas", named},
	{"deprecated", nothing},
	{"description", nothing},
	{"discriminator", nothing},
	{"else", schema},
	{"enum", nothing},
	{"example", nothing},
	{"examples", nothing},
	{"exclusiveMaximum", nothing},
	{"exclusiveMinimum", nothing},
	{"format", nothing},
	{"id", nothing},
	{"if", schema},
	{"items", either},
	{"maxContains", nothing},
	{"maxItems", nothing},
	{"maxLength", nothing},
	{"maxProperties", nothing},
	{"maximum", nothing},
	{"minContains", nothing},
	{"minItems", nothing},
	{"minLength", nothing},
	{"minProperties", nothing},
	{"minimum", nothing},
	{"multipleOf", nothing},
	{"not", schema},
	{"nullable", nothing},
	{"oneOf", list},
	{"pattern", nothing},
	{"patternProperties", named},
	{"prefixItems", list},
	{"properties", named},
	{"propertyNames", schema},
	{"readOnly", nothing},
	{"required", nothing},
	{"then", schema},
	{"title", nothing},
	{"type", nothing},
	{"unevaluatedItems", schema},
	{"unevaluatedProperties", schema},
	{"uniqueItems", nothing},
	{"writeOnly", nothing},
}

// otherKeyword is the place behind the table.
var otherKeyword = len(keywords)

var keywordPlaces = placeKeywords()

func placeKeywords() map[string]int {
	out := make(map[string]int, len(keywords))
	for i, k := range keywords {
		out[k.name] = i
	}
	return out
}

// keywordWalk counts the keywords of a schema at all depths. It keeps its buffers.
type keywordWalk struct {
	open []int   // schemas that are not looked at yet
	uses []int64 // by place, of one schema document
}

// schema counts the keywords of a schema and of all schemas in it. O(n) in values.
func (w *keywordWalk) schema(d *document, i int) {
	if w.uses == nil {
		w.uses = make([]int64, len(keywords)+1)
	}
	clear(w.uses)
	w.open = append(w.open[:0], i)
	for len(w.open) > 0 {
		at := w.open[len(w.open)-1]
		w.open = w.open[:len(w.open)-1]
		if d.is(at, jsonv.Object) {
			w.members(d, at)
		}
	}
}

func (w *keywordWalk) members(d *document, i int) {
	for at := i + 1; at < d.end(i); at = d.end(at + 1) {
		place, known := keywordPlaces[string(d.decoded(at))]
		if !known {
			w.uses[otherKeyword]++
			continue
		}
		w.uses[place]++
		value := at + 1
		switch how := keywords[place].below; {
		case how == schema, how == either && d.is(value, jsonv.Object):
			w.open = append(w.open, value)
		case (how == list || how == either) && d.is(value, jsonv.Array):
			for item := value + 1; item < d.end(value); item = d.end(item) {
				w.open = append(w.open, item)
			}
		case how == named && d.is(value, jsonv.Object):
			for name := value + 1; name < d.end(value); name = d.end(name + 1) {
				w.open = append(w.open, name+1)
			}
		}
	}
}

// The dialects that an input schema may name, and the ways not to.
var dialects = []struct {
	name, address string // without scheme and fragment
}{
	{"draft-03", "json-schema.org/draft-03/schema"},
	{"draft-04", "json-schema.org/draft-04/schema"},
	{"draft-06", "json-schema.org/draft-06/schema"},
	{"draft-07", "json-schema.org/draft-07/schema"},
	{"2019-09", "json-schema.org/draft/2019-09/schema"},
	{"2020-12", "json-schema.org/draft/2020-12/schema"},
	{"other", ""},
	{"none", ""},
}

// dialect is the place of what a schema names.
func dialect(d *document, schema int) int {
	at := d.member(schema, "$schema")
	if at == none {
		return len(dialects) - 1
	}
	uri := string(d.str(at))
	for i, known := range dialects {
		if known.address != "" && (uri == "http://"+known.address || uri == "http://"+known.address+"#" || uri == "https://"+known.address || uri == "https://"+known.address+"#") {
			return i
		}
	}
	return len(dialects) - 2
}
