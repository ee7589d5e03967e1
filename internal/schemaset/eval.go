package schemaset

import (
	"math/big"
	"unicode/utf8"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// evaluator validates values, apart from the prover. What it cannot tell is unknown.
type evaluator struct {
	steps int
	scope []*resource // entered on the way, for dynamic references
	depth int
}

// marks are what has been evaluated of an object or array (JSON Schema 2020-12 core
// §7.7).
type marks struct {
	names    map[string]bool
	items    map[int]bool
	allItems bool
	allNames bool
}

func (m *marks) name(name string) {
	if m.names == nil {
		m.names = map[string]bool{}
	}
	m.names[name] = true
}

func (m *marks) item(i int) {
	if m.items == nil {
		m.items = map[int]bool{}
	}
	m.items[i] = true
}

func (m *marks) add(o marks) {
	for name := range o.names {
		m.name(name)
	}
	for i := range o.items {
		m.item(i)
	}
	m.allItems, m.allNames = m.allItems || o.allItems, m.allNames || o.allNames
}

// valid reports whether a schema accepts a value.
func (e *evaluator) valid(s schema, v *jsonv.Value) truth {
	t, _ := e.check(s, v)
	return t
}

// atom reports whether an atom is true of a value.
func (e *evaluator) atom(a atom, v *jsonv.Value) truth {
	if a.kind == aUnmodelled {
		return isUnknown
	}
	if a.about()&typeOf(v) == 0 {
		return isTrue
	}
	switch a.kind {
	case aType:
		return truthOf(a.types&typeOf(v) != 0)
	case aEnum:
		return truthOf(a.lists(v))
	case aMinimum, aMaximum, aMultipleOf:
		return numberAtom(a, v)
	case aMinLength:
		return truthOf(utf8.RuneCountInString(v.Text()) >= a.count)
	case aMaxLength:
		return truthOf(utf8.RuneCountInString(v.Text()) <= a.count)
	case aPattern:
		m := compilePattern(a.text)
		if m == nil {
			return isUnknown
		}
		return truthOf(m.matches(v.Text()))
	case aFormat:
		return hasFormat(a.text, v.Text())
	default:
		return e.containerAtom(a, v)
	}
}

func numberAtom(a atom, v *jsonv.Value) truth {
	r, ok := rational(v)
	if !ok {
		return isUnknown
	}
	switch c := r.Cmp(a.bound); a.kind {
	case aMinimum:
		return truthOf(c > 0 || c == 0 && !a.strict)
	case aMaximum:
		return truthOf(c < 0 || c == 0 && !a.strict)
	default:
		return truthOf(new(big.Rat).Quo(r, a.bound).IsInt())
	}
}

func (e *evaluator) containerAtom(a atom, v *jsonv.Value) truth {
	switch a.kind {
	case aMinItems, aMinProperties:
		return truthOf(v.Len() >= a.count)
	case aMaxItems, aMaxProperties:
		return truthOf(v.Len() <= a.count)
	case aUnique:
		return unique(v)
	case aItem:
		if item := v.Index(a.count); item.Exists() {
			return e.valid(a.value, item)
		}
		return isTrue
	case aItems:
		out := isTrue
		for i := a.count; i < v.Len(); i++ {
			out = out.and(e.valid(a.value, v.Index(i)))
		}
		return out
	case aContains, aContainsMost:
		return e.contains(a, v)
	case aRequired:
		return truthOf(v.Get(a.text).Exists())
	case aProperty:
		if member := v.Get(a.text); member.Exists() {
			return e.valid(a.value, member)
		}
		return isTrue
	case aNames:
		out := isTrue
		for name := range v.Members() {
			out = out.and(e.valid(a.value, stringCandidate(name).value()))
		}
		return out
	default:
		return e.namesAtom(a, v)
	}
}

// namesAtom is patternProperties and additionalProperties.
func (e *evaluator) namesAtom(a atom, v *jsonv.Value) truth {
	out := isTrue
	for name, member := range v.Members() {
		about := isTrue
		if a.kind == aPatternProperty {
			about = matching(a.text, name)
		} else {
			for _, own := range a.names {
				about = about.and(truthOf(own != name))
			}
			for _, pattern := range a.patterns {
				about = about.and(matching(pattern, name).not())
			}
		}
		if about != isFalse {
			out = out.and(about.not().or(e.valid(a.value, member)))
		}
	}
	return out
}

func matching(pattern, text string) truth {
	m := compilePattern(pattern)
	if m == nil {
		return isUnknown
	}
	return truthOf(m.matches(text))
}

func (e *evaluator) contains(a atom, v *jsonv.Value) truth {
	least, most := 0, 0
	for _, item := range v.Items() {
		switch e.valid(a.value, item) {
		case isTrue:
			least, most = least+1, most+1
		case isUnknown:
			most++
		case isFalse:
		}
	}
	if a.kind == aContains {
		return between(least >= a.count, most >= a.count)
	}
	return between(most <= a.count, least <= a.count)
}

// between is true when it holds surely, false when not even possibly.
func between(surely, possibly bool) truth {
	switch {
	case surely:
		return isTrue
	case possibly:
		return isUnknown
	}
	return isFalse
}

func unique(v *jsonv.Value) truth {
	if v.Len() > 500 {
		return isUnknown
	}
	for i := range v.Len() {
		for j := range i {
			if same(v.Index(i), v.Index(j)) {
				return isFalse
			}
		}
	}
	return isTrue
}

// check validates, and says what was evaluated.
func (e *evaluator) check(s schema, v *jsonv.Value) (truth, marks) {
	var done marks
	if e.steps--; e.steps < 0 || e.depth > 150 {
		return isUnknown, done
	}
	switch s.v.Kind() {
	case jsonv.Bool:
		return truthOf(s.v.Bool()), done
	case jsonv.Object:
	default:
		return isUnknown, done
	}
	e.depth++
	if r := s.doc.resources[s.v]; r != nil && (len(e.scope) == 0 || e.scope[len(e.scope)-1] != r) {
		e.scope = append(e.scope, r)
		defer func() { e.scope = e.scope[:len(e.scope)-1] }()
	}
	defer func() { e.depth-- }()
	out := e.reference(s, v, &done)
	if s.v.Get("$ref").Exists() && s.doc.dialectAt(s.v).refAlone {
		return out, done
	}
	c := compiler{schema: s}
	c.types()
	c.numbers()
	c.strings()
	c.arrays()
	c.objects()
	for _, f := range c.out {
		out = out.and(e.atom(f.atom, v))
	}
	own(s, v, &done)
	e.containsMarks(s, v, &done)
	out = out.and(e.inPlace(s, v, &done))
	return e.unevaluated(s, v, &done, out), done
}

// own marks what a schema's own keywords evaluate.
func own(s schema, v *jsonv.Value, done *marks) {
	names, patterns := ownNames(s.v)
	rest := isSchema(s.v.Get("additionalProperties"))
	done.allNames = done.allNames || rest && v.Kind() == jsonv.Object
	for _, name := range names {
		done.name(name)
	}
	for _, pattern := range patterns {
		for name := range v.Members() {
			if matching(pattern, name) == isTrue {
				done.name(name)
			}
		}
	}
	prefix, items := itemKeywords(s.v)
	for i := range prefix.Len() {
		done.item(i)
	}
	done.allItems = done.allItems || isSchema(items) && v.Kind() == jsonv.Array
}

func (e *evaluator) containsMarks(s schema, v *jsonv.Value, done *marks) {
	contains := s.v.Get("contains")
	if !isSchema(contains) || s.doc.dialectAt(s.v).refAlone {
		return
	}
	for i, item := range v.Items() {
		if e.valid(s.at(contains), item) == isTrue {
			done.item(i)
		}
	}
}

func (e *evaluator) reference(s schema, v *jsonv.Value, done *marks) truth {
	out := isTrue
	for _, keyword := range []string{"$ref", "$dynamicRef", "$recursiveRef"} {
		ref, ok := s.v.Get(keyword).Str()
		if !ok {
			continue
		}
		target := s.doc.resolve(s.v, ref)
		switch keyword {
		case "$dynamicRef":
			target = e.dynamic(target)
		case "$recursiveRef":
			target = e.recursive(target)
		}
		if !isSchema(target) {
			out = out.and(isUnknown)
			continue
		}
		t, m := e.check(s.at(target), v)
		out = out.and(t)
		done.add(m)
	}
	return out
}

// dynamic is what a $dynamicRef leads to: the outermost schema with the anchor.
func (e *evaluator) dynamic(target *jsonv.Value) *jsonv.Value {
	name := target.Get("$dynamicAnchor").Text()
	if name == "" {
		return target
	}
	for _, r := range e.scope {
		if a := r.anchors[name]; a.Get("$dynamicAnchor").Text() == name {
			return a
		}
	}
	return target
}

func (e *evaluator) recursive(target *jsonv.Value) *jsonv.Value {
	if !target.Get("$recursiveAnchor").Bool() {
		return target
	}
	for _, r := range e.scope {
		if r.root.Get("$recursiveAnchor").Bool() {
			return r.root
		}
	}
	return target
}

// inPlace evaluates the schemas that apply to the same value.
func (e *evaluator) inPlace(s schema, v *jsonv.Value, done *marks) truth {
	out := isTrue
	visit := func(sub *jsonv.Value) truth {
		t, m := e.check(s.at(sub), v)
		if t == isTrue {
			done.add(m)
		}
		return t
	}
	for _, sub := range s.v.Get("allOf").Items() {
		out = out.and(visit(sub))
	}
	if list := s.v.Get("anyOf"); list.Len() > 0 && list.Kind() == jsonv.Array {
		some := isFalse
		for _, sub := range list.Items() {
			some = some.or(visit(sub))
		}
		out = out.and(some)
	}
	if list := s.v.Get("oneOf"); list.Len() > 0 && list.Kind() == jsonv.Array {
		surely, possibly := 0, 0
		for _, sub := range list.Items() {
			switch visit(sub) {
			case isTrue:
				surely, possibly = surely+1, possibly+1
			case isUnknown:
				possibly++
			case isFalse:
			}
		}
		out = out.and(exactly(surely, possibly))
	}
	if sub := s.v.Get("not"); isSchema(sub) {
		out = out.and(e.valid(s.at(sub), v).not())
	}
	out = out.and(conditional(s, visit))
	return out.and(dependent(s, v, visit))
}

func exactly(surely, possibly int) truth {
	switch {
	case surely > 1, possibly == 0:
		return isFalse
	case surely == 1 && possibly == 1:
		return isTrue
	}
	return isUnknown
}

func conditional(s schema, visit func(*jsonv.Value) truth) truth {
	if !isSchema(s.v.Get("if")) {
		return isTrue
	}
	branch := func(name string) truth {
		if sub := s.v.Get(name); isSchema(sub) {
			return visit(sub)
		}
		return isTrue
	}
	switch visit(s.v.Get("if")) {
	case isTrue:
		return branch("then")
	case isFalse:
		return branch("else")
	case isUnknown:
	}
	return isUnknown
}

func dependent(s schema, v *jsonv.Value, visit func(*jsonv.Value) truth) truth {
	out := isTrue
	for _, keyword := range []string{"dependentRequired", "dependentSchemas", "dependencies"} {
		for name, demand := range s.v.Get(keyword).Members() {
			if !v.Get(name).Exists() {
				continue
			}
			for _, other := range demand.Items() {
				out = out.and(truthOf(v.Get(other.Text()).Exists()))
			}
			if isSchema(demand) {
				out = out.and(visit(demand))
			}
		}
	}
	return out
}

func (e *evaluator) unevaluated(s schema, v *jsonv.Value, done *marks, out truth) truth {
	if rest := s.v.Get("unevaluatedProperties"); isSchema(rest) && v.Kind() == jsonv.Object {
		for name, member := range v.Members() {
			if !done.allNames && !done.names[name] {
				out = out.and(e.valid(s.at(rest), member))
			}
		}
		done.allNames = true
	}
	if rest := s.v.Get("unevaluatedItems"); isSchema(rest) && v.Kind() == jsonv.Array {
		for i, item := range v.Items() {
			if !done.allItems && !done.items[i] {
				out = out.and(e.valid(s.at(rest), item))
			}
		}
		done.allItems = true
	}
	return out
}
