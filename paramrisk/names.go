package paramrisk

import "bytes"

// few is how many names are compared one by one, which is quicker than to hash them.
const few = 64

// nameSet is a set of names. The zero value is empty.
type nameSet struct {
	list [][]byte
	many map[string]struct{} // of all, when there are more than a few
}

func (s *nameSet) clear() { s.list, s.many = s.list[:0], nil }

func (s *nameSet) add(name []byte) {
	s.list = append(s.list, name)
	if len(s.list) <= few {
		return
	}
	if s.many == nil {
		s.many = make(map[string]struct{}, 2*few)
		for _, n := range s.list {
			s.many[string(n)] = struct{}{}
		}
	}
	s.many[string(name)] = struct{}{}
}

func (s *nameSet) has(name []byte) bool {
	if s.many != nil {
		_, in := s.many[string(name)]
		return in
	}
	for _, n := range s.list {
		if bytes.Equal(n, name) {
			return true
		}
	}
	return false
}

// lastOfEach keeps of the members from base on the last one of each name, in the place
// of the first, as Python's json does.
func lastOfEach(list []member, base int) []member {
	if len(list)-base > few {
		return lastOfMany(list, base)
	}
	kept := base
next:
	for _, m := range list[base:] {
		for i := base; i < kept; i++ {
			if bytes.Equal(list[i].name, m.name) {
				list[i] = m
				continue next
			}
		}
		list[kept] = m
		kept++
	}
	return list[:kept]
}

func lastOfMany(list []member, base int) []member {
	places := make(map[string]int, len(list)-base)
	kept := base
	for _, m := range list[base:] {
		if i, repeated := places[string(m.name)]; repeated {
			list[i] = m
			continue
		}
		places[string(m.name)] = kept
		list[kept] = m
		kept++
	}
	return list[:kept]
}
