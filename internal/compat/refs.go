package compat

import (
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// refKind is what a $ref turned out to be.
type refKind int

const (
	refLocal     refKind = iota // it leads somewhere in the schema, and not back to where it stands
	refDangling                 // it leads nowhere
	refRemote                   // it leads to another document
	refRecursive                // it leads back to a schema that it is part of
)

// deepestRef is how far references and schemas are followed; a chain that is
// longer counts as recursive.
const deepestRef = 10_000

// reference is one $ref that is in use: unused definitions are not looked at, as
// validators do not either.
type reference struct {
	node *node
	text string
	kind refKind
}

// references follows a root schema and calls visit for each $ref once.
func references(root *node, visit func(reference)) {
	hasRef := func(v *jsonv.Value) bool { return v.Get(kwRef.String()).Kind() == jsonv.String }
	if root.v.Count(hasRef) == 0 {
		return
	}
	r := resolver{
		root: root, visit: visit, state: map[*jsonv.Value]bool{}, owned: map[string]bool{}, members: map[*jsonv.Value]map[string]*jsonv.Value{},
	}
	r.names(root)
	slices.Sort(r.ids)
	r.follow(root, 0)
}

type resolver struct {
	root    *node
	visit   func(reference)
	state   map[*jsonv.Value]bool // true while a schema is being followed, false when done
	ids     []string              // of the schemas, without fragment, reversed, sorted
	owned   map[string]bool       // by document, what owns said
	members map[*jsonv.Value]map[string]*jsonv.Value
	named   bool // whether an $anchor or a nested $id may name a target
}

// names finds what a $ref can name besides a pointer.
func (r *resolver) names(n *node) {
	if id, ok := n.get(kwID).Str(); ok {
		r.named = r.named || n.parent != nil
		if id, _, _ = strings.Cut(id, "#"); id != "" {
			r.ids = append(r.ids, reverse(id))
		}
	}
	for name := range n.v.Members() {
		r.named = r.named || name == "$anchor" || name == "$dynamicAnchor"
	}
	n.children(r.names)
}

func (r *resolver) follow(n *node, depth int) {
	r.state[n.v] = true
	if text, ok := n.get(kwRef).Str(); ok {
		t, kind := r.resolve(n, text)
		switch under, seen := r.state[t.v]; {
		case kind == refLocal && (under || depth > deepestRef):
			kind = refRecursive
		case kind == refLocal && t.v != nil && !seen:
			r.follow(r.node(t), depth+1)
		}
		r.visit(reference{n, text, kind})
	}
	n.children(func(child *node) {
		if child.position() == "$defs" || child.position() == "definitions" {
			return
		}
		if under, seen := r.state[child.v]; !seen && depth <= deepestRef {
			r.follow(child, depth+1)
		} else if under {
			return
		}
	})
	r.state[n.v] = false
}

// target is the schema that a $ref names: v, which is where fragment leads from base.
// The zero target is none that needs to be followed.
type target struct {
	v        *jsonv.Value
	base     *node
	fragment string
}

// node makes a node of a target that is followed, once a target.
func (r *resolver) node(t target) *node {
	pointer := t.base.pointer("")
	if t.fragment != "" {
		for token := range strings.SplitSeq(t.fragment[1:], "/") {
			pointer = extend(pointer, unescape(token))
		}
	}
	n := newNode(nil, t.v, pointer, "")
	n.root, n.input = r.root, r.root.input
	return n
}

// resolve finds the schema that a $ref names; the target is zero when the reference
// is not local, or is one by name that nobody here needs to follow.
func (r *resolver) resolve(n *node, text string) (target, refKind) {
	document, fragment, _ := strings.Cut(text, "#")
	if document != "" && !r.owns(document) {
		return target{}, refRemote
	}
	if document != "" || fragment != "" && fragment[0] != '/' {
		if r.named || document != "" {
			return target{}, refLocal
		}
		return target{}, refDangling
	}
	if decoded, err := url.PathUnescape(fragment); err == nil {
		fragment = decoded
	}
	for _, base := range r.bases(n) {
		if v := r.at(base.v, fragment); v != nil {
			return target{v, base, fragment}, refLocal
		}
	}
	return target{}, refDangling
}

// owns reports that the schema calls itself, or a schema inside it, by a name, or by
// one that ends in it behind a slash.
func (r *resolver) owns(document string) bool {
	known, asked := r.owned[document]
	if asked {
		return known
	}
	back := reverse(document)
	_, found := slices.BinarySearch(r.ids, back)
	if !found {
		i, _ := slices.BinarySearch(r.ids, back+"/")
		found = i < len(r.ids) && strings.HasPrefix(r.ids[i], back+"/")
	}
	r.owned[document] = found
	return found
}

// reverse reverses the bytes of a text, so that texts with one end come together.
func reverse(s string) string {
	b := []byte(s)
	slices.Reverse(b)
	return string(b)
}

// bases are the schemas from which a pointer may count: the nearest that sets $id,
// and the root.
func (r *resolver) bases(n *node) []*node {
	for p := n; p.parent != nil; p = p.parent {
		if p.get(kwID).Kind() == jsonv.String {
			return []*node{p, r.root}
		}
	}
	return []*node{r.root}
}

// at follows an RFC 6901 pointer. Members are indexed once, so that many references
// into a large object stay linear.
func (r *resolver) at(v *jsonv.Value, pointer string) *jsonv.Value {
	if pointer == "" {
		return v
	}
	for token := range strings.SplitSeq(pointer[1:], "/") {
		token = unescape(token)
		switch v.Kind() {
		case jsonv.Object:
			v = r.member(v, token)
		case jsonv.Array:
			i, err := strconv.Atoi(token)
			if err != nil || strconv.Itoa(i) != token {
				return nil // RFC 6901 §4: no sign and no leading zero
			}
			v = v.Index(i)
		default:
			return nil
		}
		if v == nil {
			return nil
		}
	}
	return v
}

func (r *resolver) member(v *jsonv.Value, name string) *jsonv.Value {
	const few = 16
	if v.Len() <= few {
		return v.Get(name)
	}
	index := r.members[v]
	if index == nil {
		index = maps.Collect(v.Members())
		r.members[v] = index
	}
	return index[name]
}

var pointerEscapes = strings.NewReplacer("~1", "/", "~0", "~")

// unescape undoes RFC 6901 §3.
func unescape(token string) string { return pointerEscapes.Replace(token) }
