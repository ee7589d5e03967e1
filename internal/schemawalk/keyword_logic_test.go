package schemawalk_test

import (
	"testing"

	"github.com/mooring-mcp/mooring/internal/schemawalk"
)

func TestAllOf(t *testing.T) {
	check(t, schemawalk.Options{}, []example{
		{"merged", `{"type":"string","maxLength":3}`, `{"allOf":[{"type":"string"},{"maxLength":3}]}`, nil},
		{"in a branch", `{"type":"string"}`, `{"allOf":[{"type":"string"},{"maxLength":3}]}`, []string{"maxLength.tightened /allOf/1/maxLength tightens"}},
		{"a union more", `{"required":["a"]}`, `{"required":["a"],"anyOf":[{"required":["b"]},{"required":["c"]}]}`, []string{"allOf.branchAdded /anyOf tightens"}},
		{"a union less", `{"required":["a"],"anyOf":[{"required":["b"]},{"required":["c"]}]}`, `{"required":["a"]}`, []string{"allOf.branchRemoved /anyOf widens"}},
		{"no array", `{}`, `{"allOf":{}}`, []string{"keyword.unmodelled /allOf both"}},
	})
}

func TestAnyOf(t *testing.T) {
	check(t, schemawalk.Options{}, []example{
		{"added", `{"anyOf":[{"type":"string"},{"type":"null"}]}`, `{"anyOf":[{"type":"string"},{"type":"null"},{"type":"integer"}]}`, []string{"anyOf.branchAdded /anyOf/2 widens"}},
		{"removed", `{"anyOf":[{"type":"string"},{"type":"null"},{"type":"integer"}]}`, `{"anyOf":[{"type":"integer"},{"type":"null"}]}`, []string{"anyOf.branchRemoved /anyOf/0 tightens"}},
		{"order", `{"anyOf":[{"type":"string"},{"type":"null"}]}`, `{"anyOf":[{"type":"null"},{"type":"string"}]}`, nil},
		{"already inside another", `{"anyOf":[{"type":"number"},{"type":"string"}]}`, `{"anyOf":[{"type":"number"},{"type":"string"},{"type":"integer"}]}`, nil},
		{"changed", `{"anyOf":[{"type":"string","maxLength":3},{"type":"null"}]}`, `{"anyOf":[{"type":"null"},{"type":"string","maxLength":2}]}`, []string{"maxLength.tightened /anyOf/1/maxLength tightens"}},
		{"of one", `{"type":"string"}`, `{"anyOf":[{"type":"string"}]}`, nil},
		{"nullable", `{"type":"string"}`, `{"anyOf":[{"type":"string"},{"type":"null"}]}`, []string{"anyOf.branchAdded /anyOf/1 widens"}},
		{
			"nothing alike", `{"anyOf":[{"type":"string"},{"type":"null"}]}`, `{"anyOf":[{"type":"integer"},{"type":"boolean"}]}`,
			[]string{"anyOf.branchAdded /anyOf/0 widens", "anyOf.branchRemoved /anyOf/0 tightens", "anyOf.branchAdded /anyOf/1 widens", "anyOf.branchRemoved /anyOf/1 tightens"},
		},
	})
}

