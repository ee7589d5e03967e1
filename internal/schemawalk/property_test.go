package schemawalk_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/schemawalk"
)

// reversed spells a value with its members in reverse order.
func reversed(v *jsonv.Value) string {
	var b strings.Builder
	switch v.Kind() {
	case jsonv.Object:
		var parts []string
		for name, m := range v.Members() {
			parts = append(parts, string(jsonv.AppendQuoted(nil, name))+":"+reversed(m))
		}
		slices.Reverse(parts)
		b.WriteString("{" + strings.Join(parts, ",") + "}")
	case jsonv.Array:
		var parts []string
		for _, item := range v.Items() {
			parts = append(parts, reversed(item))
		}
		b.WriteString("[" + strings.Join(parts, ",") + "]")
	default:
		b.WriteString(v.Raw())
	}
	return b.String()
}

// renamed gives every definition another name.
func renamed(text []byte) []byte {
	for _, container := range []string{"$defs", "definitions"} {
		var doc map[string]json.RawMessage
		if json.Unmarshal(text, &doc) != nil || doc[container] == nil {
			continue
		}
		var defs map[string]json.RawMessage
		if json.Unmarshal(doc[container], &defs) != nil {
			continue
		}
		out := map[string]json.RawMessage{}
		for name, s := range defs {
			out["Z"+name] = s
		}
		doc[container], _ = json.Marshal(out)
		text, _ = json.Marshal(doc)
		text = bytes.ReplaceAll(text, []byte(`"#/`+container+`/`), []byte(`"#/`+container+`/Z`))
	}
	return text
}

func full(events []schemawalk.Event) []string {
	var out []string
	for _, e := range events {
		before, after := jsonv.Canonical(e.Before, jsonv.Source), jsonv.Canonical(e.After, jsonv.Source)
		out = append(out, strings.Join([]string{e.Rule, e.Pointer, string(before), string(after), string(e.Effect), e.Detail}, " "))
	}
	return out
}

func TestNothingChanged(t *testing.T) {
	for _, rows := range corpus(t) {
		for _, r := range rows {
			for _, text := range []json.RawMessage{r.Old, r.New} {
				v := parse(t, string(text))
				o := schemawalk.Options{Strict: true, Dialect: dialects[r.Dialect]}
				for _, other := range []*jsonv.Value{v, parse(t, reversed(v))} {
					if got := schemawalk.Walk(v, other, o); len(got.Events) > 0 {
						t.Errorf("%s: Walk of the same: %v", r.ID, lines(got.Events))
					}
				}
			}
		}
	}
}

// Neither member order nor the names of definitions are part of a contract.
func TestSpellingDoesNotMatter(t *testing.T) {
	for name, rows := range corpus(t) {
		for _, r := range rows {
			o := schemawalk.Options{Strict: true, Dialect: dialects[r.Dialect]}
			a, b := parse(t, string(r.Old)), parse(t, string(r.New))
			want := full(schemawalk.Walk(a, b, o).Events)
			got := full(schemawalk.Walk(parse(t, reversed(a)), parse(t, reversed(b)), o).Events)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: member order: %s", r.ID, diff)
			}
			if name == "jsts-derived.jsonl" || name == "jsts-containment.jsonl" {
				continue // references to references, by pointers into definitions
			}
			x, y := parse(t, string(renamed(r.Old))), parse(t, string(renamed(r.New)))
			if diff := cmp.Diff(lines(schemawalk.Walk(a, b, o).Events), lines(schemawalk.Walk(x, y, o).Events)); diff != "" {
				t.Errorf("%s: names of definitions: %s", r.ID, diff)
			}
		}
	}
}

// A change breaks an input just when its reverse breaks an output.
func TestVariance(t *testing.T) {
	for _, rows := range corpus(t) {
		for _, r := range rows {
			o := schemawalk.Options{Strict: true, Dialect: dialects[r.Dialect]}
			a, b := parse(t, string(r.Old)), parse(t, string(r.New))
			in := breaks(schemawalk.Walk(a, b, o).Events, false)
			o.Output = true
			out := breaks(schemawalk.Walk(b, a, o).Events, true)
			if (len(in) > 0) != (len(out) > 0) && !strings.Contains(string(r.New), "x-mcp-header") { // inputs only
				t.Errorf("%s: input %v, output of the reverse %v\n  %s\n  %s", r.ID, in, out, clip(r.Old), clip(r.New))
			}
		}
	}
}

