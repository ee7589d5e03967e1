package schemagen

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
)

// maxShrinks bounds how often Shrink asks.
const maxShrinks = 3000

// Shrink returns a smaller pair for which holds is still true, or p when it finds none. It leaves out members, items and
// branches, on both sides at once where both have them, puts branches in the place of their unions and true in the
// place of schemas. What the relation promised may get lost on the way: holds has to ask for all that matters.
func Shrink(p Pair, holds func(before, after []byte) bool) Pair {
	before, errBefore := parse(p.Before)
	after, errAfter := parse(p.After)
	if errBefore != nil || errAfter != nil {
		return p
	}
	s := &shrinking{sides: [2]any{before, after}, left: maxShrinks, holds: holds}
	for s.once() {
		p.Before, p.After = s.spell(s.sides)
	}
	return p
}

func parse(text []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var tree any
	if err := d.Decode(&tree); err != nil {
		return nil, fmt.Errorf("parse: %v", err)
	}
	return tree, nil
}

type shrinking struct {
	sides [2]any
	left  int
	holds func(before, after []byte) bool
}

func (s *shrinking) spell(sides [2]any) (before, after []byte) {
	as := func([]string) {}
	return appendJSON(nil, sides[0], as), appendJSON(nil, sides[1], as)
}

// once takes the first step that keeps the pair telling.
func (s *shrinking) once() bool {
	for _, which := range [][]int{{0, 1}, {0}, {1}} {
		for _, one := range s.steps(which) {
			if s.try(which, one) {
				return true
			}
		}
	}
	return false
}

// step replaces the value at a path, or removes it.
type step struct {
	path   []any // string or int
	remove bool
	value  any
}

func (s *shrinking) try(which []int, one step) bool {
	next := s.sides
	changed := false
	for _, side := range which {
		if replaced, done := applied(s.sides[side], one.path, one); done && !reflect.DeepEqual(replaced, s.sides[side]) {
			next[side], changed = replaced, true
		}
	}
	if !changed || s.left <= 0 {
		return false
	}
	s.left--
	if before, after := s.spell(next); !s.holds(before, after) {
		return false
	}
	s.sides = next
	return true
}

// steps lists what can be tried on the sides: big steps first, each path once.
func (s *shrinking) steps(which []int) []step {
	var steps []step
	seen := map[string]bool{}
	var visit func(node any, path []any)
	put := func(one step) {
		if key := fmt.Sprintf("%q %t %v", one.path, one.remove, one.value); !seen[key] {
			seen[key] = true
			steps = append(steps, one)
		}
	}
	visit = func(node any, path []any) {
		if len(path) > 0 {
			put(step{path: path, remove: true})
		}
		switch node := node.(type) {
		case object:
			for _, key := range keys(node) {
				if branches, isList := node[key].([]any); isList && len(path) > 0 {
					for _, branch := range branches {
						put(step{path: path, value: branch})
					}
				}
			}
			if len(path) > 0 && len(node) > 0 {
				put(step{path: path, value: true})
			}
			for _, key := range keys(node) {
				visit(node[key], below(path, key))
			}
		case []any:
			for i, item := range node {
				visit(item, below(path, i))
			}
		}
	}
	for _, side := range which {
		visit(s.sides[side], nil)
	}
	return steps
}

func below(path []any, token any) []any {
	return append(append(make([]any, 0, len(path)+1), path...), token)
}

// applied returns a copy of node after a step; false where the path leads nowhere.
func applied(node any, path []any, one step) (any, bool) {
	if len(path) == 0 {
		return clone(one.value), true
	}
	last := len(path) == 1 && one.remove
	switch at := node.(type) {
	case object:
		key, isKey := path[0].(string)
		child, exists := at[key]
		if !isKey || !exists {
			return nil, false
		}
		out := maps.Clone(at)
		if last {
			delete(out, key)
			return out, true
		}
		replaced, done := applied(child, path[1:], one)
		out[key] = replaced
		return out, done
	case []any:
		i, isIndex := path[0].(int)
		if !isIndex || i >= len(at) {
			return nil, false
		}
		out := append([]any{}, at...)
		if last {
			return append(out[:i], out[i+1:]...), true
		}
		replaced, done := applied(at[i], path[1:], one)
		out[i] = replaced
		return out, done
	}
	return nil, false
}
