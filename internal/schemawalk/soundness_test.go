package schemawalk_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/mooring-mcp/mooring/internal/schemawalk"
)

// maker draws small schemas that collide often: few names, few numbers.
type maker struct{ *rand.Rand }

func (m maker) one(list ...any) any { return list[m.IntN(len(list))] }

func (m maker) schema(depth int) any {
	if m.IntN(12) == 0 {
		return m.one(true, false, map[string]any{})
	}
	s := map[string]any{}
	if m.IntN(3) > 0 {
		s["type"] = m.one("string", "integer", "number", "array", "object", "boolean", "null",
			[]any{"string", "null"}, []any{"object", "string"}, []any{"integer", "array"})
	}
	for range 1 + m.IntN(3) {
		m.keyword(s, depth)
	}
	return s
}

func (m maker) keyword(s map[string]any, depth int) {
	scalar := []func(){
		func() { s["minimum"] = m.IntN(4) },
		func() { s["maximum"] = m.IntN(4) },
		func() { s["exclusiveMinimum"] = m.one(0, 0.5, 1, 2) },
		func() { s["multipleOf"] = m.one(0.5, 1, 2, 3) },
		func() { s["minLength"] = m.IntN(3) },
		func() { s["maxLength"] = m.IntN(3) },
		func() { s["pattern"] = m.one("^a", "b", "a*", "^.$") },
		func() { s["enum"] = []any{m.value(1), m.value(1), m.value(0)} },
		func() { s["const"] = m.value(1) },
		func() { s["minItems"] = m.IntN(3) },
		func() { s["maxItems"] = m.IntN(3) },
		func() { s["uniqueItems"] = m.one(true, false) },
		func() { s["required"] = []any{m.name()} },
		func() { s["minProperties"] = m.IntN(3) },
		func() { s["maxProperties"] = m.IntN(3) },
		func() { s["dependentRequired"] = map[string]any{m.name(): []any{m.name()}} },
		func() { s["$ref"] = m.one("#", "#/$defs/x", "#/$defs/x") },
	}
	sub := func() any { return m.schema(depth - 1) }
	nested := []func(){
		func() { s["properties"] = map[string]any{m.name(): sub(), m.name(): sub()} },
		func() { s["properties"] = map[string]any{m.name(): sub()} },
		func() { s["additionalProperties"] = m.one(sub(), false) },
		func() { s["patternProperties"] = map[string]any{m.one("^a", "b").(string): sub()} },
		func() { s["propertyNames"] = map[string]any{"pattern": m.one("^a", "b")} },
		func() { s["propertyNames"] = map[string]any{"enum": []any{"a", "b"}} },
		func() { s["unevaluatedProperties"] = m.one(sub(), false) },
		func() { s["items"] = sub() },
		func() { s["prefixItems"] = []any{sub(), sub()} },
		func() { s["unevaluatedItems"] = m.one(sub(), false) },
		func() { s["contains"] = sub() },
		func() { s["contains"] = sub(); s["minContains"] = m.IntN(3); s["maxContains"] = m.IntN(3) },
		func() { s["allOf"] = []any{sub(), sub()} },
		func() { s["anyOf"] = []any{sub(), sub()} },
		func() { s["oneOf"] = []any{sub(), sub()} },
		func() { s["not"] = sub() },
		func() { s["if"] = sub(); s["then"] = sub(); s["else"] = sub() },
		func() { s["dependentSchemas"] = map[string]any{m.name(): sub()} },
	}
	if depth > 0 && m.IntN(2) == 0 {
		nested[m.IntN(len(nested))]()
		return
	}
	scalar[m.IntN(len(scalar))]()
}

func (m maker) name() string { return m.one("a", "b", "ab", "c").(string) }

func (m maker) value(depth int) any {
	n := 8
	if depth == 0 {
		n = 6
	}
	switch m.IntN(n) {
	case 0:
		return nil
	case 1:
		return m.one(true, false)
	case 2, 3:
		return m.one(0, 1, 2, 3, 0.5, 1.5, 6, -1)
	case 4, 5:
		return m.one("", "a", "b", "ab", "ba", "aab")
	case 6:
		var list []any
		for range m.IntN(4) {
			list = append(list, m.value(depth-1))
		}
		if list == nil {
			return []any{}
		}
		return list
	}
	o := map[string]any{}
	for range m.IntN(4) {
		o[m.one("a", "b", "ab", "c", "d").(string)] = m.value(depth - 1)
	}
	return o
}

