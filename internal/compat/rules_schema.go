package compat

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// deepest is how far schemas may be nested, the root included, for a provider that
// says so.
const deepest = 10

func schemaChecks() []check {
	return []check{
		{Rule: Rule{
			ID: "compat.schema_invalid", Title: "keyword with a value that JSON Schema does not allow",
			Meaning: "A type that does not exist, a bound that is no number, an empty enum and the like. Model APIs validate schemas and refuse the request; the TypeScript SDK compiles each outputSchema and refuses the whole listing.",
			Fix:     "Validate each schema against the meta-schema of JSON Schema 2020-12.",
			Sources: []Source{
				{Client: "TypeScript SDK 1.x", Effect: ListDropped, May: true, Where: "modelcontextprotocol/typescript-sdk 1.32.2 client/index.ts, cacheToolMetadata", Date: "2026-11"},
				{Client: "Anthropic API", Effect: RequestRefused, Where: "tadata-org/fastapi_mcp#218", Date: "2025-08"},
				{Client: "OpenAI API", Effect: RequestRefused, Where: "blurrah/mcp-graphql#14", Date: "2025-04"},
				{Client: "VS Code Copilot", Effect: RequestRefused, Where: "microsoft/vscode-copilot-chat src/extension/tools/common/toolSchemaNormalizer.ts", Date: "2026-11"},
			},
		}, node: schemaInvalid},
		{Rule: Rule{
			ID: "compat.schema_2020", Title: "inputSchema that declares JSON Schema 2020-12",
			Meaning: "MCP means 2020-12 where nothing is declared, and declaring it is right; but validators that were set up for draft-07 fail the first call of the tool for the declaration alone.",
			Fix:     "Leave $schema out.",
			Sources: []Source{
				{Client: "Gemini CLI", Effect: CallFails, May: true, Where: "google-gemini/gemini-cli#14970", Date: "2025-12"},
				{Client: "n8n", Effect: CallFails, May: true, Where: "n8n-io/n8n#35610", Date: "2026-08"},
			},
		}, node: schema2020},
		{Rule: Rule{
			ID: "compat.schema_dialect", Title: "$schema that a client's validator does not know",
			Meaning: "Some validators refuse a schema for its declared dialect alone: the TypeScript SDK 2 took outputSchemas of 2020-12 only, and later also those back to draft-06. draft-07 in an inputSchema, as many SDKs write it, is not reported.",
			Fix:     "Leave $schema out, or declare 2020-12 in an outputSchema.",
			Sources: []Source{
				{Client: "TypeScript SDK 2.x", Effect: CallFails, May: true, Where: "perplexityai/modelcontextprotocol#132", Date: "2026-08"},
				{Client: "Claude Cowork", Effect: CallFails, Where: "kintone/mcp-server#544", Date: "2026-08"},
			},
		}, node: schemaDialect},
		{Rule: Rule{
			ID: "compat.array_items", Title: "array without items",
			Meaning: "Legal JSON Schema for any items. OpenAI and Gemini refuse the request, VS Code fails it before it is sent, whatever tool was meant.",
			Fix:     `Add items: {"type": "string"}, or {} when anything goes.`,
			Sources: []Source{
				{Client: "OpenAI API", Effect: RequestRefused, Where: "ruvnet/ruflo#1294", Date: "2026-03"},
				{Client: "VS Code Copilot", Effect: RequestRefused, Where: "agentscope-ai/ReMe#84", Date: "2026-01"},
				{Client: "Gemini API", Effect: RequestRefused, Where: "backstage/backstage#34038", Date: "2026-04"},
			},
		}, node: arrayItems},
		{Rule: Rule{
			ID: "compat.tuple_items", Title: "items as an array of schemas",
			Meaning: "A tuple as draft-07 and Zod 3 write it is invalid in 2020-12, by which the Anthropic API judges every request; Claude Code and VS Code rewrite it first.",
			Fix:     "Use prefixItems, or one schema for all items.",
			Sources: []Source{
				{Client: "Anthropic API", Effect: RequestRefused, Where: "hyperdxio/hyperdx#2925", Date: "2026-08"},
				{Client: "Anthropic API", Effect: RequestRefused, Where: "kintone/mcp-server#553", Date: "2026-08"},
				{Client: "Claude Code", Effect: Repaired, Where: "hyperdxio/hyperdx#2925", Date: "2026-08"},
				{Client: "VS Code Copilot", Effect: Repaired, Where: "microsoft/vscode-copilot-chat src/extension/tools/common/toolSchemaNormalizer.ts", Date: "2026-11"},
			},
		}, node: tupleItems},
		{Rule: Rule{
			ID: "compat.required_undeclared", Title: "required property that is not declared",
			Meaning: "required names something that properties do not. Gemini refuses the whole request; others pass it on or drop the name.",
			Fix:     "Declare each required property where it is required.",
			Sources: []Source{
				{Client: "Gemini API", Effect: RequestRefused, Where: "NousResearch/hermes-agent#64054", Date: "2026-07"},
				{Client: "Gemini API", Effect: RequestRefused, Where: "probelabs/probe#569", Date: "2026-05"},
				{Client: "VS Code Copilot", Effect: Repaired, Where: "microsoft/vscode-copilot-chat src/extension/tools/common/toolSchemaNormalizer.ts", Date: "2026-11"},
			},
		}, node: requiredUndeclared},
		{Rule: Rule{
			ID: "compat.nesting", Title: "schema nested deeper than ten levels",
			Meaning: "Some providers bound the nesting of a tool's schema, one of them at ten levels; Gemini bounds it too without saying where. The request is refused whatever tool was meant.",
			Fix:     "Flatten the parameters, or take the inner part as a JSON text.",
			Sources: []Source{
				{Client: "OpenCode Console Go (Meta Muse Spark)", Effect: RequestRefused, Where: "anomalyco/opencode#50297", Date: "2026-09"},
				{Client: "OpenCode Console Go (Meta Muse Spark)", Effect: RequestRefused, Where: "Avick3110/houseCARL#730", Date: "2026-09"},
				{Client: "Gemini API", Effect: RequestRefused, May: true, Where: "google-gemini/gemini-cli#5923", Date: "2025-08"},
			},
		}, node: nesting},
	}
}

