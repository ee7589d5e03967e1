package witness

import (
	"encoding/json"
	"maps"
	"slices"
)

// mutate returns a copy of a value that differs in one place.
func (s *sampler) mutate(value any) any {
	switch v := value.(type) {
	case map[string]any:
		if len(v) > 0 && !s.chance(3) {
			name := pick(s, sortedNames(v))
			out := maps.Clone(v)
			out[name] = s.mutate(v[name])
			return out
		}
		return s.mutateObject(v)
	case []any:
		if len(v) > 0 && !s.chance(3) {
			out := slices.Clone(v)
			i := s.rng.IntN(len(v))
			out[i] = s.mutate(v[i])
			return out
		}
		return s.mutateArray(v)
	case json.Number:
		if !s.chance(3) {
			return s.editNumber(v)
		}
	case string:
		if !s.chance(3) {
			return s.editText(v)
		}
	}
	return s.scalar()
}

func (s *sampler) mutateObject(m map[string]any) any {
	switch s.rng.IntN(4) {
	case 0:
		return s.scalar()
	case 1:
		out := maps.Clone(m)
		out[s.name()] = s.scalar()
		return out
	}
	if len(m) == 0 {
		return map[string]any{s.name(): s.scalar()}
	}
	name := pick(s, sortedNames(m))
	out := without(m, name)
	if s.chance(3) {
		out[s.name()] = m[name]
	}
	return out
}

func (s *sampler) mutateArray(items []any) any {
	switch s.rng.IntN(4) {
	case 0:
		return s.scalar()
	case 1:
		return append(slices.Clone(items), s.scalar())
	}
	if len(items) == 0 {
		return []any{s.scalar()}
	}
	i := s.rng.IntN(len(items))
	if s.chance(2) {
		return append(slices.Clone(items), items[i])
	}
	return slices.Delete(slices.Clone(items), i, i+1)
}