// mutate changes one keyword somewhere, or draws anew.
func (m maker) mutate(s any) any {
	o, ok := s.(map[string]any)
	if !ok || m.IntN(6) == 0 {
		return m.schema(1)
	}
	out := map[string]any{}
	maps.Copy(out, o)
	names := []string{}
	for _, k := range []string{"properties", "items", "anyOf", "allOf", "not", "oneOf", "additionalProperties", "then"} {
		if out[k] != nil {
			names = append(names, k)
		}
	}
	switch {
	case len(names) > 0 && m.IntN(2) == 0:
		k := names[m.IntN(len(names))]
		out[k] = m.mutateIn(out[k])
	case m.IntN(2) == 0:
		m.keyword(out, 1)
	default:
		for k := range out {
			if k != "$defs" {
				delete(out, k)
				break
			}
		}
	}
	return out
}

func (m maker) mutateIn(v any) any {
	switch v := v.(type) {
	case []any:
		out := append([]any(nil), v...)
		i := m.IntN(len(out))
		out[i] = m.mutate(out[i])
		return out
	case map[string]any:
		out := map[string]any{}
		maps.Copy(out, v)
		for k := range out {
			if _, ok := out[k].(map[string]any); ok {
				out[k] = m.mutate(out[k])
				return out
			}
		}
	}
	return m.mutate(v)
}

func compile(s any) (*jsonschema.Schema, error) {
	b, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(b)))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("file:///s.json", doc); err != nil {
		return nil, err
	}
	return c.Compile("file:///s.json")
}

// A value that one schema accepts and the other does not has to show as an effect
// in that direction. The oracle is a validator that shares nothing with the walk.
func TestNothingMissed(t *testing.T) {
	rounds := 1500
	if os.Getenv("MOORING_SOAK") != "" {
		rounds = 60_000
	}
	m := maker{rand.New(rand.NewPCG(20261129, 7))}
	moved, alarms, quiet := 0, 0, 0
	for i := range rounds {
		before := m.schema(2)
		o, ok := before.(map[string]any)
		if !ok {
			continue
		}
		o["$defs"] = map[string]any{"x": m.schema(1)}
		after := m.mutate(before)
		if a, ok := after.(map[string]any); ok && a["$defs"] == nil {
			a["$defs"] = o["$defs"]
		}
		a, err := compile(before)
		if err != nil {
			continue
		}
		b, err := compile(after)
		if err != nil {
			continue
		}
		was, _ := json.Marshal(before)
		is, _ := json.Marshal(after)
		got := schemawalk.Walk(parse(t, string(was)), parse(t, string(is)), schemawalk.Options{Strict: true})
		harm := [2]bool{len(breaks(got.Events, false)) > 0, len(breaks(got.Events, true)) > 0}
		var seen [2]bool
		for range 300 {
			v := m.value(2)
			x, y := valid(a, v), valid(b, v)
			for side, lost := range []bool{x && !y, y && !x} {
				if lost && !harm[side] && !seen[side] {
					text, _ := json.Marshal(v)
					t.Errorf("round %d side %d: missed %s\n  %s\n  %s\n  %v", i, side, text, was, is, got.Events)
				}
				seen[side] = seen[side] || lost
			}
		}
		for side := range 2 {
			switch {
			case seen[side]:
				moved++
			case harm[side]:
				alarms++
				if testing.Verbose() && os.Getenv("SHOW") != "" {
					fmt.Printf("no witness: round %d side %d %v\n  %s\n  %s\n", i, side, breaks(got.Events, side == 1), was, is)
				}
			default:
				quiet++
			}
		}
	}
	t.Logf("%d directions with a witness, %d without one but named, %d without either", moved, alarms, quiet)
}

func valid(s *jsonschema.Schema, v any) bool {
	b, _ := json.Marshal(v)
	x, err := jsonschema.UnmarshalJSON(strings.NewReader(string(b)))
	return err == nil && s.Validate(x) == nil
}