// shape is what a keyword's value has to be (JSON Schema 2020-12, meta-schema).
type shape struct {
	keyword keyword
	want    string
	fits    func(*jsonv.Value) bool
}

func isA(kinds ...jsonv.Kind) func(*jsonv.Value) bool {
	return func(v *jsonv.Value) bool {
		for _, k := range kinds {
			if v.Kind() == k {
				return true
			}
		}
		return false
	}
}

// natural reports a non-negative integer, also as 1.0 or 1e2.
func natural(v *jsonv.Value) bool {
	f, err := strconv.ParseFloat(v.Text(), 64)
	return v.Kind() == jsonv.Number && err == nil && f >= 0 && f == math.Trunc(f)
}

// positive reports a number above 0.
func positive(v *jsonv.Value) bool {
	f, err := strconv.ParseFloat(v.Text(), 64)
	return v.Kind() == jsonv.Number && (err != nil || f > 0)
}

func filled(v *jsonv.Value) bool { return v.Kind() == jsonv.Array && v.Len() > 0 }

// shapes are the keywords that are checked. properties and required have rules of
// their own, and so do items as an array and pattern.
var shapes = []shape{
	{kwType, "one of the seven types, or an array of different ones", knownType},
	{kwEnum, "an array with a value, since nothing fits an empty one", filled},
	{kwMinimum, "a number", isA(jsonv.Number)},
	{kwMaximum, "a number", isA(jsonv.Number)},
	{kwExclusiveMinimum, "a number", isA(jsonv.Number)},
	{kwExclusiveMaximum, "a number", isA(jsonv.Number)},
	{kwMultipleOf, "a number above 0", positive},
	{kwMinLength, "a non-negative integer", natural},
	{kwMaxLength, "a non-negative integer", natural},
	{kwMinItems, "a non-negative integer", natural},
	{kwMaxItems, "a non-negative integer", natural},
	{kwMinProperties, "a non-negative integer", natural},
	{kwMaxProperties, "a non-negative integer", natural},
	{kwUniqueItems, "a boolean", isA(jsonv.Bool)},
	{kwPattern, "a string", isA(jsonv.String)},
	{kwFormat, "a string", isA(jsonv.String)},
	{kwTitle, "a string", isA(jsonv.String)},
	{kwDescription, "a string", isA(jsonv.String)},
	{kwRef, "a string", isA(jsonv.String)},
	{kwID, "a string", isA(jsonv.String)},
	{kwSchema, "a string", isA(jsonv.String)},
	{kwExamples, "an array", isA(jsonv.Array)},
	{kwAllOf, "an array with a schema", filled},
	{kwAnyOf, "an array with a schema", filled},
	{kwOneOf, "an array with a schema", filled},
	{kwPrefixItems, "an array with a schema", filled},
	{kwItems, "a schema", isA(jsonv.Object, jsonv.Bool, jsonv.Array)},
	{kwAdditionalProperties, "a schema", isA(jsonv.Object, jsonv.Bool)},
	{kwPropertyNames, "a schema", isA(jsonv.Object, jsonv.Bool)},
	{kwContains, "a schema", isA(jsonv.Object, jsonv.Bool)},
	{kwNot, "a schema", isA(jsonv.Object, jsonv.Bool)},
	{kwIf, "a schema", isA(jsonv.Object, jsonv.Bool)},
	{kwThen, "a schema", isA(jsonv.Object, jsonv.Bool)},
	{kwElse, "a schema", isA(jsonv.Object, jsonv.Bool)},
	{kwDefs, "an object of schemas", isA(jsonv.Object)},
	{kwDefinitions, "an object of schemas", isA(jsonv.Object)},
	{kwPatternProperties, "an object of schemas", isA(jsonv.Object)},
	{kwDependentSchemas, "an object of schemas", isA(jsonv.Object)},
}