func TestOneOf(t *testing.T) {
	const kinds = `{"properties":{"k":{"const":"a"}},"required":["k"]},{"properties":{"k":{"const":"b"}},"required":["k"]}`
	check(t, schemawalk.Options{}, []example{
		{"disjoint branch added", `{"oneOf":[{"type":"string"},{"type":"null"}]}`, `{"oneOf":[{"type":"string"},{"type":"null"},{"type":"integer"}]}`, []string{"oneOf.branchAdded /oneOf/2 widens"}},
		{"by a discriminator", `{"type":"object","oneOf":[` + kinds + `]}`, `{"type":"object","oneOf":[` + kinds + `,{"properties":{"k":{"const":"c"}},"required":["k"]}]}`, []string{"oneOf.branchAdded /oneOf/2 widens"}},
		{"disjoint branch removed", `{"oneOf":[{"type":"string"},{"type":"null"},{"type":"integer"}]}`, `{"oneOf":[{"type":"string"},{"type":"null"}]}`, []string{"oneOf.branchRemoved /oneOf/2 tightens"}},
		{"overlapping branch added", `{"oneOf":[{"type":"string"},{"type":"null"}]}`, `{"oneOf":[{"type":"string"},{"type":"null"},{"maxLength":2}]}`, []string{"oneOf.branchAddedOverlapping /oneOf/2 both"}},
		{"overlapping branch removed", `{"oneOf":[{"type":"string"},{"type":"null"},{"maxLength":2}]}`, `{"oneOf":[{"type":"string"},{"type":"null"}]}`, []string{"oneOf.branchRemovedOverlapping /oneOf/2 both"}},
		{"disjoint as anyOf", `{"oneOf":[{"type":"string"},{"type":"null"}]}`, `{"anyOf":[{"type":"string"},{"type":"null"}]}`, nil},
		{"to anyOf", `{"oneOf":[{"type":"string"},{"maxLength":5}]}`, `{"anyOf":[{"maxLength":5},{"type":"string"}]}`, []string{"union.oneOfToAnyOf /anyOf widens"}},
		{"to oneOf", `{"anyOf":[{"type":"string"},{"maxLength":5}]}`, `{"oneOf":[{"maxLength":5},{"type":"string"}]}`, []string{"union.anyOfToOneOf /oneOf tightens"}},
		{"an overlapping branch changed", `{"oneOf":[{"type":"string"},{"maxLength":5}]}`, `{"oneOf":[{"type":"string"},{"maxLength":6}]}`, []string{"composition.changed /oneOf/1 both"}},
		{"an optional property in an overlapping branch", `{"oneOf":[{"required":["a"]},{"required":["b"]}]}`, `{"oneOf":[{"required":["a"],"properties":{"c":{"type":"string"}}},{"required":["b"]}]}`, []string{"property.added /oneOf/0/properties/c none"}},
		{"kind and branches", `{"oneOf":[{"type":"string"},{"maxLength":5}]}`, `{"anyOf":[{"type":"string"},{"minLength":6}]}`, []string{"union.oneOfToAnyOf /anyOf widens"}},
		{"kind and unlike branches", `{"oneOf":[{"minLength":3},{"maxLength":5}]}`, `{"anyOf":[{"minLength":4},{"maxLength":1}]}`, []string{"composition.changed /anyOf both"}},
	})
}

func TestNot(t *testing.T) {
	check(t, schemawalk.Options{}, []example{
		{"inner widened", `{"not":{"type":"string","minLength":3}}`, `{"not":{"type":"string","minLength":2}}`, []string{"not.narrowed /not tightens"}},
		{"inner narrowed", `{"not":{"type":"string","minLength":3}}`, `{"not":{"type":"string","minLength":4}}`, []string{"not.widened /not widens"}},
		{"neither way", `{"not":{"type":"string","minLength":3}}`, `{"not":{"type":"string","maxLength":4}}`, []string{"not.changed /not both"}},
		{"of a type", `{"not":{"type":["string","object","array","number","boolean"]}}`, `{"type":"null"}`, nil},
		{"cannot matter", `{"type":"string"}`, `{"type":"string","not":{"type":"integer"}}`, nil},
	})
}

func TestConditional(t *testing.T) {
	check(t, schemawalk.Options{}, []example{
		{"added", `{}`, `{"if":{"required":["a"]},"then":{"required":["b"]}}`, []string{"conditional.narrowed /if tightens"}},
		{"removed", `{"if":{"required":["a"]},"then":{"required":["b"]}}`, `{}`, []string{"conditional.widened /if widens"}},
		{"then without if", `{}`, `{"then":{"required":["b"]}}`, nil},
		{"if alone", `{}`, `{"if":{"required":["b"]}}`, nil},
		{"then narrowed", `{"if":{"required":["a"]},"then":{"required":["b"]}}`, `{"if":{"required":["a"]},"then":{"required":["b","c"]}}`, []string{"conditional.narrowed /then tightens"}},
		{"else widened", `{"if":{"required":["a"]},"else":{"required":["b"]}}`, `{"if":{"required":["a"]}}`, []string{"conditional.widened /if widens"}},
		{"if changed", `{"if":{"required":["a"]},"then":{"required":["b"]}}`, `{"if":{"required":["c"]},"then":{"required":["b"]}}`, []string{"conditional.ifChanged /if both"}},
		{"always", `{"minProperties":1}`, `{"if":true,"then":{"minProperties":1},"else":false}`, nil},
	})
}

