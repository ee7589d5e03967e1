// Package jsonv holds JSON as evidence: a strict parser that keeps what a
// server really sent, RFC 8785 canonical bytes over it, and digests of those.
//
// Text goes in through [Parse], which refuses whatever two readers could
// understand differently (duplicate members, invalid UTF-8, lone surrogates,
// numbers outside the double range, trailing text) and says where. Out of it
// comes a tree of [Value] that remembers member order, the byte range of each
// value and the source text of each number. [AppendCanonical] turns a value
// into its one canonical spelling; [Digest] hashes bytes.
//
// Text that is broken in one place can still be taken apart with [ScanObject]
// and [ScanArray], which find byte ranges and judge nothing.
package jsonv

import "iter"

// Kind is the JSON type of a value.
type Kind uint8

// The kinds of RFC 8259 §3; true and false are one kind.
const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

// String returns the kind's name in JSON Schema: "null", "boolean", "number",
// "string", "array" or "object".
func (k Kind) String() string {
	return [...]string{"null", "boolean", "number", "string", "array", "object"}[k]
}

// Span is a half-open byte range [Start, End).
type Span struct{ Start, End int }

// Of returns the bytes of b that the span covers.
func (s Span) Of(b []byte) []byte { return b[s.Start:s.End:s.End] }

// Value is one JSON value of a parsed text. A Value is immutable and safe for
// concurrent use. The nil *Value stands for "absent" and answers every method:
// its kind is Null, its length 0, [Value.Exists] false. Any Value keeps the
// whole text that it was parsed from in memory.
type Value struct {
	kind    Kind
	inexact bool // of a Number
	// canonical is true of a scalar whose raw is its RFC 8785 form, and of an
	// Object whose names all stand in raw without an escape.
	canonical bool
	start     int    // offset of raw in the text
	raw       string // source text of the value
	rest      *rest  // nil where raw tells everything
}

// rest is what the source text of a value does not simply show.
type rest struct {
	text  string   // decoded value of a String with escapes
	names []string // of an Object: decoded member names in source order
	elems []Value  // items of an Array, or member values of an Object
}

// names and elems are nil for scalars and empty containers.
func (v *Value) names() []string {
	if v == nil || v.rest == nil {
		return nil
	}
	return v.rest.names
}

func (v *Value) elems() []Value {
	if v == nil || v.rest == nil {
		return nil
	}
	return v.rest.elems
}

// Exists reports whether the value is there at all; null exists.
func (v *Value) Exists() bool { return v != nil }

// Kind returns the value's kind, Null when it is absent.
func (v *Value) Kind() Kind {
	if v == nil {
		return Null
	}
	return v.kind
}

// IsNull reports a JSON null that is really there.
func (v *Value) IsNull() bool { return v != nil && v.kind == Null }

// Bool reports whether the value is true.
func (v *Value) Bool() bool { return v != nil && v.kind == Bool && v.raw == "true" }

// Text returns the decoded value of a string or the source text of a number,
// and "" for everything else.
func (v *Value) Text() string {
	switch {
	case v == nil:
		return ""
	case v.kind == Number:
		return v.raw
	case v.kind != String:
		return ""
	case v.rest != nil:
		return v.rest.text
	}
	return v.raw[1 : len(v.raw)-1]
}

// Str returns the decoded value of a string, and whether the value is one.
func (v *Value) Str() (string, bool) {
	if v == nil || v.kind != String {
		return "", false
	}
	return v.Text(), true
}

// Inexact reports a number whose decimal value is not the one that its
// double's shortest text has, so that RFC 8785 would give it the digest of
// another number. It is false for every other value.
func (v *Value) Inexact() bool { return v != nil && v.inexact }

// Span returns the byte range of the value in the text given to Parse,
// without surrounding white space.
func (v *Value) Span() Span {
	if v == nil {
		return Span{}
	}
	return Span{v.start, v.start + len(v.raw)}
}

// Raw returns the value's source text, "" when it is absent.
func (v *Value) Raw() string {
	if v == nil {
		return ""
	}
	return v.raw
}

// Len returns the number of items or members.
func (v *Value) Len() int { return len(v.elems()) }

// Index returns item i of an array, or nil.
func (v *Value) Index(i int) *Value {
	elems := v.elems()
	if i < 0 || i >= len(elems) || v.kind != Array {
		return nil
	}
	return &elems[i]
}

// Get returns the member called name, or nil when the value is no object or
// has no such member. O(n) in members.
func (v *Value) Get(name string) *Value {
	for i, n := range v.names() {
		if n == name {
			return &v.rest.elems[i]
		}
	}
	return nil
}

// Items returns the items of an array in order; it yields nothing for other kinds.
func (v *Value) Items() iter.Seq2[int, *Value] {
	return func(yield func(int, *Value) bool) {
		if v.Kind() != Array {
			return
		}
		for i := range v.elems() {
			if !yield(i, &v.rest.elems[i]) {
				return
			}
		}
	}
}

// Members returns the members of an object in source order; it yields nothing
// for other kinds.
func (v *Value) Members() iter.Seq2[string, *Value] {
	return func(yield func(string, *Value) bool) {
		for i, n := range v.names() {
			if !yield(n, &v.rest.elems[i]) {
				return
			}
		}
	}
}
