package schemaset

import (
	"encoding/binary"
	"math"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
)

// automaton runs a regular expression over a string, one character at a time. As
// JSON Schema has it, an expression matches anywhere in the string. It is not safe
// for concurrent use.
type automaton struct {
	prog  *syntax.Prog
	seen  []int // by instruction, the last round in which closure met it
	round int
}

// automaton returns the automaton of a pattern; nil when the pattern is not one of
// RE2's, or needs to look beside the character.
func (p *prover) automaton(pattern string) *automaton {
	m, known := p.regexps[pattern]
	if !known {
		m = compilePattern(pattern)
		p.regexps[pattern] = m
	}
	return m
}

const maxInstructions = 2000

func compilePattern(pattern string) *automaton {
	translated, ok := goSyntax(pattern)
	if !ok {
		return nil
	}
	re, err := syntax.Parse(translated, syntax.Perl)
	if err != nil {
		return nil
	}
	prog, err := syntax.Compile(re.Simplify())
	if err != nil || len(prog.Inst) > maxInstructions {
		return nil
	}
	for _, inst := range prog.Inst {
		if inst.Op == syntax.InstEmptyWidth && syntax.EmptyOp(inst.Arg)&^(syntax.EmptyBeginText|syntax.EmptyEndText) != 0 {
			return nil
		}
	}
	return &automaton{prog: prog, seen: make([]int, len(prog.Inst))}
}

// states are where an automaton can be: instructions, sorted, and whether it has
// matched already.
type states struct {
	at      []uint32
	matched bool
}

// start is where an automaton is before the first character.
func (m *automaton) start() states {
	return m.closure([]uint32{uint32(m.prog.Start)}, syntax.EmptyBeginText)
}

// closure follows what takes no character under the conditions that hold.
func (m *automaton) closure(from []uint32, holds syntax.EmptyOp) states {
	var out states
	m.round++
	var follow func(pc uint32)
	follow = func(pc uint32) {
		if m.seen[pc] == m.round || out.matched {
			return
		}
		m.seen[pc] = m.round
		switch inst := m.prog.Inst[pc]; inst.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			follow(inst.Out)
			follow(inst.Arg)
		case syntax.InstCapture, syntax.InstNop:
			follow(inst.Out)
		case syntax.InstEmptyWidth:
			if syntax.EmptyOp(inst.Arg)&^holds == 0 {
				follow(inst.Out)
			} else if syntax.EmptyOp(inst.Arg)&^(holds|syntax.EmptyEndText) == 0 {
				out.at = append(out.at, pc) // holds if the string ends here
			}
		case syntax.InstMatch:
			out.matched = true
		case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
			out.at = append(out.at, pc)
		case syntax.InstFail:
		}
	}
	for _, pc := range from {
		follow(pc)
	}
	if out.matched {
		return states{matched: true}
	}
	slices.Sort(out.at)
	return out
}

// step takes one character.
func (m *automaton) step(s states, r rune) states {
	if s.matched {
		return s
	}
	next := []uint32{uint32(m.prog.Start)} // a match can start behind it
	for _, pc := range s.at {
		inst := m.prog.Inst[pc]
		if inst.Op != syntax.InstEmptyWidth && inst.MatchRune(r) {
			next = append(next, inst.Out)
		}
	}
	return m.closure(next, 0)
}

// accepts reports whether the string may end here.
func (m *automaton) accepts(s states, atStart bool) bool {
	if s.matched {
		return true
	}
	holds := syntax.EmptyEndText
	if atStart {
		holds |= syntax.EmptyBeginText
	}
	return m.closure(append(slices.Clone(s.at), uint32(m.prog.Start)), holds).matched
}

// matches reports whether a pattern matches a string.
func (m *automaton) matches(text string) bool {
	s, first := m.start(), true
	for _, r := range text {
		s, first = m.step(s, r), false
	}
	return m.accepts(s, first)
}

// maxStates bounds the search in the product of automata.
const maxStates = 4000

// position is a state of the product, with how it was reached.
type position struct {
	states []states // of all, then of none
	length int
	from   int
	by     rune
}

// statesPerStep is how many states of an automaton move in the time of one step.
const statesPerStep = 256

