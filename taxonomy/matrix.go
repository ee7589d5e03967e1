package taxonomy

import "slices"

const (
	// narrow is a slack in which most paths lie: a first try, when the whole would be
	// much more.
	narrow = 512
	// probe is the share of the columns, one in so many, that is taken from both ends
	// to see from which less is left to look at.
	probe = 32
)

// withinEdits reports whether at most most edits lead from x to y, whose order it
// may reverse. The work is about len(y) times the rows in which a path can be short
// enough, over 64. These are about most+1 at first, and the fewer the more edits lie
// behind: hence it begins at the end that seems to have more of them.
func withinEdits(x, y []int, words, most int) bool {
	if len(y)%2 == 1 { // columns go in twos; one more equal word changes no distance
		x, y = append(x, words), append(y, words)
		words++
	}
	m, whole := newMatrix(x, y, words, most), len(x)+len(y)
	b := newBand(m, whole)
	if most <= 4*narrow {
		return b.arrives()
	}
	if apart(len(x), len(y)) <= most/3 && newBand(m, narrow).arrives() {
		return true
	}
	slices.Reverse(x)
	slices.Reverse(y)
	back := newBand(newMatrix(x, y, words, most), whole)
	n := len(y) / probe &^ 1
	if !b.run(n) || !back.run(n) {
		return false
	}
	if back.last-back.first < b.last-b.first {
		b = back
	}
	return b.arrives()
}

// matrix is the matrix of edit distances: a row for every word of x, a column for
// every word of y, and a row and a column 0 before them. It holds what stays the
// same from column to column.
type matrix struct {
	rows    int
	columns []int      // the word of each
	most    int        // edits that are few enough
	dense   [][]uint64 // by word: the rows in which it stands, as bits; nil for a rare word
	sparse  [][]int    // by word: the rows in which it stands, from 0 on, ascending
}

// newMatrix takes words from 0 to words-1, and keeps none of the slices.
func newMatrix(x, y []int, words, most int) *matrix {
	m := &matrix{rows: len(x), columns: slices.Clone(y), most: most}
	m.dense, m.sparse = make([][]uint64, words), make([][]int, words)
	count, dense := make([]int, words), 0
	for _, word := range x {
		count[word]++
	}
	for _, n := range count {
		if m.frequent(n) {
			dense++
		}
	}
	bits, rows := make([]uint64, dense*m.blocks()), make([]int, len(x))
	for word, n := range count {
		if m.frequent(n) {
			m.dense[word], bits = bits[:m.blocks()], bits[m.blocks():]
		} else {
			m.sparse[word], rows = rows[:0:n], rows[n:]
		}
	}
	for i, word := range x {
		if bits := m.dense[word]; bits != nil {
			bits[i/blockRows] |= 1 << (i % blockRows)
		} else {
			m.sparse[word] = append(m.sparse[word], i)
		}
	}
	return m
}

// frequent reports whether a word that stands in n rows is better looked up block by
// block than row by row.
func (m *matrix) frequent(n int) bool { return n > m.blocks()/4 }

func (m *matrix) blocks() int { return (m.rows + blockRows - 1) / blockRows }
