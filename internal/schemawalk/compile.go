package schemawalk

import (
	"maps"
	"math/big"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// builder gathers the keywords of a conjunction in one node.
type builder struct {
	*walk
	n    *node
	seen map[*jsonv.Value]bool
	path map[*jsonv.Value]bool // what add is inside of
	// above are the objects that led to an object, current the innermost now.
	above   map[*jsonv.Value]*jsonv.Value
	current *jsonv.Value
}

func (w *walk) compile(c conj) *node {
	n := w.fresh(c)
	n.most = -1
	b := &builder{
		walk: w, n: n, seen: map[*jsonv.Value]bool{}, path: map[*jsonv.Value]bool{},
		above: map[*jsonv.Value]*jsonv.Value{},
	}
	for i, r := range c.refs {
		b.add(r, place{ref: i})
	}
	for round := 0; b.merge() && round < maxDepth; round++ {
		continue
	}
	b.finish()
	return n
}

// add takes in one schema: first what stands in it, then what it refers to, so that
// an annotation nearer to the place of use wins.
func (b *builder) add(r ref, at place) {
	switch r.v.Kind() {
	case jsonv.Bool:
		b.n.never = b.n.never || !r.v.Bool()
		return
	case jsonv.Object:
	default:
		b.unmodelled(mark{place: at, v: r.v, detail: "not a schema"})
		return
	}
	if b.path[r.v] {
		b.circular()
	}
	if b.seen[r.v] || !b.spend(1+r.v.Len()/4) {
		return
	}
	if len(b.path) > maxDepth {
		b.hit("depth")
		return
	}
	b.seen[r.v], b.path[r.v], b.above[r.v] = true, true, b.current
	defer func(outer *jsonv.Value) {
		delete(b.path, r.v)
		b.current = outer
	}(b.current)
	b.current = r.v
	alone := r.doc.dialect <= draft07 && r.v.Get("$ref").Exists()
	for _, m := range members(r.v, at) {
		b.member(r, m, alone)
	}
	if !alone {
		b.object(r, at)
		b.array(r, at)
		b.conditional(r, at)
	}
	b.follow(r, at)
	if !alone {
		for i, s := range r.v.Get("allOf").Items() {
			b.add(ref{r.doc, s}, at.down("allOf").down(itoa(i)))
		}
	}
}

// follow takes in what a $ref leads to.
func (b *builder) follow(r ref, at place) {
	v := r.v.Get("$ref")
	target, ok := v.Str()
	if !ok {
		return
	}
	if s := r.doc.resolve(r.v, target); s != nil {
		b.add(ref{r.doc, s}, at)
		return
	}
	b.modelled = false
	b.n.opaque = append(b.n.opaque, mark{at.down("$ref"), "$ref", v, "the reference leads nowhere in the document"})
}

// take adds what turned out to hold, below the object that applies it.
func (b *builder) take(s sub) {
	for v := s.owner; v != nil; v = b.above[v] {
		b.path[v] = true
	}
	b.current = s.owner
	b.add(s.ref, s.at)
	b.current = nil
	clear(b.path)
}

// circular notes that the conjunction contains itself in place, which no validator
// can decide.
func (b *builder) circular() {
	b.modelled = false
	b.n.opaque = append(b.n.opaque, mark{name: cycle})
}

// cycle is the name of an opaque mark that stands for nothing that can be compared.
const cycle = ""

// inPlace compiles a schema that applies to the same value.
func (b *builder) inPlace(s sub) *node {
	x := b.node(conj{refs: []ref{s.ref}})
	if x.circular() {
		b.circular()
	}
	return x
}

func (n *node) circular() bool {
	return slices.ContainsFunc(n.opaque, func(m mark) bool { return m.name == cycle })
}

func (b *builder) unmodelled(m mark) {
	b.modelled = false
	b.n.unmodelled = append(b.n.unmodelled, m)
}

// member takes in one keyword.
func (b *builder) member(r ref, m mark, alone bool) {
	if containers[m.name] {
		return
	}
	if isNote(m.name) {
		if _, taken := b.n.notes[m.name]; !taken {
			if b.n.notes == nil {
				b.n.notes = map[string]mark{}
			}
			b.n.notes[m.name] = m
		}
		return
	}
	k, known := keywords[m.name]
	switch {
	case !known:
		b.unmodelled(m)
	case alone && m.name != "$ref":
	case !k.has(r.doc.dialect):
		m.detail = "no keyword of this dialect"
		b.unmodelled(m)
	case !b.keyword(r, m):
		m.detail = "a value of this type says nothing"
		b.unmodelled(m)
	}
}

// keyword reports whether the value has a type that the keyword can have.
func (b *builder) keyword(r ref, m mark) bool {
	switch m.name {
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
		return b.numeric(r, m)
	case "pattern", "format":
		return b.string(m)
	case "type":
		return b.typed(m)
	case "enum", "const":
		if m.name == "enum" && m.v.Kind() != jsonv.Array {
			return false
		}
		b.n.enums = append(b.n.enums, m)
	case "required":
		return b.required(m)
	case "anyOf", "oneOf", "allOf":
		return b.union(r, m)
	case "not":
		b.n.nots = append(b.n.nots, sub{ref: ref{r.doc, m.v}, at: m.place})
	case "propertyNames":
		b.n.names = append(b.n.names, sub{ref: ref{r.doc, m.v}, at: m.place})
	case "uniqueItems":
		if m.v.Bool() && b.n.unique == nil {
			b.n.unique = &m
		}
		return m.v.Kind() == jsonv.Bool
	case "dependentRequired", "dependentSchemas", "dependencies":
		return b.dependencies(r, m)
	case "$dynamicRef", "$recursiveRef":
		b.modelled = false
		b.n.opaque = append(b.n.opaque, m)
	case "$ref":
		return m.v.Kind() == jsonv.String
	case "properties", "patternProperties":
		return m.v.Kind() == jsonv.Object
	case "prefixItems":
		return m.v.Kind() == jsonv.Array
	case "minContains", "maxContains":
		_, ok := size(m.v)
		return ok
	}
	if i := slices.Index(sizeNames[:], m.name); i >= 0 {
		return b.size(i, m)
	}
	return true
}

func (b *builder) typed(m mark) bool {
	t, ok := readTypes(m.v)
	if !ok {
		return false
	}
	b.n.types &= t
	b.n.declared &= t
	if b.n.typed == nil {
		b.n.typed = &m
	}
	return true
}

func (b *builder) string(m mark) bool {
	if m.v.Kind() != jsonv.String {
		return false
	}
	if m.name == "format" {
		b.n.formats = append(b.n.formats, m)
	} else if !matchesAll(m.v.Text()) {
		b.n.patterns = append(b.n.patterns, m)
	}
	return true
}

func (b *builder) numeric(r ref, m mark) bool {
	old := r.doc.dialect == draft04
	if old && m.v.Kind() == jsonv.Bool {
		return strings.HasPrefix(m.name, "exclusive")
	}
	at, ok := rational(m.v)
	if !ok {
		return false
	}
	if m.name == "multipleOf" {
		b.multiple(at, m)
		return at.Sign() > 0
	}
	strict := strings.HasPrefix(m.name, "exclusive")
	if old {
		strict = r.v.Get("exclusive" + strings.ToUpper(m.name[:1]) + m.name[1:]).Bool()
	}
	end, sign := &b.n.lower, 1
	if strings.HasSuffix(strings.ToLower(m.name), "maximum") {
		end, sign = &b.n.upper, -1
	}
	x := &bound{at, strict, m}
	if *end == nil || x.beyond(*end, sign) {
		*end = x
	}
	return true
}

// beyond reports whether x leaves less than y; sign is 1 for lower bounds.
func (x *bound) beyond(y *bound, sign int) bool {
	c := x.at.Cmp(y.at) * sign
	return c > 0 || c == 0 && x.strict && !y.strict
}

func (b *builder) multiple(at *big.Rat, m mark) {
	if at.Sign() <= 0 {
		return
	}
	if old := b.n.multiple; old != nil {
		if at = lcm(at, old.at); at.Num().BitLen() > 4096 {
			return
		}
		m = old.mark
	}
	b.n.multiple = &bound{at: at, mark: m}
}

func (b *builder) size(i int, m mark) bool {
	n, ok := size(m.v)
	if !ok {
		return false
	}
	old := b.n.sizes[i]
	low := i%2 == 0
	if low && n == 0 {
		return true
	}
	if !old.set || low && n > old.n || !low && n < old.n {
		b.n.sizes[i] = limit{true, n, m}
	}
	return true
}

func (b *builder) required(m mark) bool {
	if m.v.Kind() != jsonv.Array {
		return false
	}
	for _, item := range m.v.Items() {
		name, ok := item.Str()
		if !ok {
			continue
		}
		b.require(name, m)
	}
	return true
}

func (b *builder) require(name string, m mark) bool {
	if _, taken := b.n.required[name]; taken {
		return false
	}
	if b.n.required == nil {
		b.n.required = map[string]mark{}
	}
	b.n.required[name] = m
	return true
}

func (b *builder) union(r ref, m mark) bool {
	if m.v.Kind() != jsonv.Array || m.v.Len() == 0 {
		return false
	}
	if m.name == "allOf" || slices.Contains(b.n.in.solved, m.v) {
		return true
	}
	u := union{one: m.name == "oneOf", mark: m}
	for i, s := range m.v.Items() {
		u.branches = append(u.branches, sub{ref{r.doc, s}, m.down(itoa(i)), r.v})
	}
	b.n.unions = append(b.n.unions, u)
	return true
}

func (b *builder) dependencies(r ref, m mark) bool {
	if m.v.Kind() != jsonv.Object {
		return false
	}
	for name, v := range m.v.Members() {
		at := m.down(name)
		if m.name == "dependentSchemas" || m.name == "dependencies" && v.Kind() != jsonv.Array {
			if b.n.implies == nil {
				b.n.implies = map[string][]sub{}
			}
			b.n.implies[name] = append(b.n.implies[name], sub{ref{r.doc, v}, at, r.v})
			continue
		}
		for _, item := range v.Items() {
			if needed, ok := item.Str(); ok && needed != name {
				b.need(name, needed, mark{place: at, name: m.name, v: v})
			}
		}
	}
	return true
}

func (b *builder) need(name, needed string, m mark) {
	if b.n.needs == nil {
		b.n.needs = map[string]map[string]mark{}
	}
	if b.n.needs[name] == nil {
		b.n.needs[name] = map[string]mark{}
	}
	b.n.needs[name][needed] = m
}

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
