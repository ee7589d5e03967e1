package sqlread

// placeholder is how many tokens from i on are a place that drivers of Python fill with
// a value, %s or %(name)s; 0 for none, or behind something that makes it an operator.
func placeholder(s []token, i int) int {
	n := 0
	switch {
	case len(s) >= i+2 && s[i].is("%") && s[i+1].is("s"):
		n = 2
	case len(s) >= i+5 && s[i].is("%") && s[i+1].is("(") && s[i+2].kind == word && s[i+3].is(")") && s[i+4].is("s"):
		n = 5
	}
	for j := i + 1; j < i+n; j++ {
		if s[j].start != s[j-1].end {
			return 0
		}
	}
	if i > 0 && s[i-1].kind != word && (s[i-1].kind != symbol || s[i-1].is(")") || s[i-1].is("]")) {
		return 0
	}
	return n
}

// pgBound is a text with a number, of the same length, in each place that a driver
// fills with a value: ?, :name, %s and %(name)s. It is for what PostgreSQL itself does not parse: there
// the same characters may be operators.
func pgBound(text string, s []token) string {
	b := []byte(text)
	for i := 0; i < len(s); i++ {
		n := placeholder(s, i)
		switch {
		case n > 0:
		case s[i].is("?"):
			n = 1
		case interpolated(s, i) && s[i+1].kind == word:
			n = 2
		default:
			continue
		}
		last := s[i+n-1]
		if !free(s, i-1, s[i].start, true) || !free(s, i+n, last.end, false) {
			continue
		}
		b[s[i].start] = '0'
		for j := s[i].start + 1; j < last.end; j++ {
			b[j] = ' '
		}
		i += n - 1
	}
	return string(b)
}

// free reports whether token i does not touch the place at, before or behind it, in a
// way that would make another word or number of both.
func free(s []token, i, at int, before bool) bool {
	if i < 0 || i >= len(s) || before && s[i].end < at || !before && s[i].start > at {
		return true
	}
	return s[i].kind == symbol && !s[i].is(".") && !s[i].is("$") && !s[i].is("?") && !s[i].is("(") || before && s[i].is("(")
}

// interpolated reports whether the colon i, with what follows it at once, is a variable to psql: :name,
// :'name' or :"name".
func interpolated(s []token, i int) bool {
	return s[i].is(":") && i+1 < len(s) && s[i+1].start == s[i].end && s[i+1].kind != symbol && s[i+1].kind != number &&
		(i == 0 || !s[i-1].is(":") || s[i-1].end < s[i].start)
}

// pgInterpolates reports whether psql would see a variable.
func pgInterpolates(s []token) bool {
	for i := range s {
		if interpolated(s, i) {
			return true
		}
	}
	return false
}
