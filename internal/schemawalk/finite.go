package schemawalk

import (
	"math/big"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// enumerate makes the node finite when its values can be listed.
func (b *builder) enumerate() {
	values, ok := b.candidates()
	if !ok {
		return
	}
	n := b.n
	kept := make([]*jsonv.Value, 0, len(values))
	met := map[string]bool{}
	var t types
	for _, v := range values {
		key := canonical(v)
		if !b.spend(1) {
			return
		}
		if _, again := met[key]; again || typeOf(v)&n.in.types == 0 {
			continue
		}
		met[key] = true
		switch b.accepts(n.in, v) {
		case yes:
			kept = append(kept, v)
			t |= typeOf(v)
		case unknown:
			return
		case no:
			met[key] = false
		}
	}
	n.finite, n.values, n.keys = true, kept, met
	n.types &= t
	n.never = len(kept) == 0
}

func canonical(v *jsonv.Value) string { return string(jsonv.Canonical(v, jsonv.Source)) }

// literals are the values of the types that have few.
var literals = func() (list []*jsonv.Value) {
	for _, s := range []string{"null", "false", "true"} {
		v, err := jsonv.Parse([]byte(s), jsonv.Limits{})
		if err == nil {
			list = append(list, v)
		}
	}
	return list
}()

// maxRange is how many integers are listed one by one.
const maxRange = 64

// candidates lists a superset of what the node accepts.
func (b *builder) candidates() (values []*jsonv.Value, ok bool) {
	n := b.n
	for _, m := range n.enums {
		if m.name == "const" {
			return []*jsonv.Value{m.v}, true
		}
	}
	if len(n.enums) > 0 {
		for _, v := range n.enums[0].v.Items() {
			values = append(values, v)
		}
		return values, true
	}
	for _, u := range n.unions {
		if values, ok = u.candidates(); ok {
			return values, true
		}
	}
	if n.types&^(null|boolean|integer) != 0 {
		return nil, false
	}
	if n.types&integer != 0 {
		if values, ok = n.integers(); !ok {
			return nil, false
		}
	}
	for _, v := range literals {
		if typeOf(v)&n.types != 0 {
			values = append(values, v)
		}
	}
	return values, true
}

func (u union) candidates() (values []*jsonv.Value, ok bool) {
	for _, x := range u.nodes {
		if !x.finite {
			return nil, false
		}
		values = append(values, x.values...)
	}
	return values, len(u.nodes) > 0
}

func (n *node) integers() (values []*jsonv.Value, ok bool) {
	if n.lower == nil || n.upper == nil {
		return nil, false
	}
	width := new(big.Rat).Sub(n.upper.at, n.lower.at)
	if width.Cmp(big.NewRat(maxRange, 1)) > 0 || !n.lower.at.IsInt() {
		return nil, false
	}
	for at := new(big.Rat).Set(n.lower.at); at.Cmp(n.upper.at) <= 0; at.Add(at, big.NewRat(1, 1)) {
		v, err := jsonv.Parse([]byte(at.Num().String()), jsonv.Limits{})
		if err != nil {
			return nil, false
		}
		values = append(values, v)
	}
	return values, true
}
