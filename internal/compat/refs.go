package compat

import (
	"maps"
	"net/url"
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
	r := resolver{root: root, visit: visit, state: map[*jsonv.Value]bool{}, members: map[*jsonv.Value]map[string]*jsonv.Value{}}
	r.ids(root)
	r.follow(root, 0)
}

type resolver struct {
	root    *node
	visit   func(reference)
	state   map[*jsonv.Value]bool // true while a schema is being followed, false when done
	nested  []*node               // schemas below the root that set $id
	members map[*jsonv.Value]map[string]*jsonv.Value
	named   bool // whether an $anchor or a nested $id may name a target
}

// ids finds what a $ref can name besides a pointer.
func (r *resolver) ids(n *node) {
	if id := n.get(kwID); id.Kind() == jsonv.String && n.parent != nil {
		r.nested = append(r.nested, n)
		r.named = true
	}
	for name := range n.v.Members() {
		r.named = r.named || name == "$anchor" || name == "$dynamicAnchor"
	}
	n.children(r.ids)
}

func (r *resolver) follow(n *node, depth int) {
	r.state[n.v] = true
	if text, ok := n.get(kwRef).Str(); ok {
		target, kind := r.resolve(n, text)
		switch under, seen := r.state[target.value()]; {
		case kind == refLocal && (under || depth > deepestRef):
			kind = refRecursive
		case kind == refLocal && target != nil && !seen:
			r.follow(target, depth+1)
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

// value returns the value of a schema, nil for none.
func (n *node) value() *jsonv.Value {
	if n == nil {
		return nil
	}
	return n.v
}

// resolve finds the schema that a $ref names; it is nil when the reference is not
// local, or is one by name that nobody here needs to follow.
func (r *resolver) resolve(n *node, text string) (*node, refKind) {
	document, fragment, _ := strings.Cut(text, "#")
	if document != "" && !r.owns(document) {
		return nil, refRemote
	}
	if document != "" || fragment != "" && fragment[0] != '/' {
		if r.named || document != "" {
			return nil, refLocal
		}
		return nil, refDangling
	}
	if decoded, err := url.PathUnescape(fragment); err == nil {
		fragment = decoded
	}
	for _, base := range r.bases(n) {
		if v := r.at(base.v, fragment); v != nil {
			pointer := base.pointer("")
			for token := range strings.SplitSeq(strings.TrimPrefix(fragment, "/"), "/") {
				if fragment != "" {
					pointer = extend(pointer, unescape(token))
				}
			}
			target := newNode(nil, v, pointer, "")
			target.root, target.input = r.root, r.root.input
			return target, refLocal
		}
	}
	return nil, refDangling
}

// owns reports that the schema calls itself, or a schema inside it, by a name.
func (r *resolver) owns(document string) bool {
	for _, n := range append([]*node{r.root}, r.nested...) {
		id, _ := n.get(kwID).Str()
		id, _, _ = strings.Cut(id, "#")
		if id != "" && (id == document || strings.HasSuffix(id, "/"+document)) {
			return true
		}
	}
	return false
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
			if err != nil || i < 0 {
				return nil
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
