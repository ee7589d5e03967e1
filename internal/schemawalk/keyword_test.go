package schemawalk_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/schemawalk"
)

// example is one pair of schemas and the events of its input side, as
// "rule pointer effect", in the declared profile.
type example struct {
	name, before, after string
	want                []string
}

func lines(events []schemawalk.Event) []string {
	var out []string
	for _, e := range events {
		out = append(out, e.Rule+" "+e.Pointer+" "+string(e.Effect))
	}
	return out
}

func check(t *testing.T, o schemawalk.Options, examples []example) {
	t.Helper()
	for _, x := range examples {
		got := lines(schemawalk.Walk(parse(t, x.before), parse(t, x.after), o).Events)
		if diff := cmp.Diff(x.want, got); diff != "" {
			t.Errorf("%s: Walk(%s, %s, %+v)\ngot  %s\nwant %s", x.name, x.before, x.after, o,
				strings.Join(got, "; "), strings.Join(x.want, "; "))
		}
	}
}

// Each keyword has a case that fires, one that almost does, and one where nobody
// can tell.

func TestType(t *testing.T) {
	check(t, schemawalk.Options{}, []example{
		{"widened", `{"type":"integer"}`, `{"type":"number"}`, []string{"type.widened /type widens"}},
		{"narrowed", `{"type":["string","null"]}`, `{"type":"string"}`, []string{"type.narrowed /type tightens"}},
		{"changed", `{"type":"string"}`, `{"type":"integer"}`, []string{"type.changed /type both"}},
		{"one in an array", `{"type":"string"}`, `{"type":["string"]}`, nil},
		{"integer is a multiple of 1", `{"type":"number","multipleOf":1}`, `{"type":"integer"}`, nil},
		{"as a union", `{"type":["string","integer"]}`, `{"anyOf":[{"type":"integer"},{"type":"string"}]}`, nil},
		{"before accepts nothing", `{"type":"string","minLength":2,"maxLength":1}`, `{"type":"integer"}`, []string{"type.widened /type widens"}},
		{"true is empty", `true`, `{}`, nil},
		{"false is not true", `false`, `{"not":true}`, nil},
		{"closed", `{}`, `false`, []string{"type.narrowed /type tightens"}},
		{"unknown name", `{"type":"string"}`, `{"type":"file"}`, []string{"keyword.unmodelled /type both", "type.widened /type widens"}},
	})
}

func TestEnum(t *testing.T) {
	check(t, schemawalk.Options{}, []example{
		{"widened", `{"enum":["a"]}`, `{"enum":["a","b"]}`, []string{"enum.widened /enum widens"}},
		{"narrowed", `{"enum":["a","b"]}`, `{"enum":["b"]}`, []string{"enum.narrowed /enum tightens"}},
		{"changed", `{"enum":["a"]}`, `{"enum":["b"]}`, []string{"enum.changed /enum both"}},
		{"order and spelling", `{"enum":[1,"a"]}`, `{"enum":["a",1.0]}`, nil},
		{"a value that type forbids", `{"type":"string","enum":["a",1]}`, `{"type":"string","enum":["a"]}`, nil},
		{"all of the type", `{"enum":[true,false]}`, `{"type":"boolean"}`, nil},
		{"added", `{"type":"string"}`, `{"type":"string","enum":["a"]}`, []string{"enum.added /enum tightens"}},
		{"removed", `{"type":"string","enum":["a"]}`, `{"type":"string"}`, []string{"enum.removed /enum widens"}},
		{"const of one", `{"const":"a"}`, `{"enum":["a"]}`, nil},
		{"const to more", `{"const":"a"}`, `{"enum":["a","b"]}`, []string{"enum.widened /enum widens"}},
		{"const changed", `{"const":"a"}`, `{"const":"b"}`, []string{"const.changed /const both"}},
		{"const added", `{"type":"string"}`, `{"type":"string","const":"b"}`, []string{"const.added /const tightens"}},
		{"const removed", `{"type":"string","const":"b"}`, `{"type":"string"}`, []string{"const.removed /const widens"}},
		{"branches of const", `{"enum":["a","b"]}`, `{"oneOf":[{"const":"b"},{"const":"a"}]}`, nil},
		{"nullable", `{"enum":["a"]}`, `{"anyOf":[{"enum":["a"]},{"type":"null"}]}`, []string{"anyOf.branchAdded /anyOf/1 widens"}},
		{"a value that fits the new keywords", `{"const":[1,2]}`, `{"items":{"type":"integer"},"maxItems":2}`, []string{"const.removed /const widens"}},
		{"no array", `{"enum":["a"]}`, `{"enum":"a"}`, []string{"enum.removed /enum widens", "keyword.unmodelled /enum both"}},
	})
}

