package schemawalk_test

import (
	"testing"

	"github.com/mooring-mcp/mooring/internal/schemawalk"
)

func TestProperties(t *testing.T) {
	check(t, schemawalk.Options{}, []example{
		{"added to open by default", `{"properties":{}}`, `{"properties":{"a":{"type":"string"}}}`, []string{"property.added /properties/a none"}},
		{"added to declared open", `{"additionalProperties":true}`, `{"additionalProperties":true,"properties":{"a":{"type":"string"}}}`, []string{"property.addedToOpen /properties/a none"}},
		{"added to closed", `{"additionalProperties":false}`, `{"additionalProperties":false,"properties":{"a":{"type":"string"}}}`, []string{"property.addedToClosed /properties/a widens"}},
		{"added to a map", `{"additionalProperties":{"type":"integer"}}`, `{"additionalProperties":{"type":"integer"},"properties":{"a":{"type":"string"}}}`, []string{"property.addedToMap /properties/a both"}},
		{"implied by the map", `{"additionalProperties":{"type":"integer"}}`, `{"additionalProperties":{"type":"integer"},"properties":{"a":{"type":"number"}}}`, []string{"property.added /properties/a widens"}},
		{"forbidden", `{}`, `{"properties":{"a":false}}`, []string{"property.forbidden /properties/a tightens"}},
		{"forbidden where nothing was", `{"additionalProperties":false}`, `{"additionalProperties":false,"properties":{"a":false}}`, nil},
		{"unforbidden", `{"properties":{"a":{"not":{}}}}`, `{"properties":{"a":{}}}`, []string{"property.unforbidden /properties/a widens"}},
		{"removed from open", `{"properties":{"a":{"type":"string"}}}`, `{}`, []string{"property.removed /properties/a widens"}},
		{"removed from closed", `{"additionalProperties":false,"properties":{"a":{"type":"string"}}}`, `{"additionalProperties":false}`, []string{"property.removedFromClosed /properties/a tightens"}},
		{"removed into a map", `{"additionalProperties":{"type":"integer"},"properties":{"a":{"type":"string"}}}`, `{"additionalProperties":{"type":"integer"}}`, []string{"property.removedFromClosed /properties/a both"}},
		{"below", `{"properties":{"a/b":{"type":"string"}}}`, `{"properties":{"a/b":{"type":["string","null"]}}}`, []string{"type.widened /properties/a~1b/type widens"}},
		{"true is a schema", `{"properties":{"a":true}}`, `{"properties":{"a":{}}}`, nil},
		{"no object", `{"properties":{}}`, `{"properties":[]}`, []string{"keyword.unmodelled /properties both"}},
	})
	check(t, schemawalk.Options{Strict: true}, []example{
		{"added to open, strict", `{}`, `{"properties":{"a":{"type":"string"}}}`, []string{"property.added /properties/a tightens"}},
	})
	check(t, schemawalk.Options{Output: true}, []example{
		{"output added to open", `{}`, `{"properties":{"a":{"type":"string"}}}`, []string{"property.added /properties/a tightens"}},
		{"output added to closed", `{"additionalProperties":false}`, `{"additionalProperties":false,"properties":{"a":{"type":"string"}}}`, []string{"property.addedToClosed /properties/a widens"}},
		{"output removed", `{"properties":{"a":{"type":"string"}}}`, `{}`, []string{"property.removed /properties/a none"}},
		{"output removed from closed", `{"additionalProperties":false,"properties":{"a":{}}}`, `{"additionalProperties":false}`, []string{"property.removed /properties/a tightens"}},
		{"output required removed", `{"properties":{"a":{"type":"string"}},"required":["a"]}`, `{}`, []string{"property.requiredRemoved /properties/a widens", "required.removed /required widens"}},
	})
}

