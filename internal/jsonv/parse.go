package jsonv

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Parse reads one JSON text (RFC 8259) and nothing else. The error is always an
// [*Error]. O(n) in bytes; an object with many members costs a map of their names.
// src may be changed after Parse returns.
func Parse(src []byte, limits Limits) (*Value, error) {
	limits = limits.withDefaults()
	if len(src) > limits.Bytes {
		return nil, &Error{Code: TooLarge, Offset: limits.Bytes, Detail: fmt.Sprintf("text of %d bytes is over the limit of %d", len(src), limits.Bytes)}
	}
	p := parser{src: string(src), limits: limits}
	p.space()
	v, ok := p.value()
	if !ok {
		p.err.Pointer = p.pointer()
		return nil, p.err
	}
	p.space()
	if p.pos < len(p.src) {
		return nil, &Error{Code: Trailing, Offset: p.pos, Detail: fmt.Sprintf("found %s after the end of the value", p.here())}
	}
	return &v, nil
}

// parser is one run over a text. value and its helpers return false after
// setting err; on their way back up the containers then enter themselves in tokens.
type parser struct {
	src    string
	pos    int
	depth  int
	nodes  int
	limits Limits
	elems  []Value         // finished items and members of all open containers
	names  []string        // names of all open objects
	text   strings.Builder // decoded strings, one after the other
	err    *Error
	tokens []string // way to the value that failed, innermost first

	// What the tree is made of.
	values   slab[Value]
	nameList slab[string]
	rests    slab[rest]
}

// fail records why and where the text is refused.
func (p *parser) fail(code Code, offset int, format string, args ...any) bool {
	p.err = &Error{Code: code, Offset: offset, Detail: fmt.Sprintf(format, args...)}
	return false
}

// below records that the error lies at token of the container being read.
func (p *parser) below(token string) bool {
	p.tokens = append(p.tokens, token)
	return false
}

// pointer joins tokens. It is O(n) in its length, whatever the depth.
func (p *parser) pointer() string {
	var b strings.Builder
	for _, token := range slices.Backward(p.tokens) {
		b.WriteString(AppendPointer("", token))
	}
	return b.String()
}

// byteOrderMark is not of the grammar of JSON. Who reads a file that may have one in front takes it away first
// (RFC 8259 §8.1).
const byteOrderMark = '\uFEFF'

// here describes what stands at the current position, for an error.
func (p *parser) here() string {
	if p.pos >= len(p.src) {
		return "the end of the text"
	}
	r, n := utf8.DecodeRuneInString(p.src[p.pos:])
	switch {
	case r == utf8.RuneError && n == 1:
		return fmt.Sprintf("byte 0x%02X", p.src[p.pos])
	case r == byteOrderMark: // nobody sees one
		return "a byte order mark (U+FEFF)"
	}
	return fmt.Sprintf("%q", r)
}

func (p *parser) space() {
	for p.pos < len(p.src) {
		switch p.src[p.pos] {
		case ' ', '\t', '\n', '\r':
			p.pos++
		default:
			return
		}
	}
}

func (p *parser) value() (v Value, ok bool) {
	if p.pos >= len(p.src) {
		return v, p.fail(Syntax, p.pos, "found the end of the text, want a value")
	}
	v.start = p.pos
	switch c := p.src[p.pos]; {
	case c == '"':
		ok = p.stringValue(&v)
	case c == '{':
		ok = p.object(&v)
	case c == '[':
		ok = p.array(&v)
	case c == '-' || '0' <= c && c <= '9':
		ok = p.number(&v)
	default:
		ok = p.literal(&v)
	}
	v.raw = p.src[v.start:p.pos]
	return v, ok
}

func (p *parser) literal(v *Value) bool {
	for _, l := range [...]struct {
		text string
		kind Kind
	}{{"true", Bool}, {"false", Bool}, {"null", Null}} {
		if strings.HasPrefix(p.src[p.pos:], l.text) {
			v.kind = l.kind
			p.pos += len(l.text)
			return true
		}
	}
	return p.fail(Syntax, p.pos, "found %s, want a value", p.here())
}