// breadthFirst searches the product of all automata for a string that those of
// all accept and those of none do not.
func (p *prover) breadthFirst(l language) (found bool, text string, known bool) {
	machines := slices.Concat(l.all, l.none)
	letters := representatives(machines, l.excluded)
	excluded := map[string]bool{}
	for _, e := range l.excluded {
		excluded[e] = true
	}
	if len(letters) > 400 || len(excluded) > 200 {
		return false, "", false
	}
	start := position{from: -1}
	for _, m := range machines {
		start.states = append(start.states, m.start())
	}
	queue, seen := []position{start}, map[string]bool{}
	for i := 0; i < len(queue); i++ {
		if i > maxStates || !p.step() {
			return false, "", false
		}
		at := queue[i]
		if at.length >= l.min && l.accepts(machines, at) {
			text := spell(queue, i)
			if !excluded[text] {
				return true, text, true
			}
		}
		if at.length >= l.max || l.hopeless(at) {
			continue
		}
		for _, s := range at.states {
			p.steps -= len(s.at) * len(letters) / statesPerStep
		}
		for _, r := range letters {
			next := position{length: at.length + 1, from: i, by: r}
			for n, m := range machines {
				next.states = append(next.states, m.step(at.states[n], r))
			}
			if key := l.key(next, excluded, queue); !seen[key] {
				seen[key] = true
				queue = append(queue, next)
			}
		}
	}
	return false, "", true
}

func (l language) accepts(machines []*automaton, at position) bool {
	for n, m := range machines {
		if m.accepts(at.states[n], at.length == 0) != (n < len(l.all)) {
			return false
		}
	}
	return true
}

// hopeless reports a position from which no string is accepted any more.
func (l language) hopeless(at position) bool {
	for _, s := range at.states[len(l.all):] {
		if s.matched {
			return true
		}
	}
	return false
}

// key tells positions apart. Lengths that no bound tells apart are one; a position
// that is the start of an excluded string is its own.
func (l language) key(at position, excluded map[string]bool, queue []position) string {
	b := make([]byte, 0, 64)
	length := at.length
	if l.max == math.MaxInt {
		length = min(length, l.min)
	}
	b = binary.AppendUvarint(b, uint64(length))
	for _, s := range at.states {
		if s.matched {
			b = append(b, 'M')
			continue
		}
		for _, pc := range s.at {
			b = binary.AppendUvarint(b, uint64(pc)+1)
		}
		b = append(b, 0)
	}
	if len(excluded) > 0 {
		text := spell(queue, at.from) + string(at.by)
		for e := range excluded {
			if strings.HasPrefix(e, text) {
				return string(b) + "\x00" + text
			}
		}
	}
	return string(b)
}

// spell is the string by which a position was reached.
func spell(queue []position, i int) string {
	var runes []rune
	for ; i >= 0 && queue[i].from >= 0; i = queue[i].from {
		runes = append(runes, queue[i].by)
	}
	slices.Reverse(runes)
	return string(runes)
}

// representatives is one character of each class that the automata tell apart, and
// the characters of strings that matter.
func representatives(machines []*automaton, texts []string) []rune {
	cuts := map[rune]bool{0: true, '\n': true, '\n' + 1: true}
	for _, m := range machines {
		for _, inst := range m.prog.Inst {
			switch inst.Op {
			case syntax.InstRune, syntax.InstRune1:
				addCuts(cuts, inst)
			case syntax.InstAlt, syntax.InstAltMatch, syntax.InstCapture, syntax.InstEmptyWidth, syntax.InstFail, syntax.InstMatch, syntax.InstNop, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
			}
		}
	}
	for _, text := range texts {
		for _, r := range text {
			cuts[r], cuts[r+1] = true, true
		}
	}
	starts := make([]rune, 0, len(cuts))
	for r := range cuts {
		starts = append(starts, r)
	}
	slices.Sort(starts)
	var out []rune
	for i, low := range starts {
		high := rune(unicode.MaxRune)
		if i+1 < len(starts) {
			high = starts[i+1] - 1
		}
		if r, ok := plainest(low, high); ok {
			out = append(out, r)
		}
	}
	return out
}

func addCuts(cuts map[rune]bool, inst syntax.Inst) {
	ranges := inst.Rune
	if len(ranges) == 1 {
		ranges = []rune{ranges[0], ranges[0]}
		if syntax.Flags(inst.Arg)&syntax.FoldCase != 0 {
			for r := unicode.SimpleFold(ranges[0]); r != ranges[0]; r = unicode.SimpleFold(r) {
				cuts[r], cuts[r+1] = true, true
			}
		}
	}
	for i := 0; i+1 < len(ranges); i += 2 {
		cuts[ranges[i]], cuts[ranges[i+1]+1] = true, true
	}
}

// plainest is the character of a range that reads best; surrogates are none.
func plainest(low, high rune) (rune, bool) {
	for _, want := range "aA0 _-." {
		if low <= want && want <= high {
			return want, true
		}
	}
	if low < ' ' && high >= ' ' {
		low = ' '
	}
	if low >= 0xD800 && low <= 0xDFFF {
		low = 0xE000
	}
	return low, low <= high && low <= unicode.MaxRune
}