func TestReferences(t *testing.T) {
	const tree = `{"$defs":{"N":{"type":"object","properties":{"v":{"type":"string"},"kids":{"type":"array","items":{"$ref":"#/$defs/N"}}}}},"$ref":"#/$defs/N"}`
	check(t, schemawalk.Options{}, []example{
		{"inlined", `{"$defs":{"A":{"type":"string"}},"properties":{"a":{"$ref":"#/$defs/A"}}}`, `{"properties":{"a":{"type":"string"}}}`, nil},
		{"target changed", `{"$defs":{"A":{"type":"string"}},"properties":{"a":{"$ref":"#/$defs/A"}}}`, `{"$defs":{"A":{"type":"integer"}},"properties":{"a":{"$ref":"#/$defs/A"}}}`, []string{"type.changed /properties/a/type both"}},
		{"sibling", `{"$defs":{"A":{"type":"string"}},"$ref":"#/$defs/A"}`, `{"$defs":{"A":{"type":"string"}},"$ref":"#/$defs/A","maxLength":3}`, []string{"maxLength.tightened /maxLength tightens"}},
		{"anchor", `{"$defs":{"A":{"$anchor":"x","type":"string"}},"$ref":"#x"}`, `{"type":"string"}`, []string{"identifier.changed /$anchor none"}},
		{"identifier", `{"$id":"https://example.com/s","$defs":{"A":{"$id":"a","type":"string"}},"properties":{"a":{"$ref":"a"}}}`, `{"$id":"https://example.com/s","properties":{"a":{"type":"string","$id":"a"}}}`, nil},
		{"unused", `{}`, `{"$defs":{"A":{"type":"string","made-up":1}}}`, nil},
		{"recursive", tree, `{"type":"object","properties":{"v":{"type":"string"},"kids":{"type":"array","items":{"$ref":"#"}}}}`, nil},
		{"the same remote", `{"$ref":"https://example.com/s","minProperties":1}`, `{"$ref":"https://example.com/s"}`, []string{"minProperties.loosened /minProperties widens"}},
		{"remote", `{"type":"string"}`, `{"$ref":"https://example.com/s"}`, []string{"ref.unresolvable /$ref both", "type.widened /type widens"}},
		{"dynamic", `{"items":{"$dynamicRef":"#x"}}`, `{"items":{"$dynamicRef":"#x"},"minItems":1}`, []string{"dynamicRef.changed /items/$dynamicRef both", "minItems.tightened /minItems tightens"}},
	})
	check(t, schemawalk.Options{Dialect: dialects["draft-07"]}, []example{
		{"siblings say nothing", `{"definitions":{"A":{"type":"string"}},"$ref":"#/definitions/A"}`, `{"definitions":{"A":{"type":"string"}},"$ref":"#/definitions/A","maxLength":3}`, nil},
	})
}

func TestDialect(t *testing.T) {
	const d7, d20 = `"$schema":"http://json-schema.org/draft-07/schema#"`, `"$schema":"https://json-schema.org/draft/2020-12/schema"`
	check(t, schemawalk.Options{}, []example{
		{"tuple", `{` + d7 + `,"items":[{"type":"string"}],"additionalItems":false}`, `{` + d20 + `,"prefixItems":[{"type":"string"}],"items":false}`, []string{"dialect.changed /$schema none"}},
		{"dependencies", `{` + d7 + `,"dependencies":{"a":["b"]}}`, `{` + d20 + `,"dependentRequired":{"a":["b"]}}`, []string{"dialect.changed /$schema none"}},
		{"appears and every keyword means the same", `{"type":"string"}`, `{` + d7 + `,"type":"string"}`, nil},
		{"unknown", `{` + d20 + `}`, `{"$schema":"https://example.com/schema"}`, []string{"dialect.unsupported /$schema both"}},
	})
}

