package witness

import (
	"encoding/json"
	"maps"
	"slices"
)

// maxShrinks bounds how often a witness is tried smaller.
const maxShrinks = 400

// shrink returns a small value for which proves still holds: it drops members and items, then puts plain scalars in.
func shrink(value any, proves func(any) bool) any {
	budget := maxShrinks
	try := func(v any) bool {
		budget--
		return budget >= 0 && proves(v)
	}
	for {
		smaller, shrunk := shrinkOnce(value, try)
		if !shrunk {
			return value
		}
		value = smaller
	}
}

// shrinkOnce returns the first smaller value that still proves.
func shrinkOnce(value any, proves func(any) bool) (any, bool) {
	for _, plain := range []any{nil, false, json.Number("0"), json.Number("1"), "", "a", []any{}, map[string]any{}} {
		if weight(plain) < weight(value) && proves(plain) {
			return plain, true
		}
	}
	switch v := value.(type) {
	case map[string]any:
		for _, name := range sortedNames(v) {
			if out := without(v, name); proves(out) {
				return out, true
			}
		}
		for _, name := range sortedNames(v) {
			put := func(member any) map[string]any {
				out := maps.Clone(v)
				out[name] = member
				return out
			}
			if member, shrunk := shrinkOnce(v[name], func(m any) bool { return proves(put(m)) }); shrunk {
				return put(member), true
			}
		}
	case []any:
		for i := range v {
			if out := slices.Delete(slices.Clone(v), i, i+1); proves(out) {
				return out, true
			}
		}
		for i := range v {
			put := func(item any) []any {
				out := slices.Clone(v)
				out[i] = item
				return out
			}
			if item, shrunk := shrinkOnce(v[i], func(m any) bool { return proves(put(m)) }); shrunk {
				return put(item), true
			}
		}
	case string:
		return shrinkText(v, proves)
	}
	return nil, false
}

func shrinkText(text string, proves func(any) bool) (any, bool) {
	runes := []rune(text)
	for _, length := range []int{len(runes) / 2, len(runes) - 1} {
		if length > 0 && length < len(runes) {
			if shorter := string(runes[:length]); proves(shorter) {
				return shorter, true
			}
		}
	}
	return nil, false
}

// weight orders values: what is read faster is lighter. Scalars are ordered as shrinkOnce lists them.
func weight(value any) int {
	switch v := value.(type) {
	case nil:
		return 0
	case bool:
		if !v {
			return 1
		}
		return 10
	case json.Number:
		switch v {
		case "0":
			return 2
		case "1":
			return 3
		}
		return 10 + len(v)
	case string:
		if v == "" {
			return 4
		}
		return 8 + len(v)
	case []any:
		if len(v) == 0 {
			return 6
		}
	case map[string]any:
		if len(v) == 0 {
			return 7
		}
	}
	return 1 << 20
}
