package jsonv

import "slices"

// slab hands out the pieces of a tree from larger blocks: one allocation for
// each container would cost more than reading the container.
type slab[T any] struct {
	free []T
	size int // of the next block; grows, so that a small text costs little
}

const maxBlock = 256

// clone returns a copy of from.
func (s *slab[T]) clone(from []T) []T {
	n := len(from)
	if n >= maxBlock {
		return slices.Clone(from)
	}
	if n > len(s.free) {
		s.size = min(max(2*s.size, 8), maxBlock)
		s.free = make([]T, max(n, s.size))
	}
	piece := s.free[:n:n]
	s.free = s.free[n:]
	copy(piece, from)
	return piece
}

// one returns a pointer to a copy of v.
func (s *slab[T]) one(v T) *T {
	return &s.clone([]T{v})[0]
}
