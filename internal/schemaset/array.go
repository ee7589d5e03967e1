package schemaset

import (
	"math"
	"strconv"
	"strings"
)

// list is what the left side says of arrays.
type list struct {
	min, max int
	unique   bool
	items    map[int][]schema // by index
	rest     []struct {
		from int
		s    schema
	}
	contains []counted
	most     []counted
	classes  int // indexes from here on are all alike
}

type counted struct {
	n int
	s schema
}

func listOf(left side) list {
	l := list{max: math.MaxInt, items: map[int][]schema{}}
	for _, a := range left {
		switch a.kind {
		case aMinItems:
			l.min = max(l.min, a.count)
		case aMaxItems:
			l.max = min(l.max, a.count)
		case aUnique:
			l.unique = true
		case aItem:
			l.items[a.count] = append(l.items[a.count], a.value)
			l.classes = max(l.classes, a.count+1)
		case aItems:
			l.rest = append(l.rest, struct {
				from int
				s    schema
			}{a.count, a.value})
			l.classes = max(l.classes, a.count)
		case aContains:
			l.contains = append(l.contains, counted{a.count, a.value})
			l.min = max(l.min, a.count)
		case aContainsMost:
			l.most = append(l.most, counted{a.count, a.value})
		default: // says nothing here
		}
	}
	return l
}

// at are the schemas that the item at an index has to satisfy.
func (l list) at(i int) []schema {
	out := append([]schema{}, l.items[i]...)
	for _, r := range l.rest {
		if i >= r.from {
			out = append(out, r.s)
		}
	}
	return out
}

// arrays looks for an array of the left that is none of the right.
func (p *prover) arrays(left, right side) outcome {
	l := listOf(left)
	for _, a := range right { // what is none of the right is as short or long as none allows
		switch a.kind {
		case aMinItems:
			l.max = min(l.max, a.count-1)
		case aMaxItems:
			l.min = max(l.min, a.count+1)
		case aItem, aItems:
			l.classes = max(l.classes, a.count)
		default: // says nothing here
		}
	}
	if l.classes > 500 {
		return unknown("more items than are looked at")
	}
	for i := 0; i <= l.classes && i < l.max; i++ {
		if out := p.impossible(l.at(i)); out.answer == Yes {
			l.max = i
		}
	}
	if l.min > l.max {
		return proved
	}
	out := p.arrayDemands(l, right)
	if out.answer == Yes {
		return out
	}
	for _, c := range l.contains {
		if c.n > 0 && p.nowhere(l, c.s).answer == Yes {
			return proved
		}
	}
	if out.witness == nil {
		out.witness = p.someArray(l, right)
	}
	return out
}

// impossible asks whether no value satisfies all schemas.
func (p *prover) impossible(all []schema) outcome {
	if len(all) == 0 {
		return refuted(&candidate{[]byte("null")})
	}
	return p.try(func() outcome { return p.values(all, nil) })
}

// nowhere asks whether no item can satisfy a schema.
func (p *prover) nowhere(l list, s schema) outcome {
	out := proved
	for i := 0; i <= l.classes && i < l.max; i++ {
		out = both(out, p.impossible(append(l.at(i), s)))
	}
	return out
}

// arrayDemands tries to prove one of the demands of the right.
func (p *prover) arrayDemands(l list, right side) outcome {
	out := notProved
	byIndex := map[int][]schema{}
	for _, a := range right {
		if a.kind == aItem {
			byIndex[a.count] = append(byIndex[a.count], a.value)
		}
	}
	done := map[int]bool{}
	for _, a := range right {
		var one outcome
		switch a.kind {
		case aUnique:
			one = heldIf(l.unique || l.max <= 1)
		case aItem:
			if done[a.count] {
				continue
			}
			done[a.count] = true
			one = p.itemsFrom(l, a.count, a.count, byIndex[a.count])
		case aItems:
			one = p.itemsFrom(l, a.count, l.classes, []schema{a.value})
		case aContains:
			one = p.containsEnough(l, a)
		case aContainsMost:
			one = p.containsFew(l, a)
		default:
			continue
		}
		if one.answer == Yes {
			return one
		}
		if out.witness == nil {
			out.witness = one.witness
		}
	}
	return out
}

func heldIf(holds bool) outcome {
	if holds {
		return proved
	}
	return notProved
}

