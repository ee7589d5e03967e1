package compat

// keyword is a JSON Schema keyword that a rule reads.
type keyword int

// The keywords, in the order of keywordNames.
const (
	kwAdditionalItems keyword = iota
	kwAdditionalProperties
	kwAllOf
	kwAnyOf
	kwConst
	kwContains
	kwDefs
	kwDefinitions
	kwDependencies
	kwDependentSchemas
	kwElse
	kwEnum
	kwExamples
	kwExclusiveMaximum
	kwExclusiveMinimum
	kwFormat
	kwID
	kwIf
	kwItems
	kwMaxItems
	kwMaxLength
	kwMaxProperties
	kwMaximum
	kwMinItems
	kwMinLength
	kwMinProperties
	kwMinimum
	kwMultipleOf
	kwNot
	kwNullable
	kwOneOf
	kwPattern
	kwPatternProperties
	kwPrefixItems
	kwProperties
	kwPropertyNames
	kwRef
	kwRequired
	kwSchema
	kwThen
	kwTitle
	kwDescription
	kwType
	kwUnevaluatedItems
	kwUnevaluatedProperties
	kwUniqueItems
	keywordCount
)

var keywordNames = [keywordCount]string{
	"additionalItems", "additionalProperties", "allOf", "anyOf", "const", "contains", "$defs", "definitions",
	"dependencies", "dependentSchemas", "else", "enum", "examples", "exclusiveMaximum", "exclusiveMinimum", "format",
	"$id", "if", "items", "maxItems", "maxLength", "maxProperties", "maximum", "minItems", "minLength", "minProperties",
	"minimum", "multipleOf", "not", "nullable", "oneOf", "pattern", "patternProperties", "prefixItems", "properties",
	"propertyNames", "$ref", "required", "$schema", "then", "title", "description", "type", "unevaluatedItems",
	"unevaluatedProperties", "uniqueItems",
}

// String returns the keyword as it stands in a schema.
func (k keyword) String() string { return keywordNames[k] }

var keywordIndex = func() map[string]keyword {
	index := make(map[string]keyword, keywordCount)
	for i, name := range keywordNames {
		index[name] = keyword(i)
	}
	return index
}()

// holding is how a keyword holds schemas.
type holding int

const (
	oneSchema  holding = iota // a schema; for items also an array of them (draft-07)
	schemaList                // an array of schemas
	schemaMap                 // an object of schemas
)

// positions are the keywords below which schemas stand (JSON Schema 2020-12 and
// draft-07), in the order in which they are visited. A value of another form holds
// none.
var positions = []struct {
	keyword keyword
	holds   holding
}{
	{kwDefs, schemaMap},
	{kwAdditionalItems, oneSchema},
	{kwAdditionalProperties, oneSchema},
	{kwAllOf, schemaList},
	{kwAnyOf, schemaList},
	{kwContains, oneSchema},
	{kwDefinitions, schemaMap},
	{kwDependencies, schemaMap},
	{kwDependentSchemas, schemaMap},
	{kwElse, oneSchema},
	{kwIf, oneSchema},
	{kwItems, oneSchema},
	{kwNot, oneSchema},
	{kwOneOf, schemaList},
	{kwPatternProperties, schemaMap},
	{kwPrefixItems, schemaList},
	{kwProperties, schemaMap},
	{kwPropertyNames, oneSchema},
	{kwThen, oneSchema},
	{kwUnevaluatedItems, oneSchema},
	{kwUnevaluatedProperties, oneSchema},
}

// isMap reports that schemas stand by name below a keyword.
func isMap(name string) bool {
	for _, p := range positions {
		if p.keyword.String() == name {
			return p.holds == schemaMap
		}
	}
	return false
}
