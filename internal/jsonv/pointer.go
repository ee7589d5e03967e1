package jsonv

import (
	"fmt"
	"strconv"
	"strings"
)

// AppendPointer returns pointer with one more reference token, escaped by
// RFC 6901 §3.
func AppendPointer(pointer, token string) string {
	if strings.ContainsAny(token, "~/") {
		token = strings.ReplaceAll(token, "~", "~0")
		token = strings.ReplaceAll(token, "/", "~1")
	}
	return pointer + "/" + token
}

// SplitPointer returns the unescaped tokens of an RFC 6901 pointer; "" has none.
func SplitPointer(pointer string) ([]string, error) {
	if pointer == "" {
		return nil, nil
	}
	if pointer[0] != '/' {
		return nil, fmt.Errorf("JSON Pointer %q does not start with a slash", pointer)
	}
	tokens := strings.Split(pointer[1:], "/")
	for i, t := range tokens {
		for at := strings.IndexByte(t, '~'); at >= 0; {
			if at+1 >= len(t) || t[at+1] != '0' && t[at+1] != '1' {
				return nil, fmt.Errorf("JSON Pointer %q has a ~ that is neither ~0 nor ~1", pointer)
			}
			next := strings.IndexByte(t[at+1:], '~')
			if next < 0 {
				break
			}
			at += 1 + next
		}
		tokens[i] = strings.ReplaceAll(strings.ReplaceAll(t, "~1", "/"), "~0", "~")
	}
	return tokens, nil
}

// At returns the value that an RFC 6901 pointer names below v, or an error that
// says which token leads nowhere.
func (v *Value) At(pointer string) (*Value, error) {
	tokens, err := SplitPointer(pointer)
	if err != nil {
		return nil, err
	}
	for _, t := range tokens {
		next := v.Get(t)
		if v.Kind() == Array {
			next = v.Index(arrayIndex(t))
		}
		if next == nil {
			return nil, fmt.Errorf("JSON Pointer %q: no %q in %s", pointer, t, v.Kind())
		}
		v = next
	}
	return v, nil
}

// arrayIndex reads an array index by RFC 6901 §4: digits without leading zeros.
// It is -1 for anything else.
func arrayIndex(token string) int {
	i, err := strconv.Atoi(token)
	if err != nil || strconv.Itoa(i) != token {
		return -1
	}
	return i
}
