package glob

// Overlap is what a word and a row have in common.
type Overlap uint8

// The overlaps, from none to all.
const (
	Apart  Overlap = iota // no name matches both
	Touch                 // some name matches both, and no letter of the word speaks for it
	Hinted                // as Touch, below a folder whose name the word says, and which begins with a dot
	Named                 // letters of the word are those of the row
)

// overlap compares the name of a word with one of a row.
//
// Where the row is a pattern itself, letters of the word that only its * matches speak against it: *-release meets
// shadow* in shadow-release, which nobody has.
func (n *Name) overlap(row *Name) Overlap {
	if !n.wild && !row.wild {
		if n.plain == row.plain {
			return Named
		}
		return Apart
	}
	if len(n.tokens) == 0 || len(n.tokens) > 2*maxTokens+1 || n.differs(row) {
		return Apart
	}
	if len(n.tokens) == 1 && n.tokens[0].star && !row.wild {
		return Touch
	}
	if !row.wild && !n.matches(row) {
		return Apart
	}
	var small [maxSmall]bool
	m := newMeeting(n, row, small[:])
	if row.wild && !m.meets(0, true) {
		return Apart
	}
	if !n.wild || n.says(row, &m) {
		return Named
	}
	if row.wild && !m.meets(0, false) {
		return Apart
	}
	if n.dotted() { // who writes the dot asks for what is hidden
		return Named
	}
	return Touch
}

// matches reports that the row, which is no pattern, is a name that n matches. The last * takes one rune more where the
// rest does not fit.
func (n *Name) matches(row *Name) bool {
	i, j, star, taken := 0, 0, -1, 0
	for j < len(row.tokens) {
		r := row.tokens[j].letter
		hides := j == 0 && r == '.' && !n.open // a dot in front is matched by a dot alone
		switch {
		case i < len(n.tokens) && n.tokens[i].star:
			star, taken = i, j
			i++
		case i < len(n.tokens) && n.tokens[i].shares(row.tokens[j]) && (!hides || n.tokens[i].letter != 0):
			i++
			j++
		case star >= 0 && (taken > 0 || row.tokens[0].letter != '.' || n.open):
			taken++
			i, j = star+1, taken
		default:
			return false
		}
	}
	for i < len(n.tokens) && n.tokens[i].star {
		i++
	}
	return i == len(n.tokens)
}

// says reports letters of the word that are those of the row: the first ones of both, more of the first ones of the row,
// its extension where the row is for that, or most of it.
func (n *Name) says(row *Name, m *meeting) bool {
	have := min(n.said, row.said) // no more letters agree
	if n.pairs&row.pairs == 0 {
		have = min(have, 1)
	}
	if row.tokens[0].letter != 0 {
		m.first = both
		if n.tokens[0].letter != 0 && (have >= enough && m.meets(enough, false) || have >= plenty && m.meets(plenty, true)) {
			return true
		}
		m.first = ofRow
		if !row.Begins && have >= plenty && m.meets(plenty, true) {
			return true
		}
	}
	m.first = none
	if row.most == 0 {
		return have >= enough && m.meets(enough, false) || have >= plenty && m.meets(plenty, true)
	}
	return !row.Begins && have >= row.most && m.meets(row.most, true)
}

// differs reports names that do not begin or end alike, which is seen at once.
func (n *Name) differs(row *Name) bool {
	if len(n.tokens) == 0 || len(row.tokens) == 0 {
		return len(n.tokens) != len(row.tokens)
	}
	if !row.wild && (n.least > len(row.tokens) || n.mask&^row.mask != 0) || !n.wild && row.mask&^n.mask != 0 {
		return true
	}
	first, last := row.tokens[0], row.tokens[len(row.tokens)-1]
	if first.letter != 0 && !n.first().shares(first) || first.letter == '.' && !n.open && !n.dotted() {
		return true
	}
	return last.letter != 0 && !n.tokens[len(n.tokens)-1].shares(last)
}

// Meets reports a name that both match.
func (n Name) Meets(other Name) bool {
	m := newMeeting(&n, &other, nil)
	return m.meets(0, true)
}

// How many letters behind one another say something: where all letters of the word are letters of the row, and where a
// * of the row takes others of them.
const (
	enough = 2
	plenty = 3
	most   = 8 // no name wants more
)

// meeting walks both names at once.
type meeting struct {
	word, row *Name
	need      int    // letters of both that agree, behind one another
	absorbs   bool   // a pattern of the row may match letters of the word
	first     firsts // with which those letters begin
	seen      []bool // by step
}

// maxSmall is how many steps most names have at most.
const maxSmall = 4096

// newMeeting takes a buffer for what is seen, which serves where it is long enough.
func newMeeting(word, row *Name, buffer []bool) meeting {
	m := meeting{word: word, row: row}
	if n := (len(word.tokens) + 1) * (len(row.tokens) + 1) * (most + 1) * 2; n <= len(buffer) {
		m.seen = buffer[:n]
	} else {
		m.seen = make([]bool, n)
	}
	return m
}

// meets reports a name that both match, with as many letters in common.
func (m *meeting) meets(need int, absorbs bool) bool {
	m.need, m.absorbs = need, absorbs
	clear(m.seen)
	return m.from(step{begin: true})
}

// step is a place in both, with what is known by then.
type step struct {
	i, j  int
	run   int  // letters of both that agree, behind one another, up to need
	begin bool // nothing is matched yet
}

// index is the place of a step among those that were seen.
func (m *meeting) index(s step) int {
	at := ((s.i*(len(m.row.tokens)+1)+s.j)*(most+1) + s.run) * 2
	if s.begin {
		at++
	}
	return at
}

// from reports a name that matches what is left of both, with enough letters in common.
func (m *meeting) from(s step) bool {
	if s.i == len(m.word.tokens) && s.j == len(m.row.tokens) {
		return s.run == m.need && !s.begin
	}
	at := m.index(s)
	if m.seen[at] {
		return false
	}
	m.seen[at] = true
	var w, r token
	if s.i < len(m.word.tokens) {
		w = m.word.tokens[s.i]
	}
	if s.j < len(m.row.tokens) {
		r = m.row.tokens[s.j]
	}
	skip := s
	if w.star {
		skip.i++
		if m.from(skip) {
			return true
		}
	}
	if skip = s; r.star {
		skip.j++
		if m.from(skip) {
			return true
		}
	}
	return m.both(s, w, r)
}

// firsts say where letters in common have to begin.
type firsts uint8

const (
	none  firsts = iota
	ofRow        // with the first one of the row
	both         // with the first one of both
)

// begins reports that letters in common begin where they have to.
func (m *meeting) begins(s step) bool {
	return m.first == none || s.run == s.j && (m.first == ofRow || s.run == s.i)
}

// both takes one rune that both match.
func (m *meeting) both(s step, w, r token) bool {
	if s.i == len(m.word.tokens) || s.j == len(m.row.tokens) || w.star && r.star && !s.begin || !w.shares(r) {
		return false
	}
	if s.begin && w.letter == 0 && !m.word.open && r.letter == '.' {
		return false // a dot in front is matched by a dot alone
	}
	if w.letter != 0 && r.letter == 0 && !m.absorbs {
		return false
	}
	next := s
	next.begin = false
	if !w.star {
		next.i++
	}
	if !r.star {
		next.j++
	}
	if s.run < m.need {
		next.run = 0
		if same := w.letter != 0 && r.letter != 0; same && (s.j < m.row.stem || m.row.most == 0) && m.begins(s) {
			next.run = s.run + 1
		}
	}
	return m.from(next)
}
