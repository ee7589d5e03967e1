package schemawalk

import "github.com/mooring-mcp/mooring/internal/jsonv"

func (e *emitter) objects(c cut) {
	if c.a.types&c.b.types&object == 0 {
		return
	}
	names := c.a.propertyNames()
	for name := range c.b.propertyNames() {
		names[name] = true
	}
	for _, name := range sorted(names) {
		e.property(c, name)
	}
	e.required(c)
	e.remainder(c)
	e.patternProperties(c)
	e.propertyNames(c)
	e.dependentRequired(c)
	e.dependentSchemas(c)
}

// member is one property on both sides.
type member struct {
	cut
	name  string
	outer cut
	v     change
}

func (e *emitter) property(c cut, name string) {
	pa, va, inA := c.a.declares(name)
	pb, vb, inB := c.b.declares(name)
	x := member{name: name, outer: c, v: change{c: c, before: va, after: vb}}
	x.a, x.b = e.field(c.a, name), e.field(c.b, name)
	x.sa, x.sb = c.sa.below(c.a.property(name)), c.sb.below(c.b.property(name))
	x.m = c.m & e.relation(x.a, x.b)
	if inA {
		x.v.pointer = c.sa.at(pa)
	}
	if inB {
		x.v.pointer = c.sb.at(pb)
	}
	switch {
	case !inA && !inB || x.a.never && x.b.never:
	case inA && x.b.never && (inB || e.Output && x.m == same):
		e.set(rules{"", "property.forbidden", ""}, tight, x.v)
	case inB && x.b.never && !inA:
		e.set(rules{"", "property.forbidden", ""}, tight, x.v)
	case inA && x.a.never:
		e.set(rules{"property.unforbidden", "", ""}, widen, x.v)
	case inA && inB:
		e.pair(x.cut)
	case e.muted:
	case inB:
		e.covered |= x.m
		e.added(x)
	default:
		e.covered |= x.m
		e.removed(x)
	}
}

// added is a property that was not declared. What its name allowed before decides.
func (e *emitter) added(x member) {
	harm := tight
	if e.Output {
		harm = widen
	}
	switch {
	case x.a.never && x.m != same:
		e.emit("property.addedToClosed", x.m.effect(), x.v)
	case e.trivial(x.a, anyType):
		rule := "property.added"
		for _, f := range x.outer.a.fields {
			if f.open {
				rule = "property.addedToOpen"
			}
		}
		e.emit(rule, e.declared(x.m, tight, !e.Output), x.v)
	case x.m&harm != 0:
		x.v.detail = "names that were not declared had a schema, and it does not imply this one"
		e.emit("property.addedToMap", x.m.effect(), x.v)
	default:
		e.emit("property.added", x.m.effect(), x.v)
	}
}

// removed is a property that is no longer declared. What its name allows now decides.
func (e *emitter) removed(x member) {
	_, was := x.outer.a.required[x.name]
	_, is := x.outer.b.required[x.name]
	switch {
	case !e.Output && x.m&tight != 0:
		e.emit("property.removedFromClosed", x.m.effect(), x.v)
	case e.Output && was && (!is && x.outer.m&widen != 0 || x.m&widen != 0):
		e.emit("property.requiredRemoved", (x.m | widen).effect(), x.v)
	default:
		e.emit("property.removed", e.declared(x.m, widen, e.Output), x.v)
	}
}

// declared leaves out, in the declared profile, what only a caller notices that
// uses undeclared names (reading C01).
func (e *emitter) declared(m, direction mask, applies bool) Effect {
	if applies && !e.Strict {
		m &^= direction
	}
	return m.effect()
}

func (e *emitter) required(c cut) {
	for _, d := range []struct {
		from, to *node
		rules    rules
		m        mask
	}{
		{c.a, c.b, rules{"", "required.added", ""}, tight},
		{c.b, c.a, rules{"required.removed", "", ""}, widen},
	} {
		var names []string
		for _, name := range sorted(d.to.required) {
			if _, ok := d.from.required[name]; !ok {
				names = append(names, name)
			}
		}
		if len(names) == 0 {
			continue
		}
		v := change{c: c, detail: quoteAll(names)}
		v.marks(c.a.requires(), c.b.requires(), "required")
		e.set(d.rules, d.m, v)
	}
}

// requires returns the first required keyword.
func (n *node) requires() *mark {
	var best *mark
	for _, name := range sorted(n.required) {
		if m := n.required[name]; best == nil || m.rel < best.rel {
			best = &m
		}
	}
	return best
}

// lastRest returns the keyword that says most about undeclared names.
func (n *node) lastRest() (s sub, keyword string) {
	keyword = "additionalProperties"
	for _, f := range n.fields {
		if f.rest.v != nil {
			return f.rest, f.keyword
		}
	}
	return sub{}, keyword
}