func TestBounds(t *testing.T) {
	check(t, schemawalk.Options{}, []example{
		{"raised", `{"type":"number","minimum":1}`, `{"type":"number","minimum":1.5}`, []string{"minimum.tightened /minimum tightens"}},
		{"lowered", `{"type":"number","minimum":1}`, `{"type":"number","minimum":0.5}`, []string{"minimum.loosened /minimum widens"}},
		{"added", `{"type":"number"}`, `{"type":"number","maximum":1}`, []string{"maximum.tightened /maximum tightens"}},
		{"removed", `{"type":"number","maximum":1}`, `{"type":"number"}`, []string{"maximum.loosened /maximum widens"}},
		{"exclusive", `{"type":"number","maximum":1}`, `{"type":"number","exclusiveMaximum":1}`, []string{"exclusiveMaximum.tightened /exclusiveMaximum tightens"}},
		{"exclusive loosened", `{"type":"number","exclusiveMinimum":1}`, `{"type":"number","exclusiveMinimum":0}`, []string{"exclusiveMinimum.loosened /exclusiveMinimum widens"}},
		{"same on integers", `{"type":"integer","minimum":5}`, `{"type":"integer","exclusiveMinimum":4}`, nil},
		{"redundant", `{"type":"number","minimum":1,"exclusiveMinimum":5}`, `{"type":"number","exclusiveMinimum":5}`, nil},
		{"no number", `{"type":"string"}`, `{"type":"string","minimum":5}`, nil},
		{"spelled otherwise", `{"minimum":100}`, `{"minimum":1e2}`, nil},
		{"too long to read", `{"minimum":1}`, `{"minimum":1e-999999999}`, []string{"keyword.unmodelled /minimum both", "minimum.loosened /minimum widens"}},
		{
			"interoperable range", `{"type":"integer"}`, `{"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991}`,
			[]string{"bounds.interoperable /maximum none", "bounds.interoperable /minimum none"},
		},
		{"not of numbers", `{"type":"number"}`, `{"type":"number","maximum":9007199254740991}`, []string{"maximum.tightened /maximum tightens"}},
		{"widened to it", `{"type":"integer","minimum":0}`, `{"type":"integer","minimum":-9007199254740991}`, []string{"minimum.loosened /minimum widens"}},
	})
	check(t, schemawalk.Options{Strict: true}, []example{
		{"interoperable range", `{"type":"integer"}`, `{"type":"integer","maximum":9007199254740991}`, []string{"bounds.interoperable /maximum tightens"}},
	})
	check(t, schemawalk.Options{Dialect: "http://json-schema.org/draft-04/schema#"}, []example{
		{"draft-04", `{"type":"number","minimum":1}`, `{"type":"number","minimum":1,"exclusiveMinimum":true}`, []string{"minimum.tightened /minimum tightens"}},
	})
}

func TestMultipleOf(t *testing.T) {
	check(t, schemawalk.Options{}, []example{
		{"tightened", `{"type":"number","multipleOf":0.1}`, `{"type":"number","multipleOf":0.3}`, []string{"multipleOf.tightened /multipleOf tightens"}},
		{"loosened", `{"type":"integer","multipleOf":6}`, `{"type":"integer","multipleOf":3}`, []string{"multipleOf.loosened /multipleOf widens"}},
		{"removed", `{"type":"integer","multipleOf":6}`, `{"type":"integer"}`, []string{"multipleOf.loosened /multipleOf widens"}},
		{"changed", `{"type":"integer","multipleOf":2}`, `{"type":"integer","multipleOf":3}`, []string{"multipleOf.changed /multipleOf both"}},
		{"of integers anyway", `{"type":"integer"}`, `{"type":"integer","multipleOf":0.5}`, nil},
		{"merged", `{"type":"integer","multipleOf":6}`, `{"type":"integer","multipleOf":2,"allOf":[{"multipleOf":3}]}`, nil},
		{"zero", `{"type":"integer"}`, `{"type":"integer","multipleOf":0}`, []string{"keyword.unmodelled /multipleOf both"}},
	})
}

