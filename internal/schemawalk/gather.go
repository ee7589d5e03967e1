package schemawalk

import (
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

func (b *builder) object(r ref, at place) {
	f := fields{v: r.v}
	props, pats, rest := r.v.Get("properties"), r.v.Get("patternProperties"), r.v.Get("additionalProperties")
	for name, v := range props.Members() {
		if f.props == nil {
			f.props = map[string]sub{}
		}
		f.props[name] = sub{ref: ref{r.doc, v}, at: at.down("properties").down(name)}
	}
	for name, v := range pats.Members() {
		f.patterns = append(f.patterns, pattern{name, b.pattern(name), sub{ref: ref{r.doc, v}, at: at.down("patternProperties").down(name)}})
	}
	if rest.Exists() {
		f.keyword = "additionalProperties"
		f.rest = sub{ref: ref{r.doc, rest}, at: at.down(f.keyword)}
		f.open = rest.Bool() || rest.Kind() == jsonv.Object && rest.Len() == 0
	}
	slices.SortFunc(f.patterns, func(x, y pattern) int { return strings.Compare(x.text, y.text) })
	if len(f.props) > 0 || len(f.patterns) > 0 || f.keyword != "" {
		b.n.fields = append(b.n.fields, f)
	}
	b.unevaluatedProperties(r, at)
}

func (b *builder) array(r ref, at place) {
	items := r.v.Get("items")
	var x row
	tuple, rest, from := r.v.Get("prefixItems"), items, "prefixItems"
	x.keyword = "items"
	if items.Kind() == jsonv.Array {
		tuple, rest, from, x.keyword = items, r.v.Get("additionalItems"), "items", "additionalItems"
	} else if r.doc.dialect != draft20 {
		tuple = nil
	}
	for i, v := range tuple.Items() {
		x.prefix = append(x.prefix, sub{ref: ref{r.doc, v}, at: at.down(from).down(itoa(i))})
	}
	if rest.Exists() {
		x.rest = sub{ref: ref{r.doc, rest}, at: at.down(x.keyword)}
	}
	if len(x.prefix) > 0 || rest.Exists() {
		b.n.rows = append(b.n.rows, x)
	}
	if v := r.v.Get("contains"); v.Exists() && keywords["contains"].has(r.doc.dialect) {
		b.containing(r, v, at)
	}
	b.unevaluatedItems(r, at)
}

func (b *builder) containing(r ref, v *jsonv.Value, at place) {
	c := containing{sub: sub{ref: ref{r.doc, v}, at: at.down("contains")}, min: limit{n: 1}}
	if keywords["minContains"].has(r.doc.dialect) {
		for name, to := range map[string]*limit{"minContains": &c.min, "maxContains": &c.max} {
			if n, ok := size(r.v.Get(name)); ok {
				*to = limit{true, n, mark{place: at.down(name), name: name, v: r.v.Get(name)}}
			}
		}
	}
	if c.min.n > 0 || c.max.set {
		b.n.contains = append(b.n.contains, c)
	}
}

func (b *builder) conditional(r ref, at place) {
	v := r.v.Get("if")
	if !v.Exists() || !keywords["if"].has(r.doc.dialect) {
		return
	}
	c := conditional{cond: sub{ref: ref{r.doc, v}, at: at.down("if")}}
	if then := r.v.Get("then"); then.Exists() {
		c.then = sub{ref{r.doc, then}, at.down("then"), r.v}
	}
	if otherwise := r.v.Get("else"); otherwise.Exists() {
		c.otherwise = sub{ref{r.doc, otherwise}, at.down("else"), r.v}
	}
	if c.then.v != nil || c.otherwise.v != nil {
		b.n.conds = append(b.n.conds, c)
	}
}

// members returns the keywords of a schema by name.
func members(v *jsonv.Value, at place) []mark {
	list := make([]mark, 0, v.Len())
	for name, m := range v.Members() {
		list = append(list, mark{place: at.down(name), name: name, v: m})
	}
	slices.SortFunc(list, func(x, y mark) int { return strings.Compare(x.name, y.name) })
	return list
}
