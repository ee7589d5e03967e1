package witness

import (
	"encoding/json"
	"math/big"
	"slices"
	"strings"
)

// maxLength is the longest string that is made for a length; a bound beyond is out of reach.
const maxLength = 5000

// pool collects what may lie at a boundary of a schema.
type pool struct {
	s      *sampler
	values []any
	names  []string
	seen   map[string]bool
}

func newPool(s *sampler) *pool {
	p := &pool{s: s, seen: map[string]bool{}}
	for _, v := range []any{
		nil, true, false, json.Number("0"), json.Number("1"), json.Number("-1"), json.Number("1.5"),
		json.Number("1e3"), "", "a", "1", "é€", "\n",
		[]any{},
		map[string]any{},
	} {
		p.add(v)
	}
	for _, name := range []string{"a", "zz", "x-new"} {
		p.name(name)
	}
	return p
}

func (p *pool) add(value any) {
	if key := "v" + string(encode(value)); !p.seen[key] {
		p.seen[key] = true
		p.values = append(p.values, value)
	}
}

func (p *pool) name(name string) {
	if key := "n" + name; !p.seen[key] {
		p.seen[key] = true
		p.names = append(p.names, name)
	}
}

// collect reads everything below a schema as if it were one: data that looks like a schema only adds values.
func (p *pool) collect(node any) {
	switch node := node.(type) {
	case map[string]any:
		for _, key := range sortedNames(node) {
			p.keyword(key, node[key])
			p.collect(node[key])
		}
	case []any:
		for _, item := range node {
			p.collect(item)
		}
	}
}

func (p *pool) keyword(key string, value any) {
	switch key {
	case "const", "default":
		p.add(value)
	case "enum", "examples":
		items, _ := value.([]any)
		for _, item := range items {
			p.add(item)
		}
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
		p.bound(value)
	case "minLength", "maxLength":
		p.length(value)
	case "pattern":
		for range 3 {
			p.matching(value, p.addText)
		}
	case "format":
		name, _ := value.(string)
		for _, text := range slices.Concat(formats[name].good, formats[name].bad) {
			p.add(text)
		}
	case "required":
		p.all(value)
	case "dependentRequired", "dependencies", "dependentSchemas", "properties":
		m, _ := value.(map[string]any)
		for _, name := range sortedNames(m) {
			p.name(name)
			p.all(m[name])
		}
	case "patternProperties":
		m, _ := value.(map[string]any)
		for _, pattern := range sortedNames(m) {
			p.matching(pattern, p.name)
		}
	case "propertyNames":
		p.nameSchema(value)
	}
}

func (p *pool) addText(text string) { p.add(text) }

// all takes a list of names.
func (p *pool) all(value any) {
	names, _ := value.([]any)
	for _, name := range names {
		if text, isText := name.(string); isText {
			p.name(text)
		}
	}
}

func (p *pool) nameSchema(value any) {
	m, _ := value.(map[string]any)
	for range 2 {
		p.matching(m["pattern"], p.name)
	}
	p.all(m["enum"])
	p.all([]any{m["const"]})
}

func (p *pool) matching(pattern any, take func(string)) {
	if source, isText := pattern.(string); isText {
		if text, possible := p.s.textFor(source); possible {
			take(text)
		}
	}
}

// bound adds a number and its close neighbours on both sides, with its multiples.
func (p *pool) bound(value any) {
	at := rational(value)
	if at == nil {
		return
	}
	for _, delta := range []*big.Rat{{}, big.NewRat(1, 1), big.NewRat(1, 2), big.NewRat(1, 1000)} {
		p.add(number(new(big.Rat).Add(at, delta)))
		p.add(number(new(big.Rat).Sub(at, delta)))
	}
	p.add(number(new(big.Rat).Add(at, at)))
	p.add(number(new(big.Rat).Neg(at)))
}

// length adds strings around a length, of one byte and of three bytes a character.
func (p *pool) length(value any) {
	n, known := natural(value)
	if !known || n > maxLength {
		return
	}
	for _, length := range []int{n - 1, n, n + 1} {
		if length >= 0 {
			p.add(strings.Repeat("a", length))
			p.add(strings.Repeat("€", length))
		}
	}
}