func TestSizes(t *testing.T) {
	check(t, schemawalk.Options{}, []example{
		{"minLength", `{"type":"string"}`, `{"type":"string","minLength":1}`, []string{"minLength.tightened /minLength tightens"}},
		{"minLength 0", `{"type":"string"}`, `{"type":"string","minLength":0}`, nil},
		{"maxLength", `{"type":"string","maxLength":5}`, `{"type":"string","maxLength":6.0}`, []string{"maxLength.loosened /maxLength widens"}},
		{"minItems", `{"type":"array","minItems":2}`, `{"type":"array","minItems":1}`, []string{"minItems.loosened /minItems widens"}},
		{"maxItems", `{"type":"array","maxItems":2}`, `{"type":"array","maxItems":1}`, []string{"maxItems.tightened /maxItems tightens"}},
		{"minProperties", `{"type":"object"}`, `{"type":"object","minProperties":1}`, []string{"minProperties.tightened /minProperties tightens"}},
		{"implied by required", `{"type":"object","required":["a"]}`, `{"type":"object","required":["a"],"minProperties":1}`, nil},
		{"maxProperties", `{"type":"object","maxProperties":1}`, `{"type":"object"}`, []string{"maxProperties.loosened /maxProperties widens"}},
		{"another type", `{"type":"string"}`, `{"type":"string","maxItems":3}`, nil},
		{"no size", `{"type":"string"}`, `{"type":"string","maxLength":-1}`, []string{"keyword.unmodelled /maxLength both"}},
	})
}

func TestPattern(t *testing.T) {
	check(t, schemawalk.Options{}, []example{
		{"added", `{"type":"string"}`, `{"type":"string","pattern":"^a"}`, []string{"pattern.added /pattern tightens"}},
		{"removed", `{"type":"string","pattern":"^a"}`, `{"type":"string"}`, []string{"pattern.removed /pattern widens"}},
		{"matches everything", `{"type":"string","pattern":"[a-z]*"}`, `{"type":"string","pattern":"^(x|)"}`, nil},
		{"inclusion is not proved", `{"type":"string","pattern":"^[a-z]+$"}`, `{"type":"string","pattern":"^[a-z][a-z]*$"}`, []string{"pattern.changed /pattern both"}},
		{"in another spelling", `{"type":"string","pattern":"^[0-9]+$"}`, `{"type":"string","pattern":"^\\d{1,}$"}`, nil},
		{"a shorter literal", `{"type":"string","pattern":"^ab"}`, `{"type":"string","pattern":"^a"}`, []string{"pattern.widened /pattern widens"}},
		{"a longer literal", `{"type":"string","pattern":"b"}`, `{"type":"string","pattern":"^[a-z]+abc$"}`, []string{"pattern.narrowed /pattern tightens"}},
		{"all values match", `{"enum":["ab","ac"]}`, `{"type":"string","pattern":"^a"}`, []string{"enum.removed /enum widens"}},
		{"narrowed to values", `{"type":"string","pattern":"^b"}`, `{"enum":["b"],"pattern":"^b$"}`, []string{"enum.added /enum tightens", "pattern.narrowed /pattern tightens"}},
	})
}

func TestFormat(t *testing.T) {
	check(t, schemawalk.Options{}, []example{
		{"added", `{"type":"string"}`, `{"type":"string","format":"email"}`, []string{"format.added /format none"}},
		{"removed", `{"type":"string","format":"email"}`, `{"type":"string"}`, []string{"format.removed /format none"}},
		{"changed", `{"type":"string","format":"date"}`, `{"type":"string","format":"date-time"}`, []string{"format.changed /format both"}},
		{"of another type", `{"type":"integer"}`, `{"type":"integer","format":"email"}`, nil},
		{"no string", `{"type":"string"}`, `{"type":"string","format":3}`, []string{"keyword.unmodelled /format both"}},
	})
	check(t, schemawalk.Options{Strict: true, Dialect: dialects["draft-07"]}, []example{
		{"asserted", `{"type":"string"}`, `{"type":"string","format":"email"}`, []string{"format.added /format tightens"}},
	})
}
