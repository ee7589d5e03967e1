package clientconfig

// blank returns JSONC text with its comments and trailing commas replaced by
// spaces, so that what is left is JSON and every byte keeps its place. Newlines
// stay. It is O(n) and does not recurse, whatever the nesting; what is wrong
// with the text is for the JSON parser to say. An unclosed comment runs to the
// end.
func blank(text []byte) []byte {
	out := append([]byte(nil), text...)
	comma := -1 // place of a comma that only space and comments follow so far
	for i := 0; i < len(out); {
		switch c := out[i]; {
		case c == '"':
			i = stringEnd(out, i)
			comma = -1
		case c == '/' && i+1 < len(out) && (out[i+1] == '/' || out[i+1] == '*'):
			end := commentEnd(out, i)
			erase(out[i:end])
			i = end
		case c == ',':
			comma = i
			i++
		case (c == '}' || c == ']') && comma >= 0:
			out[comma] = ' '
			comma = -1
			i++
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			i++
		default:
			comma = -1
			i++
		}
	}
	return out
}

// stringEnd is the place behind the string that starts at i.
func stringEnd(text []byte, i int) int {
	for i++; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		case '\n': // no string of JSON; do not swallow the rest
			return i
		}
	}
	return len(text)
}

// commentEnd is the place behind the comment that starts at i.
func commentEnd(text []byte, i int) int {
	isBlock := text[i+1] == '*'
	for i += 2; i < len(text); i++ {
		switch {
		case isBlock && text[i] == '/' && text[i-1] == '*' && i >= 2:
			return i + 1
		case !isBlock && text[i] == '\n':
			return i
		}
	}
	return len(text)
}

func erase(text []byte) {
	for i, c := range text {
		if c != '\n' && c != '\r' {
			text[i] = ' '
		}
	}
}
