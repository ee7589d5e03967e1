package paramrisk

import (
	"fmt"
	"strconv"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// Found is one parameter that a [Scanner] found. Its bytes are valid until the
// function that it was given to returns.
type Found struct {
	// In leads from the input schema to the schema that declares the parameter (RFC
	// 6901): empty at the top level, "/$defs/Berth" for a definition.
	In          []byte
	Name        []byte
	Description []byte // empty when there is none or it is no string
	Schema      []byte // what is declared, as the source spells it
	Required    bool   // the schema's required names it
	// Deep says that the specification's enumeration does not reach the parameter; see
	// [Scanner].
	Deep  bool
	Forms Forms
}

// Scanner finds the parameters of tools (spec, "Property enumeration"): the top-level
// properties of the input schema, and those of the object schemas directly below its
// definitions and $defs. With Deep it also goes below those definitions at any depth,
// and marks what it finds there; the properties of a top-level property are out of
// reach of either (reading G03).
//
// It takes a text apart and checks no more of it than it needs, so that a corpus with
// faults can be counted: of a repeated member the last one counts, a lone surrogate is
// U+FFFD. The zero value is ready. It keeps its buffers from tool to tool, and after
// the first few allocates next to nothing. O(n) in the bytes of a tool. Not safe for
// concurrent use.
type Scanner struct {
	Deep bool

	raw      []byte
	tape     []jsonv.Entry
	members  []member // of the objects at hand, as a stack
	path     []byte   // from the input schema
	names    []byte   // decoded names; names point into it, so it does not shrink within a tool
	text     []byte   // decoded description
	required nameSet
	visit    func(Found)
}

// none stands for a value that is not there.
const none = -1

// member is one member of an object; value is its place on the tape.
type member struct {
	name  []byte
	value int32
}

// Scan calls visit for each parameter of a tool, a JSON object, in the order of the
// text: top level, definitions, $defs. It returns an error for a text that is torn, or
// no object. A tool without an object as its inputSchema (input_schema where that is
// absent, reading G09) has no parameters, and a property whose value is no object is
// one with an empty description (G04).
func (s *Scanner) Scan(tool []byte, visit func(Found)) error {
	var err error
	if s.tape, err = jsonv.AppendTape(s.tape[:0], tool); err != nil {
		return err
	}
	if s.tape[0].Kind != jsonv.Object {
		return fmt.Errorf("found %s, want an object", s.tape[0].Kind)
	}
	s.raw, s.visit = tool, visit
	s.members, s.path, s.names = s.members[:0], s.path[:0], s.names[:0]
	schema := s.get(0, "inputSchema")
	if schema == none {
		schema = s.get(0, "input_schema")
	}
	if s.is(schema, jsonv.Object) {
		s.object(schema, false)
		s.definitions("/definitions", s.get(schema, "definitions"))
		s.definitions("/$defs", s.get(schema, "$defs"))
	}
	s.raw, s.visit = nil, nil
	return nil
}

func (s *Scanner) is(value int32, kind jsonv.Kind) bool {
	return value != none && s.tape[value].Kind == kind
}

// get is the last member with a name, none where there is none.
func (s *Scanner) get(object int32, name string) int32 {
	found := int32(none)
	for at := object + 1; at < s.tape[object].Next; at = s.tape[at+1].Next {
		if string(s.name(at)) == name {
			found = at + 1
		}
	}
	return found
}

// name decodes a string.
func (s *Scanner) name(at int32) []byte {
	text := s.unquoted(at)
	if !s.tape[at].Escaped {
		return text
	}
	from := len(s.names)
	s.names = jsonv.AppendUnescaped(s.names, text)
	return s.names[from:len(s.names):len(s.names)]
}

func (s *Scanner) unquoted(at int32) []byte {
	e := s.tape[at]
	return s.raw[e.Start+1 : e.End-1 : e.End-1]
}

// list puts the members of an object on the stack, the last of those with one name, and
// returns where on the stack they start.
func (s *Scanner) list(object int32) (base int) {
	base = len(s.members)
	for at := object + 1; at < s.tape[object].Next; at = s.tape[at+1].Next {
		s.members = append(s.members, member{s.name(at), at + 1})
	}
	s.members = lastOfEach(s.members, base)
	return base
}

// definitions visits each member of definitions or $defs.
func (s *Scanner) definitions(path string, value int32) {
	if !s.is(value, jsonv.Object) {
		return
	}
	s.path = append(s.path[:0], path...)
	s.below(value, func(v int32) {
		switch {
		case s.Deep:
			s.walk(v, false)
		case s.is(v, jsonv.Object):
			s.object(v, false)
		}
	})
}

// walk visits a value and everything in it.
func (s *Scanner) walk(value int32, deep bool) {
	switch s.tape[value].Kind {
	case jsonv.Array:
		s.items(value)
	case jsonv.Object:
		s.object(value, deep)
		s.below(value, func(v int32) { s.walk(v, true) })
	case jsonv.Null, jsonv.Bool, jsonv.Number, jsonv.String:
	}
}

// below calls next for the value of each member, with the path that leads to it.
func (s *Scanner) below(object int32, next func(value int32)) {
	base, end := s.list(object), len(s.path)
	for _, m := range s.members[base:] {
		s.path = appendToken(s.path[:end], m.name)
		next(m.value)
	}
	s.path, s.members = s.path[:end], s.members[:base]
}

func (s *Scanner) items(array int32) {
	end, i := len(s.path), int64(0)
	for at := array + 1; at < s.tape[array].Next; at = s.tape[at].Next {
		s.path = strconv.AppendInt(append(s.path[:end], '/'), i, 10)
		s.walk(at, true)
		i++
	}
	s.path = s.path[:end]
}

// object visits the properties of a schema, if it has any.
func (s *Scanner) object(schema int32, deep bool) {
	properties := s.get(schema, "properties")
	if !s.is(properties, jsonv.Object) {
		return
	}
	s.require(s.get(schema, "required"))
	base := s.list(properties)
	for _, m := range s.members[base:] {
		f := Found{In: s.path, Name: m.name, Description: s.description(m.value), Schema: s.tape[m.value].Of(s.raw), Deep: deep}
		f.Required, f.Forms = s.required.has(m.name), Label(f.Name, f.Description)
		s.visit(f)
	}
	s.members = s.members[:base]
}

// require reads an array of required names; anything else requires nothing.
func (s *Scanner) require(value int32) {
	s.required.clear()
	if !s.is(value, jsonv.Array) {
		return
	}
	for at := value + 1; at < s.tape[value].Next; at = s.tape[at].Next {
		if s.tape[at].Kind == jsonv.String {
			s.required.add(s.name(at))
		}
	}
}

// description is that of a property, empty for none.
func (s *Scanner) description(property int32) []byte {
	if !s.is(property, jsonv.Object) {
		return nil
	}
	at := s.get(property, "description")
	if !s.is(at, jsonv.String) {
		return nil
	}
	if !s.tape[at].Escaped {
		return s.unquoted(at)
	}
	s.text = jsonv.AppendUnescaped(s.text[:0], s.unquoted(at))
	return s.text
}
