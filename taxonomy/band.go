package taxonomy

import (
	"math/bits"
	"slices"
)

// The matrix is gone through column by column, with these ideas:
//
//   - 64 rows are one block of bits, since neighbours differ by 1 at most (G. Myers,
//     A fast bit-vector algorithm for approximate string matching based on dynamic
//     programming, 1999; H. Hyyrö, A bit-vector algorithm for computing Levenshtein
//     and Damerau edit distances, 2003).
//   - Blocks in which no short enough path can lie are left out (E. Ukkonen,
//     Algorithms for approximate string matching, 1985). What is computed is never
//     less than the distance, and is the distance wherever a short enough path leads.
//   - Two columns are computed in one pass over the blocks: two chains of operations
//     that the processor overlaps, and half as many loads and stores.
//   - In a wide band the upper and the lower half of the blocks run in a goroutine
//     each, the lower one behind.
const (
	blockRows = 64
	// stripeColumns pass before blocks are added or left out; even, 64 at most.
	stripeColumns = 32
	// stretchColumns are shared between two goroutines at a time, if there are
	// wideBlocks; fewer do not pay.
	stretchColumns = 64 * stripeColumns
	wideBlocks     = 256
)

// block is 64 rows of a column, one a bit: up where the distance is 1 more than in
// the row above, notDown where it is not 1 less.
type block struct{ up, notDown uint64 }

// next goes one column on with a block, in the given rows of which the column's word
// stands. notMore and less are 0 or 1, and say how the row above the block went from
// the column before: not 1 more, 1 less. The last two answers say so of its last row.
// (Hyyrö's formulas; two sets of bits are kept inverted, which saves operations, and
// structs would make it too large to be inlined.)
func next(up, notDown, rows, notMore, less uint64) (uint64, uint64, uint64, uint64) {
	level := notDown &^ rows
	rows |= less
	diagonal := (((rows & up) + up) ^ up) | rows
	notMores, lesses := (diagonal|up)&notDown, diagonal&up
	notMoreBelow, lessBelow := notMores>>(blockRows-1), lesses>>(blockRows-1)
	notMores, lesses = notMores*2+notMore, lesses*2+less
	return lesses | level&notMores, notMores | level, notMoreBelow, lessBelow
}

// rise is by how much the distance is more in the last row than above the first.
func (b block) rise() int { return bits.OnesCount64(b.up) - bits.OnesCount64(^b.notDown) }

// steps say of up to 64 columns, one a bit, how the distance in a row went from the
// column before: not 1 more, 1 less.
type steps struct{ notMore, less uint64 }

// sum is by how much the distance grew in n columns.
func (s steps) sum(n int) int {
	return n - bits.OnesCount64(s.notMore) - bits.OnesCount64(s.less)
}

// band is the blocks of a column in which a short enough path can lie. At first it is
// one block of column 0.
type band struct {
	*matrix
	slack       int // rows beside the diagonals from the start and to the end that are looked at
	wide        int // blocks above which two goroutines share the work
	column      int
	blocks      []block
	first, last int
	above, end  int         // distances above the first block, and in the last row of the last one
	top, foot   bool        // whether the first block, and the last one, is the band's own to choose
	spare       [2][]uint64 // rows of rare words; empty between columns
}

func newBand(m *matrix, slack int) *band {
	b := &band{matrix: m, slack: slack, wide: wideBlocks, end: blockRows, top: true, foot: true}
	b.blocks, b.spare = make([]block, m.blocks()), newSpare(m.blocks())
	b.blocks[0] = untouched
	return b
}

func newSpare(blocks int) [2][]uint64 {
	words := make([]uint64, 2*blocks)
	return [2][]uint64{words[:blocks], words[blocks:]}
}

// untouched is a block of column 0, and of rows to which no path has led yet.
var untouched = block{up: ^uint64(0), notDown: ^uint64(0)}

// run goes on to a column. It returns false when no path is short enough any more.
func (b *band) run(column int) bool {
	for b.column < column {
		if n := column - b.column; b.last-b.first >= b.wide {
			b.stretch(min(stretchColumns, n))
		} else {
			b.stripe(min(stripeColumns, n), steps{})
		}
		if b.first == b.last && b.hopeless(b.first, b.end) {
			return false
		}
	}
	return true
}

// arrives goes on to the last column, and reports whether a short enough path leads
// to the end.
func (b *band) arrives() bool { return b.run(len(b.columns)) && b.final() <= b.most }

// stretch takes n columns in two halves. Neither chooses a block beyond the middle, so
// all that goes from one to the other are the steps of the row between them, and the
// result does not depend on which is how far.
func (b *band) stretch(n int) {
	upper, lower := *b, *b
	upper.last = (b.first + b.last) / 2
	lower.first = upper.last + 1
	upper.foot, lower.top = false, false
	lower.spare = newSpare(len(b.blocks))
	between := make(chan steps, stretchColumns/stripeColumns) // room for all: the upper half never waits
	go func() {
		for c := 0; c < n; c += stripeColumns {
			between <- upper.stripe(min(stripeColumns, n-c), steps{})
		}
		close(between)
	}()
	c := 0
	for in := range between {
		lower.stripe(min(stripeColumns, n-c), in)
		c += stripeColumns
	}
	b.first, b.above = upper.first, upper.above
	b.last, b.end = lower.last, lower.end
	b.column += n
}

