package taxonomy

import (
	"math/bits"
	"slices"
	"strings"
)

// rewritten reports a word distance of 0.20 or more between two texts (spec §2.4).
// Two texts without words have distance 0 (reading T13).
func rewritten(before, after string) bool {
	a, b := strings.Fields(before), strings.Fields(after) // White_Space, spec §2.3
	longest := max(len(a), len(b))
	limit := (longest + 4) / 5 // the least number of edits that is a fifth or more
	return longest > 0 && atLeast(a, b, limit)
}

// atLeast reports whether a and b are limit or more edits apart; limit is above 0.
func atLeast(a, b []string, limit int) bool {
	a, b = trimEqual(a, b)
	if max(len(a), len(b)) < limit {
		return false
	}
	if max(len(a), len(b))-min(len(a), len(b)) >= limit {
		return true
	}
	x, y, words := intern(a, b)
	if unmatched(x, y, words) >= limit {
		return true
	}
	return !withinEdits(x, y, words, limit-1)
}

// trimEqual leaves out equal words at both ends, which changes no distance.
func trimEqual(a, b []string) ([]string, []string) {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return a, b
}

// intern gives every distinct word a number, from 0 to words-1.
func intern(a, b []string) (x, y []int, words int) {
	ids := make(map[string]int, len(a))
	number := func(list []string) []int {
		out := make([]int, len(list))
		for i, word := range list {
			id, known := ids[word]
			if !known {
				id = len(ids)
				ids[word] = id
			}
			out[i] = id
		}
		return out
	}
	x, y = number(a), number(b)
	return x, y, len(ids)
}

// unmatched is the larger number of words that one side has more often than the
// other: no fewer edits can make up for them.
func unmatched(x, y []int, words int) int {
	balance := make([]int, words)
	for _, id := range x {
		balance[id]++
	}
	for _, id := range y {
		balance[id]--
	}
	more, less := 0, 0
	for _, n := range balance {
		more += max(n, 0)
		less += max(-n, 0)
	}
	return max(more, less)
}

const wordBits = 64

// occurrence says in which rows of a block of 64 a word stands.
type occurrence struct {
	block int
	rows  uint64
}

// block is 64 rows of one column of the matrix of edit distances. Of the distances
// only the differences to the row above are kept: up where it is 1 more, down where
// it is 1 less (G. Myers, A fast bit-vector algorithm for approximate string
// matching, 1999; H. Hyyrö, 2003).
type block struct {
	up, down uint64
	score    int // distance at the last row
}

// column is one column of the matrix.
type column struct {
	blocks      []block
	first, last int // blocks that can still be on a path of few enough edits
	rows, cols  int
	most        int // edits that are few enough
	// slack is how many rows beside the two diagonals that lead from the start and
	// to the end are looked at.
	slack int
}

// narrow is a slack in which most paths lie: a first try, when the whole would be
// much more.
const narrow = 512

// withinEdits reports whether at most most edits lead from x to y. Blocks are
// dropped as soon as no path through them can be short enough, so the work is
// about len(y) times the number of those that can, never more than
// len(y)*len(x)/64.
func withinEdits(x, y []int, words, most int) bool {
	if len(x) == 0 || len(y) == 0 {
		return max(len(x), len(y)) <= most
	}
	at := occurrences(x, words)
	all := len(x) + len(y)
	if most > 4*narrow && newColumn(len(x), len(y), most, narrow).run(y, at) {
		return true
	}
	return newColumn(len(x), len(y), most, all).run(y, at)
}

// run goes through all columns, and reports whether a path is short enough.
func (c *column) run(y []int, at [][]occurrence) bool {
	for j, word := range y {
		if !c.advance(j+1, at[word]) {
			return false
		}
	}
	return c.final() <= c.most
}

func occurrences(x []int, words int) [][]occurrence {
	at := make([][]occurrence, words)
	for i, id := range x {
		block, row := i/wordBits, uint64(1)<<(i%wordBits)
		if n := len(at[id]); n > 0 && at[id][n-1].block == block {
			at[id][n-1].rows |= row
			continue
		}
		at[id] = append(at[id], occurrence{block, row})
	}
	return at
}

