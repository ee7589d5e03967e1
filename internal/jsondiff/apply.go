package jsondiff

import (
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// Apply returns the other side of a diff as canonical bytes with
// [jsonv.Source] numbers, or nil when the other side is absent. For a [Diff]
// with Source numbers that is the after side, byte for byte.
//
// It returns an error when the changes do not fit: a pointer that leads
// nowhere, a Before that is not what stands there, a change inside another one,
// an array left with a hole. before and changes are not altered.
func Apply(before *jsonv.Value, changes []Change) ([]byte, error) {
	root := new(edit)
	for i := range changes {
		if err := root.insert(&changes[i]); err != nil {
			return nil, err
		}
	}
	out, _, err := root.apply(nil, before)
	return out, err
}

// edit is a tree of changes by pointer token: either a change or edits below.
type edit struct {
	change *Change
	below  map[string]*edit
	first  *Change // the first change here or below, for errors
}

func (e *edit) insert(c *Change) error {
	tokens, err := jsonv.SplitPointer(c.Pointer)
	if err != nil {
		return fmt.Errorf("apply: %v", err)
	}
	if !utf8.ValidString(c.Pointer) {
		return fmt.Errorf("apply: JSON Pointer %q is not UTF-8", c.Pointer)
	}
	for _, token := range tokens {
		if e.change != nil {
			return fmt.Errorf("apply: change at %q lies inside the one at %q", c.Pointer, e.change.Pointer)
		}
		e = e.enter(token, c)
	}
	if e.change != nil || e.below != nil {
		return fmt.Errorf("apply: change at %q meets the one at %q", c.Pointer, e.first.Pointer)
	}
	e.change, e.first = c, c
	return nil
}

// enter returns the edit at token, which it makes for c where none is.
func (e *edit) enter(token string, c *Change) *edit {
	if e.below == nil {
		e.below, e.first = map[string]*edit{}, c
	}
	if e.below[token] == nil {
		e.below[token] = new(edit)
	}
	return e.below[token]
}

// apply appends v as edited, if anything is left there. A nil edit changes nothing.
func (e *edit) apply(dst []byte, v *jsonv.Value) (out []byte, left bool, err error) {
	switch {
	case e == nil, e.first == nil:
		return jsonv.AppendCanonical(dst, v, jsonv.Source), v != nil, nil
	case e.change != nil:
		return e.replace(dst, v)
	case v.Kind() == jsonv.Object:
		out, err = e.object(dst, v)
	case v.Kind() == jsonv.Array:
		out, err = e.array(dst, v)
	default:
		err = fmt.Errorf("apply: change at %q lies below a value that is no object or array", e.first.Pointer)
	}
	return out, true, err
}

// replace appends what the change puts in the place of v.
func (e *edit) replace(dst []byte, v *jsonv.Value) ([]byte, bool, error) {
	c := e.change
	fits := false
	switch c.Kind {
	case Added:
		fits = c.Before == nil && c.After != nil
	case Removed:
		fits = c.Before != nil && c.After == nil
	case Modified:
		fits = c.Before != nil && c.After != nil
	}
	if !fits {
		return nil, false, fmt.Errorf("apply: change at %q has kind %q, which does not go with its two sides", c.Pointer, c.Kind)
	}
	if !jsonv.Equal(c.Before, v, jsonv.Source) {
		return nil, false, fmt.Errorf("apply: %q is not what the change says was there", c.Pointer)
	}
	return jsonv.AppendCanonical(dst, c.After, jsonv.Source), c.After != nil, nil
}

func (e *edit) object(dst []byte, v *jsonv.Value) ([]byte, error) {
	values := make(map[string]*jsonv.Value, v.Len())
	names := make([]string, 0, v.Len()+len(e.below))
	for name, value := range v.Members() {
		values[name] = value
		names = append(names, name)
	}
	for name := range e.below {
		if values[name] == nil {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, jsonv.CompareUTF16)
	dst = append(dst, '{')
	first := true
	for _, name := range names {
		mark := len(dst)
		if !first {
			dst = append(dst, ',')
		}
		dst = append(jsonv.AppendQuoted(dst, name), ':')
		out, left, err := e.below[name].apply(dst, values[name])
		if err != nil {
			return nil, err
		}
		dst = out
		if !left {
			dst = dst[:mark]
		}
		first = first && !left
	}
	return append(dst, '}'), nil
}

func (e *edit) array(dst []byte, v *jsonv.Value) ([]byte, error) {
	dst = append(dst, '[')
	used, gone := 0, false
	for i := 0; ; i++ {
		next := e.below[strconv.Itoa(i)]
		if next != nil {
			used++
		}
		if i >= v.Len() && next == nil {
			break
		}
		mark := len(dst)
		if i > 0 {
			dst = append(dst, ',')
		}
		out, left, err := next.apply(dst, v.Index(i))
		if err != nil {
			return nil, err
		}
		dst = out
		if !left {
			dst = dst[:mark]
			gone = true
		} else if gone {
			return nil, fmt.Errorf("apply: changes such as %q leave a hole before item %d of an array", e.first.Pointer, i)
		}
	}
	if used < len(e.below) {
		return nil, fmt.Errorf("apply: changes such as %q name items that an array of %d does not have", e.first.Pointer, v.Len())
	}
	return append(dst, ']'), nil
}
