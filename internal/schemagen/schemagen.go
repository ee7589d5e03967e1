// Package schemagen makes pairs of schemas whose relation is known, so that a comparison of schemas can be tested by
// properties; only tests import it.
//
// A [Generator] builds the root object of an MCP tool and edits it. Some edits keep the accepted set, some can only
// widen it, because they weaken a keyword where nothing turns the sense around; others promise nothing. [Shrink] makes
// a pair small while it still shows what it was saved for. [Read] reads pairs that others have labelled.
//
//	before {"type":"object","properties":{"limit":{"type":"integer","minimum":1}}}
//	after  {"type":"object","properties":{"limit":{"type":"number","minimum":1}}}     widened, by [type.widened]
package schemagen

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
)

// The relations of a [Pair].
const (
	Equal     = "equal"     // both accept the same values
	Widened   = "widened"   // after accepts all that before does, and perhaps more
	Tightened = "tightened" // the reverse
	Siblings  = "siblings"  // two different edits of one base: nothing is known
)

// Pair is two schemas with what the edits between them promise.
type Pair struct {
	Before, After []byte
	Relation      string
	Edits         []string // names, in the order applied
}

// Generator makes pairs. It is not safe for concurrent use.
type Generator struct {
	seed, next uint64
}

// New returns a generator. Pair i of a seed is the same whatever is drawn before it: see [Generator.Skip].
func New(seed uint64) *Generator { return &Generator{seed: seed} }

// Skip leaves out the next n pairs, without making them.
func (g *Generator) Skip(n uint64) { g.next += n }

// Pair makes the next pair.
func (g *Generator) Pair() Pair {
	d := &draw{rand.New(rand.NewPCG(g.seed, g.next))} //nolint:gosec // a repeatable sequence is the point
	g.next++
	base, old := build(d)
	p := Pair{Relation: pick(d, []string{
		Equal, Equal, Equal, Widened, Widened, Widened, Tightened, Tightened, Siblings, Siblings,
	})}
	before, after := newEditor(d, base, old), newEditor(d, base, old)
	switch p.Relation {
	case Equal:
		after.many(1+d.IntN(3), equalEdits, after.anywhere)
	case Widened, Tightened:
		after.many(1+d.IntN(2), widenings, after.monotone)
		if d.one(3) {
			after.many(1, equalEdits, after.anywhere)
		}
	case Siblings:
		after.many(1+d.IntN(2), changes, after.anywhere)
		if d.one(2) {
			before.many(1, changes, before.anywhere)
		}
	}
	p.Before, p.After = before.text(), after.text()
	p.Edits = append(before.applied, after.applied...)
	if p.Relation == Tightened {
		p.Before, p.After = p.After, p.Before
	}
	return p
}

// draw is a source of choices.
type draw struct{ *rand.Rand }

// one is true in one of n draws.
func (d *draw) one(n int) bool { return d.IntN(n) == 0 }

func pick[T any](d *draw, list []T) T { return list[d.IntN(len(list))] }

// some returns between low and high different entries, in the order of the list.
func some[T any](d *draw, list []T, low, high int) []T {
	n := min(low+d.IntN(high-low+1), len(list))
	chosen := d.Perm(len(list))[:n]
	slices.Sort(chosen)
	out := make([]T, n)
	for i, at := range chosen {
		out[i] = list[at]
	}
	return out
}

// A schema is made of map[string]any, []any, string, bool, nil and json.Number.
type object = map[string]any

func number(n int) json.Number { return json.Number(fmt.Sprint(n)) }

func list[T any](items ...T) []any {
	out := make([]any, len(items))
	for i, item := range items {
		out[i] = item
	}
	return out
}

// clone copies a schema.
func clone(node any) any {
	switch node := node.(type) {
	case object:
		out := make(object, len(node))
		for key, value := range node {
			out[key] = clone(value)
		}
		return out
	case []any:
		out := make([]any, len(node))
		for i, item := range node {
			out[i] = clone(item)
		}
		return out
	}
	return node
}

// appendJSON writes a schema with its members in the order that order gives them.
func appendJSON(b []byte, node any, order func([]string)) []byte {
	switch node := node.(type) {
	case object:
		names := slices.Sorted(maps.Keys(node))
		order(names)
		b = append(b, '{')
		for i, name := range names {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(appendScalar(b, name), ':')
			b = appendJSON(b, node[name], order)
		}
		return append(b, '}')
	case []any:
		b = append(b, '[')
		for i, item := range node {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendJSON(b, item, order)
		}
		return append(b, ']')
	}
	return appendScalar(b, node)
}

func appendScalar(b []byte, value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		panic(fmt.Sprintf("schemagen: %T in a schema: %v", value, err))
	}
	return append(b, text...)
}