func (p *parser) stringValue(v *Value) bool {
	s, ok := p.str()
	v.kind, v.canonical = String, s.canonical
	if s.escaped {
		v.rest = p.rests.one(rest{text: s.text})
	}
	return ok
}

// open passes over an opening bracket and reports whether closing follows it.
func (p *parser) open(closing byte) (empty, ok bool) {
	if p.depth >= p.limits.Depth {
		return false, p.fail(TooDeep, p.pos, "nesting is over the limit of %d", p.limits.Depth)
	}
	p.pos++
	p.space()
	if p.pos < len(p.src) && p.src[p.pos] == closing {
		p.pos++
		return true, true
	}
	p.depth++
	return false, true
}

func (p *parser) array(v *Value) bool {
	v.kind = Array
	empty, ok := p.open(']')
	if empty || !ok {
		return ok
	}
	base := len(p.elems)
	for i, more := 0, true; more; i++ {
		if more, ok = p.element(']'); !ok {
			return p.below(itoa(i))
		}
	}
	v.rest = p.rests.one(rest{elems: p.values.clone(p.elems[base:])})
	p.elems = p.elems[:base]
	p.depth--
	return true
}

func (p *parser) object(v *Value) bool {
	v.kind, v.canonical = Object, true
	empty, ok := p.open('}')
	if empty || !ok {
		return ok
	}
	base, nameBase := len(p.elems), len(p.names)
	seen := nameSet{}
	for more := true; more; {
		name, ok := p.name(&seen, nameBase)
		if !ok {
			return false
		}
		v.canonical = v.canonical && !name.escaped
		if !p.colon() {
			return p.below(name.text)
		}
		if more, ok = p.element('}'); !ok {
			return p.below(name.text)
		}
	}
	v.rest = p.rests.one(rest{names: p.nameList.clone(p.names[nameBase:]), elems: p.values.clone(p.elems[base:])})
	p.elems, p.names = p.elems[:base], p.names[:nameBase]
	p.depth--
	return true
}

// name reads a member name and appends it to names.
func (p *parser) name(seen *nameSet, base int) (name str, ok bool) {
	at := p.pos
	if at >= len(p.src) || p.src[at] != '"' {
		return name, p.fail(Syntax, at, "found %s, want a member name in quotes", p.here())
	}
	if name, ok = p.str(); !ok {
		return name, false
	}
	if seen.has(name.text, p.names[base:]) {
		return name, p.fail(Duplicate, at, "member %q is repeated", cut(name.text))
	}
	p.names = append(p.names, name.text)
	return name, true
}

func (p *parser) colon() bool {
	p.space()
	if p.pos >= len(p.src) || p.src[p.pos] != ':' {
		return p.fail(Syntax, p.pos, "found %s, want a colon", p.here())
	}
	p.pos++
	p.space()
	return true
}

// element reads one item or member value, appends it to elems and goes on to
// the next one.
func (p *parser) element(closing byte) (more, ok bool) {
	p.nodes++
	if p.nodes > p.limits.Nodes {
		return false, p.fail(TooMany, p.pos, "members and items are over the limit of %d", p.limits.Nodes)
	}
	v, ok := p.value()
	if !ok {
		return false, false
	}
	p.elems = append(p.elems, v)
	return p.next(closing)
}

// next reads what follows an item or member: a comma (more) or the end.
func (p *parser) next(closing byte) (more, ok bool) {
	p.space()
	if p.pos < len(p.src) {
		switch p.src[p.pos] {
		case ',':
			p.pos++
			p.space()
			return true, true
		case closing:
			p.pos++
			return false, true
		}
	}
	return false, p.fail(Syntax, p.pos, "found %s, want a comma or %q", p.here(), closing)
}

// nameSet finds repeated names: by looking through a few, by a map of many.
type nameSet struct{ many map[string]struct{} }

const fewNames = 12

func (s *nameSet) has(name string, before []string) bool {
	if len(before) < fewNames {
		return slices.Contains(before, name)
	}
	if s.many == nil {
		s.many = make(map[string]struct{}, 2*fewNames)
		for _, b := range before {
			s.many[b] = struct{}{}
		}
	}
	_, found := s.many[name]
	s.many[name] = struct{}{}
	return found
}
