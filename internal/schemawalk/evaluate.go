package schemawalk

import (
	"unicode/utf8"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// verdict says whether a value is accepted.
type verdict int8

const (
	no verdict = iota
	unknown
	yes
)

func when(b bool) verdict {
	if b {
		return yes
	}
	return no
}

func (v verdict) not() verdict { return yes - v }

// evaluated is what a schema that accepted a value looked at.
type evaluated struct {
	props map[string]bool
	items map[int]bool
	vague bool // something in place may or may not have looked at more
}

func (e *evaluated) add(x *evaluated) {
	e.vague = e.vague || x.vague
	for name := range x.props {
		e.prop(name)
	}
	for i := range x.items {
		e.item(i)
	}
}

func (e *evaluated) prop(name string) {
	if e.props == nil {
		e.props = map[string]bool{}
	}
	e.props[name] = true
}

func (e *evaluated) item(i int) {
	if e.items == nil {
		e.items = map[int]bool{}
	}
	e.items[i] = true
}

// accepts validates a value against a conjunction. Formats are not asserted.
func (w *walk) accepts(c conj, v *jsonv.Value) verdict {
	out := yes
	if c.types != 0 && typeOf(v)&c.types == 0 {
		return no
	}
	for _, r := range c.refs {
		out = min(out, w.check(r, v, &evaluated{}, 0))
	}
	return out
}

// check validates a value against one schema, as the keywords stand.
func (w *walk) check(r ref, v *jsonv.Value, e *evaluated, depth int) verdict {
	switch {
	case r.v.Kind() == jsonv.Bool:
		return when(r.v.Bool())
	case r.v.Kind() != jsonv.Object:
		return yes
	case depth > 100:
		return unknown
	case !w.spend(1 + r.v.Len()/4):
		return unknown
	}
	c := &checker{w, r, v, e, depth, yes}
	if target, ok := r.v.Get("$ref").Str(); ok {
		s := r.doc.resolve(r.v, target)
		if s == nil {
			c.and(unknown)
		} else {
			c.and(w.check(ref{r.doc, s}, v, e, depth+1))
		}
		if r.doc.dialect <= draft07 {
			return c.out
		}
	}
	for name, k := range r.v.Members() {
		if s, ok := keywords[name]; ok && s.has(r.doc.dialect) && c.out != no {
			c.keyword(name, k)
		}
	}
	if c.out == no {
		return no
	}
	c.objects()
	c.arrays()
	c.unevaluated()
	return c.out
}

// checker is the validation of one value against one schema object.
type checker struct {
	*walk
	r     ref
	v     *jsonv.Value
	e     *evaluated
	depth int
	out   verdict
}

func (c *checker) and(v verdict) { c.out = min(c.out, v) }

// in validates the same value against a schema that stands in place.
func (c *checker) in(s *jsonv.Value, keep bool) verdict {
	x := &evaluated{}
	got := c.check(ref{c.r.doc, s}, c.v, x, c.depth+1)
	if keep && got != no {
		x.vague = x.vague || got == unknown
		c.e.add(x)
	}
	return got
}

func (c *checker) under(s, v *jsonv.Value) verdict {
	return c.check(ref{c.r.doc, s}, v, &evaluated{}, c.depth+1)
}

func (c *checker) keyword(name string, k *jsonv.Value) {
	switch name {
	case "type":
		if t, ok := readTypes(k); ok {
			c.and(when(t&typeOf(c.v) != 0))
		}
	case "const":
		c.and(when(canonical(k) == canonical(c.v)))
	case "enum":
		c.and(when(c.list(k)[canonical(c.v)]))
	case "allOf":
		for _, s := range k.Items() {
			c.and(c.in(s, true))
		}
	case "anyOf", "oneOf":
		c.union(name, k)
	case "not":
		c.and(c.in(k, false).not())
	case "if":
		c.conditional(k)
	case "$dynamicRef", "$recursiveRef":
		c.and(unknown)
	default:
		c.assertion(name, k)
	}
}

func (c *checker) union(name string, k *jsonv.Value) {
	var count [3]int
	for _, s := range k.Items() {
		count[c.in(s, true)]++
	}
	switch {
	case k.Len() == 0:
	case name == "oneOf" && count[yes] > 1, count[yes]+count[unknown] == 0:
		c.and(no)
	case name == "oneOf" && count[unknown] > 0, count[yes] == 0:
		c.and(unknown)
	}
}

func (c *checker) conditional(k *jsonv.Value) {
	then, otherwise := yes, yes
	got := c.in(k, true)
	if s := c.r.v.Get("then"); s.Exists() && got != no {
		then = c.in(s, true)
	}
	if s := c.r.v.Get("else"); s.Exists() && got != yes {
		otherwise = c.in(s, true)
	}
	switch got {
	case yes:
		c.and(then)
	case no:
		c.and(otherwise)
	case unknown:
		if then != otherwise {
			c.and(unknown)
		} else {
			c.and(then)
		}
	}
}

// assertion checks the keywords of one type.
func (c *checker) assertion(name string, k *jsonv.Value) {
	switch c.v.Kind() {
	case jsonv.Number:
		c.numeric(name, k)
	case jsonv.String:
		c.text(name, k)
	case jsonv.Array:
		c.counted(name, k, minItems, int64(c.v.Len()))
		if name == "uniqueItems" && k.Bool() {
			c.and(when(distinct(c.v)))
		}
	case jsonv.Object:
		c.counted(name, k, minProperties, int64(c.v.Len()))
	case jsonv.Null, jsonv.Bool:
	}
}

func distinct(v *jsonv.Value) bool {
	met := map[string]bool{}
	for _, item := range v.Items() {
		key := canonical(item)
		if met[key] {
			return false
		}
		met[key] = true
	}
	return true
}

func (c *checker) counted(name string, k *jsonv.Value, low int, n int64) {
	want, ok := size(k)
	switch {
	case !ok:
	case name == sizeNames[low]:
		c.and(when(n >= want))
	case name == sizeNames[low+1]:
		c.and(when(n <= want))
	}
}

func (c *checker) text(name string, k *jsonv.Value) {
	c.counted(name, k, minLength, int64(utf8.RuneCountInString(c.v.Text())))
	p, ok := k.Str()
	if name != "pattern" || !ok || matchesAll(p) {
		return
	}
	re := c.pattern(p)
	if re == nil {
		c.and(unknown)
		return
	}
	c.and(when(re.MatchString(c.v.Text())))
}

func (c *checker) numeric(name string, k *jsonv.Value) {
	want, ok := rational(k)
	if !ok {
		return
	}
	got, ok := rational(c.v)
	if !ok {
		c.and(unknown)
		return
	}
	sign := got.Cmp(want)
	switch name {
	case "minimum":
		c.and(when(sign > 0 || sign == 0 && !c.excludes("exclusiveMinimum")))
	case "maximum":
		c.and(when(sign < 0 || sign == 0 && !c.excludes("exclusiveMaximum")))
	case "exclusiveMinimum":
		c.and(when(sign > 0))
	case "exclusiveMaximum":
		c.and(when(sign < 0))
	case "multipleOf":
		if want.Sign() > 0 {
			c.and(when(divides(want, got)))
		}
	}
}

// excludes reports the boolean keyword of draft-04 beside a bound.
func (c *checker) excludes(name string) bool {
	return c.r.doc.dialect == draft04 && c.r.v.Get(name).Bool()
}
