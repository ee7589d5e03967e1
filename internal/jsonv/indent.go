package jsonv

// AppendIndented appends v over several lines: sorted members, one member or
// item a line, indented by two spaces a level from depth on. Scalars are as in
// [AppendCanonical]; an empty container stays on its line.
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
	for i, name := range v.SortedMembers() {
		dst = appendLine(dst, i, depth+1)
		dst = append(AppendQuoted(dst, name), ": "...)
		dst = AppendIndented(dst, v.Get(name), numbers, depth+1)
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
