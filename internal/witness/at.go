package witness

import (
	"bytes"
	"strconv"
	"strings"
)

// SearchAt is [Search] for a witness of one change among several: it looks for a value that tells the sides apart when
// what stands at a JSON Pointer is all that changed, and that the real sides tell apart, too. Without one it searches the
// whole schemas with what is left of the tries. own is false for a witness of the whole.
func SearchAt(before, after []byte, pointer string, output bool, o Options) (witness []byte, own bool, tries int, err error) {
	if o.Tries <= 0 {
		o.Tries = DefaultTries
	}
	if pointer != "" {
		if mixed, differs := transplant(before, after, pointer); differs {
			half := o
			half.Tries = (o.Tries + 1) / 2
			witness, tries, err = Search(before, mixed, output, half)
			o.Tries = max(1, o.Tries-tries)
			if err == nil && witness != nil && tells(before, after, witness, output) {
				return witness, true, tries, nil
			}
		}
	}
	witness, more, err := Search(before, after, output, o)
	return witness, false, tries + more, err
}

// tells reports that a value is lost, or gained.
func tells(before, after, value []byte, output bool) bool {
	if output {
		before, after = after, before
	}
	accepting, err := NewJudge(before)
	if err != nil {
		return false
	}
	refusing, err := NewJudge(after)
	if err != nil {
		return false
	}
	accepted, err1 := accepting.AcceptsJSON(value)
	kept, err2 := refusing.AcceptsJSON(value)
	return err1 == nil && err2 == nil && accepted && !kept
}

// transplant is the schema before with what the schema after has at a pointer. It is of no use, and differs is false,
// where nothing above the pointer is in both, or where the result is one of the two.
func transplant(before, after []byte, pointer string) (mixed []byte, differs bool) {
	root, err := decode(before)
	if err != nil {
		return nil, false
	}
	whole, err := decode(after)
	if err != nil {
		return nil, false
	}
	was := encode(root)
	var tokens []string
	for token := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		tokens = append(tokens, strings.NewReplacer("~1", "/", "~0", "~").Replace(token))
	}
	at, from := root, whole
	for _, token := range tokens[:len(tokens)-1] {
		var found, alsoFound bool
		at, found = child(at, token)
		from, alsoFound = child(from, token)
		if !found || !alsoFound {
			return nil, false
		}
	}
	last := tokens[len(tokens)-1]
	value, exists := child(from, last)
	switch at := at.(type) {
	case map[string]any:
		delete(at, last)
		if exists {
			at[last] = value
		}
	case []any:
		i, err := strconv.Atoi(last)
		if err != nil || i < 0 || i >= len(at) || !exists {
			return nil, false
		}
		at[i] = value
	default:
		return nil, false
	}
	mixed = encode(root)
	return mixed, !bytes.Equal(mixed, was) && !bytes.Equal(mixed, encode(whole))
}

func child(node any, token string) (any, bool) {
	switch node := node.(type) {
	case map[string]any:
		value, exists := node[token]
		return value, exists
	case []any:
		i, err := strconv.Atoi(token)
		if err == nil && i >= 0 && i < len(node) {
			return node[i], true
		}
	}
	return nil, false
}