func TestRequired(t *testing.T) {
	check(t, schemawalk.Options{}, []example{
		{"added", `{"required":["a"]}`, `{"required":["a","z"]}`, []string{"required.added /required tightens"}},
		{"removed", `{"required":["a"]}`, `{"required":[]}`, []string{"required.removed /required widens"}},
		{"order", `{"required":["a","b"]}`, `{"required":["b","a"]}`, nil},
		{"in a branch of allOf", `{"required":["a","b"]}`, `{"required":["a"],"allOf":[{"required":["b"]}]}`, nil},
		{"no array", `{}`, `{"required":true}`, []string{"keyword.unmodelled /required both"}},
	})
}

func TestAdditionalProperties(t *testing.T) {
	check(t, schemawalk.Options{}, []example{
		{"closed", `{}`, `{"additionalProperties":false}`, []string{"additionalProperties.closed /additionalProperties tightens"}},
		{"opened", `{"additionalProperties":false}`, `{}`, []string{"additionalProperties.opened /additionalProperties widens"}},
		{"narrowed", `{"additionalProperties":true}`, `{"additionalProperties":{"type":"string"}}`, []string{"additionalProperties.narrowed /additionalProperties tightens"}},
		{"widened", `{"additionalProperties":{"type":"string"}}`, `{}`, []string{"additionalProperties.widened /additionalProperties widens"}},
		{"both schemas", `{"additionalProperties":{"type":"string"}}`, `{"additionalProperties":{"type":"integer"}}`, []string{"type.changed /additionalProperties/type both"}},
		{"declared open", `{}`, `{"additionalProperties":true}`, []string{"additionalProperties.declaredOpen /additionalProperties none"}},
		{"no object", `{"type":"string"}`, `{"type":"string","additionalProperties":false}`, nil},
	})
}

func TestPatternProperties(t *testing.T) {
	check(t, schemawalk.Options{}, []example{
		{"added", `{}`, `{"patternProperties":{"^a":{"type":"string"}}}`, []string{"patternProperties.added /patternProperties/^a tightens"}},
		{"removed", `{"patternProperties":{"^a":{"type":"string"}}}`, `{}`, []string{"patternProperties.removed /patternProperties/^a widens"}},
		{"as the rest was", `{"additionalProperties":{"type":"string"}}`, `{"additionalProperties":{"type":"string"},"patternProperties":{"^a":{"type":"string"}}}`, nil},
		{"opens a closed object", `{"additionalProperties":false}`, `{"additionalProperties":false,"patternProperties":{"^a":{}}}`, []string{"additionalProperties.opened /patternProperties/^a widens"}},
		{"against the rest", `{"additionalProperties":{"type":"string"}}`, `{"additionalProperties":{"type":"string"},"patternProperties":{"^a":{"type":"integer"}}}`, []string{"patternProperties.changed /patternProperties/^a both"}},
		{"below", `{"patternProperties":{"^a":{"type":"string"}}}`, `{"patternProperties":{"^a":{"type":"integer"}}}`, []string{"type.changed /patternProperties/^a/type both"}},
		{"hits a property", `{"properties":{"ab":{"type":"string"}},"additionalProperties":false}`, `{"properties":{"ab":{"type":"string"}},"patternProperties":{"^a":{"type":"string"}},"additionalProperties":false}`, []string{"additionalProperties.opened /patternProperties/^a widens"}},
		{"beyond RE2", `{"patternProperties":{"(?=a)":{"type":"string"}}}`, `{"patternProperties":{"(?=a)":{"type":"string"}},"minProperties":1}`, []string{"minProperties.tightened /minProperties tightens"}},
	})
}

func TestPropertyNames(t *testing.T) {
	check(t, schemawalk.Options{}, []example{
		{"added", `{}`, `{"propertyNames":{"pattern":"^x"}}`, []string{"propertyNames.narrowed /propertyNames tightens"}},
		{"removed", `{"propertyNames":{"pattern":"^x"}}`, `{}`, []string{"propertyNames.widened /propertyNames widens"}},
		{"says nothing of strings", `{}`, `{"propertyNames":{"minimum":3}}`, nil},
		{"neither way", `{"propertyNames":{"pattern":"^x"}}`, `{"propertyNames":{"pattern":"y$"}}`, []string{"propertyNames.narrowed /propertyNames tightens", "propertyNames.widened /propertyNames widens"}},
	})
}