func TestNotes(t *testing.T) {
	check(t, schemawalk.Options{}, []example{
		{"prose", `{"title":"A","description":"a"}`, `{"title":"B"}`, []string{"property.description.changed /description none", "property.title.changed /title none"}},
		{"default", `{"default":1}`, `{"default":2}`, []string{"default.changed /default none"}},
		{"default spelled otherwise", `{"default":1}`, `{"default":1.0}`, nil},
		{"examples", `{"examples":[1,2]}`, `{"examples":[1]}`, []string{"examples.changed /examples none"}},
		{"examples in another order", `{"examples":[1,2]}`, `{"examples":[2,1]}`, nil},
		{"deprecated", `{}`, `{"deprecated":true}`, []string{"deprecated.added /deprecated none"}},
		{"no longer deprecated", `{"deprecated":true}`, `{}`, []string{"deprecated.removed /deprecated none"}},
		{"never deprecated", `{}`, `{"deprecated":false}`, nil},
		{"access", `{"readOnly":true}`, `{"writeOnly":true}`, []string{"access.changed /readOnly none", "access.changed /writeOnly none"}},
		{"content added", `{}`, `{"contentEncoding":"base64"}`, []string{"content.added /contentEncoding none"}},
		{"content removed", `{"contentEncoding":"base64"}`, `{}`, []string{"content.removed /contentEncoding none"}},
		{"content changed", `{"contentMediaType":"a/b"}`, `{"contentMediaType":"a/c"}`, []string{"content.changed /contentMediaType both"}},
		{"OpenAPI", `{}`, `{"nullable":true}`, []string{"openapiKeyword.changed /nullable none"}},
		{"comment", `{}`, `{"$comment":"x"}`, []string{"comment.changed /$comment none"}},
		{"identifier", `{"$id":"a"}`, `{"$id":"b"}`, []string{"identifier.changed /$id none"}},
		{"extension", `{}`, `{"x-order":1}`, []string{"extension.changed /x-order none"}},
		{"nearest description wins", `{"$defs":{"A":{"description":"far"}},"allOf":[{"$ref":"#/$defs/A"}],"description":"near"}`, `{"description":"near"}`, nil},
		{"unknown keyword", `{}`, `{"made-up":1}`, []string{"keyword.unmodelled /made-up both"}},
		{"unknown keyword gone", `{"items":{"made-up":1}}`, `{"items":{}}`, []string{"keyword.unmodelled /items/made-up both"}},
		{"unknown keyword under not", `{"not":{"type":"string"}}`, `{"not":{"type":"string","made-up":1}}`, []string{"keyword.unmodelled /not/made-up both"}},
		{"unknown keyword stays", `{"made-up":1,"type":"string"}`, `{"made-up":1,"type":["string"]}`, nil},
	})
}

func TestHeaders(t *testing.T) {
	const bare = `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}}}`
	const a = `{"type":"object","properties":{"a":{"type":"string","x-mcp-header":"Region"},"b":{"type":"string"}}}`
	check(t, schemawalk.Options{}, []example{
		{"added", bare, a, []string{"mcpHeader.added /properties/a/x-mcp-header tightens"}},
		{"removed", a, bare, []string{"mcpHeader.removed /properties/a/x-mcp-header none"}},
		{
			"moved", a, `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string","x-mcp-header":"Region"}}}`,
			[]string{"mcpHeader.removed /properties/a/x-mcp-header none", "mcpHeader.added /properties/b/x-mcp-header tightens"},
		},
		{"another case", a, `{"type":"object","properties":{"a":{"type":"string","x-mcp-header":"REGION"},"b":{"type":"string"}}}`, nil},
		{"renamed", a, `{"type":"object","properties":{"a":{"type":"string","x-mcp-header":"Zone"},"b":{"type":"string"}}}`, []string{"mcpHeader.renamed /properties/a/x-mcp-header both"}},
		{
			"twice", a, `{"type":"object","properties":{"a":{"type":"string","x-mcp-header":"Region"},"b":{"type":"string","x-mcp-header":"region"}}}`,
			[]string{"mcpHeader.invalid /properties/a/x-mcp-header both", "mcpHeader.invalid /properties/b/x-mcp-header both"},
		},
		{"out of reach", `{"items":{"type":"string"}}`, `{"items":{"type":"string","x-mcp-header":"A"}}`, []string{"mcpHeader.invalid /items/x-mcp-header both"}},
		{"of a number", `{"properties":{"a":{"type":"number"}}}`, `{"properties":{"a":{"type":"number","x-mcp-header":"A"}}}`, []string{"mcpHeader.invalid /properties/a/x-mcp-header both"}},
	})
	check(t, schemawalk.Options{Output: true}, []example{
		{"output", bare, a, []string{"extension.changed /properties/a/x-mcp-header none"}},
	})
}