var typeNames = map[string]bool{"null": true, "boolean": true, "object": true, "array": true, "number": true, "string": true, "integer": true}

func knownType(v *jsonv.Value) bool {
	if v.Kind() == jsonv.String {
		return typeNames[v.Text()]
	}
	seen := map[string]bool{}
	for _, t := range v.Items() {
		if t.Kind() != jsonv.String || !typeNames[t.Text()] || seen[t.Text()] {
			return false
		}
		seen[t.Text()] = true
	}
	return filled(v)
}

func schemaInvalid(n *node) (string, string) {
	if n.v.Kind() != jsonv.Object {
		if n.v.Kind() == jsonv.Bool || n.position() == "properties" {
			return "", ""
		}
		return "", describe(n.v) + "; want a schema"
	}
	for _, s := range shapes {
		v := n.get(s.keyword)
		if v == nil || s.fits(v) || n.rootOwn(s.keyword) || n.oldBound(s.keyword) {
			continue
		}
		return s.keyword.String(), fmt.Sprintf("%s is %s; want %s", s.keyword, typeText(v), s.want)
	}
	return "", ""
}

// rootOwn reports the type of a root, which has a rule of its own.
func (n *node) rootOwn(k keyword) bool { return k == kwType && n.parent == nil && n == n.root }

// oldBound reports exclusiveMinimum or exclusiveMaximum as draft-04 has them, beside
// minimum and maximum, in a schema that declares draft-04.
func (n *node) oldBound(k keyword) bool {
	if k != kwExclusiveMinimum && k != kwExclusiveMaximum || n.get(k).Kind() != jsonv.Bool {
		return false
	}
	_, dialect := n.root.dialect()
	return dialect == dialect04
}

// The dialects by their URI, without scheme and empty fragment.
const (
	dialect2020 = "json-schema.org/draft/2020-12/schema"
	dialect07   = "json-schema.org/draft-07/schema"
	dialect04   = "json-schema.org/draft-04/schema"
)

// dialect returns what the root of a schema declares.
func (n *node) dialect() (uri, dialect string) {
	if n.parent != nil || n != n.root {
		return "", ""
	}
	uri, _ = n.get(kwSchema).Str()
	_, dialect, _ = strings.Cut(strings.TrimSuffix(uri, "#"), "://")
	return uri, dialect
}

func schema2020(n *node) (string, string) {
	if _, dialect := n.dialect(); !n.input || dialect != dialect2020 {
		return "", ""
	}
	return "$schema", "2020-12; want none"
}

func schemaDialect(n *node) (string, string) {
	uri, dialect := n.dialect()
	if uri == "" || dialect == dialect2020 || n.input && dialect == dialect07 {
		return "", ""
	}
	return "$schema", quote(uri) + "; want none"
}

func arrayItems(n *node) (string, string) {
	if !n.input || n.get(kwType).Text() != "array" || n.get(kwItems) != nil || n.get(kwPrefixItems) != nil {
		return "", ""
	}
	return "", "array without items"
}

func tupleItems(n *node) (string, string) {
	if !n.input || n.get(kwItems).Kind() != jsonv.Array {
		return "", ""
	}
	return "items", "an array; want one schema, or prefixItems"
}

func requiredUndeclared(n *node) (string, string) {
	required := n.get(kwRequired)
	if !n.input || required.Kind() != jsonv.Array {
		return "", ""
	}
	declared := named(n.get(kwProperties))
	var missing []string
	for _, name := range required.Items() {
		if name.Kind() == jsonv.String && !declared[name.Text()] {
			missing = append(missing, name.Text())
		}
	}
	if missing == nil {
		return "", ""
	}
	return "required", list(missing) + " not among properties"
}

func nesting(n *node) (string, string) {
	if !n.input || n.depth != deepest+1 {
		return "", ""
	}
	return "", fmt.Sprintf("level %d; want at most %d", n.depth, deepest)
}