func TestDependencies(t *testing.T) {
	check(t, schemawalk.Options{}, []example{
		{"required", `{}`, `{"dependentRequired":{"a":["b"]}}`, []string{"dependentRequired.narrowed /dependentRequired/a tightens"}},
		{"no longer required", `{"dependentRequired":{"a":["b"]}}`, `{}`, []string{"dependentRequired.widened /dependentRequired/a widens"}},
		{"required anyway", `{"required":["b"]}`, `{"required":["b"],"dependentRequired":{"a":["b"]}}`, nil},
		{"schema", `{}`, `{"dependentSchemas":{"a":{"minProperties":2}}}`, []string{"dependentSchemas.narrowed /dependentSchemas/a tightens"}},
		{"no longer a schema", `{"dependentSchemas":{"a":{"minProperties":2}}}`, `{}`, []string{"dependentSchemas.widened /dependentSchemas/a widens"}},
		{"empty schema", `{}`, `{"dependentSchemas":{"a":{}}}`, nil},
		{
			"neither way", `{"dependentSchemas":{"a":{"minProperties":2}}}`, `{"dependentSchemas":{"a":{"maxProperties":3}}}`,
			[]string{"dependentSchemas.narrowed /dependentSchemas/a tightens", "dependentSchemas.widened /dependentSchemas/a widens"},
		},
		{"no keyword of the dialect", `{}`, `{"dependencies":{"a":["b"]}}`, []string{"keyword.unmodelled /dependencies both"}},
	})
}

func TestUnevaluated(t *testing.T) {
	check(t, schemawalk.Options{}, []example{
		{"closed", `{"allOf":[{"properties":{"a":{}}}]}`, `{"allOf":[{"properties":{"a":{}}}],"unevaluatedProperties":false}`, []string{"unevaluatedProperties.closed /unevaluatedProperties tightens"}},
		{"opened", `{"unevaluatedProperties":false}`, `{}`, []string{"unevaluatedProperties.opened /unevaluatedProperties widens"}},
		{"all evaluated", `{"additionalProperties":{"type":"string"}}`, `{"additionalProperties":{"type":"string"},"unevaluatedProperties":false}`, nil},
		{"as additionalProperties", `{"properties":{"a":{}},"additionalProperties":false}`, `{"properties":{"a":{}},"unevaluatedProperties":false}`, nil},
		{
			"depends on the branch", `{"anyOf":[{"properties":{"a":{"type":"string"}},"required":["a"]},{"required":["b"]}],"unevaluatedProperties":{"type":"string"}}`,
			`{"anyOf":[{"properties":{"a":{"type":"string"}},"required":["a"]},{"required":["b"]}],"unevaluatedProperties":{"type":"integer"}}`,
			[]string{"unevaluatedProperties.changed /unevaluatedProperties both"},
		},
		{"items closed", `{"prefixItems":[{}]}`, `{"prefixItems":[{}],"unevaluatedItems":false}`, []string{"unevaluatedItems.closed /unevaluatedItems tightens"}},
		{"items opened", `{"prefixItems":[{}],"unevaluatedItems":false}`, `{"prefixItems":[{}]}`, []string{"unevaluatedItems.opened /unevaluatedItems widens"}},
		{"items evaluated", `{"items":{"type":"string"}}`, `{"items":{"type":"string"},"unevaluatedItems":false}`, nil},
		{"items by contains", `{"contains":{"type":"string"},"unevaluatedItems":false}`, `{"contains":{"type":"string"},"unevaluatedItems":{"type":"null"}}`, []string{"unevaluatedItems.changed /unevaluatedItems both"}},
	})
}

