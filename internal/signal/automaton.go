package signal

import "slices"

// automaton finds the phrases of a list in one pass over a text, however many of
// them begin alike or lie inside each other (Aho and Corasick, 1975). Memory is
// linear in the bytes of the list.
type automaton struct {
	words []string // sorted, each of one byte or more
	nodes []state
	bytes []byte  // of the edges; those of one state are together, sorted
	to    []int32 // where an edge leads
}

// state is a beginning of phrases; the first one is the empty beginning.
type state struct {
	edges [2]int32 // from and to in automaton.bytes
	fail  int32    // the longest proper end of this beginning that is one, too
	word  int32    // 1 + the phrase that ends here; 0 for none
	shown int32    // this state or the nearest along fail in which a phrase ends; 0 for none
}

// newAutomaton takes phrases that are sorted and different.
func newAutomaton(words []string) *automaton {
	a := &automaton{words: words, nodes: make([]state, 1)}
	spans := []span{{0, len(words), 0}} // of the words below each state
	for s := 0; s < len(a.nodes); s++ {
		spans = a.expand(s, spans)
	}
	return a
}

// span is the words from to to, which agree in so many bytes.
type span struct{ from, to, depth int }

// expand gives a state its edges. States come in the order of their depth, so that
// those along fail have theirs.
func (a *automaton) expand(s int, spans []span) []span {
	below := spans[s]
	if below.from < below.to && len(a.words[below.from]) == below.depth {
		if below.depth > 0 {
			a.nodes[s].word = int32(below.from) + 1
		}
		below.from++
	}
	a.nodes[s].shown = a.nodes[a.nodes[s].fail].shown
	if a.nodes[s].word > 0 {
		a.nodes[s].shown = int32(s)
	}
	a.nodes[s].edges[0] = int32(len(a.bytes))
	for i := below.from; i < below.to; {
		c, end := a.words[i][below.depth], i+1
		for end < below.to && a.words[end][below.depth] == c {
			end++
		}
		fail := int32(0)
		if s > 0 {
			fail = a.step(a.nodes[s].fail, c)
		}
		a.bytes, a.to = append(a.bytes, c), append(a.to, int32(len(a.nodes)))
		a.nodes = append(a.nodes, state{fail: fail})
		spans = append(spans, span{i, end, below.depth + 1})
		i = end
	}
	a.nodes[s].edges[1] = int32(len(a.bytes))
	return spans
}

// step is the state behind one more byte.
func (a *automaton) step(s int32, c byte) int32 {
	for {
		n := &a.nodes[s]
		if i, found := slices.BinarySearch(a.bytes[n.edges[0]:n.edges[1]], c); found {
			return a.to[int(n.edges[0])+i]
		}
		if s == 0 {
			return 0
		}
		s = n.fail
	}
}

// first calls found with every phrase that text holds and where the first place of
// it ends. skip returns the offset, from i on, at which a phrase can begin.
func (a *automaton) first(text string, skip func(text string, i int) int, found func(word string, end int)) {
	var next map[int32]int32 // where the search goes on behind a state whose phrase was found
	left := func(s int32) int32 {
		for s > 0 {
			to, gone := next[s]
			if !gone {
				return s
			}
			if further, also := next[to]; also {
				next[s] = further // the way gets shorter each time it is gone
			}
			s = to
		}
		return 0
	}
	at := int32(0)
	for i := 0; i < len(text); i++ {
		if at == 0 {
			if i = skip(text, i); i >= len(text) {
				return
			}
		}
		at = a.step(at, text[i])
		for s := left(a.nodes[at].shown); s > 0; s = left(s) {
			if next == nil {
				next = map[int32]int32{}
			}
			next[s] = a.nodes[a.nodes[s].fail].shown
			found(a.words[a.nodes[s].word-1], i+1)
		}
	}
}
