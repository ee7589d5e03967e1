package jsonv

import "math"

// AppendIndented appends v over several lines: sorted members, one member or
// item a line, indented by two spaces a level from depth on. Scalars are as in
// [AppendCanonical]; an empty container stays on its line. The text may be far
// longer than the canonical form, see [IndentedLen].
func AppendIndented(dst []byte, v *Value, numbers Numbers, depth int) []byte {
	if v.Len() == 0 {
		return AppendCanonical(dst, v, numbers)
	}
	open, closing := byte('['), byte(']')
	if v.Kind() == Object {
		open, closing = '{', '}'
	}
	dst = append(dst, open)
	for i, item := range v.Items() {
		dst = appendLine(dst, i, depth+1)
		dst = AppendIndented(dst, item, numbers, depth+1)
	}
	if v.Kind() == Object {
		var buf [16]int
		for n, i := range canonicalOrder(buf[:0], v) {
			dst = appendLine(dst, n, depth+1)
			dst = append(AppendQuoted(dst, v.rest.names[i]), ": "...)
			dst = AppendIndented(dst, &v.rest.elems[i], numbers, depth+1)
		}
	}
	return append(appendLine(dst, 0, depth), closing)
}

// appendLine starts line i of a container.
func appendLine(dst []byte, i, depth int) []byte {
	if i > 0 {
		dst = append(dst, ',')
	}
	dst = append(dst, '\n')
	for range depth {
		dst = append(dst, "  "...)
	}
	return dst
}

// IndentedLen is about how long [AppendIndented] makes v: its source text and the
// indentation, without building either. O(n) in members and items.
func IndentedLen(v *Value, depth int) int {
	n := 4
	if v.Len() == 0 {
		return n + len(v.Raw())
	}
	n += 2 * depth
	for _, item := range v.Items() {
		n += 2*(depth+1) + IndentedLen(item, depth+1)
	}
	for name, member := range v.Members() {
		n += 2*(depth+1) + len(name) + IndentedLen(member, depth+1)
	}
	return n
}

// Count returns how many values at or below v match.
func (v *Value) Count(match func(*Value) bool) int {
	if v == nil {
		return 0
	}
	n := 0
	if match(v) {
		n++
	}
	for _, item := range v.Items() {
		n += item.Count(match)
	}
	for _, member := range v.Members() {
		n += member.Count(match)
	}
	return n
}

// Unlimited are limits for text that was parsed before and is only spelled anew:
// a canonical form can be longer than its source.
func Unlimited() Limits {
	return Limits{Bytes: math.MaxInt - 1, Depth: math.MaxInt32, Nodes: math.MaxInt}
}