func TestItems(t *testing.T) {
	check(t, schemawalk.Options{}, []example{
		{"narrowed", `{"type":"array"}`, `{"type":"array","items":{"type":"string"}}`, []string{"items.narrowed /items tightens"}},
		{"widened", `{"type":"array","items":{"type":"string"}}`, `{"type":"array","items":true}`, []string{"items.widened /items widens"}},
		{"below", `{"type":"array","items":{"type":"string"}}`, `{"type":"array","items":{"type":"integer"}}`, []string{"type.changed /items/type both"}},
		{"true", `{"type":"array"}`, `{"type":"array","items":{}}`, nil},
		{"closed", `{"prefixItems":[{}]}`, `{"prefixItems":[{}],"items":false}`, []string{"items.closed /items tightens"}},
		{"opened", `{"prefixItems":[{}],"items":false}`, `{"prefixItems":[{}]}`, []string{"items.opened /items widens"}},
		{"position added", `{"type":"array"}`, `{"type":"array","prefixItems":[{"type":"string"}]}`, []string{"prefixItems.added /prefixItems/0 tightens"}},
		{"position removed", `{"prefixItems":[{"type":"string"}]}`, `{}`, []string{"prefixItems.removed /prefixItems/0 widens"}},
		{"position against the rest", `{"items":{"type":"integer"}}`, `{"prefixItems":[{"type":"string"}],"items":{"type":"integer"}}`, []string{"prefixItems.changed /prefixItems/0 both"}},
		{"position as the rest", `{"items":{"type":"integer"}}`, `{"prefixItems":[{"type":"integer"}],"items":{"type":"integer"}}`, nil},
		{"beyond maxItems", `{"maxItems":1,"prefixItems":[{},{"type":"string"}]}`, `{"maxItems":1,"prefixItems":[{},{"type":"integer"}]}`, nil},
		{"unique", `{"type":"array"}`, `{"type":"array","uniqueItems":true}`, []string{"uniqueItems.added /uniqueItems tightens"}},
		{"no longer unique", `{"type":"array","uniqueItems":true}`, `{"type":"array","uniqueItems":false}`, []string{"uniqueItems.removed /uniqueItems widens"}},
		{"one is unique", `{"type":"array","maxItems":1}`, `{"type":"array","maxItems":1,"uniqueItems":true}`, nil},
		{"no boolean", `{"type":"array"}`, `{"type":"array","uniqueItems":1}`, []string{"keyword.unmodelled /uniqueItems both"}},
	})
	check(t, schemawalk.Options{Dialect: dialects["draft-07"]}, []example{
		{"tuple of draft-07", `{"items":[{"type":"string"}]}`, `{"items":[{"type":"string"}],"additionalItems":false}`, []string{"items.closed /additionalItems tightens"}},
	})
}

func TestContains(t *testing.T) {
	check(t, schemawalk.Options{}, []example{
		{"added", `{"type":"array"}`, `{"type":"array","contains":{"type":"string"}}`, []string{"contains.narrowed /contains tightens"}},
		{"removed", `{"type":"array","contains":{"type":"string"}}`, `{"type":"array"}`, []string{"contains.widened /contains widens"}},
		{"without need", `{"type":"array"}`, `{"type":"array","contains":{"type":"string"},"minContains":0}`, nil},
		{"loosened", `{"contains":{"type":"integer"}}`, `{"contains":{"type":"number"}}`, []string{"contains.widened /contains widens"}},
		{"with a maximum", `{"contains":{"type":"integer"},"maxContains":2}`, `{"contains":{"type":"number"},"maxContains":2}`, []string{"contains.changed /contains both"}},
		{"more of them", `{"contains":{"type":"integer"}}`, `{"contains":{"type":"integer"},"minContains":2}`, []string{"minContains.tightened /minContains tightens"}},
		{"fewer of them", `{"contains":{"type":"integer"},"minContains":2}`, `{"contains":{"type":"integer"}}`, []string{"minContains.loosened /minContains widens"}},
		{"at most", `{"contains":{"type":"integer"},"maxContains":3}`, `{"contains":{"type":"integer"},"maxContains":2}`, []string{"maxContains.tightened /maxContains tightens"}},
		{"at most more", `{"contains":{"type":"integer"},"maxContains":3}`, `{"contains":{"type":"integer"}}`, []string{"maxContains.loosened /maxContains widens"}},
	})
}
