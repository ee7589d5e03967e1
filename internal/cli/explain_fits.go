package cli

import (
	"fmt"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/report"
	"github.com/mooring-mcp/mooring/internal/schemaset"
)

// unfit says which arguments of a call do not fit the schema of its tool, in the order of the
// schema and then of the arguments; nothing where that cannot be told.
func unfit(schema, arguments []byte) []report.Unfit {
	s, err := jsonv.Parse(schema, jsonv.Limits{})
	if err != nil {
		return nil
	}
	v, err := jsonv.Parse(arguments, jsonv.Limits{})
	if err != nil {
		return nil
	}
	valid, known := schemaset.Accepts(s, v, schemaset.Options{})
	if valid || !known {
		return nil
	}
	var out []report.Unfit
	for _, name := range s.Get("required").Items() {
		if text, is := name.Str(); is && !v.Get(text).Exists() {
			out = append(out, report.Unfit{Argument: jsonv.AppendPointer("", text), Detail: "is missing, and the schema requires it"})
		}
	}
	properties := s.Get("properties")
	closed := s.Get("additionalProperties").Raw() == "false" && !s.Get("patternProperties").Exists()
	for name, argument := range v.Members() {
		at := jsonv.AppendPointer("", name)
		property := properties.Get(name)
		if !property.Exists() {
			if closed {
				out = append(out, report.Unfit{Argument: at, Detail: "is not in the schema, which takes no other"})
			}
			continue
		}
		valid, known := schemaset.Accepts(oneMember(s, name, property), oneMember(nil, name, argument), schemaset.Options{})
		switch wanted := property.Get("type").Text(); {
		case valid || !known:
		case wanted != "" && argument.Kind().String() != wanted && (wanted != "integer" || argument.Kind() != jsonv.Number):
			out = append(out, report.Unfit{Argument: at, Detail: fmt.Sprintf("is %s, and the schema wants %s", argument.Kind(), wanted)})
		default:
			out = append(out, report.Unfit{Argument: at, Detail: "is a value that the schema does not take"})
		}
	}
	if len(out) == 0 {
		out = append(out, report.Unfit{Detail: "the arguments together do not fit the schema"})
	}
	return out
}

// oneMember is an object of one member; with a schema, one of an object with that property alone,
// which keeps what references may lead to.
func oneMember(schema *jsonv.Value, name string, member *jsonv.Value) *jsonv.Value {
	text := append(jsonv.AppendQuoted([]byte("{"), name), ':')
	text = append(append(text, member.Raw()...), '}')
	if schema != nil {
		text = append(append([]byte(`{"properties":`), text...), '}')
		for _, key := range []string{"$schema", "$id", "$defs", "definitions"} {
			if v := schema.Get(key); v.Exists() {
				text = append(jsonv.AppendQuoted(append(text[:len(text)-1], ','), key), ':')
				text = append(append(text, v.Raw()...), '}')
			}
		}
	}
	v, err := jsonv.Parse(text, jsonv.Limits{})
	if err != nil {
		return member // it was parsed before
	}
	return v
}