// remainder compares what holds for names that are declared nowhere.
func (e *emitter) remainder(c cut) {
	a, b := c.a.remainder(), c.b.remainder()
	x := cut{a: e.child(a), b: e.child(b), sa: c.sa.below(a), sb: c.sb.below(b)}
	x.m = c.m & e.relation(x.a, x.b)
	before, _ := c.a.lastRest()
	after, keyword := c.b.lastRest()
	if after.v == nil {
		_, keyword = c.a.lastRest()
	}
	v := change{c: c, pointer: c.sb.at(place{}) + "/" + keyword}
	v.subs(before, after)
	switch {
	case x.m == same && before.v == nil && after.v != nil && isTrue(after.v) && keyword == "additionalProperties":
		if !e.muted && e.trivial(x.b, anyType) {
			e.emit(keyword+".declaredOpen", Neutral, v)
		}
	case isSchema(before.v) && isSchema(after.v) && !x.a.never && !x.b.never, x.m == same:
		e.pair(x)
	case keyword == "unevaluatedProperties":
		e.set(rules{keyword + ".opened", keyword + ".closed", keyword + ".changed"}, x.m, v)
	case x.a.never:
		e.set(rules{keyword + ".opened", "", ""}, x.m, v)
	case x.b.never:
		e.set(rules{"", keyword + ".closed", ""}, x.m, v)
	default:
		e.set(rules{keyword + ".widened", keyword + ".narrowed", ""}, x.m, v)
	}
}

func isTrue(v *jsonv.Value) bool {
	return v.Bool() || v.Kind() == jsonv.Object && v.Len() == 0
}

func isSchema(v *jsonv.Value) bool { return v.Kind() == jsonv.Object && v.Len() > 0 }

func (e *emitter) patternProperties(c cut) {
	texts := c.a.patternTexts()
	for p := range c.b.patternTexts() {
		texts[p] = true
	}
	for _, p := range sorted(texts) {
		e.patternProperty(c, p)
	}
}

// patternProperty compares what holds for undeclared names that match a pattern.
func (e *emitter) patternProperty(c cut, p string) {
	if !e.spend(2) {
		return
	}
	before, after := firstSub(c.a.only(p)), firstSub(c.b.only(p))
	a, b := c.a.class(p), c.b.class(p)
	x := cut{a: e.child(a), b: e.child(b), sa: c.sa.below(a), sb: c.sb.below(b), m: c.m}
	v := change{c: c}
	v.subs(before, after)
	m := c.m & e.relation(x.a, x.b)
	switch {
	case before.v == nil && after.v == nil:
	case before.v != nil && after.v != nil:
		e.pair(x)
	case before.v == nil && x.a.never:
		v.detail = "for names that match the pattern"
		e.set(rules{"additionalProperties.opened", "", ""}, m, v)
	case after.v == nil && x.b.never:
		v.detail = "for names that match the pattern"
		e.set(rules{"", "additionalProperties.closed", ""}, m, v)
	case before.v == nil:
		e.set(rules{"additionalProperties.widened", "patternProperties.added", "patternProperties.changed"}, m, v)
	default:
		e.set(rules{"patternProperties.removed", "additionalProperties.narrowed", "patternProperties.changed"}, m, v)
	}
}

func firstSub(subs []sub) sub {
	for _, s := range subs {
		if s.v != nil {
			return s
		}
	}
	return sub{}
}

func (e *emitter) propertyNames(c cut) {
	before, after := firstSub(c.a.names), firstSub(c.b.names)
	if before.v == nil && after.v == nil {
		return
	}
	x := cut{a: e.child(c.a.names), b: e.child(c.b.names)}
	v := change{c: c}
	v.subs(before, after)
	m := e.relation(e.ofType(x.a, text), e.ofType(x.b, text))
	e.set(rules{"propertyNames.widened", "propertyNames.narrowed", ""}, m, v)
	e.aside(cut{x.a, x.b, c.sa.below(c.a.names), c.sb.below(c.b.names), same})
}

// aside walks two schemas whose set is judged elsewhere, for what else changed.
func (e *emitter) aside(c cut) {
	muted := e.muted
	e.muted = true
	c.m = same
	e.pair(c)
	e.muted = muted
}

func (e *emitter) dependentRequired(c cut) {
	names := map[string]bool{}
	for _, n := range []*node{c.a, c.b} {
		for name := range n.needs {
			names[name] = true
		}
	}
	for _, name := range sorted(names) {
		a, b := c.a.needs[name], c.b.needs[name]
		v := change{c: c}
		v.marks(someMark(a), someMark(b), "dependentRequired")
		m := lacks(b, a)*widen | lacks(a, b)*tight
		e.set(rules{"dependentRequired.widened", "dependentRequired.narrowed", ""}, m, v)
	}
}

// lacks is 1 when b has a name that a lacks.
func lacks(a, b map[string]mark) mask {
	for name := range b {
		if _, ok := a[name]; !ok {
			return 1
		}
	}
	return 0
}

func someMark(m map[string]mark) *mark {
	for _, name := range sorted(m) {
		x := m[name]
		return &x
	}
	return nil
}

func (e *emitter) dependentSchemas(c cut) {
	names := map[string]bool{}
	for _, n := range []*node{c.a, c.b} {
		for name := range n.implies {
			names[name] = true
		}
	}
	for _, name := range sorted(names) {
		a, b := c.a.implies[name], c.b.implies[name]
		x := cut{a: e.child(a), b: e.child(b), sa: c.sa.below(a), sb: c.sb.below(b)}
		v := change{c: c}
		v.subs(firstSub(a), firstSub(b))
		m := e.relation(x.a, x.b)
		e.set(rules{"dependentSchemas.widened", "dependentSchemas.narrowed", ""}, m, v)
		if a != nil && b != nil {
			e.aside(x)
		}
	}
}
