package schemawalk

import "github.com/mooring-mcp/mooring/internal/jsonv"

// property returns what the node says about the value of one property, by all that
// applies to its name.
func (n *node) property(name string) []sub {
	var subs []sub
	for _, f := range n.fields {
		s, hit := f.props[name]
		if hit {
			subs = append(subs, s)
		}
		for _, p := range f.patterns {
			if p.re != nil && p.re.MatchString(name) {
				hit = true
				subs = append(subs, p.sub)
			}
		}
		if !hit {
			subs = append(subs, f.rest)
		}
	}
	return subs
}

// remainder returns what holds for a name that is declared nowhere.
func (n *node) remainder() []sub {
	var subs []sub
	for _, f := range n.fields {
		subs = append(subs, f.rest)
	}
	return subs
}

// class returns what holds for an undeclared name that matches one pattern only.
func (n *node) class(pattern string) []sub {
	var subs []sub
	for _, f := range n.fields {
		hit := false
		for _, p := range f.patterns {
			if p.text == pattern {
				hit = true
				subs = append(subs, p.sub)
			}
		}
		if !hit {
			subs = append(subs, f.rest)
		}
	}
	return subs
}

// only returns what the pattern itself says.
func (n *node) only(pattern string) []sub {
	var subs []sub
	for _, f := range n.fields {
		for _, p := range f.patterns {
			if p.text == pattern {
				subs = append(subs, p.sub)
			}
		}
	}
	return subs
}

// declares reports whether the name stands in a properties.
func (n *node) declares(name string) (place, *jsonv.Value, bool) {
	for _, f := range n.fields {
		if s, ok := f.props[name]; ok && s.v != nil {
			return s.at, s.v, true
		}
	}
	return place{}, nil, false
}

func (n *node) propertyNames() map[string]bool {
	names := map[string]bool{}
	for _, f := range n.fields {
		for name := range f.props {
			names[name] = true
		}
	}
	return names
}

func (n *node) patternTexts() map[string]bool {
	texts := map[string]bool{}
	for _, f := range n.fields {
		for _, p := range f.patterns {
			texts[p.text] = true
		}
	}
	return texts
}

// item returns what the node says about item i.
func (n *node) item(i int) []sub {
	var subs []sub
	for _, r := range n.rows {
		if i < len(r.prefix) {
			subs = append(subs, r.prefix[i])
		} else {
			subs = append(subs, r.rest)
		}
	}
	return subs
}

func (n *node) prefixLen() int {
	longest := 0
	for _, r := range n.rows {
		longest = max(longest, len(r.prefix))
	}
	return longest
}

// forbidden reports whether no object of the node can have the property.
func (w *walk) forbidden(n *node, name string) bool {
	if w.child(n.property(name)).never {
		return true
	}
	if len(n.names) == 0 {
		return false
	}
	return w.accepts(w.child(n.names).in, quoted(name)) == no
}

// field compiles what the node says about a property.
func (w *walk) field(n *node, name string) *node {
	if len(n.names) > 0 && w.accepts(w.child(n.names).in, quoted(name)) == no {
		return w.node(conj{types: never})
	}
	return w.child(n.property(name))
}

func quoted(s string) *jsonv.Value {
	v, err := jsonv.Parse(jsonv.AppendQuoted(nil, s), jsonv.Unlimited())
	if err != nil {
		return nil
	}
	return v
}

// trivial reports whether the node accepts every value of the types. Like a proof of
// containment it assumes what it is asked again on the way.
func (w *walk) trivial(n *node, t types) bool {
	if w.constrained(n, t) {
		return false
	}
	key := [2]int{-n.id, int(t)}
	if p := w.proofs[key]; p != 0 {
		return p != failed
	}
	if !w.spend(1) {
		return false
	}
	return w.settle(key, func() bool { return w.trivialBelow(n, t) })
}

// constrained reports whether a keyword of the node itself says something about the
// types.
func (w *walk) constrained(n *node, t types) bool {
	if t&^n.types != 0 || n.never || len(n.opaque)+len(n.conds)+len(n.nots)+len(n.unions)+len(n.enums) > 0 {
		return true
	}
	if t&numeric != 0 && (n.lower != nil || n.upper != nil || n.multiple != nil) {
		return true
	}
	if t&text != 0 && (n.sizes[minLength].set || n.sizes[maxLength].set || len(n.patterns) > 0 || w.formatted(n)) {
		return true
	}
	if t&array != 0 && (n.sizes[minItems].set || n.sizes[maxItems].set || n.unique != nil || len(n.contains) > 0) {
		return true
	}
	return t&object != 0 && (n.sizes[minProperties].set || n.sizes[maxProperties].set ||
		len(n.required)+len(n.names)+len(n.needs)+len(n.implies) > 0)
}

func (w *walk) trivialBelow(n *node, t types) bool {
	var subs []sub
	if t&array != 0 {
		for _, r := range n.rows {
			subs = append(append(subs, r.prefix...), r.rest)
		}
	}
	if t&object != 0 {
		for _, f := range n.fields {
			for _, name := range sorted(f.props) {
				subs = append(subs, f.props[name])
			}
			for _, p := range f.patterns {
				subs = append(subs, p.sub)
			}
			subs = append(subs, f.rest)
		}
	}
	for _, s := range subs {
		if s.v != nil && !s.v.Bool() && (s.v.Kind() == jsonv.Bool || !w.trivial(w.child([]sub{s}), anyType)) {
			return false
		}
	}
	return true
}

// formatted reports whether a format is a constraint: only for a strict caller of a
// draft whose validators assert it.
func (w *walk) formatted(n *node) bool {
	for _, m := range n.formats {
		if w.asserted(n, m) {
			return true
		}
	}
	return false
}

func (w *walk) asserted(n *node, m mark) bool {
	return w.Strict && n.in.refs[m.ref].doc.dialect <= draft07 && stringFormats[m.v.Text()]
}

var stringFormats = map[string]bool{
	"date": true, "date-time": true, "time": true, "duration": true, "email": true, "idn-email": true,
	"hostname": true, "idn-hostname": true, "ipv4": true, "ipv6": true, "uri": true, "uri-reference": true,
	"iri": true, "iri-reference": true, "uri-template": true, "uuid": true, "regex": true,
	"json-pointer": true, "relative-json-pointer": true,
}
