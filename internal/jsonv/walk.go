package jsonv

import (
	"iter"
	"strings"
)

// Walk calls visit for the value and everything below it, parents first, with
// the RFC 6901 pointer of each from v. It stops below a value for which visit
// returns false. Every pointer costs its length, so a text with a long name
// above many values costs their product: use [Value.Find] on hostile text.
func (v *Value) Walk(visit func(pointer string, v *Value) bool) {
	v.walk("", visit)
}

func (v *Value) walk(pointer string, visit func(string, *Value) bool) {
	if v == nil || !visit(pointer, v) {
		return
	}
	for i := range v.elems() {
		v.rest.elems[i].walk(AppendPointer(pointer, v.token(i)), visit)
	}
}

// token is the RFC 6901 token of member or item i, unescaped.
func (v *Value) token(i int) string {
	if v.kind == Object {
		return v.rest.names[i]
	}
	return itoa(i)
}

// Find yields the value and everything below it that match accepts, parents
// first, with the RFC 6901 pointer of each from v. Only the pointers of those
// are built: a caller that stops after a few pays for a few.
func (v *Value) Find(match func(v *Value) bool) iter.Seq2[string, *Value] {
	return func(yield func(string, *Value) bool) {
		if v != nil {
			f := finder{match: match, yield: yield}
			f.find(v)
		}
	}
}

// finder is one run of Find.
type finder struct {
	match func(*Value) bool
	yield func(string, *Value) bool
	path  []step
}

// step leads from a container to its part i.
type step struct {
	container *Value
	i         int
}

// find is false when the caller has seen enough.
func (f *finder) find(v *Value) bool {
	if f.match(v) && !f.yield(f.pointer(), v) {
		return false
	}
	for i := range v.elems() {
		f.path = append(f.path, step{v, i})
		if !f.find(&v.rest.elems[i]) {
			return false
		}
		f.path = f.path[:len(f.path)-1]
	}
	return true
}

func (f *finder) pointer() string {
	var b strings.Builder
	for _, s := range f.path {
		b.WriteString(AppendPointer("", s.container.token(s.i)))
	}
	return b.String()
}
