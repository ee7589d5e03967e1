// Package yamlbound bounds YAML before a parser sees it: parsers take time and stack by
// the square of brackets, indentation and indicators in a row.
package yamlbound

import (
	"bytes"
	"fmt"
)

// Limits are the most that a text may have.
type Limits struct {
	Brackets int // that open, in the whole text
	Indent   int // spaces and tabs in front of a line
	Marks    int // words in a row that are or start with an indicator, or end in a colon
}

// Exceeded says which limit a text is over, and in which line, from 1; 0 is the whole
// text. "" for none.
func (l Limits) Exceeded(text []byte) (line int, found string) {
	if n := bytes.Count(text, []byte("[")) + bytes.Count(text, []byte("{")); n > l.Brackets {
		return 0, fmt.Sprintf("%d opening brackets, over the limit of %d", n, l.Brackets)
	}
	for i, row := range bytes.Split(text, []byte("\n")) {
		for part := range bytes.SplitSeq(row, []byte("\r")) {
			if n := len(part) - len(bytes.TrimLeft(part, " \t")); n > l.Indent {
				return i + 1, fmt.Sprintf("%d spaces of indentation, over the limit of %d", n, l.Indent)
			}
			if n := marks(part); n > l.Marks {
				return i + 1, fmt.Sprintf("%d YAML indicators in a row, over the limit of %d", n, l.Marks)
			}
		}
	}
	return 0, ""
}

// marks is the longest row of such words.
func marks(line []byte) int {
	longest, n := 0, 0
	for word := range bytes.FieldsSeq(line) {
		if bytes.IndexByte([]byte("-?:&*!"), word[0]) >= 0 || word[len(word)-1] == ':' {
			n++
		} else {
			n = 0
		}
		longest = max(longest, n)
	}
	return longest
}