func newColumn(rows, cols, most, slack int) *column {
	c := &column{blocks: make([]block, (rows+wordBits-1)/wordBits), rows: rows, cols: cols, most: most, slack: slack}
	for b := range c.blocks {
		c.blocks[b] = block{up: ^uint64(0), score: (b + 1) * wordBits}
	}
	for c.last+1 < len(c.blocks) && c.reaches(0, c.blocks[c.last].score+1) {
		c.last++
	}
	return c
}

// reaches reports whether the row below the last block can be on a short enough
// path in column j, when its distance is at least d.
func (c *column) reaches(j, d int) bool {
	below := (c.last+1)*wordBits + 1
	return d+apart(c.rows-below, c.cols-j) <= c.most && below-j <= max(0, c.rows-c.cols)+c.slack
}

func apart(a, b int) int { return max(a, b) - min(a, b) }

// advance goes on to column j, whose word stands in the given rows. It returns
// false when no path is short enough any more.
func (c *column) advance(j int, at []occurrence) bool {
	next, _ := slices.BinarySearchFunc(at, c.first, func(o occurrence, block int) int { return o.block - block })
	at = at[next:]
	step := 1 // the row above the first block grows by one a column at most
	for b := c.first; b <= c.last; b++ {
		var rows uint64
		if len(at) > 0 && at[0].block == b {
			rows, at = at[0].rows, at[1:]
		}
		step = c.blocks[b].advance(rows, step)
	}
	for c.last+1 < len(c.blocks) && c.reaches(j, c.blocks[c.last].score-1) {
		above := c.blocks[c.last].score - step // in the column before
		c.last++
		var rows uint64
		if len(at) > 0 && at[0].block == c.last {
			rows, at = at[0].rows, at[1:]
		}
		c.blocks[c.last] = block{up: ^uint64(0), score: above + wordBits}
		step = c.blocks[c.last].advance(rows, step)
	}
	for c.last >= c.first && c.hopeless(c.last, j) {
		c.last--
	}
	for c.first <= c.last && c.hopeless(c.first, j) {
		c.first++
	}
	return c.first <= c.last
}

// hopeless reports that no cell of a block can be on a short enough path. The
// distance in row i is at least score-(end-i), and the way from there to the end
// at least |(rows-i)-(cols-j)|; the least sum of both is in closed form. The first
// block answers for row 0, too, in which the distance is j.
func (c *column) hopeless(b, j int) bool {
	if b == 0 && j+apart(c.rows, c.cols-j) <= c.most && j <= c.slack {
		return false
	}
	start, end := b*wordBits+1, (b+1)*wordBits
	diagonal := c.rows - c.cols + j // the row from which the way to the end is straight
	return c.blocks[b].score-end+max(diagonal, 2*start-diagonal) > c.most || end-j < min(0, c.rows-c.cols)-c.slack
}

// advance goes one column on. step is by how much the row above the block grew, -1
// to 1; so is the answer for its last row.
func (b *block) advance(rows uint64, step int) int {
	rose, fell := uint64(step+1)>>1, uint64(step)>>(wordBits-1)
	up, down := b.up, b.down
	vertical := rows | down
	rows |= fell
	horizontal := (((rows & up) + up) ^ up) | rows
	more := down | ^(horizontal | up)
	less := up & horizontal
	out := int(more>>(wordBits-1)) - int(less>>(wordBits-1))
	more, less = more<<1|rose, less<<1|fell
	b.up, b.down = less|^(vertical|more), more&vertical
	b.score += out
	return out
}

// final is the distance at the last row, an upper bound of it when the last block
// was dropped.
func (c *column) final() int {
	if c.last != len(c.blocks)-1 {
		return c.rows + c.cols
	}
	past := ^uint64(0) << ((c.rows-1)%wordBits + 1) // rows behind the end; 0 for none
	b := c.blocks[c.last]
	return b.score - bits.OnesCount64(b.up&past) + bits.OnesCount64(b.down&past)
}
