package taxonomy

import (
	"unicode"
	"unicode/utf8"

	"github.com/mooring-mcp/mooring/internal/jsondiff"
	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// prose evaluates R08 and, unless it fires, R09. Both are for changes in which no
// other rule fired.
func (p pair) prose(out *collector) {
	if before, after, ok := p.descriptions(); ok && rewritten(before, after) {
		out.add(Evidence{Rule: "R08", Definition: "word distance of 0.20 or more"}, "description")
		return
	}
	var fired []Evidence
	for _, c := range p.changes {
		definition, cosmetic := cosmetic(c)
		if !cosmetic {
			return
		}
		fired = append(fired, Evidence{Rule: "R09", Pointer: c.Pointer, Definition: definition})
	}
	for _, e := range fired {
		out.add(e)
	}
}

// descriptions are the texts at /description, when both sides have one.
func (p pair) descriptions() (before, after string, ok bool) {
	before, had := p.before.Get("description").Str()
	after, has := p.after.Get("description").Str()
	return before, after, had && has
}

// cosmetic reports whether a change is one by spec §4.9, and by which branch. A
// text that was added or removed is not (reading T14).
func cosmetic(c jsondiff.Change) (definition string, ok bool) {
	path, err := jsonv.SplitPointer(c.Pointer)
	before, had := c.Before.Str()
	after, has := c.After.Str()
	if err != nil || !had || !has || !ReadablePath(path) {
		return "", false
	}
	if sameLetters(before, after) {
		return "only case, punctuation or white space differ", true
	}
	return "word distance below 0.20", !rewritten(before, after)
}

// sameLetters is alnum-fold equality: the texts agree in their letters and decimal
// digits (readings T15 and T16).
func sameLetters(a, b string) bool {
	for {
		r, rest, more := nextLetter(a)
		q, tail, also := nextLetter(b)
		if r != q || more != also {
			return false
		}
		if !more {
			return true
		}
		a, b = rest, tail
	}
}

// nextLetter returns the first letter or digit of s in lower case, and what follows.
func nextLetter(s string) (r rune, rest string, ok bool) {
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		s = s[n:]
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r), s, true
		}
	}
	return 0, "", false
}
