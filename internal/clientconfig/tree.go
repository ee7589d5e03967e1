package clientconfig

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// number is the source text of a number that JSON can hold.
type number string

// appendTree writes what a TOML or YAML parser returned as JSON, members sorted.
// The limits hold of what is written, so that aliases of aliases do not grow
// without end.
func appendTree(dst []byte, tree any, depth int) ([]byte, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("values are nested deeper than the limit of %d", maxDepth)
	}
	if len(dst) > MaxBytes {
		return nil, fmt.Errorf("the file's aliases make more than the limit of %d bytes", MaxBytes)
	}
	switch v := tree.(type) {
	case map[string]any:
		return appendObject(dst, v, depth)
	case []any:
		return appendArray(dst, v, depth)
	case []map[string]any:
		items := make([]any, len(v))
		for i := range v {
			items[i] = v[i]
		}
		return appendArray(dst, items, depth)
	case string:
		return jsonv.AppendQuoted(dst, strings.ToValidUTF8(v, "\uFFFD")), nil
	case bool:
		return strconv.AppendBool(dst, v), nil
	case number:
		return append(dst, v...), nil
	case int64:
		return strconv.AppendInt(dst, v, 10), nil
	case nil:
		return append(dst, "null"...), nil
	}
	// Dates, infinities and what else JSON has no kind for: no part of an entry is one.
	return append(dst, "0"...), nil
}

func appendObject(dst []byte, v map[string]any, depth int) ([]byte, error) {
	var err error
	dst = append(dst, '{')
	for i, name := range slices.Sorted(maps.Keys(v)) {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(jsonv.AppendQuoted(dst, strings.ToValidUTF8(name, "\uFFFD")), ':')
		if dst, err = appendTree(dst, v[name], depth+1); err != nil {
			return nil, err
		}
	}
	return append(dst, '}'), nil
}

func appendArray(dst []byte, v []any, depth int) ([]byte, error) {
	var err error
	dst = append(dst, '[')
	for i, item := range v {
		if i > 0 {
			dst = append(dst, ',')
		}
		if dst, err = appendTree(dst, item, depth+1); err != nil {
			return nil, err
		}
	}
	return append(dst, ']'), nil
}
