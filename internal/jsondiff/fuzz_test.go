package jsondiff_test

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/mooring-mcp/mooring/internal/jsondiff"
	"github.com/mooring-mcp/mooring/internal/jsonv"
)

var fuzzLimits = jsonv.Limits{Nodes: 1 << 14, Depth: 200}

// Two unrelated texts: the diff of one with itself is empty, the diff of both
// is complete, and changes that do not fit are refused without a panic.
func FuzzDiffOfTwo(f *testing.F) {
	for i, tt := range pairs {
		f.Add(tt.before, tt.after, pairs[(i+1)%len(pairs)].after)
	}
	f.Fuzz(func(t *testing.T, beforeText, afterText, otherText string) {
		before, _ := jsonv.Parse([]byte(beforeText), fuzzLimits) // nil, an absent side, where refused
		after, _ := jsonv.Parse([]byte(afterText), fuzzLimits)
		other, _ := jsonv.Parse([]byte(otherText), fuzzLimits)
		for _, n := range []jsonv.Numbers{jsonv.Doubles, jsonv.Source} {
			if changes := jsondiff.Diff(before, before, n); changes != nil {
				t.Errorf("Diff of %q with itself = %q", beforeText, show(changes))
			}
			equal := jsonv.Equal(before, after, n)
			if changes := jsondiff.Diff(before, after, n); equal != (len(changes) == 0) {
				t.Errorf("Diff(%q, %q) = %q, equal is %v", beforeText, afterText, show(changes), equal)
			}
		}
		checkApply(t, before, after)
		changes := jsondiff.Diff(before, after, jsonv.Source)
		if out, err := jsondiff.Apply(other, changes); err == nil && out != nil {
			if _, err := jsonv.Parse(out, jsonv.Limits{}); err != nil {
				t.Errorf("Apply of %q to %q gives %s: %v", show(changes), otherText, out, err)
			}
		}
	})
}

// A text and a mutation of it, which differ in few places at any depth.
func FuzzDiffOfMutation(f *testing.F) {
	for i, tt := range pairs {
		f.Add(tt.before, uint64(2*i))
		f.Add(tt.after, uint64(2*i+1))
	}
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		before, err := jsonv.Parse([]byte(text), fuzzLimits)
		if err != nil {
			return
		}
		m := mutator{rng: rand.New(rand.NewPCG(seed, 2))}
		m.value(before)
		after, err := jsonv.Parse(m.out, jsonv.Limits{})
		if err != nil {
			t.Fatalf("Parse of the mutation %s: %v", m.out, err)
		}
		checkApply(t, before, after)
	})
}

// mutator writes a value with about one change in eight nodes.
type mutator struct {
	rng *rand.Rand
	out []byte
}

// leaves are what a mutation puts in.
var leaves = []string{
	`null`, `true`, `0`, `-0`, `1e2`, `9007199254740993`, `9007199254740992`, `""`, `"x"`, `"\u0000/~"`, `[]`, `{}`, `[0]`, `{"":0}`, `{"a":{"b":[1,2]}}`,
}

func (m *mutator) chance() bool { return m.rng.IntN(8) == 0 }

func (m *mutator) leaf() {
	m.out = append(m.out, leaves[m.rng.IntN(len(leaves))]...)
}

func (m *mutator) value(v *jsonv.Value) {
	switch {
	case m.chance():
		m.leaf()
	case v.Kind() == jsonv.Array:
		m.array(v)
	case v.Kind() == jsonv.Object:
		m.object(v)
	default:
		m.out = append(m.out, v.Raw()...)
	}
}

func (m *mutator) array(v *jsonv.Value) {
	m.out = append(m.out, '[')
	start := len(m.out)
	comma := func() {
		if len(m.out) > start {
			m.out = append(m.out, ',')
		}
	}
	for _, item := range v.Items() {
		if m.chance() { // drop it
			continue
		}
		for m.chance() { // put one in front
			comma()
			m.leaf()
		}
		comma()
		m.value(item)
	}
	if m.chance() {
		comma()
		m.leaf()
	}
	m.out = append(m.out, ']')
}

func (m *mutator) object(v *jsonv.Value) {
	var names []string
	for name := range v.SortedMembers() {
		names = append(names, name)
	}
	m.rng.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	for m.chance() { // a new name, unless it is taken
		names = append(names, "~/"[:m.rng.IntN(3)]+strconv.Itoa(len(names)))
	}
	m.out = append(m.out, '{')
	start := len(m.out)
	written := map[string]bool{}
	for _, name := range names {
		if written[name] || m.chance() { // drop it
			continue
		}
		written[name] = true
		if len(m.out) > start {
			m.out = append(m.out, ',')
		}
		m.out = append(jsonv.AppendQuoted(m.out, name), ':')
		if member := v.Get(name); member != nil {
			m.value(member)
		} else {
			m.leaf()
		}
	}
	m.out = append(m.out, '}')
}
