package compat

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/surface"
)

// The members of a tool that hold schemas.
const (
	inputSchema  = "inputSchema"
	outputSchema = "outputSchema"
)

// longestPointer and longestName are lengths in a finding. A text may have a name
// of megabytes above thousands of places.
const (
	longestPointer = 1024
	longestName    = 1024
)

// listing is what the rules see of one kind.
type listing struct {
	kind       surface.Kind
	server     string // id in the caller's configuration
	items      []surface.Item
	nullCursor bool
}

// item is one readable item of a listing.
type item struct {
	listing *listing
	v       *jsonv.Value // an object
	name    string
}

// node is one schema: an inputSchema, an outputSchema, or one below those.
type node struct {
	v        *jsonv.Value
	parent   *node
	base     string // pointer of a node without parent
	at       [2]string
	root     *node
	input    bool
	depth    int // 1 for the root
	keywords [keywordCount]*jsonv.Value
}

// newNode reads a schema. position is the pointer of a root, else the keyword
// under which it stands; name is its name or index there.
func newNode(parent *node, v *jsonv.Value, position, name string) *node {
	n := &node{v: v, parent: parent, at: [2]string{position, name}, depth: 1}
	n.root = n
	if parent == nil {
		n.base, n.input = position, position == "/"+inputSchema
	} else {
		n.root, n.input, n.depth = parent.root, parent.input, parent.depth+1
	}
	for name, member := range v.Members() {
		if i, known := keywordIndex[name]; known {
			n.keywords[i] = member
		}
	}
	return n
}

// get returns a keyword of the schema, nil when it is absent.
func (n *node) get(k keyword) *jsonv.Value { return n.keywords[k] }

// position is the keyword under which the schema stands, "" for a root.
func (n *node) position() string {
	if n.parent == nil {
		return ""
	}
	return n.at[0]
}

// pointer returns the pointer of a keyword of the schema, or of the schema itself
// for "". Of a pointer that would be too long only the start is returned, up to a
// whole token.
func (n *node) pointer(keyword string) string {
	var chain []*node
	for p := n; p.parent != nil; p = p.parent {
		chain = append(chain, p)
	}
	tokens := make([]string, 0, 2*len(chain)+1)
	for _, p := range slices.Backward(chain) {
		tokens = append(tokens, p.at[0])
		if p.at[1] != "" || isMap(p.at[0]) {
			tokens = append(tokens, p.at[1])
		}
	}
	if keyword != "" {
		tokens = append(tokens, keyword)
	}
	start := n
	if len(chain) > 0 {
		start = chain[len(chain)-1].parent
	}
	return extend(start.base, tokens...)
}

// extend appends tokens to a pointer as far as they fit.
func extend(pointer string, tokens ...string) string {
	for _, token := range tokens {
		if len(pointer)+len(token)+1 > longestPointer {
			break
		}
		longer := jsonv.AppendPointer(pointer, token)
		if len(longer) > longestPointer {
			break
		}
		pointer = longer
	}
	return pointer
}

// children calls visit for each schema directly below, in an order that does not
// depend on how the JSON is written.
func (n *node) children(visit func(*node)) {
	for _, p := range positions {
		v := n.get(p.keyword)
		switch {
		case v == nil:
		case p.holds == schemaMap && v.Kind() == jsonv.Object:
			for name, member := range v.SortedMembers() {
				if p.keyword == kwDependencies && member.Kind() == jsonv.Array {
					continue // names that a property asks for (draft-07), no schema
				}
				visit(newNode(n, member, p.keyword.String(), name))
			}
		case (p.holds == schemaList || p.keyword == kwItems) && v.Kind() == jsonv.Array:
			for i, item := range v.Items() {
				visit(newNode(n, item, p.keyword.String(), fmt.Sprint(i)))
			}
		case p.holds == oneSchema && v.Kind() == jsonv.Object, p.holds == oneSchema && v.Kind() == jsonv.Bool:
			visit(newNode(n, v, p.keyword.String(), ""))
		}
	}
}

// named returns a set of an object's member names.
func named(v *jsonv.Value) map[string]bool {
	out := make(map[string]bool, v.Len())
	for name := range v.Members() {
		out[name] = true
	}
	return out
}

// describe says what a value is, for a detail: "null", "an empty string", "an array".
func describe(v *jsonv.Value) string {
	switch {
	case v == nil:
		return "absent"
	case v.Kind() == jsonv.Null:
		return "null"
	case v.Kind() == jsonv.Bool && v.Bool():
		return "true"
	case v.Kind() == jsonv.Bool:
		return "false"
	case v.Kind() == jsonv.String && v.Text() == "":
		return "an empty string"
	case v.Kind() == jsonv.Object && v.Len() == 0:
		return "{}"
	case v.Kind() == jsonv.Array && v.Len() == 0:
		return "[]"
	case v.Kind() == jsonv.Array || v.Kind() == jsonv.Object:
		return "an " + v.Kind().String()
	}
	return "a " + v.Kind().String()
}

// quote shortens a text of the server for a detail and quotes it.
func quote(s string) string {
	const most = 60
	runes := 0
	for i := range s {
		if runes == most {
			return fmt.Sprintf("%q…", strings.ToValidUTF8(s[:i], "\uFFFD"))
		}
		runes++
	}
	return fmt.Sprintf("%q", s)
}

// list joins names for a detail and counts those that do not fit.
func list(names []string) string {
	const most = 3
	shown := make([]string, 0, most)
	for _, name := range names[:min(len(names), most)] {
		shown = append(shown, quote(name))
	}
	out := strings.Join(shown, ", ")
	if more := len(names) - len(shown); more > 0 {
		out += fmt.Sprintf(" and %d more", more)
	}
	return out
}
