package jsonv

import (
	"crypto/sha256"
	"encoding/hex"
	"iter"
	"slices"
	"strconv"
)

// Numbers says how numbers are written and compared.
type Numbers uint8

const (
	// Doubles is RFC 8785 as it stands: a number is the nearest double.
	Doubles Numbers = iota
	// Source keeps the source text of a number that its double would change,
	// so that two different numbers never look alike.
	Source
)

// Canonical returns the canonical form of v; see [AppendCanonical].
func Canonical(v *Value, numbers Numbers) []byte {
	return AppendCanonical(make([]byte, 0, len(v.Raw())), v, numbers)
}

// AppendCanonical appends v as RFC 8785 writes it: no white space, members
// sorted by UTF-16 code units, strings and numbers in their one form. An absent
// v appends nothing.
func AppendCanonical(dst []byte, v *Value, numbers Numbers) []byte {
	if v == nil {
		return dst
	}
	switch v.kind {
	case Array:
		return appendArray(dst, v, numbers)
	case Object:
		return appendObject(dst, v, numbers)
	case Number:
		return appendNumber(dst, v, numbers)
	case String:
		if !v.canonical {
			return AppendQuoted(dst, v.Text())
		}
	case Null, Bool:
	}
	return append(dst, v.raw...)
}

func appendNumber(dst []byte, v *Value, numbers Numbers) []byte {
	if v.canonical || v.inexact && numbers == Source {
		return append(dst, v.raw...)
	}
	f, _ := strconv.ParseFloat(v.raw, 64) // Parse has checked the range.
	return appendDouble(dst, f)
}

func appendArray(dst []byte, v *Value, numbers Numbers) []byte {
	dst = append(dst, '[')
	elems := v.elems()
	for i := range elems {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = AppendCanonical(dst, &elems[i], numbers)
	}
	return append(dst, ']')
}

func appendObject(dst []byte, v *Value, numbers Numbers) []byte {
	dst = append(dst, '{')
	var buf [16]int
	for n, i := range canonicalOrder(buf[:0], v) {
		if n > 0 {
			dst = append(dst, ',')
		}
		if v.canonical {
			dst = append(dst, '"')
			dst = append(dst, v.rest.names[i]...)
			dst = append(dst, '"', ':')
		} else {
			dst = AppendQuoted(dst, v.rest.names[i])
			dst = append(dst, ':')
		}
		dst = AppendCanonical(dst, &v.rest.elems[i], numbers)
	}
	return append(dst, '}')
}

// canonicalOrder returns the indexes of v's members by [CompareUTF16] of their names.
func canonicalOrder(order []int, v *Value) []int {
	names := v.names()
	for i := range names {
		order = append(order, i)
	}
	slices.SortFunc(order, func(a, b int) int { return CompareUTF16(names[a], names[b]) })
	return order
}

// SortedMembers returns the members of an object in canonical order, whatever that
// of the source is; it yields nothing for other kinds.
func (v *Value) SortedMembers() iter.Seq2[string, *Value] {
	return func(yield func(string, *Value) bool) {
		names := v.names()
		for _, i := range canonicalOrder(nil, v) {
			if !yield(names[i], &v.rest.elems[i]) {
				return
			}
		}
	}
}

// CompareUTF16 orders two valid UTF-8 strings by their UTF-16 code units, the
// order of RFC 8785 §3.2.3. It differs from byte order only where a character
// beyond U+FFFF (a surrogate pair there) meets one of U+E000 to U+FFFF.
func CompareUTF16(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		x, y := a[i], b[i]
		if x == y {
			continue
		}
		if x >= 0xEE && y >= 0xEE && (x >= 0xF0) != (y >= 0xF0) {
			x, y = y, x
		}
		return int(x) - int(y)
	}
	return len(a) - len(b)
}

// Equal reports whether two values are the same JSON value: member order, white
// space and spelling do not matter, but for inexact numbers by [Source], which
// are compared as written. Two absent values are equal.
func Equal(a, b *Value, numbers Numbers) bool {
	if a == nil || b == nil {
		return a == b
	}
	if a.kind != b.kind || a.Len() != b.Len() {
		return false
	}
	switch a.kind {
	case Bool:
		return a.raw == b.raw
	case String:
		return a.raw == b.raw || a.Text() == b.Text()
	case Number:
		return a.raw == b.raw || equalNumbers(a, b, numbers)
	case Array:
		return equalElems(a, b, numbers)
	case Object:
		return equalMembers(a, b, numbers)
	case Null:
	}
	return true
}

func equalNumbers(a, b *Value, numbers Numbers) bool {
	var bufA, bufB [32]byte
	return string(appendNumber(bufA[:0], a, numbers)) == string(appendNumber(bufB[:0], b, numbers))
}

// equalElems compares what stands at the same index.
func equalElems(a, b *Value, numbers Numbers) bool {
	for i := range a.elems() {
		if !Equal(&a.rest.elems[i], &b.rest.elems[i], numbers) {
			return false
		}
	}
	return true
}

func equalMembers(a, b *Value, numbers Numbers) bool {
	if slices.Equal(a.names(), b.names()) {
		return equalElems(a, b, numbers)
	}
	var bufA, bufB [16]int
	orderA, orderB := canonicalOrder(bufA[:0], a), canonicalOrder(bufB[:0], b)
	for n, i := range orderA {
		j := orderB[n]
		if a.rest.names[i] != b.rest.names[j] || !Equal(&a.rest.elems[i], &b.rest.elems[j], numbers) {
			return false
		}
	}
	return true
}

// Digest returns "sha256:" and the SHA-256 of b in 64 lower-case hexadecimal digits.
func Digest(b []byte) string {
	sum := sha256.Sum256(b)
	const prefix = "sha256:"
	out := make([]byte, len(prefix), len(prefix)+2*len(sum))
	copy(out, prefix)
	return string(hex.AppendEncode(out, sum[:]))
}

// IsDigest reports whether s has the form that [Digest] gives.
func IsDigest(s string) bool {
	const prefix = "sha256:"
	if len(s) != len(prefix)+64 || s[:len(prefix)] != prefix {
		return false
	}
	for _, c := range []byte(s[len(prefix):]) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}