func TestResult(t *testing.T) {
	for _, x := range []struct {
		before, after, limit string
		modelled             bool
	}{
		{"", "", "", true},
		{"", `{"type":"string"}`, "", true},
		{`{"type":"string"}`, `{"type":"string"}`, "", true},
		{`{"a":1}`, `{"a":1}`, "", false},
		{`{"type":"string","items":{"a":1}}`, `{"type":"null","items":{"a":1}}`, "", false},
		{`{"$defs":{"x":{"a":1}}}`, `{"$defs":{"x":{"a":1}},"type":"string"}`, "", true},
		{`{"$ref":"#"}`, `{"$ref":"#","type":"string"}`, "", false},
		{`{"$ref":"https://example.com"}`, `{}`, "", false},
		{hostile()["deep"][0], hostile()["deep"][1], "depth", false},
		{hostile()["product"][0], hostile()["product"][1], "work", false},
	} {
		got := schemawalk.Walk(parse(t, x.before), parse(t, x.after), schemawalk.Options{})
		if got.Limit != x.limit || got.Modelled != x.modelled {
			t.Errorf("Walk(%.60s, %.60s) = limit %q, modelled %v; want %q, %v", x.before, x.after, got.Limit, got.Modelled, x.limit, x.modelled)
		}
		exceeded := slices.ContainsFunc(got.Events, func(e schemawalk.Event) bool { return e.Rule == "limit.exceeded" && e.Effect == schemawalk.Both })
		if exceeded != (x.limit != "") {
			t.Errorf("Walk(%.60s, %.60s): event of the limit: %v", x.before, x.after, exceeded)
		}
	}
}

func FuzzWalk(f *testing.F) {
	f.Add(`{"type":"object","properties":{"a":{"type":"string"}}}`, `{"type":"object","properties":{"a":{"$ref":"#"}}}`, true)
	f.Add(`{"oneOf":[{"maxLength":3},{"pattern":"("}],"$schema":"http://json-schema.org/draft-07/schema#"}`, `{"if":1,"then":{"$ref":"#/then"},"type":["x"]}`, false)
	for _, pair := range hostile() {
		if len(pair[0])+len(pair[1]) < 4000 {
			f.Add(pair[0], pair[1], false)
		}
	}
	m := maker{rand.New(rand.NewPCG(1, 2))}
	for range 200 {
		before := m.schema(2)
		was, err1 := json.Marshal(before)
		is, err2 := json.Marshal(m.mutate(before))
		if err1 == nil && err2 == nil {
			f.Add(string(was), string(is), len(was)%2 == 0)
		}
	}
	f.Fuzz(func(t *testing.T, before, after string, output bool) {
		a, err := jsonv.Parse([]byte(before), jsonv.Limits{})
		if err != nil {
			t.Skip()
		}
		b, err := jsonv.Parse([]byte(after), jsonv.Limits{})
		if err != nil {
			t.Skip()
		}
		o := schemawalk.Options{Output: output}
		got := schemawalk.Walk(a, b, o)
		again := schemawalk.Walk(parse(t, reversed(a)), parse(t, reversed(b)), o)
		if diff := cmp.Diff(full(got.Events), full(again.Events)); diff != "" && got.Limit+again.Limit == "" {
			t.Errorf("member order: %s", diff)
		}
		for _, e := range got.Events {
			if _, err := jsonv.SplitPointer(e.Pointer); err != nil || e.Rule == "" || e.Effect == "" {
				t.Errorf("event %+v: %v", e, err)
			}
		}
		if same := schemawalk.Walk(a, a, o); len(same.Events) > 0 {
			t.Errorf("Walk of the same: %v", full(same.Events))
		}
	})
}
