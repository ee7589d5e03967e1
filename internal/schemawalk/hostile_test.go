package schemawalk_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/mooring-mcp/mooring/internal/schemawalk"
)

func list(n int, f func(i int) string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = f(i)
	}
	return strings.Join(parts, ",")
}

// hostile are pairs of schemas that make a careless comparison explode.
func hostile() map[string][2]string {
	deep := func(leaf string) string {
		return strings.Repeat(`{"properties":{"a":`, 450) + leaf + strings.Repeat("}}", 450)
	}
	nest := func(keyword, leaf string) string {
		return strings.Repeat(`{"`+keyword+`":[`, 300) + leaf + strings.Repeat("]}", 300)
	}
	laugh := func(leaf string) string {
		return `{"$defs":{"d0":` + leaf + `,` + list(40, func(i int) string {
			return fmt.Sprintf(`"d%d":{"properties":{"a":{"$ref":"#/$defs/d%d"},"b":{"$ref":"#/$defs/d%d"}}}`, i+1, i, i)
		}) + `},"$ref":"#/$defs/d40"}`
	}
	every := func(leaf string) string {
		return `{"$defs":{"d0":` + leaf + `,` + list(40, func(i int) string {
			return fmt.Sprintf(`"d%d":{"anyOf":[{"$ref":"#/$defs/d%d"},{"allOf":[{"$ref":"#/$defs/d%d"},{"minLength":%d}]}]}`, i+1, i, i, i+1)
		}) + `},"$ref":"#/$defs/d40"}`
	}
	wide := func(t string) string {
		return `{"properties":{` + list(5000, func(i int) string { return fmt.Sprintf(`"p%d":{"type":"%s"}`, i, t) }) + `}}`
	}
	union := func(keyword string, from int) string {
		return `{"` + keyword + `":[` + list(300, func(i int) string {
			return fmt.Sprintf(`{"properties":{"k%d":{"minimum":%d}},"required":["k%d"]}`, i+from, i, i+from)
		}) + `]}`
	}
	ands := func(n int) string {
		return `{"allOf":[` + list(20, func(i int) string {
			return fmt.Sprintf(`{"anyOf":[{"minLength":%d},{"pattern":"^%d"},{"maxLength":%d}]}`, i+n, i, i+5)
		}) + `]}`
	}
	enum := func(from int) string {
		return `{"enum":[` + list(20000, func(i int) string { return fmt.Sprint(i + from) }) + `]}`
	}
	return map[string][2]string{
		"deep":      {deep(`{"type":"string"}`), deep(`{"type":"integer"}`)},
		"allOf":     {nest("allOf", `{"type":"string"}`), nest("allOf", `{"type":"integer"}`)},
		"anyOf":     {nest("anyOf", `{"type":"string"},true`), nest("anyOf", `{"type":"integer"},{}`)},
		"oneOf":     {nest("oneOf", `{"type":"string"},{"minLength":3}`), nest("oneOf", `{"minLength":2},{"type":"integer"}`)},
		"laughs":    {laugh(`{"type":"string"}`), laugh(`{"type":"integer"}`)},
		"unions":    {every(`{"type":"string"}`), every(`{"type":["string","null"]}`)},
		"wide":      {wide("string"), wide("integer")},
		"branches":  {union("anyOf", 0), union("anyOf", 1000)},
		"exclusive": {union("oneOf", 0), union("oneOf", 150)},
		"product":   {ands(0), ands(1)},
		"enum":      {enum(0), enum(10000)},
		"patterns": {
			`{"patternProperties":{` + list(400, func(i int) string { return fmt.Sprintf(`"^a{%d}":{"minimum":%d}`, i, i) }) + `}}`,
			`{"patternProperties":{` + list(400, func(i int) string { return fmt.Sprintf(`"^b{%d}":{"minimum":%d}`, i, i) }) + `}}`,
		},
		"numbers": {
			`{"multipleOf":1e-300,"minimum":1e308}`,
			`{"multipleOf":3e-300,"minimum":1e307,"maximum":-1e-320,"allOf":[{"multipleOf":7e-299},{"multipleOf":1.3e-290}]}`,
		},
		"repeat": {`{"pattern":"((a{100}){100}){100}"}`, `{"pattern":"(((a{0,100}){0,100})*)*"}`},
	}
}

func TestHostile(t *testing.T) {
	for name, pair := range hostile() {
		a, b := parse(t, pair[0]), parse(t, pair[1])
		for _, output := range []bool{false, true} {
			start := time.Now()
			got := schemawalk.Walk(a, b, schemawalk.Options{Output: output, Strict: true})
			d := time.Since(start)
			t.Logf("%-10s %8v, %d events, limit %q", name, d.Round(100*time.Microsecond), len(got.Events), got.Limit)
			if len(breaks(got.Events, output)) == 0 && name != "numbers" { // nothing is both that large and that small
				t.Errorf("%s output=%v: no break named: %v", name, output, got.Events)
			}
			if d > 5*time.Second {
				t.Errorf("%s took %v", name, d)
			}
		}
	}
}