// itemsFrom proves that the items of some indexes satisfy one of the schemas. A
// witness is an array with an item that does not.
func (p *prover) itemsFrom(l list, from, to int, s []schema) outcome {
	out := proved
	for i := from; i <= to && i < l.max; i++ {
		one := p.values(l.at(i), s)
		if one.witness != nil {
			one.witness = p.arrayWith(l, map[int]*candidate{i: one.witness}, i+1)
		}
		out = both(out, one)
	}
	return out
}

// containsEnough proves that enough items satisfy a schema.
func (p *prover) containsEnough(l list, a atom) outcome {
	if a.count == 0 {
		return proved
	}
	for _, c := range l.contains {
		if c.n >= a.count {
			if out := p.try(func() outcome { return p.values([]schema{c.s}, []schema{a.value}) }); out.answer == Yes {
				return out
			}
		}
	}
	found := 0
	for i := 0; i < l.min && i <= l.classes+a.count; i++ {
		if out := p.try(func() outcome { return p.values(l.at(i), []schema{a.value}) }); out.answer == Yes {
			found++
		}
	}
	return heldIf(found >= a.count)
}

// containsFew proves that not too many items satisfy a schema.
func (p *prover) containsFew(l list, a atom) outcome {
	if l.max <= a.count {
		return proved
	}
	for _, c := range l.most {
		if c.n <= a.count {
			if out := p.try(func() outcome { return p.values([]schema{a.value}, []schema{c.s}) }); out.answer == Yes {
				return out
			}
		}
	}
	out := proved
	for i := 0; i <= l.classes && i < l.max; i++ {
		out = both(out, p.impossible(append(l.at(i), a.value)))
	}
	if out.answer != Yes && a.count > 0 && l.max > 0 { // some indexes may satisfy it
		possible := 0
		for i := 0; i <= l.classes && i < l.max; i++ {
			if p.impossible(append(l.at(i), a.value)).answer == Yes {
				continue
			}
			if possible++; i == l.classes {
				possible = math.MaxInt / 2
			}
		}
		return heldIf(possible <= a.count)
	}
	out.witness = nil
	return out
}

// arrayWith is an array of the left, at least length long, with some items given.
func (p *prover) arrayWith(l list, given map[int]*candidate, length int) *candidate {
	length = max(length, l.min)
	if length > 300 || length > l.max {
		return nil
	}
	items := make([]string, length)
	for i := range items {
		c := given[i]
		if c == nil {
			if out := p.impossible(p.wanted(l, i)); out.witness != nil {
				c = out.witness
			} else if out := p.impossible(l.at(i)); out.witness != nil {
				c = out.witness
			}
		}
		if c == nil {
			return nil
		}
		items[i] = string(c.text)
	}
	if l.unique {
		distinguish(items, l)
	}
	return &candidate{[]byte("[" + strings.Join(items, ",") + "]")}
}

// wanted adds to an item what contains asks for, as long as it asks for it.
func (p *prover) wanted(l list, i int) []schema {
	out := l.at(i)
	n := 0
	for _, c := range l.contains {
		if i >= n && i < n+c.n {
			return append(out, c.s)
		}
		n += c.n
	}
	return out
}

// distinguish replaces equal items where any value will do.
func distinguish(items []string, l list) {
	seen := map[string]bool{}
	for i, item := range items {
		if seen[item] && len(l.at(i)) == 0 {
			items[i] = strconv.Itoa(i)
		}
		seen[items[i]] = true
	}
}

// someArray is an array that looks as if it violated all demands of the right.
func (p *prover) someArray(l list, right side) *candidate {
	length := l.min
	given := map[int]*candidate{}
	for _, a := range right {
		switch a.kind {
		case aUnique:
			length = max(length, 2)
			if out := p.impossible(l.at(0)); out.witness != nil {
				given[0], given[1] = out.witness, out.witness
			}
		case aContainsMost:
			length = max(length, a.count+1)
			for i := range min(a.count+1, 50) {
				if out := p.impossible(append(l.at(i), a.value)); out.witness != nil {
					given[i] = out.witness
				}
			}
		case aContains:
			for i := range min(max(l.min, 1), 50) {
				if out := p.values(l.at(i), []schema{a.value}); out.witness != nil {
					given[i] = out.witness
				}
			}
		default: // says nothing here
		}
	}
	return p.arrayWith(l, given, length)
}
