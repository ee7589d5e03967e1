package schemawalk

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// The caps. A pair of real schemas takes some thousand steps.
const (
	minSteps  = 20_000  // of the prover, the evaluator and the walk together,
	maxSteps  = 200_000 // and one more for every few bytes of both schemas up to this
	maxDepth  = 400     // of schemas below each other, references followed
	maxEvents = 5_000
)

// mask is a set of directions that a change can have.
type mask uint8

const (
	same   mask = 0
	widen  mask = 1
	tight  mask = 2
	either mask = widen | tight
)

func (m mask) effect() Effect {
	return [...]Effect{Neutral, Widens, Tightens, Both}[m]
}

// walk is the state of one comparison: compiled nodes and what was proved of them.
type walk struct {
	Options
	numbers  map[*jsonv.Value]int
	nodes    map[string]*node // nil while it is being compiled
	count    int
	proofs   map[[2]int]proof
	trail    [][2]int
	steps    int // left
	lists    map[*jsonv.Value]map[string]bool
	patterns map[string]*regexp.Regexp
	depth    int
	splits   int
	limit    string
	modelled bool
}

func newWalk(o Options, bytes int) *walk {
	return &walk{
		steps: min(minSteps+bytes/3, maxSteps),
		lists: map[*jsonv.Value]map[string]bool{}, patterns: map[string]*regexp.Regexp{},
		Options: o, modelled: true,
		numbers: map[*jsonv.Value]int{},
		nodes:   map[string]*node{},
		proofs:  map[[2]int]proof{},
	}
}

// spend takes n steps and reports whether they were left.
func (w *walk) spend(n int) bool {
	w.steps -= n
	if w.steps < 0 {
		w.hit("work")
		return false
	}
	return true
}

func (w *walk) hit(limit string) {
	if w.limit == "" {
		w.limit = limit
	}
}

// ref is one schema of one document.
type ref struct {
	doc *document
	v   *jsonv.Value
}

// conj is a conjunction of schemas: a value is accepted when all of them accept it.
type conj struct {
	refs []ref
	// solved are the arrays of anyOf and oneOf of which one branch stands in refs, so
	// that they need not be looked at again.
	solved []*jsonv.Value
	types  types // only these types, 0 for all
}

func (w *walk) number(v *jsonv.Value) int {
	n, ok := w.numbers[v]
	if !ok {
		n = len(w.numbers) + 1
		w.numbers[v] = n
	}
	return n
}

func (w *walk) key(c conj) string {
	var b strings.Builder
	for _, r := range c.refs {
		b.WriteString(strconv.Itoa(w.number(r.v)))
		b.WriteByte(',')
	}
	b.WriteByte('/')
	for _, v := range c.solved {
		b.WriteString(strconv.Itoa(w.number(v)))
		b.WriteByte(',')
	}
	b.WriteByte('/')
	b.WriteString(strconv.Itoa(int(c.types)))
	return b.String()
}

// node compiles a conjunction once. A conjunction that contains itself in place
// gets, inside, a node that nothing is known of.
func (w *walk) node(c conj) *node {
	if c.types == 0 {
		c.types = anyType
	}
	key := w.key(c)
	if n, ok := w.nodes[key]; ok {
		if n == nil {
			return w.unknown(c)
		}
		return n
	}
	if w.depth >= maxDepth {
		w.hit("depth")
		return w.unknown(c)
	}
	if !w.spend(1) {
		return w.unknown(c)
	}
	w.nodes[key] = nil
	w.depth++
	n := w.compile(c)
	w.depth--
	w.nodes[key] = n
	return n
}

func (w *walk) fresh(c conj) *node {
	w.count++
	return &node{id: w.count, in: c, types: c.types & anyType, declared: c.types & anyType}
}

func (w *walk) unknown(c conj) *node {
	n := w.fresh(c)
	n.opaque = append(n.opaque, mark{name: cycle})
	return n
}

// pattern reads a pattern once; nil when it is beyond RE2.
func (w *walk) pattern(p string) *regexp.Regexp {
	re, met := w.patterns[p]
	if !met {
		w.spend(1 + len(p)/8)
		re = compilePattern(p)
		w.patterns[p] = re
	}
	return re
}

// list returns the canonical items of an enum.
func (w *walk) list(v *jsonv.Value) map[string]bool {
	l, met := w.lists[v]
	if !met {
		w.spend(1 + v.Len()/4)
		l = make(map[string]bool, v.Len())
		for _, item := range v.Items() {
			l[canonical(item)] = true
		}
		w.lists[v] = l
	}
	return l
}