// stripe takes n columns, an even number. in are the steps of the row above the first
// block; the answer are those of the last row.
func (b *band) stripe(n int, in steps) (out steps) {
	for b.foot && b.last+1 < len(b.blocks) && b.reaches(n) {
		b.last++
		b.blocks[b.last] = untouched
		b.end += blockRows
	}
	for c := 0; c < n; c += 2 {
		notMore, less := b.advance(b.column+c, in.notMore>>c&3, in.less>>c&3)
		out.notMore |= notMore << c
		out.less |= less << c
	}
	b.column += n
	b.above += in.sum(n)
	b.end += out.sum(n)
	for b.foot && b.first < b.last && b.hopeless(b.last, b.end) {
		b.end -= b.blocks[b.last].rise()
		b.last--
	}
	for b.top && b.first < b.last {
		end := b.above + b.blocks[b.first].rise()
		if !b.hopeless(b.first, end) {
			break
		}
		b.above = end
		b.first++
	}
	return out
}

// advance takes the columns j and j+1, whose steps are the bits 0 and 1.
func (b *band) advance(j int, notMore, less uint64) (notMoreBelow, lessBelow uint64) {
	blocks := b.blocks[b.first : b.last+1]
	rows0, rare0 := b.rowsOf(j, b.spare[0])
	rows1, rare1 := b.rowsOf(j+1, b.spare[1])
	rows0, rows1 = rows0[:len(blocks)], rows1[:len(blocks)] // the loop then checks no index
	notMore0, less0, notMore1, less1 := notMore&1, less&1, notMore>>1, less>>1
	for i, block := range blocks {
		up, notDown := block.up, block.notDown
		up, notDown, notMore0, less0 = next(up, notDown, rows0[i], notMore0, less0)
		up, notDown, notMore1, less1 = next(up, notDown, rows1[i], notMore1, less1)
		blocks[i].up, blocks[i].notDown = up, notDown
	}
	for _, i := range rare0 {
		b.spare[0][i/blockRows] = 0
	}
	for _, i := range rare1 {
		b.spare[1][i/blockRows] = 0
	}
	return notMore1<<1 | notMore0, less1<<1 | less0
}

// rowsOf is the rows in which the word of column j stands, as the bits of the band's
// blocks. Those of a rare word are set in the spare, and listed for being cleared.
func (b *band) rowsOf(j int, spare []uint64) (rows []uint64, rare []int) {
	word := b.columns[j]
	if dense := b.dense[word]; dense != nil {
		return dense[b.first : b.last+1], nil
	}
	from, _ := slices.BinarySearch(b.sparse[word], b.first*blockRows)
	rare = b.sparse[word][from:]
	to, _ := slices.BinarySearch(rare, (b.last+1)*blockRows)
	rare = rare[:to]
	for _, i := range rare {
		spare[i/blockRows] |= 1 << (i % blockRows)
	}
	return spare[b.first : b.last+1], rare
}

// reaches reports whether a short enough path can lead below the last block in the
// next n columns, in which its distance can fall by n and the diagonal that leads to
// the end comes nearer by n.
func (b *band) reaches(n int) bool {
	below := (b.last+1)*blockRows + 1
	return b.end+1-2*n+apart(b.rows-below, len(b.columns)-b.column) <= b.most &&
		below-b.column-n <= max(0, b.rows-len(b.columns))+b.slack
}

// hopeless reports that no cell of a block, whose last row has the given distance, can
// be on a short enough path. In row i of column j the distance is at least
// score-(end-i), and the way from there to the end at least |(rows-i)-(columns-j)|;
// the least sum of both is in closed form. A block 0 without hope leaves none for row
// 0, of distance j: from column 2 on its score, max(end, j) at most, promises more.
func (b *band) hopeless(at, score int) bool {
	start, end := at*blockRows+1, (at+1)*blockRows
	diagonal := b.rows - (len(b.columns) - b.column) // the row from which the way to the end is straight
	return score-end+max(diagonal, 2*start-diagonal) > b.most ||
		end-b.column < min(0, b.rows-len(b.columns))-b.slack
}

// final is the distance at the last row, an upper bound of it when the last block
// was left out.
func (b *band) final() int {
	if b.last != len(b.blocks)-1 {
		return b.rows + len(b.columns)
	}
	past := ^uint64(0) << ((b.rows-1)%blockRows + 1) // rows behind the end; 0 for none
	last := b.blocks[b.last]
	return b.end - bits.OnesCount64(last.up&past) + bits.OnesCount64(^last.notDown&past)
}

func apart(a, b int) int { return max(a, b) - min(a, b) }
