package schemaset

import (
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// truth is what can be told of a statement.
type truth int

const (
	isFalse truth = iota
	isTrue
	isUnknown
)

func truthOf(b bool) truth {
	if b {
		return isTrue
	}
	return isFalse
}

func (t truth) not() truth {
	switch t {
	case isFalse:
		return isTrue
	case isTrue:
		return isFalse
	case isUnknown:
	}
	return isUnknown
}

// and is false when one side is, and else unknown when one side is.
func (t truth) and(u truth) truth {
	switch {
	case t == isFalse, u == isFalse:
		return isFalse
	case t == isUnknown, u == isUnknown:
		return isUnknown
	}
	return isTrue
}

func (t truth) or(u truth) truth { return t.not().and(u.not()).not() }

// candidate is a value that was put together, as JSON text.
type candidate struct{ text []byte }

func (c *candidate) value() *jsonv.Value {
	v, err := jsonv.Parse(c.text, jsonv.Limits{})
	if err != nil {
		return nil
	}
	return v
}

func (c *candidate) canonical() []byte { return jsonv.Canonical(c.value(), jsonv.Source) }

func candidateOf(v *jsonv.Value) *candidate { return &candidate{jsonv.Canonical(v, jsonv.Source)} }

// maxExponent bounds the exponents of numbers that are compared exactly.
const maxExponent = 400

// rational is the exact value of a JSON number; ok is false for other values and
// for exponents that nobody writes.
func rational(v *jsonv.Value) (r *big.Rat, ok bool) {
	if v.Kind() != jsonv.Number {
		return nil, false
	}
	text := v.Text()
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		if n, err := strconv.Atoi(text[i+1:]); err != nil || n > maxExponent || n < -maxExponent {
			return nil, false
		}
	}
	return new(big.Rat).SetString(text)
}

// natural is a bound of lengths and counts: a number without a fraction, from 0;
// -1 when v is none.
func natural(v *jsonv.Value) int {
	r, ok := rational(v)
	if !ok || !r.IsInt() || r.Sign() < 0 {
		return -1
	}
	if !r.Num().IsInt64() || r.Num().Int64() > 1<<40 {
		return 1 << 40
	}
	return int(r.Num().Int64())
}

// numberText writes a rational as a JSON number; ok is false when it has no finite
// decimal form.
func numberText(r *big.Rat) (text string, ok bool) {
	if r.IsInt() {
		return r.Num().String(), true
	}
	for digits := 1; digits < 30; digits++ {
		s := r.FloatString(digits)
		if back, valid := new(big.Rat).SetString(s); valid && back.Cmp(r) == 0 {
			return s, true
		}
	}
	return "", false
}

// same reports equality of JSON values, numbers by their exact value.
func same(a, b *jsonv.Value) bool {
	if a.Kind() != b.Kind() || a.Len() != b.Len() {
		return false
	}
	switch a.Kind() {
	case jsonv.Null:
		return true
	case jsonv.Bool:
		return a.Bool() == b.Bool()
	case jsonv.Number:
		x, ok := rational(a)
		y, ok2 := rational(b)
		if !ok || !ok2 {
			return a.Text() == b.Text()
		}
		return x.Cmp(y) == 0
	case jsonv.String:
		return a.Text() == b.Text()
	case jsonv.Array:
		for i, item := range a.Items() {
			if !same(item, b.Index(i)) {
				return false
			}
		}
		return true
	case jsonv.Object:
		for name, member := range a.Members() {
			other := b.Get(name)
			if !other.Exists() || !same(member, other) {
				return false
			}
		}
		return true
	}
	return false
}

// manyValues is from how many values on an enum is looked up.
const manyValues = 8

// lists reports whether a value is one of an enum's.
func (a atom) lists(v *jsonv.Value) bool {
	key, scalar := scalarKey(v)
	if len(a.values) <= manyValues || !scalar || a.node.doc == nil {
		return slices.ContainsFunc(a.values, func(w *jsonv.Value) bool { return same(v, w) })
	}
	set := a.node.doc.enums[a.values[0]]
	if set == nil {
		set = map[string]bool{}
		for _, w := range a.values {
			if k, ok := scalarKey(w); ok {
				set[k] = true
			}
		}
		if a.node.doc.enums == nil {
			a.node.doc.enums = map[*jsonv.Value]map[string]bool{}
		}
		a.node.doc.enums[a.values[0]] = set
	}
	return set[key]
}

// scalarKey is the same text for the same scalar values.
func scalarKey(v *jsonv.Value) (key string, ok bool) {
	switch v.Kind() {
	case jsonv.Null, jsonv.Bool:
		return v.Raw(), true
	case jsonv.String:
		return "\"" + v.Text(), true
	case jsonv.Number:
		if r, exact := rational(v); exact {
			return "=" + r.RatString(), true
		}
		return "~" + v.Text(), true
	case jsonv.Array, jsonv.Object:
	}
	return "", false
}
